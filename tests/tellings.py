"""Games worked by hand and how they are told, kept in ``sim/tellings/``.

``python -m tests.tellings`` writes the files anew; read what changed before you keep it.
"""

from __future__ import annotations

from pathlib import Path

from sim.bots import parse_entrant
from sim.looks import Look
from sim.plan import Cell
from sim.replay import GameAddress, Replay
from sim.rules import Variant
from sim.telling import tell
from tests.scripted import Line, call, deal, play_record, result, score, slap, turn

FOLDER = Path(__file__).parent / "sim" / "tellings"
WIDTH = 80
PLAIN, STYLED = Look(styled=False), Look(styled=True)

HOUSE = Variant.from_mapping(
    {
        "name": "house",
        "slapdown": "matching",
        "milestones": {"50": 25},
        "milestone_steal": 30,
        "score_limit": 80,
    }
)
LINEUP = tuple(map(parse_entrant, ("greedy", "random", "greedy:call_at=3,keep_pair=12,keep_run=8,keep_joker=40")))

LOW, HIGH, MIDDLE = "AC 2C AD 2D *", "TC TD TH TS KC", "AH 2H 3H 4H 5H"  # 6, 50 and 15
FOUR_ROUNDS: list[Line] = [
    # A slap that joins the discard; cards from a set, a single and the end of a run; Assaf: 19, 0, 30 + 7.
    deal("2D KD QH 9S KC", "8C 8D 4S 5S *", "AC AD 2C 3H 9D", up="TS"),
    turn(1, "8C 8D", "8H"),
    slap(1, "8H"),
    turn(2, "9D", pile="8H"),
    turn(0, "KC KD", pile="9D"),
    turn(1, "* 4S 5S", "3C"),
    turn(2, "8H", pile="*"),
    turn(0, "9S 9D", "7C"),
    turn(1, "3C", "4H"),
    call(2),
    score(19, 0, 37, totals=(19, 0, 37)),
    # 37 + 13 lands on 50, which becomes 25; the leader, on 0, gets 30.
    deal(HIGH, LOW, MIDDLE, dealer=1),
    turn(2, "5H", "3S"),
    turn(0, "KC", "KD"),
    call(1),
    score(50, 0, 13, totals=(69, 30, 25)),
    # 119 is out.
    deal(HIGH, LOW, MIDDLE, dealer=2),
    turn(0, "KC", pile="KS"),
    call(1),
    score(50, 0, 15, totals=(119, 30, 40), out=(0,)),
    # 90, too.
    deal(None, LOW, HIGH, dealer=1),
    turn(2, "KC", "KD"),
    call(1),
    score(None, 0, 50, totals=(119, 30, 90), out=(2,)),
    result((1,), (3, 1, 2), 4),
]


def replayed(variant: Variant, lines: list[Line], players: int = 3) -> Replay:
    """A game of this record, as if a run had it."""
    lineup = LINEUP[:players]
    played = play_record(variant, players, lines)
    address = GameAddress(seed=1, cell_number=0, cell=Cell(variant, players, lineup), number=7)
    return Replay(address, played.game, fault="")


TELLINGS = {"plain.txt": (PLAIN, None), "styled.txt": (STYLED, None), "second_round.txt": (PLAIN, 2)}
"""How a file looks, and the round that it tells alone."""


def telling(name: str) -> str:
    """Text of a file."""
    look, only = TELLINGS[name]
    lines = tell(replayed(HOUSE, FOUR_ROUNDS), "runs/house: game 7", look, WIDTH, only)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name in TELLINGS:
        (FOLDER / name).write_text(telling(name), encoding="utf-8")
