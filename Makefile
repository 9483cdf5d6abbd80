# For testing frameworks such as OpenBench: `make EXE=name` builds the engine under that name, plain
# `make` builds the match runner (`baroque match`) under the name `fastchess`. Otherwise use cargo.

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
