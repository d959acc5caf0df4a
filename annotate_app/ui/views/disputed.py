"""What raters disagree on most: both dialogues, every answer and remark, and a judge's reasons."""

from collections.abc import Sequence

import streamlit as st

from annotate_app.design.principal import AdminPrincipal
from annotate_app.language import translation_of
from annotate_app.services.disputed_items import DisputedAnswer, DisputedItem, disputed_items
from annotate_app.services.studies import StudySummary
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.rated_pair import show_dialogues
from annotate_app.ui.components.text import literal, prose
from annotate_app.ui.views.staff_frame import problems_shown

__all__ = ["show_disputed"]

_LARGE = 2000


def show_disputed(place: Workplace, admin: AdminPrincipal, summary: StudySummary) -> None:
    """Show one disputed item at a time; in a large study only when it is asked for."""
    prose(
        "Items on which raters disagree most, without excluded raters. Still blind: the dialogues are "
        "numbered in an order that says nothing of their conditions."
    )
    if summary.n_completed > _LARGE and not st.toggle("Find disputed items", key="find-disputed"):
        return
    file = st.file_uploader(
        "A judge's ratings.csv, to read its reasons beside", type="csv", key="judge-ratings"
    )
    with problems_shown():
        judges = None if file is None else file.getvalue()
        _show(disputed_items(place, admin, summary.study_id, judges=judges))


def _show(items: Sequence[DisputedItem]) -> None:
    if not items:
        prose("Raters agree wherever at least two answered.")
        return
    left, right = st.columns(2)
    dimensions = list(dict.fromkeys(item.dimension for item in items))
    dimension = left.selectbox("Question", dimensions, key="disputed-question")
    of_dimension = [item for item in items if item.dimension == dimension]
    chosen = right.selectbox(
        "Item, the most disputed first",
        range(len(of_dimension)),
        format_func=lambda at: f"{at + 1}: pair {of_dimension[at].pair_id}, {of_dimension[at].about}",
        key=f"disputed-item-{dimension}",
    )
    _item(of_dimension[chosen or 0])


def _item(item: DisputedItem) -> None:
    st.subheader(literal(item.question), anchor=False)
    prose(f"About {item.about}. Disagreement: {item.disagreement:.2f}.")
    _answers(item.answers)
    words = [*item.judges, *(one for one in item.answers if one.reason), *item.remarks]
    for one in words:
        prose(_in_words(one))
    dialogues = {"Dialogue 1": item.first, **({"Dialogue 2": item.second} if item.second else {})}
    show_dialogues(dialogues, translation_of("en"))


def _answers(answers: Sequence[DisputedAnswer]) -> None:
    st.dataframe(
        {
            "who": [one.who for one in answers],
            "answer": [one.value for one in answers],
            "dialogue A was": [_first(one) or "–" for one in answers],
        },
        hide_index=True,
        key="disputed-answers",
    )


def _in_words(answer: DisputedAnswer) -> str:
    """Write who said what in full: a table's cells would cut it."""
    first = _first(answer)
    seen = f" (dialogue A was {first})" if first else ""
    return f"{answer.who}{seen}: {answer.value}" + (f"\n{answer.reason}" if answer.reason else "")


def _first(answer: DisputedAnswer) -> str:
    return "" if answer.shown_first is None else f"dialogue {answer.shown_first}"
