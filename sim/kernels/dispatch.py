"""Asks the right bot: one chain over the families of the registry.

``b0`` to ``b15`` are one argument a family: None, or its parameters as ``int64[place in the line-up, parameter]``.
numba drops every branch under ``is not None`` whose argument is None, so only families that sit at the table are
compiled. (A loop over functions, closures, or functions as arguments would be shorter, but numba then compiles
everything anew in every process, without a warning.) The registry fills the places; those behind the last family are
never reached.
"""

from __future__ import annotations

from sim.bots import NAMES, family_module
from sim.jit import inline
from sim.kernels.bits import ZERO
from sim.kernels.view import Play

N_PLACES = 16

if len(NAMES) > N_PLACES:
    raise ImportError(f"the chains in {__name__} have {N_PLACES} places for {len(NAMES)} families; add some")

_MODULES = [family_module(name) for name in (*NAMES, *NAMES[:1] * (N_PLACES - len(NAMES)))]
call_0, call_1, call_2, call_3, call_4, call_5 = (m.call for m in _MODULES[0:6])
call_6, call_7, call_8, call_9, call_10, call_11 = (m.call for m in _MODULES[6:12])
call_12, call_13, call_14, call_15 = (m.call for m in _MODULES[12:16])
play_0, play_1, play_2, play_3, play_4, play_5 = (m.play for m in _MODULES[0:6])
play_6, play_7, play_8, play_9, play_10, play_11 = (m.play for m in _MODULES[6:12])
play_12, play_13, play_14, play_15 = (m.play for m in _MODULES[12:16])
slap_0, slap_1, slap_2, slap_3, slap_4, slap_5 = (m.slap for m in _MODULES[0:6])
slap_6, slap_7, slap_8, slap_9, slap_10, slap_11 = (m.slap for m in _MODULES[6:12])
slap_12, slap_13, slap_14, slap_15 = (m.slap for m in _MODULES[12:16])


@inline
def ask_call(family, entrant, view, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15):
    """Whether the bot calls Yaniv; asked only when the variant allows it (T1)."""
    if b0 is not None:
        if family == 0:
            return call_0(b0[entrant], view)
    if b1 is not None:
        if family == 1:
            return call_1(b1[entrant], view)
    if b2 is not None:
        if family == 2:
            return call_2(b2[entrant], view)
    if b3 is not None:
        if family == 3:
            return call_3(b3[entrant], view)
    if b4 is not None:
        if family == 4:
            return call_4(b4[entrant], view)
    if b5 is not None:
        if family == 5:
            return call_5(b5[entrant], view)
    if b6 is not None:
        if family == 6:
            return call_6(b6[entrant], view)
    if b7 is not None:
        if family == 7:
            return call_7(b7[entrant], view)
    if b8 is not None:
        if family == 8:
            return call_8(b8[entrant], view)
    if b9 is not None:
        if family == 9:
            return call_9(b9[entrant], view)
    if b10 is not None:
        if family == 10:
            return call_10(b10[entrant], view)
    if b11 is not None:
        if family == 11:
            return call_11(b11[entrant], view)
    if b12 is not None:
        if family == 12:
            return call_12(b12[entrant], view)
    if b13 is not None:
        if family == 13:
            return call_13(b13[entrant], view)
    if b14 is not None:
        if family == 14:
            return call_14(b14[entrant], view)
    if b15 is not None:
        if family == 15:
            return call_15(b15[entrant], view)
    return False


@inline
def ask_play(family, entrant, view, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15):
    """What the bot lays and takes (T2 to T6)."""
    if b0 is not None:
        if family == 0:
            return play_0(b0[entrant], view)
    if b1 is not None:
        if family == 1:
            return play_1(b1[entrant], view)
    if b2 is not None:
        if family == 2:
            return play_2(b2[entrant], view)
    if b3 is not None:
        if family == 3:
            return play_3(b3[entrant], view)
    if b4 is not None:
        if family == 4:
            return play_4(b4[entrant], view)
    if b5 is not None:
        if family == 5:
            return play_5(b5[entrant], view)
    if b6 is not None:
        if family == 6:
            return play_6(b6[entrant], view)
    if b7 is not None:
        if family == 7:
            return play_7(b7[entrant], view)
    if b8 is not None:
        if family == 8:
            return play_8(b8[entrant], view)
    if b9 is not None:
        if family == 9:
            return play_9(b9[entrant], view)
    if b10 is not None:
        if family == 10:
            return play_10(b10[entrant], view)
    if b11 is not None:
        if family == 11:
            return play_11(b11[entrant], view)
    if b12 is not None:
        if family == 12:
            return play_12(b12[entrant], view)
    if b13 is not None:
        if family == 13:
            return play_13(b13[entrant], view)
    if b14 is not None:
        if family == 14:
            return play_14(b14[entrant], view)
    if b15 is not None:
        if family == 15:
            return play_15(b15[entrant], view)
    return Play(ZERO, ZERO, ZERO, ZERO)


@inline
def ask_slap(family, entrant, view, card, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15):
    """Whether the bot slaps (E4 `matching`) or slaps down (E4 `zero`) the card it has just taken."""
    if b0 is not None:
        if family == 0:
            return slap_0(b0[entrant], view, card)
    if b1 is not None:
        if family == 1:
            return slap_1(b1[entrant], view, card)
    if b2 is not None:
        if family == 2:
            return slap_2(b2[entrant], view, card)
    if b3 is not None:
        if family == 3:
            return slap_3(b3[entrant], view, card)
    if b4 is not None:
        if family == 4:
            return slap_4(b4[entrant], view, card)
    if b5 is not None:
        if family == 5:
            return slap_5(b5[entrant], view, card)
    if b6 is not None:
        if family == 6:
            return slap_6(b6[entrant], view, card)
    if b7 is not None:
        if family == 7:
            return slap_7(b7[entrant], view, card)
    if b8 is not None:
        if family == 8:
            return slap_8(b8[entrant], view, card)
    if b9 is not None:
        if family == 9:
            return slap_9(b9[entrant], view, card)
    if b10 is not None:
        if family == 10:
            return slap_10(b10[entrant], view, card)
    if b11 is not None:
        if family == 11:
            return slap_11(b11[entrant], view, card)
    if b12 is not None:
        if family == 12:
            return slap_12(b12[entrant], view, card)
    if b13 is not None:
        if family == 13:
            return slap_13(b13[entrant], view, card)
    if b14 is not None:
        if family == 14:
            return slap_14(b14[entrant], view, card)
    if b15 is not None:
        if family == 15:
            return slap_15(b15[entrant], view, card)
    return False
