import pytest

from pipelines.balance import call_limits
from pipelines.balance.asked import Asked, wish_of
from pipelines.balance.base import LEVELS, Measured, Place, Verdict
from pipelines.balance.measuring import Results
from pipelines.balance.sentences import describe, numbers_text, verdict_sentences
from sim.rules import named_variants

STANDARD, FIVE, SHORT = (named_variants()[name] for name in ("standard", "yaniv5", "short"))
ALL = [Place(v, n, level) for v in (STANDARD, FIVE, SHORT) for n in (2, 3, 4) for level in LEVELS]


def chosen(*wanted):
    return [p for p in ALL if any(p.variant in v and p.players in n and p.level in at for v, n, at in wanted)]


@pytest.mark.parametrize(
    ("places", "text"),
    [
        (ALL, "everywhere"),
        (chosen(((STANDARD,), (2, 3, 4), LEVELS)), "standard"),
        (chosen(((STANDARD, FIVE), (2, 3, 4), LEVELS)), "standard and yaniv5"),
        (chosen(((STANDARD, FIVE, SHORT), (2,), LEVELS)), "every variant with 2 players"),
        (chosen(((STANDARD, FIVE, SHORT), (2, 3, 4), ("eager",))), "every variant at level eager"),
        (
            chosen(((FIVE,), (2, 4), ("tactician", "counter"))),
            "yaniv5 with 2 and 4 players at level tactician and counter",
        ),
        (
            chosen(((FIVE,), (2,), LEVELS), ((FIVE,), (3, 4), ("eager",)), ((SHORT,), (4,), ("limited",))),
            "yaniv5 with 2 players and with 3 and 4 players at level eager; short with 4 players at level limited",
        ),
    ],
)
def test_describe__names_what_is_meant_and_no_more(places, text):
    assert describe(places, ALL) == text


def test_describe__a_table_that_no_deck_allows_is_not_missed():
    everything = [p for p in ALL if (p.variant, p.players) != (SHORT, 4)]
    places = [p for p in everything if p.variant == SHORT]
    assert describe(places, everything) == "short"


@pytest.mark.parametrize(
    ("numbers", "text"), [((2,), "2"), ((2, 3), "2 and 3"), ((2, 3, 4), "2 to 4"), ((2, 4, 5), "2, 4 and 5")]
)
def test_numbers_text(numbers, text):
    assert numbers_text(numbers) == text


@pytest.mark.parametrize(
    ("judged", "told"),
    [
        (("eager", "limited", "tactician"), "is best: everywhere."),
        (("eager", "limited"), "is best (asked at level eager and limited): everywhere."),
    ],
)
def test_verdict_sentences__everywhere_is_no_level_that_nobody_asked_about(judged, told):
    wish = wish_of(Asked(players="2", games=66))
    verdict = Verdict("no choice", "")
    measured = [Measured("F10", p, 66, [], verdict) if p.level in judged else None for p in wish.places]
    (line,) = verdict_sentences(Results(wish, None, None, wish.places, [call_limits], {"F10": measured}))
    assert line.endswith(told)
