//! `-engine conf=NAME`: an engine of the file `engines.json`, which the GUI of cutechess writes.

use std::ops::RangeInclusive;

use baroque_formats::Rejected;
use baroque_formats::files;
use serde::Deserialize;
use serde_json::Value;

use crate::player::{EngineConfig, Protocol};
use crate::settings::EngineEntry;

/// The file, in the current folder.
const FILE: &str = "engines.json";
/// Largest size of the file in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// An engine of the file. The other fields of the file concern the GUI, or the engine reports them
/// itself.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Conf {
    name: String,
    command: String,
    working_directory: String,
    stderr_file: String,
    protocol: Protocol,
    timeout_scale_factor: Option<f64>,
    init_strings: Vec<String>,
    whitepov: bool,
    ponder: bool,
    restart: String,
    validate_claims: Option<bool>,
    options: Vec<ConfOption>,
}

/// An option of an engine. A button has no value.
#[derive(Deserialize)]
struct ConfOption {
    name: String,
    #[serde(default)]
    value: Value,
}

/// Reads the engine of this name.
///
/// # Errors
/// The file cannot be read, is not in cutechess's format, or has no such engine.
pub fn read(name: &str) -> Result<EngineEntry, Rejected> {
    let failed = |reason: String| Rejected(format!("-engine conf={name}: engines.json: {reason}"));
    let text = files::read_text(FILE, MAX_SIZE).map_err(|error| failed(error.to_string()))?;
    find(&text, name).map_err(failed)
}

fn find(text: &str, name: &str) -> Result<EngineEntry, String> {
    // Errors in the other engines do not matter.
    let engines: Vec<Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let engine = engines.into_iter().find(|engine| engine.get("name") == Some(&name.into()));
    let engine = engine.ok_or("there is no engine of this name")?;
    let conf: Conf = serde_json::from_value(engine).map_err(|error| error.to_string())?;
    Ok(conf.into())
}

impl From<Conf> for EngineEntry {
    fn from(conf: Conf) -> Self {
        let stderr = Some(conf.stderr_file).filter(|file| !file.is_empty());
        let options =
            conf.options.into_iter().filter_map(|ConfOption { name, value }| match value {
                Value::Null => None,
                Value::String(text) => Some((name, text)),
                other => Some((name, other.to_string())),
            });
        Self {
            engine: EngineConfig {
                name: conf.name,
                cmd: conf.command,
                dir: conf.working_directory,
                proto: conf.protocol,
                options: options.collect(),
                init: conf.init_strings,
                stderr: stderr.map(Into::into),
                ponder: conf.ponder,
                ..EngineConfig::default()
            },
            restart: conf.restart == "on",
            white_view: conf.whitepov,
            trust: conf.validate_claims == Some(false),
            time_scale: conf
                .timeout_scale_factor
                .map(|factor| factor.clamp(*FACTORS.start(), *FACTORS.end())),
            ..Self::default()
        }
    }
}

/// The range of `tscale`, as with cutechess.
pub const FACTORS: RangeInclusive<f64> = 0.2..=120.0;

#[cfg(test)]
mod tests {
    use super::*;

    // In the format of EngineConfiguration::toVariant of cutechess (5e84232).
    const ENGINES: &str = r#"[
        { "command" : "./a", "name" : "A", "protocol" : "uci", "stderrFile" : "",
          "timeoutScaleFactor" : -1, "workingDirectory" : "" },
        { "command" : "fairy b", "name" : "B", "protocol" : "xboard", "stderrFile" : "err.txt",
          "timeoutScaleFactor" : 2.5, "workingDirectory" : "/b", "initStrings" : [ "one", "two" ],
          "whitepov" : true, "ponder" : true, "restart" : "on", "validateClaims" : false,
          "variants" : [ "standard", "baroque" ], "debug" : true,
          "options" : [
            { "alias" : "", "default" : 16, "max" : 64, "min" : 1, "name" : "Hash", "type" : "spin",
              "value" : 32 },
            { "default" : false, "name" : "Quick", "type" : "check", "value" : true },
            { "choices" : [ "a", "b" ], "name" : "Style", "type" : "combo", "value" : "b" },
            { "name" : "Clear Hash", "type" : "button" } ] },
        { "name" : "C", "command" : 5 }
    ]"#;

    #[test]
    fn engines_are_found_by_name() {
        let plain = find(ENGINES, "A").unwrap();
        let engine = &plain.engine;
        assert_eq!((&*engine.name, &*engine.cmd, engine.proto), ("A", "./a", Protocol::Uci));
        assert!(!plain.restart && !plain.white_view && !plain.trust && !engine.ponder);
        assert_eq!((engine.stderr.as_ref(), plain.time_scale), (None, Some(0.2)));
        let full = find(ENGINES, "B").unwrap();
        let engine = &full.engine;
        assert_eq!((&*engine.cmd, &*engine.dir), ("fairy b", "/b"));
        assert_eq!(engine.proto, Protocol::Xboard);
        assert_eq!(engine.init, ["one", "two"]);
        assert!(full.restart && full.white_view && full.trust && engine.ponder);
        let stderr = Some("err.txt".as_ref());
        assert_eq!((engine.stderr.as_deref(), full.time_scale), (stderr, Some(2.5)));
        let options = [("Hash", "32"), ("Quick", "true"), ("Style", "b")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(engine.options, options);
    }

    #[test]
    fn errors_in_the_file_are_reported() {
        let reason = |text: &str, name| find(text, name).unwrap_err();
        assert_eq!(reason(ENGINES, "D"), "there is no engine of this name");
        assert!(reason(ENGINES, "C").starts_with("invalid type: integer `5`, expected a string"));
        assert!(reason("[", "A").starts_with("EOF while parsing"));
        assert!(reason("{}", "A").starts_with("invalid type: map, expected a sequence"));
        let proto = ENGINES.replace("xboard", "ucci");
        assert!(reason(&proto, "B").starts_with("unknown variant `ucci`"));
    }
}
