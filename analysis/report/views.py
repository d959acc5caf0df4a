"""Tables for readers, made from rows: few columns, plain words, numbers with sensible digits."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from analysis.estimate import Estimate, Scope
from analysis.rater_names import in_order, rater_name
from analysis.report.glossary import note_in_words, title_of
from analysis.report.plain import interval, value, visible
from analysis.report.results import Results, Topic

__all__ = [
    "Table",
    "agreement_tables",
    "blinding_tables",
    "condition_tables",
    "coverage_tables",
    "estimate_table",
    "exclusion_tables",
    "judge_tables",
    "rater_tables",
    "tables_of",
    "text_tables",
]

_MOST_ROWS = 60
_MOST_STATISTICS = 5
"""A table of raters is as wide as a page with so many."""
_PUBLISHED = "published:"


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as text.

    Attributes
    ----------
    name
        Of its LaTeX file: letters, digits and hyphens.
    numeric
        How many columns at the left hold names; the rest is aligned to the right, but for notes.
    hint
        Statistic whose meaning is explained in the row, "" where there is none; one a row.
    more
        Rows that are not shown here but in the CSV file.
    """

    name: str
    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    n_names: int = 1
    hints: tuple[str, ...] = ()
    more: int = 0


_SIZES = ("units", "raters", "ratings", "clusters")


def estimate_table(name: str, caption: str, rows: Sequence[Estimate], *, about: str = "") -> Table:
    """Make a table with one estimate a row; columns that are empty throughout are left out.

    Parameters
    ----------
    about
        Heading of a first column that says what each row is about; "" for none.
    """
    shown = rows[:_MOST_ROWS]
    cells = [_cells(row, about) for row in shown]
    headings = (*((about,) if about else ()), "statistic", "value", "95 % interval", *_SIZES, "note")
    always = {"statistic", "value", "95 % interval"}
    kept = [
        at
        for at, heading in enumerate(headings)
        if heading in always or heading == about or any(row[at] for row in cells)
    ]
    return Table(
        name,
        caption,
        tuple(headings[at] for at in kept),
        tuple(tuple(row[at] for at in kept) for row in cells),
        n_names=2 if about else 1,
        hints=_once(row.statistic for row in shown),
        more=len(rows) - len(shown),
    )


def _once(names: Iterable[str]) -> tuple[str, ...]:
    """Keep the first of every name, "" in place of the rest."""
    every = list(names)
    return tuple(name if every.index(name) == at else "" for at, name in enumerate(every))


def _cells(row: Estimate, about: str) -> tuple[str, ...]:
    sizes = (row.n_units, row.n_raters, row.n_ratings, row.n_clusters)
    return (
        *((_about(row),) if about else ()),
        title_of(row.statistic),
        value(row),
        interval(row),
        *("" if size is None else str(size) for size in sizes),
        visible(note_in_words(row.note)),
    )


def _about(row: Estimate) -> str:
    if row.condition is None:
        return "all"
    over = "" if row.reference is None else f" over {row.reference}"
    return visible(f"{row.condition}{over}")


def coverage_tables(results: Results) -> Iterator[Table]:
    """Say what was rated, one dimension a row."""
    yield Table(
        "coverage",
        "What people rated. Only units with at least two ratings enter agreement.",
        ("dimension", "level", "units", "with two or more ratings", "raters", "ratings", "clusters"),
        tuple(
            (
                visible(each.dimension),
                f"{each.level}{', preference' if each.preference else ''}",
                str(each.n_units),
                str(each.n_units - each.n_single),
                str(each.n_raters),
                str(each.n_ratings),
                str(each.n_clusters),
            )
            for each in results.coverage
        ),
        n_names=2,
    )


def exclusion_tables(results: Results) -> Iterator[Table]:
    """Say what was left out, and why; no table where nothing was."""
    if not results.exclusions:
        return
    yield Table(
        "excluded",
        "What did not enter the numbers.",
        ("from", "what", "how many", "why"),
        tuple(
            (visible(each.where), visible(each.reason), str(each.count), visible(each.why))
            for each in results.exclusions
        ),
        n_names=2,
    )


