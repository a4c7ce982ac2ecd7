"""The check of a run: its files, its rows, and games of it played again.

    folder_files.py   run.json, the card, files that do not belong
    parts_read.py     one file: hash, page checksums, labels, columns, hash of the values
    whole_games.py    the tables of a chunk side by side, by whole games; `ids.py` says what is missing
    play.py           those rows with what they imply, for the invariants
    invariants.py     what holds in every row; the rules are in `turn_rules.py`, `score_rules.py`, `game_rules.py`,
                      with turns in `card_rules.py` and `hand_rules.py`, of games alone in `games_alone.py`
    chunk_check.py    all of that for one chunk, `run_check.py` for a run, `sample.py` against the twin
    repair.py         damaged chunks played again; `told.py` says what came of it all

It shares no rule of play or scoring with the engine or the twin.
"""
