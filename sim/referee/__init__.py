"""The referee: checks a game record by the rules alone, whoever wrote it.

It shares the rule values (``sim.rules``) with the rest of the project and nothing else: what is a lay, what may be
taken, what a round is worth and who has won is written here once more, on the text of the cards, to be read beside
the rules.

    lines.py      what a line of a record may say, of the values in values.py
    melds.py      single, set, run, and what may be taken of them (T3 to T6)
    table.py      one round: hands, stock, pile, whose turn (D2 to D4, T1 to T8, E1 to E6)
    scoring.py    points of a round, totals, eliminations, places (E1 to E7, S1 to S6)
    game.py       the record line by line
"""

from sim.referee.game import check_file, check_record
from sim.referee.values import NoRecord
from sim.referee.verdict import Broken, RoundVerdict, Verdict

__all__ = ["Broken", "NoRecord", "RoundVerdict", "Verdict", "check_file", "check_record"]
