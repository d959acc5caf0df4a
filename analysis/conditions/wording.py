"""Wording that entries of the two registries share."""

__all__ = ["CGM", "INTERVAL", "MEDIATOR", "NO_LENGTHS", "NO_SIDES", "TWO_WAY"]

TWO_WAY = (
    "two-way clustered, V = V_environment + V_rater - V_both, each with factor G / (G - 1), and "
    "t(min(G_environment, G_rater) - 1)"
)
INTERVAL = f"Interval: {TWO_WAY}"
CGM = "Cameron, Gelbach & Miller 2011, J Bus Econ Stat 29:238"
MEDIATOR = "at equal length; length is a mediator: not the effect of the condition"
NO_SIDES = "order of presentation not known or never varied, or no finite estimate"
NO_LENGTHS = "lengths not known or never varied, or no finite estimate"
