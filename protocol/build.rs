//! Tells the program how it is being built, as environment variables of its compilation. Whatever
//! cannot be found out is unknown, and the build goes on.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Each commit and each checkout adds a line to this file. One that does not exist must not be
    // named, or every build would begin anew.
    if let Some(log) = output("git", &["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo:rerun-if-changed={log}");
    }
    let rustc = variable("RUSTC").and_then(|rustc| output(&rustc, &["--version"]));
    tell("RUSTC", rustc);
    tell("TARGET", variable("TARGET"));
    tell("PROFILE", variable("PROFILE"));
    tell("OPT_LEVEL", variable("OPT_LEVEL"));
    tell("COMMIT", output("git", &["rev-parse", "--short", "HEAD"]));
}

fn tell(name: &str, value: Option<String>) {
    let value = value.unwrap_or_else(|| "unknown".to_owned());
    println!("cargo:rustc-env=BAROQUE_{name}={value}");
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The first line that a program writes, if it succeeds.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_owned())
}
