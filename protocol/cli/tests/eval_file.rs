//! The option `EvalFile`: networks from files.

use std::fs;
use std::path::Path;

use baroque_engine::Score;
use baroque_engine::network::{HIDDEN, Inputs, Network, Neurons, Output, game_name};
use baroque_movegen::{Game, Maxima, Position, Ultima};

use crate::common::{Engine, Folder, assert_has, printed};

/// A network whose value is always the same.
fn constant<G: Game>(centipawns: i32) -> Network {
    let inputs = Inputs::of(&Position::<G>::start(game_name::<G>()).unwrap()).count();
    let weights = [Neurons::ZERO; 2];
    Network {
        game: game_name::<G>().to_owned(),
        residual: false,
        scale: 1,
        inputs: vec![Neurons::ZERO; inputs],
        bias: Neurons([0; HIDDEN]),
        outputs: vec![Output { weights, bias: centipawns * 255 * 64 }],
    }
}

/// Centipawns of Baroque's evaluation as they are reported.
fn reported(centipawns: i32) -> i32 {
    Score::cp(centipawns).reported::<Ultima>().value()
}

fn load(engine: &Engine, path: &Path) -> Vec<String> {
    engine.query(&format!("setoption name EvalFile value {}", path.display()))
}

/// The network's value that `eval` shows.
fn value(engine: &Engine) -> Option<String> {
    let lines = engine.query("eval");
    let line = lines.iter().find_map(|line| line.strip_prefix("Network: "))?;
    line.split(' ').next().map(str::to_owned)
}

#[test]
fn a_network_evaluates_its_game() {
    let (engine, folder) = (Engine::new(), Folder::new("eval-file"));
    let path = folder.0.join("a network.nnue");
    fs::write(&path, constant::<Ultima>(123).to_bytes()).unwrap();
    // The table has scores of the other network.
    engine.ask("go depth 6", "bestmove");
    assert!(load(&engine, &path).is_empty());
    let shown = reported(123);
    assert_eq!(value(&engine), Some(format!("{shown:+}")));
    let lines = engine.ask("go depth 1", "bestmove");
    let score = format!(" score cp -{shown} ");
    assert!(lines.iter().any(|line| line.contains(&score)), "{lines:?}");
    engine.query("setoption name UCI_Variant value maxima");
    assert_ne!(value(&engine), Some(format!("{shown:+}")));
    engine.query("setoption name UCI_Variant value baroque");
    engine.query("setoption name EvalFile value <empty>");
    assert_ne!(value(&engine), Some(format!("{shown:+}")));
}

#[test]
fn bad_networks_leave_the_old_one() {
    let (engine, folder) = (Engine::new(), Folder::new("bad-eval-file"));
    let path = |name| folder.0.join(name);
    let good = constant::<Ultima>(123).to_bytes();
    fs::write(path("good"), &good).unwrap();
    assert!(load(&engine, &path("good")).is_empty());
    fs::write(path("cut"), &good[..good.len() - 1]).unwrap();
    fs::write(path("huge"), vec![0; 64 << 20]).unwrap();
    fs::write(path("maxima"), constant::<Maxima>(5).to_bytes()).unwrap();
    let expected = [
        ("cut", "the network file has "),
        ("huge", "larger than "),
        ("maxima", "the network is for maxima, not for baroque"),
        ("none", "No such file"),
        (".", "it is a directory"),
    ];
    for (name, reason) in expected {
        let [line] = &load(&engine, &path(name))[..] else { panic!("{name}") };
        assert!(line.starts_with("info string error option EvalFile is '"), "{line}");
        assert_has(line, &[reason]);
        assert_eq!(value(&engine), Some(format!("{:+}", reported(123))), "{name}");
    }
}

#[test]
fn games_in_files_have_no_networks() {
    let folder = Folder::new("eval-described");
    let path = folder.name("baroque");
    fs::write(&path, constant::<Ultima>(123).to_bytes()).unwrap();
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/described/games.toml");
    let input =
        format!("setoption name UCI_Variant value mini\nsetoption name EvalFile value {path}\n");
    let reason = "the network is for baroque, not for a game in a file";
    assert_has(printed(&["--games", games], &input), &[reason]);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_network() {
    let (engine, folder) = (Engine::new(), Folder::new("eval-pipe"));
    let before = value(&engine);
    let lines = load(&engine, &folder.pipe("pipe"));
    assert!(lines[0].contains("it is not a regular file"), "{lines:?}");
    assert_eq!(value(&engine), before);
}
