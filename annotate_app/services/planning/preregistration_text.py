"""Write a registration for people to read, or as data."""

import re
from collections.abc import Iterator
from typing import Any

import tomli_w

from annotate_app.services.studies.data_dictionary import allowed_values
from sim.schema.preregistration import (
    Preregistration,
    PreregistrationFile,
    RegisteredAnalysis,
    RegisteredPower,
    Registration,
)
from sim.schema.rubric import Step

__all__ = ["registration_json", "registration_markdown", "registration_toml"]

_MARKUP = re.compile(r"([\\`*_\[\]<>#|])")


def registration_json(registration: Registration) -> str:
    """Write the document and its hash as JSON."""
    return registration.model_dump_json(indent=2) + "\n"


def registration_toml(registration: Registration) -> str:
    """Write the document and its hash as TOML; what is None is left out."""
    document = _without_none(registration.model_dump(mode="json"))
    return tomli_w.dumps(document, multiline_strings=True)


def registration_markdown(file: PreregistrationFile) -> str:
    """Write the latest registration as Markdown, with what is otherwise by now where something is."""
    registration = file.registrations[-1]
    document = registration.document
    parts = [
        *_head(registration),
        *_section("Hypotheses", [document.hypotheses or "None were written down."]),
        *_section(
            "Conditions", [f"- {_literal(c.first)} against {_literal(c.second)}" for c in document.contrasts]
        ),
        *_section("Questions", list(_questions(document))),
        *_section("Plan", list(_plan(document))),
        *_section("Primary analysis", list(_analyses(document, "primary"))),
        *_section("Secondary analyses", list(_analyses(document, "secondary"))),
        *_section(
            "Settings", [f"- {name.replace('_', ' ')}: {said}" for name, said in document.settings.items()]
        ),
        *_section("Exclusion", list(_exclusion(document))),
        *_section("Stopping", [document.stopping_rule]),
        *_section("Power", list(_power(document))),
        *_section("Texts that raters see", list(_texts(document))),
        *_section("Definitions", list(_definitions(document))),
        *_section("Deviations since", [f"- {_deviation}" for _deviation in _deviations(file)]),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_none(one) for key, one in value.items() if one is not None}
    return [_without_none(one) for one in value] if isinstance(value, list) else value


def _head(registration: Registration) -> Iterator[str]:
    document = registration.document
    yield f"# Preregistration of {_literal(document.name)}\n"
    yield f"- Study: `{document.study_id}`, version {document.version} of its preregistration"
    yield f"- Registered: {document.registered_at.isoformat()}, Blindpair {document.code_version}"
    yield f"- SHA-256 of the canonical document: `{registration.sha256}`"
    yield (
        f"- By then {document.n_begun} raters had agreed to take part, and {document.n_submitted} items were "
        "submitted."
    )
    if document.late:
        yield "- **Late: the conditions had been exported before this was registered.**"
    yield ""


def _section(title: str, lines: list[str]) -> list[str]:
    return [f"## {title}\n", *lines, ""] if lines else []


def _questions(document: Preregistration) -> Iterator[str]:
    yield f"Rubric `{document.rubric.rubric_id}`, SHA-256 `{document.rubric_hash}`."
    for number, step in enumerate(document.rubric.steps, start=1):
        yield from _step(number, step)
    for moment, asked in (
        ("before", document.before),
        ("after", document.after),
        ("last of all", document.final),
    ):
        if asked is not None:
            yield f"\nAsked {moment}:\n"
            yield from (f"- {_literal(question.text)}" for question in asked.questions)


def _step(number: int, step: Step) -> Iterator[str]:
    visible = ", ".join(part.value for part in step.visible) or "nothing but the dialogues"
    locks = "; its answers cannot be changed later" if step.locks else ""
    yield f"\nStep {number} (visible: {visible}{locks}):\n"
    for question in step.dimensions:
        asked = "required" if question.required else "optional"
        yield f"- `{question.dimension}`, per {question.target.value}, {asked}: {_literal(question.question)}"
        if question.help:
            yield f"  {_literal(question.help)}"
        yield f"  Answers: {_literal(allowed_values(question.answer))}."


def _plan(document: Preregistration) -> Iterator[str]:
    plan = document.plan
    items = plan.items
    yield f"- Items: {items.n_items} of {items.n_environments} environments, SHA-256 `{items.sha256}`"
    yield f"- Ratings per item: {plan.raters_per_item}"
    yield f"- Raters invited by then: {plan.n_raters}"
    yield f"- Items per rater at most: {_or(plan.items_per_rater, 'all')}"
    yield f"- Items of one environment per rater at most: {_or(plan.items_per_environment, 'all')}"
    yield f"- An untouched item goes to another rater after: {_or(plan.lease_minutes, 'never')} (minutes)"
    yield f"- A break is offered after so many items: {_or(plan.break_every, 'never')}"
    yield f"- Ratings of somebody who withdraws: {plan.withdrawal}"
    yield f"- Language of the raters' pages: {plan.language}"
    yield f"- Seed of the assignment: {plan.seed}"


def _analyses(document: Preregistration, role: str) -> Iterator[str]:
    return (_analysis(each) for each in document.analyses if each.role == role)


def _analysis(analysis: RegisteredAnalysis) -> str:
    of = f"`{analysis.dimension}`: " if analysis.dimension else ""
    names = ", ".join(f"`{name}`" for name in analysis.statistics)
    return f"- {of}{names} ({analysis.family}; `{analysis.command}`)"


def _exclusion(document: Preregistration) -> Iterator[str]:
    yield f"{document.exclusion_policy}\n"
    for rule in document.exclusion_rules:
        yield f"- `{rule.flag}`: {rule.rule}"


def _power(document: Preregistration) -> Iterator[str]:
    if document.power is not None:
        yield from _power_lines(document.power)
    if document.power_note:
        yield f"- {document.power_note}"


def _power_lines(power: RegisteredPower) -> Iterator[str]:
    yield f"- Smallest win rate found with a chance of {power.power:g}: {_number(power.win_rate)}"
    yield f"- Smallest mean difference found with a chance of {power.power:g}: {_number(power.difference)}"
    yield f"- {power.n_ratings} ratings by {power.n_raters} raters, design effect {power.design_effect:.2f}"
    yield (
        f"- Assumed: ties {power.ties:g}, standard deviation {power.deviation:g}, shared between "
        f"environments {power.environment:g} and raters {power.rater:g}, two-sided alpha {power.alpha:g}"
    )


def _texts(document: Preregistration) -> Iterator[str]:
    for text in document.texts:
        if text.text.strip():
            yield f"### {text.kind}, version {text.version}\n"
            yield from (f"> {_literal(line)}" for line in text.text.splitlines())
            yield ""


def _definitions(document: Preregistration) -> Iterator[str]:
    for each in document.definitions:
        yield f"- `{each.name}` ({each.family}): {each.formula} {each.convention} Source: {each.citation}."


def _deviations(file: PreregistrationFile) -> Iterator[str]:
    for each in file.deviations:
        at = f", {each.at.isoformat()}" if each.at else ""
        yield f"{each.what}: registered {each.registered}, now {each.now}{at}"


def _or(value: int | None, otherwise: str) -> str:
    return otherwise if value is None else str(value)


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"


def _literal(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)
