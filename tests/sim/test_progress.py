"""What a run tells while it plays."""

import sys

import pytest

from sim import progress as module
from sim.progress import Progress, duration


@pytest.fixture
def clock(monkeypatch):
    """Set the clock by hand."""
    now = [100.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    return now


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.44, "0.4 s"), (9.9, "9.9 s"), (9.96, "10 s"), (59.4, "59 s"), (185, "3 min 5 s"), (7440, "2 h 4 min")],
)
def test_duration__is_short(seconds, text):
    assert duration(seconds) == text


def test_no_terminal__one_plain_line_every_half_minute(clock, capsys):
    progress = Progress(10_000, 1_000)
    for n in range(7):
        clock[0] += 10
        progress.add(100, 2_000)
        progress.tick(10.0 * (n + 1))
    progress.close()
    assert capsys.readouterr().err.splitlines() == [
        "1,300 of 10,000 games (13.0%) 10 games/s, 200 rounds/s, 14 min 30 s left",
        "1,600 of 10,000 games (16.0%) 10 games/s, 200 rounds/s, 14 min 0 s left",
    ]


def test_quiet__says_nothing(clock, capsys):
    progress = Progress(10, 0, quiet=True)
    progress.say("hello")
    clock[0] += 1000
    progress.tick()
    progress.close()
    assert capsys.readouterr().err == ""


def test_terminal__a_bar_with_speed_and_time_left(clock, capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    progress = Progress(1_000, 0)
    clock[0] += 10
    progress.add(250, 5_000)
    progress.tick()
    progress.say("[bold]as it is")
    progress.close()
    shown = capsys.readouterr().err
    assert "25%" in shown
    assert "25 games/s, 500 rounds/s, 30 s left" in shown
    assert "[bold]as it is" in shown


def test_reader_gone__stops_nothing(clock, monkeypatch):
    class Gone:
        def isatty(self):
            return False

        def write(self, _text):
            raise BrokenPipeError

        def flush(self):
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stderr", Gone())
    Progress(10, 0).say("hello")


def test_no_standard_error__stops_nothing(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    Progress(10, 0).say("hello")
