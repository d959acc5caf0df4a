"""Read the JSON records that other annotation tools export: Label Studio, Argilla and Potato.

Each record becomes ratings in the contract's columns. Answers that are not one value (several choices) become
a JSON list; regions and spans, which are no ratings of an item, are left alone.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

__all__ = ["Record", "records_of"]

Record = Mapping[str, Any]

_VALUE_LABELS = {"", "scale_", "slider", "number", "text_box", "textbox"}
_YES = {"true", "1", "yes", "on"}
_NO = {"", "false", "0", "none", "null"}
_ARGILLA_STATUS = {"submitted": "rated", "discarded": "skipped", "draft": "skipped", "pending": "skipped"}


def records_of(records: Iterable[tuple[int, Record]], *, rater: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Turn `(line, record)` of another tool into ratings; nothing for records of no known tool.

    Parameters
    ----------
    rater
        Name of the rater where records do not say it (Potato keeps one folder a rater).
    """
    for line, record in records:
        if isinstance(record.get("annotations"), list):
            found = _label_studio(record)
        elif isinstance(record.get("label_annotations"), dict):
            found = _potato(record, rater)
        else:
            found = _argilla(record)
        for rating in found:
            yield line, rating


def _label_studio(task: Record) -> Iterator[dict[str, Any]]:
    """Read a task: `annotations[].result[]` with `from_name`, `type` and `value[type]`."""
    for annotation in task["annotations"]:
        if annotation.get("was_cancelled"):
            continue
        by = annotation.get("completed_by", "")
        rater = by.get("email") or by.get("id", "") if isinstance(by, dict) else by
        for result in annotation.get("result", ()):
            value = _label_studio_value(result)
            if value is not None:
                yield {
                    "item_id": task.get("id", ""),
                    "rater_id": rater,
                    "dimension": result.get("from_name", ""),
                    "value": value,
                    "seconds": annotation.get("lead_time"),
                }


def _label_studio_value(result: Record) -> Any:
    value = result.get("value", {})
    if "start" in value or "x" in value:
        return None
    match result.get("type"):
        case "choices":
            return _one_or_list(value.get("choices", []))
        case "rating" | "number" | "datetime":
            return value.get(result["type"])
        case "pairwise":
            return value.get("selected")
        case _:
            return None


def _argilla(record: Record) -> Iterator[dict[str, Any]]:
    """Read a record: `Q.responses`, `.users` and `.status`, or `responses: {Q: [{value, user_id}]}`."""
    item = record.get("external_id") or record.get("id", "")
    nested = record.get("responses")
    if isinstance(nested, dict):
        for question, answers in nested.items():
            for answer in answers or ():
                yield _argilla_rating(
                    item, question, answer.get("user_id"), answer.get("value"), answer.get("status")
                )
    for name, answers in record.items():
        if name.endswith(".responses") and answers:
            users = record.get(f"{name}.users") or []
            states = record.get(f"{name}.status") or ["submitted"] * len(answers)
            for answer, user, state in zip(answers, users, states, strict=False):
                yield _argilla_rating(item, name.removesuffix(".responses"), user, answer, state)


def _argilla_rating(item: Any, question: str, user: Any, value: Any, state: str | None) -> dict[str, Any]:
    status = _ARGILLA_STATUS.get(state or "submitted", "rated")
    rated = value if status == "rated" else None
    return {
        "item_id": item,
        "rater_id": user,
        "dimension": question,
        "value": _one_or_list(rated) if isinstance(rated, list) else rated,
        "status": status,
    }


def _potato(record: Record, rater: str) -> Iterator[dict[str, Any]]:
    """Read an instance: `label_annotations` holds per schema what was chosen or typed, by label."""
    for schema, labels in record["label_annotations"].items():
        chosen = [
            value for label, answer in labels.items() if (value := _potato_value(label, answer)) is not None
        ]
        if chosen:
            yield {
                "item_id": record.get("id", record.get("instance_id", "")),
                "rater_id": record.get("user_id", record.get("user", rater)),
                "dimension": schema,
                "value": _one_or_list(chosen),
            }


def _potato_value(label: str, answer: Any) -> Any:
    """Take the label of a ticked box, or the answer of a scale or text field; None where not chosen."""
    text = str(answer).strip().lower()
    if label.lower() in _VALUE_LABELS:
        return answer if text else None
    if text in _NO:
        return None
    return label if text in _YES or text == label.lower() else answer


def _one_or_list(values: list[Any]) -> Any:
    return values[0] if len(values) == 1 else json.dumps(values, ensure_ascii=False)
