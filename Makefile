# The two commands a fresh checkout needs:
#   make demo      set up, then print sheets of every kind, an event, all kits and rulebooks, and a site into output/
#   make test      set up, then run every check and test but the matrices of `make test-all`
# Both install what is missing: a virtual environment, the pinned packages and, where permitted, system libraries.
# A second run is quick.

# Keep byte code even where the environment forbids it: the tests start the command hundreds of times.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
BIN := .venv/bin
PRINT := $(BIN)/wordfleet-print tracker --quiet
# All packages are pinned, with those that they need.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps

# What rulebook PDFs need, and what the tests need: independent PDF readers, browsers, and a library of their driver.
# A test compares these names with what is loaded.
PANGO := libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0
READERS := poppler-utils qpdf mupdf-tools ghostscript chromium chromium-headless-shell chromium-sandbox libatomic1

# Markers are explained in pyproject.toml. Without an expression of markers, pytest leaves out the matrices.
QUICK := -m 'not slow and not matrix'
ALL := -m 'slow or not slow'
ON_ALL_CORES := --numprocesses auto --dist worksteal

# The versions that the wheel is tried with: a Mac's on any Python, the lowest on the lowest Python.
SMOKED = mac $(shell $(BIN)/python -c 'import sys; sys.version_info < (3, 12) and print("lowest")')

.PHONY: help demo test check test-all tests quick all lint types platforms macs smoke environments imports app wheel lock wheels \
  fonts pictures bench clean
.DEFAULT_GOAL := help

help:
	@sed -n 's/^#   make/  make/p' $(firstword $(MAKEFILE_LIST))
	@echo '  make check     run format, lint, types and the quick tests, while you write (CONTRIBUTING.md)'
	@echo '  make test-all  run all cases of every test: all books, papers, pages, browsers and looks'
	@echo '  make app       build a program that needs no Python into dist/ (docs/app.md)'
	@echo '  make wheel     build a wheel and a source archive into dist/'
	@echo '  make pictures  draw the pictures of README and of example games again'
	@echo '  make bench     measure speed against peers (benchmarks/README.md)'
	@echo '  make lock      pin the packages again after changing pyproject.toml'
	@echo '  make clean     remove the virtual environment and everything printed'

