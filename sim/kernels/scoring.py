"""Scores of a round (E1 to E7), totals (S1 to S4) and places (S5, S6)."""

from __future__ import annotations

from sim.jit import inline
from sim.kernels.bits import u64
from sim.kernels.state import END_ASSAF, END_OUT, END_STOPPED, END_YANIV, NOBODY


@inline
def lowest_other(table, players, ender):
    """Lowest hand total among the ender's opponents."""
    lowest = 10_000
    for seat in range(players):
        s = u64(seat)
        if table.active[s] != 0 and seat != ender and table.hand_total[s] < lowest:
            lowest = table.hand_total[s]
    return lowest


@inline
def score_round(table, players, end, ender, rules):
    """Score the round into ``table.score`` and mark its winners; returns the end (Assaf decided) and the Assafs.

    ``end`` comes in as END_YANIV, END_OUT, END_SLAPDOWN or END_STOPPED.
    """
    for seat in range(players):
        s = u64(seat)
        table.score[s] = 0 if end == END_STOPPED else table.hand_total[s]
        table.winner[s] = 0
    if end == END_STOPPED:
        return end, 0
    e = u64(ender)
    own = table.hand_total[e]
    assafs = 0
    lowest = own
    if rules.assaf != 0 and (end == END_YANIV or end == END_OUT):
        for seat in range(players):
            s = u64(seat)
            if table.active[s] != 0 and seat != ender and table.hand_total[s] <= own:
                assafs += 1
                lowest = min(lowest, table.hand_total[s])
    if assafs == 0:
        table.score[e] = 0
        table.winner[e] = 1
        return end, 0
    for seat in range(players):
        s = u64(seat)
        if table.active[s] == 0 or seat == ender or table.hand_total[s] > own:
            continue
        table.assafs_made[s] += 1
        if rules.assaf_all != 0 or table.hand_total[s] == lowest:
            table.score[s] = 0
            table.winner[s] = 1
    penalty = rules.assaf_penalty + rules.assaf_extra * (assafs - 1)
    table.score[e] = penalty + (own if rules.assaf_adds_hand != 0 else 0)
    table.assafs_suffered[e] += 1
    return END_ASSAF, assafs


@inline
def add_scores(table, players, rules):
    """S1 to S3: add the scores to the totals, landings on milestones and the steal."""
    landed = 0
    landers = u64(0)
    leader_total = 1 << 40
    for seat in range(players):
        s = u64(seat)
        if table.active[s] == 0:
            continue
        score = table.score[s]
        total = table.total[s] + score
        if score > 0 and total < table.milestone_value.size and table.milestone_value[u64(total)] != total:
            total = table.milestone_value[u64(total)]
            table.milestones[s] += 1
            landed += 1
            landers |= u64(1) << s
        elif total < leader_total:
            leader_total = total
        table.total[s] = total
    if landed != 0 and rules.milestone_steal != 0:
        for seat in range(players):
            s = u64(seat)
            if table.active[s] != 0 and (landers >> s) & u64(1) == u64(0) and table.total[s] == leader_total:
                table.total[s] += rules.milestone_steal * landed


@inline
def eliminate(table, players, round_number, rules):
    """S4: who is out; returns how many are."""
    out = 0
    for seat in range(players):
        s = u64(seat)
        if table.active[s] != 0 and table.total[s] >= rules.out_from:
            table.active[s] = 0
            table.out_round[s] = round_number
            out += 1
    return out


@inline
def place_game(table, players, rules):
    """S5: places by the round of elimination, later is better, then by total; equal totals share the place."""
    by_total_only = rules.first_out != 0
    for seat in range(players):
        s = u64(seat)
        place = 1
        for other in range(players):
            o = u64(other)
            later = 0 if by_total_only else table.out_round[o] - table.out_round[s]
            if later > 0 or (later == 0 and table.total[o] < table.total[s]):
                place += 1
        table.place[s] = place
        table.winner[s] = 1 if place == 1 else 0


@inline
def place_single_round(table, players, stopped):
    """S6: the winners of the round first, the others by score; a stopped round gives everybody place 1, nobody wins."""
    for seat in range(players):
        s = u64(seat)
        place = 1
        if not stopped and table.winner[s] == 0:
            for other in range(players):
                o = u64(other)
                if table.winner[o] != 0 or table.score[o] < table.score[s]:
                    place += 1
        table.place[s] = place


@inline
def count_winners(table, players):
    """The first winning seat and how many win."""
    first, winners = NOBODY, 0
    for seat in range(players):
        if table.winner[u64(seat)] != 0:
            if winners == 0:
                first = seat
            winners += 1
    return first, winners
