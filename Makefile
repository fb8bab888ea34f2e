# Two commands matter on a fresh machine: `make play` and `make test`. `make help` lists the rest.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
PLAYERS ?= 4
SEED ?= 7
OUT ?= out/play

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
CODE := castlewright rules_dsl compiler runtime tests

# A strict editable install links the sources one by one, so it is redone when pyproject.toml or
# the *set* of source files changes, and only then: the stamp's name is a hash of both.
SOURCES := castlewright rules_dsl compiler runtime content
KEY := $(shell { ls -d build/__editable__.* 2>/dev/null || echo no links; cat pyproject.toml; \
	find $(SOURCES) -type f ! -name '*.py[co]' ! -path '*/.*' | LC_ALL=C sort; } | cksum | cut -d' ' -f1)
STAMPS := .venv/.stamps

.PHONY: help play test lint types unit site browser docs bench soak fmt golden clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do \
		printf '  make %-8s %s\n' "$$name" "$$text"; done

play: $(STAMPS)/authoring-$(KEY) ## play a seeded game with bots and draw what came of it
	@mkdir -p $(OUT)
	$(BIN)/castlewright play castles --players $(PLAYERS) --seed $(SEED) --svg $(OUT) --html $(OUT)/game.html
	@echo
	@echo "The finished game:  $(OUT)/game.html  (open it in a browser)"
	@echo "Each castle:        $(OUT)/*.svg"
	@echo "Another game:       make play SEED=8 PLAYERS=3"

test: lint types unit site ## everything that needs nothing but Python; CI runs this and `make browser`

lint: $(STAMPS)/dev-$(KEY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(STAMPS)/dev-$(KEY)
	$(BIN)/basedpyright --pythonpath $(BIN)/python

unit: $(STAMPS)/dev-$(KEY)
	$(BIN)/pytest -n 2 -q

site: $(STAMPS)/dev-$(KEY)
	$(BIN)/mkdocs build --strict --quiet --site-dir site

browser: $(STAMPS)/dev-$(KEY) ## the rulebooks and the site in Chromium: search, accessibility, valid HTML (needs Java too)
	@$(BIN)/python tests/support/chromium.py
	$(BIN)/pytest -n 2 -q tests/browser

docs: $(STAMPS)/dev-$(KEY) ## build the documentation and the rulebooks into site/
	$(BIN)/python tools/site.py --out site
	@echo "The documentation:  site/index.html"
	@echo "The rulebooks:      site/rulebooks/*/index.html, or book.html for one page each"

bench: $(STAMPS)/dev-$(KEY) ## measure every row of the budgets, side by side with its peer
	@mkdir -p out
	$(BIN)/python benchmarks/run.py --json out/bench.json

soak: $(STAMPS)/dev-$(KEY) ## random games of every legal choice of packs; ten minutes on two cores with SOAK="--jobs 2"
	$(BIN)/python tests/soak/run.py $(SOAK)

fmt: $(STAMPS)/dev-$(KEY) ## format the Python and the rules texts
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format --quiet
	$(BIN)/castlewright fmt content

golden: $(STAMPS)/dev-$(KEY) ## rewrite the golden files of the tests; read the diff afterwards
	$(BIN)/pytest -n 2 -q --update-golden

clean: ## remove everything that can be made again
	rm -rf .venv build dist site out *.egg-info .pytest_cache .ruff_cache .hypothesis .benchmarks
	rm -rf .castlewright-cache
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Castlewright needs Python 3.11 or newer; set PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "No virtual environment could be made; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }

# The links carry the stamp's name too: a fresh install makes `build/__editable__.*` appear, which
# changes KEY, so the stamp is written under the key as it is *after* the install.
$(STAMPS)/authoring-$(KEY): | $(BIN)/python
	@$(MAKE) --no-print-directory .install EXTRA=authoring

$(STAMPS)/dev-$(KEY): | $(BIN)/python
	@$(MAKE) --no-print-directory .install EXTRA=dev

.PHONY: .install .stamp
.install:
	@echo "Installing castlewright[$(EXTRA)] into .venv ..."
	@rm -rf build/__editable__.* $(STAMPS)
	@$(PIP) install -e '.[$(EXTRA)]' --config-settings editable_mode=strict
	@$(MAKE) --no-print-directory .stamp EXTRA=$(EXTRA)

.stamp:
	@mkdir -p $(STAMPS)
	@touch $(STAMPS)/authoring-$(KEY) $(STAMPS)/$(EXTRA)-$(KEY)
