"""Tallies: the integer sums by batch and key from which every table is made, kept while a run is played.

    declared.py   what each tally counts: keys and sums, once for the engine and for `pipelines`
    counting.py   a cell's counters, and what they held at the end of a batch (kernel: `sim.kernels.tally`)
    sums.py       sums as a sorted table of integers: added, made coarser
    files.py      one Parquet file a cell, and its entry in the manifest
    ledger.py     what the players' threads have counted, brought to the disk from time to time

A batch is 2^k consecutive deals, k the smallest that leaves at most 512 batches: a cell needs 1 to 3 MB however many
games are played.
"""
