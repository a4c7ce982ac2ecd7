"""Playing chunks in threads, with players made for the test."""

import os
import signal
import threading
import time

import numpy as np
import pytest

from sim.atomic_files import WriteFailed
from sim.engine import CellPlayer, Stopped
from sim.plan import Plan
from sim.plan_file import Settings, order_from_options
from sim.progress import Progress
from sim.run_session import create_run, reopen_run
from sim.runner import RunFailed, look_over, play_run
from sim.stopping import StopRequest
from tests.lives import eventually
from tests.run_helpers import contents


@pytest.fixture
def order():
    return order_from_options(None, 2, [], Settings(games=64, chunk=8))


def play(folder, new_player=None, threads=2, stop=None):
    progress = Progress(folder.games, 0, quiet=True)
    return play_run(folder, threads, stop or StopRequest(), progress, new_player)


def player_that(act):
    """Make players that do something before each chunk."""

    class Player(CellPlayer):
        def play(self, first_deal, n_deals, stop):
            act(first_deal)
            yield from super().play(first_deal, n_deals, stop)

    return Player


def test_play__counts_what_it_played(order, tmp_path):
    with create_run(tmp_path / "run", order.plan, order.deals) as folder:
        played = play(folder)
        assert (played.games, played.chunks) == (64, 8)
        assert play(folder).games == 0
        have = look_over(folder)
    assert (have.games, have.rounds, have.chunks) == (64, played.rounds, 8)


def test_player_fails__error_names_cell_and_chunk_and_the_rest_is_kept(order, tmp_path):
    def fail(first_deal):
        if first_deal == 24:
            raise ZeroDivisionError("a bot's mistake")

    with create_run(tmp_path / "run", order.plan, order.deals) as folder:
        with pytest.raises(RunFailed, match="chunk 3 of cell 0 failed: ZeroDivisionError: a bot's mistake"):
            play(folder, player_that(fail), threads=1)
        assert look_over(folder).chunks == 3
        assert not list(folder.path.rglob("*.tmp"))
        assert play(folder).chunks == 5


def test_fault_05_signal__is_answered_when_its_handler_outlasts_the_wait_for_news(order, tmp_path):
    """On a busy machine; the players end without a word, and nothing else would wake the thread that waits."""
    stop, begun = StopRequest(), threading.Event()

    def wait(first_deal):
        begun.set()
        while not stop.is_set:
            time.sleep(0.01)
        raise Stopped

    def slow(*_):
        if stop.is_set:
            raise AssertionError("still waiting when the rescue came")
        stop.set()
        time.sleep(0.3)

    def signal_when_begun():
        begun.wait()
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGALRM)

    before = signal.signal(signal.SIGALRM, slow)
    threading.Thread(target=signal_when_begun, daemon=True).start()
    rescue = threading.Timer(10, os.kill, (os.getpid(), signal.SIGALRM))
    rescue.daemon = True
    rescue.start()
    try:
        with create_run(tmp_path / "run", order.plan, order.deals) as folder:
            assert play(folder, player_that(wait), stop=stop).games == 0
    finally:
        rescue.cancel()
        signal.signal(signal.SIGALRM, before)


def test_player_gives_too_few_games__refused(order, tmp_path):
    class Player(CellPlayer):
        def play(self, first_deal, n_deals, stop):
            yield from super().play(first_deal, n_deals - 1, stop)

    with create_run(tmp_path / "run", order.plan, order.deals) as folder:
        with pytest.raises(RunFailed, match="7 games were played instead of 8"):
            play(folder, Player)
        assert look_over(folder).chunks == 0


def test_pieces__do_not_show_in_the_hashes_of_the_values(order, tmp_path):
    class Player(CellPlayer):
        def play(self, first_deal, n_deals, stop):
            for deal in range(first_deal, first_deal + n_deals):
                for rows in super().play(deal, 1, stop):
                    yield rows
                    for table in rows:  # the player may use its memory again
                        for column in table.values():
                            column[:] = 0

    hashes = []
    for name, new_player in (("whole", None), ("pieces", Player)):
        with create_run(tmp_path / name, order.plan, order.deals) as folder:
            play(folder, new_player)
            hashes.append(contents(folder.path))
    assert hashes[0] == hashes[1]


