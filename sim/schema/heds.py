"""The Human Evaluation Datasheet of a study: every field of the form, filled in where the study knows it.

Numbers and element names are those of the HEDS 3.0 form (https://nlp-heds.github.io; Belz & Thomson 2024,
arXiv 2412.07940, after Shimorina & Belz 2022); labels are short words of our own, the questions are theirs.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Self

from pydantic import ValidationError, model_validator

from sim.errors import ContractError
from sim.schema.base import SCHEMA_VERSION, Contract, Identifier, Text, WrittenText
from sim.schema.validation import problems_of

__all__ = [
    "CRITERION_QUESTIONS",
    "STUDY_QUESTIONS",
    "TO_BE_FILLED_IN",
    "HedsAnswer",
    "HedsCriterion",
    "HedsDocument",
    "HedsQuestion",
    "read_heds",
]

TO_BE_FILLED_IN = "to be filled in by the researcher"
_SOURCE = (
    "HEDS 3.0 form, https://nlp-heds.github.io",
    "Belz & Thomson 2024, HEDS 3.0, arXiv 2412.07940",
    "Shimorina & Belz 2022, The Human Evaluation Datasheet, aclanthology.org/2022.humeval-1.6",
)


@dataclass(frozen=True, slots=True)
class HedsQuestion:
    """A question of the form: its number, the name of its element there, and what it is about."""

    number: str
    element: str
    label: str


def _questions(prefix: str, lines: str) -> tuple[HedsQuestion, ...]:
    """Read one question a line: number, element behind the prefix, label."""
    parts = (line.split(maxsplit=2) for line in lines.strip().splitlines())
    return tuple(HedsQuestion(number, f"{prefix}{element}", label) for number, element, label in parts)


STUDY_QUESTIONS = (
    *_questions(
        "heds-paper_and_resources-",
        """
        1.1.1 paper-link Main reference
        1.1.2 paper-experiment_identification Which experiment of it
        1.2 resources-links Shared resources
        1.3.1.1 names_and_affiliations-person_completing_this_sheet-name Who completes this sheet: name
        1.3.1.2 names_and_affiliations-person_completing_this_sheet-affiliation Who completes it: affiliation
        1.3.1.3 names_and_affiliations-person_completing_this_sheet-email Who completes this sheet: email
        1.3.2.1 names_and_affiliations-contact_author-name Contact author: name
        1.3.2.2 names_and_affiliations-contact_author-affiliation Contact author: affiliation
        1.3.2.3 names_and_affiliations-contact_author-email Contact author: email
        """,
    ),
    *_questions(
        "heds-system-",
        """
        2.1 input_types Input of the systems
        2.2 output_types Output of the systems
        2.3 tasks Task of the systems
        2.4 input_languages Languages of the input
        2.5 output_languages Languages of the output
        """,
    ),
    *_questions(
        "heds-sample_evaluators_design-",
        """
        3.1.1 sample-number_of_system_outputs Outputs evaluated per system
        3.1.2 sample-system_output_selection How outputs were selected
        3.1.3.1 sample-statistical_power-method Power analysis: method
        3.1.3.2 sample-statistical_power-value Power analysis: result
        3.1.3.3 sample-statistical_power-script Power analysis: code
        3.2.1 evaluators-number_of_evaluators Number of evaluators
        3.2.2.1 evaluators-evaluators-expertise Evaluators are domain experts
        3.2.2.2 evaluators-evaluators-payment Evaluators are paid
        3.2.2.3 evaluators-evaluators-known_to_authors Evaluators are known to the authors
        3.2.2.4 evaluators-evaluators-are_authors Evaluators are among the authors
        3.2.3 evaluators-recruitment_method Recruitment
        3.2.4 evaluators-training_practice Training and practice
        3.2.5 evaluators-characteristics Other characteristics of evaluators
        3.3.1 experimental_design-preregistered Preregistration
        3.3.2 experimental_design-collection_method Medium of the responses
        3.3.3.1 experimental_design-quality_assurance-method Quality assurance: kinds
        3.3.3.2 experimental_design-quality_assurance-description Quality assurance: methods
        3.3.4.1 experimental_design-what_evaluators_see-link Where the interface can be seen
        3.3.4.2 experimental_design-what_evaluators_see-description What evaluators see
        3.3.5 experimental_design-evaluator_freedom Freedom of when and how fast
        3.3.6 experimental_design-evaluators_can_ask_questions Questions and feedback of evaluators
        3.3.7 experimental_design-experimental_conditions Place and conditions of the evaluation
        3.3.8 experimental_design-evaluators_place_of_choosing How conditions vary between evaluators
        """,
    ),
    *_questions(
        "heds-ethics-",
        """
        5.1 review_body Ethics committee
        5.2 personal_data Personal data
        5.3 special_category_data Special categories of data
        5.4 impact_assessments Impact assessments
        """,
    ),
)
"""Asked once a study; section 4 is asked once a quality criterion."""

CRITERION_QUESTIONS = _questions(
    "heds-criteria-criterion-",
    """
    4.1.1 criteria-quality_type Correctness, goodness or feature
    4.1.2 criteria-output_aspect Form, content or both
    4.1.3 criteria-self_vs_external_frame Frame of reference
    4.2.1 evaluation_mode-objective_or_subjective Objective or subjective
    4.2.2 evaluation_mode-absolute_or_relative Absolute or relative
    4.2.3 evaluation_mode-intrinsic_or_extrinsic Intrinsic or extrinsic
    4.3.1.1 response_elicitation-qc_name-participant_criterion_name Name shown to evaluators
    4.3.1.2 response_elicitation-qc_name-mapped_criterion_name Standardised name
    4.3.2 response_elicitation-participant_criterion_definiiton Definition shown to evaluators
    4.3.3 response_elicitation-size_of_scale Size of the rating instrument
    4.3.4 response_elicitation-list_or_range Its values
    4.3.5 response_elicitation-scale_presented_as How it is presented
    4.3.6 response_elicitation-task_description Task where there is no rating instrument
    4.3.7 response_elicitation-verbatim_question Verbatim question
    4.3.8 response_elicitation-form_of_response Form of elicitation
    4.3.9 response_elicitation-response_aggregation Aggregation of responses
    4.3.10 response_elicitation-effect_size_method Effect size and significance
    4.3.11.1 response_elicitation-inter_annotator-agreement Agreement between evaluators: method
    4.3.11.2 response_elicitation-inter_annotator-agreement_score Agreement between evaluators: score
    4.3.12.1 response_elicitation-intra_annotator-intra_annotator_agreement Agreement with oneself: method
    4.3.12.2 response_elicitation-intra_annotator-intra_annotator_agreement_score Its score
    """,
)


class HedsAnswer(Contract):
    """An answer, or None with a note on who knows it."""

    number: str
    element: str
    label: WrittenText
    value: Text | None
    note: Text = ""

    @model_validator(mode="after")
    def _is_explained(self) -> Self:
        if self.value is None and not self.note.strip():
            raise ValueError("a note where there is no value")
        return self


class HedsCriterion(Contract):
    """Section 4 of the form for one quality criterion, a question of the study's protocol."""

    criterion: WrittenText
    answers: tuple[HedsAnswer, ...]

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        _check_complete(self.answers, CRITERION_QUESTIONS)
        return self


class HedsDocument(Contract):
    """`heds.json` of a bundle."""

    schema_version: Literal[1] = SCHEMA_VERSION
    kind: Literal["heds"] = "heds"
    heds_version: Literal["3.0"] = "3.0"
    source: tuple[Text, ...] = _SOURCE
    study_id: Identifier
    answers: tuple[HedsAnswer, ...]
    criteria: tuple[HedsCriterion, ...]

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        _check_complete(self.answers, STUDY_QUESTIONS)
        return self


def _check_complete(answers: Iterable[HedsAnswer], questions: Iterable[HedsQuestion]) -> None:
    found = [(answer.number, answer.element) for answer in answers]
    expected = [(question.number, question.element) for question in questions]
    if found != expected:
        wrong = sorted({number for number, _ in set(found) ^ set(expected)}) or ["their order"]
        raise ValueError(f"every question of the form once and in order; see {', '.join(wrong)}")


def read_heds(text: str, *, source: str = "heds.json") -> HedsDocument:
    """Read a datasheet.

    Raises
    ------
    ContractError
        With every problem.
    """
    try:
        return HedsDocument.model_validate_json(text)
    except ValidationError as error:
        raise ContractError(problems_of(error, source=source, line=None)) from None
