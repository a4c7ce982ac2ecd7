"""`yaniv variants`: which rules there are to play by."""

from typing import TYPE_CHECKING, Any

import click

from sim.commands.options import HELP_SETTINGS, json_option, print_json
from sim.commands.text_table import format_table

if TYPE_CHECKING:
    from sim.rules import Variant


@click.command(context_settings=HELP_SETTINGS)
@click.argument("variant", required=False, metavar="[NAME_OR_FILE]")
@json_option
def variants(variant: str | None, as_json: bool) -> None:
    """List the variants, or show every rule value of one.

    A variant of your own is a TOML file that names a base and the values that differ from it, such as
    `base = "standard"` and `threshold = 6`. Its path works wherever a name does.

    \b
    Example:
      yaniv variants
      yaniv variants short
      yaniv variants house.toml --json
    """
    from sim.rules import load_variant, named_variants

    if variant is None:
        listed = list(named_variants().values())
        if as_json:
            print_json([_summary(each) for each in listed])
        else:
            click.echo(_list(listed))
        return
    chosen = load_variant(variant)
    if as_json:
        print_json(_details(chosen))
    else:
        click.echo(_show(chosen))


def _list(listed: list["Variant"]) -> str:
    rows = [(each.name, _changed(each), each.source) for each in listed]
    return format_table(("name", "differs from standard", "source"), rows, n_texts=2)


def _changed(variant: "Variant") -> str:
    changes = [f"{field} = {toml_text(value)}" for field, (_, value) in variant.changes().items()]
    return ", ".join(changes) or "-"


def _summary(variant: "Variant") -> dict[str, Any]:
    plain = variant.as_mapping()
    return {
        "name": variant.name,
        "source": variant.source,
        "changes": {field: plain[field] for field in variant.changes()},
    }


def _details(variant: "Variant") -> dict[str, Any]:
    from sim.rules import RULE_FIELDS, field_note, named_variants

    standard = named_variants()["standard"].as_mapping()
    plain = variant.as_mapping()
    rules = {
        field: {"value": plain[field], "standard": standard[field], **field_note(field)._asdict()}
        for field in RULE_FIELDS
    }
    return {"name": variant.name, "source": variant.source, "rules": rules}


def _show(variant: "Variant") -> str:
    from sim.rules import RULE_FIELDS, field_note

    changes = [
        f"  {field} = {toml_text(value)}  (standard: {toml_text(standard)})"
        for field, (standard, value) in variant.changes().items()
    ]
    differs = "\n".join(["Differs from standard:", *changes]) if changes else "Plays like standard."
    rows = []
    for field in RULE_FIELDS:
        note = field_note(field)
        allowed = note.allowed.replace("a whole number from ", "").replace("a table such as ", "as ")
        rows.append((note.rule, field, toml_text(getattr(variant, field)), note.meaning, allowed))
    table = format_table(("rule", "field", "value", "meaning", "allowed"), rows, n_texts=2)
    return f"{variant.name}: {variant.source}\n\n{differs}\n\n{table}"


def toml_text(value: object) -> str:
    """Write a rule value as it stands in a TOML file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, int):
        return str(value)
    items = ", ".join(f"{key} = {low}" for key, low in dict(value).items())  # type: ignore[call-overload]
    return f"{{ {items} }}" if items else "{}"
