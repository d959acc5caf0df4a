import io

from analysis.console import show_rows
from analysis.estimate import Estimate, Scope
from sim.schema.base import Level


def shown(*rows: Estimate) -> str:
    stream = io.StringIO()
    show_rows(rows, {}, stream)
    return stream.getvalue()


def row(**changes: object) -> Estimate:
    base = Estimate(
        scope=Scope.OVERALL, dimension="goal", level=Level.INTERVAL, statistic="mean_difference", value=1.0
    )
    return base.model_copy(update=changes)


def test_rows_fit_a_hundred_columns() -> None:
    long = row(
        statistic="davidson_log_odds_side_adjusted", low=-10.123, high=10.123, n_units=100_000, n_raters=1000
    )
    text = shown(long, row(scope=Scope.RATER_PAIR, rater="r" * 40, rater_2="s" * 40, n_clusters=12_345))
    assert max(map(len, text.splitlines())) <= 100


def test_equal_notes_are_written_once() -> None:
    text = shown(row(note="twice"), row(note="twice"), row(note="once"))
    assert [line.split() for line in text.splitlines()[-2:]] == [["1", "twice"], ["2", "once"]]


def test_markup_in_names_is_text() -> None:
    assert "[red]x[/red] (interval): [/bold]" in shown(
        row(dimension="[red]x[/red]", scope=Scope.CONDITION, condition="[/bold]")
    )


def test_small_p_values_are_not_zero() -> None:
    assert "< 0.001" in shown(row(statistic="p_value_holm", value=1e-9))
