//! The documents: README and the topics of the manual, as files and as `baroque help` shows them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use rayon::prelude::*;

/// Largest README: a front page, not a manual.
const MAX_README: usize = 10_000;
/// Longest run of an example.
const TIMEOUT: Duration = Duration::from_secs(120);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The paths of README and all topic files, relative to the root.
fn documents() -> Vec<PathBuf> {
    let topics = fs::read_dir(root().join("protocol/docs")).unwrap();
    let topics = topics.map(|entry| Path::new("protocol/docs").join(entry.unwrap().file_name()));
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
fn blocks(text: &str, language: &str) -> Vec<String> {
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

fn baroque(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_baroque"));
    program.args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = baroque(arguments);
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The first words of the lines of a list with this title.
fn listed(text: &str, title: &str) -> BTreeSet<String> {
    let lines = text.lines().skip_while(|line| !line.starts_with(title)).skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let lines = lines.filter(|line| !line.starts_with("    "));
    lines.map(|line| line.split_ascii_whitespace().next().unwrap().to_owned()).collect()
}

/// A new folder, which is removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("baroque-docs-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
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

/// Examples run in a folder with `perft-suites`, the program as `baroque`, and nothing else.
#[cfg(unix)]
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

#[cfg(unix)]
fn run_example(code: &str, folder: &Path) -> Output {
    use std::os::unix::process::CommandExt;

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
            let group = nix::unistd::Pid::from_raw(shell.id().try_into().unwrap());
            let _ = nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL);
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    Output { status, stdout: read(".stdout"), stderr: read(".stderr") }
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
        let is_topic = path.starts_with("protocol/docs");
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

#[test]
fn commands_without_topic_show_their_options() {
    for words in [&["moves"][..], &["perft", "merge"], &["help"]] {
        let arguments = [&["help"], words].concat();
        let text = stdout(&arguments);
        assert!(text.contains(&format!("Usage: baroque {}", words.join(" "))), "{text}");
    }
}

#[test]
fn unknown_topics_are_errors() {
    for (words, start) in [
        (&["help", "nottation"][..], "error: no help on 'nottation', try 'notation'; topics are: "),
        (&["help", "Perf"], "error: no help on 'Perf', try 'perft'; topics are: "),
        (&["help", "xyzzy"], "error: no help on 'xyzzy'; topics are: "),
        (&["help", "perft", "marge"], "error: no help on 'marge', try 'merge'; topics are: "),
        (&["help", "\u{1b}[1m"], "error: no help on '?[1m'; topics are: "),
    ] {
        let output = baroque(words);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with(start) && text.lines().count() == 1, "{text}");
        assert!(text.contains(" notation,"), "{text}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    }
}

#[test]
fn completions_name_commands_and_variants() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell]);
        // Elvish and PowerShell complete no values.
        let words = ["selfplay", "multipv", "rococo"];
        let words = if matches!(shell, "elvish" | "powershell") { &words[..2] } else { &words };
        assert!(words.iter().all(|word| script.contains(word)), "{shell}");
    }
    let folder = Folder::new("completions");
    let script = folder.0.join("baroque.bash");
    fs::write(&script, stdout(&["completions", "bash"])).unwrap();
    // Where there is no bash, nothing is checked.
    if let Ok(status) = Command::new("bash").arg("-n").arg(&script).status() {
        assert!(status.success());
    }
    assert_eq!(baroque(&["completions", "csh"]).status.code(), Some(2));
}

