"""The root command: what a shell sees of it."""

import os
import subprocess
import sys
import warnings
from types import SimpleNamespace

import click
import pytest

from reports import cli
from sim.atomic_files import WriteFailed
from sim.errors import CheckFailed, InputError
from sim.runner import RunFailed


@pytest.fixture
def run_fake(monkeypatch, capsys):
    """Register a command that does what the test says, and give exit status, stdout and stderr."""

    def run_with(action, *arguments):
        command = click.Command("fake", callback=click.pass_context(action))
        monkeypatch.setitem(sys.modules, "fake_module", SimpleNamespace(fake=command))
        monkeypatch.setitem(cli.COMMANDS, "fake", cli.LazyCommand("fake_module:fake", "Fake."))
        status = cli.run(["fake", *arguments])
        return status, *capsys.readouterr()

    return run_with


def raiser(error):
    def action(ctx):
        raise error

    return action


def test_run__done(run_fake):
    assert run_fake(lambda ctx: click.echo("facts")) == (0, "facts\n", "")


def test_run__wrong_input_is_one_line_and_status_2(run_fake):
    error = InputError("a.toml: fault; mend it")
    assert run_fake(raiser(error)) == (2, "", "yaniv: error: a.toml: fault; mend it\n")


def test_run__failed_check_is_status_1(run_fake):
    assert run_fake(raiser(CheckFailed("3 chunks differ"))) == (1, "", "yaniv: error: 3 chunks differ\n")


@pytest.mark.parametrize("error", [CheckFailed, InputError, RunFailed, WriteFailed])
def test_error__control_characters_of_a_name_never_reach_the_terminal(error):
    assert str(error("a\x1b[2Jb\nc")) == r"a\x1b[2Jb\nc"


def test_run__ctrl_c_is_status_130(run_fake):
    status, out, err = run_fake(raiser(KeyboardInterrupt()))
    assert (status, out, err.strip()) == (130, "", "yaniv: error: interrupted")


@pytest.mark.parametrize("status", [0, 1, 143])
def test_run__a_command_may_set_its_own_status(run_fake, status):
    assert run_fake(lambda ctx: ctx.exit(status)) == (status, "", "")


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("can't start new thread")])
def test_fault_12_out_of_memory__is_one_line_and_status_1(run_fake, error):
    status, out, err = run_fake(raiser(error))
    assert (status, out) == (1, "")
    assert err == "yaniv: error: out of memory, and nothing half was written; end other programs or raise `ulimit -v`\n"


@pytest.mark.parametrize("error", [ZeroDivisionError(), RuntimeError("another")])
def test_run__a_fault_of_the_program_keeps_its_traceback(run_fake, error):
    with pytest.raises(type(error)):
        run_fake(raiser(error))


@pytest.mark.parametrize(
    ("arguments", "fault", "way_out"),
    [
        (["simulte"], "No such command 'simulte'. Did you mean 'simulate'?", "Try 'yaniv -h' for help."),
        (["--versoin"], "No such option '--versoin'. Did you mean '--version'?", "Try 'yaniv -h' for help."),
        (
            ["variants", "--jsn"],
            "No such option '--jsn'. Did you mean '--json'?",
            "Try 'yaniv variants -h' for help.",
        ),
        (["variants", "a", "b"], "Got unexpected extra argument (b)", "Try 'yaniv variants -h' for help."),
        (
            ["simulate", "--seed", "1", "--entrant", "greedy", "--entrant", "greedy", "--seed=2"],
            "Option '--seed' is given more than once; give it once",
            "Try 'yaniv simulate -h' for help.",
        ),
    ],
)
def test_fault_22_wrong_use__names_fault_and_way_out(capsys, arguments, fault, way_out):
    assert cli.run(arguments) == 2
    assert capsys.readouterr() == ("", f"yaniv: error: {fault}\n{way_out}\n")


def test_run__a_flag_may_be_repeated(capsys):
    assert cli.run(["variants", "short", "--json", "--json"]) == 0