def agreement_tables(results: Results) -> Iterator[Table]:
    """Show agreement of all raters, one table a dimension; preferences labelled by condition apart."""
    rows = results.rows(Topic.AGREEMENT)
    for at, each in enumerate(results.coverage, start=1):
        own = [row for row in rows if row.dimension == each.dimension]
        name = visible(each.dimension)
        overall = [row for row in own if row.scope is Scope.OVERALL]
        yield estimate_table(f"agreement-{at}", f"Agreement of all raters on {name}.", overall)
        labelled = [
            row for row in own if row.scope is Scope.CONDITION and row.statistic == "krippendorff_alpha"
        ]
        if labelled:
            caption = (
                f"Agreement on {name} with the conditions as labels, as unordered (nominal) and as ordered "
                "labels. It differs where raters lean to one condition."
            )
            yield estimate_table(f"agreement-{at}-by-condition", caption, labelled, about="comparison")


def rater_tables(results: Results) -> Iterator[Table]:
    """Show raters one by one, a statistic with its interval a column, in tables that fit a page."""
    rows = [row for row in results.rows(Topic.AGREEMENT) if row.scope is Scope.RATER]
    name = partial(rater_name, numbers=results.rater_numbers)
    for at, each in enumerate(results.coverage, start=1):
        own = [row for row in rows if row.dimension == each.dimension]
        columns = [
            statistic
            for statistic in dict.fromkeys(row.statistic for row in own)
            if any(row.value is not None for row in own if row.statistic == statistic)
        ]
        found = {(row.rater, row.statistic): row for row in own}
        raters = sorted({row.rater or "" for row in own}, key=lambda rater: in_order(name(rater)))
        n_ratings, numbered = _most_ratings(own), bool(results.rater_numbers)
        for part in range(0, len(columns), _MOST_STATISTICS):
            names = columns[part : part + _MOST_STATISTICS]
            yield Table(
                f"raters-{at}" + f"-from-{part + 1}" * (part > 0),
                f"Raters one by one on {visible(each.dimension)}{', continued' * (part > 0)}, "
                "with 95 % intervals where there are any.",
                ("rater", *(("id",) if numbered else ()), "ratings", *map(title_of, names)),
                tuple(
                    (
                        visible(name(rater)),
                        *((visible(rater),) if numbered else ()),
                        str(n_ratings.get(rater, "")),
                        *(_with_interval(found.get((rater, column))) for column in names),
                    )
                    for rater in raters[:_MOST_ROWS]
                ),
                n_names=2 if numbered else 1,
                more=max(0, len(raters) - _MOST_ROWS),
            )


def _most_ratings(rows: Iterable[Estimate]) -> dict[str | None, int]:
    """Count every rater's own ratings: as many as enter the statistic that most of them enter."""
    found: dict[str | None, int] = {}
    for row in rows:
        if row.n_raters == 1:
            found[row.rater] = max(found.get(row.rater, 0), row.n_ratings or 0)
    return found


def judge_tables(results: Results) -> Iterator[Table]:
    """Show every judge against people, one table a judge and dimension, then differences by condition."""
    rows = results.rows(Topic.JUDGE)
    at = 0
    for judge in results.judges:
        for dimension in dict.fromkeys(row.dimension for row in rows):
            own = [row for row in rows if (row.judge, row.dimension) == (judge, dimension)]
            pooled = [
                row
                for row in own
                if row.condition is None and row.rater is None and row.statistic != "calibration"
            ]
            if not pooled:
                continue
            at += 1
            about = f"{visible(judge)} against people on {visible(dimension)}"
            yield estimate_table(f"judge-{at}", f"{about}.", pooled)
            if within := [row for row in own if row.condition is not None and _tells(row)]:
                yield estimate_table(
                    f"judge-{at}-by-condition", f"{about}, by condition.", within, about="condition"
                )


_BY_CONDITION = {
    "accuracy",
    "bias",
    "bias_difference",
    "cohen_kappa",
    "corrected_difference",
    "judge_failure_rate",
    "labels_saved",
    "mae",
    "pearson",
    "weighted_kappa",
}


