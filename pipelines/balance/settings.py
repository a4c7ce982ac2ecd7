"""Every margin, limit and share of deals behind the verdicts: `settings.toml`, checked when it is read."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from sim.errors import InputError
from sim.shown import cut, shown
from sim.suggest import hint
from sim.toml_file import parse_toml

FILE: Final = "settings.toml"


def _fraction(value: object) -> object:
    """Read [1, 3] as a third: shares that decide a count are exact."""
    if not (isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value) and value[1]):
        raise ValueError("must be two whole numbers, such as [1, 3] for a third")
    return Fraction(*value)


def _proper(value: Fraction) -> Fraction:
    if not 0 < value < 1:
        raise ValueError("must lie between 0 and 1")
    return value


def _sorted_steps(value: object) -> object:
    known = isinstance(value, list) and all(type(step) is int for step in value)
    if not known or 0 in value or sorted(set(value)) != value:  # type: ignore[operator, call-overload]
        raise ValueError("must be whole numbers in rising order, without 0")
    return tuple(value)


def _rising(value: object) -> object:
    known = isinstance(value, list) and all(type(one) is int and one >= 0 for one in value)
    if not known or not value or sorted(set(value)) != value:  # type: ignore[call-overload]
        raise ValueError("must be whole numbers from 0 on, in rising order")
    return tuple(value)


Share = Annotated[float, Field(gt=0, lt=1)]
Part = Annotated[Fraction, BeforeValidator(_fraction), AfterValidator(_proper)]
Count = Annotated[int, Field(ge=1)]
Rising = Annotated[tuple[int, ...], BeforeValidator(_rising)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, arbitrary_types_allowed=True)


class Seat(_Part):
    """F1.

    Attributes
    ----------
    margin
        An edge below this is no matter, in the game.
    half_width
        Of the interval of an edge, as it is wanted.
    """

    margin: Share
    half_width: Share


def _above_half(value: Fraction) -> Fraction:
    if value < Fraction(1, 2):
        raise ValueError("must be at least one half: below it several may have passed at once")
    return value


def _thousandths(value: Fraction) -> Fraction:
    if 1000 % value.denominator:
        raise ValueError("must be whole thousandths")
    return value


class LiveDecision(_Part):
    """F3: this part of all chances to call is played both ways in the mirror cells."""

    forks: Annotated[Part, AfterValidator(_thousandths)]


class Comeback(_Part):
    """F7: standings are looked at after this part of the game's rounds, rounded down."""

    after: Part


class Drama(_Part):
    """F8.

    Attributes
    ----------
    decided
        A chance to win above this counts as decided.
    step
        Points of a deficit that are taken together.
    prior_games
        Weight of an even share in a fitted chance, in games: a standing seen once or twice tells little.
    """

    decided: Annotated[Part, AfterValidator(_above_half)]
    step: Count
    prior_games: Count


class Length(_Part):
    """F9: above this share of stopped rounds the guard is part of the game."""

    stopped_limit: Share


class Sensitivity(_Part):
    """F11: the thresholds that are played beside, as differences."""

    steps: Annotated[tuple[int, ...], BeforeValidator(_sorted_steps)]


class Restrictions(_Part):
    """F6: the totals above which a restricted bot never calls; those at the threshold and above are left out."""

    never_above: Rising


class CallLimits(_Part):
    """F10.

    Attributes
    ----------
    most
        Limits from 0 to the threshold that are tried with `greedy`, evenly spread where there are more.
    most_of_better
        The same with `tactician` and `counter`.
    most_by_cards
        The same where a `tactician` has a limit for each smallest number of cards of an opponent.
    risks
        Chances of Assaf, in thousandths, below which a `counter` calls, instead of its own.
    """

    most: Annotated[int, Field(ge=3)]
    most_of_better: Annotated[int, Field(ge=3)]
    most_by_cards: Annotated[int, Field(ge=2)]
    risks: Rising


class Deals(_Part):
    """Deals of what is played beside the mirror cells.

    Attributes
    ----------
    arms
        Of the arms of F5, F6 and F11.
    limits
        Of each pairing of call limits, F10.
    paths
        Of the games that are followed round by round, F7 and F8.
    share, limits_share
        Others have no more than this part of the mirror cells' deals, pairings of call limits no more than that,
        unless it were too few for an interval: what the numbers above are of 240,000.
    """

    arms: Count
    limits: Count
    paths: Count
    share: Part
    limits_share: Part


class Settings(_Part):
    """All of them; `alpha` is the error that the verdicts of one family share."""

    alpha: Share
    seat: Seat
    live_decision: LiveDecision
    comeback: Comeback
    drama: Drama
    length: Length
    sensitivity: Sensitivity
    restrictions: Restrictions
    call_limits: CallLimits
    deals: Deals


@cache
def settings() -> Settings:
    """Read the project's own settings, once."""
    return read_settings(resources.files("pipelines.balance").joinpath(FILE).read_bytes(), FILE)


def read_settings(data: bytes, where: str) -> Settings:
    """Check settings as TOML; `where` is what errors call them.

    Raises
    ------
    InputError
        Names the place, the key and what is wrong with its value; every key must be there.
    """
    table = parse_toml(data, where)
    try:
        return Settings.model_validate(table)
    except ValidationError as error:
        # a key that is written wrong is missing, too: its wrong name tells more
        faults = sorted(error.errors(include_url=False), key=lambda fault: fault["type"] == "missing")
        raise InputError(f"{where}: {_fault(faults[0])}") from None


def _fault(fault: Mapping[str, Any]) -> str:
    *sections, key = fault["loc"]
    name = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        known = Settings.model_fields
        for section in sections:
            known = known[section].annotation.model_fields  # type: ignore[union-attr]
        return f"unknown key '{cut(name)}'{hint(str(key), known, 'there are ' + ', '.join(known))}"
    if fault["type"] == "missing":
        return f"{name} is missing"
    told = fault["ctx"]["error"] if fault["type"] == "value_error" else f"is wrong: {fault['msg']}"
    return f"{name} = {shown(fault['input'])} {told}"
