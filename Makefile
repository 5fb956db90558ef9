# Everything that is done to this project, one word each. `make site` and `make test` need Python 3.11 or newer, and nothing else set up.

# Some recipes are pipes that must fail where a part of them does.
SHELL  := bash
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --disable-pip-version-check
LOCKED := --require-hashes --no-deps -r
# A set-up is as old as what it was made of: $(call stamp,NAME,FILES).
stamp  = $(VENV)/.$(1)-of-$(shell cat $(2) | cksum | tr ' ' '-')
SETUP  := $(call stamp,setup,requirements.lock pyproject.toml)
DEV    := $(call stamp,dev,requirements-dev.lock requirements.lock pyproject.toml)

# Where tests and the site of continuous integration keep results, so that each is worked out once: those of the books before all tests.
KEPT   := build/cache

# `make test` passes this on to pytest: make test ARGS="tests/interfaces/cli -x"
ARGS   ?=

.PHONY: help site test thorough fresh newest check format lint types lines bench counts conformance wide many fuzz mutants audit metadata edits wheel picture scripts manual colours vscode vscode-try gates serve setup clean
.DEFAULT_GOAL := help

help:  ## say what there is
	@echo "make site    check and test the rulebooks, build the site in build/site"
	@echo "make test    all tests"
	@echo "make counts  what the shipped books and ten small ones take, counted and compared; WRITE=1 writes the figures anew"
	@echo "make gates   every search and measurement with its smallest numbers, to see that each still runs; before a release"
	@echo "make thorough  every search that takes long, with a table of what was covered; NUMBER=2 takes others (hours)"
	@echo "make fresh   the README's steps, both locks and the wheel in new environments, with each Python here; needs an index"
	@echo "make newest  all tests with the newest releases that pyproject.toml allows; needs an index"
	@echo "make check   format, lint, types, tests"
	@echo "make lines   which lines of the core no test runs"
	@echo "make bench   the table of measured times and sizes"
	@echo "make conformance  every engine against the others and brute force, BOOKS=20000 generated books"
	@echo "make wide    findings about wide numbers against brute force, BOOKS=20000 generated books, from number FIRST=0 on"
	@echo "make many    findings about many things against situations drawn at random, BOOKS=2000 generated books, from number FIRST=0 on"
	@echo "make fuzz    what no input may do, tried for MINUTES=10 on made-up inputs (Linux on x86-64)"
	@echo "make edits   the language server against check after each of EDITS=500 random edits"
	@echo "make audit   whether a vulnerability is known of a pinned package; needs an index"
	@echo "make metadata  what each pinned package asks for, after a change of a lock; needs an index"
	@echo "make wheel   the wheel, its bill of materials and the source distribution, in dist"
	@echo "make picture  the picture of the README, .github/site.png; needs Chromium"
	@echo "make mutants  which of SAMPLE=200 slips in the core the tests would notice; SEED=2 takes others (an hour or more)"
	@echo "make scripts  the small forms of the pages' scripts, after a change in them; needs Node"
	@echo "make manual   the parts of the manual that are made from the code, after a change of it"
	@echo "make colours  the colours of the language for editors and the manual, after a change in the grammar"
	@echo "make vscode   the extension for VS Code, dist/rulewright.vsix; needs Node"
	@echo "make vscode-try  that extension in a real editor, with pictures in build/vscode-try; needs Node and Chromium"
	@echo "make serve   the site at http://127.0.0.1:8000, rebuilt as sources change"
	@echo "make clean   remove what was built, and the virtual environment"

setup: $(SETUP)

# Every tenth package of a lock that pip has dealt with, out of pip's own lines.
PROGRESS = awk -v all=$$(grep -c '==' $<) '/^(Collecting|Requirement already|Ignoring)/ { n++; if (n % 10 == 0 || n == all) print "    " n " of " all } \
    /^Installing/ { print "    writing them to $(VENV)" } { fflush() }'

# A lock names everything, so nothing is left to resolve (`--no-deps`): a release of tomorrow must not change what is installed.
$(SETUP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "rulewright needs Python 3.11 or newer; try: make site PYTHON=python3.12"; exit 1; }
	@echo "setup 1/3: a virtual environment in $(VENV)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@echo "setup 2/3: the pinned packages that rulewright runs on, checked by hash"
	@set -o pipefail; $(PIP) $(LOCKED) $< | $(PROGRESS)
	@echo "setup 3/3: rulewright itself"
	@$(PIP) -qq --no-deps --no-build-isolation -e .
	@$(BIN)/python -m pip check -qq || { $(BIN)/python -m pip check; echo "$< lacks what its packages need: make it again"; exit 1; }
	@rm -f $(VENV)/.setup-of-*
	@touch $@

