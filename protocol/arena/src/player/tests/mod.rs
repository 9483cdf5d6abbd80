//! Engines that are small shell scripts, and the built-in one.

mod builtin;
mod cecp;
mod ponder;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use baroque_engine::{Limits, ScoreText};
use baroque_formats::GameSpec;
use baroque_formats::position_spec::PositionSpec;
use baroque_movegen::{AnyGame, Color};

use super::*;

/// Longer than anything that does not wait takes on a machine under load.
const LONG: Duration = Duration::from_secs(20);

/// An engine that is a shell script, with these cases before the default ones.
fn script(cases: &str) -> EngineConfig {
    shell(&format!(
        r#"while read -r line; do case "$line" in
        {cases}
        uci) echo "id name S"; echo "option name Hash type spin default 16 min 1 max 64"
            echo "option name UCI_Variant type combo default baroque var baroque var maxima"
            echo "option name Rules type string default <empty>"
            echo "option name Ponder type check default false"
            echo "option name Clear Hash type button"; echo uciok;;
        isready) echo readyok;;
        setoption*) set="$set|$line";;
        go*) echo "info depth 3 score cp 5 nodes 9 pv e2e4"; echo "info string $line$set"
            echo bestmove e2e4;;
        quit) exit;;
        esac; done"#
    ))
}

fn shell(text: &str) -> EngineConfig {
    EngineConfig {
        name: "S".to_owned(),
        cmd: "sh".to_owned(),
        args: vec!["-c".to_owned(), text.to_owned()],
        ..EngineConfig::default()
    }
}

fn begin(config: &EngineConfig) -> Box<dyn EnginePlayer> {
    let mut player = start(config, &EngineContext::default()).unwrap();
    player.new_game(&rules("baroque")).unwrap();
    player
}

fn failure(config: &EngineConfig, context: &EngineContext) -> PlayerError {
    start(config, context).err().unwrap()
}

fn rules(variant: &str) -> GameSpec {
    GameSpec::new(variant, "")
}

fn timeouts(ping: Duration) -> EngineContext {
    let timeouts = Timeouts { startup: LONG, new_game: LONG, ping };
    EngineContext { timeouts, ..EngineContext::default() }
}

impl dyn EnginePlayer {
    /// Searches the position of Baroque after these moves from the start.
    fn search(&mut self, moves: &[&str], limits: &Limits) -> Result<TurnResult, PlayerError> {
        self.search_in("baroque", moves, limits)
    }

    fn search_in(
        &mut self,
        variant: &str,
        moves: &[&str],
        limits: &Limits,
    ) -> Result<TurnResult, PlayerError> {
        let (game, spec) = after(variant, moves);
        self.choose_move(&Turn { game: &game, spec: &spec, limits, deadline: Some(LONG) })
    }

    fn search_until(
        &mut self,
        limits: &Limits,
        deadline: Duration,
    ) -> Result<TurnResult, PlayerError> {
        let (game, spec) = after("baroque", &[]);
        let deadline = Some(deadline);
        self.choose_move(&Turn { game: &game, spec: &spec, limits, deadline })
    }

    fn at_start(&mut self) -> Result<TurnResult, PlayerError> {
        self.search(&[], &Limits::default())
    }
}

/// The position after these moves from the start.
fn after(variant: &str, moves: &[&str]) -> (AnyGame, PositionSpec) {
    let spec = PositionSpec { fen: None, moves: moves.iter().map(|&mv| mv.to_owned()).collect() };
    let mut game = AnyGame::new(variant).unwrap();
    spec.set_up(&mut game).unwrap();
    (game, spec)
}

fn plays(text: &str) -> PlayerAction {
    PlayerAction::Move(text.to_owned())
}

/// An empty temporary folder.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("baroque-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn a_search_returns_move_info_and_lines() {
    let mut player = begin(&script(""));
    let mut limits = Limits { moves_to_go: Some(7), ..Limits::default() };
    limits.time.0 = [Some(1000), Some(900)];
    limits.increment.0 = [10, 0];
    let answer = player.search(&["e2e4"], &limits).unwrap();
    assert_eq!(answer.action, plays("e2e4"));
    assert!(answer.elapsed < LONG);
    assert_eq!(answer.info.score, Some(ScoreText::Centipawns(5)));
    assert_eq!((answer.info.depth, answer.info.nodes), (Some(3), Some(9)));
    let expected = [
        "info depth 3 score cp 5 nodes 9 pv e2e4",
        "info string go wtime 1000 btime 900 winc 10 movestogo 7\
         |setoption name UCI_Variant value baroque|setoption name Rules value <empty>",
    ];
    assert_eq!(answer.lines, expected);
    let limits = Limits { nodes: Some(5), depth: Some(4), ..Limits::default() };
    let answer = player.search(&[], &limits).unwrap();
    assert!(answer.lines[1].starts_with("info string go nodes 5 depth 4|"));
    let limits = Limits { move_time: Some(50), ..Limits::default() };
    let answer = player.search(&[], &limits).unwrap();
    assert!(answer.lines[1].starts_with("info string go movetime 50|"));
}

