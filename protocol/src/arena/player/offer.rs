//! The options that an engine offers, and their values in force.

/// An option that an engine has.
#[derive(Clone, PartialEq, Debug)]
struct Offer {
    name: String,
    kind: Kind,
    /// The value in force; empty for a button.
    value: String,
}

/// What values an option takes.
#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Check,
    /// A number of a range, which some engines write with a fraction.
    Spin(f64, f64),
    Combo(Vec<String>),
    Button,
    Text,
}

/// All options of an engine.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Offers(Vec<Offer>);

/// An option to be set, spelled as the engine spells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// Its name.
    pub name: String,
    /// Its new value; none for a button.
    pub value: Option<String>,
    /// Whether it is on or off, which the protocols write differently.
    is_check: bool,
}

impl Order {
    /// As UCI writes it.
    pub fn uci(&self) -> String {
        match self.value.as_deref() {
            Some("") => format!("setoption name {} value <empty>", self.name),
            Some(value) => format!("setoption name {} value {value}", self.name),
            None => format!("setoption name {}", self.name),
        }
    }

    /// As CECP writes it.
    pub fn cecp(&self) -> String {
        match self.value.as_deref() {
            Some("true") if self.is_check => format!("option {}=1", self.name),
            Some("false") if self.is_check => format!("option {}=0", self.name),
            Some(value) => format!("option {}={value}", self.name),
            None => format!("option {}", self.name),
        }
    }
}

impl Offers {
    /// Takes in a line of UCI's introduction, if it is about an option that can be understood.
    pub fn hear_uci(&mut self, line: &str) {
        self.0.extend(uci(line));
    }

    /// Takes in what CECP's feature `option` says.
    pub fn hear_cecp(&mut self, text: &str) {
        self.0.extend(cecp(text));
    }

    fn find(&self, name: &str) -> Option<&Offer> {
        self.0.iter().find(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    /// The value in force of an option, by its name in any case of letters.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.find(name).map(|offer| offer.value.as_str())
    }

    /// Puts a value in force. `None`: there is nothing to tell the engine, for the button stays as
    /// it is.
    ///
    /// # Errors
    /// There is no such option, or it does not take the value: a sentence in fastchess's words.
    pub fn set(&mut self, engine: &str, name: &str, value: &str) -> Result<Option<Order>, String> {
        let same = |offer: &&mut Offer| offer.name.eq_ignore_ascii_case(name);
        let Some(offer) = self.0.iter_mut().find(same) else {
            return Err(format!("{engine} doesn't have option {name}"));
        };
        let refused = || format!("Invalid value for option {name}; {value}");
        let value = offer.kind.accepted(value).ok_or_else(refused)?;
        let is_check = offer.kind == Kind::Check;
        let name = offer.name.clone();
        if offer.kind == Kind::Button {
            return Ok((value == "true").then_some(Order { name, value: None, is_check }));
        }
        offer.value.clone_from(&value);
        Ok(Some(Order { name, value: Some(value), is_check }))
    }
}

impl Kind {
    /// The value as the engine spells it.
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

/// `option name NAME type TYPE [default VALUE] [min NUMBER] [max NUMBER] [var VALUE]…`. Names and values may
/// have several words.
fn uci(line: &str) -> Option<Offer> {
    let rest = line.trim_ascii().strip_prefix("option name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    if kind == "string" {
        let value = rest.trim_ascii_start().strip_prefix("default").unwrap_or("").trim_ascii();
        let value = if value == "<empty>" { "" } else { value };
        return Some(Offer { name: trimmed(name), kind: Kind::Text, value: value.to_owned() });
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
        "check" => Kind::Check,
        "spin" => Kind::Spin(min?, max?),
        "combo" => Kind::Combo(values),
        "button" => Kind::Button,
        _ => return None,
    };
    Some(Offer { name: trimmed(name), kind, value })
}

fn trimmed(name: &str) -> String {
    name.trim_ascii().to_owned()
}

/// `NAME -TYPE …`: of `-spin VALUE MIN MAX`, `-check VALUE`, `-combo VALUE /// *VALUE…`, with a star before the
/// default, `-button`, `-string VALUE` and others like that.
fn cecp(text: &str) -> Option<Offer> {
    let (name, rest) = text.split_once(" -")?;
    let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let rest = rest.trim_ascii();
    let (kind, value) = match kind {
        "check" => (Kind::Check, if rest == "1" { "true" } else { "false" }.to_owned()),
        "spin" | "slider" => {
            let mut words = rest.split_ascii_whitespace();
            let value = words.next()?.to_owned();
            let [min, max] = [words.next()?, words.next()?];
            (Kind::Spin(min.parse().ok()?, max.parse().ok()?), value)
        }
        "combo" => {
            let starred = rest.split("///").map(str::trim);
            let default = starred.clone().find_map(|value| value.strip_prefix('*'));
            let values = starred.map(|value| value.trim_start_matches('*').to_owned()).collect();
            (Kind::Combo(values), default.unwrap_or("").to_owned())
        }
        "button" | "save" | "reset" => (Kind::Button, String::new()),
        "string" | "file" | "path" => (Kind::Text, rest.to_owned()),
        _ => return None,
    };
    Some(Offer { name: trimmed(name), kind, value })
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

    fn heard() -> Offers {
        let mut offers = Offers::default();
        for line in UCI {
            offers.hear_uci(line);
        }
        offers
    }

    #[test]
    fn defaults_are_in_force_at_first() {
        let offers = heard();
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
            assert_eq!(offers.value(name), Some(value), "{name}");
        }
        assert_eq!(offers.value("Threads"), None);
    }

