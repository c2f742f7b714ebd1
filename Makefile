# The verbs of the project. `make demo` and `make test` set up all they need on a bare Debian 12 with Swift.

PREFIX ?= /usr/local
SWIFT ?= swift
BUILD := .build
RELEASE := $(BUILD)/release/cutlist
DEMO := demo/harbour.mp4

.PHONY: demo test nightly fuzz bench growth compare build install format snapshots cookbook generate setup test-setup footage clean

## Render an example to a movie and say where it is.
demo: build footage
	@mkdir -p demo
	$(RELEASE) check Examples/demo.yaml
	$(RELEASE) render Examples/demo.yaml -o $(DEMO) --overwrite --progress plain
	@echo
	@echo "The movie is in $(abspath $(DEMO)):"
	@$(RELEASE) inspect $(DEMO)

## Build and run every test. They are optimised, since they draw each picture twice, and keep every assertion.
TESTED = -Xswiftc -O -Xswiftc -assert-config -Xswiftc Debug
test: setup test-setup footage
	$(SWIFT) build --build-tests $(TESTED)
	$(SWIFT) test --skip-build $(TESTED)

## Render 20,000 random documents and hold them to the reference, make 10,000 random edits in front of the language
## server, and try what `make fuzz` tries at length: other ones every day, or those that SEED names. It takes hours.
nightly: build
	@sh Scripts/fuzz-setup.sh
	$(SWIFT) build --build-tests $(TESTED)
	CUTLIST_REFERENCE_COUNT=20000 CUTLIST_REFERENCE_SEED=$(or $(SEED),$(shell date +%Y%m%d)) \
	  $(SWIFT) test --skip-build $(TESTED) --filter RandomDocumentTests
	CUTLIST_LSP_PROGRAM=$(abspath $(RELEASE)) CUTLIST_LSP_EDITS=10000 CUTLIST_LSP_SEED=$(or $(SEED),$(shell date +%Y%m%d)) \
	  $(SWIFT) test --skip-build $(TESTED) --filter RandomEditTests
	$(FUZZ) --nightly

## Give hostile documents, damaged media, fonts, tables, configurations and locks to the program, let calls of the system
## fail and kill renders at random. It takes some ten minutes on two cores; COUNT=500 SECONDS=60 SEED=7
## ONLY=documents,faults say how many of each, for how long, which and of which kind. What broke lies in .build/fuzz/failures.
FUZZ = python3 -B Scripts/fuzz/fuzz.py --program $(RELEASE) --folder $(BUILD)/fuzz $(if $(COUNT),--count $(COUNT)) \
  $(if $(SECONDS),--seconds $(SECONDS)) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY))
fuzz: build
	@sh Scripts/fuzz-setup.sh
	$(FUZZ)

## Measure cutlist against its peers and write docs/benchmarks.md. It takes hours; QUICK=1 takes minutes.
## ROUNDS=5 ONLY=cuts,titles say how often and what.
bench: build
	@sh Scripts/bench-setup.sh $(BUILD)/bench
	python3 -B Benchmarks/bench.py $(if $(QUICK),--quick --rounds 1) $(if $(ROUNDS),--rounds $(ROUNDS)) \
	  $(if $(ONLY),--only $(ONLY))

## Double documents of every kind and write to docs/benchmarks.md how much longer that takes. It takes a quarter of an hour.
growth: build
	python3 -B Benchmarks/growth.py --page

## Give the same broken edits to cutlist and its peers and write docs/compare.md.
compare: build
	@sh Scripts/compare-setup.sh $(BUILD)/compare
	python3 -B Scripts/compare.py

## Build the optimised program, with what it needs of Swift inside.
build: setup
	$(SWIFT) build -c release --static-swift-stdlib --product cutlist

## Install the program to PREFIX (/usr/local unless said), with its manual, the pages of its rules, and completions for
## bash, zsh and fish.
SHARE = $(DESTDIR)$(PREFIX)/share
COMPLETIONS = bash-completion/completions zsh/site-functions fish/vendor_completions.d
install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(addprefix $(SHARE)/,cutlist man/man1 doc/cutlist/rules $(COMPLETIONS))
	install $(RELEASE) $(DESTDIR)$(PREFIX)/bin/cutlist
	install -m 644 Schemas/*.schema.json $(SHARE)/cutlist/
	install -m 644 docs/rules/*.md $(SHARE)/doc/cutlist/rules/
	$(RELEASE) --experimental-dump-help | python3 -B Scripts/manual.py $(SHARE)/man/man1 "$$($(RELEASE) --version)"
	$(RELEASE) --generate-completion-script bash > $(SHARE)/bash-completion/completions/cutlist
	$(RELEASE) --generate-completion-script zsh > $(SHARE)/zsh/site-functions/_cutlist
	$(RELEASE) --generate-completion-script fish > $(SHARE)/fish/vendor_completions.d/cutlist.fish

## Lay out the sources.
format:
	$(SWIFT) format format --in-place --parallel --recursive Package.swift Sources Tests

## Rewrite what tests compare with: the expected output in Tests/**/Cases, the pages of docs/rules, and the tests that
## docs/features.md names. Read the difference before you commit it.
snapshots: setup
	UPDATE_SNAPSHOTS=1 $(SWIFT) test $(TESTED) --filter 'CaseTests|DifferenceTests|RulePageTests|FeaturePageTests'

## Rewrite docs/cookbook.md and its pictures from Examples. Look at what changes before you commit it.
cookbook: setup footage
	UPDATE_SNAPSHOTS=1 $(SWIFT) test $(TESTED) --filter 'CookbookTests'

## Rewrite what is made from the sources: the schemas and the picture in the README.
generate: build footage
	for subject in timeline configuration diagnostics plan inspect diff coverage progress; do \
	  $(RELEASE) schema $$subject > Schemas/$$subject.schema.json; done
	$(RELEASE) frames Examples/demo.yaml --at 7s --scale 3/4 -o docs/frame.png --overwrite

## The clips that the examples cut.
footage: setup
	@sh Examples/footage.sh

## Install the editors and shells that tests are made in.
test-setup:
	@sh Scripts/test-setup.sh

## Install the packages that are missing.
setup:
	@sh Scripts/setup.sh
	@sh Scripts/lsp-setup.sh $(BUILD)/python

clean:
	rm -rf $(BUILD) demo Examples/media
