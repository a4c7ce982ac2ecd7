"""Plans as users write them: what they expand to, and how each fault is told."""

import os
from pathlib import Path

import pytest

from sim.errors import InputError
from sim.plan import entrant_name
from sim.plan_file import Settings, order_from_file, order_from_options

EXAMPLES = Path(__file__).parents[2] / "examples"
CELLS = "[[cells]]\n"


@pytest.fixture
def read(tmp_path):
    """Read a plan from text, or from bytes."""

    def order(text, settings=Settings()):  # noqa: B008
        path = tmp_path / "plan.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return order_from_file(path, settings)

    return order


@pytest.fixture
def fault(read):
    """Read a faulty plan and give the complaint, without the path of the file."""

    def complaint(text):
        with pytest.raises(InputError) as raised:
            read(text)
        message = str(raised.value)
        assert "plan.toml: " in message
        assert message.count("\n") == 0
        return message.partition("plan.toml: ")[2]

    return complaint


# What plans mean


def test_options__have_useful_defaults():
    plan, games = order_from_options(None, None, [], Settings())
    assert games == 100_000
    assert (plan.seed, plan.chunk_deals, len(plan.cells)) == (1, 8192, 1)
    assert (plan.cells[0].variant.name, plan.cells[0].players) == ("standard", 4)
    assert [entrant_name(entrant) for entrant in plan.cells[0].lineup] == ["greedy"] * 4


def test_options__entrants_are_dealt_out_in_turn():
    plan, _ = order_from_options("yaniv5", 5, ["greedy", "random"], Settings(7, 8, 16))
    names = [entrant_name(entrant) for entrant in plan.cells[0].lineup]
    assert names == ["greedy", "random", "greedy", "random", "greedy"]
    assert (plan.seed, plan.chunk_deals) == (8, 16)


def test_plan_file__lists_give_every_combination_in_order(read):
    order = read(CELLS + 'variant = ["standard", "yaniv5"]\nplayers = [2, 3]\n' + CELLS)
    seen = [(cell.variant.name, cell.players) for cell in order.plan.cells]
    assert seen == [("standard", 2), ("standard", 3), ("yaniv5", 2), ("yaniv5", 3), ("standard", 4)]


def test_plan_file__own_variants_and_entrants_have_their_names(read, tmp_path):
    (tmp_path / "file.toml").write_text("threshold = 1")
    order = read(
        'title = "Mine"\nseed = 5\ngames = 1e3\nchunk = 64\n'
        "[variants.eight]\nthreshold = 8\n"
        '[entrants."<script>"]\nfamily = "greedy"\ncall_at = 3\n'
        '[[cells]]\nvariant = ["eight", "file.toml", { name = "=cmd()", threshold = 2 }]\n'
        'entrants = ["<script>", "greedy:call_at=3"]\n'
    )
    plan = order.plan
    assert (plan.title, plan.seed, plan.chunk_deals, order.games) == ("Mine", 5, 64, 1000)
    named = [(cell.variant.name, cell.variant.threshold) for cell in plan.cells]
    assert named == [("eight", 8), ("file", 1), ("=cmd()", 2)]
    assert [entrant_name(entrant) for entrant in plan.cells[0].entrants] == ["<script>", "greedy:call_at=3"]
    assert plan.cells[0].rotations == 2  # a name makes an entrant of its own


def test_plan_file__options_go_before_it(read):
    order = read("seed = 5\ngames = 10\nchunk = 64\n" + CELLS, Settings(20, 6, 32))
    assert (order.games, order.plan.seed, order.plan.chunk_deals) == (20, 6, 32)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_examples__are_plans(path):
    assert order_from_file(path, Settings()).plan.title


