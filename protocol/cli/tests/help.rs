//! `baroque help`, `completions` and `man`, and the first contact on a terminal.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::common::{Folder, assert_has, error, printed};

/// The output of a successful run.
pub fn stdout(arguments: &[&str]) -> String {
    printed(arguments, "")
}

/// The first words of the lines of a list with this title.
pub fn listed(text: &str, title: &str) -> BTreeSet<String> {
    let lines = text.lines().skip_while(|line| !line.starts_with(title)).skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let lines = lines.filter(|line| !line.starts_with("    "));
    lines.map(|line| line.split_ascii_whitespace().next().unwrap().to_owned()).collect()
}

#[test]
fn commands_without_topic_show_their_options() {
    for words in [&["moves"][..], &["perft", "merge"], &["help"]] {
        let arguments = [&["help"], words].concat();
        assert_has(stdout(&arguments), &[&format!("Usage: baroque {}", words.join(" "))]);
    }
}

#[test]
fn unknown_topics_are_errors() {
    for (words, start) in [
        (&["help", "nottation"][..], "error: no help on 'nottation', try 'notation'; topics are: "),
        (&["help", "Perff"], "error: no help on 'Perff', try 'perft'; topics are: "),
        (&["help", "xyzzy"], "error: no help on 'xyzzy'; topics are: "),
        (&["help", "perft", "marge"], "error: no help on 'marge', try 'merge'; topics are: "),
        (&["help", "\u{1b}[1m"], "error: no help on '?[1m'; topics are: "),
    ] {
        let text = error(words, "");
        assert!(text.starts_with(start) && text.lines().count() == 1, "{text}");
        assert_has(text, &[" notation,"]);
    }
}

/// What `help` prints about some words.
fn help(words: &str) -> String {
    let words: Vec<&str> = ["help"].into_iter().chain(words.split(' ')).collect();
    stdout(&words)
}

#[test]
fn any_word_is_looked_up() {
    let shows = |words: &str, parts: &[&str]| assert_has(help(words), parts);
    // A game: its rules, its pieces, and its chapter.
    shows("rococo", &["# rococo\n\nRules of rococo:\n\n* ", "\n* S  swapper: ", "**Advancer**"]);
    shows("rococo", &["\n## rules: 4. Rococo (`rococo`)\n"]);
    let fugue = ["Rules of fugue:\n", "\n* A  archer: ", "\n## rules: 7. Fugue\n"];
    shows("Fugue", &fugue);
    // A piece: what it does in each game.
    let chapter = "\n## rules: 3. Maxima (`maxima`)\n\n**Chameleon** (X)";
    shows("chameleon", &["\nX  chameleon: moves like a queen; ", " (baroque, ", chapter]);
    let pushme = "\nU  pushme-pullyu: moves like a queen; ";
    shows("pushme-pullyu", &[pushme, " (fugue).\n", "* **Pushme-pullyu** (U)"]);
    // Options of commands and of matches, and their keys.
    shows("sprt", &["| `baroque match -sprt KEY=VALUE...` | ", "| `baroque stats --sprt` | "]);
    shows("sprt", &["\n* `baroque help match`: "]);
    let margin = "| `baroque match -engine timemargin=MS` | time by which a move may be late ";
    shows("timemargin", &[margin]);
    shows("multipv", &["| `baroque analyze --multipv` | ", "| `MultiPV` |"]);
    // A rule switch.
    shows("movelimit", &["| `movelimit` |"]);
    // Within a topic or a command.
    shows("rules maxima", &["## rules: 3. Maxima (`maxima`)\n", "**Mage**"]);
    shows("rules stalemate", &["\n## rules: 1.4 Endings\n"]);
    shows("stats sprt", &["| `baroque stats --sprt` | "]);
    shows("match resume", &["## match: Resuming\n"]);
    // A word of the text alone.
    error(&["help", "hedgehog"], "");
    assert!(!help("rules maxima").contains("Rococo (`rococo`)"));
    assert!(!help("stats sprt").contains("baroque match"));
}

