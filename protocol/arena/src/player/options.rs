//! The options that an engine reports, with their current values.

/// Maximum number of options; others are ignored.
const MAX_OPTIONS: usize = 1000;

/// An option of an engine.
#[derive(Clone, PartialEq, Debug)]
struct EngineOption {
    name: String,
    kind: OptionKind,
    /// The current value; empty for a button.
    value: String,
}

/// The type of an option.
#[derive(Clone, PartialEq, Debug)]
enum OptionKind {
    Check,
    /// Minimum and maximum. Some engines use fractions.
    Spin(f64, f64),
    Combo(Vec<String>),
    Button,
    Text,
}

/// All options of an engine.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EngineOptions(Vec<EngineOption>);

/// A command that sets an option, spelled as the engine spells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOption {
    pub name: String,
    /// The new value; `None` for a button.
    pub value: Option<String>,
    /// Whether the option is a check, whose values the protocols write differently.
    is_check: bool,
}

impl SetOption {
    /// Formats the command for UCI.
    pub fn uci(&self) -> String {
        match self.value.as_deref() {
            Some("") => format!("setoption name {} value <empty>", self.name),
            Some(value) => format!("setoption name {} value {value}", self.name),
            None => format!("setoption name {}", self.name),
        }
    }

    /// Formats the command for CECP.
    pub fn cecp(&self) -> String {
        match self.value.as_deref() {
            Some("true") if self.is_check => format!("option {}=1", self.name),
            Some("false") if self.is_check => format!("option {}=0", self.name),
            Some(value) => format!("option {}={value}", self.name),
            None => format!("option {}", self.name),
        }
    }
}

impl EngineOptions {
    /// Adds the option of a UCI line. Any other line is ignored.
    pub fn parse_uci(&mut self, line: &str) {
        self.add(uci(line));
    }

    /// Adds the option of a CECP feature `option`. Malformed ones are ignored.
    pub fn parse_cecp(&mut self, text: &str) {
        self.add(cecp(text));
    }

    fn add(&mut self, option: Option<EngineOption>) {
        self.0.extend(option.filter(|_| self.0.len() < MAX_OPTIONS));
    }

    fn find(&self, name: &str) -> Option<&EngineOption> {
        self.0.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Returns the current value of an option. Case in `name` is ignored.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.find(name).map(|option| option.value.as_str())
    }

    /// Changes the value of an option. Returns `None` for a button that is not pressed.
    ///
    /// # Errors
    /// The option is unknown or the value is invalid, in fastchess's words.
    pub fn set(
        &mut self,
        engine: &str,
        name: &str,
        value: &str,
    ) -> Result<Option<SetOption>, String> {
        let same = |option: &&mut EngineOption| option.name.eq_ignore_ascii_case(name);
        let Some(option) = self.0.iter_mut().find(same) else {
            return Err(format!("{engine} doesn't have option {name}"));
        };
        let invalid = || format!("Invalid value for option {name}; {value}");
        let value = option.kind.accepted(value).ok_or_else(invalid)?;
        let is_check = option.kind == OptionKind::Check;
        let name = option.name.clone();
        if option.kind == OptionKind::Button {
            return Ok((value == "true").then_some(SetOption { name, value: None, is_check }));
        }
        option.value.clone_from(&value);
        Ok(Some(SetOption { name, value: Some(value), is_check }))
    }
}

impl OptionKind {
    /// Returns the value as the engine spells it, or `None` if it is invalid.
    fn accepted(&self, value: &str) -> Option<String> {
        let lower = value.to_ascii_lowercase();
        match self {
            Self::Check | Self::Button => {
                matches!(lower.as_str(), "true" | "false").then_some(lower)
            }
            Self::Spin(min, max) => {
                let fits = |number: &f64| (min..=max).contains(&number);
                value.parse().ok().filter(fits).map(|_| value.to_owned())
            }
            Self::Combo(values) => {
                values.iter().find(|known| known.eq_ignore_ascii_case(value)).cloned()
            }
            Self::Text => Some(value.to_owned()),
        }
    }
}

/// Parses `option name NAME type TYPE [default VALUE] [min NUMBER] [max NUMBER] [var VALUE]…`. Names
/// and values may have several words.
fn uci(line: &str) -> Option<EngineOption> {
    let rest = line.trim_ascii().strip_prefix("option name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    if kind == "string" {
        let value = rest.trim_ascii_start().strip_prefix("default").unwrap_or("").trim_ascii();
        let value = if value == "<empty>" { "" } else { value };
        return Some(EngineOption {
            name: trimmed(name),
            kind: OptionKind::Text,
            value: value.to_owned(),
        });
    }
    let (mut value, mut min, mut max, mut values) = (String::new(), None, None, Vec::new());
    let mut words = rest.split_ascii_whitespace().peekable();
    while let Some(key) = words.next() {
        let mut text = Vec::new();
        while let Some(word) =
            words.next_if(|word| !matches!(*word, "default" | "min" | "max" | "var"))
        {
            text.push(word);
        }
        let text = text.join(" ");
        match key {
            "default" => value = text,
            "min" => min = text.parse().ok(),
            "max" => max = text.parse().ok(),
            "var" => values.push(text),
            _ => {}
        }
    }
    let kind = match kind {
        "check" => OptionKind::Check,
        "spin" => OptionKind::Spin(min?, max?),
        "combo" => OptionKind::Combo(values),
        "button" => OptionKind::Button,
        _ => return None,
    };
    Some(EngineOption { name: trimmed(name), kind, value })
}

fn trimmed(name: &str) -> String {
    name.trim_ascii().to_owned()
}