# Faults


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("gmaes = 1\n" + CELLS, "unknown key 'gmaes'; did you mean 'games'?"),
        (CELLS + "player = 3", "[[cells]] number 1: unknown key 'player'; did you mean 'players'?"),
        (CELLS + CELLS + "zzz = 3", "[[cells]] number 2: unknown key 'zzz'; there are variant, players, entrants"),
        (CELLS + 'variant = "yaniv7"', "unknown variant 'yaniv7'; did you mean 'yaniv"),
        (CELLS + "variant = { name = 'x', treshold = 3 }", "unknown field 'treshold' in ... did you mean 'threshold'"),
        (
            CELLS + 'entrants = ["gredy"]',
            "[[cells]] number 1: entrants: unknown bot 'gredy' ... did you mean 'greedy'?",
        ),
        (CELLS + 'entrants = ["greedy:cal_at=3"]', "unknown parameter 'cal_at' ... did you mean 'call_at'?"),
        ('[entrants.x]\nfamily = "gredy"\n' + CELLS, "[entrants.x]: unknown bot 'gredy' ... did you mean 'greedy'?"),
        (
            '[entrants.x]\nfamily = "greedy"\ncal_at = 1\n' + CELLS,
            "[entrants.x]: unknown parameter 'cal_at' ... did you mean",
        ),
        (
            '[entrants.careful]\nfamily = "greedy"\n[[cells]]\nentrants = "carefull"',
            "unknown entrant 'carefull'; did you mean 'careful'?",
        ),
        ("[variants.eight]\ntreshold = 8\n" + CELLS, "[variants.eight]: unknown field 'treshold'"),
        ("[variants.eight]\n[[cells]]\nvariant = 'eigth'", "unknown variant 'eigth'; did you mean 'eight'?"),
    ],
)
def test_fault_22_unknown_name__nearest_right_one_is_told(fault, text, told):
    message = fault(text)
    assert all(part in message for part in told.split(" ... "))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("games = 0\n" + CELLS, "games: 0 is not allowed; it must be a whole number from 1 to"),
        ("games = nan\n" + CELLS, "games: nan is not allowed"),
        ("games = 1.5\n" + CELLS, "games: 1.5 is not allowed"),
        ("games = inf\n" + CELLS, "games: inf is not allowed"),
        ("games = true\n" + CELLS, "games: true is not allowed"),
        ('games = "many"\n' + CELLS, "games: 'many' is not allowed"),
        ("seed = -1\n" + CELLS, f"seed: -1 is not allowed; it must be a whole number from 0 to {2**64 - 1}"),
        (f"seed = {2**64}\n" + CELLS, f"seed: {2**64} is not allowed"),
        ("chunk = 0\n" + CELLS, "chunk: 0 is not allowed; it must be a whole number from 1 to 1048576"),
        ("chunk = 100\n" + CELLS, "chunk: 100 is no power of two; the nearest is 128"),
        ("games = 1e12\n" + CELLS, "games: 1000000000000 games are 122070313 chunks"),
        ("title = 3\n" + CELLS, "title: 3 is not allowed"),
        ('title = "a\\nb"\n' + CELLS, "title: 'a\\nb' is not allowed; it must be one line"),
        (CELLS + "players = 9", "[[cells]] number 1: players: 9 is not allowed; it must be a whole number from 2 to 8"),
        (CELLS + "players = 0", "players: 0 is not allowed"),
        (CELLS + "players = [2, 1]", "players: 1 is not allowed"),
        (CELLS + "players = []", "players: the list is empty"),
        (CELLS + "entrants = []", "entrants: the list is empty"),
        (CELLS + "entrants = [3]", "entrants: 3 is no text"),
        (CELLS + "variant = 3", "variant: 3 is neither a name nor a file nor a table"),
        (CELLS + 'variant = { name = "x", threshold = 1000 }', "threshold = 1000 in 'x' is not allowed; it must be"),
        (CELLS + 'entrants = "greedy:call_at=1000"', "call_at = 1000 is not ... 50"),
        (CELLS + 'players = 2\nentrants = ["greedy", "greedy", "random"]', "3 entrants are more than the 2 seats"),
        (
            CELLS + 'players = 8\nvariant = { name = "x", hand_size = 7, second_deck_from = 0 }',
            "[[cells]] number 1: variant 'x' with 8 players leaves no stock: 54 cards - 8 x 7 dealt",
        ),
        ("", "cells: there must be at least one [[cells]] table"),
        ("cells = 3", "cells: there must be at least one [[cells]] table"),
        (CELLS + CELLS, "[[cells]] number 2: 'standard' with 4 players ... greedy is there already, in number 1;"),
        (CELLS + "players = [3, 3]", "[[cells]] number 1: 'standard' with 3 players ... is there already, here;"),
        ("variants = 3\n" + CELLS, "variants: must be tables such as [variants.my-own]"),
        ("[entrants]\nx = 3\n" + CELLS, "entrants: must be tables such as [entrants.my-own]"),
        ("[entrants.x]\ncall_at = 3\n" + CELLS, "[entrants.x]: family: the bot is missing"),
        ("[variants.yaniv5]\nthreshold = 6\n" + CELLS, "'yaniv5' is a variant already"),
        ('[entrants.greedy]\nfamily = "greedy"\n' + CELLS, "'greedy' reads as a bot"),
        (
            '[[cells]]\nvariant = [{ name = "x", threshold = 1 }, { name = "x", threshold = 2 }]',
            "two different variants are named 'x'",
        ),
    ],
)
def test_fault_23_value_out_of_range__field_value_and_limits_are_told(fault, text, told):
    message = fault(text)
    assert all(part in message for part in told.split(" ... "))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((None, 9, [], Settings()), "--players: 9 is not allowed; it must be a whole number from 2 to 8"),
        ((None, None, [], Settings(games=0)), "--games: 0 is not allowed"),
        ((None, None, [], Settings(seed=-1)), "--seed: -1 is not allowed"),
        ((None, None, [], Settings(chunk=12)), "--chunk: 12 is no power of two; the nearest is 16"),
        ((None, 2, ["greedy"] * 3, Settings()), "--entrant: 3 entrants are more than the 2 seats"),
        (("yaniv7", None, [], Settings()), "unknown variant 'yaniv7'"),
        ((None, None, ["gredy"], Settings()), "unknown bot 'gredy' ... did you mean 'greedy'?"),
    ],
)
def test_fault_23_options__are_named_with_value_and_limits(options, told):
    with pytest.raises(InputError) as raised:
        order_from_options(*options)
    assert all(part in str(raised.value) for part in told.split(" ... "))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("games = 1\ngames = 2", "line 2"),
        ("title = 'open\n", "line 1"),
        (b"title = 1\n# \xff\n", "line 2 is not UTF-8"),
    ],
)
def test_fault_24_no_toml__file_and_line_are_told(fault, text, told):
    assert fault(text).startswith(told)


