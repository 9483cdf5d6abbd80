# For testing frameworks such as OpenBench: `make EXE=name` builds the engine under that name, and
# plain `make` builds `baroque match` under the name of the runner for which it stands in.
# For everything else there is cargo.

ifdef EXE
all: engine
else
all: fastchess
endif

build:
	RUSTFLAGS="-C target-cpu=native" cargo build --release --locked --target-dir target/native

engine: build
	cp target/native/release/baroque "$(EXE)"

fastchess: build
	cp target/native/release/baroque fastchess

.PHONY: all build engine fastchess