#[test]
fn positions_are_sent_as_startpos_or_fen_with_moves() {
    let config = script(
        r#"position*) at="$line";;
        go*) echo "info string $at"; echo bestmove x;;"#,
    );
    let mut player = begin(&config);
    let answer = player.search(&["e2e4", "e7e5"], &Limits::default()).unwrap();
    assert_eq!(answer.lines, ["info string position startpos moves e2e4 e7e5"]);
    let fen = "7k/8/8/8/8/8/8/K6R w - - 3 9".to_owned();
    let spec = PositionSpec::fen(fen.replace('R', "C"));
    let mut game = AnyGame::new("baroque").unwrap();
    spec.set_up(&mut game).unwrap();
    let limits = Limits::default();
    let turn = Turn { game: &game, spec: &spec, limits: &limits, deadline: Some(LONG) };
    let answer = player.choose_move(&turn).unwrap();
    assert_eq!(answer.lines, [format!("info string position fen {}", game.first().fen())]);
    assert_eq!(answer.action, plays("x"));
}

#[test]
fn the_error_of_a_failed_start_names_program_and_reason() {
    let [cmd, dir] = ["./no-such-program", "no-such-folder"].map(str::to_owned);
    let config = EngineConfig { cmd, dir, ..shell("") };
    let text = failure(&config, &EngineContext::default()).to_string();
    assert!(text.starts_with("S cannot be started: "), "{text}");
    assert!(text.contains("no-such-folder/no-such-program: "), "{text}");
    let config = EngineConfig { cmd: "no-such-program".to_owned(), ..EngineConfig::default() };
    assert!(matches!(failure(&config, &EngineContext::default()), PlayerError::Start(_)));
}

