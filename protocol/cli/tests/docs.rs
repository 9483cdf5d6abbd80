//! The documents: README and the topics of the manual.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use baroque_games::keys;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::help::{listed, stdout};

/// Largest README: a front page, not a manual.
const MAX_README: usize = 10_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The paths of README and all topic files, relative to the root.
fn documents() -> Vec<PathBuf> {
    let texts = |folder: &'static str| {
        let files = fs::read_dir(root().join(folder)).unwrap();
        let files = files.map(move |entry| Path::new(folder).join(entry.unwrap().file_name()));
        files.filter(|path| path.extension().is_some_and(|extension| extension == "md"))
    };
    let topics = texts("protocol/docs").chain(texts("protocol/docs/games"));
    let others = [
        "README.md",
        "engine/NOTEBOOK.md",
        "movegen/RULES.md",
        "perft-suites/README.md",
        "tests/README.md",
        "tests/cases/README.md",
    ];
    let others = others.map(PathBuf::from).into_iter().filter(|path| root().join(path).exists());
    topics.chain(others).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

fn events(text: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

/// The fenced blocks of a language.
pub fn blocks(text: &str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut inside = false;
    for event in events(text) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(name))) if *name == *language => {
                inside = true;
                blocks.push(String::new());
            }
            Event::End(TagEnd::CodeBlock) => inside = false,
            Event::Text(code) if inside => blocks.last_mut().unwrap().push_str(&code),
            _ => {}
        }
    }
    blocks
}

/// The anchors that GitHub gives to the headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let (mut anchors, mut title) = (BTreeSet::new(), None);
    for event in events(text) {
        match (event, &mut title) {
            (Event::Start(Tag::Heading { .. }), _) => title = Some(String::new()),
            (Event::Text(part) | Event::Code(part), Some(title)) => title.push_str(&part),
            (Event::End(TagEnd::Heading(_)), _) => {
                let slug = title.take().unwrap().to_lowercase().replace(' ', "-");
                let is_kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
                anchors.insert(slug.chars().filter(is_kept).collect());
            }
            _ => {}
        }
    }
    anchors
}

fn links(text: &str) -> Vec<String> {
    let target = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.into_string())
        }
        _ => None,
    };
    events(text).filter_map(target).collect()
}

/// The cells of the row of a Markdown table that begins with a cell.
fn row(text: &str, first: &str) -> Vec<String> {
    let line = text.lines().find(|line| line.starts_with(&format!("| {first} |")));
    let cells = line.unwrap_or_else(|| panic!("no row {first}")).trim_matches('|').split(" | ");
    cells.map(|cell| cell.trim().to_owned()).collect()
}

#[test]
fn pages_of_games_are_listed_with_their_figures() {
    let folder = Path::new("protocol/docs/games");
    let list = read(&folder.join("README.md"));
    let mut listed = links(&list);
    listed.sort();
    let mut pages: Vec<String> = fs::read_dir(root().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".md") && name != "README.md")
        .collect();
    pages.sort();
    assert_eq!(listed, pages);
    for name in pages {
        let page = read(&folder.join(&name));
        assert!(root().join(folder).join(name.replace(".md", ".svg")).exists(), "{name}");
        let heading = page.lines().next().unwrap();
        let title = heading.trim_start_matches("# ").trim_end_matches(": what the game is like");
        let ours = row(&list, &format!("[{title}]({name})"));
        let figure = |figure, column: usize| row(&page, figure)[column].clone();
        let depth = "Score against itself with a tenth of the nodes per move: ";
        let depth = page.lines().find_map(|line| line.strip_prefix(depth)).unwrap();
        let depth = depth[..=depth.find(')').unwrap()].to_owned();
        let wanted = [
            figure("first player's score", 2),
            figure("draws", 1),
            figure("length", 1),
            figure("choices", 1),
            depth,
        ];
        assert_eq!(ours[1..], wanted, "{name}");
    }
}

#[test]
fn the_readme_is_a_front_page() {
    let text = read(Path::new("README.md"));
    assert!(text.len() <= MAX_README, "{} bytes", text.len());
    // Its library example is a program that is compiled.
    let [code] = blocks(&text, "rust").try_into().unwrap();
    let example = read(Path::new("engine/examples/best_move.rs"));
    let mut lines = example.lines().map(str::trim);
    for line in code.lines() {
        assert!(lines.any(|other| other == line), "{line}");
    }
}

