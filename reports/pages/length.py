"""How long rounds and games are, and how rounds end."""

from reports.charts import Key, Measure, curves, histogram, intervals, line_height, ranges
from reports.pages.blocks import Data, Figure, Maker, make_figure, text_key
from reports.words import sentence

ENDINGS = {
    "yaniv": "Yaniv",
    "assaf": "Assaf",
    "slapdown": "slapdown",
    "out": "went out",
    "stopped": "stopped",
}


def round_figures(make: Maker) -> list[Figure]:
    """Show how many turns a round takes, over all rounds and by players in."""
    rows = [row for row in make.rows("round_turns") if row["players_in"] is None]
    turns = text_key(rows, "turns", "turns in the round")
    figures = make.figure(
        "round_turns",
        histogram(turns, Measure("share", "share of rounds", "share")),
        title="Turns a round",
        subtitle="Share of all rounds by number of turns, from the deal to the call." + _bar_words(rows, "turns"),
        keep=lambda row: row["players_in"] is None,
    )
    length = make.rows("round_length")
    return figures + make.figure(
        "round_length",
        ranges(
            Key("players_in", "players in", "players_in"),
            Measure("turns_p5", "5 % of rounds end within", "turns"),
            Measure("turns_median", "half end within", "turns"),
            Measure("turns_mean", "turns a round, mean", "turns"),
            Measure("turns_p95", "95 % end within", "turns"),
        ),
        title="Round length by number of players in",
        subtitle="Bar: from the 5 % to the 95 % point of rounds; upright line: the median; dot: the mean.",
        height=line_height(len(length)),
    )


def game_figures(make: Maker) -> list[Figure]:
    """Show how many rounds a game takes, beside what the source says, and how games thin out."""
    if make.cell["single_round"]:
        return []
    claim = next(((c["low"], c["high"]) for c in make.cell["claims"] if c["id"] == "rounds_a_game"), None)
    rounds = text_key(make.rows("game_rounds"), "rounds", "rounds in the game")
    figures = make.figure(
        "game_rounds",
        histogram(rounds, Measure("share", "share of games", "share"), claim),
        title="Rounds a game",
        subtitle="Share of games by number of rounds."
        + (f" Shaded: the {claim[0]} to {claim[1]} rounds of the source." if claim else "")
        + _bar_words(make.rows("game_rounds"), "rounds"),
    )
    figures += make.figure(
        "game_survival",
        curves(
            text_key(make.rows("game_survival"), "rounds", "after so many rounds"),
            (
                Measure("running", "games still running", "share"),
                Measure("seats_in", "seats still in", "share"),
            ),
            steps=True,
        ),
        title="Still at the table",
        subtitle="Share of games still running, and of seats not yet eliminated, after each round.",
    )
    figures += [_claim_figure(c, make.prefix) for c in make.cell["claims"] if c["id"] == "rounds_a_game"]
    return figures + make.figure(
        "game_length", None, subtitle="Per game: every game weighs the same, however long it is.", wide=True
    )


def _claim_figure(claim: Data, prefix: str) -> Figure:
    """Set the source's range beside the games below, inside and above it."""
    low, high = claim["low"], claim["high"]
    parts = {
        f"fewer than {low}": claim["share_below"],
        f"{low} to {high}": claim["share_inside"],
        f"more than {high}": claim["share_above"],
    }
    table = {
        "name": "claim",
        "title": "Beside the source",
        "per": "game",
        "meaning": f"Share of games by number of rounds; {claim['source']} says: {claim['text']}.",
        "keys": [{"name": "rounds", "label": "rounds", "unit": "rounds"}],
        "measures": [{"name": "share", "label": "share of games", "unit": "share", "per": "game", "meaning": ""}],
        "rows": [{"rounds": text, "share": number} for text, number in parts.items()],
    }
    return make_figure(
        f"{prefix}claim",
        table,
        intervals(Key("rounds", "rounds", "rounds"), Measure("share", "share of games", "share")),
        title="Beside the source",
        subtitle=f"Share of games below, within and above the range that {claim['source']} names.",
        height=110,
        wide=True,
    )


def ending_figures(make: Maker) -> list[Figure]:
    """Show what ends rounds, and when."""
    found = [m["name"] for m in make.tables.get("endings_by_turn", {}).get("measures", [])]
    figures = make.figure(
        "endings_by_turn",
        curves(
            text_key(make.rows("endings_by_turn"), "turns", "turns played"),
            tuple(Measure(name, ENDINGS.get(name, name), "share") for name in found),
        ),
        title="How rounds end over the turns",
        subtitle="Share of all rounds that have ended so by each turn; together the lines reach all rounds.",
    )
    return figures + make.figure(
        "endings", None, title="How rounds end", subtitle="Share of all rounds, stopped ones included."
    )


def round_words(cell: Data) -> list[str]:
    """Say what the tables of round length hold beside the mean, and how often a round had to be stopped."""
    row = cell["tables"]["round_length"]["rows"][0]
    return [
        f"{sentence(row['before_everybody'], 'share')} of rounds end before everybody had a turn; in "
        f"{sentence(row['reshuffled'], 'share')} of rounds the stock runs out and the pile is shuffled again.",
        *(verdict["sentence"] for verdict in cell["verdicts"] if verdict["code"] == "F9"),
    ]


def game_words(cell: Data) -> list[str]:
    """Say what a game takes, with the source's claim beside it."""
    if cell["single_round"]:
        return ["In this variant a game is a single round."]
    words = [claim["sentence"] for claim in cell["claims"]]
    row = cell["tables"]["game_length"]["rows"][0]
    if row.get("downtime"):
        words.append(
            f"A player who is eliminated waits {sentence(row['downtime'], 'rounds')} rounds for the game "
            "to end, averaged over all seats, winners' included."
        )
    return words


def _bar_words(rows: list[Data], key: str) -> str:
    """Say what the bars of a histogram hold where it is not one number each."""
    if not rows:
        return ""
    words = ""
    width = rows[0][f"{key}_to"] - rows[0][key] + 1 if rows[0].get(f"{key}_to") is not None else 1
    if width > 1:
        words += f" Each bar: {width} {key}."
    if rows[-1].get(f"{key}_to") is None:
        words += f" Last, pale bar: {rows[-1][key]} or more."
    return words
