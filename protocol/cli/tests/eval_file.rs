//! The option `EvalFile`: networks from files.

use std::fs;
use std::path::Path;

use baroque_engine::Score;
use baroque_engine::network::{
    HIDDEN, HIDDEN_ONE, Inputs, Network, Neurons, OUTPUT_ONE, Output, game_name, game_of,
};
use baroque_formats::games;
use baroque_games::Games;
use baroque_movegen::{CustomGame, Game, Maxima, Position, Ultima};

use crate::common::{Engine, Folder, assert_has};

/// A network whose value is always the same.
fn constant<G: Game>(centipawns: i32) -> Network {
    constant_for(&Position::<G>::start(game_name::<G>()).unwrap(), centipawns)
}

/// The same for the game of a position.
fn constant_for<G: Game>(position: &Position<G>, centipawns: i32) -> Network {
    let weights = [Neurons::ZERO; 2];
    Network {
        game: game_of(position).to_owned(),
        residual: false,
        scale: 1,
        inputs: vec![Neurons::ZERO; Inputs::of(position).count()],
        bias: Neurons([0; HIDDEN]),
        outputs: vec![Output { weights, bias: centipawns * HIDDEN_ONE * OUTPUT_ONE }],
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
    assert!(value(&engine).is_some_and(|value| value != format!("{shown:+}")));
    engine.query("setoption name EvalFile value <none>");
    assert_eq!(value(&engine), None);
    engine.query("setoption name EvalFile value <empty>");
    assert!(value(&engine).is_some());
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
fn a_game_in_a_file_has_networks_for_its_definition() {
    let (engine, folder) = (Engine::new(), Folder::new("eval-described"));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/described/games.toml");
    let mut known = Games::default();
    games::load(&mut known, file).unwrap();
    let network = |name: &str| {
        let game = known.open(name).unwrap();
        constant_for(game.history().of::<CustomGame>().unwrap().position(), 123)
    };
    let [mini, wide] = ["mini", "wide"].map(network);
    assert_ne!(mini.game, wide.game);
    let baroque = constant::<Ultima>(123);
    for (name, network) in [("baroque", &baroque), ("mini", &mini), ("wide", &wide)] {
        fs::write(folder.0.join(name), network.to_bytes()).unwrap();
    }
    engine.query(&format!("setoption name VariantPath value {file}"));
    engine.query("setoption name UCI_Variant value mini");
    assert_eq!(value(&engine), None);
    for (name, other) in [("baroque", &baroque.game), ("wide", &wide.game)] {
        let lines = load(&engine, &folder.0.join(name));
        assert_has(
            lines.concat(),
            &[&format!("the network is for {other}, not for {}", mini.game)],
        );
        assert_eq!(value(&engine), None);
    }
    assert!(load(&engine, &folder.0.join("mini")).is_empty());
    assert!(value(&engine).is_some_and(|value| value.starts_with('+')));
    let lines = engine.ask("go depth 1", "bestmove");
    assert!(lines.iter().any(|line| line.contains(" score cp ")), "{lines:?}");
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
