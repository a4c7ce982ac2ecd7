"""Rules of the house that no tool checks: who may import whom, what may stand in files, what must be told."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import click
import pytest

from reports.cli import COMMANDS, yaniv

ROOT = Path(__file__).parent.parent
FLOORS = ("sim", "pipelines", "reports")  # from the ground up
HEAVY = {
    "altair",
    "cma",
    "jinja2",
    "numba",
    "numpy",
    "pandas",
    "polars",
    "pyarrow",
    "pydantic",
    "rich",
    "scipy",
    "vl_convert",
}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {module_name(path): path for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py"))}


def imported_names(module: str, nodes: list[ast.stmt] | list[ast.AST]) -> set[str]:
    """Everything that import statements name, `from x import y` as both x and x.y."""
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative imports hide the floor"
            assert node.module is not None
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("module", SOURCES)
def test_imports__go_downward_only(module):
    floor = module.split(".")[0]
    above = FLOORS[FLOORS.index(floor) + 1 :]
    names = imported_names(module, list(ast.walk(ast.parse(SOURCES[module].read_text()))))
    upward = {name for name in names if name.split(".")[0] in above}
    # The lower floors may not know that tests, benchmarks or the upper floors exist.
    outside = {name for name in names if name.split(".")[0] in ("tests", "benchmarks")}
    assert not upward | outside


def test_imports__make_no_circle():
    """Modules that need each other to be loaded; an import inside a function is no such need."""
    needs = {}
    for module, path in SOURCES.items():
        names = imported_names(module, ast.parse(path.read_text()).body)
        needs[module] = {name for name in names if name in SOURCES and name != module}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


def tracked_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)  # noqa: S607
    if listed.returncode != 0:
        pytest.skip("not in a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


# Written in two pieces, so that this file passes its own test.
PRIVATE = {
    "a folder of one machine": re.compile("(?<![\\w.])/(?:home|root|Users|wo" + "rk)/"),
    "a package host": re.compile("py" + "pi\\.|pythonhos" + "ted|conda\\.any" + "where|artifac" + "tory"),
    "a local index": re.compile("file:" + "//"),
}


@pytest.mark.parametrize("what", PRIVATE)
def test_tracked_files__name_nothing_private(what):
    found = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture
        found += [f"{path.relative_to(ROOT)}: {match.group()}" for match in PRIVATE[what].finditer(text)]
    assert not found


def test_tracked_files__hold_nothing_that_was_made():
    made = [
        path for path in tracked_files() if path.suffix in (".pyc", ".parquet", ".nbi", ".nbc") or "runs" in path.parts
    ]
    assert not made


# Commands


def load(name: str) -> click.Command:
    command = yaniv.get_command(click.Context(yaniv), name)
    assert command is not None
    return command


def test_commands__every_module_is_registered():
    modules = {
        module
        for module, path in SOURCES.items()
        if re.search(r"^@click\.command", path.read_text(), re.MULTILINE) and ".commands." in module
    }
    assert modules == {command.target.split(":")[0] for command in COMMANDS.values()}


@pytest.mark.parametrize("name", COMMANDS)
def test_command__help_tells_what_and_how(name):
    command = load(name)
    assert command.name == name
    text = command.get_help(click.Context(command, info_name=f"yaniv {name}", **command.context_settings))
    assert re.search(f"Examples?:\n +yaniv {name}", text)
    assert "-h, --help" in text
    assert COMMANDS[name].summary.endswith(".")


@pytest.mark.parametrize("name", COMMANDS)
def test_command__every_option_is_explained(name):
    options = [parameter for parameter in load(name).params if isinstance(parameter, click.Option)]
    assert not [option.name for option in options if not option.help]


@pytest.mark.parametrize("name", COMMANDS)
def test_command__is_documented(name):
    assert f"yaniv {name}" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help__imports_nothing_heavy(name):
    arguments = [*name.split(), "-h"]
    code = f"import sys; from reports.cli import run; assert run({arguments}) == 0; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "Usage: yaniv" in done.stdout
    assert HEAVY & set(done.stdout.split()) == set()


def test_help__costs_less_than_a_third_of_a_second():
    """Processor time and the best of five: what other processes do on this machine must not count."""

    def cost() -> float:
        before = os.times()
        subprocess.run([sys.executable, "-m", "reports.cli", "-h"], cwd=ROOT, capture_output=True, check=True)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    assert min(cost() for _ in range(5)) < 0.3


# The project's own files


def requirement_name(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9-]+", requirement)
    assert found is not None
    return found.group().lower()


def test_lock__holds_all_that_is_needed_with_hashes():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = set(project["build-system"]["requires"]) | set(project["project"]["dependencies"])
    wanted |= {name for extra in project["project"]["optional-dependencies"].values() for name in extra}
    for group in project["dependency-groups"].values():
        wanted |= {entry for entry in group if isinstance(entry, str)}
    entries = re.split(r"\n(?=\S)", (ROOT / "requirements.lock").read_text())
    locked = {requirement_name(entry): entry for entry in entries if "==" in entry}
    assert {requirement_name(requirement) for requirement in wanted} <= locked.keys()
    assert not [name for name, entry in locked.items() if "--hash=sha256:" not in entry]


def test_makefile__help_lists_every_target():
    text = (ROOT / "Makefile").read_text()
    listed = re.findall(r"^([a-z-]+):.*## ", text, re.MULTILINE)
    phony = re.search(r"^\.PHONY: (.*)$", text, re.MULTILINE)
    assert phony is not None
    assert sorted(listed) == sorted(phony.group(1).split())


def test_packages__carry_their_version():
    import sim

    assert sim.__version__ == tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
