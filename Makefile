# make run: set up and start the table.   make test: set up and check everything.
# ARGS goes to the program:  make run ARGS="--port 8090 --camera folder:pictures"
BIN := .venv/bin
CATALOGUES := $(wildcard web/translations/*/LC_MESSAGES/*.po)

# Where a shell forbids Python to keep what it compiled, each process of the suite compiles all of the project anew
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test check bench nightly torture crowd figures windows second probes weights test-appliance test-arm64 release image box clean
.DELETE_ON_ERROR:

run: .venv/run.done $(CATALOGUES:.po=.mo)
	@$(BIN)/maexle run --data data $(ARGS)

test: check
	$(BIN)/pytest -n auto --dist worksteal

check: .venv/test.done $(CATALOGUES:.po=.mo)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/test.done $(CATALOGUES:.po=.mo)
	$(BIN)/python -m companion.bench
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.first_screen

# What takes too long for each change: 100,000 games, and the tests of which `make test` runs a part
nightly: .venv/test.done $(CATALOGUES:.po=.mo)
	$(BIN)/pytest -n auto --dist worksteal -m nightly
	$(BIN)/python -m tests.games.many

# An hour of kills, pulled plugs, damage, faults and hostile requests: make torture ARGS="--minutes 10"
torture: .venv/test.done $(CATALOGUES:.po=.mo)
	$(BIN)/python -m tests.torture $(ARGS)

# From a bare Debian to a table, in a container, in an emulated machine and on Debian 12 (root, 12 GB, half an hour,
# twice that on a busy machine): make test-appliance ARGS="--only evening"
test-appliance: .venv/test.done .venv/appliance.done $(CATALOGUES:.po=.mo)
	$(BIN)/python -m tests.appliance $(ARGS)

# The program on Debian's arm64, emulated by qemu-user: the same rulings? how much memory? (root, x86-64, 4 GB, an hour
# and more on a busy machine): make test-arm64 ARGS="--suite bookworm"
test-arm64: .venv/test.done .venv/arm64.done $(CATALOGUES:.po=.mo)
	$(BIN)/python -m tests.appliance.arm64 $(ARGS)

# A release for `maexle update`, signed with somebody's own key: make release KEY=~/.ssh/maexle
RELEASE = build/maexle-$(shell git show HEAD:pyproject.toml | sed -n 's/^version = "\(.*\)"/\1/p').tar.gz
SHIPPED := companion device games table vision web systemd LICENSE README.md pyproject.toml hardware.md docs/appliance.md docs/setup.md
COMMITTED = @test -z "$$(git status --porcelain -- $(SHIPPED))" || echo "Mind: what is not committed yet is not in it."
release:
	@test -n "$(KEY)" || { echo "say whose: make release KEY=FILE (a private key of ssh-keygen)"; exit 1; }
	@mkdir -p build
	git archive --format=tar.gz --prefix=maexle/ -o $(RELEASE) HEAD $(SHIPPED)
	rm -f $(RELEASE).sig
	ssh-keygen -Y sign -f $(KEY) -n maexle-release $(RELEASE)
	$(COMMITTED)

# What is copied onto a card from Raspberry Pi Imager, so that the Pi sets the table up by itself; its README says how.
# Host name, user and Wi-Fi from a file like systemd/sdcard/card.toml: make image ARGS=mine.toml
IMAGE := build/image
image:
	rm -rf $(IMAGE)
	mkdir -p $(IMAGE)/maexle
	git archive --format=tar.gz --prefix=maexle/ -o $(IMAGE)/maexle/maexle.tar.gz HEAD $(SHIPPED)
	cp $(addprefix systemd/sdcard/,first-boot.sh firstrun.sh maexle-first-boot.service) $(IMAGE)/maexle
	cp $(addprefix systemd/sdcard/,onto-card.sh vendor-data README.md) $(IMAGE)
	$(if $(ARGS),python3 -m tests.sdcard $(ARGS) $(IMAGE))
	$(COMMITTED)
	@echo "Read $(IMAGE)/README.md, or copy it onto a card: $(IMAGE)/onto-card.sh CARD"

# A full house in peace and under attack, ten minutes each, with its curves in docs: make crowd ARGS="--seconds 60"
crowd: .venv/test.done $(CATALOGUES:.po=.mo)
	$(BIN)/python -m tests.torture.crowd $(ARGS)

figures: .venv/test.done
	$(BIN)/python -m tests.figures

# From nothing to nets that read windows and photographs, in build/nets, a night with make -j2; begun again, it goes on.
WINDOWS := build/windows
windows: .venv/train.done
	$(BIN)/python -m tests.training.windows --out $(WINDOWS)

# Windows by another maker, Blender's Cycles (1.2 GB, for Python 3.11 alone), to choose nets by: none learns from them
SECOND := build/second
second: $(SECOND)/done
	$(SECOND)/bin/python -m pytest tests/training/test_second.py
	$(SECOND)/bin/python -m tests.training.second --out $(SECOND)/windows

$(SECOND)/done: pyproject.toml .ci/setup
	python3.11 -m venv $(SECOND)
	$(SECOND)/bin/pip install --quiet --disable-pip-version-check -e .[second,test]
	@touch $@

MADE := build/nets
NETS := scout inspector inspector_mirror scout_second inspector_second scout_anywhere inspector_anywhere
EARLY := $(NETS:%=early/%)
.PHONY: $(NETS) $(EARLY)
weights: $(NETS)

# Memory that one step lets go of is kept for the next, not given back and asked for again: a twelfth sooner
$(NETS) $(EARLY): export MALLOC_MMAP_MAX_ := 0
$(NETS) $(EARLY): export MALLOC_TRIM_THRESHOLD_ := 17179869184
$(NETS) $(EARLY): windows
	$(BIN)/python -m tests.training.$(firstword $(subst _, ,$(@F))) --windows $(WINDOWS) $(AFTER) --out $(MADE)/$@.net

# Each net knows dice from one mould first, then goes on with such as have their pips elsewhere
$(NETS): %: early/%
$(NETS): private AFTER = --after $(MADE)/early/$@.checkpoint --respaced --gently 0.6 --seed 3 --steps $(LATE) \
	$(if $(filter %_second %_anywhere,$@),--anywhere)
scout inspector: private LATE = 10000
scout_anywhere inspector_anywhere: private LATE = 7000
scout_second inspector_second inspector_mirror: private LATE = 4500

# Who is asked of windows in the end goes on from the table's inspector, by another chance
early/inspector_mirror: early/inspector
early/inspector_mirror: private AFTER = --after $(MADE)/early/inspector.checkpoint --seed 7 --steps 12000

# Photographs have two pairs: the second opinion goes on from the table's nets, the first from those, with other scenes
early/scout_second early/inspector_second: %_second: %
early/scout_second early/inspector_second: private AFTER = --after $(MADE)/$(@:_second=).checkpoint --steps 20000 --anywhere
early/scout_anywhere early/inspector_anywhere: %_anywhere: %_second
early/scout_anywhere early/inspector_anywhere: private AFTER = --after $(MADE)/$(@:_anywhere=)_second.net --anywhere \
	--gently 0.4 --seed 2 --steps 6000

# Nets that never saw whole groups of dice and cups, for `python -m tests.figures --unseen`
probes: windows
	$(BIN)/python -m tests.training.probes --windows $(WINDOWS)

# What is printed and sawn, as solids, outlines and drawings in build/box, e.g. for a wider cup: make box ARGS="cup=84"
# A CAD kernel of 1 GB comes with it, in an environment of its own.
box: build/cad/done
	build/cad/bin/python -m tests.box --out build/box $(ARGS)

build/cad/done: pyproject.toml
	python3 -m venv build/cad
	build/cad/bin/pip install --quiet --disable-pip-version-check -e .[box]
	@touch $@

# What took a night to make stays; `rm -r build` takes that, too
clean:
	rm -rf .venv *.egg-info $(CATALOGUES:.po=.mo) $(filter-out $(WINDOWS) $(SECOND) $(MADE),$(wildcard build/*))

.venv/run.done: pyproject.toml .ci/setup
	@.ci/setup run

.venv/test.done: pyproject.toml .ci/setup
	@.ci/setup test
	@touch .venv/run.done

.venv/appliance.done: .ci/setup
	@.ci/setup appliance

.venv/arm64.done: .ci/setup
	@.ci/setup arm64

.venv/train.done: .venv/test.done
	$(BIN)/pip install --quiet torch onnx
	@touch $@

%.mo: %.po | .venv/run.done
# By its module: on a Pi Babel is the system's, which puts no command into an environment
	@$(BIN)/python -m babel.messages.frontend -q compile -i $< -o $@
