# Two commands matter: `make play` and `make test`. Both set up everything they need in .venv.

PYTHON ?= python3
BIN := .venv/bin
CATALOGUES := $(wildcard src/jardinet/words/locale/*/LC_MESSAGES/*.po)

# A test that takes so many seconds says where it is, and ends with the process that runs it.
HANGS := -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true

.PHONY: play test test-whole test-long bench bench-server bench-pages bench-bots docs lock catalogues words clean

play: .venv/play catalogues .venv/web  ## start the server and open the game in the browser
	@$(BIN)/jardinet serve

test: .venv/test catalogues .venv/web-tests docs  ## everything CI checks: style, types, imports, the site, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto --dist worksteal $(HANGS)

# Of what comes in many combinations `make test` takes as many as bring every part once.
test-whole: .venv/test catalogues .venv/web-tests  ## every test in all its combinations, attacks at their smallest
	JARDINET_LONG=0 $(BIN)/pytest -n auto --dist worksteal $(ARGS)

# Part of it: make test-long SIZE=0.1 ARGS='-k kill'; once more as it was: make test-long SEED=...
SIZE := 1
test-long: .venv/test catalogues  ## attacks for hours: races, kills, outages, odd requests and load on real servers
	JARDINET_LONG=$(SIZE) JARDINET_LONG_SEED=$(SEED) $(BIN)/pytest tests/long --verbose --log-cli-level=INFO $(ARGS)

bench: .venv/test catalogues  ## speed, as ratios to peers measured in the same run
	$(BIN)/jardinet bench

bench-server: .venv/test catalogues .venv/bench-server  ## what a play costs on the server, beside boardgame.io; WITH="--quick"
	$(BIN)/python -m benches.server $(WITH)

bench-pages: .venv/test catalogues .venv/web-tests  ## how soon a tap is answered on a slow phone, while steps are shown
	$(BIN)/python -m benches.pages $(WITH)

bench-bots: .venv/test catalogues  ## how strong, right about their chances and quick the bots are; hours, or WITH="--quick"
	$(BIN)/python -m benches.bots $(WITH)

docs: .venv/test catalogues  ## the site of docs/, with the reference of the Python interface, in build/docs
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --doctree-dir build/doctrees docs build/docs
	$(BIN)/python tools/check_site.py build/docs

# A venv with a usable pip tells that Debian's python3-venv is there; a Python of one's own brings it along.
.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Jardinet needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || tools/need python3-venv
	@echo "Setting up Jardinet in .venv (about a minute, once)"
	@$(PYTHON) -m venv .venv

.venv/play: .venv/bin/pip requirements/play.txt pyproject.toml
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/play.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m jardinet.arena.prepare
	@touch $@

.venv/test: .venv/play requirements/test.txt
	@echo "Installing what the tests need (a minute or two, once)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/test.txt
	@touch $@

catalogues: .venv/catalogues
.venv/catalogues: .venv/play $(CATALOGUES)
	@$(BIN)/python tools/compile_catalogues.py
	@touch $@

# What the pages take from npm, with the Node of a Python package; and the browser that tests them.
ICONS := web/icons.mjs src/jardinet/server/static/icon.svg
.venv/web: .venv/play web/package-lock.json tools/fetch_web.py $(ICONS)
	@$(BIN)/python tools/fetch_web.py
	@touch $@

.venv/web-tests: .venv/test web/package-lock.json tools/fetch_web.py $(ICONS)
	@tools/need chromium-headless-shell firefox-esr postgresql redis-server caddy nginx faketime sqlite3
	@$(BIN)/python tools/fetch_web.py --tests
	@touch $@ .venv/web

PEER := benches/server/peer/package-lock.json
.venv/bench-server: .venv/test $(PEER) tools/fetch_peer.py tools/fetch_web.py
	@$(BIN)/python tools/fetch_peer.py
	@touch $@

words: .venv/test  ## gather the texts for players anew, into every catalogue, and the codes of errors into docs/codes.md
	$(BIN)/python tools/gather_words.py
	$(BIN)/python tools/list_codes.py

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock" --upgrade pyproject.toml
lock: .venv/test  ## resolve the requirements anew, with hashes and without index addresses
	$(LOCK) --extra server --group build -o requirements/play.txt
	$(LOCK) --extra postgresql --extra redis -o requirements/host.txt
	$(LOCK) --extra all --group build --group docs --group test -o requirements/test.txt

clean:
	rm -rf .venv build web/node_modules benches/server/peer/node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
