"""A methods paragraph with the sources of what was computed, made from the registries."""

from collections.abc import Iterator

from analysis.estimate import Scope
from analysis.report.glossary import term_of
from analysis.report.results import Results, Topic

__all__ = ["methods_paragraph", "references_of"]

_OWN = {"descriptive", "defined here", ""}


def methods_paragraph(results: Results) -> str:
    """Describe what was computed, as a paper's methods section would."""
    return " ".join(_sentences(results))


def _sentences(results: Results) -> Iterator[str]:
    n_raters = max((each.n_raters for each in results.coverage), default=0)
    n_ratings = sum(each.n_ratings for each in results.coverage)
    yield f"{n_ratings} ratings by {n_raters} raters on {len(results.coverage)} dimensions were analysed."
    yield (
        "Agreement is Krippendorff's alpha at the level of measurement of each question (Krippendorff 2019), "
        "recomputed with the krippendorff package; percent agreement and other coefficients stand beside it."
    )
    if any(each.preference for each in results.coverage):
        yield (
            "Preferences have no natural first and second; their agreement is that of the table in which "
            "every unit occurs in both orders."
        )
    yield _intervals(str(results.settings["interval"]))
    if results.rows(Topic.CONDITIONS):
        yield (
            "Conditions were compared by win rates, ties counted half, and by paired score differences, with "
            "standard errors clustered two ways by environment and rater (Cameron, Gelbach & Miller 2011); "
            "p-values were adjusted over all comparisons by Holm's method (Holm 1979)."
        )
    if results.rows(Topic.JUDGE):
        yield (
            "Judges were compared with people on the units that both rated: association, error, bias "
            "overall and by condition (Bland & Altman 1986), the leave-one-out human ceiling, and the "
            f"alternative annotator test with epsilon {results.settings['alt_test_epsilon']} (Calderon, "
            "Reichart & Dror 2025). Failed judgements were counted and never replaced."
        )
    if any(row.statistic == "leak_auroc" for row in results.rows(Topic.BLINDING)):
        yield (
            "Whether surface features give conditions away was tested by a ridge logistic regression, "
            "evaluated on environments that it had not seen."
        )
    if any(row.statistic == "guess_accuracy" for row in results.rows(Topic.BLINDING)):
        yield "Blinding was checked by the raters' guesses (Bang, Ni & Davis 2004)."
    yield (
        f"Computed with Blindpair {results.versions['blindpair']}, seed {results.settings['seed']}; "
        "formulas, conventions and edge cases are in its METHODS.md."
    )


def _intervals(method: str) -> str:
    said = {
        "jackknife": "Intervals are 95 %, by leaving out one cluster at a time with Student's t",
        "bootstrap": "Intervals are 95 %, percentiles of a bootstrap of clusters",
        "analytic": "Intervals are 95 %, by published formulas for independent units where there are any, "
        "else by leaving out one cluster at a time",
    }
    return f"{said[method]}; clusters are environments where they are known, else items or as named."


def references_of(results: Results) -> tuple[str, ...]:
    """List the sources of every statistic that has a row, sorted."""
    names = {row.statistic for topic in Topic for row in results.rows(topic) if row.scope is not Scope.ITEM}
    found = {part.strip() for name in names for part in term_of(name).citation.split(";")}
    return tuple(sorted(_joined(found - _OWN)))


def _joined(parts: set[str]) -> set[str]:
    """Leave out fragments that name no year."""
    return {part for part in parts if any(character.isdigit() for character in part)}
