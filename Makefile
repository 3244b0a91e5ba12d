# make play: play in the browser.  make test: the tests.  make test-web: long journeys in a browser.
# make site: a site that needs no server, into build/site.
# make docs: the docs as a site, into site/.  make docs-pictures: the pictures it shows.
# make pictures: these and many more, into pictures/.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

CHECKS := scripts/javascript
NODE := $(BIN)/node

.PHONY: play test test-web test-all bench lint format pictures docs-pictures docs site clean

$(BIN)/triarchy: pyproject.toml constraints.txt
	@test -x $(BIN)/python || { echo "Making a virtual environment in $(VENV)."; $(PYTHON) -m venv $(VENV); }
	@echo "Installing Triarchy and what it needs into $(VENV); this takes a minute or two, once only."
	@$(INSTALL) -e .
	@touch $@

$(VENV)/.native: pyproject.toml constraints.txt | $(BIN)/triarchy
	@echo "Installing Numba, which compiles the rules for this processor, into $(VENV), once only."
	@$(INSTALL) -e '.[native]'
	@touch $@

$(VENV)/.test: pyproject.toml constraints.txt | $(BIN)/triarchy
	@echo "Installing what the tests need into $(VENV); this takes a minute or two, once only."
	@$(INSTALL) -e '.[test]'
	@touch $@

$(VENV)/.lint: pyproject.toml $(CHECKS)/package.json | $(VENV)/.test
	@echo "Installing what the style checks need into $(VENV) and $(CHECKS), once only."
	@$(INSTALL) -e '.[lint]'
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
	$(INSTALL) -e '.[baselines,cluster,docs]' torch==2.13.0 sb3-contrib==2.9.2 torchrl==0.14.1 jax==0.10.2 uv pipx
	$(PYTEST) -n auto

bench: $(VENV)/.native
	$(BIN)/triarchy bench --bots

lint: $(VENV)/.lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(NODE) $(CHECKS)/node_modules/typescript/bin/tsc -p $(CHECKS)
	$(NODE) $(CHECKS)/node_modules/eslint/bin/eslint.js -c $(CHECKS)/eslint.config.js --max-warnings 0 src/triarchy/web/static tests/client
	$(NODE) $(CHECKS)/workflows.js .github/workflows/*.yml
	$(BIN)/zizmor --quiet --offline .github/workflows
	$(BIN)/python scripts/known_holes.py

format: $(VENV)/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

pictures: $(VENV)/.test
	sh scripts/system_packages.sh
	$(BIN)/python scripts/pictures.py pictures
	$(BIN)/python scripts/screenshots.py --to pictures
	$(BIN)/python scripts/pictures.py pictures --linked

docs-pictures: $(VENV)/.test
	sh scripts/system_packages.sh
	$(BIN)/python scripts/screenshots.py --docs

docs: $(BIN)/triarchy
	$(INSTALL) -e '.[docs]'
	$(BIN)/python scripts/docs_site.py site

site: $(VENV)/.lint
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python scripts/site/fetch.py
	$(BIN)/triarchy build-site build/site

clean:
	rm -rf site $(VENV) .pytest_cache .mypy_cache .ruff_cache $(CHECKS)/node_modules
