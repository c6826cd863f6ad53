# make run: set up and start the table.   make test: set up and check everything.
# ARGS goes to the program:  make run ARGS="--port 8090 --camera folder:pictures"
BIN := .venv/bin
CATALOGUES := $(wildcard web/translations/*/LC_MESSAGES/*.po)

.PHONY: run test check bench nightly figures clean
.DELETE_ON_ERROR:

run: .venv/run.done $(CATALOGUES:.po=.mo)
	@$(BIN)/maexle run --data data $(ARGS)

test: check
	$(BIN)/pytest

check: .venv/test.done $(CATALOGUES:.po=.mo)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/test.done $(CATALOGUES:.po=.mo)
	$(BIN)/python -m companion.bench
	$(BIN)/python -m tests.bench

nightly: .venv/test.done
	$(BIN)/python -m tests.games.many

figures: .venv/test.done
	$(BIN)/python -m tests.figures

clean:
	rm -rf .venv build *.egg-info $(CATALOGUES:.po=.mo)

.venv/run.done: pyproject.toml .ci/setup
	@.ci/setup run

.venv/test.done: pyproject.toml .ci/setup
	@.ci/setup test
	@touch .venv/run.done

%.mo: %.po | .venv/run.done
	@$(BIN)/pybabel -q compile -i $< -o $@
