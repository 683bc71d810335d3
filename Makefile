# SPDX-License-Identifier: MIT
#
# make run               build, import the demo data that are missing, start the store at http://127.0.0.1:8080
# make run APP=gallery   every widget type, over the same data
# make run APP=packages  the same with your machine's Debian packages
# make run APP=actors-films | categories-products | suggesting-store   several indexes or questions in one search
# make run APP=engines   the same products in the embedded index, PostgreSQL and Groonga, side by side
# make install           into PREFIX (/usr/local): the command, the console, demo apps, completions, a systemd unit
# make package           a Debian package and a tar file, in .build/package
# make wheel             a Python wheel with everything, which pip installs on any recent Linux, in .build/package
# make swift-client      the Swift client as a package without the servers, for apps, in .build/package
# make npm               the JavaScript client, as npm packs it, in .build/package
# make test              everything that CI runs: format, build, unit, process and browser tests
# make test-release      what proves a release rather than a change: packages, systemd, proxies, the documentation site, each failing file write
# make unit              the unit tests alone
# make record            print the files that are derived: references, help, types of the clients
# make soak              some twenty minutes: 1,000 kills under load, nothing lost, doubled or wrong
# make soak-cluster      some twenty minutes: three nodes are killed, partitioned and paused under load, nothing lost, doubled or wrong
# make cases             an hour or more: 1,000 sessions of random users are recorded and run again
# make fuzz              ten minutes of made-up bytes for each reader of bytes from outside (TARGET=query SECONDS=60 for one of them)
# make bench             the figures of the design, beside their yardsticks, and what a key costs, beside the recorded costs
# make bench-index       the embedded index beside FTS5, Groonga and tantivy, on packages and a million products
# make docs              the documents as a site, in .build/docs; make docs-run serves it with its search; make docc: the reference of the Swift libraries
# make format            format the sources
# make clean             remove what was built (not the data)

APP ?= store
INDEX_BENCH ?= .searchbus/index-bench
TARGET ?=
SECONDS ?= 600
SESSIONS ?= 1000
LISTEN ?= 127.0.0.1:8080
PREFIX ?= /usr/local
DATA ?= .searchbus/$(APP)
CONFIGURATION ?= release
BIN = .build/$(CONFIGURATION)
VENV = .venv
# Neither an index for editors nor line tables for debuggers: a third of the time of a build.
BUILD_FLAGS ?= --disable-index-store -debug-info-format none
# A test that hangs would take the whole run with it, and its name.
PYTEST = $(VENV)/bin/python -m pytest -q --timeout=600
# Tests share nothing but the machine, except those that are marked `alone`. Half of their time they wait for processes of theirs.
WORKERS ?= $(shell expr $$(nproc) \* 2)
SHARED = -n $(WORKERS) --dist loadfile -m "not release and not alone"
BROWSERS = -n $(shell nproc) --dist loadfile
ALONE = -m "alone and not release"

.PHONY: run install package swift-client wheel npm test test-release unit record process browser soak soak-cluster cases fuzz bench bench-index docs docs-run docc lint format setup setup-benchmarks setup-tests setup-release build data clean

run: build data
ifeq ($(APP),engines)
	@deploy/setup/install-debian.sh postgresql groonga-bin
	@deploy/demo/engines.sh $(BIN)/searchbus $(DATA) --listen $(LISTEN)
else
	@$(BIN)/searchbus up deploy/demo/$(APP).yaml --data $(DATA) --listen $(LISTEN)
endif

install: build
	@deploy/package/install.sh $(BIN) $(PREFIX) $(DESTDIR)

package: build
	@deploy/package/build.sh $(BIN) .build/package

swift-client:
	@deploy/package/swift-client.sh .build/package/swift-client

wheel: build
	@deploy/setup/install-debian.sh advancecomp
	@deploy/package/wheel.py $(BIN) .build/package

npm:
	@deploy/package/npm.py .build/package

# The replicated log is tested too; without this it is left out of the build, and libnats-dev is not needed.
test test-release unit record process browser soak-cluster: export SEARCHBUS_JETSTREAM = 1

test: lint setup-tests
	@python3 Tests/Support/slowest_tests.py begin
	swift build $(BUILD_FLAGS) --build-tests
	@python3 Tests/Support/unit_tests.py
	$(PYTEST) $(SHARED) Tests/PythonClientTests
	$(PYTEST) $(SHARED) Tests/ProcessTests
	$(PYTEST) $(BROWSERS) Tests/BrowserTests
	$(PYTEST) $(ALONE) Tests/ProcessTests
	@python3 Tests/Support/slowest_tests.py print

# That the package builds without the replicated log is part of it.
test-release: setup-release
	@python3 Tests/Support/slowest_tests.py begin
	env -u SEARCHBUS_JETSTREAM swift build $(BUILD_FLAGS) --product searchbus-broker
	swift build $(BUILD_FLAGS) --build-tests
	@SEARCHBUS_TEST_ALL=1 python3 Tests/Support/unit_tests.py
	SEARCHBUS_TEST_ALL=1 $(PYTEST) -m "release or thorough" Tests/ProcessTests
	@python3 Tests/Support/slowest_tests.py print

unit: setup-tests
	swift build $(BUILD_FLAGS) --build-tests
	@python3 Tests/Support/unit_tests.py

lint: setup
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Examples
	python3 Tests/Support/check_layout.py
	python3 Tests/Support/check_targets.py
	python3 Tests/Support/check_citations.py
	python3 Tests/Support/check_limits.py
	python3 Tests/Support/check_english.py

format:
	swift format --in-place --recursive --parallel Package.swift Sources Tests Examples

