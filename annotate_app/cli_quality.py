"""The commands about raters' quality: what flags them, and the decision to leave one out."""

from typing import Annotated

import typer

from annotate_app.cli_options import Json, StudyName, Workspace, opened_place, operator, show_document

__all__ = ["quality_app"]

quality_app = typer.Typer(rich_markup_mode=None)


@quality_app.command(short_help="Show what flags raters: equal answers, one side, too fast.")
def quality(study: StudyName, workspace: Workspace = None, json_: Json = False) -> None:
    """Show every rater's flags with the numbers behind them; they exclude nobody."""
    from annotate_app.services.studies import find_study, study_quality

    place = opened_place(workspace)
    found = find_study(place, operator(), study)
    rows = [
        {
            "rater": one.number,
            "flags": list(one.figures.flags) if json_ else " ".join(one.figures.flags) or "none",
            "items": one.figures.n_items,
            "same_answers": one.figures.n_straight,
            "of_items_with_scales": one.figures.n_scaled,
            "dialogue_a": one.figures.n_first,
            "of_preferences": one.figures.n_decided,
            "side_p": round(one.figures.side_p, 4),
            "too_fast": one.figures.n_fast,
            "of_timed": one.figures.n_timed,
            "words_per_second": None
            if one.figures.words_per_second is None
            else round(one.figures.words_per_second, 1),
            "same_again": one.figures.n_alike,
            "of_asked_again": one.figures.n_twice,
            "points_apart": None
            if one.figures.scale_difference is None
            else round(one.figures.scale_difference, 2),
            "of_scales_again": one.figures.n_scales_twice,
            "checks_passed": one.figures.n_passed,
            "of_checks": one.figures.n_checks,
            "excluded": one.is_excluded if json_ else "yes" if one.is_excluded else "no",
            **({"reason": one.exclusion_reason} if one.is_excluded else {}),
        }
        for one in study_quality(place, operator(), found.study_id)
    ]
    show_document({"study": found.study_id, "raters": rows}, as_json=json_)


@quality_app.command(short_help="Leave a rater out of analyses, or take one in again.")
def exclude(
    study: StudyName,
    rater: Annotated[int, typer.Argument(help="The rater's number.", metavar="RATER_NUMBER")],
    reason: Annotated[str, typer.Option(help="Why; stored with the study.")],
    undo: Annotated[bool, typer.Option("--undo", help="Take the rater in again.")] = False,
    after_unblinding: Annotated[
        bool, typer.Option("--after-unblinding", help="Although conditions were exported; recorded.")
    ] = False,
    workspace: Workspace = None,
    json_: Json = False,
) -> None:
    """Decide, before unblinding, that analyses leave a rater out; ratings stay, and it can be undone."""
    from annotate_app.services.studies import exclude_rater, find_study

    place = opened_place(workspace)
    found = find_study(place, operator(), study)
    exclude_rater(
        place,
        operator(),
        found.study_id,
        rater,
        reason=reason,
        undo=undo,
        after_unblinding=after_unblinding,
    )
    show_document({"study": found.study_id, "rater": rater, "excluded": not undo}, as_json=json_)
