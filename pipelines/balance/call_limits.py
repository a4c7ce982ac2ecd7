"""F10: is there a choice in when to call? Fixed call limits as strategies against each other.

At level *eager* all limits of `greedy` from 0 to the threshold meet: of two players each pair (a zero-sum game, whose
equilibrium is found by linear programming), of more players one guest at one limit among hosts at another. The same
games tell the limit of level *limited*. At *tactician* and *counter* the hosts are that bot as it is, and the guests
the same bot with one thing changed: a fixed limit whatever the opponents hold; of the tactician a limit for one
smallest number of an opponent's cards alone (it has no more than these four); of the counter the chance of Assaf below
which it calls (it has no limit by cards: what opponents hold is in that chance). Their late guard stays: after so many
laps they call at more than their limit, for else rounds do not end. There the bot's own judgement counts as something
between never and always calling. Where the rules know no Assaf the tactician calls whenever it may, whatever its
limits, and nothing is played.

The gain is the guest's share of games won above an even share; all hosts playing alike, it is measured without error
where guest and hosts play the same. Gains of all guests among the same hosts hold at once (Bonferroni); which limits
may be the best is told by constrained intervals against the best (`pipelines.balance.contest`). Games without a winner
are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from pipelines.balance.base import (
    COUNTER,
    EAGER,
    LIMITED,
    LIMITS,
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
    mirror,
)
from pipelines.balance.changes import plays_the_same
from pipelines.balance.contest import Contest, against_best, gains, may_be_best
from pipelines.balance.guests import Guest, find_guest, points_more, table_for, wins_evenly
from pipelines.balance.levels import find_limits, keeps_limits, limits_of, pairing_arms
from pipelines.balance.limit_table import LimitTable, best_limit, mix, regrets, verdict
from pipelines.balance.settings import settings
from pipelines.stats.estimate import EQUILIBRIUM, Estimate
from pipelines.tables.base import Key
from sim.bots import Entrant, family
from sim.rules import Variant

CODE: Final = "F10"
TITLE: Final = "Call limits"
MEANING: Final = (
    "What one player wins above an even share with a call limit of its own, where all others keep theirs; whether it"
    " may be the best limit against them; what changing from a limit gains at most where all have it (regret); and of"
    " two players the mix of limits from which nobody gains by leaving. Fair when both never calling and calling"
    " whenever it is allowed lose against some limit between, at the table of the best limit: that of the smallest"
    " regret. All intervals among the same others hold at once."
)

ANY, ONE, TWO, THREE, MORE, RISK = "any", "one", "two", "three", "more", "risk"
_WORDS: Final = (
    (ANY, "total, whatever others hold"),
    (ONE, "total, where an opponent holds one card"),
    (TWO, "total, where the fewest cards are two"),
    (THREE, "total, where the fewest cards are three"),
    (MORE, "total, where all hold four or more"),
    (RISK, "chance of Assaf, thousandths"),
)
_BY_CARDS: Final = {ONE: "call_at_one", TWO: "call_at_two", THREE: "call_at_three", MORE: "call_at"}

OWN: Final = "its own judgement"

KEYS: Final = (
    Key("by", "limit on", words=_WORDS),
    Key("limit", "call limit"),
    Key("against", "others' limit"),
)
NUMBERS: Final = (
    Number("gain", "gain", "games won above an even share", "share", "game", signed=True),
    Number("best", "against the best other", "games won above those of the best other limit", "share", "game", True),
    Number("points", "points a round", "points a round less those of the others", "points", "round", signed=True),
    Number("regret", "regret", "what changing gains at most where all have this limit", "share", "game"),
    Number("mix", "share in the equilibrium", "how often it is chosen in the equilibrium", "share", "game"),
)


class Strategy(NamedTuple):
    """A bot with one thing about its calls changed: what, and to which value."""

    by: str
    limit: int
    entrant: Entrant


def arms(place: Place, deals: Deals, levels: Levels) -> Iterator[Arm]:
    """Ask for all pairings of limits, but where the run of call limits has them; for all guests of a better bot."""
    variant, players, level = place
    if level == EAGER and not levels.has_limits(variant, players):
        yield from pairing_arms(TABLES, variant, players, deals)
    if level in (TACTICIAN, COUNTER) and keeps_limits(variant, level):
        host = levels.entrant(variant, players, level)
        for strategy in strategies(variant, players, level):
            if strategy.entrant != host:
                yield Arm(TABLES, table_for(variant, players, strategy.entrant, host), deals.limits)


def strategies(variant: Variant, players: int, level: str) -> list[Strategy]:
    """List the guests at a level whose bot judges by itself."""
    asked = settings().call_limits
    bot = family(level)
    usual = bot.named(bot.defaults(variant.threshold, players))
    found: list[Strategy] = []

    def add(by: str, limit: int, changes: Mapping[str, int]) -> None:
        found.append(Strategy(by, limit, bot.entrant(changes, CODE).at(variant.threshold, players)))

    for limit in limits_of(variant, asked.most_of_better):
        add(ANY, limit, fixed_limit(level, limit))
    if level == TACTICIAN:
        for by, parameter in _BY_CARDS.items():
            own = min(usual[parameter], variant.threshold)
            for limit in sorted({*limits_of(variant, asked.most_by_cards), own}):
                add(by, limit, {} if limit == own else {parameter: limit})
    if level == COUNTER:
        for risk in asked.risks:
            add(RISK, risk, dict.fromkeys(("risk_one", "risk_two", "risk_more"), risk))
    return found


def fixed_limit(level: str, limit: int) -> Mapping[str, int]:
    """Give the parameters with which a bot calls at a limit or less, whatever it knows of others."""
    if level == COUNTER:
        always = dict.fromkeys(("risk_one", "risk_two", "risk_more"), 1001)
        return {"call_at": limit, "risk_cards": 0, **always}
    return {**dict.fromkeys(_BY_CARDS.values(), limit), "after_pile": 0}


def measure(place: Place, found: Found, levels: Levels) -> Measured | None:
    """Measure the contest; None where there is no threshold above 0, no limit that is kept, or nothing was played."""
    variant, players, level = place
    if variant.threshold == 0 or not keeps_limits(variant, level):
        return None
    if level in (TACTICIAN, COUNTER):
        return _of_better(place, found, levels)
    table = find_limits(found, LIMITS, variant, players) or find_limits(found, TABLES, variant, players)
    return None if table is None else _of_limits(place, table)


def headlines(place: Place) -> Sequence[Headline]:
    """Name none: a regret is a largest of several, which no pairing of deals compares."""
    return ()


def _of_limits(place: Place, table: LimitTable) -> Measured:
    """Tell of the contest of fixed limits; at *limited* of the table of the best limit alone."""
    alpha, best = settings().alpha, best_limit(table)
    hosts = [best] if place.level == LIMITED else table.limits
    lines = [
        Line({"by": ANY, "limit": limit, "against": host}, numbers)
        for host in hosts
        for limit, numbers in _numbers(table.among(host), alpha).items()
    ]
    regret = regrets(table, alpha)
    shares = mix(table).rows if place.players == 2 else None
    guests = list(table.guests.values())
    for at, limit in enumerate(table.limits):
        numbers = {"regret": regret[limit]}
        if shares is not None:
            share = float(shares[at])
            numbers["mix"] = Estimate(share, None, None, _games(guests), EQUILIBRIUM, n_batches=0)
        lines.append(Line({"by": ANY, "limit": limit, "against": None}, numbers))
    ends = table.limits[0], table.limits[-1]
    judged = verdict(table.among(best), ends, f"others at {best}", alpha, looks=len(table.limits))
    near = _near(table.among(best), alpha / len(table.limits))
    told = f"The best limit is {best} of {table.limits[-1]}. {judged.sentence} {near}"
    return Measured(CODE, place, guests[0].deals, lines, judged._replace(sentence=told), list(_warnings(guests)))


def _of_better(place: Place, found: Found, levels: Levels) -> Measured | None:
    """Tell of guests among bots that judge by themselves."""
    variant, players, level = place
    alpha, host = settings().alpha, levels.entrant(variant, players, level)
    equals = mirror(place, levels)
    contests: dict[str, dict[int, Guest | None]] = {}
    for strategy in strategies(variant, players, level):
        guest = None
        if strategy.entrant != host:
            cell = table_for(variant, players, strategy.entrant, host)
            guest = find_guest(found, TABLES, cell, strategy.entrant)
            if guest is None:
                return None
            if wins_evenly(guest) and plays_the_same(found, TABLES, cell, equals):
                guest = None
        contests.setdefault(strategy.by, {})[strategy.limit] = guest
    lines = [
        Line({"by": by, "limit": limit, "against": None}, numbers)
        for by, contest in contests.items()
        for limit, numbers in _numbers(contest, alpha / len(contests)).items()
    ]
    named: dict[int | str, Guest | None] = dict(contests[ANY].items())
    if None not in named.values():  # else a fixed limit is what it plays by, as where no Assaf is to be feared
        named[OWN] = None
    ends: tuple[int | str, int | str] = (min(contests[ANY]), max(contests[ANY]))
    judged = verdict(named, ends, f"bots of level {level}", alpha)
    told = f"{judged.sentence} {_by_cards(contests, alpha / len(contests))}".strip()
    guests = [guest for contest in contests.values() for guest in contest.values() if guest is not None]
    return Measured(CODE, place, guests[0].deals, lines, judged._replace(sentence=told), list(_warnings(guests)))


def _by_cards(contests: Mapping[str, Contest[int]], alpha: float) -> str:
    """Say which limits may be the best for each smallest number of cards, the others being as they are."""
    told = []
    for by in _BY_CARDS:
        if by in contests:
            best = may_be_best(against_best(contests[by], alpha))
            told.append(f"{by} {' or '.join(map(str, best))}")
    return f"Not separable from the best limit by the fewest cards of an opponent: {', '.join(told)}." if told else ""


def _numbers(contest: Contest[int], alpha: float) -> dict[int, dict[str, Estimate]]:
    gained, best = gains(contest, alpha), against_best(contest, alpha)
    found = {}
    for limit, guest in contest.items():
        found[limit] = {"gain": gained[limit], "best": best[limit]}
        if guest is not None:
            found[limit]["points"] = points_more(guest)
    return found


def _near(contest: Contest[int], alpha: float) -> str:
    names = [str(limit) for limit in may_be_best(against_best(contest, alpha))]
    if len(names) == 1:
        return f"No other limit comes near it: {names[0]} is best against it."
    return f"Not separable from the best against it: {', '.join(names[:-1])} and {names[-1]}."


def _games(guests: Sequence[Guest]) -> int:
    return sum(int(guest.games.sum()) for guest in guests) // 2


def _warnings(guests: Sequence[Guest]) -> Iterator[str]:
    """Tell of stopped games, which are left out: a limit that hardly ever calls has many."""
    rates = [guest.stopped / max(1, guest.stopped + int(guest.games.sum())) for guest in guests]
    if max(rates) > settings().length.stopped_limit:
        n = sum(rate > settings().length.stopped_limit for rate in rates)
        yield f"F10: in {n} of {len(guests)} pairings games were stopped and left out, up to {max(rates):.2%} of them."