def test_fault_24_folder_or_nothing_where_the_plan_belongs__is_told(tmp_path):
    with pytest.raises(InputError, match="is a folder"):
        order_from_file(tmp_path, Settings())
    with pytest.raises(InputError, match="there is no such file"):
        order_from_file(tmp_path / "nothing.toml", Settings())


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_fault_24_pipe_or_device_where_the_plan_belongs__refused_without_waiting(tmp_path, make):
    path = tmp_path / "plan.toml"
    make(path)
    with pytest.raises(InputError, match=r"plan.toml: is a pipe or a device; write the text into a file$"):
        order_from_file(path, Settings())


def test_plan_file__from_a_pipe_that_the_shell_made(tmp_path):
    reading, writing = os.pipe()
    os.write(writing, b"games = 7\n[[cells]]\n")
    os.close(writing)
    assert order_from_file(Path(f"/dev/fd/{reading}"), Settings()).games == 7
    os.close(reading)


@pytest.mark.parametrize(
    "text",
    [
        '[variants."../../x"]\n' + CELLS,
        '[entrants."../../x"]\nfamily = "greedy"\n' + CELLS,
        '[entrants."a\\u0000b"]\nfamily = "greedy"\n' + CELLS,
        CELLS + 'variant = { name = "../../x", threshold = 2 }',
    ],
)
def test_fault_29_name_that_is_a_path__refused(fault, text):
    assert "must " in fault(text)


@pytest.mark.parametrize("text", [CELLS + 'variant = "../../x"', CELLS + 'entrants = "../../x"'])
def test_fault_29_unknown_name_that_is_a_path__is_only_unknown(fault, text):
    assert "unknown " in fault(text)


def test_options__one_name_of_two_files_for_two_bots_is_refused(tmp_path):
    files = [tmp_path / f"{number}.toml" for number in (1, 2)]
    for number, file in enumerate(files):
        file.write_text(f'[entrants.mine]\nfamily = "greedy"\ncall_at = {number}\n')
    with pytest.raises(InputError, match="--entrant: two different entrants are named 'mine'; rename one"):
        order_from_options(None, 2, [str(file) for file in files], Settings())
    assert order_from_options(None, 2, [str(files[0])] * 2, Settings()).plan.cells[0].rotations == 1
