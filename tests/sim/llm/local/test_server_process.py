"""How the local model's engine is set up."""

import pytest

from sim.llm.local.server_process import server_parameters
from tests.sim.llm.local.stand_in import xllamacpp


@pytest.mark.parametrize(("processors", "threads"), [(1, 1), (2, 1), (4, 3), (64, 4)])
def test_one_processor_is_left_to_everything_else(processors: int, threads: int) -> None:
    made = server_parameters(xllamacpp, "w.gguf", n_processors=processors)
    assert made.cpuparams.n_threads == made.cpuparams_batch.n_threads == threads


def test_every_call_at_once_has_a_context_of_its_own() -> None:
    made = server_parameters(xllamacpp, "w.gguf", n_processors=2)
    assert made.model.path == "w.gguf"
    assert made.n_ctx / made.n_parallel >= 4096


def test_repetitions_are_looked_for_in_a_known_stretch() -> None:
    # Zero and "the whole context" (-1) switch the search off without a word.
    assert server_parameters(xllamacpp, "w.gguf", n_processors=2).sampling.dry_penalty_last_n > 0
