"""Variants: every rule value of a game, with its limits and its meaning, checked once and then frozen."""

import os
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    ValidationError,
    field_validator,
    model_validator,
)

from sim.errors import InputError
from sim.milestones import Milestones, parse_milestones
from sim.shown import cut, shown
from sim.suggest import hint, nearest
from sim.toml_file import parse_toml, read_toml
from sim.variant_fields import FieldNote, check_label, choice, note_of, noted, switch, whole, whole_or_zero

MIN_PLAYERS, MAX_PLAYERS = 2, 8
NATURAL_CARDS = 52


FacePoints = Literal["ten", "rank"]
Opening = Literal["left_of_dealer", "round_winner"]
RunPickup = Literal["ends", "last"]
SetPickup = Literal["any", "ends", "last"]
AssafWinner = Literal["lowest", "all"]
Slapdown = Literal["off", "zero", "matching"]
Elimination = Literal["above", "reach"]
GameEnd = Literal["last_in", "first_out"]


class Variant(BaseModel):
    """All rule values of one way to play, each with the code of its rule.

    Built from what a user wrote by `from_mapping` or `load_variant`, whose errors name file and field.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, arbitrary_types_allowed=True)

    name: Annotated[str, AfterValidator(check_label)]
    source: str
    jokers: int = whole(2, 0, 4, "C1", "jokers in each deck")
    face_points: FacePoints = choice(FacePoints, "C2", "jack, queen and king: 10 each, or 11, 12, 13")
    second_deck_from: int = whole_or_zero(6, 2, 8, "D1", "players from which a second deck is used; 0: never")
    hand_size: int = whole(5, 3, 7, "D2", "cards dealt to each player")
    opening: Opening = choice(Opening, "D4", "who plays first in a round")
    threshold: int = whole(7, 0, 50, "T1", "highest hand total with which a player may call")
    max_set: int = whole_or_zero(0, 2, 8, "T3", "most cards in a set; 0: no limit")
    joker_at_run_ends: bool = switch(True, "T4", "a joker may stand at either end of a run, not only inside")
    run_pickup: RunPickup = choice(RunPickup, "T6", "cards of a run that the next player may take")
    set_pickup: SetPickup = choice(SetPickup, "T6", "cards of a set that the next player may take")
    assaf: bool = switch(True, "E1", "an opponent at or below the caller's total turns the call round")
    assaf_penalty: int = whole(30, 0, 1000, "E3", "points for a caller who meets Assaf")
    assaf_adds_hand: bool = switch(True, "E3", "that caller scores the own hand total as well")
    assaf_extra: int = whole(0, 0, 1000, "E3", "further points for each opponent at or below after the first")
    assaf_winner: AssafWinner = choice(AssafWinner, "E3", "opponents at or below the caller who score 0")
    slapdown: Slapdown = choice(Slapdown, "E4", "laying a card just drawn: never, to end at 0, or a matching one")
    max_turns: int = whole(1000, 1, 60_000, "E5", "turns after which a round is stopped, a guard")
    max_rounds: int = whole(1000, 1, 60_000, "E5", "rounds after which a game is stopped, a guard")
    going_out: bool = switch(False, "E6", "laying the last card ends the round as a call with 0")
    milestones: Annotated[Milestones, BeforeValidator(parse_milestones)] = noted(
        Milestones({50: 25, 100: 50}),
        "S2",
        "totals that become smaller when landed on exactly; {}: none",
        "a table such as { 50 = 25, 100 = 50 }",
    )
    milestone_steal: int = whole(0, 0, 1000, "S3", "points the leader adds when another player lands")
    score_limit: int = whole(200, 0, 10_000, "S4, S6", "total that puts a player out; 0: a game is one round")
    elimination: Elimination = choice(Elimination, "S4", "out above the limit, or on reaching it")
    game_end: GameEnd = choice(GameEnd, "S5", "play to the last player in, or to the first player out")

    @field_validator("second_deck_from", "max_set")
    @classmethod
    def _one_is_nochoice(cls, value: int) -> int:
        if value == 1:
            raise ValueError
        return value

    @model_validator(mode="after")
    def _milestones_stay_below_the_limit(self) -> "Variant":
        """S7: nobody may be put out by being let down."""
        if self.score_limit == 0:
            return self
        highest = self.score_limit - (self.elimination == "reach")
        for key, value in self.milestones.items():
            if value > highest:
                raise ValueError(
                    f"milestones: landing on {key} gives {value}, which score_limit = {self.score_limit}"
                    f" puts out; the value must be at most {highest}"
                )
        return self

    @classmethod
    def from_mapping(
        cls, mapping: Mapping[str, Any], where: str = "variant", default_name: str | None = None
    ) -> "Variant":
        """Build a variant from a TOML table or from `as_mapping`.

        Parameters
        ----------
        mapping
            Fields that differ from the variant named by `base` (default `standard`).
        where
            File or place that error messages name.
        default_name
            The name where the mapping gives none; without it a table that changes a rule must have one.

        Raises
        ------
        InputError
            Names the place, the field, its value and what is allowed.
        """
        return _build(mapping, where, default_name, named_variants())

    def n_decks(self, players: int) -> int:
        """Count the decks that so many players use (D1)."""
        return 2 if self.second_deck_from and players >= self.second_deck_from else 1

    def deck_size(self, players: int) -> int:
        """Count the cards that so many players use (C1, D1)."""
        return self.n_decks(players) * (NATURAL_CARDS + self.jokers)

    def plays_like(self, other: "Variant") -> bool:
        """Compare the rules alone, whatever the variants are called."""
        return all(getattr(self, field) == getattr(other, field) for field in RULE_FIELDS)

    def changes(self) -> dict[str, tuple[Any, Any]]:
        """Give for every rule that differs from `standard` that value and this one."""
        standard = named_variants()["standard"]
        pairs = {field: (getattr(standard, field), getattr(self, field)) for field in RULE_FIELDS}
        return {field: pair for field, pair in pairs.items() if pair[0] != pair[1]}

    def as_mapping(self) -> dict[str, Any]:
        """Give all values in plain JSON types; `from_mapping` makes an equal variant of them."""
        values = {field: getattr(self, field) for field in Variant.model_fields}
        return values | {"milestones": {str(key): value for key, value in self.milestones.items()}}


RULE_FIELDS = tuple(field for field in Variant.model_fields if field not in ("name", "source"))


def field_note(field: str) -> FieldNote:
    """Look up the code, meaning and allowed values of a field."""
    return note_of(Variant.model_fields[field])


def check_table(variant: Variant, players: int) -> None:
    """Refuse a number of players outside D1, or one whose deal leaves no stock.

    Raises
    ------
    InputError
        Shows the arithmetic.
    """
    if type(players) is not int or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise InputError(f"players = {shown(players)} is not allowed; it must be {MIN_PLAYERS} to {MAX_PLAYERS} (D1)")
    cards, dealt = variant.deck_size(players), players * variant.hand_size
    if cards - dealt - 1 < 1:
        raise InputError(
            f"variant '{variant.name}' with {players} players leaves no stock: {cards} cards"
            f" - {players} x {variant.hand_size} dealt - 1 turned up = {cards - dealt - 1};"
            " use fewer players, a smaller hand_size, more jokers or second_deck_from (D1)"
        )


@cache
def _named() -> dict[str, Variant]:
    where = "variants.toml"
    tables = parse_toml(resources.files("sim").joinpath(where).read_bytes(), where)
    variants: dict[str, Variant] = {}
    for name, table in tables.items():
        variants[name] = _build(table, where, name, variants)
    return variants


def named_variants() -> dict[str, Variant]:
    """Give the variants of `variants.toml` by name, in the order of the file."""
    return dict(_named())


def load_variant(name_or_path: str) -> Variant:
    """Find a named variant, or read a user's own from a TOML file.

    Raises
    ------
    InputError
        For an unknown name (with the nearest right one) or a faulty file.
    """
    named = named_variants()
    if name_or_path in named:
        return named[name_or_path]
    path = Path(name_or_path)
    looks_like_a_file = path.suffix == ".toml" or "/" in name_or_path or "\\" in name_or_path
    if not looks_like_a_file and not os.path.isfile(path):  # it raises nothing for a name too long for a file
        near = hint(name_or_path, named, "`yaniv variants` lists them; a file of your own ends in .toml")
        raise InputError(f"unknown variant '{cut(name_or_path)}'{near}")
    return _build(read_toml(path), str(path), path.stem, named)


def _build(table: object, where: str, default_name: str | None, bases: Mapping[str, Variant]) -> Variant:
    """Lay a table over its base and check the result."""
    if not isinstance(table, Mapping):
        raise InputError(f'{where}: {shown(table)} is no variant; write a table such as {{ base = "standard" }}')
    given = {str(field): value for field, value in table.items()}
    base = _find_base(given, where, bases)
    given.pop("base", None)
    if base is not None and not given and default_name is None:
        return base
    values = {"name": default_name}
    if base is not None:
        values |= base.as_mapping() | {"name": default_name, "source": f"own rules, based on '{base.name}'"}
    values |= given
    name = values["name"]
    if name is None:
        raise InputError(f'{where}: a variant that differs from its base needs a name; add name = "..."')
    try:
        variant = Variant.model_validate(values)
    except ValidationError as error:
        raise InputError(f"{where}: {_describe(error, name)}") from None
    # A frozen plan gives every value and may be older than this program's variants.
    namesake = bases.get(variant.name, variant)
    if not Variant.model_fields.keys() <= given.keys() and not variant.plays_like(namesake):
        raise InputError(f"{where}: the name '{name}' belongs to a variant with other values; choose another")
    return variant


def _find_base(given: Mapping[str, object], where: str, bases: Mapping[str, Variant]) -> Variant | None:
    """Look `base` up; None only for `standard` itself, which stands on the defaults."""
    base = given.get("base", "standard")
    if "base" not in given:
        return bases.get("standard")
    if isinstance(base, str) and base in bases:
        return bases[base]
    near = hint(base if isinstance(base, str) else shown(base), bases, f"it must be one of {', '.join(bases)}")
    raise InputError(f"{where}: unknown base {shown(base)}{near}")


def _describe(error: ValidationError, name: object) -> str:
    """Say the first fault in our own words, and how many more there are."""
    faults = error.errors(include_url=False)
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    fault = faults[0]
    own_words = str(fault["ctx"]["error"]) if fault["type"] == "value_error" else ""
    if not fault["loc"] and not own_words:  # such as a key that is no valid text
        return f"{fault['msg']}, in {shown(name)}{more}"
    if not fault["loc"]:
        return f"{own_words} (S7), in {shown(name)}{more}"
    field, value = str(fault["loc"][0]), fault["input"]
    if fault["type"] == "extra_forbidden":
        near = hint(field, ["base", *Variant.model_fields], "`yaniv variants standard` shows all fields")
        return f"unknown field '{cut(field)}' in {shown(name)}{near}{more}"
    note = field_note(field)
    code = f" ({note.rule})" if note.rule else ""
    if own_words:
        return f"{field} in {shown(name)} {own_words}{code}{more}"
    near_value = nearest(value, note.allowed.split('"')[1::2]) if isinstance(value, str) else None
    near = f"; did you mean '{near_value}'?" if near_value else ""
    return f"{field} = {shown(value)} in {shown(name)} is not allowed; it must be {note.allowed}{code}{near}{more}"
