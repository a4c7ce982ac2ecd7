"""Variants from files: the name, the base, and errors that name file, place and value."""

import json
import tomllib
from pathlib import Path

import pytest

from sim.errors import InputError
from sim.rules import Variant, load_variant
from sim.shown import printable


def file_fault(path: str | Path) -> str:
    with pytest.raises(InputError) as caught:
        load_variant(str(path))
    return str(caught.value)


def write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_load_variant__name():
    assert load_variant("yaniv9").threshold == 9


def test_load_variant__file_takes_its_name_from_the_file(tmp_path):
    variant = load_variant(str(write(tmp_path / "our house.toml", 'base = "short"\nthreshold = 6\n')))
    assert (variant.name, variant.threshold, variant.score_limit) == ("our house", 6, 0)


def test_load_variant__file_with_a_name_of_its_own_and_milestones(tmp_path):
    text = 'name = "ours"\nsource = "grandmother"\nmilestones = { 50 = 25, 150 = 75 }\n'
    variant = load_variant(str(write(tmp_path / "a.toml", text)))
    assert (variant.name, variant.source) == ("ours", "grandmother")
    assert variant.milestones == {50: 25, 150: 75}


def test_load_variant__byte_order_mark_and_windows_lines_are_read(tmp_path):
    text = b'\xef\xbb\xbfbase = "standard"\r\nthreshold = 9\r\n'
    assert load_variant(str(write(tmp_path / "a.toml", text))).threshold == 9


def test_load_variant__every_value_of_a_variant_can_be_written_down(tmp_path):
    own = Variant.from_mapping({"name": "house"})
    lines = [f"{field} = {json.dumps(value)}" for field, value in own.as_mapping().items() if field != "milestones"]
    text = "\n".join([*lines, "milestones = { 50 = 25, 100 = 50 }"])
    assert tomllib.loads(text)
    assert load_variant(str(write(tmp_path / "a.toml", text))) == own


def test_load_variant__name_goes_before_a_file_of_that_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "short").mkdir()
    assert load_variant("short").threshold == 5


def test_load_variant__unknown_name_gets_the_nearest():
    assert file_fault("yanniv5") == "unknown variant 'yanniv5'; did you mean 'yaniv5'?"


def test_load_variant__foreign_name_gets_the_way_to_the_list():
    assert "`yaniv variants` lists them" in file_fault("xyz")


@pytest.mark.parametrize("path", ["nowhere.toml", "../../x", "a/b", "a\0.toml"])
def test_load_variant__missing_file_is_named(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert printable(path) in file_fault(path)


@pytest.mark.parametrize("name", ["x" * 300, "x" * 5000, "a\0b"])
def test_load_variant__name_that_no_file_can_have_is_unknown(name):
    message = file_fault(name)
    assert message.startswith(f"unknown variant '{printable(name)[:39]}")
    assert len(message) < 150


HUGE = "0x" + "f" * 5000  # in this form TOML's reader takes it, but Python will not write it out


@pytest.mark.parametrize(
    "line",
    [
        f"threshold = {HUGE}", f"threshold = [{HUGE}]", f"base = {HUGE}", f"name = {HUGE}", f"milestones = {HUGE}",
        f"milestones.5 = {HUGE}", f"milestones.{'9' * 5000} = 1", f"{'x' * 5000} = 1", f"assaf = '{'x' * 5000}'",
        f"name = '{'x' * 5000}'", f"opening = '{'x' * 5000}'", "threshold" + ".a" * 3000 + " = 1",
        "milestones" + ".5" * 3000 + " = 1",
    ],
)  # fmt: skip
def test_load_variant__value_of_any_size_is_refused_in_one_line(tmp_path, line):
    path = write(tmp_path / "house.toml", line)
    message = file_fault(path)
    assert message.startswith(f"{path}: ")
    assert len(message) < len(str(path)) + 200


def test_load_variant__folder_is_refused(tmp_path):
    assert "is a folder" in file_fault(tmp_path)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("threshold = 5\nthreshold = \n", "line 2, column"),
        ("threshold = 5\nthreshold = 6\n", "line 2"),
        ('threshold = 5\nname = "abc', "line 2"),
        ("[", "line 1"),
        (b"threshold = 5\n\nname = '\xff'\n", "line 3 is not UTF-8"),
        ("threshold = 5\nname = " + "[" * 5000, "line 2: brackets are nested too deep"),
        ("a = [\n" + "[\n" * 5000 + "]\n" * 5001, "brackets are nested too deep"),
        ("\njokers = " + "9" * 5000 + "\n]", "line 2: a number has too many digits"),
        ("threshold = 5\n]\njokers = " + "9" * 5000, "line 2, column"),
    ],
)
def test_load_variant__fault_in_the_text_is_placed(tmp_path, text, place):
    path = write(tmp_path / "house.toml", text)
    message = file_fault(path)
    assert message.startswith(f"{path}: ")
    assert place in message


def test_load_variant__fault_in_a_field_names_the_file(tmp_path):
    path = write(tmp_path / "house.toml", "treshold = 5\n")
    assert file_fault(path) == f"{path}: unknown field 'treshold' in 'house'; did you mean 'threshold'?"
