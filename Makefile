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
MUTANTS := .venv-mutants
NEWEST := .venv-newest
AUDIT := .venv-audit
SOLUTIONS := src/upcard/games
EXAMPLE := $(wildcard examples/high-card/pyproject.toml)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore
export PIP_NO_INPUT := 1
# An environment that happens to be active must not leak into ours. Images of containers tend to keep Python from
# writing bytecode: all processes of the tests would read the source of all tests anew.
unexport PYTHONHOME
unexport PYTHONPATH
unexport VIRTUAL_ENV
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup run class test peers gambit test-peers test-newest collected audit nightly coverage mutants solved puzzles terminal chromium postgresql poppler wheel lint docs docs-checked pictures messages bench bench-peers lock format clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP) ## make .venv with everything the project needs (does nothing when nothing changed)

run: setup ## open the tables in a browser; they are stored in your Upcard folder
	@$(BIN)/upcard serve

class: setup ## open a room for a class: phones of the same network join
	@$(BIN)/upcard class

# As polite as the processes in which a server works for a class: beside ruder tests on every core those would wait.
test: setup terminal chromium postgresql poppler ## check style, types and documentation, and run the tests
	@$(MAKE) -j 2 lint docs-checked collected
	nice -n 10 $(BIN)/python -m pytest -n auto --dist worksteal

# What pytest makes of the tests lies there then for all processes that run them.
collected: setup
	@found=$$($(BIN)/python -m pytest --collect-only -qq 2>&1) || { echo "$$found"; exit 1; }

peers: $(PEERS)/.installed ## make .venv-peers with OpenSpiel and Gambit, which is compiled: minutes, once

gambit: $(PEERS)/.gambit

test-peers: peers ## compare results with OpenSpiel, PettingZoo and Gambit
	$(PEERS)/bin/python -m pytest -n auto --dist worksteal tests/peers

# pip-audit asks PyPI's vulnerability service. Where that does not answer, the lists of flaws are those that packages
# ship. The tool has an environment of its own, and only `make nightly` runs it. Strict: a package that cannot be looked
# up fails the audit; otherwise "no flaws found" could mean that nothing was looked up.
audit: setup ## look for known security flaws in the locked packages
	@"$(PYTHON)" -m venv $(AUDIT)
	@$(AUDIT)/bin/pip install -q pip-audit
	$(BIN)/python -m tests.house.audit --pip-audit $(AUDIT)/bin/pip-audit requirements*.lock

# Without the lock file: what people get who install Upcard today. It needs nothing from .venv.
SMOKE := tests/cli/terminal/test_reserved_stdout.py tests/cli/commands/test_solve.py tests/solving/test_highs.py \
    tests/solving/test_exact_lp.py tests/simulation/test_simulate_games.py tests/simulation/test_ranking.py \
    tests/adapters/test_gymnasium.py tests/adapters/test_copied_environments.py tests/report/test_notebooks.py \
    tests/web/test_app.py tests/mail/test_smtp.py

test-newest: ## test the newest version of every package that pyproject.toml allows, in .venv-newest
	@"$(PYTHON)" -m venv --clear $(NEWEST)
	@$(NEWEST)/bin/python -m pip install --quiet --upgrade --upgrade-strategy eager '.[dev]'
	$(NEWEST)/bin/python -m pytest -n auto --dist worksteal $(SMOKE)

nightly: setup ## run the long tests, among them a million random games of each game
	UPCARD_NIGHTLY=1 $(BIN)/python -m pytest -s -m nightly --timeout 0 -o faulthandler_timeout=0
	UPCARD_NIGHTLY=1 $(MAKE) test-peers
	$(MAKE) audit

# A module, and how many of its mutants: make mutants MODULE=games/stoppers/rules MOST=200
MODULE ?= games/lama/rules
MOST ?= 40

mutants: $(MUTANTS)/.installed ## break MODULE in one place at a time, and print what no test notices
	$(MUTANTS)/bin/python -m tests.mutants $(MODULE) --most $(MOST)

puzzles: setup ## find the puzzles of the five games again, with their solvers (about 20 minutes)
	$(BIN)/python -m upcard.review.puzzle_maker beat-it-or-eat-it smallsum stoppers four-cell lama

