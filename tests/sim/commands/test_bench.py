"""`yaniv bench`, with samples of a moment."""

import json

import pytest

from sim.bench.told import lines
from sim.bench.workloads import TAKES, YARDSTICK, Wish, cases, choose_workloads, recordings
from sim.bots import NAMES
from sim.detail import DETAILS
from sim.errors import InputError
from sim.rules import named_variants
from tests.run_helpers import one_line, refused, yaniv
from tests.test_house import ROOT

QUICK = ("--seconds", 0.01, "--repeats", 2, "--quiet")
ONE = ("bench", "--workload", "yardstick", "--players", 4, "--threads", 1, "--recording", "off", *QUICK)
KEYS = {
    "workload", "variant", "players", "bot", "threads", "recording",
    "rounds_per_s", "games_per_s", "turns_per_s", "ns_per_turn",
}  # fmt: skip
SOURCE = ROOT / "benchmarks" / "yardstick" / "yardstick.c"


def measured(capsys, *arguments):
    assert yaniv(*arguments, "--json") == 0
    return json.loads(capsys.readouterr().out)


def test_json__one_setting_is_a_list_of_one(capsys):
    (row,) = measured(capsys, *ONE)
    assert row.keys() >= KEYS
    assert [row[key] for key in ("workload", "variant", "players", "bot", "threads", "recording")] == [
        "yardstick", "standard", 4, "greedy", 1, "off",
    ]  # fmt: skip
    assert tuple(row["lineup"][1:]) == YARDSTICK[1:4]
    assert row["ns_per_turn_low"] <= row["ns_per_turn"] <= row["ns_per_turn_high"]
    assert row["rounds_per_s"] / row["games_per_s"] == pytest.approx(row["rounds"] / row["games"], rel=0.01)
    assert row["turns_per_s"] / row["rounds_per_s"] == pytest.approx(row["turns"] / row["rounds"], rel=0.01)
    assert row["ns_per_turn"] * row["turns_per_s"] == pytest.approx(1e9 * row["busy"], rel=0.25)
    assert row["machine"]["versions"]["numba"]