#[test]
fn manual_pages_replace_only_their_own() {
    let folder = Folder::new("man");
    let pages = folder.0.join("share/man1");
    let run = || baroque(&["man", pages.to_str().unwrap()]);
    let output = run();
    assert!(output.status.success());
    let mut names: Vec<String> = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let commands = listed(&stdout(&["--help"]), "Commands:");
    assert!(commands.iter().all(|name| names.contains(&format!("baroque-{name}.1"))), "{names:?}");
    assert!(names.contains(&"baroque-perft-merge.1".to_owned()));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), names.len());

    let moves = pages.join("baroque-moves.1");
    let text = fs::read_to_string(&moves).unwrap();
    assert!(text.contains("\n.TH baroque-moves 1 ") && text.contains("rococo"), "{text}");
    // Old pages are replaced.
    fs::write(&moves, text.split_inclusive('\n').next().unwrap()).unwrap();
    assert!(run().status.success());
    assert_eq!(fs::read_to_string(&moves).unwrap(), text);
    // Nothing is written if one file is another's.
    fs::write(&moves, ".TH baroque-moves 1\n").unwrap();
    let other = pages.join("baroque.1");
    fs::remove_file(&other).unwrap();
    let output = run();
    let error = format!("error: {}: it exists and is no page of this command\n", moves.display());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), error);
    assert_eq!(output.status.code(), Some(2));
    assert!(!other.exists() && fs::read_to_string(&moves).unwrap().starts_with(".TH"));
    // A file is no folder.
    let output = baroque(&["man", moves.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
}

/// On a terminal, which `script` provides.
#[cfg(target_os = "linux")]
mod terminal {
    use super::*;

    /// The output of a shell command, in which the program is `BAROQUE`, on a terminal of 80 columns, without carriage returns; `None` without `script`.
    fn on_terminal(command: &str, variables: &[(&str, &str)]) -> Option<String> {
        let program = Path::new(env!("CARGO_BIN_EXE_baroque")).display().to_string();
        let command = format!("stty rows 24 cols 80; {}", command.replace("BAROQUE", &program));
        let mut script = Command::new("script");
        script.args(["-qec", &command, "/dev/null"]).env_remove("NO_COLOR").env("TERM", "xterm");
        script.env("PAGER", "").envs(variables.iter().copied()).stdin(Stdio::null());
        let output = script.output().ok()?;
        assert!(output.status.success(), "{command}: {output:?}");
        Some(String::from_utf8(output.stdout).unwrap().replace('\r', ""))
    }

    #[test]
    fn the_first_contact_is_two_lines() {
        let Some(text) = on_terminal("BAROQUE", &[]) else { return };
        let lines: Vec<&str> = text.lines().filter(|line| line.contains("aroque")).collect();
        assert!(lines.len() == 2 && lines.iter().all(|line| line.len() <= 80), "{text}");
        // The interfaces of other programs stay clean.
        assert_eq!(stdout(&[]), "");
        let Some(text) = on_terminal("echo quit | BAROQUE", &[]) else { return };
        assert_eq!(text, "");
    }

    #[test]
    fn topics_are_rendered_with_styles() {
        let Some(text) = on_terminal("BAROQUE help uci", &[]) else { return };
        assert!(text.contains("\u{1b}[1m") && !text.contains("|---"), "{text}");
        let Some(plain) = on_terminal("BAROQUE help uci", &[("NO_COLOR", "1")]) else { return };
        assert!(!plain.contains('\u{1b}') && plain.starts_with("UCI\n\n  Plain `baroque`"));
        assert!(plain.lines().all(|line| line.chars().count() <= 80), "{plain}");
    }

    #[test]
    fn long_texts_go_through_a_pager() {
        let page = |pager: &str| on_terminal("BAROQUE help notation", &[("PAGER", pager)]);
        let Some(all) = page("") else { return };
        assert!(all.contains("PGN") && all.lines().count() > 100);
        assert_eq!(page("cat").unwrap(), all);
        assert_eq!(page("sh -c 'head -n 1'").unwrap().lines().count(), 1);
        // A pager that quits at once, and one that does not exist.
        assert_eq!(page("true").unwrap(), "");
        let less = |path: &Path| {
            let path = path.display();
            let command = format!("PAGER=/no/such/pager PATH={path} BAROQUE help notation");
            on_terminal(&command, &[]).unwrap()
        };
        let folder = Folder::new("pager");
        assert_eq!(less(&folder.0), all);
        std::os::unix::fs::symlink("/bin/true", folder.0.join("less")).unwrap();
        assert_eq!(less(&folder.0), "");
    }
}