#[test]
fn the_help_names_games_rules_and_starts() {
    let games = ["abbott1962", "delft", "rococo", "fugue", "skirmish"];
    assert_has(stdout(&["--help"]), &games);
    assert_has(stdout(&["help", "moves"]), &games);
    assert_has(stdout(&["completions", "bash"]), &games);
    for command in [
        "moves", "perft", "analyze", "play", "solve", "explore", "book", "selfplay", "bench",
        "convert",
    ] {
        for help in ["-h", "--help"] {
            let text = stdout(&[command, help]);
            assert_has(&text, &games);
            assert_has(&text, &["leap=multi|single", "movelimit=PLIES", "e1a1e8h8"]);
        }
    }
}

#[test]
fn misspelt_commands_are_recognized() {
    for (word, meant) in
        [("paly", "play"), ("analyse", "analyze"), ("macth", "match"), ("xyzzy", "help")]
    {
        let reason = "is neither a subcommand nor a UCI command";
        let expected = format!("error: '{word}' {reason}, try 'baroque {meant}'\n");
        assert_eq!(error(&[word], ""), expected);
    }
    // A word of the manual, too.
    assert!(help("analyse").starts_with("# analyse\n\nPerhaps you mean `baroque help analyze`.\n"));
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
    error(&["completions", "csh"], "");
}

#[test]
fn manual_pages_replace_only_their_own() {
    let folder = Folder::new("man");
    let pages = folder.0.join("share/man1");
    let man = ["man", pages.to_str().unwrap()];
    let written = stdout(&man);
    let entries = fs::read_dir(&pages).unwrap().map(|entry| entry.unwrap().file_name());
    let names: BTreeSet<String> = entries.map(|name| name.into_string().unwrap()).collect();
    let commands = listed(&stdout(&["--help"]), "Commands:");
    assert!(commands.iter().all(|name| names.contains(&format!("baroque-{name}.1"))), "{names:?}");
    assert!(names.contains("baroque-perft-merge.1"));
    assert_eq!(written.lines().count(), names.len());

    let moves = pages.join("baroque-moves.1");
    let text = fs::read_to_string(&moves).unwrap();
    assert_has(&text, &["\n.TH baroque-moves 1 ", "rococo"]);
    // Old pages are replaced.
    fs::write(&moves, text.split_inclusive('\n').next().unwrap()).unwrap();
    stdout(&man);
    assert_eq!(fs::read_to_string(&moves).unwrap(), text);
    // Nothing is written if one file is another's.
    fs::write(&moves, ".TH baroque-moves 1\n").unwrap();
    let other = pages.join("baroque.1");
    fs::remove_file(&other).unwrap();
    let reason = format!("error: {}: it exists and is no page of this command\n", moves.display());
    assert_eq!(error(&man, ""), reason);
    assert!(!other.exists() && fs::read_to_string(&moves).unwrap().starts_with(".TH"));
    // A file is no folder.
    error(&["man", moves.to_str().unwrap()], "");
}

/// The browser is an `xdg-open` that writes down what it is asked to open.
#[cfg(target_os = "linux")]
#[test]
fn the_manual_opens_in_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    use std::time::{Duration, Instant};

    use crate::common::program;

    let folder = Folder::new("browser");
    let (browser, opened) = (folder.0.join("xdg-open"), folder.0.join("opened"));
    fs::write(&browser, format!("#!/bin/sh\necho \"$1\" > {}\n", opened.display())).unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    let run = |words: &[&str]| {
        let mut program = program(&["help"]);
        program.args(words).env("PATH", &folder.0).env("XDG_CACHE_HOME", &folder.0);
        program.output().unwrap()
    };
    for (words, page) in [(&["--open"][..], "index.html"), (&["UCI", "--open"], "uci.html")] {
        let path = folder.0.join("baroque/manual").join(page);
        let printed = run(words);
        assert_eq!(String::from_utf8(printed.stdout).unwrap(), format!("{}\n", path.display()));
        let start = Instant::now();
        while !fs::read_to_string(&opened).is_ok_and(|text| text.ends_with('\n')) {
            assert!(start.elapsed() < Duration::from_secs(20), "nothing was opened");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(fs::read_to_string(&opened).unwrap(), format!("{}\n", path.display()));
        assert_has(fs::read_to_string(&path).unwrap(), &["<nav>", "<a href=\"rules.html\">"]);
        fs::remove_file(&opened).unwrap();
    }
    // Where there is no browser, the path is all.
    fs::remove_file(&browser).unwrap();
    assert!(run(&["--open"]).status.success());
    let unknown = run(&["nottation", "--open"]);
    assert_has(
        String::from_utf8(unknown.stderr).unwrap(),
        &["no help on 'nottation', try 'notation'"],
    );
}

