//! The built-in engine.

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
fn the_builtin_engine_has_options_and_rules() {
    let folder = folder("builtin");
    let log = folder.join("log.txt");
    let options = [
        ("threads", "2"),
        ("Hash", "0"),
        ("Debug Log File", log.to_str().unwrap()),
        ("Move Overhead", "5"),
    ];
    let mut player = start(&builtin(&options), &EngineContext::default()).unwrap();
    assert_eq!(player.take_warnings(), ["Invalid value for option Hash; 0"]);
    let values =
        ["Threads", "hash", "Move Overhead"].map(|name| player.option_value(name).unwrap());
    assert_eq!(values, ["2", "16", "5"]);
    assert!(matches!(player.new_game(&rules("chess")), Err(PlayerError::Start(_))));
    let odd = player.new_game(&GameSpec::new("baroque", "x=y"));
    assert!(matches!(odd, Err(PlayerError::Start(_))));
    player.new_game(&rules("abbott1962")).unwrap();
    let limits = Limits { depth: Some(1), ..Limits::default() };
    assert!(player.search_in("abbott1962", &[], &limits).is_ok());
    assert!(fs::read_to_string(log).unwrap().contains("\n>> go depth 1\n<< info depth 1 "));
    assert_eq!(player.take_warnings(), [""; 0]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_builtin_engine_stops_at_deadline_and_interrupt_flag() {
    let context = EngineContext::default();
    let mut player = start(&builtin(&[]), &context).unwrap();
    player.new_game(&rules("baroque")).unwrap();
    let endless = Limits { infinite: true, ..Limits::default() };
    let short = Duration::from_millis(50);
    let late = player.search_until(&endless, short);
    assert_eq!(late, Err(PlayerError::NoMove));
    let limits = Limits { depth: Some(1), ..Limits::default() };
    assert!(player.search(&[], &limits).is_ok());
    context.stop.store(true, Ordering::Relaxed);
    assert_eq!(player.search(&[], &endless), Err(PlayerError::Interrupted));
    assert_eq!(player.ping(), Err(PlayerError::Interrupted));
}

#[test]
fn a_slow_log_does_not_count_as_time_of_the_builtin_engine() {
    /// Sleeps at each line of a search and sums the time up.
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
    let context = EngineContext { logs: vec![log.clone()], ..EngineContext::default() };
    let mut player = start(&builtin(&[]), &context).unwrap();
    player.new_game(&rules("baroque")).unwrap();
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let answer = player.search(&[], &limits).unwrap();
    let ours = *log.0.lock().unwrap();
    assert!(ours >= Duration::from_millis(1200), "{ours:?}");
    assert!(answer.elapsed < ours, "{:?} {ours:?}", answer.elapsed);
    // The engine's own clock starts later and stops earlier.
    assert!(answer.elapsed >= answer.info.time.unwrap());
}
