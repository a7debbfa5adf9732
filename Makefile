# The commands: setup, run, test, lint, docs, bench. Everything they install goes into .venv; other people's programs,
# with which Upcard is compared, go into environments of their own that see .venv and change nothing in it.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip
STAMP := .venv/.installed
PEERS := .venv-peers
BENCH := .venv-bench
EXAMPLE := $(wildcard examples/high-card/pyproject.toml)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore
export PIP_NO_INPUT := 1
# An environment that happens to be active must not leak into ours.
unexport PYTHONHOME
unexport PYTHONPATH
unexport VIRTUAL_ENV

.PHONY: help setup run test peers test-peers nightly solved terminal lint docs bench bench-peers lock format clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP) ## make .venv with everything the project needs (does nothing when nothing changed)

run: setup ## list the games, then a short study
	@$(BIN)/upcard games
	@$(BIN)/upcard study lama-paper --games 10000

test: setup terminal ## lint and documentation side by side, then the tests
	@$(MAKE) -j 2 lint docs
	$(BIN)/python -m pytest -n auto --dist worksteal

peers: $(PEERS)/.installed ## make .venv-peers with OpenSpiel and Gambit, which is compiled: minutes, once

test-peers: peers ## ask OpenSpiel and Gambit whether they find the same
	$(PEERS)/bin/python -m pytest -n auto --dist worksteal tests/peers

nightly: setup ## the conformance suite at full length: also a million random games of each game
	UPCARD_NIGHTLY=1 $(BIN)/python -m pytest -s tests/conformance/test_conformance_games.py
	UPCARD_NIGHTLY=1 $(BIN)/python -m pytest tests/unit/strategies/test_tablebase.py tests/unit/solving/test_simultaneous.py tests/unit/rules/test_liars_dice.py

solved: setup ## solve again what the strategy `equilibrium` plays, and write its certificates
	for game in kuhn-poker le-her leduc-poker; do \
	    $(BIN)/upcard solve $$game --method lp --save src/upcard/strategies/certificates/$$game.json; \
	done

terminal:
	@if ! command -v tmux >/dev/null; then \
	    if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	        echo "installing tmux"; \
	        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends tmux; \
	    else \
	        echo "the tests play in a real terminal: install tmux" >&2; exit 1; \
	    fi; \
	fi

lint: setup ## format, style, types, import directions, docstrings
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/interrogate --quiet src/upcard

docs: setup ## build the documentation into docs/_build/html, warnings as errors
	$(BIN)/python -m sphinx -W -q -b html -d docs/_build/doctrees docs docs/_build/html

bench: setup ## run the benchmarks, against peers if `make bench-peers` has installed them
	$(firstword $(wildcard $(BENCH)/bin/python) $(BIN)/python) benchmarks/run.py

bench-peers: $(BENCH)/.installed ## make .venv-bench with OpenSpiel, LiteEFG and Gambit, of which two are compiled

PIN = $(BIN)/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe --strip-extras --no-header \
    --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options

lock: setup ## pin every dependency again in requirements.lock and those of the peers
	$(PIN) --extra dev --output-file requirements.lock pyproject.toml
	$(PIN) --extra peers --constraint requirements.lock --output-file requirements-peers.lock pyproject.toml
	$(PIN) --extra bench --constraint requirements.lock --output-file requirements-bench.lock pyproject.toml

format: setup ## rewrite the source in the project's format, and what ruff can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## remove .venv and everything that was built
	rm -rf .venv $(PEERS) $(BENCH) build dist docs/_build htmlcov .coverage .mypy_cache .ruff_cache .pytest_cache \
	    .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@if ! "$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null; then \
	    if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	        echo "installing python3-venv"; \
	        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv; \
	    else \
	        echo "$(PYTHON) cannot make environments: install python3-venv" >&2; exit 1; \
	    fi; \
	fi
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Upcard needs Python 3.11 or newer")'
	@"$(PYTHON)" -m venv .venv

$(STAMP): requirements.lock pyproject.toml $(EXAMPLE) | $(BIN)/python
	@echo "installing into .venv"
	@$(PIP) install --quiet --require-hashes -r requirements.lock
	@$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@if [ -f examples/high-card/pyproject.toml ]; then \
	    $(PIP) install --quiet --no-deps --no-build-isolation -e examples/high-card; \
	fi
	@touch $(STAMP)

# An environment whose Python sees its own packages first and then those of .venv, versions as they are there.
define environment
	@if ! command -v g++ >/dev/null; then \
	    echo "Gambit is compiled from its source: install g++ and the headers of Python (python3-dev)" >&2; exit 1; \
	fi
	@echo "installing into $(@D)"
	@$(BIN)/python -m venv $(@D)
	@$(@D)/bin/python -c 'import sys, sysconfig; from pathlib import Path; Path(sysconfig.get_path("purelib"), \
	    "beside.pth").write_text(f"import site; site.addsitedir({sys.argv[1]!r})")' \
	    "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
endef

# For the tests Gambit may be slow, if only it is compiled sooner. Such a wheel has a cache of its own.
$(PEERS)/.installed: requirements-peers.lock $(STAMP)
	$(environment)
	@CFLAGS="-O0 -g0" CXXFLAGS="-O0 -g0" $(@D)/bin/python -m pip install --quiet --require-hashes \
	    --cache-dir "$${XDG_CACHE_HOME:-$$HOME/.cache}/upcard-peers" -r $<
	@touch $@

$(BENCH)/.installed: requirements-bench.lock $(STAMP)
	$(environment)
	@$(@D)/bin/python -m pip install --quiet --require-hashes -r $<
	@touch $@
