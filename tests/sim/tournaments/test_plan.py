"""Tournaments from options and from files."""

from pathlib import Path

import pytest

from sim.bots import family
from sim.errors import InputError
from sim.plan import entrant_name
from sim.tournaments.plan import MOST_CELLS, Settings, Wish, from_file, from_options
from sim.tournaments.seating import circular_orders

FIVE = ("greedy", "random", "york-novice", "york-random", "greedy:call_at=3")


@pytest.fixture
def read(tmp_path):
    """Read a file with this text."""

    def read_text(text, **settings):
        path = tmp_path / "plan.toml"
        path.write_text(text, encoding="utf-8")
        return from_file(path, Settings(**settings))

    return read_text


def lineups(tournament):
    return [tuple(entrant_name(entrant) for entrant in cell.lineup) for cell in tournament.plan.cells]


def test_options__every_table_in_every_order_on_the_same_deals():
    wanted = from_options(Wish(players=3, entrants=FIVE), Settings(deals=7, seed=3))
    assert len(wanted.tables) == 10
    assert len(wanted.plan.cells) == 20
    assert set(wanted.cell_deals) == {7}
    assert wanted.games == 7 * 20 * 3
    assert (wanted.plan.seed, wanted.plan.detail) == (3, "games")
    table = [FIVE.index(name) for name in wanted.tables[-1]]
    assert lineups(wanted)[-2:] == [tuple(FIVE[one] for one in order) for order in circular_orders(table)]


def test_options__a_default_of_the_table_has_no_other_name():
    risk = dict(zip((one.name for one in family("counter").parameters), family("counter").defaults(7, 3), strict=True))
    told = f"counter:risk_one={risk['risk_one']}"
    wanted = from_options(Wish(players=3, entrants=("greedy", "random", told), gauntlet=told), Settings())
    assert wanted.entrants == ("counter", "greedy", "random")
    assert {name for line in lineups(wanted) for name in line} == set(wanted.entrants)
    with pytest.raises(InputError, match=f"'{told}' and 'counter' are the same bot at this table"):
        from_options(Wish(players=3, entrants=("counter", "greedy", told)), Settings())
    assert len(from_options(Wish(players=2, entrants=("counter", "greedy", told)), Settings()).entrants) == 3


def test_options__gauntlet_puts_the_hero_first():
    wanted = from_options(Wish(players=2, entrants=FIVE, gauntlet="york-novice"), Settings())
    assert wanted.entrants[0] == "york-novice"
    assert [set(table) for table in wanted.tables] == [{"york-novice", name} for name in FIVE if name != "york-novice"]
    assert wanted.plan.title == "Tournament: york-novice against 4, tables of 2"


def test_file__everything(read, tmp_path):
    wanted = read(
        """
        title = "Ours"
        players = 3
        variant = "five"
        field = ["careful", "greedy", "random"]
        deals = 1e3
        seed = 5
        chunk = 64
        [variants.five]
        base = "standard"
        threshold = 5
        [entrants.careful]
        family = "greedy"
        call_at = 3
        [entrants.unused]
        family = "random"
        """,
        deals=10,
    )
    assert wanted.entrants == ("careful", "greedy", "random")
    assert (wanted.deals, wanted.plan.seed, wanted.plan.chunk_deals, wanted.plan.title) == (10, 5, 64, "Ours")
    assert wanted.plan.cells[0].variant.name == "five"


def test_file__without_field_all_named_entrants_play(read):
    text = "players = 2\n" + "".join(f'[entrants.{n}]\nfamily = "greedy"\n' for n in "abc")
    assert read(text).tables == (("a", "b"), ("a", "c"), ("b", "c"))


def test_file__written_tables(read):
    wanted = read('players = 2\nfield = ["greedy", "random", "york-novice"]\n'
                  'tables = [["york-novice", "random"], ["greedy", "random"]]')  # fmt: skip
    assert [set(table) for table in wanted.tables] == [{"york-novice", "random"}, {"greedy", "random"}]


WRONG = {
    "field = []": "field: nobody plays",
    'field = ["greedy"]': "'greedy' is alone",
    'field = ["greedy", "greedy"]': "'greedy' is entered twice",
    'field = ["greedy", 3]': "field: 3 is no text",
    'field = ["greedy", "randm"]': "did you mean 'random'",
    'field = ["greedy", "random"]\nplayers = 9': "players: 9 is not allowed",
    'field = ["greedy", "random"]\ndeals = 0': "deals: 0 is not allowed",
    'field = ["greedy", "random"]\nchunk = 3': "chunk: 3 is no power of two",
    'field = ["greedy", "random"]\ngauntlet = "gredy"': "gauntlet: unknown entrant 'gredy'; did you mean 'greedy'",
    'field = ["greedy", "random"]\ngauntlet = "greedy"\ntables = []': "leave one out",
    'field = ["greedy", "random"]\ntables = 3': "tables: must be lists of entrants",
    'field = ["greedy", "random"]\nplayers = 2\ntables = [["greedy"]]': "names 1 for 2 seats",
    'field = ["greedy", "random"]\nplayers = 2\ntables = [["greedy", "random"], ["random", "greedy"]]': "there twice",
    'field = ["greedy", "random", "york-novice", "york-random"]\nplayers = 2\n'
    'tables = [["greedy", "random"], ["york-novice", "york-random"]]': "'york-novice' never meets 'greedy'",
    'feild = ["greedy"]': "unknown key 'feild'; did you mean 'field'",
    'field = ["greedy", "random"]\nvariant = "standart"': "did you mean 'standard'",
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_fault_22_23_file__names_field_and_way_out(read, text):
    with pytest.raises(InputError) as fault:
        read(text)
    assert WRONG[text] in str(fault.value)
    assert "plan.toml" in str(fault.value)


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        (Wish(), "--entrant: nobody plays"),
        (Wish(entrants=("gredy", "random")), "--entrant: unknown bot 'gredy'"),
        (Wish(entrants=("greedy", "random"), players=1), "--players: 1 is not allowed"),
        (Wish(entrants=("greedy", "random"), gauntlet="york-novice"), "--gauntlet: unknown entrant"),
        (Wish(entrants=("greedy", "random"), variant="nothing"), "--variant"),
    ],
)
def test_fault_22_23_options__named(wish, told):
    with pytest.raises(InputError, match=told):
        from_options(wish, Settings())


def test_options__too_many_orders_are_refused_before_anything_is_played():
    entrants = [f"greedy:call_at={limit},keep_pair={pair}" for limit in range(8) for pair in range(2)]
    with pytest.raises(InputError, match=f"more than {MOST_CELLS:,}; name fewer"):
        from_options(Wish(players=5, entrants=entrants), Settings())


def test_file__missing():
    with pytest.raises(InputError, match="no such file"):
        from_file(Path("nowhere.toml"), Settings())
