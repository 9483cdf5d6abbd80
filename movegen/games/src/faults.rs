//! Collects all that is wrong with a file.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use crate::error::{FileError, FileErrors, quoted};
use crate::place::{Key, Lines, Place};

/// Number of faults from which on they are only counted.
const MAX_FAULTS: usize = 10 * FileErrors::MAX;

/// All that is wrong with a file, so far.
pub struct Faults<'a> {
    file: &'a str,
    lines: Lines<'a>,
    found: RefCell<Vec<Fault>>,
    left_out: Cell<usize>,
    /// The lines in which the text is not TOML; errors of meaning there are none of the user's.
    broken: RefCell<BTreeSet<usize>>,
    warnings: RefCell<Vec<Fault>>,
}

struct Fault {
    offset: usize,
    key: String,
    text: String,
    /// The game that has the fault, if it is not the one in which it stands.
    heir: Option<String>,
}

impl<'a> Faults<'a> {
    pub fn new(file: &'a str, text: &'a str) -> Self {
        Self {
            file,
            lines: Lines::new(text),
            found: RefCell::default(),
            left_out: Cell::default(),
            broken: RefCell::default(),
            warnings: RefCell::default(),
        }
    }

    /// Number of faults.
    pub fn len(&self) -> usize {
        self.found.borrow().len() + self.left_out.get()
    }

    /// Whether something is wrong with a key or with one below it.
    pub fn is_under(&self, key: &str) -> bool {
        let below = |fault: &Fault| {
            fault.key.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.found.borrow().iter().any(below)
    }

    /// Whether the text is not TOML, so that parts of it are missing.
    pub fn is_broken(&self) -> bool {
        !self.broken.borrow().is_empty()
    }

    /// The text is not TOML.
    pub fn add_syntax(&self, offset: usize, text: String) {
        self.broken.borrow_mut().insert(self.lines.line(offset));
        self.push(Fault { offset, key: String::new(), text, heir: None });
    }

    /// Something is wrong at a place of this file.
    pub fn add(&self, place: &Place, text: String) {
        self.add_for(place, text, None);
    }

    /// Something is wrong at a place of this file, for a game that inherits it from another one.
    pub fn add_for(&self, place: &Place, text: String, heir: Option<&str>) {
        if !self.broken.borrow().contains(&self.lines.line(place.offset)) {
            let heir = heir.map(str::to_owned);
            self.push(Fault { offset: place.offset, key: place.key.text(), text, heir });
        }
    }

    /// Something is wrong with the file as a whole, or with a key that it lacks.
    pub fn add_at_start(&self, key: &str, text: String) {
        let key = if key.is_empty() { String::new() } else { Key::first(key).text() };
        self.push(Fault { offset: 0, key, text, heir: None });
    }

    fn push(&self, fault: Fault) {
        let mut found = self.found.borrow_mut();
        if found.len() < MAX_FAULTS {
            found.push(fault);
        } else {
            self.left_out.set(self.left_out.get() + 1);
        }
    }

    /// Something at a place of this file is not wrong, but hardly meant.
    pub fn warn(&self, place: &Place, text: &str, heir: Option<&str>) {
        let mut warnings = self.warnings.borrow_mut();
        if warnings.len() < FileErrors::MAX {
            let text = format!("warning: {text}");
            let heir = heir.map(str::to_owned);
            warnings.push(Fault { offset: place.offset, key: place.key.text(), text, heir });
        }
    }

    /// The errors, if there are any, and the warnings.
    pub fn into_parts(self) -> (Option<FileErrors>, Vec<FileError>) {
        let Self { file, lines, found, left_out, warnings, .. } = self;
        let mut errors = listed(file, &lines, found.into_inner());
        let left_out = left_out.get() + errors.len().saturating_sub(FileErrors::MAX);
        errors.truncate(FileErrors::MAX);
        let warnings = listed(file, &lines, warnings.into_inner());
        ((!errors.is_empty()).then_some(FileErrors { errors, left_out }), warnings)
    }
}

/// Faults in the order of the file, each once.
fn listed(file: &str, lines: &Lines, mut faults: Vec<Fault>) -> Vec<FileError> {
    // What is wrong without the heir too comes first, and of several heirs the first one.
    faults.sort_by(|a, b| {
        (a.offset, &a.key, &a.text, a.heir.is_some()).cmp(&(
            b.offset,
            &b.key,
            &b.text,
            b.heir.is_some(),
        ))
    });
    faults.dedup_by(|a, b| (a.offset, &a.key, &a.text) == (b.offset, &b.key, &b.text));
    let error = |fault: Fault| {
        let (line, column) = lines.position(fault.offset);
        let text = match fault.heir {
            Some(heir) => format!("{} (as {} inherits it)", fault.text, quoted(&heir)),
            None => fault.text,
        };
        FileError { file: file.to_owned(), line, column, key: fault.key, text }
    };
    faults.into_iter().map(error).collect()
}
