"""Others' figures in a short form, and the comparison itself by numbers worked by hand."""

from __future__ import annotations

from math import sqrt

import pytest

from sim.cards import parse_cards
from tests.verification import others_dhumbal, others_faults, others_quirks, others_york
from tests.verification.checks import FAILS, OK, Section, judge
from tests.verification.others import Figure, Measured, compare, share_of, z_score
from tests.verification.others_replica import Faults, winners_of


@pytest.mark.parametrize(
    ("section", "n_judged"),
    [
        (others_york.SECTION, 14),
        (others_dhumbal.SECTION, 18),
        (others_quirks.SECTION, 9),
        (others_faults.SECTION, 16),
    ],
)
def test_others_figures__come_out_in_the_short_form(section: Section, n_judged: int) -> None:
    """A right program fails any of these fixed games once in 2,000 (|z| < 4.5, some 60 figures)."""
    judged = judge(section, 1, quick=True)
    assert not judged.failed, [check.cells for check in judged.checks if not check.ok]
    assert judged.verdicts.count(OK) >= n_judged


def test_dhumbal__shares_add_up() -> None:
    """Whoever wins is one of four bots and one of four places; only stopped rounds have no winner."""
    sums = others_dhumbal.played(80, 2_000)
    for names in (others_dhumbal.BOTS, others_dhumbal.ORDER):
        total = sum(sums.share(name, "games", others_dhumbal.TWELFTHS).value for name in names)
        assert 99.9 < total <= 100.0000001


def ours(value: float, error: float) -> Measured:
    return Measured(value, value - 2 * error, value + 2 * error, error)


def test_z__of_a_share_and_of_a_mean() -> None:
    assert z_score(ours(51, 0), Figure(50, 10_000)) == pytest.approx(1 / (100 * sqrt(0.51 * 0.49 / 10_000)))
    assert z_score(ours(34.5, 0.04), Figure(34.2, 10_000, 0.03)) == pytest.approx(6)


def test_z__of_a_rare_event_is_that_of_its_chance() -> None:
    """1 of 10,000 where 5.6 are expected is two standard deviations below, not four of its own."""
    assert z_score(ours(0.056, 0), Figure(0.01, 10_000)) == pytest.approx((5.6 - 1) / sqrt(5.6), rel=1e-3)


@pytest.mark.parametrize(("value", "verdict"), [(51.4, True), (51.6, False), (48.6, True), (48.4, False)])
def test_compare__fails_at_the_limit(value: float, verdict: bool) -> None:
    assert compare("a - b", "wins", ours(value, 0), Figure(50, 10_000), None, 3).ok is verdict
    assert compare("a - b", "wins", ours(value, 0), None, Figure(50, 10_000), 3).ok is verdict
    assert compare("a - b", "wins", ours(value, 0), None, None, 3).ok


def test_section__with_a_figure_that_does_not_come_out_fails() -> None:
    line = compare("a - b", "wins", ours(60, 0.1), Figure(50, 10_000), None, 3)
    assert judge(Section("made-up", "", (), lambda _quick: [line]), 1, quick=True).verdicts == [FAILS]


def test_figure__shows_its_interval() -> None:
    assert str(Figure(52.06, 10_000)) == "52.06 [51.08, 53.04]"
    assert str(Figure(34.27, 10_000, 0.12)) == "34.27 [34.03, 34.51]"
    assert share_of(5, 10_000).value == 0.05


@pytest.mark.parametrize(
    ("hands", "shared", "lowest_seat"),
    [
        (["4C", "5C", "6C", "7C"], [0], [0]),
        (["4C", "4D", "6C", "7C"], [1], [1]),  # the caller is tied, and loses
        (["5C", "4D", "4H", "3S AS"], [1, 2, 3], [1]),
        (["5C", "5D", "4H", "4S"], [2, 3], [2]),
    ],
)
def test_replica__knows_who_wins(hands: list[str], shared: list[int], lowest_seat: list[int]) -> None:
    held = [tuple(parse_cards(hand)) for hand in hands]
    assert winners_of(0, held, Faults()) == shared
    assert winners_of(0, held, Faults(low_seat=True)) == lowest_seat