solved: setup ## solve the games again whose solutions ship, and write their certificates
	for game in kuhn-poker le-her leduc-poker; do \
	    $(BIN)/upcard solve $$game --method lp --save $(SOLUTIONS)/$${game//-/_}/solutions/$$game.json; \
	done
	for variant in basic choice; do \
	    $(BIN)/upcard solve smallsum --option variant=$$variant --save $(SOLUTIONS)/smallsum/solutions/smallsum.$$variant.json; \
	    $(BIN)/upcard solve smallsum --option variant=$$variant --objective pennies --no-exact \
	        --save $(SOLUTIONS)/smallsum/solutions/smallsum.$$variant-pennies.json; \
	done
	$(BIN)/upcard solve stoppers --players 2 --objective match --save $(SOLUTIONS)/stoppers/solutions/stoppers.json
	$(BIN)/python -c 'import pathlib, upcard.games.smallsum.solvers.shipped_certificates as s; s.write(pathlib.Path("$(SOLUTIONS)/smallsum/solutions")); s.write_rounds_left(pathlib.Path("$(SOLUTIONS)/smallsum/rounds_left"))'

# What the tests look at Upcard with: a real terminal, a real browser with letters for it, and eyes for PDF.
terminal:
	@if ! command -v tmux >/dev/null; then $(call install,tmux,the tests play in a real terminal: install tmux,false); fi

chromium:
	@if ! command -v chromium >/dev/null; then \
	    $(call install,chromium fonts-dejavu-core,the tests of pages are left out: install chromium,[ -z "$${CI:-}" ]); \
	fi

postgresql:
	@if ! command -v initdb >/dev/null && ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then \
	    $(call install,postgresql,the tests that keep tables in PostgreSQL are left out: install postgresql,true); \
	fi

poppler:
	@if ! command -v pdftoppm >/dev/null; then \
	    $(call install,poppler-utils,the tests that look at PDF files are left out: install poppler-utils,[ -z "$${CI:-}" ]); \
	fi

define install
if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
    echo "installing $(1)"; \
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(1); \
else \
    echo "$(2)" >&2; $(3); \
fi
endef

# What runs rules, engine, solvers and tables in the process of the tests. Compiled code is not seen: it counts where its
# twin is interpreted. An alarm can come while coverage.py holds its lock, so tests that set one are left out.
TRACED := tests/golden/test_golden.py tests/{kit,games,engine,solving,play,server,mail,certificates} \
    tests/conformance/test_conformance_games.py::test_every_game_keeps_every_promise \
    tests/adapters/test_{gambit,gambit_reader,stepwise_play}.py \
    tests/cli/commands/test_{mail,play,play_from_certificate,probe,solve,solve_outcomes,solve_tablebases}.py \
    tests/cli/terminal/test_text_scenes.py \
    tests/web/{test_app,test_mail_runner,api/test_tables_api,api/test_table_actions_api}.py \
    tests/web/pages/test_{first_game,seat_links,mail_consent_page}.py

coverage: setup ## count which branches the tests take in rules, engine, solving and play: 95 % at least
	nice -n 10 $(BIN)/python -m pytest -n auto --dist worksteal -m "not alarm" --cov --cov-report= $(TRACED)
	$(BIN)/python -m coverage run --append --source=upcard.engine -m tests.cuda_simulator >/dev/null
	$(BIN)/python -m coverage report
	$(BIN)/python -m tests.branches

wheel: setup ## build the package that others install, into dist
	$(BIN)/python -m build --wheel --no-isolation

lint: setup ## format, style, types, import directions, docstrings, and whether the lock is complete
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(BIN)/python -m tests.house.test_sizes
	$(PIP) check

docs: setup ## build the documentation into docs/_build/html, warnings as errors
	$(BIN)/python -m sphinx -W -q -b html -d docs/_build/doctrees docs docs/_build/html

# In plain clothes and without the functions in the contents: to write the contents beside every page takes longer than
# all the rest.
docs-checked: setup ## check that the documentation can be built, in half the time
	$(BIN)/python -m sphinx -W -q -b html -t checked -D toc_object_entries=0 -D html_theme=basic -d docs/_build/checked docs \
	    docs/_build/checked/html

pictures: setup chromium ## take the pictures of the README and the documentation again
	$(BIN)/python docs/pictures.py

bench: setup ## run the benchmarks, against peers if `make bench-peers` has installed them
	$(firstword $(wildcard $(BENCH)/bin/python) $(BIN)/python) benchmarks/run.py

bench-peers: $(BENCH)/.installed ## make .venv-bench with OpenSpiel, LiteEFG and Gambit, of which two are compiled

PIN = $(BIN)/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe --strip-extras --no-header \
    --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options

lock: setup ## pin every dependency again in requirements.lock and the other locks
	$(PIN) --extra dev --output-file requirements.lock pyproject.toml
	$(PIN) --extra peers --constraint requirements.lock --output-file requirements-peers.lock pyproject.toml
	$(PIN) --extra bench --constraint requirements.lock --output-file requirements-bench.lock pyproject.toml
	$(PIN) --extra mutants --constraint requirements.lock --output-file requirements-mutants.lock pyproject.toml

messages: setup ## collect the texts of all pages into the catalogues of src/upcard/language
	$(BIN)/python -m tests.language.catalogues

format: setup ## format the source, and fix what ruff can fix
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## remove .venv and everything that was built
	rm -rf .venv $(PEERS) $(BENCH) $(MUTANTS) $(NEWEST) $(AUDIT) build dist docs/_build htmlcov .coverage .mypy_cache .ruff_cache \
	    .pytest_cache .hypothesis .import_linter_cache
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

# A lock names all there is to install, so nothing is resolved: pip would look at newer versions of what is asked for with
# an extra (pytest-cov wants coverage[toml]), and refuse those, which have no hash.
LOCKED := --quiet --no-deps --require-hashes -r

# Bytecode is made by both cores, and not of the tests of others, rather than by pip, on one and of all.
$(STAMP): requirements.lock pyproject.toml $(EXAMPLE) | $(BIN)/python
	@echo "installing $$(grep -c '==' requirements.lock) packages into .venv, which takes a few minutes"
	@$(PIP) install --no-compile $(LOCKED) requirements.lock
	@$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@if [ -f examples/high-card/pyproject.toml ]; then \
	    $(PIP) install --quiet --no-deps --no-build-isolation -e examples/high-card; \
	fi
	@$(BIN)/python -m compileall -qq -j 0 -x '/tests?/' .venv/lib src || true
	@touch $(STAMP)

# An environment whose Python sees its own packages first and then those of .venv, versions as they are there.
define environment
	@echo "installing into $(@D)"
	@$(BIN)/python -m venv $(@D)
	@$(@D)/bin/python -c 'import sys, sysconfig; from pathlib import Path; Path(sysconfig.get_path("purelib"), \
	    "beside.pth").write_text(f"import site; site.addsitedir({sys.argv[1]!r})")' \
	    "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
endef

define compiler
	@if ! command -v g++ >/dev/null; then \
	    echo "Gambit is compiled from its source: install g++ and the headers of Python (python3-dev)" >&2; exit 1; \
	fi
endef

# For the tests Gambit may be slow, if only it is compiled sooner. Such a wheel has a cache of its own.
UNHURRIED := CFLAGS="-O0 -g0" CXXFLAGS="-O0 -g0" $(PEERS)/bin/python -m pip
ASIDE := --cache-dir "$${XDG_CACHE_HOME:-$$HOME/.cache}/upcard-peers"

# It asks for nothing of .venv, so that it can be compiled while the packages of that one come; what is installed by then is
# passed over below.
$(PEERS)/.gambit: requirements-peers.lock | $(BIN)/python
	$(compiler)
	@echo "compiling Gambit"
	@"$(PYTHON)" -m venv $(PEERS)
	@awk '/^pygambit==/ {ours = 1} ours {print} !/\\$$/ {ours = 0}' $< >$(PEERS)/gambit.lock
	@$(UNHURRIED) install $(ASIDE) $(LOCKED) $(PEERS)/gambit.lock
	@touch $@

$(PEERS)/.installed: requirements-peers.lock $(PEERS)/.gambit $(STAMP)
	$(environment)
	@$(UNHURRIED) install $(ASIDE) $(LOCKED) $<
	@touch $@

$(BENCH)/.installed: requirements-bench.lock $(STAMP)
	$(compiler)
	$(environment)
	@$(@D)/bin/python -m pip install $(LOCKED) $<
	@touch $@

$(MUTANTS)/.installed: requirements-mutants.lock $(STAMP)
	$(environment)
	@$(@D)/bin/python -m pip install $(LOCKED) $<
	@touch $@
