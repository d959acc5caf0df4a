from pathlib import Path

import pytest

from sim.formats.csv_turns import convert_csv
from sim.schema.base import Mode
from sim.schema.episodes_file import read_episodes

TWO = 'dialogue_id,speaker,text\nd1,Ann,Hi!\nd1,Bo,"Hello, Ann"\nd1,Ann,Bye.\n'


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "turns.csv"
    path.write_bytes(text.encode())
    return path


def test_convert_csv_reads_a_dialogue(tmp_path: Path) -> None:
    (episode,) = convert_csv(written(tmp_path, TWO)).episodes
    assert episode.mode is Mode.HUMAN
    assert episode.speakers == ("Ann", "Bo")
    assert [(turn.speaker, turn.text) for turn in episode.turns] == [
        (0, "Hi!"),
        (1, "Hello, Ann"),
        (0, "Bye."),
    ]
    assert (episode.pair_id, episode.condition) == ("csv-d1", "HUMAN")


def test_convert_csv_optional_columns_and_labels(tmp_path: Path) -> None:
    text = (
        "\ufeffdialogue_id,pair_id,condition,setting,speaker,text,language\r\n"
        "x,p1,chat,A café,Ann,Hi,en\r\ny,p1,voice,A café,Ann,Hi,en\r\n"
        "x,p1,chat,A café,Bo,Hi,en\r\ny,p1,voice,A café,Bo,Hm,en\r\n"
    )
    result = convert_csv(written(tmp_path, text))
    assert [episode.condition for episode in result.episodes] == ["chat", "voice"]
    assert {episode.pair_id for episode in result.episodes} == {"p1"}
    assert result.episodes[0].setting == "A café"
    assert result.episodes[0].labels == {"language": "en"}
    lines = [(episode.model_dump_json() + "\n").encode() for episode in result.episodes]
    assert read_episodes(lines, source="out").problems == ()


def test_convert_csv_text_is_kept_as_written(tmp_path: Path) -> None:
    text = 'dialogue_id,speaker,text\nd,A,"  two\nlines "\nd,B,=SUM(A1)\n'
    (episode,) = convert_csv(written(tmp_path, text)).episodes
    assert [turn.text for turn in episode.turns] == ["  two\nlines ", "=SUM(A1)"]


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        (TWO + "d2,A,a\nd2,B,b\nd2,C,c\n", 5, "found 3 speakers ('A', 'B', 'C'), expected exactly two"),
        (TWO + "d2,A,a\n", 5, "found 1 speakers"),
        (TWO + "d2,A,a\nd2,B,\n", 6, "text: found nothing"),
        (TWO + "d2,A\nd2,B,b\nd2,A,a\n", 5, "found 2 cells, expected 3"),
        (TWO + 'd2,A,"open\n', 5, "not CSV"),
        ("dialogue_id,speaker,text,pair_id\nd,A,a,p q\nd,B,b,p q\n", 2, "pair_id"),
    ],
)
def test_convert_csv_problems_name_the_line(tmp_path: Path, text: str, line: int, expected: str) -> None:
    result = convert_csv(written(tmp_path, text))
    assert expected in str(result.problems[0])
    assert result.problems[0].line == line
    assert result.n_skipped == 1


@pytest.mark.parametrize("header", ["a,b", "dialogue_id,speaker", "dialogue_id,speaker,text,text", ""])
def test_convert_csv_wrong_columns_are_refused(tmp_path: Path, header: str) -> None:
    result = convert_csv(written(tmp_path, header + "\n1,2\n"))
    assert not result.episodes
    assert "dialogue_id, speaker, text" in result.problems[0].expected


def test_convert_csv_column_that_changes_within_a_dialogue_is_refused(tmp_path: Path) -> None:
    text = "dialogue_id,speaker,text,condition\nd,A,a,x\nd,B,b,y\n"
    (problem,) = convert_csv(written(tmp_path, text)).problems
    assert (problem.line, problem.field) == (3, "condition")


def test_convert_csv_condition_twice_in_a_pair_is_refused(tmp_path: Path) -> None:
    text = "dialogue_id,speaker,text,pair_id\nd,A,a,p\nd,B,b,p\ne,A,c,p\ne,B,d,p\n"
    result = convert_csv(written(tmp_path, text))
    assert len(result.episodes) == 1
    assert "a second time, as at line 2" in str(result.problems[0])


def test_convert_csv_bytes_that_are_not_utf8_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "turns.csv"
    path.write_bytes(b"dialogue_id,speaker,text\nd,A,\xff\n")
    assert convert_csv(path).problems[0].expected == "UTF-8"


def test_convert_csv_same_name_other_words_has_another_id(tmp_path: Path) -> None:
    (first,) = convert_csv(written(tmp_path, TWO)).episodes
    (second,) = convert_csv(written(tmp_path, TWO.replace("Bye", "Goodbye"))).episodes
    assert first.episode_id != second.episode_id