    #[test]
    fn lines_that_offer_nothing_are_passed_over() {
        let mut offers = Offers::default();
        for line in [
            "",
            "id name X",
            "option name Hash",
            "option name Hash type spin default 1",
            "option name Hash type spin default 1 min a max b",
            "option name Hash type knob",
        ] {
            offers.hear_uci(line);
            assert_eq!(offers, Offers::default(), "{line}");
        }
    }

    #[test]
    fn orders_are_spelled_as_the_engine_spells_them() {
        let mut offers = heard();
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
            let order = offers.set("A", name, value).unwrap();
            assert_eq!(order.map(|order| order.uci()).as_deref(), line, "{name}");
        }
        assert_eq!(offers.value("Hash"), Some("32"));
        assert_eq!(offers.value("Style"), Some("Risky"));
    }

    #[test]
    fn refusals_are_in_fastchesss_words() {
        let mut offers = heard();
        assert_eq!(
            offers.set("A", "Aggression", "1").unwrap_err(),
            "A doesn't have option Aggression"
        );
        for (name, value) in [
            ("Hash", "0"),
            ("Hash", "1025"),
            ("Hash", "many"),
            ("Clear Hash", "1"),
            ("Style", "solid"),
            ("Ponder", "yes"),
            ("Lambda", "nan"),
        ] {
            let text = offers.set("A", name, value).unwrap_err();
            assert_eq!(text, format!("Invalid value for option {name}; {value}"));
        }
        assert_eq!(offers, heard());
    }

    #[test]
    fn features_of_xboard_are_options_too() {
        let mut offers = Offers::default();
        for text in [
            "Hash -spin 16 1 1024",
            "Clear Hash -button",
            "Start -combo *baroque /// orthodox",
            "Ponder -check 1",
            "Rules -string ",
            "odd one",
            "Odd -spin 1",
        ] {
            offers.hear_cecp(text);
        }
        assert_eq!([offers.value("odd"), offers.value("Odd")], [None, None]);
        let values = ["Hash", "Start", "Ponder", "Rules"].map(|name| offers.value(name).unwrap());
        assert_eq!(values, ["16", "baroque", "true", ""]);
        for (name, value, line) in [
            ("hash", "32", "option Hash=32"),
            ("clear hash", "true", "option Clear Hash"),
            ("start", "Orthodox", "option Start=orthodox"),
            ("ponder", "false", "option Ponder=0"),
            ("rules", "true", "option Rules=true"),
        ] {
            assert_eq!(offers.set("A", name, value).unwrap().unwrap().cecp(), line);
        }
    }
}
