//! Each crate's documentation begins with its layers: the lines of a table, each with modules that use
//! only modules of the lines above it. Here all paths from the root of a crate are looked up, also those
//! of names that the root exports from a module. Only modules at the root have layers, and methods that a
//! later layer adds to a type are not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a crate.
struct Sources {
    /// The text of `lib.rs`.
    root: String,
    /// For each module its files below `src`, without comments and tests.
    files: Vec<(Vec<String>, String)>,
    /// The module of each name that the root exports, and of each module and macro.
    modules: BTreeMap<String, String>,
}

fn folder(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(of).join("src")
}

/// All Rust files of a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = |path: PathBuf| match path.is_dir() {
        true => rust_files(&path),
        false => {
            vec![path].into_iter().filter(|path| path.extension() == Some("rs".as_ref())).collect()
        }
    };
    entries.flat_map(files).collect()
}

/// The text without comments and without the tests at its end.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The first names of a path or of a group of paths at the beginning of a text.
fn first_names(text: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let Some(group) = text.strip_prefix('{') else { return vec![word(text)] };
    let (mut depth, mut names, mut start) = (0, Vec::new(), 0);
    for (index, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                names.push(word(&group[start..index]));
                start = index + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

impl Sources {
    fn read(of: &str) -> Self {
        let source = folder(of);
        let root = fs::read_to_string(source.join("lib.rs")).unwrap();
        let mut files = Vec::new();
        let mut modules = BTreeMap::new();
        for path in rust_files(&source) {
            let mut parts: Vec<String> = path
                .strip_prefix(&source)
                .unwrap()
                .with_extension("")
                .components()
                .map(|part| part.as_os_str().to_str().unwrap().to_owned())
                .collect();
            if matches!(parts[0].as_str(), "lib" | "main")
                || parts.iter().any(|part| part == "tests")
            {
                continue;
            }
            parts.retain(|part| part != "mod");
            let text = code(&fs::read_to_string(&path).unwrap());
            modules.insert(parts[0].clone(), parts[0].clone());
            for name in text.split("macro_rules! ").skip(1) {
                modules.insert(first_names(name).remove(0), parts[0].clone());
            }
            files.push((parts, text));
        }
        for export in code(&root).split("pub use ").skip(1) {
            let path = export.split(';').next().unwrap();
            let module = first_names(path).remove(0);
            let names = path.rsplit_once("::{").map_or_else(
                || vec![path.rsplit("::").next().unwrap().to_owned()],
                |(_, names)| {
                    names
                        .trim_end_matches('}')
                        .split(',')
                        .map(|name| name.trim().to_owned())
                        .collect()
                },
            );
            for name in names {
                modules.entry(name).or_insert_with(|| module.clone());
            }
            if path.contains("self") {
                // `pub use a::b::{self, C}` exports the module `b`.
                let inner = path.split("::{").next().unwrap().rsplit("::").next().unwrap();
                modules.entry(inner.to_owned()).or_insert(module);
            }
        }
        Self { root, files, modules }
    }

    /// The modules of each line of the table.
    fn layers(&self) -> Vec<Vec<String>> {
        let table = self.root.split("# Layers").nth(1).unwrap().split("//! #").next().unwrap();
        let rows = table.lines().filter_map(|line| line.strip_prefix("//! | ")).skip(1);
        rows.filter_map(|row| {
            let cell = row.split('|').next().unwrap();
            let names: Vec<String> =
                cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
            (!names.is_empty()).then_some(names)
        })
        .collect()
    }

    /// The modules that a file uses, of those at the root.
    fn used(&self, parts: &[String], text: &str) -> BTreeSet<String> {
        let mut names = Vec::new();
        for path in text.split("crate::").skip(1) {
            assert!(!path.starts_with('*'), "{parts:?} uses all names of the root");
            names.extend(first_names(path));
        }
        for (index, _) in text.match_indices("super::") {
            let before = &text[..index];
            let rest = text[index..].trim_start_matches("super::");
            let climbed = (text[index..].len() - rest.len()) / "super::".len();
            if !before.ends_with("super::") && climbed == parts.len() {
                names.extend(first_names(rest));
            }
        }
        let module = |name: &String| {
            self.modules.get(name).unwrap_or_else(|| panic!("{parts:?}: what is {name}?")).clone()
        };
        names.iter().filter(|name| !name.is_empty() && *name != "self").map(module).collect()
    }
}

/// Uses of a module that is not on a line above.
fn violations(of: &str) -> Vec<String> {
    let sources = Sources::read(of);
    let layers = sources.layers();
    let rank = |module: &String| layers.iter().position(|layer| layer.contains(module));
    let mut found = Vec::new();
    let listed: BTreeSet<&String> = layers.iter().flatten().collect();
    let there: BTreeSet<&String> = sources.files.iter().map(|(parts, _)| &parts[0]).collect();
    found.extend(listed.difference(&there).map(|module| format!("{of}: there is no {module}")));
    for (parts, text) in &sources.files {
        let Some(own) = rank(&parts[0]) else {
            found.push(format!("{of}: {} has no layer", parts[0]));
            continue;
        };
        for used in sources.used(parts, text).iter().filter(|used| **used != parts[0]) {
            if rank(used).is_none_or(|rank| rank >= own) {
                found.push(format!("{of}: {} uses {used}", parts.join("/")));
            }
        }
    }
    found
}

#[test]
fn modules_use_only_those_of_lower_layers() {
    let crates = [
        "movegen",
        "engine",
        "protocol/training",
        "protocol/formats",
        "protocol/penultima",
        "protocol/page",
        "protocol/rooms",
        "protocol",
        "protocol/arena",
        "protocol/study",
        "protocol/python",
    ];
    let found: Vec<String> = crates.iter().flat_map(|of| violations(of)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
