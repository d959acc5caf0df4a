"""A preregistration is frozen: hashed, append-only, and held against what becomes of the study."""

import hashlib
import json
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from annotate_app.design.quality import QualityFlag
from annotate_app.errors import AppError, StudyError
from annotate_app.services.planning.planned_power import Assumptions
from annotate_app.services.planning.preregister_study import Intentions, preregister_study
from annotate_app.services.planning.preregistration_text import registration_markdown, registration_toml
from annotate_app.services.running import Extension, extend_study, revise_questions
from annotate_app.services.studies import CreatedStudy, TextKind, change_text, export_study
from annotate_app.services.studies.registrations import study_preregistrations
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import EventRow, PreregistrationRow
from sim.errors import ContractError
from sim.schema.preregistration import (
    Preregistration,
    PreregistrationFile,
    Registration,
    read_preregistrations,
)
from sim.schema.rubric import builtin_rubric
from tests.annotate_app.studio import OPERATOR, STRANGER, n_rows, new_study, rate_all, start


def registered(place: Workplace, study: CreatedStudy) -> PreregistrationFile:
    file = study_preregistrations(place, OPERATOR, study.study_id)
    assert file is not None
    return file


def test_document_says_what_was_decided(place: Workplace) -> None:
    study = new_study(place, n_pairs=4, n_raters=3)
    rate_all(place, start(place, study.links[0].token))
    intentions = Intentions(hypotheses="A is preferred.", assumptions=Assumptions(ties=0.1))
    document = preregister_study(place, OPERATOR, study.study_id, intentions).document
    assert document.rubric == builtin_rubric("naturalness-then-goals")
    assert (document.plan.items.n_items, document.plan.raters_per_item, document.plan.seed) == (4, 3, 11)
    assert (document.n_submitted, document.n_begun, document.late) == (4, 1, False)
    primary = [each for each in document.analyses if each.role == "primary"]
    assert [(each.dimension, each.statistics) for each in primary] == [
        ("naturalness", ("win_rate", "p_value")),
        ("naturalness", ("p_value_holm",)),
    ]
    assert {rule.flag for rule in document.exclusion_rules} == set(QualityFlag)
    assert "p < 0.01" in " ".join(rule.rule for rule in document.exclusion_rules)
    assert document.power is not None
    assert document.power.ties == 0.1
    assert "4 items has 3 ratings" in document.stopping_rule


def test_every_statistic_that_is_named_is_defined(sqlite_place: Workplace) -> None:
    study = new_study(sqlite_place)
    document = preregister_study(sqlite_place, OPERATOR, study.study_id).document
    defined = {(each.family, each.name) for each in document.definitions}
    named = {(each.family, name) for each in document.analyses for name in each.statistics}
    assert named == defined
    assert {each.dimension for each in document.analyses} >= {"naturalness", "goal", ""}


def test_registering_again_makes_a_new_version_and_keeps_the_old(place: Workplace) -> None:
    study = new_study(place)
    first = preregister_study(place, OPERATOR, study.study_id)
    second = preregister_study(place, OPERATOR, study.study_id, Intentions(primary=("goal",)))
    assert registered(place, study).registrations == (first, second)
    assert [first.document.version, second.document.version] == [1, 2]
    assert n_rows(place, PreregistrationRow) == 2


@pytest.mark.parametrize("change", ["UPDATE preregistration SET late = true", "DELETE FROM preregistration"])
def test_what_is_registered_cannot_be_changed(place: Workplace, change: str) -> None:
    preregister_study(place, OPERATOR, new_study(place).study_id)
    with pytest.raises((DBAPIError, AppError)), place.database.writing() as session:
        session.execute(text(change))
    assert n_rows(place, PreregistrationRow) == 1


def test_bundle_holds_the_registration_and_its_hash_can_be_checked(place: Workplace, tmp_path: Path) -> None:
    study = new_study(place)
    registration = preregister_study(place, OPERATOR, study.study_id)
    folder = export_study(place, OPERATOR, study.study_id, tmp_path / "b").folder
    content = (folder / "preregistration.json").read_text(encoding="utf-8")
    assert read_preregistrations(content).registrations == (registration,)
    plain = json.loads(content)["registrations"][0]["document"]
    canonical = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(canonical.encode()).hexdigest() == registration.sha256
    assert '"version": 1' in (folder / "events.csv").read_text(encoding="utf-8").replace('""', '"')
    with pytest.raises(ContractError, match="SHA-256"):
        read_preregistrations(content.replace('"seed": 11', '"seed": 12'))