$(DEV): requirements-dev.lock $(SETUP)
	@echo "setup: the pinned packages that tests and checks need as well"
	@set -o pipefail; $(PIP) $(LOCKED) $< | $(PROGRESS)
	@$(BIN)/python -m pip check -qq || { $(BIN)/python -m pip check; echo "$< lacks what its packages need: make it again"; exit 1; }
	@rm -f $(VENV)/.dev-of-*
	@touch $@

site: $(SETUP)  ## the living rulebooks
	@$(BIN)/rulewright build --out build/site

test: $(DEV)  ## all tests, on all processors
	@$(if $(ARGS),,echo "test: deciding the rulebooks first (half a minute after a change)"; RULEWRIGHT_CACHE=$(KEPT) $(BIN)/rulewright check >/dev/null || true)
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

# Which books and mutants `make thorough` takes, and for how long the fuzzer tries.
NUMBER ?= 1
THOROUGH_BOOKS   ?= 2000
THOROUGH_MINUTES ?= 30

thorough: $(DEV)  ## all tests and searches, long ones too; the last lines say what was covered
	@$(PIP) -qq $(LOCKED) requirements-fuzz.lock || echo "thorough: the fuzzer cannot be installed here"
	@cd tests && ../$(BIN)/python -m thorough --number $(NUMBER) --books $(THOROUGH_BOOKS) --minutes $(THOROUGH_MINUTES) $(ARGS)

counts: $(DEV)  ## what the shipped books and ten small ones take, counted: fails if it is more than what is written down; WRITE=1 writes it anew
	@cd tests && ../$(BIN)/python -m counts $(if $(WRITE),--write)

gates: $(DEV)  ## every search and measurement with its smallest numbers
	@cd tests && ../$(BIN)/python -m gates $(ARGS)

fresh: $(DEV)  ## proof that this checkout can be installed
	@$(BIN)/python -m supply.fresh_install

NEWEST := build/newest

newest:  ## all tests with the newest releases of everything, in an environment of its own
	@rm -rf $(NEWEST)
	@$(PYTHON) -m venv $(NEWEST)
	@$(NEWEST)/bin/python -m pip install --disable-pip-version-check -qq --upgrade pip
	@$(NEWEST)/bin/python -m pip install -qq --group dev
	@$(NEWEST)/bin/python -m pip install -qq --no-build-isolation -e ".[import,lsp,pdf,scheduler]"
	@$(NEWEST)/bin/python -m pip list --format freeze | tr 'A-Z_' 'a-z-' | grep -vE '^(pip|rulewright)=' | sort | comm -13 <(sed -n 's/^\([a-z0-9._-]*\)\(\[.*\]\)*==\([^ ]*\).*/\1==\3/p' requirements-dev.lock | sort) - | sed 's/^/other than pinned: /'
	@$(NEWEST)/bin/python -m pytest -n auto --dist worksteal $(ARGS)

format: $(DEV)
	@$(BIN)/ruff format --check .

lint: $(DEV)
	@$(BIN)/ruff check .
	@$(BIN)/rulewright fmt --check

types: $(DEV)
	@$(BIN)/mypy

check: format lint types test  ## what a change must pass, in this order
	@echo "make check: format, lint, types and tests are clean"

lines: $(DEV)  ## which lines of the core no test runs; at least 95 of 100 must be run
	@$(BIN)/python -m pytest -q --cov=rulewright.syntax --cov=rulewright.rulebook --cov=rulewright.semantics --cov=rulewright.core --cov=rulewright.engines.interpreter --cov=rulewright.engines.solver --cov-fail-under=95 \
	    tests/syntax tests/rulebook tests/semantics tests/engines tests/analysis tests/checks tests/interfaces/cli

# `make bench SMALLEST=1` measures everything once, as small as it can be.
SMALLEST ?=

bench: $(DEV)  ## measured times and sizes beside their targets
	@$(BIN)/python -m benchmarks $(if $(SMALLEST),--smallest)

# How many generated books `make conformance` and `make wide` take, and how many questions are drawn for each edition of the shipped books.
BOOKS  ?= 20000
QUESTIONS ?= 100

conformance: $(DEV)  ## every engine against the others and brute force, on the shipped books and on generated ones
	@cd tests && ../$(BIN)/python -m engines.conformance --books $(BOOKS) --questions $(QUESTIONS)

