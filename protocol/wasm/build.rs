//! Gives the module as much stack as its deepest search needs.

/// Bytes, as threads of the engine have. The linker's default is 1 MiB.
const STACK: usize = 16 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK}");
    }
}
