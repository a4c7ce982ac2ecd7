# Every target sets up what it needs; on a fresh machine Python 3.11, make and gcc are enough.
#   make demo PYTHON=python3.12     another Python
#   make test ARGS="-k rules"       a part of the tests

PYTHON ?= python3
VENV ?= .venv
WORKERS ?= 2
ARGS ?=

BIN := $(VENV)/bin
READY := $(VENV)/.ready
PYTEST := $(BIN)/python -m pytest
COMPILE_LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
	--extra tune --group dev pyproject.toml --output-file requirements.lock

export UV_COMPILE_BYTECODE = 1
export UV_PYTHON_DOWNLOADS = never
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.DEFAULT_GOAL := help
.PHONY: help setup demo test check bench bench-against bench-guard ladder reproduce reproduce-small verify-engine verify-statistics verify-faults mutations lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## make .venv with everything in requirements.lock

# uv itself comes by pip, with the hashes that the lock holds for it.
$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "make: Python 3.11 or newer is needed; name one: make setup PYTHON=python3.12" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	@awk '/^uv==/ { inside = 1 } inside { print } inside && !/\\$$/ { exit }' requirements.lock > $(VENV)/uv.txt
	$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r $(VENV)/uv.txt
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes --no-deps -r requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-build-isolation --no-deps --editable .
	@touch $@

demo: $(READY) ## play 200,000 games of four greedy bots and make the page about them
	rm -rf runs/demo
	$(BIN)/yaniv simulate --variant standard --players 4 --entrant greedy --games 200000 --seed 1 --out runs/demo
	$(BIN)/yaniv report runs/demo
	@echo "The page: $(CURDIR)/runs/demo/report/index.html"

# The kernels are Python too: the marked tests run once more without the compiler, which shows what it hides,
# and once with every index checked, which compiled code does not do.
test: $(READY) ## run all tests
	$(PYTEST) -n $(WORKERS) $(ARGS)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -n $(WORKERS) -m nojit $(ARGS)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -n $(WORKERS) -m boundscheck $(ARGS)

check: $(READY) ## check format, style, types, then run all tests
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(MAKE) test

bench: $(READY) ## measure how fast this machine plays (some minutes; ARGS="--workload bots")
	$(BIN)/yaniv bench $(ARGS)

bench-against: $(READY) ## time the engine in turn with the yardstick in C
	$(BIN)/yaniv bench --against benchmarks/yardstick/yardstick.c $(ARGS)

bench-guard: $(READY) ## print the figure that the guard of the engine's speed is set to
	$(BIN)/python -m benchmarks.guard

ladder: $(READY) ## measure what every bot wins against greedy, for `yaniv bots` (some minutes)
	$(BIN)/python -m benchmarks.ladder

reproduce: $(READY) ## play the published statistics again and say what differs (some two hours)
	$(BIN)/python -m reports.reproduce full $(ARGS)

reproduce-small: $(READY) ## do a hundredth of that at fewer tables (some minutes)
	$(BIN)/python -m reports.reproduce small $(ARGS)

verify-engine: $(READY) ## compare kernels and twin over 100,000 games a variant (long)
	$(BIN)/python -m tests.verify_engine

verify-statistics: $(READY) ## check deals, shuffles, intervals and others' figures (some minutes; ARGS="--section deals")
	$(BIN)/python -m tests.verification $(ARGS)

verify-faults: $(READY) ## kill a run 200 times, flip 1,000 bits of one, make pages with little memory (long)
	$(BIN)/python -m tests.faults.kill_many --kills 200
	$(BIN)/python -m tests.faults.flip_many --flips 1000
	$(BIN)/python -m tests.faults.short_memory

mutations: $(READY) ## put small mistakes into the program and count how many the tests notice (long)
	$(BIN)/python -m tests.mutations.run $(ARGS)

lock: $(READY) ## write requirements.lock anew; ARGS=--upgrade takes newer versions
	$(COMPILE_LOCK) $(ARGS)
	@! grep -nE '://|^-' requirements.lock || { echo "make: the lock names a host" >&2; exit 1; }

clean: ## remove the environment and all caches, never a run
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find sim pipelines reports benchmarks tests -name __pycache__ -prune -exec rm -rf {} +
