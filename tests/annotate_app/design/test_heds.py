"""What a study knows of its datasheet."""

from annotate_app.design.heds import HedsFacts, heds_document
from sim.schema.heds import TO_BE_FILLED_IN, HedsCriterion, HedsDocument
from sim.schema.rubric import builtin_rubric, builtin_rubrics
from tests.golden import records

FACTS = HedsFacts(n_pairs=40, n_environments=20, n_raters=5, code_version="1", platforms=("prolific",))


def values(answers: HedsDocument | HedsCriterion) -> dict[str, str | None]:
    return {answer.number: answer.value for answer in answers.answers}


def test_sample_evaluators_and_interface_are_known() -> None:
    known = values(heds_document(records.STUDY, FACTS))
    assert (known["3.1.1"], known["3.2.1"]) == ("40", "5")
    assert "Prolific" in (known["3.2.3"] or "")
    assert records.STUDY.instructions in (known["3.2.4"] or "")
    assert "step 1: setting, profiles (locks)" in (known["3.3.4.2"] or "")


def test_what_only_the_researcher_knows_is_there_and_empty() -> None:
    document = heds_document(records.STUDY, FACTS)
    unknown = {answer.number: answer.note for answer in document.answers if answer.value is None}
    assert {"1.1.1", "2.3", "3.1.3.2", "3.2.2.2", "3.3.1", "5.1", "5.4"} <= set(unknown)
    assert unknown["5.1"] == TO_BE_FILLED_IN


def test_criteria_are_the_protocols_questions() -> None:
    preference, goal, remark = heds_document(records.STUDY, FACTS).criteria
    assert values(preference)["4.3.4"] == "Dialogue A; No difference; Dialogue B"
    assert (values(preference)["4.3.3"], values(preference)["4.2.2"]) == ("3", "Relative")
    assert (values(goal)["4.3.3"], values(goal)["4.3.8"]) == ("11", "direct quality estimation")
    assert values(goal)["4.3.4"] == "0 to 10 (0 = not at all; 5 = partly; 10 = completely)"
    assert values(goal)["4.3.7"] == "How far did {name} reach this goal by the end?"
    assert (values(remark)["4.3.5"], values(remark)["4.3.11.2"]) == (
        "N/A (there is no rating instrument)",
        "InterAA not assessed",
    )


def test_every_protocol_that_comes_with_the_package_has_a_complete_sheet() -> None:
    for name in builtin_rubrics():
        study = records.STUDY.model_copy(update={"rubric": builtin_rubric(name)})
        document = heds_document(study, FACTS)
        assert HedsDocument.model_validate_json(document.model_dump_json()) == document
        assert len(document.criteria) == len(builtin_rubric(name).dimensions)


def test_repeated_items_and_checks_are_said() -> None:
    facts = HedsFacts(4, 2, 3, "1", n_practice=2, n_attention=3, n_repeated=1, n_excluded=1)
    document = heds_document(records.STUDY, facts)
    assert "3 attention checks, 1 repeated items" in (values(document)["3.3.3.2"] or "")
    assert (values(document)["3.2.4"] or "").startswith("2 practice items.")
    assert values(document.criteria[0])["4.3.12.1"] == "Repeated items"
