"""Figures: each drawn from rows or points, none where there is nothing to draw."""

from analysis.report.figures.draw import Figure, Images, draw
from analysis.report.figures.gallery import figures_of

__all__ = ["Figure", "Images", "draw", "figures_of"]