def test_stop__ends_between_rounds_and_the_run_can_go_on(order, tmp_path):
    stop = StopRequest()

    def stop_at(first_deal):
        if first_deal == 32:
            stop.set()

    with create_run(tmp_path / "run", order.plan, order.deals) as folder:
        assert play(folder, player_that(stop_at), threads=1, stop=stop).chunks == 4
    with reopen_run(tmp_path / "run") as folder:
        assert play(folder).chunks == 4


def test_stop__does_not_wait_for_a_player_that_is_busy(order, tmp_path):
    stop, release = StopRequest(), threading.Event()

    class Busy(CellPlayer):
        def ready(self, announce=None):
            stop.set()
            release.wait(10)

    with create_run(tmp_path / "run", order.plan, order.deals) as folder:
        start = time.monotonic()
        assert play(folder, Busy, stop=stop).chunks == 0
        assert time.monotonic() - start < 1
        release.set()
        for thread in threading.enumerate():
            if thread.name.startswith("player-"):
                thread.join()


def players_left():
    return [thread for thread in threading.enumerate() if thread.name.startswith("player-")]


def chatty(n_threads, fails_at):
    """Make players that begin together, tell of every deal, and at every second chunk are slow to stop."""
    begin = threading.Barrier(n_threads)

    class Player(CellPlayer):
        def play(self, first_deal, n_deals, stop):
            begin.wait(10)
            for deal in range(first_deal, first_deal + n_deals):
                yield from super().play(deal, 1, np.zeros(1, np.uint8))
            if first_deal == fails_at:
                raise WriteFailed("a full disk")
            if first_deal // n_deals % 2:
                eventually(lambda: stop[0])
                time.sleep(0.3)
                raise Stopped

    return Player


@pytest.mark.parametrize("fails_at", [None, 0])
def test_stop__many_threads_are_waited_for_and_what_they_finished_is_counted(tmp_path, monkeypatch, fails_at):
    monkeypatch.setattr("sim.runner.PATIENCE", 20)  # how long is another question, and this machine may be busy
    order = order_from_options(None, 2, [], Settings(games=24 * 8, chunk=8))
    stop = StopRequest()

    def stop_at_half():
        eventually(lambda: len(list(folder.path.glob("manifest/*/*.json"))) == 12)
        stop.set()

    with create_run(tmp_path / "run", order.plan, order.deals) as folder:
        if fails_at is None:
            threading.Thread(target=stop_at_half).start()
            played = play(folder, chatty(24, fails_at), 24, stop)
            assert played[:3] == look_over(folder)[:3]
            assert played.chunks == 12
        else:
            with pytest.raises(WriteFailed, match="a full disk"):
                play(folder, chatty(24, fails_at), 24, stop)
        assert not [thread for thread in threading.enumerate() if thread.name.startswith("player-")]
        assert not list(folder.path.rglob("*.tmp"))


def test_cells__each_thread_gets_the_player_of_its_cell(order, tmp_path):
    seen = set()

    class Player(CellPlayer):
        def play(self, first_deal, n_deals, stop):
            seen.add((threading.current_thread().name, self.cell.players))
            yield from super().play(first_deal, n_deals, stop)

    cells = [order_from_options(None, players, [], Settings()).plan.cells[0] for players in (2, 3)]
    plan = Plan(1, tuple(cells), 8)
    with create_run(tmp_path / "run", plan, plan.deals_for(64)) as folder:
        assert play(folder, Player, threads=1).chunks == 16
    assert len(seen) == 2


def test_wrong_type_of_a_column__refused(order, tmp_path):
    class Player(CellPlayer):
        def play(self, first_deal, n_deals, stop):
            for rows in super().play(first_deal, n_deals, stop):
                rows.rounds["turns"] = rows.rounds["turns"].astype(np.int64)
                yield rows

    with create_run(tmp_path / "run", order.plan, order.deals) as folder:
        with pytest.raises(RunFailed, match="rounds cell 0: turns is int64, not <u2"):
            play(folder, Player)