# The number of the first book that `make wide` takes.
FIRST  ?= 0

wide: $(DEV)  ## what is found in generated books of wide numbers, fractions and roundings, against brute force
	@cd tests && ../$(BIN)/python -m analysis.verdicts.wide --books $(BOOKS) --first $(FIRST)

many: $(DEV)  ## what is found in generated books about many things, against situations drawn at random
	@cd tests && ../$(BIN)/python -m analysis.verdicts.many --books $(if $(filter file,$(origin BOOKS)),2000,$(BOOKS)) --first $(FIRST)

# How long `make fuzz` tries, all targets together; or INPUTS=200000, so many inputs.
MINUTES ?= $(if $(INPUTS),,10)

fuzz: $(DEV)  ## every way into the product, given inputs that a fuzzer makes up
	@$(PIP) -qq $(LOCKED) requirements-fuzz.lock
	@cd tests && ../$(BIN)/python -m fuzzing $(if $(MINUTES),--minutes $(MINUTES)) $(if $(INPUTS),--inputs $(INPUTS))

# After how many edits `make edits` looks.
EDITS  ?= 500

edits: $(DEV)  ## what the language server shows is what `check` finds, after each of many random edits
	@$(BIN)/python -m pytest -q tests/interfaces/lsp/test_random_edits.py --edits $(EDITS)

# What `make audit` looks into, and where it keeps its own environment. AUDIT=--warn makes what it finds a warning.
LOCKS   := requirements-dev.lock requirements-fuzz.lock requirements-audit.lock
AUDITOR := build/audit
AUDIT   ?=

audit:  ## whether a vulnerability is known of a pinned package
	@test -x $(AUDITOR)/bin/python || $(PYTHON) -m venv $(AUDITOR)
	@if $(AUDITOR)/bin/python -m pip install --disable-pip-version-check -qq --require-hashes --no-deps -r requirements-audit.lock 2>$(AUDITOR)/log; then \
	    $(AUDITOR)/bin/python -m supply.audit $(LOCKS) $(AUDIT); \
	else \
	    echo "audit: skipped, pip-audit cannot be installed: $$(tail -n 1 $(AUDITOR)/log)"; \
	fi

metadata: $(DEV)  ## what each pinned package asks for, recorded in supply/metadata.json
	@$(BIN)/python -m supply.closure $(LOCKS)

wheel: $(DEV)  ## the same sources give the same bytes
	@rm -rf dist
	@$(BIN)/python -m build --no-isolation --outdir dist .
	@cd dist && sha256sum *

# Where `make picture` writes it.
PICTURE ?= .github/site.png

picture: $(DEV)  ## the picture of the README: a case of a site that is built for it
	@$(BIN)/rulewright build la-grande-armee --no-compare --out build/picture
	@$(BIN)/python -m supply.picture build/picture $(PICTURE)

# How many mutants `make mutants` tries, and which.
SAMPLE ?= 200
SEED   ?= 1

mutants: $(DEV)  ## a sample of the core's sources, each with one place changed, against the tests that reach it
	@cd tests && ../$(BIN)/python -m mutation --sample $(SAMPLE) --seed $(SEED) $(ARGS)

scripts: $(DEV)  ## the small forms of the pages' scripts, in site/assets/small
	@$(BIN)/python -m rulewright.site.asking.small

manual: $(DEV)  ## the parts of the manual that are made from the code
	@RULEWRIGHT_REWRITE=1 $(BIN)/python -m pytest -q tests/manual/test_generated.py

colours: $(DEV)  ## what editors and the manual colour by, from the grammar
	@$(BIN)/python -m rulewright.interfaces.editors

VSCODE := editors/vscode

vscode:  ## the extension as a package that VS Code installs
	@cd $(VSCODE) && npm ci --ignore-scripts --no-audit --no-fund --silent
	@mkdir -p dist
	@cd $(VSCODE) && npx --no-install vsce package --no-rewrite-relative-links --allow-missing-repository --skip-license --out ../../dist/rulewright.vsix

vscode-try: $(DEV) vscode  ## the extension in code-server, driven by Chromium
	@$(BIN)/python $(VSCODE)/try/try_extension.py dist/rulewright.vsix

$(VSCODE)/icon.png: $(VSCODE)/icon.svg
	chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --default-background-color=00000000 --window-size=256,256 --screenshot=$@ $<

serve: $(SETUP)
	@$(BIN)/rulewright serve

clean:
	rm -rf build dist $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