def test_field_that_a_later_contract_adds_changes_no_hash(sqlite_place: Workplace) -> None:
    registration = preregister_study(sqlite_place, OPERATOR, new_study(sqlite_place).study_id)
    before = json.loads(registration.document.canonical)
    del before["plan"]["break_every"]
    older = json.dumps(before, sort_keys=True, separators=(",", ":"))
    sha256 = hashlib.sha256(older.encode()).hexdigest()
    stored = Registration(sha256=sha256, document=Preregistration.model_validate_json(older))
    assert Registration.model_validate_json(stored.model_dump_json()) == stored
    assert json.loads(stored.model_dump_json())["document"] == before


def test_bundle_of_a_study_that_is_not_registered_has_no_such_file(
    sqlite_place: Workplace, tmp_path: Path
) -> None:
    study = new_study(sqlite_place)
    folder = export_study(sqlite_place, OPERATOR, study.study_id, tmp_path / "b").folder
    assert not (folder / "preregistration.json").exists()
    assert study_preregistrations(sqlite_place, OPERATOR, study.study_id) is None


def test_later_changes_are_deviations(place: Workplace, tmp_path: Path) -> None:
    study = new_study(place)
    preregister_study(place, OPERATOR, study.study_id)
    assert registered(place, study).deviations == ()
    extend_study(place, OPERATOR, study.study_id, Extension(raters_per_item=4))
    rubric = builtin_rubric("naturalness-then-goals")
    revise_questions(
        place, OPERATOR, study.study_id, rubric.model_copy(update={"description": "Other words."})
    )
    change_text(place, OPERATOR, study.study_id, TextKind.INSTRUCTIONS, "Read well.")
    deviations = registered(place, study).deviations
    assert [each.what for each in deviations] == ["raters per item", "questions", "instructions text"]
    assert (deviations[0].registered, deviations[0].now) == ("3", "4")
    assert all(each.at is not None for each in deviations)
    folder = export_study(place, OPERATOR, study.study_id, tmp_path / "b").folder
    exported = read_preregistrations((folder / "preregistration.json").read_text(encoding="utf-8"))
    assert exported.deviations == deviations
    preregister_study(place, OPERATOR, study.study_id)
    assert registered(place, study).deviations == ()


def test_after_unblinding_it_is_refused_or_marked_late(place: Workplace, tmp_path: Path) -> None:
    study = new_study(place)
    export_study(place, OPERATOR, study.study_id, tmp_path / "u", unblind_reason="Analysis begins")
    events = n_rows(place, EventRow)
    with pytest.raises(StudyError, match="--late"):
        preregister_study(place, OPERATOR, study.study_id)
    assert (n_rows(place, PreregistrationRow), n_rows(place, EventRow)) == (0, events)
    late = preregister_study(place, OPERATOR, study.study_id, Intentions(late=True))
    assert late.document.late
    assert "Late:" in registration_markdown(registered(place, study))


def test_strangers_and_impossible_intentions_store_nothing(place: Workplace) -> None:
    study = new_study(place)
    with pytest.raises(AppError, match="administrators"):
        preregister_study(place, STRANGER, study.study_id)
    wrong = Intentions(primary=("taste", "remark"), stopping_rule=" ", hypotheses="\x00")
    with pytest.raises(StudyError) as caught:
        preregister_study(place, OPERATOR, study.study_id, wrong)
    assert len(caught.value.problems) == 4
    assert n_rows(place, PreregistrationRow) == 0


def test_markdown_and_toml_hold_questions_rules_and_hash(sqlite_place: Workplace) -> None:
    study = new_study(sqlite_place)
    registration = preregister_study(sqlite_place, OPERATOR, study.study_id)
    written = registration_markdown(registered(sqlite_place, study))
    for part in (
        registration.sha256,
        "## Primary analysis",
        "`straight_lining`",
        "Seed of the assignment: 11",
    ):
        assert part in written
    for question in registration.document.rubric.dimensions:
        assert f"`{question.dimension}`" in written
    assert registration.sha256 in registration_toml(registration)
