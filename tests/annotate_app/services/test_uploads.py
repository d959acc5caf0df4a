"""Uploads: previewed, confirmed by content, all or nothing."""

import io

import pytest

from annotate_app.errors import NotAllowedError, UploadError
from annotate_app.services.uploads import confirm_upload, list_batches, preview_upload
from annotate_app.services.workplace import Workplace
from annotate_app.store.models import BatchRow, BlindEpisodeRow, EpisodeRow
from sim.schema.episode import EndReason
from tests.annotate_app.studio import OPERATOR, STRANGER, as_file, episodes, n_rows, upload


def test_preview_counts_and_writes_nothing(place: Workplace) -> None:
    preview = preview_upload(place, OPERATOR, as_file(episodes(3)[:5]), name="e.jsonl")
    assert [(one.condition, one.n_episodes) for one in preview.conditions] == [
        ("AGENTS:golden-model", 2),
        ("SCRIPT:golden-model", 3),
    ]
    assert (preview.complete_pairs, preview.incomplete_pairs) == (("pair-0", "pair-1"), ("pair-2",))
    assert (preview.n_new, preview.n_stored, preview.can_be_confirmed) == (5, 0, True)
    assert (n_rows(place, BatchRow), n_rows(place, EpisodeRow)) == (0, 0)


def test_confirming_stores_episodes_and_their_blind_form(place: Workplace) -> None:
    stored = upload(place, episodes(2))
    assert (stored.n_new, stored.n_skipped) == (4, 0)
    assert (n_rows(place, EpisodeRow), n_rows(place, BlindEpisodeRow)) == (4, 4)
    (batch,) = list_batches(place, OPERATOR)
    assert (batch.batch_id, batch.n_complete_pairs) == (stored.batch_id, 2)


def test_same_file_again_changes_nothing(place: Workplace) -> None:
    first, second = upload(place, episodes(2)), upload(place, episodes(2))
    assert (second.batch_id, second.n_new, second.n_skipped) == (first.batch_id, 0, 4)
    assert n_rows(place, BatchRow) == 1


def test_same_episodes_in_another_file_are_skipped(place: Workplace) -> None:
    upload(place, episodes(1))
    preview = preview_upload(place, OPERATOR, as_file(episodes(2)), name="more.jsonl")
    assert (preview.n_new, preview.n_stored) == (2, 2)
    stored = upload(place, episodes(2), name="more.jsonl")
    assert (stored.n_new, stored.n_skipped) == (2, 2)
    assert n_rows(place, EpisodeRow) == 4


def test_stored_id_with_other_content_refuses_the_whole_file(place: Workplace) -> None:
    upload(place, episodes(1))
    changed = [one.model_copy(update={"end_reason": EndReason.STALE}) for one in episodes(1)] + episodes(2)[
        2:
    ]
    stream = as_file(changed)
    preview = preview_upload(place, OPERATOR, stream, name="e.jsonl")
    assert [(problem.line, problem.field) for problem in preview.problems] == [
        (1, "episode_id"),
        (2, "episode_id"),
    ]
    stream.seek(0)
    with pytest.raises(UploadError, match="another content") as caught:
        confirm_upload(place, OPERATOR, stream, name="e.jsonl", content_hash=preview.content_hash)
    assert len(caught.value.problems) == 2
    assert n_rows(place, EpisodeRow) == 2


def test_broken_file_names_every_line_and_stores_nothing(place: Workplace) -> None:
    data = as_file(episodes(1)).getvalue() + b'{"schema_version": 1}\n\nnonsense\n'
    preview = preview_upload(place, OPERATOR, io.BytesIO(data), name="e.jsonl")
    assert {problem.line for problem in preview.problems} == {3, 5}
    assert not preview.can_be_confirmed
    with pytest.raises(UploadError):
        confirm_upload(place, OPERATOR, io.BytesIO(data), name="e.jsonl", content_hash=preview.content_hash)
    assert (n_rows(place, BatchRow), n_rows(place, EpisodeRow)) == (0, 0)


def test_other_bytes_than_previewed_are_refused(place: Workplace) -> None:
    preview = preview_upload(place, OPERATOR, as_file(episodes(1)), name="e.jsonl")
    with pytest.raises(UploadError, match="Preview it again"):
        confirm_upload(
            place, OPERATOR, as_file(episodes(2)), name="e.jsonl", content_hash=preview.content_hash
        )
    assert n_rows(place, EpisodeRow) == 0


def test_rater_may_not_upload(place: Workplace) -> None:
    with pytest.raises(NotAllowedError):
        preview_upload(place, STRANGER, as_file(episodes(1)), name="e.jsonl")
    with pytest.raises(NotAllowedError):
        list_batches(place, STRANGER)
    assert n_rows(place, EpisodeRow) == 0


def test_file_without_a_pair_to_compare_is_said(place: Workplace) -> None:
    apart = [
        episode.model_copy(update={"pair_id": f"alone-{number}"})
        for number, episode in enumerate(episodes(2))
    ]
    preview = preview_upload(place, OPERATOR, as_file(apart), name="apart.jsonl")
    assert preview.can_be_confirmed
    assert preview.note is not None
    assert "no pairs to compare" in preview.note
    assert preview_upload(place, OPERATOR, as_file(episodes(2)), name="pairs.jsonl").note is None
