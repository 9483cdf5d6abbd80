//! The engine in this process.

use super::*;

fn builtin(options: &[(&str, &str)]) -> EngineConfig {
    let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    EngineConfig {
        name: "B".to_owned(),
        cmd: BUILTIN.to_owned(),
        options: options.iter().map(owned).collect(),
        ..EngineConfig::default()
    }
}

#[test]
fn the_engine_of_this_program_plays_the_same_moves_again() {
    for variant in ["baroque", "maxima", "rococo"] {
        let play = || {
            let mut player = start(&builtin(&[("Hash", "1")]), &Surroundings::default()).unwrap();
            player.new_game(&rules(variant)).unwrap();
            let limits = Limits { nodes: Some(500), ..Limits::default() };
            let mut game = variants::open(variant).unwrap();
            let mut moves: Vec<String> = Vec::new();
            for _ in 0..6 {
                let place = Place { fen: None, moves: moves.clone() };
                let turn = Turn {
                    game: game.as_ref(),
                    place: &place,
                    limits: &limits,
                    deadline: Some(LONG),
                };
                let answer = player.think(&turn).unwrap();
                let Reply::Move(text) = answer.reply else { panic!("{:?}", answer.reply) };
                assert!(answer.told.score.is_some() && answer.told.pv[0] == text);
                assert!((1..=600).contains(&answer.told.nodes.unwrap()));
                let mv = game.read_move(&text).unwrap();
                game.play(mv).unwrap();
                moves.push(text);
            }
            moves
        };
        assert_eq!(play(), play(), "{variant}");
    }
}

#[test]
fn the_engine_of_this_program_takes_options_and_rules() {
    let options =
        [("threads", "2"), ("Hash", "0"), ("Debug Log File", "x"), ("Move Overhead", "5")];
    let mut player = start(&builtin(&options), &Surroundings::default()).unwrap();
    let warnings = ["Invalid value for option Hash; 0", "B writes no Debug Log File"];
    assert_eq!(player.warnings(), warnings);
    let values = ["Threads", "hash", "Move Overhead"].map(|name| player.option(name).unwrap());
    assert_eq!(values, ["2", "16", "5"]);
    assert!(matches!(player.new_game(&rules("chess")), Err(Failure::Start(_))));
    let odd = GameRules { variant: "baroque".to_owned(), rules: "x=y".to_owned() };
    assert!(matches!(player.new_game(&odd), Err(Failure::Start(_))));
    player.new_game(&rules("abbott1962")).unwrap();
    let limits = Limits { depth: Some(1), ..Limits::default() };
    assert!(think(player.as_mut(), "abbott1962", &[], &limits).is_ok());
}

#[test]
fn the_engine_of_this_program_ends_at_deadline_and_flag() {
    let surroundings = Surroundings::default();
    let mut player = start(&builtin(&[]), &surroundings).unwrap();
    player.new_game(&rules("baroque")).unwrap();
    let endless = Limits { infinite: true, ..Limits::default() };
    let short = Duration::from_millis(50);
    let late = think_until(player.as_mut(), "baroque", &[], &endless, short);
    assert_eq!(late, Err(Failure::NoMove));
    let limits = Limits { depth: Some(1), ..Limits::default() };
    assert!(think(player.as_mut(), "baroque", &[], &limits).is_ok());
    surroundings.stop.store(true, Ordering::Relaxed);
    assert_eq!(think(player.as_mut(), "baroque", &[], &endless), Err(Failure::Interrupted));
    assert_eq!(player.is_ready(), Err(Failure::Interrupted));
}

#[test]
fn the_clock_of_the_engine_of_this_program_is_its_own() {
    /// Takes its time over every line of a search that it writes down, and sums it up.
    struct Slow(Mutex<Duration>);
    impl EngineLog for Slow {
        fn line(&self, _engine: &str, _direction: Direction, line: &str) {
            if line.starts_with("info ") {
                let pause = Duration::from_millis(300);
                thread::sleep(pause);
                *self.0.lock().unwrap() += pause;
            }
        }
    }
    let log = Arc::new(Slow(Mutex::default()));
    let surroundings = Surroundings { log: Some(log.clone()), ..Surroundings::default() };
    let mut player = start(&builtin(&[]), &surroundings).unwrap();
    player.new_game(&rules("baroque")).unwrap();
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let answer = think(player.as_mut(), "baroque", &[], &limits).unwrap();
    let ours = *log.0.lock().unwrap();
    assert!(ours >= Duration::from_millis(1200), "{ours:?}");
    assert!(answer.elapsed < ours, "{:?} {ours:?}", answer.elapsed);
    // It knows its own time without us.
    assert!(answer.elapsed >= answer.told.time.unwrap());
}
