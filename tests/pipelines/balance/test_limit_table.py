"""The best limit, the equilibrium and the verdict, of tables that are written down."""

import numpy as np
import pytest
from scipy.stats import t as student

from pipelines.balance.limit_table import CHOICE, NO_CHOICE, LimitTable, best_limit, mix, regrets, verdict
from pipelines.stats.equivalence import NOT_DECIDED
from tests.pipelines.balance.made_guests import N_BATCHES, N_GAMES, guest, planted

ALPHA = 0.05


def table(shares, players=2):
    """Limits 0, 1, ...; `shares[own][hosts]` of 100 games are won, the same in every batch."""
    limits = range(len(shares))
    guests = {
        (own, hosts): guest([shares[own][hosts]] * N_BATCHES, players=players)
        for own in limits
        for hosts in limits
        if own != hosts
    }
    return LimitTable(tuple(limits), guests)


ROCK = [[50, 40, 60], [60, 50, 40], [40, 60, 50]]
DOMINATED = [[50, 30, 60], [70, 50, 70], [40, 30, 50]]
"""The middle one is best whatever the other has."""
BOTH_ENDS = [[25, 10, 30], [20, 25, 40], [20, 10, 25]]
"""At a table of four: 0 and 1 are each best where all have it; 2 is not."""


def test_mix__of_rock_paper_scissors():
    assert mix(table(ROCK)).rows == pytest.approx([1 / 3] * 3)
    assert mix(table(ROCK)).value == pytest.approx(0)


def test_mix__of_a_dominant_limit():
    assert mix(table(DOMINATED)).rows == pytest.approx([0, 1, 0])


def test_best_limit__has_the_smallest_regret():
    assert best_limit(table(DOMINATED)) == 1
    assert best_limit(table([[50, 45, 60], [55, 50, 47], [40, 53, 50]])) == 1  # regrets .05, .03, .1


def test_best_limit__of_several_best_replies_to_themselves_is_the_highest():
    assert best_limit(table(BOTH_ENDS, players=4)) == 1


def test_regrets__are_what_changing_gains():
    found = regrets(table(DOMINATED), ALPHA)
    assert [found[limit].value for limit in range(3)] == pytest.approx([0.2, 0, 0.2])


CHANCES = {0: 0.40, 1: 0.48, 2: None, 3: 0.45}


@pytest.mark.parametrize(
    ("changes", "word", "told"),
    [
        ({}, CHOICE, ["limit 0 wins", "limit 3 wins", "points in 100 less than limit 2"]),
        ({1: 0.6}, CHOICE, ["limit 0 wins", "limit 3 wins", "points in 100 less than limit 1"]),
        ({0: 0.6}, NO_CHOICE, ["never calling above 0, is best by "]),
        ({3: 0.6}, NO_CHOICE, ["calling whenever it is allowed, so at 3, is best by "]),
        ({3: 0.495}, NOT_DECIDED, ["whether something between is better than limit 3."]),
        ({0: 0.497, 3: 0.495}, NOT_DECIDED, ["better than limit 0 and than limit 3."]),
    ],
)
def test_verdict__of_planted_chances(changes, word, told):
    contest = planted(np.random.default_rng(8), CHANCES | changes)
    found = verdict(contest, (0, 3), "others", ALPHA, looks=4)
    assert found.word == word
    for part in told:
        assert part in found.sentence
    assert found.more_games is None or word == NOT_DECIDED


def test_verdict__no_number_of_games_would_show_a_loss_that_is_none():
    even = guest([50] * N_BATCHES)
    found = verdict({0: guest([20] * N_BATCHES), 1: None, 2: even}, (0, 2), "others", ALPHA, looks=3)
    assert (found.word, found.more_games) == (NOT_DECIDED, None)


def test_verdict__an_end_that_leads_needs_games_to_be_alone():
    """The end gains .01, and its interval must shrink to that: by t at 5 % over two others and three tables."""
    noise = np.random.default_rng(1).integers(-8, 9, N_BATCHES // 2)
    high = guest(np.concatenate([51 + noise, 51 - noise]))
    found = verdict({0: guest([20] * N_BATCHES), 1: None, 2: high}, (0, 2), "others", ALPHA, looks=3)
    assert found.word == NOT_DECIDED
    won = high.wins / 840 / N_GAMES
    half = student.ppf(1 - ALPHA / 6, N_BATCHES - 1) * won.std(ddof=1) / N_BATCHES**0.5
    games = N_BATCHES * 2
    assert (games + found.more_games) / games == pytest.approx((half / 0.01) ** 2, rel=0.01)


def test_verdict__more_games_would_decide():
    """The interval of the one open difference shrinks with the root of the games."""
    noise = np.random.default_rng(1).integers(-8, 9, N_BATCHES // 2)
    high = guest(np.concatenate([49 + noise, 49 - noise]))
    found = verdict({0: guest([20] * N_BATCHES), 1: None, 2: high}, (0, 2), "others", ALPHA, looks=3)
    assert found.word == NOT_DECIDED
    games = N_BATCHES * 2  # deals in both rotations
    more = (games + found.more_games) / games
    half = (0.01 - verdict_low(high)) / more**0.5
    assert half == pytest.approx(0.01, rel=0.01)


def verdict_low(one):
    """The lower end of what the even share is above this guest, one-sided at 5 % over three tables."""
    won = one.wins / 840 / N_GAMES
    return 0.5 - won.mean() - student.ppf(1 - ALPHA / 3, N_BATCHES - 1) * won.std(ddof=1) / N_BATCHES**0.5


def test_verdict__without_a_limit_between():
    found = verdict({0: guest([20] * N_BATCHES), 1: None}, (0, 1), "others", ALPHA, looks=2)
    assert found.word == NO_CHOICE
    assert "no call limit between 0 and 1" in found.sentence