/// Parses `NAME -TYPE …`, with `-spin VALUE MIN MAX`, `-check VALUE`, `-combo VALUE /// *VALUE…` with
/// a star before the default, `-button`, `-string VALUE` and the like.
fn cecp(text: &str) -> Option<EngineOption> {
    let (name, rest) = text.split_once(" -")?;
    let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let rest = rest.trim_ascii();
    let (kind, value) = match kind {
        "check" => (OptionKind::Check, if rest == "1" { "true" } else { "false" }.to_owned()),
        "spin" | "slider" => {
            let mut words = rest.split_ascii_whitespace();
            let value = words.next()?.to_owned();
            let [min, max] = [words.next()?, words.next()?];
            (OptionKind::Spin(min.parse().ok()?, max.parse().ok()?), value)
        }
        "combo" => {
            let starred = rest.split("///").map(str::trim);
            let default = starred.clone().find_map(|value| value.strip_prefix('*'));
            let values = starred.map(|value| value.trim_start_matches('*').to_owned()).collect();
            (OptionKind::Combo(values), default.unwrap_or("").to_owned())
        }
        "button" | "save" | "reset" => (OptionKind::Button, String::new()),
        "string" | "file" | "path" => (OptionKind::Text, rest.to_owned()),
        _ => return None,
    };
    Some(EngineOption { name: trimmed(name), kind, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    const UCI: [&str; 8] = [
        "option name Hash type spin default 16 min 1 max 1024",
        "option name Clear Hash type button",
        "option name UCI_Variant type combo default baroque var baroque var maxima",
        "option name Style type combo default Very  solid var Very solid var Risky",
        "option name Ponder type check default false",
        "option name Rules type string default <empty>",
        "option name Greeting type string default good  day min max",
        "option name Lambda type spin default 0.5 min -1 max 1.5",
    ];

    fn reported() -> EngineOptions {
        let mut options = EngineOptions::default();
        for line in UCI {
            options.parse_uci(line);
        }
        options
    }

    #[test]
    fn defaults_are_in_force_at_first() {
        let options = reported();
        for (name, value) in [
            ("hash", "16"),
            ("CLEAR HASH", ""),
            ("UCI_Variant", "baroque"),
            ("Style", "Very solid"),
            ("Ponder", "false"),
            ("Rules", ""),
            ("Greeting", "good  day min max"),
            ("Lambda", "0.5"),
        ] {
            assert_eq!(options.value(name), Some(value), "{name}");
        }
        assert_eq!(options.value("Threads"), None);
    }

    #[test]
    fn other_lines_are_ignored() {
        let mut options = EngineOptions::default();
        for line in [
            "",
            "id name X",
            "option name Hash",
            "option name Hash type spin default 1",
            "option name Hash type spin default 1 min a max b",
            "option name Hash type knob",
        ] {
            options.parse_uci(line);
            assert_eq!(options, EngineOptions::default(), "{line}");
        }
    }

    #[test]
    fn commands_are_spelled_as_the_engine_spells_them() {
        let mut options = reported();
        for (name, value, line) in [
            ("hash", "32", Some("setoption name Hash value 32")),
            ("clear hash", "true", Some("setoption name Clear Hash")),
            ("Clear Hash", "false", None),
            ("uci_variant", "MAXIMA", Some("setoption name UCI_Variant value maxima")),
            ("ponder", "TRUE", Some("setoption name Ponder value true")),
            ("Style", "risky", Some("setoption name Style value Risky")),
            ("Rules", "", Some("setoption name Rules value <empty>")),
            ("Rules", "leap=single", Some("setoption name Rules value leap=single")),
            ("Lambda", "-0.25", Some("setoption name Lambda value -0.25")),
        ] {
            let command = options.set("A", name, value).unwrap();
            assert_eq!(command.map(|command| command.uci()).as_deref(), line, "{name}");
        }
        assert_eq!(options.value("Hash"), Some("32"));
        assert_eq!(options.value("Style"), Some("Risky"));
    }

    #[test]
    fn errors_are_worded_as_in_fastchess() {
        let mut options = reported();
        let unknown = options.set("A", "Aggression", "1").unwrap_err();
        assert_eq!(unknown, "A doesn't have option Aggression");
        for (name, value) in [
            ("Hash", "0"),
            ("Hash", "1025"),
            ("Hash", "many"),
            ("Clear Hash", "1"),
            ("Style", "solid"),
            ("Ponder", "yes"),
            ("Lambda", "nan"),
        ] {
            let text = options.set("A", name, value).unwrap_err();
            assert_eq!(text, format!("Invalid value for option {name}; {value}"));
        }
        assert_eq!(options, reported());
    }

    #[test]
    fn features_of_cecp_are_options() {
        let mut options = EngineOptions::default();
        for text in [
            "Hash -spin 16 1 1024",
            "Clear Hash -button",
            "Start -combo *baroque /// orthodox",
            "Ponder -check 1",
            "Rules -string ",
            "odd one",
            "Odd -spin 1",
        ] {
            options.parse_cecp(text);
        }
        assert_eq!([options.value("odd"), options.value("Odd")], [None, None]);
        let values = ["Hash", "Start", "Ponder", "Rules"].map(|name| options.value(name).unwrap());
        assert_eq!(values, ["16", "baroque", "true", ""]);
        for (name, value, line) in [
            ("hash", "32", "option Hash=32"),
            ("clear hash", "true", "option Clear Hash"),
            ("start", "Orthodox", "option Start=orthodox"),
            ("ponder", "false", "option Ponder=0"),
            ("rules", "true", "option Rules=true"),
        ] {
            assert_eq!(options.set("A", name, value).unwrap().unwrap().cecp(), line);
        }
    }
}