def test_run__without_arguments_shows_help_on_stderr(capsys):
    assert cli.run([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Usage: yaniv")


def test_help__lists_every_command_with_its_summary(capsys):
    assert cli.run(["-h"]) == 0
    out = capsys.readouterr().out
    for name, command in cli.COMMANDS.items():
        assert f"  {name} " in out
        assert command.summary in out


def test_version__is_that_of_the_package(capsys):
    from importlib.metadata import version

    assert cli.run(["--version"]) == 0
    assert capsys.readouterr().out == f"yaniv {version('yaniv-sim')}\n"


def in_shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line in bash, where `yaniv` is the module and the pipe's first status is the result."""
    start = f'yaniv() {{ "{sys.executable}" -m reports.cli "$@"; }}; {line}; exit ${{PIPESTATUS[0]}}'
    return subprocess.run(["bash", "-c", start], capture_output=True, text=True)  # noqa: S607


@pytest.mark.parametrize(
    "line", ["yaniv variants --json | head -n 1", "yaniv variants short | true", "yaniv -h | true"]
)
def test_pipe__a_reader_that_stops_is_no_fault(line):
    done = in_shell(line)
    assert (done.returncode, done.stderr) == (0, "")


def test_pipe__much_output_to_a_reader_that_stops_is_no_fault():
    code = (
        "import click, sim.commands.bots as module; from reports.cli import main\n"
        "module.bots.callback = lambda **_: [click.echo('x' * 1000) for _ in range(1000)]\n"
        "main(['bots'])"
    )
    done = in_shell(f'"{sys.executable}" -c "{code}" | head -n 1')
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", ["bots", "variants short", "--version", "-h"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_full_stdout__is_one_line_and_status_1(arguments, unbuffered):
    done = in_shell(f"export PYTHONUNBUFFERED={unbuffered}; yaniv {arguments} >/dev/full")
    assert done.returncode == 1
    assert done.stderr == "yaniv: error: standard output cannot be written: No space left on device\n"


def test_full_stdout__a_fault_elsewhere_keeps_its_traceback(run_fake):
    with pytest.raises(OSError, match="elsewhere"):
        run_fake(raiser(OSError(28, "elsewhere")))


def test_main__exits_with_the_status():
    done = in_shell("yaniv variants nowhere.toml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "yaniv: error: nowhere.toml: there is no such file\n"


def test_completion__names_commands():
    done = in_shell('_YANIV_COMPLETE=bash_complete COMP_WORDS="yaniv va" COMP_CWORD=1 yaniv')
    assert done.stdout.split() == ["plain,variants"]


def test_main__writes_a_warning_as_one_line(monkeypatch, capsys):
    command = click.Command("fake", callback=lambda: warnings.warn("something is odd", RuntimeWarning, stacklevel=1))
    monkeypatch.setitem(sys.modules, "fake_module", SimpleNamespace(fake=command))
    monkeypatch.setitem(cli.COMMANDS, "fake", cli.LazyCommand("fake_module:fake", "Fake."))
    monkeypatch.setattr(warnings, "formatwarning", warnings.formatwarning)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        monkeypatch.setattr(warnings, "showwarning", lambda *told: sys.stderr.write(warnings.formatwarning(*told[:4])))
        with pytest.raises(SystemExit):
            cli.main(["fake"])
    assert capsys.readouterr().err == "yaniv: warning: something is odd\n"


def test_interrupt__is_told_as_one_with_any_command(monkeypatch, capsys):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr("sim.rules.named_variants", interrupted)
    assert cli.run(["variants"]) == 130
    assert capsys.readouterr().err.strip() == "yaniv: error: interrupted"


def test_output__in_an_old_encoding_writes_what_it_lacks_in_escapes(tmp_path):
    record = tmp_path / "♠.jsonl"
    record.write_text('{"yaniv": 1, "variant": "york", "players": 2}\n')
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-m", "reports.cli", "referee", record]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u2660.jsonl: keeps the rules" in done.stdout
