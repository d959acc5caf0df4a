import html
import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from analysis.methods import REGISTRIES
from analysis.registry import Registry
from analysis.report.collect import Request, collect
from analysis.report.command import report_files
from analysis.report.glossary import term_of
from analysis.report.results import Results, Topic
from analysis.report.summary import answers_of
from tests.analysis.examples import csv_file
from tests.analysis.simulated_files import write_bundle
from tests.analysis.simulated_study import Design, SimulatedStudy, simulate

EVIL = "<script>alert(1)</script>"
ALLOWED = {"svg", "g", "path", "text", "rect", "line", "defs", "clipPath", "linearGradient", "stop"}


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def tags(page: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = Tags()
    parser.feed(page)
    return parser.found


def test_page_fetches_nothing_and_runs_nothing(page: str) -> None:
    found = tags(page)
    assert not {tag for tag, _ in found} & {"script", "link", "img", "iframe", "object", "base", "form"}
    addresses = [attrs.get(name) for _, attrs in found for name in ("src", "href", "xlink:href")]
    assert all(address is None or address.startswith("#") for address in addresses)
    assert not [attrs for _, attrs in found if any(name.startswith("on") for name in attrs)]
    assert "url(http" not in page
    assert "@import" not in page


def test_page_links_lead_somewhere(page: str) -> None:
    found = tags(page)
    anchors = [attrs["id"] for _, attrs in found if attrs.get("id")]
    assert len(set(anchors)) == len(anchors)
    links = {str(attrs["href"])[1:] for tag, attrs in found if tag == "a"}
    clips = set(re.findall(r"url\(#([^)]+)\)", page))
    assert links | clips <= set(anchors)


def test_page_says_what_every_number_means(results: Results, page: str) -> None:
    for topic in Topic:
        for row in results.rows(topic):
            assert html.escape(term_of(row.statistic).meaning, quote=True).replace("&#x27;", "&#39;") in page


@pytest.mark.parametrize("registry", REGISTRIES, ids=lambda registry: registry.title)
def test_every_statistic_has_a_meaning(registry: Registry[Any]) -> None:
    assert all(term_of(statistic.name).meaning for statistic in registry)


def hostile_table(folder: Path) -> Path:
    names = [
        EVIL,
        '"><b onmouseover="x">',
        "=1+1",
        "\\input{/etc/passwd} & $x$ 50% #_^~{}",
        "\u202eevil 漢字",
    ]
    rows = [
        f'"{rater.replace(chr(34), chr(34) * 2)}",i{item},{(item + at) % 3},"{EVIL}"'
        for at, rater in enumerate(names)
        for item in range(6)
    ]
    return csv_file(folder, "\n".join(["rater_id,item_id,value,dimension", *rows]) + "\n")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return dict(report_files(collect(Request(hostile_table(tmp_path_factory.mktemp("hostile"))))))


def test_hostile_names_are_text_in_the_page(hostile: dict[str, bytes]) -> None:
    page = hostile["report.html"].decode()
    assert "<script" not in page
    assert html.escape(EVIL) in page
    assert "\u202e" not in page
    test_page_fetches_nothing_and_runs_nothing(page)


def test_hostile_names_are_text_in_figures(hostile: dict[str, bytes]) -> None:
    drawn = [content for name, content in hostile.items() if name.endswith(".svg")]
    assert drawn
    for content in drawn:
        assert {element.tag.rpartition("}")[2] for element in ET.fromstring(content).iter()} <= ALLOWED  # noqa: S314


def test_hostile_names_are_escaped_in_latex(hostile: dict[str, bytes]) -> None:
    text = b"".join(content for name, content in hostile.items() if name.endswith(".tex")).decode()
    assert r"\textbackslash{}input\{/etc/passwd\} \& \$x\$ 50\% \#\_" in text
    assert r"\texttt{U+6F22}" in text
    assert "\\input{/etc" not in text


def test_remarks_and_reasons_are_text(study: SimulatedStudy, tmp_path: Path) -> None:
    human = tuple(rating.model_copy(update={"reason": EVIL}) for rating in study.human)
    changed = type(study)(
        study.design, study.truth, study.document, study.pairs, study.raters, human, study.judge
    )
    results = collect(Request(write_bundle(tmp_path / "bundle", changed)))
    page = report_files(results)["report.html"].decode()
    assert f"<q>{html.escape(EVIL)}</q>" in page


def test_same_inputs_give_the_same_bytes(bundle: Path, run: Path, files: dict[str, bytes]) -> None:
    again = report_files(collect(Request(bundle, (run,))))
    assert set(again) == set(files)
    assert [name for name in files if not name.endswith(".pdf") and again[name] != files[name]] == []


def test_place_of_the_input_does_not_matter(
    bundle: Path, run: Path, files: dict[str, bytes], tmp_path: Path
) -> None:
    moved = shutil.copytree(bundle, tmp_path / "bundle"), shutil.copytree(run, tmp_path / "run")
    again = report_files(collect(Request(moved[0], (moved[1],))))
    assert again["results.json"] == files["results.json"]


def test_blind_bundle_has_no_conditions_and_says_how_to_get_them(
    study: SimulatedStudy, run: Path, tmp_path: Path
) -> None:
    files = report_files(collect(Request(write_bundle(tmp_path / "blind", study, blind=True), (run,))))
    results = json.loads(files["results.json"])
    assert not [row for row in results["rows"] if row["condition"] is not None]
    absent = {each["topic"]: each["absent"] for each in results["topics"]}
    assert "--unblind" in absent["conditions"]
    assert "--unblind" in absent["blinding"]
    assert not absent["text"]
    page = files["report.html"].decode()
    assert "blindpair export STUDY -o BUNDLE --unblind --reason TEXT" in page
    assert "SCRIPT over" not in page


def test_every_figure_says_what_it_shows(files: dict[str, bytes]) -> None:
    page = files["report.html"].decode()
    drawn = [Path(name).stem for name in files if name.endswith(".svg")]
    assert {"alpha", "severity", "seconds-median", "win-rates", "judge-scatter-1", "calibration-1"} <= set(
        drawn
    )
    for name in drawn:
        assert re.search(rf'id="figure-{name}".*?<figcaption>\S', page, re.DOTALL)


def test_svg_uses_fonts_that_are_anywhere(files: dict[str, bytes]) -> None:
    families = {
        family
        for name, content in files.items()
        if name.endswith(".svg")
        for family in re.findall(rb'font-family="([^"]*)"', content)
    }
    assert all(family.endswith(b"sans-serif") for family in families)


def test_figures_are_no_images_of_nothing(tmp_path: Path) -> None:
    path = csv_file(tmp_path, "rater_id,item_id,value\na,x,1\nb,y,2\n")
    files = report_files(collect(Request(path)))
    assert not [name for name in files if name.startswith("figures/")]
    assert "No alpha to draw" in files["report.html"].decode()


@pytest.mark.parametrize(("n_environments", "words"), [(6, "too few to say much"), (12, "12 environments.")])
def test_what_the_text_tells_is_said_with_how_much_was_seen(
    n_environments: int, words: str, tmp_path: Path
) -> None:
    design = Design(n_environments=n_environments, pairs_per_environment=2, n_raters=3, raters_per_item=2)
    bundle = write_bundle(tmp_path / "bundle", simulate(design, seed=2))
    blinding = answers_of(collect(Request(bundle, ())))[-1]
    (said,) = [sentence for sentence in blinding.sentences if "length and style" in sentence]
    assert words in said
    assert f"{4 * n_environments} dialogues" in said
    assert ("can be told apart" in said) == (n_environments >= 10)
