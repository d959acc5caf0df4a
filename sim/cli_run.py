"""`blindpair sim run` and `blindpair sim estimate`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli_options import EndpointOptions, Environment, LimitOptions, SimulationOptions
from sim.cli_signature import spread

if TYPE_CHECKING:
    from sim.endpoint import Endpoint
    from sim.launch import RunOptions
    from sim.schema.base import Mode

__all__ = ["endpoint_of", "run_app"]

run_app = typer.Typer(rich_markup_mode=None)


@run_app.command()
@spread
def run(
    context: typer.Context,
    output: Annotated[Path, typer.Option("--output", "-o", file_okay=False, help="The run's folder.")],
    simulation: SimulationOptions,
    limits: LimitOptions,
    endpoint: EndpointOptions,
) -> None:
    """Simulate paired episodes; the same command continues a run that was interrupted."""
    from sim.run_command import report_lines, run_to_end

    options = _run_options(output, simulation, limits)
    launched = run_to_end(options, endpoint_of(context, endpoint), limits.prices)
    for line in report_lines(options, launched):
        typer.echo(line)
    if launched.summary.done < launched.summary.planned:
        raise typer.Exit(1)


@run_app.command()
@spread
def estimate(
    simulation: SimulationOptions,
    words_per_turn: Annotated[
        int, typer.Option("--words-per-turn", min=1, help="Guess of a turn's length.")
    ] = 25,
    prices: Annotated[
        Path | None, typer.Option("--prices", exists=True, dir_okay=False, help="Your own prices (TOML).")
    ] = None,
) -> None:
    """Say how many calls and tokens a run takes and what it costs; nothing is sent."""
    from sim.estimate import estimate_lines, estimate_run
    from sim.llm.prices import read_prices

    options = _run_options(Path(), simulation, LimitOptions())
    estimates = estimate_run(options, read_prices(prices), words_per_turn=words_per_turn)
    for line in estimate_lines(estimates):
        typer.echo(line)


@run_app.command()
def card(
    folder: Annotated[Path, typer.Argument(metavar="RUN", exists=True, file_okay=False)],
) -> None:
    """Write the run's Simulation Card, with who saw what, to its card.md."""
    from sim.card import collect_facts, write_card
    from sim.llm.journal import Journal
    from sim.run_directory import RunDirectory, read_manifest

    directory = RunDirectory(folder)
    manifest = read_manifest(folder)
    failures = [failure for each in directory.earlier_failures().values() for failure in each]
    with Journal(directory.journal) as journal:
        share = journal.prefix_share()
    facts = collect_facts(directory.iter_episodes())
    directory.write(folder / "card.md", write_card(manifest, facts, failures, prefix_share=share))
    typer.echo(f"{folder / 'card.md'}: {sum(c.episodes for c in facts.conditions.values())} episodes.")


def endpoint_of(context: typer.Context, options: EndpointOptions) -> "Endpoint":
    """Put address and key together."""
    from sim.endpoint import Endpoint, read_key

    environment = context.find_object(Environment) or Environment(None)
    return Endpoint(options.base_url, read_key(environment.api_key, options.api_key_file), options.timeout)


def _run_options(output: Path, simulation: SimulationOptions, limits: LimitOptions) -> "RunOptions":
    from sim.launch import RunOptions
    from sim.llm.chat import Sampling
    from sim.modes.dialogue import Ending
    from sim.plan import RoleModels
    from sim.runner import Limits

    temperature = None if simulation.temperature < 0 else simulation.temperature
    model = simulation.model
    return RunOptions(
        scenarios=simulation.scenarios,
        output=output,
        modes=_modes(simulation.modes),
        models=RoleModels(
            simulation.writer_model or model, simulation.model_1 or model, simulation.model_2 or model
        ),
        preset=simulation.preset.value,
        repeats=simulation.repeats,
        seed=simulation.seed,
        sampling=Sampling(temperature, simulation.top_p, simulation.max_tokens),
        writer_sampling=Sampling(temperature, simulation.top_p, simulation.writer_max_tokens),
        sends_seed=simulation.send_seed,
        ending=Ending(simulation.turn_limit),
        limits=Limits(limits.concurrency, limits.max_attempts),
        budget_usd=limits.budget_usd,
        max_tokens_total=limits.max_tokens_total,
    )


def _modes(text: str) -> "tuple[Mode, ...]":
    from sim.errors import SimError
    from sim.schema.base import Mode
    from sim.simulate import SIMULATED_MODES

    names = [name.strip().upper() for name in text.split(",") if name.strip()]
    known = [mode.value for mode in SIMULATED_MODES]
    wrong = [name for name in names if name not in known]
    if wrong or not names or len(set(names)) < len(names):
        raise SimError(f"--modes: found {text!r}, expected some of {', '.join(known)}, each once.")
    return tuple(Mode(name) for name in names)
