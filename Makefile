# make play: play in the browser.  make test: all the tests that need no extra hours.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest

.PHONY: play test test-all bench lint format clean

$(BIN)/triarchy: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/triarchy
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	touch $@

play: $(BIN)/triarchy
	$(BIN)/triarchy serve

test: $(VENV)/.test
	sh scripts/system_packages.sh
	$(PYTEST) -n auto -m 'not slow'

test-all: $(VENV)/.test
	sh scripts/system_packages.sh
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[cluster]' torch==2.13.0
	$(PYTEST) -n auto

bench: $(BIN)/triarchy
	$(BIN)/triarchy bench --bots

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
