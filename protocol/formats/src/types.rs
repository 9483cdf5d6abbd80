//! The messages of the page as types of TypeScript (feature `types`).

use std::any::type_name;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

/// Declarations of types and of all that they consist of.
pub struct Declarations {
    config: Config,
    /// The crate whose types are declared, and the namespace that has the others.
    home: Option<(&'static str, &'static str)>,
    /// By their names.
    known: BTreeMap<String, String>,
}

impl Default for Declarations {
    /// Declares the types of all crates.
    fn default() -> Self {
        let config = Config::new().with_large_int("number");
        Self { config, home: None, known: BTreeMap::new() }
    }
}

impl Declarations {
    /// Declares the types of one crate, and takes the others from a namespace.
    pub fn of_crate(home: &'static str, elsewhere: &'static str) -> Self {
        Self { home: Some((home, elsewhere)), ..Self::default() }
    }

    /// Adds a type.
    pub fn add<T: TS + 'static + ?Sized>(&mut self) {
        self.visit::<T>();
    }

    /// Compares a file with the declarations, which `package` has and which are in `namespace`. With `WRITE_TYPES=1`
    /// in the environment it writes the file first.
    ///
    /// # Panics
    /// The file is another one. This is for tests.
    pub fn check(self, namespace: &str, package: &str, path: &Path) {
        let declarations: Vec<_> = self.known.into_values().collect();
        let text = format!(
            "// The messages in TypeScript. `WRITE_TYPES=1 cargo test --package {package} --lib types_of_the_page`\n\
             // writes this file from message.rs.\n\ndeclare namespace {namespace} {{\n{}}}\n",
            declarations.join("\n")
        );
        if std::env::var_os("WRITE_TYPES").is_some() {
            assert!(fs::write(path, &text).is_ok(), "{} cannot be written", path.display());
        }
        let known = fs::read_to_string(path).unwrap_or_default();
        assert!(known == text, "WRITE_TYPES=1 writes {} anew", path.display());
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types of the standard library have no names here.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.known.contains_key(&name) {
            return;
        }
        if let Some((home, elsewhere)) = self.home
            && !type_name::<T>().starts_with(home)
        {
            self.known.insert(name.clone(), format!("import {name} = {elsewhere}.{name};\n"));
            return;
        }
        let about = T::docs().unwrap_or_default();
        let declaration = format!("{about}{}\n", T::decl(&self.config));
        let short = [("/**\n * ", "/** "), ("\n */", " */"), (" \n", "\n")];
        let text = short.iter().fold(declaration, |text, (from, to)| text.replace(from, to));
        self.known.insert(name, text);
        T::visit_dependencies(self);
    }
}
