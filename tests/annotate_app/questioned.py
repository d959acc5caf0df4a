"""A small study that asks its raters questions, and says more to them than it must."""

from dataclasses import replace

from annotate_app.design.principal import RaterPrincipal
from annotate_app.design.views import GuessView, QuestionsView, ScreenValue
from annotate_app.services.rating import answer_guesses, answer_questions, session_view
from annotate_app.services.studies import CreatedStudy, FinalQuestion, StudyPlan, Withdrawal, create_study
from annotate_app.services.workplace import Workplace
from sim.schema.questionnaire import PersonQuestion, Questionnaire
from sim.schema.scale import MultipleChoiceAnswer, NumberAnswer, Option, ScaleAnswer, TextAnswer, YesNoAnswer
from tests.annotate_app.studio import OPERATOR, episodes, upload
from tests.golden import records

FIRST, SECOND = sorted({episode.condition for episode in records.EPISODES})
DESCRIPTIONS = {FIRST: "two people who each knew their own side", SECOND: "one writer who knew both sides"}
BEFORE = Questionnaire(
    title="About *you*",
    questions=(
        PersonQuestion(
            question="age",
            text="How old are you?",
            help="In years.",
            answer=NumberAnswer(minimum=18, maximum=120),
        ),
        PersonQuestion(question="fluent", text="Do you read English fluently?", answer=YesNoAnswer()),
        PersonQuestion(
            question="languages",
            text="Which languages do you read?",
            answer=MultipleChoiceAnswer(
                options=(Option(value="en", label="English"), Option(value="ar", label="Arabic"))
            ),
            required=False,
        ),
    ),
)
AFTER = Questionnaire(
    introduction="Thank you for rating.",
    questions=(
        PersonQuestion(question="hard", text="How hard was it?", answer=ScaleAnswer(minimum=1, maximum=7)),
        PersonQuestion(question="remarks", text="Anything else?", answer=TextAnswer(), required=False),
    ),
)
ABOUT_ME: dict[str, ScreenValue] = {"age": 44, "fluent": "yes"}
AFTERWARDS: dict[str, ScreenValue] = {"hard": 3, "remarks": "=1+1"}


def plan_with_questions(**changes: object) -> StudyPlan:
    """Plan a study with every text, both questionnaires and the final question."""
    plan = StudyPlan(
        name="Questions",
        n_raters=3,
        seed=11,
        warning="Some dialogues hold <b>insults</b>.",
        debriefing="One dialogue of each pair had one writer.",
        before=BEFORE,
        after=AFTER,
        final_question=FinalQuestion(DESCRIPTIONS),
        withdrawal=Withdrawal.KEEP,
    )
    return replace(plan, **changes)  # pyright: ignore[reportArgumentType]


def questioned_study(place: Workplace, *, n_pairs: int = 4, **changes: object) -> CreatedStudy:
    """Make such a study."""
    upload(place, episodes(n_pairs))
    return create_study(place, OPERATOR, plan_with_questions(**changes))


def answer(place: Workplace, rater: RaterPrincipal, answers: dict[str, ScreenValue]) -> None:
    """Answer the questionnaire that is shown."""
    view = session_view(place, rater)
    assert isinstance(view, QuestionsView), view
    answer_questions(
        place,
        rater,
        moment=view.moment,
        questionnaire_hash=view.questionnaire.questionnaire_hash,
        answers=answers,
    )


def guess(
    place: Workplace, rater: RaterPrincipal, choice: str | None = "a", confidence: int | None = 4
) -> None:
    """Guess the same of every pair that is asked for."""
    view = session_view(place, rater)
    assert isinstance(view, GuessView), view
    given = {"choice": choice, "confidence": confidence}
    answer_guesses(
        place,
        rater,
        answers={f"{pair.key}.{part}": value for pair in view.pairs for part, value in given.items()},
    )
