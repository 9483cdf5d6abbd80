//! Passes build information to the program as environment variables of its compilation. Values that
//! cannot be determined are `unknown`; the build never fails because of them.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Unpacked sources may lie in somebody else's repository.
    let is_own = output("git", &["rev-parse", "--show-prefix"]).as_deref() == Some("protocol/");
    let git = |arguments: &[&str]| is_own.then(|| output("git", arguments)).flatten();
    // Each commit and each checkout adds a line to this file. A missing file must not be named, or
    // every build would rerun this script.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo:rerun-if-changed={log}");
    }
    let rustc = variable("RUSTC").and_then(|rustc| output(&rustc, &["--version"]));
    set_env("RUSTC", rustc);
    set_env("TARGET", variable("TARGET"));
    set_env("PROFILE", variable("PROFILE"));
    set_env("OPT_LEVEL", variable("OPT_LEVEL"));
    set_env("COMMIT", git(&["rev-parse", "--short", "HEAD"]));
}

fn set_env(name: &str, value: Option<String>) {
    let value = value.unwrap_or_else(|| "unknown".to_owned());
    println!("cargo:rustc-env=BAROQUE_{name}={value}");
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The first line of a program's output; `None` if the program fails.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_owned())
}
