//! Writes the sources of the site of all documents, which mdBook builds (`make docs`): the documents, as
//! they lie in the repository, and the list of chapters.
//!
//! `cargo run --example book -- target/book/src`

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use baroque_protocol::manual::TOPICS;
use serde_json::Value;

/// What the program found about games.
const GAMES: &str = "protocol/docs/games";
/// The page that leads to the documentation of the crates and of the Python package.
const LIBRARIES: &str = "libraries.md";
/// Documents for developers.
const OTHERS: [&str; 5] = [
    "protocol/python/README.md",
    "tests/README.md",
    "tests/cases/README.md",
    "engine/nets/README.md",
    "protocol/LICENCES.md",
];

fn main() -> Result<(), Box<dyn Error>> {
    let book = Book {
        root: Path::new(env!("CARGO_MANIFEST_DIR")).join(".."),
        source: std::env::args_os().nth(1).ok_or("name a folder")?.into(),
    };
    book.chapter("README.md")?;
    let mut summary = "# Summary\n\n[Baroque](index.md)\n\n# The manual\n\n".to_owned();
    for topic in TOPICS {
        summary += &book.chapter(topic.path)?;
    }
    summary += "\n# Games\n\n";
    summary += &book.chapter(&format!("{GAMES}/README.md"))?;
    for path in book.files(GAMES)?.iter().filter(|path| !path.ends_with("README.md")) {
        match path.ends_with(".md") {
            true => summary += &format!("  {}", book.chapter(path)?),
            false => book.copy(path)?,
        }
    }
    for path in book.files("protocol/docs")?.iter().filter(|path| path.ends_with(".png")) {
        book.copy(path)?;
    }
    summary += "\n# For developers\n\n";
    for path in OTHERS {
        summary += &book.chapter(path)?;
    }
    summary += &format!("- [Libraries]({LIBRARIES})\n");
    book.write(LIBRARIES, &book.libraries()?)?;
    book.write("SUMMARY.md", summary.as_bytes())?;
    Ok(())
}

/// The repository, and the sources of the site.
struct Book {
    root: PathBuf,
    source: PathBuf,
}

impl Book {
    /// Copies a document, and returns its line in the list of chapters. A `README.md` becomes `index.md`,
    /// because mdBook does not follow links to the other name.
    fn chapter(&self, path: &str) -> Result<String, Box<dyn Error>> {
        let text = String::from_utf8(self.read(path)?)?;
        let title = text.lines().next().and_then(|line| line.strip_prefix("# "));
        let title = title.ok_or_else(|| format!("{path} has no title"))?;
        let path = path.replace("README.md", "index.md");
        let text = text.replace("README.md)", "index.md)").replace("README.md#", "index.md#");
        self.write(&path, text.as_bytes())?;
        Ok(format!("- [{title}]({path})\n"))
    }

    fn copy(&self, path: &str) -> Result<(), Box<dyn Error>> {
        Ok(self.write(path, &self.read(path)?)?)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, Box<dyn Error>> {
        fs::read(self.root.join(path)).map_err(|error| format!("{path}: {error}").into())
    }

    fn write(&self, path: &str, contents: &[u8]) -> std::io::Result<()> {
        let path = self.source.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&self.source))?;
        fs::write(path, contents)
    }

    /// The paths of the files of a folder, in order.
    fn files(&self, folder: &str) -> std::io::Result<Vec<String>> {
        let name = |entry: fs::DirEntry| format!("{folder}/{}", entry.file_name().display());
        let entries = fs::read_dir(self.root.join(folder))?;
        let mut files = entries.map(|entry| entry.map(name)).collect::<Result<Vec<_>, _>>()?;
        files.sort();
        Ok(files)
    }

    /// The page of the libraries.
    fn libraries(&self) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(&self.root);
        let metadata: Value = serde_json::from_slice(&cargo.output()?.stdout)?;
        let mut text = "# Libraries\n\n| library | what it is |\n|---|---|\n\
                        | [`baroque` for Python](python/baroque.html) | rules, engine and environments for learning |\n"
            .to_owned();
        for package in metadata["packages"].as_array().into_iter().flatten() {
            let targets = package["targets"].as_array();
            let library = targets.into_iter().flatten().find(|target| target["kind"][0] == "lib");
            if let (Some(name), Some(about)) = (
                library.and_then(|library| library["name"].as_str()),
                package["description"].as_str(),
            ) {
                text += &format!("| [`{name}`](rust/{name}/index.html) | {about} |\n");
            }
        }
        Ok(text.into_bytes())
    }
}
