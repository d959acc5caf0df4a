"""The buttons of a new study's form that check a plan before there is a study."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from annotate_app.design.principal import AdminPrincipal
from annotate_app.services.planning.batch_leaks import LeakReport, TellingFeature, batch_leaks, leaks_in_words
from annotate_app.services.planning.batch_power import batch_power
from annotate_app.services.planning.planned_power import Assumptions, Wanted
from annotate_app.services.studies import StudyPlan
from annotate_app.services.workplace import Workplace
from annotate_app.ui.components.power_part import assumption_fields, show_power, wanted_fields
from annotate_app.ui.components.text import prose

__all__ = ["PlanCheck", "plan_checks"]

PlanCheck = Callable[[Workplace, AdminPrincipal, StudyPlan], None]


def plan_checks() -> PlanCheck | None:
    """Offer both checks within a form; what was asked for, to be shown below it."""
    with st.expander("What is to be found, and what is assumed for that"):
        wanted = wanted_fields("plan")
        assumptions = assumption_fields("plan")
    with st.container(horizontal=True):
        power = st.form_submit_button("What can this study find?", key="check-power")
        leaks = st.form_submit_button("Can the text alone tell the conditions apart?", key="check-leaks")
    if power:
        return partial(_power, assumptions, wanted)
    return _leaks if leaks else None


def _power(
    assumptions: Assumptions, wanted: Wanted, place: Workplace, admin: AdminPrincipal, plan: StudyPlan
) -> None:
    st.subheader("What this study can find", anchor=False)
    show_power(batch_power(place, admin, plan, assumptions, wanted))


def _leaks(place: Workplace, admin: AdminPrincipal, plan: StudyPlan) -> None:
    st.subheader("Can the text alone tell the conditions apart?", anchor=False)
    report = batch_leaks(place, admin, plan)
    for sentence in leaks_in_words(report):
        prose(sentence)
    different = [one for one in report.features if one.auroc != 0.5]
    if different:
        _features(report, different)


def _features(report: LeakReport, features: Sequence[TellingFeature]) -> None:
    st.dataframe(
        {
            "feature": [one.title for one in features],
            f"more in {report.first}": [f"{one.auroc:.2f}" for one in features],
            "95 % interval": [
                "–" if one.low is None or one.high is None else f"{one.low:.2f} to {one.high:.2f}"
                for one in features
            ],
        },
        hide_index=True,
        key="leak-features",
    )
    st.caption("0.50: as much in both; 1.00: always more in the first condition; 0.00: always less.")