record: setup-tests
	swift build $(BUILD_FLAGS) --build-tests
	SEARCHBUS_RECORD=1 .build/debug/SearchBusPackageTests.xctest --testing-library swift-testing --no-parallel --filter 'WidgetReferenceTests|HelpTests|RouteAccessTests'

process: setup-tests
	swift build $(BUILD_FLAGS)
	$(PYTEST) $(SHARED) Tests/PythonClientTests
	$(PYTEST) $(SHARED) Tests/ProcessTests
	$(PYTEST) $(ALONE) Tests/ProcessTests

browser: setup-tests
	swift build $(BUILD_FLAGS)
	$(PYTEST) $(BROWSERS) Tests/BrowserTests

# SOAK="--seed N" does one again that failed; SOAK="--layout together" puts the widgets into one process.
soak: build setup-tests
	SEARCHBUS_BIN=$(BIN) $(VENV)/bin/python Tests/ProcessTests/soak.py $(SOAK)

# SOAK="--seed N" does the same faults again; the machines are network namespaces, which need root.
soak-cluster: build setup-tests
	SEARCHBUS_BIN=$(BIN) $(VENV)/bin/python Tests/ProcessTests/soak_cluster.py $(SOAK)

# SESSIONS=50 for fewer; SEARCHBUS_TEST_SEED does the same sessions again.
cases: build setup-tests
	SEARCHBUS_BIN=$(BIN) SEARCHBUS_TEST_SESSIONS=$(SESSIONS) $(VENV)/bin/python -m pytest -q -s --timeout=7200 Tests/ProcessTests/test_cases.py -k random

fuzz: setup
	Tests/Support/fuzz.sh $(SECONDS) $(TARGET)

# KEY_BUDGET=--record rewrites the recorded costs of a key, and their tables in docs/performance.md.
bench: build data setup-benchmarks
	swift build -c $(CONFIGURATION) $(BUILD_FLAGS) --product searchbus-bench
	$(BIN)/searchbus-bench
	@python3 Tests/Support/key_budget.py --bin $(BIN) --data $(DATA) --compare docs/key-budget.json $(KEY_BUDGET)

bench-index: build
	swift build -c $(CONFIGURATION) $(BUILD_FLAGS) --product SearchIndexBenchmark
	@Tests/Support/index_bench/setup.sh $(VENV)
	@mkdir -p $(INDEX_BENCH)
	@test -s $(INDEX_BENCH)/packages.ndjson || { python3 deploy/demo/packages.py $(INDEX_BENCH)/packages.tmp \
		&& mv $(INDEX_BENCH)/packages.tmp $(INDEX_BENCH)/packages.ndjson; }
	@test -s $(INDEX_BENCH)/products.ndjson || { python3 deploy/demo/generate_products.py --count 1000000 \
		$(INDEX_BENCH)/products.tmp && mv $(INDEX_BENCH)/products.tmp $(INDEX_BENCH)/products.ndjson; }
	@$(VENV)/bin/python Tests/Support/index_bench/run.py --bin $(BIN) --output $(INDEX_BENCH) \
		--packages $(INDEX_BENCH)/packages.ndjson --products $(INDEX_BENCH)/products.ndjson $(INDEX_BENCH_OPTIONS)

docs:
	@deploy/setup/install-debian.sh python3-venv
	@test -x $(VENV)/bin/python || python3 -m venv $(VENV)
	@$(VENV)/bin/python -c 'import markdown_it, pygments' 2>/dev/null \
		|| $(VENV)/bin/pip install -q --disable-pip-version-check markdown-it-py pygments
	@$(VENV)/bin/python deploy/docs/build.py .build/docs $(REFERENCE)

# Every user of this machine may search: the documents are public.
docs-run: docs build
	@$(BIN)/searchbus index import sections .build/docs/sections.ndjson --settings deploy/docs/sections.settings.json \
		--data .searchbus/docs
	@$(BIN)/searchbus up deploy/docs/docs.yaml --data .searchbus/docs --listen $(LISTEN) --web .build/docs/site --no-auth

docc: setup-benchmarks
	swift build $(BUILD_FLAGS)
	@deploy/docs/reference.sh .build/debug .build/docs/reference

build: setup
	SEARCHBUS_PRODUCT=1 swift build -c $(CONFIGURATION) $(BUILD_FLAGS)

data: build
	@deploy/demo/import.sh $(BIN)/searchbus $(APP) $(DATA)

setup:
	@command -v swift >/dev/null || { echo "error: Swift 6.2 or newer is missing"; \
		echo "  Install it from swift.org, then run the command again."; exit 69; }
	@deploy/setup/install-debian.sh libsqlite3-dev libpq-dev libssl-dev libcurl4-openssl-dev libzstd-dev zlib1g-dev python3

# The yardstick of the benchmarks is libzmq.
setup-benchmarks: setup
	@deploy/setup/install-debian.sh libzmq3-dev

setup-tests: setup-benchmarks
	@deploy/setup/install-debian.sh python3-venv chromium-headless-shell curl jq openssl postgresql groonga-bin haproxy prometheus libnats-dev nats-server \
		node-typescript node-react node-react-dom systemd iproute2 esbuild brotli
	@test -x $(VENV)/bin/python || python3 -m venv $(VENV)
	@test -x $(VENV)/bin/nats-server && $(VENV)/bin/python -c 'import zmq, pytest, pytest_timeout, xdist, playwright, pyte, axe_playwright_python, schemathesis, httpx, fastapi, uvicorn, mypy, markdown_it, yaml, trame_client' 2>/dev/null \
		|| $(VENV)/bin/pip install -q --disable-pip-version-check -r Tests/requirements.txt

setup-release: setup-tests
	@deploy/setup/install-debian.sh nginx caddy debootstrap patchelf binutils

clean:
	swift package clean
