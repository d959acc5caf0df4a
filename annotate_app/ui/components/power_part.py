"""The part of a form about what a study can find."""

import streamlit as st

from annotate_app.services.planning.planned_power import Assumptions, PlannedPower, Wanted
from annotate_app.services.planning.power_words import assumptions_in_words, power_in_words
from annotate_app.ui.components.text import prose

__all__ = ["assumption_fields", "show_power", "wanted_fields"]


def assumption_fields(key: str) -> Assumptions:
    """Ask for everything that has to be assumed; the defaults are those of `analyze power`."""
    given = Assumptions()
    columns = st.columns(3)
    ties = columns[0].number_input("Share of ties", 0.0, 0.99, given.ties, 0.05, key=f"{key}-ties")
    deviation = columns[1].number_input(
        "Standard deviation of a rater's score difference",
        0.01,
        1000.0,
        given.deviation,
        0.1,
        key=f"{key}-deviation",
    )
    power = columns[2].number_input(
        "Chance of finding it", 0.06, 0.999, given.power, 0.05, key=f"{key}-power"
    )
    columns = st.columns(3)
    environment = columns[0].number_input(
        "Variance that environments share", 0.0, 0.99, given.environment, 0.05, key=f"{key}-environment"
    )
    rater = columns[1].number_input(
        "Variance that raters share", 0.0, 0.99, given.rater, 0.05, key=f"{key}-rater"
    )
    alpha = columns[2].number_input(
        "Chance of a false alarm", 0.001, 0.2, given.alpha, 0.01, format="%.3f", key=f"{key}-alpha"
    )
    return Assumptions(ties, deviation, environment, rater, alpha, power)


def wanted_fields(key: str) -> Wanted:
    """Ask what is to be found; both may be left empty."""
    left, right = st.columns(2)
    win_rate = left.number_input(
        "Win rate to find", 0.5, 1.0, None, 0.01, placeholder="as 0.60", key=f"{key}-win-rate"
    )
    difference = right.number_input(
        "Mean score difference to find", 0.0, 1000.0, None, 0.1, placeholder="as 0.5", key=f"{key}-difference"
    )
    return Wanted(win_rate, difference)


def show_power(found: PlannedPower) -> None:
    """Say what a plan finds, in plain words, with the assumptions."""
    for sentence in (*power_in_words(found), assumptions_in_words(found)):
        prose(sentence)
