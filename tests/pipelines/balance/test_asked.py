import pytest
from scipy.stats import binom

from pipelines.balance.asked import Asked, read_players, wish_of
from pipelines.balance.base import Place
from pipelines.balance.sweeps import parse_sweep, series, varied
from pipelines.balance.wish import games_within, keep_wishes
from sim.errors import InputError
from sim.rules import load_variant, named_variants

STANDARD = named_variants()["standard"]


@pytest.mark.parametrize(
    ("text", "players"), [("2-4", (2, 3, 4)), ("4,2", (2, 4)), ("3", (3,)), ("2-3, 6", (2, 3, 6)), ("2,2-3", (2, 3))]
)
def test_players__are_read(text, players):
    assert read_players(text) == players


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        (Asked(players="1-3"), "--players: 1 is not allowed"),
        (Asked(players="4-2"), "--players: 4-2 runs downwards; write 2-4"),
        (Asked(players="two"), "--players: 'two' is no number"),
        (Asked(levels="tactican"), "did you mean 'tactician'"),
        (Asked(variants="standrd"), "did you mean 'standard'"),
        (Asked(variants="standard,"), "--variants: there is a name missing"),
        (Asked(sweeps=("treshold=3-5",)), "did you mean 'threshold'"),
        (Asked(sweeps=("threshold",)), "is no FIELD=VALUES"),
        (Asked(sweeps=("threshold=9-3",)), "runs downwards; write 3-9"),
        (Asked(sweeps=("threshold=3,,4",)), "there is a value missing"),
        (Asked(sweeps=("threshold=51",)), "--vary threshold=51"),
        (Asked(sweeps=("slapdown=nul",)), '"off", "zero" or "matching"'),
        (Asked(sweeps=("milestones=1",)), "no field 'milestones' can be varied"),
        (Asked(games=100, within=0.2), "leave one out"),
        (Asked(within=float("nan")), "--within: nan is not allowed"),
        (Asked(within=0.0), "--within: 0 is not allowed"),
        (Asked(games=0), "--games: 0 is not allowed"),
        (Asked(seed=-1), "--seed: -1 is not allowed"),
        (Asked(limits_at="eager,limitd"), "--limits-at: unknown level 'limitd'; levels are eager, limited"),
        (Asked(forks=0.0), "--forks: 0 is not allowed; it must be whole thousandths, 0.001 to 1"),
        (Asked(forks=0.0125), "--forks: 0.0125 is not allowed"),
        (Asked(forks=float("nan")), "--forks: nan is not allowed"),
        (Asked(sweeps=("hand_size=7",), players="8", variants="york"), ""),
    ],
)
def test_fault_22_23_wish__names_option_value_and_way_out(asked, fault):
    if not fault:
        wish_of(asked)  # two decks: there is a stock
        return
    with pytest.raises(InputError) as error:
        wish_of(asked)
    assert fault in str(error.value)


def test_wish__tables_without_a_stock_are_left_out_and_said():
    wish = wish_of(Asked(sweeps=("second_deck_from=0", "hand_size=7"), players="6-8", levels="eager"))
    # 54 cards less 7 a player less 1 turned up: 11, 4, and with eight players none
    assert [place.players for place in wish.places] == [6, 7]
    assert len(wish.left_out) == 1
    assert "8 players leaves no stock: 54 cards - 8 x 7 dealt - 1 turned up = -3" in wish.left_out[0]


def test_wish__rows_go_by_variant_then_players_then_level():
    wish = wish_of(Asked(variants="yaniv5,standard", players="2,3", levels="tactician,eager"))
    assert wish.places[:3] == [
        Place(named_variants()["yaniv5"], 2, "eager"),
        Place(named_variants()["yaniv5"], 2, "tactician"),
        Place(named_variants()["yaniv5"], 3, "eager"),
    ]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_games_within__the_share_of_wins_is_known_as_well_as_wanted(players):
    games = games_within(0.2, players)
    low, high = (binom.ppf(q, games, 1 / players) / games for q in (0.025, 0.975))
    assert (high - low) / 2 == pytest.approx(0.002, rel=0.01)


def test_games_within__is_what_the_statistics_say():
    assert [round(games_within(0.2, n), -3) for n in (2, 6)] == [241_000, 134_000]


def test_sweep__every_variant_takes_every_combination():
    wish = wish_of(Asked(variants="standard,yaniv5", sweeps=("jokers=0,2", "assaf=true,false")))
    names = [variant.name for variant in wish.variants]
    assert names[:4] == ["standard jokers=0", "standard jokers=0 assaf=false", "standard", "standard assaf=false"]
    assert len(names) == 8
    assert wish.variants[1].jokers == 0
    assert wish.variants[1].assaf is False


def test_varied__a_value_that_is_there_already_changes_nothing():
    assert varied(STANDARD, "threshold", 7) is STANDARD
    assert varied(STANDARD, "threshold", 8).changes() == {"threshold": (7, 8)}


def test_varied__true_is_no_1():
    with pytest.raises(InputError, match="must be true or false"):
        varied(STANDARD, "assaf", 1)


def test_sweep__its_text_says_the_same():
    for text in ("threshold=3-5,9", "assaf=false,true", "slapdown=zero"):
        sweep = parse_sweep(text)
        assert parse_sweep(sweep.text) == sweep


def test_series__named_variants_belong_to_it():
    variants = [load_variant(name) for name in ("yaniv9", "slapdown", "standard", "yaniv5")]
    (found,) = series(variants, STANDARD)
    assert (found.field, found.values) == ("threshold", (5, 7, 9))
    assert [variant.name for variant in found.variants] == ["yaniv5", "standard", "yaniv9"]


def test_keep_wishes__another_balance_is_refused_with_the_difference(tmp_path):
    keep_wishes(tmp_path, [wish_of(Asked(games=100))])
    keep_wishes(tmp_path, [wish_of(Asked(games=100))])
    with pytest.raises(InputError, match=r"holds another balance: seed is 1 there and 2 here; choose another --out"):
        keep_wishes(tmp_path, [wish_of(Asked(games=100, seed=2))])


def test_deals__others_than_mirrors_take_a_share_within_limits():
    big, small, tiny = (wish_of(Asked(games=games)).deals for games in (240_000, 10_000, 50))
    assert (big.arms, big.limits) == (20_000, 5_000)
    assert (small.arms, small.limits) == (833, 208)
    assert (tiny.arms, tiny.limits) == (50, 50)
    assert big.mirrors[2] == 240_000


def test_plan_hash__options_that_spare_games_change_it_only_where_they_are_given():
    plain = wish_of(Asked(games=100))
    assert plain.as_mapping().keys() == {"variants", "players", "levels", "games", "seed"}
    spared = ({"limits_at": "eager"}, {"forks": 0.03}, {"guest_games": True}, {"threshold_steps": 1})
    assert len({plain.hash, *(wish_of(Asked(games=100, **one)).hash for one in spared)}) == 5