#[test]
fn links_lead_to_files_and_headings() {
    for path in documents() {
        for link in links(&read(&path)) {
            if link.starts_with("https://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = path.parent().unwrap();
            let target = if file.is_empty() { path.clone() } else { folder.join(file) };
            assert!(root().join(&target).exists(), "{}: {link}", path.display());
            let is_known = anchor.is_empty() || anchors(&read(&target)).contains(anchor);
            assert!(is_known, "{}: {link}", path.display());
        }
    }
}

/// A registry shows them without the files beside them.
#[test]
fn readmes_of_crates_stand_alone() {
    let table = |path: &Path| read(path).parse::<toml::Table>().unwrap();
    let workspace = table(Path::new("Cargo.toml"));
    for member in workspace["workspace"]["members"].as_array().unwrap() {
        let folder = Path::new(member.as_str().unwrap());
        let package = &table(&folder.join("Cargo.toml"))["package"];
        if package.get("publish").is_some() {
            continue;
        }
        let readme = folder.join(package["readme"].as_str().unwrap());
        let name = readme.display();
        let text = read(&readme);
        assert!(text.contains("MIT licence"), "{name}");
        assert!(links(&text).iter().all(|link| link.starts_with("https://")), "{name}");
        assert!(root().join(folder).join("LICENSE").exists(), "{name}");
    }
}

/// It is no member, so it cannot inherit it.
#[test]
fn the_package_for_python_has_the_version_of_the_others() {
    let table = |path: &str| read(Path::new(path)).parse::<toml::Table>().unwrap();
    let workspace = &table("Cargo.toml")["workspace"]["package"]["version"];
    assert_eq!(&table("protocol/python/Cargo.toml")["package"]["version"], workspace);
}

#[test]
fn games_in_the_manual_are_read() {
    let is_of_the_manual = |path: &PathBuf| path.starts_with("protocol/docs");
    let files: usize =
        documents().iter().filter(|path| is_of_the_manual(path)).map(|path| games_read(path)).sum();
    assert!(files >= 4);
}

#[test]
fn the_manual_has_every_key_of_the_files() {
    let text = read(Path::new("protocol/docs/games.md"));
    for keys in [&keys::GAME[..], &keys::PIECE, &keys::TAKE, &keys::ACTS] {
        let table = keys::markdown(keys);
        assert!(text.contains(&table), "the table of keys should be:\n{table}");
    }
}

/// Reads the files of games in a document; returns how many there are.
fn games_read(path: &Path) -> usize {
    let files = blocks(&read(path), "toml");
    for file in &files {
        let games = baroque_games::parse("document", file);
        let games = games.unwrap_or_else(|errors| panic!("{}: {errors}", path.display())).games;
        let is_read = games.iter().all(|game| game.rules.is_some() || game.draw.is_some());
        assert!(is_read, "{}: {file}", path.display());
    }
    files.len()
}

#[test]
fn every_command_is_in_the_table_and_in_the_index() {
    let commands = listed(&stdout(&["--help"]), "Commands:");
    assert!(commands.contains("play") && commands.contains("help"), "{commands:?}");
    assert_eq!(listed(&stdout(&["help"]), "Commands, "), commands);
    for path in ["README.md", "protocol/docs/commands.md"] {
        let text = read(Path::new(path));
        let rows: String = text.lines().filter(|line| line.starts_with("| `baroque")).collect();
        for command in &commands {
            let is_named = rows.contains(&format!("baroque {command}"))
                || rows.contains(&format!("`{command}`"));
            assert!(is_named, "{path}: {command}");
        }
    }
}

#[test]
fn every_topic_is_shown() {
    let topics = listed(&stdout(&["help"]), "Topics, ");
    for path in documents() {
        let is_topic = path.parent() == Some(Path::new("protocol/docs"));
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(!is_topic || topics.contains(name), "{} is no topic", path.display());
        if is_topic {
            // In a pipe the text is printed as it is.
            assert_eq!(stdout(&["help", &name.to_uppercase()]), read(&path), "{name}");
        }
    }
    for (topic, path) in [("suites", "perft-suites/README.md"), ("notebook", "engine/NOTEBOOK.md")]
    {
        assert_eq!(stdout(&["help", topic]), read(Path::new(path)));
    }
    assert!(topics.iter().all(|topic| stdout(&["help", topic]).starts_with("# ")));
}

#[cfg(unix)]
mod examples {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Output, Stdio};
    use std::time::{Duration, Instant};

    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    use rayon::prelude::*;

    use super::*;
    use crate::common::Folder;

    /// Longest run of an example.
    const TIMEOUT: Duration = Duration::from_secs(120);

    /// Examples run in a folder with `perft-suites`, the program as `baroque`, and nothing else.
    #[test]
    fn examples_run() {
        let examples = documents().into_iter().flat_map(|path| {
            let name = path.display().to_string();
            blocks(&read(&path), "sh").into_iter().map(move |code| (name.clone(), code))
        });
        let examples: Vec<(String, String)> = examples.collect();
        assert!(examples.len() > 10);
        examples.par_iter().enumerate().for_each(|(index, (name, code))| {
            let folder = Folder::new(&index.to_string());
            let suites = root().join("perft-suites").canonicalize().unwrap();
            std::os::unix::fs::symlink(suites, folder.0.join("perft-suites")).unwrap();
            let output = run_example(code, &folder.0);
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let (out, errors) = (text(&output.stdout), text(&output.stderr));
            assert!(output.status.success(), "{name}: {code}\n{out}\n{errors}");
            // A note on progress is no error.
            assert!(!errors.contains("error"), "{name}: {code}\n{errors}");
        });
    }

    fn run_example(code: &str, folder: &Path) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_baroque")).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
        let stream = |name: &str| fs::File::create(folder.join(name)).unwrap();
        let mut shell = Command::new("sh")
            .args(["-e", "-c", code])
            .current_dir(folder)
            .env("PATH", path)
            .env("HOME", folder)
            .env("XDG_STATE_HOME", folder)
            .stdin(Stdio::null())
            .stdout(stream(".stdout"))
            .stderr(stream(".stderr"))
            .process_group(0)
            .spawn()
            .unwrap();
        let start = Instant::now();
        let status = loop {
            if let Some(status) = shell.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > TIMEOUT {
                let group = Pid::from_raw(shell.id().try_into().unwrap());
                let _ = killpg(group, Signal::SIGKILL);
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let read = |name: &str| fs::read(folder.join(name)).unwrap();
        Output { status, stdout: read(".stdout"), stderr: read(".stderr") }
    }
}
