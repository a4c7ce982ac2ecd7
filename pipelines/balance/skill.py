"""F5: how much does better play win? Each level of play alone among bots of the level below.

Of two players it is one against one. From the share p of games that the better one wins at a table of n:

- games until it leads by one standard error, that is until its wins above an even share are as many as their standard
  deviation: p (1 - p) / (p - 1/n)^2 (binomial, games taken as independent);
- the share of the variance of "wins or not", over chairs and games, that is between entrants, where a shared win goes
  to one of the winners by lot: (n / (n - 1))^2 (p - 1/n)^2, unbiased (Bennett, Franklin 1954), with the interval of
  |p - 1/n|. It is exact from the sums: somebody wins every game, so that the variance of all is (n - 1) / n^2.

Games without a winner are left out. Where no call limits were played, there is no *limited*, and the level below is
*eager*. Where two levels come out as the same bot (*limited* where calling whenever
allowed is the best limit) nothing is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pipelines.balance.base import (
    COUNTER,
    EAGER,
    LEVELS,
    LIMITED,
    TABLES,
    TACTICIAN,
    Arm,
    Deals,
    Found,
    Headline,
    Levels,
    Line,
    Measured,
    Number,
    Place,
    Verdict,
    mirror,
)
from pipelines.balance.guests import Guest, find_guest, no_gain, table_for, win_share
from pipelines.findings.numbers import so_many
from pipelines.findings.results import BatchSums
from pipelines.findings.verdicts import REPORTED
from pipelines.run import RunCell
from pipelines.stats.estimate import AT_LEAST, NO_DATA, Estimate
from pipelines.tables.base import Key
from sim.exact_parts import WHOLE

CODE: Final = "F5"
TITLE: Final = "Skill"
MEANING: Final = (
    "What one player of this level wins among players of the level below, in every seat and on the same deals; after"
    " how many games the better one is to be expected one standard error ahead of an even share; and which share of"
    " the variance of winning is due to who plays. Games without a winner are left out."
)
KEYS: Final = (Key("below", "against level"),)
NUMBERS: Final = (
    Number("win", "games won", "share of games won alone among players of the level below", "share", "game"),
    Number("games", "games to tell", "games until the better one leads by one standard error", "games", "game"),
    Number("variance", "due to skill", "share of the variance of winning that is due to who plays", "share", "game"),
)


def level_below(place: Place, levels: Levels) -> str | None:
    """Give the level below; None for the lowest."""
    at = LEVELS.index(place.level)
    if at == 0:
        return None
    below = LEVELS[at - 1]
    return EAGER if below == LIMITED and not levels.has_limits(place.variant, place.players) else below


def arms(place: Place, deals: Deals, levels: Levels) -> Iterator[Arm]:
    """Ask for the level alone among players of the level below."""
    below = level_below(place, levels)
    if below is None:
        return
    guest, host = levels.entrant(*place), levels.entrant(place.variant, place.players, below)
    if guest != host:
        yield Arm(TABLES, table_for(place.variant, place.players, guest, host), deals.arms)


def measure(place: Place, found: Found, levels: Levels) -> Measured | None:
    """Measure; None at the lowest level."""
    below = level_below(place, levels)
    if below is None:
        return None
    guest, host = levels.entrant(*place), levels.entrant(place.variant, place.players, below)
    if guest == host:
        return _same(place, below, found.cell(TABLES, mirror(place, levels)))
    sums = find_guest(found, TABLES, table_for(place.variant, place.players, guest, host), guest)
    if sums is None:
        return None
    numbers = {"win": win_share(sums), "games": games_to_tell(sums), "variance": variance_share(sums)}
    line = Line({"below": below}, numbers, {"win": BatchSums(sums.wins, sums.games, WHOLE)})
    return Measured(CODE, place, sums.deals, [line], Verdict(REPORTED, _sentence(place, below, numbers)))


def headlines(place: Place) -> Sequence[Headline]:
    """Compare places by what the level wins among players of the level below."""
    below = LEVELS[: LEVELS.index(place.level)][-2:]  # two for tactician: there may be no limited
    return [
        Headline("win", {"below": one}, f"won by {place.level} among {one}")
        for one in below
        if place.level != COUNTER or one == TACTICIAN
    ]


def _same(place: Place, below: str, equals: RunCell | None) -> Measured | None:
    """Tell of two levels that are one bot, by the table of equals."""
    if equals is None:
        return None
    even, none = 1 / place.players, no_gain(equals.games)
    numbers = {"win": none._replace(value=even, low=even, high=even), "variance": none}
    sentence = f"Here {place.level} plays as {below} does: calling whenever it is allowed is the best limit."
    return Measured(CODE, place, equals.deals, [Line({"below": below}, numbers)], Verdict(REPORTED, sentence))


def games_to_tell(guest: Guest) -> Estimate:
    """Estimate the games until the better of the two leads by one standard error.

    The number falls as the share moves away from an even one, to either side, so the interval of the share gives its
    own; where that holds an even share there is no upper end.
    """
    won, even = win_share(guest), 1 / guest.players
    if won.value is None or won.value == even:
        return won._replace(value=None, low=None, high=None, method=NO_DATA, events=None, variance=None)
    value = _games(won.value, even)
    if won.low is None or won.high is None:
        return won._replace(value=value, low=None, high=None, events=None, variance=None)
    ends = sorted(_games(end, even) for end in (won.low, won.high) if end != even)
    if won.low <= even <= won.high:
        return won._replace(value=value, low=ends[0], high=None, method=AT_LEAST, events=None, variance=None)
    return won._replace(value=value, low=ends[0], high=ends[-1], events=None, variance=None)


def _games(share: float, even: float) -> float:
    return share * (1 - share) / (share - even) ** 2


def variance_share(guest: Guest) -> Estimate:
    """Estimate the share of the variance of winning that is between entrants; a little below 0 where it is nothing."""
    won, even = win_share(guest), 1 / guest.players
    if won.value is None:
        return won
    factor = 1 / (1 - even) ** 2
    if won.low is None or won.high is None:  # one batch does not tell what chance adds
        return won._replace(value=factor * (won.value - even) ** 2, events=None, variance=None)
    chance = factor * (won.variance or 0.0)
    value = factor * (won.value - even) ** 2 - chance
    ends = sorted(factor * (end - even) ** 2 - chance for end in (won.low, won.high))
    low = -chance if won.low <= even <= won.high else ends[0]
    return won._replace(value=value, low=low, high=ends[1], events=None, variance=None)


def _sentence(place: Place, below: str, numbers: dict[str, Estimate]) -> str:
    win, games = numbers["win"], numbers["games"]
    if win.value is None or games.value is None:
        return f"Alone among {below}, {place.level} won an even share, or no game was decided."
    who = place.level if win.value > 1 / place.players else below
    return (
        f"Alone among {below}, {place.level} wins {100 * win.value:.1f} games in 100 (even: {100 / place.players:.1f});"
        f" after about {so_many(max(1, round(games.value)), 'games')} {who} leads by one standard error."
    )