def test_recorded__is_the_real_run_of_the_same_deals_and_leaves_nothing(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    levels = ",".join(recordings())
    rows = measured(
        capsys, "bench", "--workload", "yardstick", "--players", 2, "--threads", "1,2", "--recording", levels, *QUICK
    )
    assert [(row["recording"], row["threads"]) for row in rows] == [(one, n) for one in recordings() for n in (1, 2)]
    for n in (1, 2):
        assert len({row["turns"] for row in rows if row["threads"] == n}) == 1
    assert [row["bytes_per_round"] is None for row in rows] == [row["recording"] == "off" for row in rows]
    assert list(tmp_path.iterdir()) == []


def test_text__has_machine_rows_and_ratios(capsys):
    assert yaniv("bench", "--workload", "variants", "--variant", "yaniv5", "--threads", "1,2", *QUICK) == 0
    text = capsys.readouterr().out
    assert " cores, " in text.splitlines()[0]
    assert "ns/turn" in text
    assert "variants, yaniv5, 4 players 2 threads / 1, in memory" in " ".join(text.split())


@pytest.mark.parametrize(("busy", "is_told"), [(0.99, False), (0.6, True)])
def test_text__says_when_other_programs_took_part_of_the_machine(capsys, busy, is_told):
    (row,) = measured(capsys, *ONE)
    text = "\n".join(lines(row["machine"], [row | {"busy": busy}], []))
    assert ("Other programs" in text) == is_told


def test_start__tells_seconds_and_memory_of_whole_processes(capsys):
    rows = measured(capsys, "bench", "--workload", "start", "--repeats", 1, "--quiet")
    figures = {row["figure"]: row for row in rows}
    assert list(figures) == ["help", "cold", "warm", "run"]
    assert all(row.keys() >= KEYS for row in rows)
    assert figures["help"]["seconds"] < figures["warm"]["seconds"] < figures["cold"]["seconds"]
    assert 5e6 < figures["help"]["peak_bytes"] < figures["warm"]["peak_bytes"]


def test_cases__hold_every_variant_bot_and_level():
    found = cases(["yardstick", "variants", "bots"], Wish(), 2)
    of = {name: [case for case in found if case.workload == name] for name in TAKES}
    assert [case.cell.players for case in of["yardstick"]] == [2, 3, 4, 5]
    assert {one.recording for one in of["yardstick"][0].settings} == {"off", *DETAILS}
    assert {one.threads for one in of["yardstick"][0].settings} == {1, 2}
    assert [case.cell.variant.name for case in of["variants"]] == list(named_variants())
    assert [case.bot for case in of["bots"]] == list(NAMES)


def test_yardstick__settings_are_those_of_the_c_program():
    """Read from its source: call_at, take_at_most, keep_pair, keep_run, keep_joker."""
    from sim.bots import parse_entrant

    table = SOURCE.read_text().partition("BOTS[8] = {")[2].partition("};")[0]
    rows = [tuple(int(n) for n in row.strip("{} \n").split(",")) for row in table.split("},")[:5]]
    assert [parse_entrant(text).values(7, 4) for text in YARDSTICK] == rows


def test_workloads__are_those_that_have_a_use_for_the_options():
    assert choose_workloads([], []) == tuple(TAKES)
    assert choose_workloads([], ["bot"]) == ("bots",)
    assert choose_workloads([], ["against"]) == ("yardstick",)
    assert choose_workloads([], ["threads"]) == ("yardstick", "variants", "bots")
    with pytest.raises(InputError, match="leave one out"):
        choose_workloads([], ["bot", "against"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--workload", "yardstik"), "did you mean 'yardstick'"),
        (("--workload", "start", "--players", 3), "--players: the workload start has no use for it"),
        (("--workload", "yardstick", "--players", 6), "2 to 5 players, not 6"),
        (("--workload", "yardstick", "--players", 9), "--players: 9 is not allowed"),
        (("--workload", "yardstick", "--players", "2,,3"), "--players: '2,,3' names nothing in one place"),
        (("--workload", "bots", "--bot", "gredy"), "did you mean 'greedy'"),
        (("--variant", "yaniv6"), "unknown variant 'yaniv6'"),
        (("--recording", "round"), "did you mean 'rounds'"),
        (("--threads", "0"), "--threads: 0 is not allowed"),
        (("--threads", "many"), "'many' is not a number"),
        (("--seconds", "nan"), "--seconds: nan is not allowed"),
        (("--repeats", 0), "--repeats: 0 is not allowed"),
        (("--against", SOURCE, "--threads", 2), "add --threads 1 --recording off"),
        (("--against", SOURCE, "--variant", "yaniv5"), "plays standard alone"),
        (("--against", "nowhere.c"), "there is no file nowhere.c"),
        (("--against", ROOT / "Makefile.c"), "there is no file"),
    ],
)
def test_wrong_use__is_one_line(capsys, arguments, told):
    assert told in refused(capsys, "bench", *arguments)


def test_against__without_a_compiler_says_so(capsys, monkeypatch, tmp_path):
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "a C compiler (cc, gcc, clang) is not on the PATH" in refused(capsys, "bench", "--against", SOURCE)
    monkeypatch.setenv("CC", "my-cc -m64")
    assert "'my-cc', named by CC, is not on the PATH" in refused(capsys, "bench", "--against", SOURCE)


def compiler(tmp_path, monkeypatch, program):
    """Stand a script in for the compiler: it writes `program`, whatever it is given."""
    (tmp_path / "cc").write_text(f"#!/bin/sh\nwhile [ $1 != -o ]; do shift; done\n{program}\n")
    (tmp_path / "cc").chmod(0o755)
    monkeypatch.setenv("CC", str(tmp_path / "cc"))


def test_against__is_a_ratio_of_pairs(capsys, tmp_path, monkeypatch):
    """A program that says 50 ns a turn, whatever it does."""
    compiler(tmp_path, monkeypatch, "printf '#!/bin/sh\\necho turns 1000 ns/turn 50.0\\n' >$2; chmod +x $2")
    (row,) = measured(capsys, "bench", "--against", SOURCE, "--players", 4, *QUICK)
    assert row["against_ns_per_turn"] == 50.0
    assert row["against_ratio"] == pytest.approx(row["ns_per_turn"] / 50, rel=0.001)
    assert row["against_least_ratio"] == pytest.approx(row["ns_per_turn_low"] / 50, rel=0.001)
    assert (row["threads"], row["recording"]) == (1, "off")
    assert yaniv("bench", "--against", SOURCE, "--players", 4, *QUICK) == 0
    assert "time a turn / the C program's" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("echo 'x.c:1: error: no C' >&2; exit 1", "does not compile: x.c:1: error: no C"),
        ("printf '#!/bin/sh\\necho hello\\n' >$2; chmod +x $2", "printed no time a turn"),
        ("printf '#!/bin/sh\\nexit 3\\n' >$2; chmod +x $2", "ended with status 3"),
    ],
)
def test_against__a_file_that_is_no_yardstick_is_refused(capsys, tmp_path, monkeypatch, program, told):
    compiler(tmp_path, monkeypatch, program)
    assert told in refused(capsys, "bench", "--against", SOURCE, "--players", 2, *QUICK)


def test_recorded__a_full_disk_is_one_line(lives, tmp_path):
    status, life = lives.live(*ONE[:7], "--recording", "rounds", *QUICK, full_at=3)
    assert status == 1
    one_line(life.err)
