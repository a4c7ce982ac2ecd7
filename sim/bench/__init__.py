"""How fast the program is on this machine: workloads, samples of them, and what is told about them."""
