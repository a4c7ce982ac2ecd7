"""``random``: every choice is as likely as it says, for the twin's form and the kernels'."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from scipy.stats import binomtest, chi2_contingency, chisquare

from sim.cards import cards_text
from sim.moves import legal_lays
from tests.decisions import FORMS, Decision, Situation, decide_by_kernel, decide_plainly, situation

N_DEALS = 5000
LIKELY = 1e-5
"""The deals are always the same, so these tests pass or fail for ever: a fair bot fails one of them once in 100,000."""

MANY_LAYS = "5C 5D 6C * *"
THREE_TO_TAKE = "AC 9D *"


@cache
def decisions(entrant: str, hand: str, offer: str) -> tuple[Decision, ...]:
    """What the kernels' bot does in the same situation in many deals."""
    seen = situation(hand, offer)
    return tuple(decide_by_kernel(entrant, seen._replace(deal=deal)) for deal in range(N_DEALS))


def lay_of(decision: Decision) -> str:
    """The cards laid, whatever their order."""
    return " ".join(sorted(decision.lay.split()))


def test_random__decides_alike_in_both_forms() -> None:
    variants: list[dict[str, Any]] = [
        {},
        {"set_pickup": "ends", "second_deck_from": 2},
        {"joker_at_run_ends": False, "max_set": 2},
    ]
    for number, changes in enumerate(variants):
        for hand in (MANY_LAYS, "QS KS * * *", "4C 5C 6C 7C 8C 9C TC", "5C 5C 5D 5D", "*"):
            for turn in (1, 99, 100):
                for deal in range(number, 40, 3):
                    seen = situation(hand, THREE_TO_TAKE, turn=turn, deal=deal, **changes)
                    entrant = "random:call_percent=37,slap_percent=64"
                    assert decide_by_kernel(entrant, seen) == decide_plainly(entrant, seen)


def test_random__lays_uniformly_among_the_legal_lays() -> None:
    seen = situation(MANY_LAYS)
    legal = {" ".join(sorted(cards_text(lay).split())) for lay in legal_lays(seen.hand, seen.variant)}
    counts = Counter(map(lay_of, decisions("random", MANY_LAYS, THREE_TO_TAKE)))
    assert set(counts) == legal
    assert chisquare(list(counts.values())).pvalue > LIKELY


@pytest.mark.parametrize(
    ("lay", "orders"),
    [("* 5C 6C", ["5C 6C *", "* 5C 6C"]), ("* * 5C 6C", ["5C 6C * *", "* 5C 6C *", "* * 5C 6C"])],
)
def test_random__reads_a_run_uniformly(lay: str, orders: list[str]) -> None:
    counts = Counter(d.lay for d in decisions("random", MANY_LAYS, THREE_TO_TAKE) if lay_of(d) == lay)
    assert set(counts) == set(orders)
    assert chisquare(list(counts.values())).pvalue > LIKELY


def test_random__reads_a_run_only_where_its_jokers_fit() -> None:
    orders = {d.lay for d in decisions("random", "QS KS * *", "AC")[:2000] if len(d.lay.split()) == 4}
    assert orders == {"* * QS KS"}
    orders = {d.lay for d in decisions("random", "JS QS * *", "AC")[:2000] if len(d.lay.split()) == 4}
    assert orders == {"* JS QS *", "* * JS QS"}


def test_random__takes_uniformly_among_stock_and_offer() -> None:
    counts = Counter(d.take for d in decisions("random", MANY_LAYS, THREE_TO_TAKE))
    assert set(counts) == {"stock", "AC", "9D", "*"}
    assert chisquare(list(counts.values())).pvalue > LIKELY


def test_random__takes_whatever_it_lays() -> None:
    """Lay and take come from addresses of their own, so the one tells nothing of the other."""
    pairs = Counter((lay_of(d), d.take) for d in decisions("random", MANY_LAYS, THREE_TO_TAKE))
    lays, takes = sorted({lay for lay, _take in pairs}), sorted({take for _lay, take in pairs})
    table = [[pairs[lay, take] for take in takes] for lay in lays]
    assert chi2_contingency(table).pvalue > LIKELY


def test_random__takes_from_the_stock_from_turn_100_on() -> None:
    for deal in range(300):
        seen = situation(MANY_LAYS, THREE_TO_TAKE, turn=100, deal=deal)
        assert decide_by_kernel("random", seen).take == decide_plainly("random", seen).take == "stock"


@pytest.mark.parametrize("percent", [1, 37, 50, 99])
def test_random__calls_and_slaps_as_often_as_it_says(percent: int) -> None:
    told = decisions(f"random:call_percent={percent},slap_percent={100 - percent}", "2C", "AC")
    assert binomtest(sum(d.call for d in told), N_DEALS, percent / 100).pvalue > LIKELY
    assert binomtest(sum(d.slap for d in told), N_DEALS, 1 - percent / 100).pvalue > LIKELY


@pytest.mark.nojit
@pytest.mark.parametrize("decide", FORMS.values(), ids=FORMS)
def test_random__always_or_never_means_it(decide: Callable[[str, Situation], Decision]) -> None:
    for deal in range(300):
        seen = situation("2C", "AC", deal=deal)
        assert decide("random", seen)[2:] == (True, True)
        assert decide("random:call_percent=0,slap_percent=0", seen)[2:] == (False, False)


def test_random__asks_each_turn_and_seat_anew() -> None:
    lays = [decide_by_kernel("random", situation(MANY_LAYS, THREE_TO_TAKE, turn=turn)) for turn in range(1, 90)]
    assert len(set(lays)) > 40