#[test]
fn a_relative_command_is_searched_in_its_folder() {
    let path = folder("dir");
    let shell = ["/bin/sh", "/usr/bin/sh"].into_iter().find(|path| fs::exists(path).unwrap());
    std::os::unix::fs::symlink(shell.unwrap(), path.join("engine")).unwrap();
    for cmd in ["./engine", "engine", "sh"] {
        let config = EngineConfig {
            cmd: cmd.to_owned(),
            dir: path.to_str().unwrap().to_owned(),
            ..script(r#"go*) echo "bestmove $(ls)";;"#)
        };
        assert_eq!(begin(&config).at_start().unwrap().action, plays("engine"), "{cmd}");
    }
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn stderr_is_appended_to_a_file() {
    let path = folder("stderr");
    let stderr = path.join("err.txt");
    fs::write(&stderr, "before\n").unwrap();
    let config = EngineConfig {
        stderr: Some(stderr.clone()),
        ..script("go*) echo oops >&2; echo bestmove a;;")
    };
    begin(&config).at_start().unwrap();
    assert_eq!(fs::read_to_string(stderr).unwrap(), "before\noops\n");
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn an_engine_without_uciok_fails_to_start() {
    let ended = failure(&shell("exit 3"), &EngineContext::default());
    assert_eq!(ended, PlayerError::Start("'S' exited before it sent uciok".to_owned()));
    let mut context = EngineContext::default();
    context.timeouts.startup = Duration::from_millis(100);
    let silent = failure(&shell("sleep 1000"), &context);
    assert_eq!(silent, PlayerError::Start("'S' did not send uciok after its start".to_owned()));
}

#[test]
fn an_engine_that_exits_during_its_search_disconnects() {
    let mut player = begin(&script("go*) echo info depth 1; exit 1;;"));
    assert_eq!(player.at_start(), Err(PlayerError::Disconnected));
    assert_eq!(player.ping(), Err(PlayerError::Disconnected));
    // Its child holds its output open.
    let mut player = begin(&script("go*) sleep 1000 & exit 1;;"));
    assert_eq!(player.at_start(), Err(PlayerError::Disconnected));
}

#[test]
fn a_move_before_the_exit_is_read() {
    let mut player = begin(&script("go*) printf 'bestmove e2e4'; exit;;"));
    assert_eq!(player.at_start().unwrap().action, plays("e2e4"));
    assert_eq!(player.at_start(), Err(PlayerError::Disconnected));
}

#[test]
fn an_engine_that_is_never_ready_stalls() {
    let mut context = EngineContext::default();
    context.timeouts.new_game = Duration::from_millis(100);
    let mut player = start(&script("ucinewgame) sleep 1000;;"), &context).unwrap();
    assert_eq!(player.new_game(&rules("baroque")), Err(PlayerError::Stalled));
    // There is no second wait.
    assert_eq!(player.ping(), Err(PlayerError::Stalled));
}

#[test]
fn an_engine_that_does_not_read_its_input_stalls() {
    let mut player =
        start(&script("isready) sleep 1000;;"), &timeouts(Duration::from_millis(200))).unwrap();
    let spec = PositionSpec { fen: None, moves: vec!["e2e4".to_owned(); 100_000] };
    let game = AnyGame::new("baroque").unwrap();
    let limits = Limits::default();
    let turn = Turn { game: &game, spec: &spec, limits: &limits, deadline: None };
    assert_eq!(player.ping(), Err(PlayerError::Stalled));
    assert_eq!(player.choose_move(&turn), Err(PlayerError::Stalled));
    let deaf = script("uci) echo uciok; sleep 1000;;");
    let mut player = start(&deaf, &timeouts(Duration::from_millis(200))).unwrap();
    assert_eq!(player.choose_move(&turn), Err(PlayerError::Stalled));
    let begun = Instant::now();
    drop(player);
    assert!(begun.elapsed() < LONG);
}

#[test]
fn an_engine_that_moves_after_stop_can_be_used_again() {
    let mut player = begin(&script(
        r#"go*infinite|go) ;;
        stop) echo bestmove late;;"#,
    ));
    let none = Limits::default();
    let short = Duration::from_millis(100);
    for _ in 0..2 {
        let answer = player.search_until(&none, short);
        assert_eq!(answer, Err(PlayerError::NoMove));
    }
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let answer = player.search(&[], &limits).unwrap();
    assert_eq!(answer.action, plays("e2e4"));
}

#[test]
fn endless_output_does_not_extend_a_deadline() {
    let config = shell("while :; do echo x; done");
    let mut connection = connect(&config, &EngineContext::default()).unwrap();
    let deadline = Instant::now() + Duration::from_millis(100);
    let mut last = None;
    while let Some(line) = connection.read_line(Some(deadline)).unwrap() {
        last = Some(line.at);
    }
    assert!(last.is_some_and(|at| at <= deadline));
    // The line that was read after the deadline is kept.
    assert!(connection.read_line(None).unwrap().is_some());
}

#[test]
fn elapsed_time_runs_from_go_to_the_move() {
    let mut player = begin(&script("go*) sleep 0.3; echo bestmove e2e4;;"));
    let elapsed = player.at_start().unwrap().elapsed;
    assert!((Duration::from_millis(290)..LONG).contains(&elapsed), "{elapsed:?}");
    // The time stamp of a line is that of its read, not of the call that returns it.
    let mut player = begin(&script(r#"position*) sleep 1;; go*) echo bestmove e2e4;;"#));
    let elapsed = player.at_start().unwrap().elapsed;
    assert!(elapsed < Duration::from_millis(900), "{elapsed:?}");
}

#[test]
fn the_interrupt_flag_ends_every_wait() {
    let context = EngineContext::default();
    let mut player = start(&script("go*) ;;"), &context).unwrap();
    player.new_game(&rules("baroque")).unwrap();
    let stop = Arc::clone(&context.stop);
    let setter = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        stop.store(true, Ordering::Relaxed);
        Instant::now()
    });
    assert_eq!(player.at_start(), Err(PlayerError::Interrupted));
    let late = setter.join().unwrap().elapsed();
    assert!(late < Duration::from_secs(1), "{late:?}");
    assert_eq!(player.ping(), Err(PlayerError::Interrupted));
    assert_eq!(failure(&script(""), &context), PlayerError::Interrupted);
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_is_killed_with_all_its_children() {
    let is_alive = |pid: &str| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // A zombie has exited.
        stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
    };
    for quit in ["quit) exit;;", "quit) ;;", "quit) sleep 1000;;"] {
        let config = script(&format!(
            r#"go*) echo "info string $$"; sleep 1000 & echo "info string $!"
            sh -c 'sleep 1000 & echo "info string $!"; echo bestmove a; wait' &;;
            {quit}"#
        ));
        let mut player = begin(&config);
        let lines = player.at_start().unwrap().lines;
        let pids: Vec<&str> =
            lines.iter().filter_map(|line| line.strip_prefix("info string ")).collect();
        assert_eq!(pids.len(), 3, "{lines:?}");
        assert!(pids.iter().all(|pid| is_alive(pid)));
        drop(player);
        let deadline = Instant::now() + LONG;
        while pids.iter().any(|pid| is_alive(pid)) {
            assert!(Instant::now() < deadline, "{quit}");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn options_are_set_as_the_engine_reports_them() {
    let options = [
        ("hash", "32"),
        ("Ponder", "maybe"),
        ("Clear Hash", "true"),
        ("Clear Hash", "false"),
        ("Aggression", "5"),
        ("UCI_Variant", "maxima"),
    ];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let mut player = begin(&EngineConfig { options, ..script("") });
    let warnings = ["Invalid value for option Ponder; maybe", "S doesn't have option Aggression"];
    assert_eq!(player.take_warnings(), warnings);
    assert_eq!(player.take_warnings(), [""; 0]);
    for (name, value) in [
        ("HASH", Some("32")),
        ("UCI_Variant", Some("baroque")),
        ("Ponder", Some("false")),
        ("Threads", None),
    ] {
        assert_eq!(player.option_value(name).as_deref(), value, "{name}");
    }
    // They are sent once, and again with other rules.
    let mine = "|setoption name Hash value 32|setoption name Clear Hash";
    let first = "|setoption name UCI_Variant value baroque|setoption name Rules value <empty>";
    player.new_game(&rules("baroque")).unwrap();
    let lines = player.at_start().unwrap().lines;
    assert_eq!(lines[1], format!("info string go{first}{mine}"));
    player.new_game(&GameSpec::new("MAXIMA", "a=b")).unwrap();
    let second = "|setoption name UCI_Variant value maxima|setoption name Rules value a=b";
    let lines = player.search_in("maxima", &[], &Limits::default()).unwrap().lines;
    assert_eq!(lines[1], format!("info string go{first}{mine}{second}{mine}"));
}

#[test]
fn init_lines_are_sent_after_uciok() {
    let init = vec!["hello".to_owned(), "setoption name Ponder value true".to_owned()];
    let mut player = begin(&EngineConfig { init, ..script("") });
    let lines = player.at_start().unwrap().lines;
    assert!(lines[1].starts_with("info string go|setoption name Ponder value true|"));
}

#[test]
fn unsupported_rules_are_an_error() {
    let error = |player: &mut dyn EnginePlayer, variant: &str, rules: &str| {
        player.new_game(&GameSpec::new(variant, rules)).map_err(|failure| failure.to_string())
    };
    let mut player = start(&script("uci) echo uciok;;"), &EngineContext::default()).unwrap();
    let text = "'S' does not offer UCI_Variant, so it can play baroque only".to_owned();
    assert_eq!(error(&mut *player, "maxima", ""), Err(text));
    let text = "'S' does not offer Rules, so it can play without 'leap=single' only".to_owned();
    assert_eq!(error(&mut *player, "baroque", "leap=single"), Err(text));
    assert_eq!(error(&mut *player, "Baroque", ""), Ok(()));
    let mut player = start(&script(""), &EngineContext::default()).unwrap();
    let text = "'S' does not take 'rococo' for UCI_Variant".to_owned();
    assert_eq!(error(&mut *player, "rococo", ""), Err(text));
}

#[test]
fn error_messages_of_the_engine_are_warnings() {
    let mut player =
        begin(&script("isready) echo info string error no such thing; echo readyok;;"));
    assert_eq!(player.take_warnings(), ["S: no such thing"]);
}

#[test]
fn lines_of_any_length_and_bytes_are_read() {
    let mut player = begin(&script(
        r#"go*) head -c 200000 /dev/zero | tr '\0' x; echo; printf '\377\r\n'
        echo bestmove e2e4;;"#,
    ));
    let answer = player.at_start().unwrap();
    assert_eq!(answer.action, plays("e2e4"));
    assert_eq!(answer.lines, ["x".repeat(1 << 16), "ÿ".to_owned()]);
}

#[test]
fn all_lines_are_logged() {
    #[derive(Default)]
    struct Log(Mutex<Vec<String>>);
    impl EngineLog for Log {
        fn line(&self, engine: &str, direction: Direction, line: &str) {
            self.0.lock().unwrap().push(format!("{engine} {direction:?} {line}"));
        }
    }
    let log = Arc::new(Log::default());
    let context = EngineContext { logs: vec![log.clone()], ..EngineContext::default() };
    drop(start(&script("uci) echo uciok;;"), &context).unwrap());
    assert_eq!(*log.0.lock().unwrap(), ["S To uci", "S From uciok", "S To quit"]);
}
