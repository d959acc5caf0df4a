"""`python -m deploy.load_test`: see README.md in the folder above."""

import argparse
import asyncio
import json
import os
import sys
from dataclasses import asdict

from deploy.load_test.rater import Rhythm
from deploy.load_test.run import Figures, Load, run_load

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Run a load test and print its figures; 1 where anything was lost, stored twice or given too often."""
    options = _parser().parse_args(arguments)
    load = Load(
        n_sessions=options.sessions,
        rhythm=Rhythm(options.steps, options.every),
        n_kills=options.kill,
        database_url=options.database,
        seed=options.seed,
        n_processes=options.processes,
        environment=os.environ,
    )
    figures = asyncio.run(run_load(load))
    sys.stdout.write(json.dumps(_document(figures)) + "\n" if options.json else _text(figures))
    return 0 if figures.stored.is_equal and not figures.errors else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m deploy.load_test", description=__doc__)
    parser.add_argument("--sessions", type=int, default=300, help="open rater sessions [default: 300]")
    parser.add_argument("--steps", type=int, default=12, help="steps that each answers [default: 12]")
    parser.add_argument("--every", type=float, default=5.0, help="seconds for a step, about [default: 5]")
    parser.add_argument(
        "--kill", type=int, default=0, metavar="N", help="kill -9 the server N times meanwhile"
    )
    parser.add_argument("--database", metavar="URL", help="an empty PostgreSQL database [default: SQLite]")
    parser.add_argument(
        "--processes", type=int, default=1, metavar="N", help="servers that share the database [default: 1]"
    )
    parser.add_argument("--seed", type=int, default=1, help="of pauses, answers and kills [default: 1]")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def _document(figures: Figures) -> dict[str, object]:
    document = asdict(figures)
    return {name: None if value != value else value for name, value in document.items()}  # noqa: PLR0124


def _text(figures: Figures) -> str:
    stored = figures.stored
    head = f"{figures.n_sessions} sessions, {figures.n_steps} steps in {figures.seconds:.0f} s"
    memory = f"{figures.memory_before:.0f} MB with one session, {figures.memory_open:.0f} MB with all open"
    each = f"{figures.memory_after:.0f} MB at the end; {figures.memory_per_session:.2f} MB a session"
    wrong = f"{stored.n_lost} lost, {stored.n_twice} twice, {stored.n_unknown} unknown"
    lines = [
        f"{head}; {figures.n_kills} kills; load average {figures.load_average:.1f}",
        f"click to the next item's message, at the client: {_times(figures.click_ms)}",
        f"draft: {_times(figures.draft_ms)}",
        f"server: {figures.cpu_ms_per_step:.1f} ms of CPU, {figures.reruns_per_step:.2f} runs a step",
        f"memory: {memory}, {each}",
        f"answers: {stored.n_stored} stored, {stored.n_acknowledged} acknowledged",
        f"{wrong}, {stored.n_over_quota} over quota, {len(figures.errors)} errors",
    ]
    lines += [f"  {error}" for error in sorted(set(figures.errors))]
    return "".join(f"{line}\n" for line in lines)


def _times(milliseconds: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.0f} ms" for name, value in milliseconds.items())


if __name__ == "__main__":
    sys.exit(main())
