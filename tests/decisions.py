"""Asks one bot for one decision, in its plain form and in its kernel form, without a game around it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from sim import rng
from sim.bots import Entrant, family_module, parse_entrant
from sim.cards import JOKER, card_points, card_text, cards_text, parse_cards
from sim.jit import kernel
from sim.kernels.philox import new_stream
from sim.kernels.state import NO_TURN_YET, Public, Rules, kernel_rules, new_public, new_table
from sim.kernels.view import Luck, View
from sim.moves import Cards
from sim.rules import Variant
from tests.equality import cards_of, laid_order
from tests.kernel_melds import masks_of

BOT_KEY = rng.stream_key(1, rng.BOT)


class Situation(NamedTuple):
    """What a seat sees."""

    hand: Cards
    offer: Cards
    """Distinct cards of the previous discard that may be taken."""
    variant: Variant
    turn: int = 1
    deal: int = 0
    """Only for the address of the bot's own random numbers."""
    other_cards: int = 5
    """How many cards the opponent holds."""
    other_known: Cards = ()
    """Those of them that it took from the pile."""
    other_took: bool = False
    """Whether its last take was from the pile."""
    other_shed: int | None = None
    """Points that it laid less those that it took from the pile, on its last turn; None: it had none."""
    other_drew: bool = False
    """Whether it holds the card it drew on its last turn."""
    own_known: Cards = ()
    """Own cards that were taken from the pile."""
    total: int = 0
    """Own points of the game."""
    pile: Cards = ()
    """All cards on the discard pile, the offer among them."""


class Decision(NamedTuple):
    """What a bot would do, cards as text."""

    lay: str
    """In the order laid."""
    take: str
    """``stock`` or a card."""
    call: bool
    """Asked whether it calls, as if it might."""
    slap: bool
    """Asked whether it slaps, as if it might."""


def situation(hand: str, offer: str = "KS", *, turn: int = 1, deal: int = 0, **changes: Any) -> Situation:
    """A situation under the standard rules with changes."""
    variant = Variant.from_mapping({"name": "house", **changes})
    return Situation(_sorted(hand), _sorted(offer), variant, turn, deal)


def _sorted(text: str) -> Cards:
    return tuple(sorted(parse_cards(text)))


def decide_plainly(entrant: str, seen: Situation) -> Decision:
    """Ask the twin's form; the offer lies in the order in which it was laid, here from the highest card down."""
    chosen = parse_entrant(entrant)
    bot = family_module(chosen.family).Plain(chosen.values(seen.variant.threshold, 2))

    def points(card: int) -> int:
        return card_points(card, seen.variant.face_points)

    def luck(question: int) -> rng.Stream:
        block = seen.turn * rng.BLOCKS_PER_TURN + question * rng.BLOCKS_PER_QUESTION
        return rng.Stream(BOT_KEY, seen.deal, 1, 0, block)

    view = SimpleNamespace(
        variant=seen.variant, points=points, seat=0, turn=seen.turn, hand=seen.hand,
        hand_total=sum(map(points, seen.hand)), discard=seen.offer, takable=seen.offer[::-1], luck=luck,
        n_cards={0: len(seen.hand), 1: seen.other_cards}, known={0: seen.own_known, 1: seen.other_known},
        took=frozenset({1} if seen.other_took else ()), drew=frozenset({1} if seen.other_drew else ()),
        shed={} if seen.other_shed is None else {1: seen.other_shed}, totals=(seen.total, 0), next_seat=1,
        pile=seen.pile,
    )  # fmt: skip
    lay, take = bot.play(view)
    return Decision(
        lay=cards_text(lay),
        take="stock" if take is None else card_text(take),
        call=bool(bot.call(view)),
        slap=bool(bot.slap(view, seen.hand[0])),
    )


class _Seen(NamedTuple):
    """A situation in the numbers of the kernels."""

    hand: np.uint64
    twos: np.uint64
    total: int
    offer: np.uint64
    turn: int
    deal: np.uint64
    key: np.uint64
    took: int


class _Memory(NamedTuple):
    """Arrays that a view points to."""

    totals: np.ndarray
    active: np.ndarray
    next_active: np.ndarray
    public: Public
    stream: np.ndarray
    scratch: np.ndarray


@cache
def _asker(family: str) -> Callable[..., None]:
    """A kernel that asks the bots of one family."""
    module = family_module(family)
    module_call, module_play, module_slap = module.call, module.play, module.slap

    @kernel
    def ask(params, rules, seen, memory, out):  # type: ignore[no-untyped-def]
        luck = Luck(memory.stream, seen.key, seen.deal, 1, memory.scratch)
        view = View(
            rules, 0, seen.turn, seen.hand, seen.twos, seen.total, seen.offer, np.uint64(0), seen.offer, 20, seen.took,
            memory.totals, memory.active, memory.next_active, memory.public, luck,
        )  # fmt: skip
        play = module_play(params, view)
        out[0], out[1], out[2], out[3] = play.ones, play.twos, play.jokers_low, play.take
        out[4] = 1 if module_call(params, view) else 0
        out[5] = 1 if module_slap(params, view, seen.hand & (~seen.hand + np.uint64(1))) else 0

    asker: Callable[..., None] = ask
    return asker


@cache
def _prepared(entrant: Entrant, variant: Variant) -> tuple[np.ndarray, Rules, _Memory]:
    """Parameters and rules as the kernels get them, and memory."""
    prepare = getattr(family_module(entrant.family), "prepare", lambda values, _variant: values)
    params = np.array(prepare(entrant.values(variant.threshold, 2), variant), np.int64)
    table = new_table(variant, 2)
    table.active[:2] = 1
    table.next_active[0] = 1
    table.next_active[1] = 0
    memory = _Memory(table.total, table.active, table.next_active, new_public(), new_stream(), np.zeros(512, np.uint64))
    return params, kernel_rules(variant, players=2), memory


def decide_by_kernel(entrant: str, seen: Situation) -> Decision:
    """Ask the kernels' form."""
    chosen = parse_entrant(entrant)
    params, rules, memory = _prepared(chosen, seen.variant)
    hand, twos = masks_of(seen.hand)
    offer, _none = masks_of(seen.offer)
    total = sum(card_points(card, seen.variant.face_points) for card in seen.hand)
    memory.public.cards[:2] = len(seen.hand), seen.other_cards
    public = memory.public
    for seat, known in enumerate((seen.own_known, seen.other_known)):
        public.known[seat], public.known_twos[seat] = masks_of(known)
    public.drew[1] = seen.other_drew
    public.shed[1] = NO_TURN_YET if seen.other_shed is None else seen.other_shed
    naturals = tuple(card for card in seen.pile if card != JOKER)
    public.pile[:] = *masks_of(naturals), len(seen.pile) - len(naturals)
    memory.totals[0] = seen.total
    took = 2 if seen.other_took else 0
    numbers = _Seen(hand, twos, total, offer, seen.turn, np.uint64(seen.deal), np.uint64(BOT_KEY), took)
    out = np.zeros(6, np.uint64)
    _asker(chosen.family)(params, rules, numbers, memory, out)
    ones, lay_twos, jokers_low, take, call, slap = out.tolist()
    return Decision(
        lay=cards_text(laid_order(ones, lay_twos, jokers_low, seen.variant.set_pickup)),
        take=card_text(cards_of(take)[0]) if take else "stock",
        call=bool(call),
        slap=bool(slap),
    )


FORMS: dict[str, Callable[[str, Situation], Decision]] = {"plain": decide_plainly, "kernel": decide_by_kernel}