/// On a terminal, which `script` provides.
#[cfg(target_os = "linux")]
mod terminal {
    use std::path::Path;

    use super::*;
    use crate::common::BAROQUE;

    /// The output of a shell command, in which the program is `BAROQUE`, on a terminal of 80 columns.
    /// Carriage returns are removed. `None` if there is no `script`.
    fn on_terminal(command: &str, variables: &[(&str, &str)]) -> Option<String> {
        let command = command.replace("BAROQUE", BAROQUE);
        let command = match command.starts_with("stty") {
            true => command,
            false => format!("stty rows 24 cols 80; {command}"),
        };
        let mut script = Command::new("script");
        script.args(["-qec", &command, "/dev/null"]).env_remove("NO_COLOR").env("TERM", "xterm");
        script.env("PAGER", "").envs(variables.iter().copied()).stdin(std::process::Stdio::null());
        let output = script.output().ok()?;
        assert!(output.status.success(), "{command}: {output:?}");
        Some(String::from_utf8(output.stdout).unwrap().replace('\r', ""))
    }

    /// What stays on the lines of a terminal: a line of progress is wiped out by what follows it.
    fn left(text: &str) -> String {
        let lines = text.lines().map(|line| line.rsplit("\x1b[2K").next().unwrap_or_default());
        lines.collect::<Vec<_>>().join("\n")
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

    /// Lines of output, help, errors and tables break between words.
    #[test]
    fn words_wrap_on_narrow_terminals() {
        let words = |text: &str| -> BTreeSet<String> {
            let plain = anstream::adapter::strip_str(text).to_string();
            plain.split_whitespace().map(str::to_owned).collect()
        };
        let games = Folder::new("narrow");
        let book = games.0.join("games.pgn");
        let names = "[White \"A long name of a program\"]\n[Black \"Another long name of it\"]";
        fs::write(&book, format!("{names}\n\n1. e4 e5 2. Pd2-d4 1-0\n")).unwrap();
        let pgn = book.display();
        for command in [
            "BAROQUE --help".to_owned(),
            "BAROQUE help".to_owned(),
            "BAROQUE help match".to_owned(),
            "BAROQUE help commands".to_owned(),
            "BAROQUE help chameleon".to_owned(),
            "BAROQUE match -help".to_owned(),
            "BAROQUE play --help".to_owned(),
            "BAROQUE paly || true".to_owned(),
            "BAROQUE help paly || true".to_owned(),
            "BAROQUE --games /no/such/long/path/of/a/file moves || true".to_owned(),
            "BAROQUE solve --nodes 1 ../../perft-suites/tactics/rococo.epd".to_owned(),
            format!("BAROQUE stats {pgn}"),
            format!("BAROQUE explore {pgn}"),
            "BAROQUE check --random 1 ../../movegen/games/fugue.toml".to_owned(),
            "echo help | BAROQUE play --variant rococo".to_owned(),
            "printf '? L\\nrules\\npieces\\nhlep\\nmoves\\nlevel 77\\n' | BAROQUE play".to_owned(),
            "BAROQUE play --tutorial --variant fugue || true".to_owned(),
            "echo quit | BAROQUE play --tutorial".to_owned(),
        ] {
            let sized = |columns: usize| format!("stty rows 24 cols {columns}; {command}");
            let home = [("XDG_STATE_HOME", games.0.to_str().unwrap()), ("NO_COLOR", "1")];
            let Some(narrow) = on_terminal(&sized(60), &home) else { return };
            let (narrow, wide) = (left(&narrow), left(&on_terminal(&sized(250), &home).unwrap()));
            for line in narrow.lines() {
                let is_word = !line.trim().contains(' ');
                assert!(line.chars().count() <= 60 || is_word, "{command}: {line}");
            }
            let missing: Vec<String> = words(&narrow).difference(&words(&wide)).cloned().collect();
            // No word is broken in two. Times differ.
            let is_word = |word: &&String| word.chars().all(char::is_alphabetic) && word.len() > 2;
            assert!(!missing.iter().any(|word| is_word(&word)), "{command}: {missing:?}");
        }
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