def _tells(row: Estimate) -> bool:
    return row.statistic in _BY_CONDITION


def condition_tables(results: Results) -> Iterator[Table]:
    """Show every comparison of two conditions, one table a dimension and contrast."""
    rows = [row for row in results.rows(Topic.CONDITIONS) if row.scope is Scope.CONDITION]
    rows = [row for row in rows if row.dimension != Topic.TEXT]
    keys = dict.fromkeys((row.dimension, row.condition, row.reference) for row in rows if row.reference)
    for at, key in enumerate(keys, start=1):
        own = _first_of_each(row for row in rows if (row.dimension, row.condition, row.reference) == key)
        caption = f"{visible(key[1] or '')} against {visible(key[2] or '')} on {visible(key[0])}."
        yield estimate_table(f"conditions-{at}", caption, own)
    published = [row for row in rows if row.note.startswith(_PUBLISHED)]
    means = [row for row in rows if row.reference is None and row not in published]
    if means:
        yield estimate_table("means", "Mean scores by condition.", means, about="condition")
    if published:
        caption = "For comparison: published scores under the same modes, of other models and other judges."
        yield estimate_table("published", caption, published, about="condition")


def _first_of_each(rows: Iterable[Estimate]) -> list[Estimate]:
    """Keep the first row of every statistic: that of the default method; the rest is in the CSV file."""
    found: dict[str, Estimate] = {}
    for row in rows:
        found.setdefault(row.statistic, row)
    return list(found.values())


def blinding_tables(results: Results) -> Iterator[Table]:
    """Show raters' guesses, and what the text alone gives away."""
    rows = results.rows(Topic.BLINDING)
    guesses = [row for row in rows if row.n_raters is not None]
    if guesses:
        yield estimate_table("guesses", "Raters' guesses of the condition.", guesses, about="condition")
    leak = [row for row in rows if row.n_raters is None and row.scope is Scope.CONDITION]
    features = [row for row in leak if row.statistic == "leak_feature_auroc"]
    if everything := [row for row in leak if row not in features]:
        yield estimate_table(
            "leak", "Whether the text alone gives conditions away.", everything, about="comparison"
        )
    if features:
        yield _features(features)


def _features(rows: Sequence[Estimate]) -> Table:
    return Table(
        "leak-features",
        "Which features of the text differ most. 0.5: not at all; above, the first condition has more of it.",
        ("feature", "comparison", "value", "95 % interval"),
        tuple((title_of(row.dimension), _about(row), value(row), interval(row)) for row in rows[:_MOST_ROWS]),
        n_names=2,
        more=max(0, len(rows) - _MOST_ROWS),
    )


def text_tables(results: Results) -> Iterator[Table]:
    """Show properties of the dialogues, a condition a column where conditions are known."""
    rows = results.rows(Topic.TEXT)
    if not rows:
        return
    scope = Scope.CONDITION if any(row.scope is Scope.CONDITION for row in rows) else Scope.OVERALL
    found = {(row.statistic, row.condition or "all"): row for row in rows if row.reference is None}
    columns = list(
        dict.fromkeys(row.condition or "all" for row in rows if row.scope is scope and row.reference is None)
    )
    names = list(dict.fromkeys(row.statistic for row in rows))
    yield Table(
        "text",
        "The dialogues: means with 95 % intervals, by condition where it is known.",
        ("property", *map(visible, columns)),
        tuple(
            (title_of(name), *(_with_interval(found.get((name, column))) for column in columns))
            for name in names
        ),
        hints=tuple(names),
    )


def _with_interval(row: Estimate | None) -> str:
    if row is None:
        return ""
    between = interval(row)
    return f"{value(row)} ({between})" if between else value(row)


def tables_of(results: Results) -> tuple[Table, ...]:
    """Make every table of a report."""
    return (
        *coverage_tables(results),
        *agreement_tables(results),
        *rater_tables(results),
        *judge_tables(results),
        *condition_tables(results),
        *blinding_tables(results),
        *text_tables(results),
        *exclusion_tables(results),
    )