demo: .venv/run.done
	@$(PRINT) Ann Ben --seed demo --output output/trackers.pdf
	@$(PRINT) Ann Ben --theme animals --tier family --seed demo --output output/trackers-animals.pdf
	@$(PRINT) Ann Ben --placed --seed demo --output output/trackers-placed.pdf
	@$(PRINT) --blank --seed demo --output output/trackers-blank.pdf
	@$(PRINT) Ann Ben --eco --seed demo --output output/trackers-eco.pdf
	@$(PRINT) Ann Ben --color --seed demo --output output/trackers-color.pdf
	@$(PRINT) Ann Ben --large-print --seed demo --output output/trackers-large-print.pdf
	@$(PRINT) Ann Ben --left-handed --seed demo --output output/trackers-left-handed.pdf
	@$(PRINT) Ann Ben --mine --seed demo --output output/trackers-mine.pdf
	@$(PRINT) Ann Ben --half-sheets --seed demo --output output/trackers-half-sheets.pdf
	@$(PRINT) Ann Ben --seed demo --output output/trackers.txt
	@$(PRINT) Ann Ben --paper letter --seed demo --output output/trackers-letter.pdf
	@for edition in word-fleet-strike word-fleet-admirals word-fleet-de; do \
	  $(PRINT) --edition $$edition Ann Ben --seed demo --output output/trackers-$$edition.pdf || exit 1; done
	@$(BIN)/wordfleet-print event print tests/data/rosters/summer-cup.xlsx --answer order=as-written --rounds 5 \
	  --theme animals --seed demo --certificates all --quiet --output output/summer-cup
	@output=$$($(BIN)/wordfleet-print kit --quiet --output output/kits 2>&1) || [ $$? -eq 5 ] || \
	  { printf '%s\n' "$$output" >&2; exit 1; }
	@$(BIN)/wordfleet-print rules --quiet --format html --output output/rules
	@$(BIN)/wordfleet-print site --quiet --no-downloads --pairs 10 --output output/site
	@$(BIN)/wordfleet-print doctor
	@echo
	@echo 'Printed into output/:'
	@ls output/trackers* output/summer-cup/* output/kits/* output/rules/*.html output/site/index.html
	@$(RULEBOOKS)
	@echo
	@echo 'In your browser:     $(BIN)/wordfleet-print serve'
	@echo 'A pair for tonight:  $(BIN)/wordfleet-print tracker YOU FRIEND --open'
	@echo 'A class or a club:   $(BIN)/wordfleet-print event print LIST.xlsx'

# Exit code 5 means that Pango and a browser are missing: print everything else, and say in one line what is missing.
define RULEBOOKS
if output=$$($(BIN)/wordfleet-print rules --quiet --format pdf --output output/rules 2>&1 && \
  $(BIN)/wordfleet-print rules happy-flip-chess --quiet --format pdf --booklet --output output/rules 2>&1); then \
  ls output/rules/*.pdf; \
elif [ $$? -ne 5 ]; then printf '%s\n' "$$output" >&2; exit 1; \
else type=$$(command -v apt-get >/dev/null && echo 'sudo apt install $(PANGO)' || echo '$(BIN)/wordfleet-print doctor'); \
echo "Not printed: PDFs of rulebooks and kits; both are HTML. To get them, type: $$type; then again: make demo"; fi
endef

# Types are checked and the wheel is tried while the tests run, which leave a processor idle. A test does what `imports` does.
# Windows is the system that differs most; Macs are left to `test-all`.
test: environments
	@$(MAKE) --no-print-directory --jobs=2 lint tests types platforms smoke

check: .venv/dev.done
	@$(MAKE) --no-print-directory --jobs=2 lint types quick

# Hypothesis tries more examples, too.
test-all: environments .venv/app.done
	@HYPOTHESIS_PROFILE=thorough $(MAKE) --no-print-directory --jobs=2 lint all types platforms macs smoke

tests: .venv/dev.done
	$(BIN)/python -m pytest $(ON_ALL_CORES)

all: .venv/dev.done
	$(BIN)/python -m pytest $(ON_ALL_CORES) $(ALL)

quick: .venv/dev.done
	$(BIN)/python -m pytest $(ON_ALL_CORES) $(QUICK)

lint: .venv/dev.done
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/djlint --check --quiet templates/web templates/site templates/book templates/kit
	$(BIN)/djlint --check --quiet --extension svg templates/site templates/book
	$(BIN)/python .ci/format_styles.py --check

types: .venv/dev.done
	$(BIN)/mypy

# The code for other systems; the tests need Linux. Each has its own cache: mypy discards that of another system.
TYPED := src/wordfleet_print app benchmarks

platforms: .venv/dev.done
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 $(TYPED)

macs: .venv/dev.done
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin $(TYPED)

# Install the wheel in environments with other versions of its packages, and try it there.
smoke: environments
	@rm -rf .venv/wheel
	@$(BIN)/python -m build --no-isolation --wheel --outdir .venv/wheel >/dev/null
	@for versions in $(SMOKED); do echo "Trying the wheel with the versions of requirements/$$versions.txt"; \
	  $(BIN)/python -m pip --python .venv/$$versions install --quiet --no-deps --no-index --force-reinstall .venv/wheel/*.whl && \
	  .venv/$$versions/bin/python .ci/smoke.py || exit 1; done

imports: .venv/dev.done
	$(BIN)/lint-imports --no-cache

# A program that needs no Python, for the system that builds it: a folder in dist/, and a zip of it (docs/app.md).
app: .venv/app.done
	@.venv/app/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --force-reinstall .
	@.venv/app/bin/python -m app.build

# For a release page: dist/*.whl and dist/*.tar.gz.
wheel: .venv/dev.done
	$(BIN)/python -m build --no-isolation

bench: .venv/dev.done
	$(BIN)/python -m benchmarks

# Everything below is set-up.

.venv/run.done: requirements/run.txt pyproject.toml | .venv/bin/python
	@sh .ci/system-packages $(PANGO) 2>/dev/null || true  # `demo` says which PDFs are missing then
	$(INSTALL) --require-hashes --requirement requirements/run.txt
	$(INSTALL) --no-build-isolation --editable .
	@touch $@

.venv/dev.done: requirements/dev.txt pyproject.toml | .venv/bin/python
	@sh .ci/system-packages $(PANGO) $(READERS) || true  # the tests that need them say so
	$(INSTALL) --require-hashes --requirement requirements/dev.txt
	$(INSTALL) --no-build-isolation --editable .
	@touch $@ .venv/run.done

# PyInstaller takes along all that it finds: the app has an environment of its own, with nothing for tests. On Linux it
# reads libraries by objdump, and Debian has Python's library in a package of its own.
.venv/app.done: requirements/app.txt | .venv/bin/python
	@sh .ci/system-packages $(PANGO) binutils $$($(BIN)/python -c \
	  'import sys; sys.base_prefix == "/usr" and print("libpython%d.%d" % sys.version_info[:2])')
	@$(BIN)/python -m venv --clear .venv/app
	@.venv/app/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
	  --requirement requirements/app.txt
	@touch $@

environments: .venv/dev.done
	@$(MAKE) --no-print-directory --silent $(SMOKED:%=.venv/%.done)

.venv/lowest.done .venv/mac.done: .venv/%.done: requirements/%.txt requirements/dev.txt .ci/make_environment.py | .venv/dev.done
	$(BIN)/python .ci/make_environment.py $< .venv/$*
	@touch $@

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'Python 3.11 or later is needed; name it with: make PYTHON=python3.12 …'; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || sh .ci/system-packages $$($(PYTHON) -c \
	  'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

# Pins with hashes and without addresses, for every system and every Python from 3.11 on; or for one system and 3.11.
LOCK_ONE := $(BIN)/uv pip compile --quiet --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
  --no-emit-find-links
LOCK := $(LOCK_ONE) --universal

lock: .venv/bin/python
	$(BIN)/python -m pip install --quiet uv
	$(LOCK) pyproject.toml --group build --output-file requirements/run.txt
	$(LOCK) pyproject.toml --group build --group dev --output-file requirements/dev.txt
	$(LOCK) pyproject.toml --group build --group app --constraint requirements/run.txt --output-file requirements/app.txt
	$(LOCK_ONE) pyproject.toml --resolution lowest-direct --upgrade --output-file requirements/lowest.txt
	$(LOCK_ONE) requirements/run.txt --no-deps --python-platform aarch64-apple-darwin --output-file requirements/mac.txt
	@$(MAKE) --no-print-directory wheels

# The systems on which nothing has to be compiled, as uv names them; before the colon the version of macOS.
MACHINES := :x86_64-manylinux_2_28 :aarch64-manylinux_2_28 :x86_64-unknown-linux-musl :aarch64-unknown-linux-musl \
  :x86_64-pc-windows-msvc :aarch64-pc-windows-msvc 13.0:x86_64-apple-darwin 14.0:aarch64-apple-darwin \
  15.0:aarch64-apple-darwin

wheels:
	@for python in 3.11 3.12 3.13 3.14; do for machine in $(MACHINES); do \
	  [ $$python$$machine = 3.11:aarch64-pc-windows-msvc ] || \
	  MACOSX_DEPLOYMENT_TARGET=$${machine%%:*} $(BIN)/uv pip compile --quiet --no-deps --only-binary :all: \
	    --python-version $$python --python-platform $${machine#*:} requirements/run.txt >/dev/null || \
	  { echo "No wheels for Python $$python on $$machine." >&2; exit 1; }; done; done

# The bundled fonts again, byte for byte, from their npm packages (needs npm; see NOTICE).
fonts: .venv/dev.done
	PYFTSUBSET='$(CURDIR)/$(BIN)/pyftsubset' sh .ci/make_fonts.sh

# README's pictures and those of example games, after a change of how something looks or of their data.
pictures: .venv/dev.done
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/make_page_pictures.py

clean:
	rm -rf .venv dist .mypy_cache .ruff_cache .hypothesis
	find output -mindepth 1 ! -name .gitkeep -delete
