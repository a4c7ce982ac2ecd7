"""Advice for `greedy` in place of the page's, whose test takes minutes."""

from pipelines.advice.statements import Context, Experiment, Side, Statement
from pipelines.findings.results import Place

TURNS = Place("round_length", "turns_mean")
USUAL = Place("game_length", "rounds_6_15")


def line(players, more, less):
    return Context("greedy", players, more, less)


STATEMENTS = (
    Statement(
        "wait",
        "Keep every run that may come.",
        (
            Experiment(
                "wait",
                "runs that may come weigh more than points",
                "games won",
                "share",
                (line(2, Side(2, guest="greedy:keep_run=60"), Side(2, guest="greedy")),),
            ),
            Experiment(
                "same",
                "the same play under two names",
                "games won",
                "share",
                (line(2, Side(2, guest="greedy:call_at=7"), Side(2, guest="greedy")),),
                is_main=False,
            ),
        ),
    ),
    Statement(
        "longer",
        "A threshold of 5 makes rounds longer.",
        (
            Experiment(
                "longer",
                "turns",
                "turns a round",
                "turns",
                (line(2, Side(2, "yaniv5", place=TURNS), Side(2, place=TURNS)),),
            ),
        ),
    ),
    Statement(
        "usual",
        "A game lasts 6 to 15 rounds.",
        (Experiment("usual", "share", "games", "share", (line(2, Side(2, place=USUAL), None),)),),
    ),
)
