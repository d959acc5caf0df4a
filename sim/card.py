"""The Simulation Card: what a reader of a simulation has to know, filled in from the run itself.

Headings after Zhou et al. (EMNLP 2024), with the matrix of who saw what, as measured from the prompts sent.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sim.schema.base import Mode
from sim.schema.episode import Episode, Role
from sim.schema.run import FailureRecord, RunManifest

__all__ = ["CardFacts", "collect_facts", "write_card"]

_FIELDS = ("name", "profile", "personality", "secret", "goal", "hints")
_PARTNERS = {Role.WRITER: "1", Role.CHARACTER_0: "1", Role.CHARACTER_1: "0"}


@dataclass
class ConditionFacts:
    """What the episodes of one condition add up to.

    Attributes
    ----------
    seen
        Per role, how many episodes showed it each field, its own character's as `own`.
    viewers
        Per role, in how many episodes it saw anything.
    """

    mode: Mode
    episodes: int = 0
    turns: int = 0
    words: int = 0
    ends: Counter[str] = field(default_factory=Counter[str])
    outcomes: Counter[str] = field(default_factory=Counter[str])
    viewers: Counter[Role] = field(default_factory=Counter[Role])
    seen: dict[Role, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    models: set[str] = field(default_factory=set[str])


@dataclass
class CardFacts:
    """What all episodes of a run add up to."""

    conditions: dict[str, ConditionFacts] = field(default_factory=dict[str, ConditionFacts])
    scenarios: set[str] = field(default_factory=set[str])
    environments: set[str] = field(default_factory=set[str])
    kinds: Counter[str] = field(default_factory=Counter[str])
    sources: set[str] = field(default_factory=set[str])
    notes: int = 0


def collect_facts(episodes: Iterable[Episode]) -> CardFacts:
    """Go once through the episodes, keeping counts only."""
    facts = CardFacts()
    for episode in episodes:
        condition = facts.conditions.setdefault(episode.condition, ConditionFacts(episode.mode))
        _count_dialogue(condition, episode)
        _count_access(condition, episode)
        facts.notes += bool(episode.provenance.note)
        scenario = episode.scenario
        if scenario is not None and scenario.scenario_id not in facts.scenarios:
            facts.scenarios.add(scenario.scenario_id)
            facts.environments.add(scenario.environment_id)
            facts.kinds[scenario.kind] += 1
            facts.sources.add(scenario.source or "not stated")
    return facts


def _count_dialogue(condition: ConditionFacts, episode: Episode) -> None:
    condition.episodes += 1
    condition.turns += len(episode.turns)
    condition.words += sum(len(turn.text.split()) for turn in episode.turns)
    condition.ends[episode.end_reason] += 1
    condition.models.update(episode.provenance.models.values())
    outcome = episode.outcome
    if outcome is not None:
        found = outcome.deal if outcome.kind == "bargaining" else outcome.found
        condition.outcomes[f"{outcome.kind}: {found}"] += 1


def _count_access(condition: ConditionFacts, episode: Episode) -> None:
    for access in episode.information_access:
        condition.viewers[access.viewer] += 1
        partner = _PARTNERS[access.viewer]
        for name in access.fields:
            plain, _, place = name.partition("_")
            whose = "own" if place != partner else "partner"
            condition.seen[access.viewer][plain if plain == "setting" else f"{whose} {plain}"] += 1


def write_card(
    manifest: RunManifest | None,
    facts: CardFacts,
    failures: Sequence[FailureRecord],
    *,
    prefix_share: float | None,
) -> str:
    """Write the card as Markdown."""
    settings = {} if manifest is None else manifest.settings
    lines = ["# Simulation Card", ""]
    if manifest is not None:
        lines += [f"Run `{manifest.run_id}`, made by Blindpair {manifest.code_version}.", ""]
    lines += _simulation(facts, settings)
    lines += ["## Who saw what", "", *_matrix(facts), ""]
    lines += ["## Episodes", "", *_episodes(facts), "", *_failures(failures), ""]
    lines += _settings(settings, prefix_share)
    lines += _considerations(facts, settings)
    return "\n".join(lines).rstrip() + "\n"


def _simulation(facts: CardFacts, settings: Mapping[str, object]) -> Iterator[str]:
    modes = {condition.mode for condition in facts.conditions.values()}
    models = sorted({model for condition in facts.conditions.values() for model in condition.models})
    single, multi = Mode.SCRIPT in modes, bool(modes & {Mode.AGENTS, Mode.MINDREADERS})
    kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(facts.kinds.items()))
    yield "## Simulation"
    yield ""
    agents = ["one writer for both (SCRIPT)"] * single + ["one per character"] * multi
    yield f"- Agents: {' and '.join(agents)}"
    yield f"- Information asymmetry: {_asymmetry(modes)}"
    yield f"- Agent type: language models ({', '.join(models) or 'not stated'})"
    yield "- Modalities: text"
    yield "- Humans in the loop: none while simulating"
    yield "- Platform: Blindpair"
    scenarios = f"{len(facts.scenarios)} scenarios in {len(facts.environments)} environments"
    yield f"- Domain: {scenarios} ({kinds}); source: {', '.join(sorted(facts.sources)) or 'not stated'}"
    if settings.get("preset") == "paper":
        yield (
            "- Other: the published wording of the prompts was used on purpose (`--preset paper`). It "
            "differs between modes in more than information: SCRIPT is told neither to keep the conversation "
            "natural nor when to leave, and MINDREADERS are told that their goal is visible to them alone."
        )
    else:
        yield "- Other: the instructions are word for word the same in all modes; only information differs."
    yield ""


def _asymmetry(modes: set[Mode]) -> str:
    parts = ["in AGENTS, each sees its own side only"] * (Mode.AGENTS in modes)
    parts += ["none in MINDREADERS"] * (Mode.MINDREADERS in modes)
    parts += ["none in SCRIPT"] * (Mode.SCRIPT in modes)
    return "; ".join(parts) or "not stated"


def _matrix(facts: CardFacts) -> Iterator[str]:
    yield "In how many episodes a field was in what the role was sent. It is measured: every prompt was"
    yield "written once more with a mark in the place of each field, and what was marked then was seen."
    yield "A hidden fact's mark in any prompt would have stopped the run. For the writer, `own` is the"
    yield "first character and `partner` the second."
    yield ""
    columns = ["setting", *(f"own {name}" for name in _FIELDS), *(f"partner {name}" for name in _FIELDS)]
    yield f"| condition | role | {' | '.join(columns)} | hidden facts |"
    yield f"|---|---|{'---|' * (len(columns) + 1)}"
    for name, condition in sorted(facts.conditions.items()):
        for role in sorted(condition.viewers):
            cells = [_cell(condition, role, column) for column in columns]
            yield f"| {name} | {role} | {' | '.join(cells)} | no |"


def _cell(condition: ConditionFacts, role: Role, column: str) -> str:
    n, seen = condition.viewers[role], condition.seen[role][column]
    if seen in {0, n}:
        return "yes" if seen else "no"
    return f"{seen} of {n}"


def _episodes(facts: CardFacts) -> Iterator[str]:
    yield "| condition | episodes | turns each | words a turn | endings | outcomes |"
    yield "|---|---|---|---|---|---|"
    for name, condition in sorted(facts.conditions.items()):
        turns = f"{condition.turns / condition.episodes:.1f}"
        words = f"{condition.words / condition.turns:.1f}"
        ends, outcomes = _counts(condition.ends), _counts(condition.outcomes) or "none checked"
        yield f"| {name} | {condition.episodes} | {turns} | {words} | {ends} | {outcomes} |"
    yield ""
    yield "No episode was left out for its length, its content or its outcome."
    if facts.notes:
        yield f"{facts.notes} episodes carry a note of their making (`provenance.note`)."


def _failures(failures: Sequence[FailureRecord]) -> Iterator[str]:
    simulated = [failure for failure in failures if failure.mode is not None]
    counts = Counter(f"{failure.condition} {failure.kind}" for failure in simulated)
    if not counts:
        yield "No attempt failed."
        return
    yield f"{len(simulated)} attempts failed, none of which became an episode, a turn or a score:"
    yield ""
    for what, n in sorted(counts.items()):
        yield f"- {what}: {n}"


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {n}" for name, n in sorted(counter.items()))


def _settings(settings: Mapping[str, object], prefix_share: float | None) -> Iterator[str]:
    yield "## Settings"
    yield ""
    for name, value in sorted(settings.items()):
        if name != "prompts":
            yield f"- {name}: {value}"
    if prefix_share is not None:
        yield f"- part of the prompts that was the same speaker's previous prompt: {prefix_share:.1%}"
    yield ""


def _considerations(facts: CardFacts, settings: Mapping[str, object]) -> Iterator[str]:
    yield "## Intended use"
    yield ""
    yield "- Primary: to compare conditions of knowledge by blind human ratings of paired dialogues."
    yield "- Other: not evidence of how people would behave in these situations."
    yield ""
    yield "## Metrics"
    yield ""
    yield "- Interaction fidelity: blind preferences by people; see the study's export."
    yield "- Goal achievement: ratings per character, and the outcome checks above where a scenario has one."
    yield "- Norms and safety: not measured unless a rubric asks for it."
    yield ""
    yield "## Ethical considerations"
    yield ""
    yield "- Characters are invented. Dialogues can hold the biases of the models that wrote them."
    yield ""
    yield "## Caveats and recommendations"
    yield ""
    yield "- MINDREADERS against AGENTS isolates information; SCRIPT against MINDREADERS adds the single"
    yield "  writer. Report both steps."
    if "scripted" in {model for condition in facts.conditions.values() for model in condition.models}:
        yield "- The model `scripted` follows fixed rules: its dialogues show the plumbing only."
    if settings.get("sends_seed"):
        yield "- Seeds were sent; whether a server honours them decides whether the run can be made again."
