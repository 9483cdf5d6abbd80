//! CECP, the protocol of XBoard, in memory.

use std::time::{Duration, Instant};

use crate::common::{ENDING, Engine, SILENCE, forced, shortest, time};

const PROMPT: Duration = Duration::from_millis(100);

#[test]
fn features_are_sent_from_protover_2_on() {
    let engine = Engine::xboard();
    engine.query_none("xboard\nprotover 1");
    for version in ["2", "3", "99999999999999999999"] {
        let lines = engine.query(&format!("protover {version}"));
        assert!(lines.iter().all(|line| line.starts_with("feature ") && line.len() < 500));
        let features = "ping=1 setboard=1 usermove=1 highlight=1 colors=0 sigint=0 sigterm=0 san=0 reuse=1 \
                        analyze=1 debug=1 name=1 memory=1 smp=1 exclude=1 nps=0";
        for feature in features.split(' ') {
            assert!(lines[0].split(' ').any(|word| word == feature), "{feature}");
        }
        assert!(lines[0].contains(concat!("myname=\"Baroque ", env!("CARGO_PKG_VERSION"))));
        let variants = "baroque,abbott1962,abbott1968,cambridge,delft,vchess,maxima,rococo,fugue,\
             skirmish,optima-house,optima-house-9,optima-frame,optima-frame-9,rococo-vchess";
        assert_eq!(lines[1], format!("feature variants=\"{variants}\""));
        for option in [
            "Hash -spin 16 1 33554432",
            "Clear Hash -button",
            "Threads -spin 1 1 512",
            "Rules -string ",
            "Offer Renaissance -check 0",
            "Complete Captures -check 0",
        ] {
            assert!(lines.contains(&format!("feature option=\"{option}\"")), "{option}");
        }
        let start = lines.iter().find(|line| line.contains("\"Start -combo ")).unwrap();
        assert!(start.contains(" /// *d1a1e8h8 /// ") && start.matches(" /// ").count() == 15);
        assert_eq!(lines.last().unwrap(), "feature done=1");
    }
    engine.query_none("accepted ping\nrejected option nonsense\naccepted");
    engine.query_none("random\ncomputer\nname opponent\nrating 1 2\nics -\negtpath syzygy /x");
    let error = engine.query_one("protover x");
    assert_eq!(error, "Error (protover is 'x', allowed is a number from 0): protover x");
    assert!(engine.finish().is_empty());
}

#[test]
fn every_variant_sends_setup_and_pieces() {
    let engine = Engine::xboard();
    let check = |variant: &str, letters: &str, board: &str, pieces: &str| {
        let lines = engine.query(&format!("new\nvariant {variant}"));
        let pieces: Vec<String> = pieces.split(", ").map(|text| format!("piece {text}")).collect();
        assert_eq!(lines[0], format!("setup ({letters}) {board} w - - 0 1"));
        assert_eq!(lines[1..], pieces);
    };
    let letters = "PLXCW....................IKplxcw....................ik";
    let pieces = "P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, K& K";
    let board = "8x8+0_nocastle clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC";
    check("baroque", letters, board, pieces);
    let board = "8x8+0_nocastle clxkwxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC";
    check("vchess", letters, board, pieces);
    let letters = "PLXCW.....G..............I.........MKplxcw.....g..............i.........mk";
    let board = "8x11+0_nocastle ***2***/1m1wk1m1/1xliclx1/gppppppg/8/8/8/GPPPPPPG/1XLCILX1/1M1KW1M1/\
                 ***2***";
    check("maxima", letters, board, "P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, G& K, M& F, K& N");
    let letters = ".LX.W..A...P..S..........IK.lx.w..a...p..s..........ik";
    let board = "10x10+0_nocastle 10/1iwlkxlas1/1pppppppp1/10/10/10/10/1PPPPPPPP1/1IWLKXLAS1/10";
    check("rococo", letters, board, "P& K, L& mQ, W& mQ, I& mQ, X& mQ, A& mQ, S& Q, K& K");
    let board = "9x9+9_crazyhouse curbkwxli/ppppppppp/9/9/9/9/9/PPPPPPPPP/ILXWKBRUC[]";
    let pieces = "P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, R& mQ, B& mQ, U& mQ, Y& mQ, K& K";
    check("renaissance", "PLXCWRBIUY.Kplxcwrbiuy.k", board, pieces);
    let error = engine.query_one("variant chess");
    assert!(error.starts_with("Error (unknown variant 'chess', allowed are: baroque "), "{error}");
    assert_eq!(engine.query_one("variant"), "Error (variant is missing): variant");
    // `new` restores the default variant.
    engine.query("variant rococo");
    engine.query_none("new\nforce\nusermove e2e4");
}

#[test]
fn renaissance_is_offered_only_with_its_option() {
    let engine = Engine::xboard();
    let line = engine.query_one("option Offer Renaissance=1");
    assert!(line.starts_with("feature variants=\"") && line.contains(",renaissance,"), "{line}");
    let lines = engine.query("protover 2");
    assert!(lines[1].contains(",rococo,renaissance,fugue,"));
    let line = engine.query_one("option offer renaissance=0");
    assert!(line.contains(",rococo,fugue,"), "{line}");
}

#[test]
fn start_and_rules_apply_from_the_next_game_on() {
    let engine = Engine::xboard();
    engine.query("new\nvariant baroque");
    engine.query_none("force\noption Start=e1a1e8h8\noption Rules=ranklimit=on\nusermove e2e5");
    for _ in 0..2 {
        let lines = engine.query("new\nvariant baroque");
        assert!(lines[0].ends_with(" clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w - - 0 1"));
        engine.query_none("force\nusermove e2e4");
        let error = engine.query_one("usermove e7e4");
        assert!(error.starts_with("Illegal move (a pawn cannot land on the pawn on e4"), "{error}");
        // Other games do not have these starts and rules.
        let lines = engine.query("new\nvariant maxima");
        assert!(lines[0].starts_with("setup (PLXCW.....G"));
    }
    let error = engine.query_one("option Rules=suicide=off,leap=no");
    assert!(error.starts_with("Error (rules: ") && error.contains("leap"), "{error}");
    let error = engine.query_one("option Start=nowhere");
    assert!(error.starts_with("Error (unknown start 'nowhere'"), "{error}");
}

#[test]
fn option_memory_and_cores_set_options() {
    let engine = Engine::xboard();
    engine.query_none("memory 2\ncores 2\noption Hash=1\noption MultiPV=2\noption Clear Hash");
    engine.query_none("option Ponder=1\noption UCI_AnalyseMode=0\noption Move Overhead=0");
    for (line, part) in [
        ("memory 0", "option Hash is '0', allowed is 1 to 33554432"),
        ("memory", "option Hash is ''"),
        ("cores x", "option Threads is 'x', allowed is 1 to 512"),
        ("option Hash", "option Hash is ''"),
        ("option Aggression=3", "unknown option 'Aggression'"),
        ("option", "the name of the option is missing"),
        ("option Complete Captures=2", "Complete Captures is '2', allowed is 0 or 1"),
    ] {
        let error = engine.query_one(line);
        assert!(error.starts_with(&format!("Error ({part}")), "{error}");
        assert!(error.ends_with(&format!("): {line}")), "{error}");
    }
    let lines = engine.ask("new\nvariant baroque\npost\nsd 3\ngo", "move ");
    let depth_three = lines.iter().filter(|line| line.starts_with("3 ")).count();
    assert_eq!(depth_three, 2, "{lines:?}");
    // During a search they take effect after the move.
    engine.send("force\nst 30\ngo");
    engine.engine_move("option Hash=4\nmemory 3\ncores 1\noption MultiPV=1\n?");
    assert!(engine.query("force").is_empty());
}

#[test]
fn new_leaves_force_mode_and_gives_the_engine_black() {
    let engine = Engine::xboard();
    engine.query("force\nnew\nvariant baroque\nsd 1");
    // The next `new` removes the depth limit but keeps `st`.
    engine.engine_move("st 0.05\nusermove e2e4");
    engine.query("new\nforce\nvariant baroque");
    engine.query_none("usermove e2e4\nusermove e7e5");
    // `go` in force mode: the engine plays the side to move.
    engine.engine_move("sd 1\ngo");
    engine.refused("e2e3", "there is no piece on that square");
}

#[test]
fn playother_white_and_black_choose_the_engines_side() {
    let engine = Engine::xboard();
    engine.query("new\nvariant baroque\nforce\nsd 1");
    engine.query_none("playother");
    engine.engine_move("usermove e2e4");
    engine.query_none("force\nnew\nsd 1\nwhite");
    engine.engine_move("usermove d2d4");
    assert_eq!(engine.query_one("black"), "Error (it is not that side's turn): black");
    assert_eq!(engine.query_one("edit"), "Error (obsolete, use setboard): edit");
}

#[test]
fn a_user_move_on_the_engines_turn_is_illegal() {
    let engine = Engine::xboard();
    engine.query("new\nvariant baroque\nst 30");
    engine.send("go\nusermove e2e4");
    assert_eq!(engine.read_line(), "Illegal move (it is not your turn): e2e4");
    engine.engine_move("?");
}

#[test]
fn a_rejected_position_blocks_moves_until_a_valid_one_arrives() {
    let engine = Engine::xboard();
    engine.query("new\nvariant baroque\nforce");
    engine.query_none("usermove e2e4");
    for fen in ["", "rubbish", "9/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/kk6 w - - 0 1"] {
        let line = engine.query_one(&format!("setboard {fen}"));
        assert!(line.starts_with("tellusererror Illegal position: FEN: "), "{line}");
        engine.refused("e7e5", "the last position was rejected");
        let line = engine.query_one("go");
        assert!(line.starts_with("Error (the last position was rejected"), "{line}");
    }
    engine.query_none("analyze\nexit");
    engine.query_none("undo\nusermove e2e4\nundo");
    // XBoard omits castling fields if its position has no castling rights.
    for fields in ["w - 0 1", "w - - 0 1", "w KQkq - 0 1", "w - e3 0 1", "w e3 0 1", "w", ""] {
        engine.query_none(&format!("setboard 4k3/8/8/8/8/8/8/4K3 {fields}"));
        engine.query_none("usermove e1e2");
    }
    engine.query_none("force\nsetboard 4k3/8/8/8/8/8/8/4K3 b - 0 1\nusermove e8e7");
}

#[test]
fn thinking_lines_have_five_fields() {
    let engine = forced("baroque", ENDING);
    let lines = engine.ask("post\nsd 3\ngo", "1-0");
    let mates: Vec<&String> = lines.iter().filter(|line| line.contains(" 100001 ")).collect();
    assert!(!mates.is_empty(), "{lines:?}");
    for line in &lines[..lines.len() - 2] {
        let fields: Vec<&str> = line.split(' ').collect();
        assert!(fields[..4].iter().all(|field| field.parse::<i64>().is_ok()), "{line}");
    }
    let engine = Engine::xboard();
    engine.ask("new\nvariant baroque\nsd 3\nnopost\ngo", "piece K& K");
    assert!(engine.read_line().starts_with("move "));
}

#[test]
fn finished_games_are_claimed_with_the_reason() {
    for (fen, mv, result) in [
        (ENDING, "c4d5", "1-0 {White wins: checkmate}"),
        (ENDING, "c4d3", "1-0 {White wins: stalemate}"),
        ("7k/8/8/8/8/8/8/K7 w - - 99 80", "a1a2", "1/2-1/2 {Draw: move limit}"),
    ] {
        let engine = forced("baroque", fen);
        engine.query_none("playother");
        assert_eq!(engine.query_one(&format!("usermove {mv}")), result);
        // In force mode the engine claims nothing.
        let engine = forced("baroque", fen);
        engine.query_none(&format!("usermove {mv}"));
        assert_eq!(engine.query_one("go"), result);
    }
    let engine = Engine::xboard();
    engine.query("new\nvariant baroque\nforce");
    let shuffle = "usermove e2e3\nusermove e7e6\nusermove e3e2\nusermove e6e7\n";
    engine.query_none(&format!("{shuffle}{shuffle}"));
    assert_eq!(engine.query_one("go"), "1/2-1/2 {Draw: repetition}");
    let engine = forced("rococo", "10/10/10/10/10/10/10/1k8/K9/10 w - - 0 1");
    engine.query_none("playother");
    assert_eq!(engine.query_one("usermove a1b2"), "1-0 {White wins: king taken}");
    let engine = forced("maxima", "***1P***/3P4/2k2m2/8/8/8/8/8/2P5/3K4/***2*** w - - 0 1");
    engine.query_none("playother");
    assert_eq!(engine.query_one("usermove d10d11p"), "1-0 {White wins: invasion}");
    // A result is also claimed after a move of the engine.
    let engine = forced("baroque", ENDING);
    engine.engine_move("sd 3\ngo");
    assert!(engine.read_line().starts_with("1-0 {White wins: "));
}

#[test]
fn undo_and_remove_work_at_any_time() {
    let engine = Engine::xboard();
    engine.query("new\nvariant baroque\nforce");
    assert_eq!(engine.query_one("undo"), "Error (there is nothing to take back): undo");
    engine.query_none("usermove e2e4\nundo\nusermove e2e4\nusermove e7e5\nremove\nusermove e2e4");
    assert_eq!(engine.query_one("remove"), "Error (there is nothing to take back): remove");
    // During a search.
    engine.send("st 30\ngo\nundo\nping 1");
    assert_eq!(engine.read_line(), "pong 1");
    engine.expect_silence(SILENCE);
    engine.query_none("force\nusermove e2e3");
}

#[test]
fn pings_wait_only_for_the_move() {
    let engine = Engine::xboard();
    engine.query("new\nvariant baroque\nst 30");
    engine.send("go\nping 1\nping 2");
    engine.expect_silence(SILENCE);
    engine.send("?");
    assert!(engine.read_line().starts_with("move "));
    assert_eq!([engine.read_line(), engine.read_line()], ["pong 1", "pong 2"]);
    // A cancelled search answers its pings.
    engine.send("force\ngo\nping 3\nforce\nping 4");
    assert_eq!([engine.read_line(), engine.read_line()], ["pong 3", "pong 4"]);
    engine.send("analyze");
    let time = shortest(|| time(|| drop(engine.ask("ping 5", "pong 5"))));
    assert!(time < PROMPT, "{time:?}");
    // Analysis lines may still be in the output.
    engine.query("exit");
    assert!(engine.query_one("ping").starts_with("Error (ping is ''"));
}

#[test]
fn pings_that_wait_are_bounded() {
    let engine = Engine::xboard();
    engine.send("new\nforce\nst 30\ngo");
    engine.send(&"ping 1\n".repeat(1001));
    assert_eq!(engine.read_line(), "Error (too many pings are queued): ping 1");
    engine.ask("?", "move ");
    let pongs = (0..1000).map(|_| engine.read_line()).filter(|line| line == "pong 1");
    assert_eq!(pongs.count(), 1000);
    assert!(engine.finish().is_empty());
}

#[test]
fn hidden_characters_are_not_printed() {
    let engine = Engine::xboard();
    for line in [
        "no\u{1b}[31m\u{202e}command",
        "usermove e2\u{200b}e4",
        "variant \u{2066}x",
        "option \u{61c}=1",
        "setboard \u{202e}\u{e0041}",
    ] {
        let error = engine.query_one(line);
        assert!(error.is_ascii() && !error.contains('\u{1b}'), "{line}: {error}");
    }
}

#[test]
fn pondering_continues_after_the_expected_move() {
    let engine = Engine::xboard();
    engine.query("new\nvariant baroque\nhard\npost\nst 0.2");
    engine.engine_move("usermove e2e4");
    // It ponders and answers commands at once.
    let start = Instant::now();
    let hint = engine.ask("ping 1\nhint", "Hint: ").pop().unwrap();
    assert!(start.elapsed() < Duration::from_secs(1));
    let expected = hint.strip_prefix("Hint: ").unwrap();
    engine.engine_move(&format!("usermove {expected}"));
    // No output is left over after an illegal move, `easy` and `result`.
    assert!(engine.ask("usermove a1a1", "Illegal move").pop().unwrap().ends_with("a1a1"));
    engine.ask("easy\nping 2", "pong 2");
    engine.expect_silence(SILENCE);
    engine.ask("hard\nping 3", "pong 3");
    engine.ask("result 1-0 {Black resigns}\nping 4", "pong 4");
    engine.expect_silence(SILENCE);
}

#[test]
fn clocks_limit_the_time() {
    for setting in [
        "st 0.1",
        "level 40 0:02 0\ntime 200\notim 100",
        "level 0 0:01 0.05",
        "level 0 1 0\ntime -100\notim -5",
        "sd 2",
        "nps 1000\nst 1",
        "st 30\nsd 1",
    ] {
        let engine = Engine::xboard();
        engine.query("new\nvariant baroque");
        let start = Instant::now();
        engine.send(setting);
        engine.engine_move("go");
        let time = start.elapsed();
        assert!(time < Duration::from_secs(2), "{setting}: {time:?}");
    }
}

#[test]
fn a_draw_offer_is_accepted_when_losing() {
    let lost = "7k/8/8/8/8/8/PPPP4/KWLXC3 b - - 0 1";
    let engine = forced("baroque", lost);
    engine.query_none("draw");
    engine.engine_move("sd 2\ngo");
    assert_eq!(engine.query_one("draw"), "offer draw");
    engine.query_none("force\ndraw");
    let won = "7k/8/8/8/8/8/PPPP4/KWLXC3 w - - 0 1";
    let engine = forced("baroque", won);
    engine.engine_move("sd 2\ngo");
    engine.query_none("draw");
}

#[test]
fn analysis_prints_lines_and_follows_the_position() {
    let engine = Engine::xboard();
    engine.query("new\nvariant baroque\nforce");
    engine.ask("analyze", "3 ");
    let stat = engine.ask(".", "stat01: ").pop().unwrap();
    let fields: Vec<&str> = stat.split(' ').collect();
    assert!(fields.len() == 7 && fields[1..6].iter().all(|field| field.parse::<u64>().is_ok()));
    for line in
        ["usermove e2e4", "usermove e7e5", "undo", "setboard 4k3/8/8/8/8/8/8/4K2W w - - 0 1"]
    {
        engine.ask(line, "2 ");
    }
    engine.ask("usermove a8a1", "Illegal move (there is no piece on that square): a8a1");
    engine.ask("hint", "Hint: ");
    engine.ask("new\nvariant maxima", "piece K& N");
    engine.read_until("2 ");
    engine.ask("exit\nping 1", "pong 1");
    engine.expect_silence(SILENCE);
    engine.query_none(".\nexit");
    // Analysis of a finished game prints nothing.
    engine.query("variant baroque");
    engine.query_none(&format!("setboard {ENDING}\nusermove c4d5\nanalyze"));
    engine.query("undo\nexit");
}

#[test]
fn exclude_and_include_restrict_the_analysis() {
    let engine = forced("baroque", ENDING);
    // The last line of the analysis after these commands.
    let last = |text: &str| {
        engine.query(text.rsplit_once('\n').map_or("", |(first, _)| first));
        engine.send(text.rsplit_once('\n').map_or(text, |(_, last)| last));
        std::thread::sleep(SILENCE);
        engine.query("").pop().unwrap()
    };
    let line = last("analyze\nexclude c4d5\nexclude c4d3");
    assert!(!line.contains(" 100001 "), "{line}");
    engine.query("exclude best\nexclude all");
    engine.expect_silence(SILENCE);
    let line = last("include all");
    assert!(line.contains(" 100001 "), "{line}");
    let line = last("exclude tail");
    assert!(line.contains(" 100001 "), "{line}");
    let line = last("exclude all\ninclude c4d3");
    assert!(line.contains(" 100001 ") && line.ends_with(" c4d3"), "{line}");
    let error = engine.query("exclude c4c8").pop().unwrap();
    assert!(error.starts_with("Error (a king goes one step)"), "{error}");
}

#[test]
fn bk_hint_and_long_lines_are_answered() {
    let engine = Engine::xboard();
    engine.query("new\nvariant baroque\nforce");
    assert_eq!(engine.query("bk"), ["\tThere is no opening book.", ""]);
    engine.send("hint");
    let hint = engine.read_line();
    assert!(hint.starts_with("Hint: "), "{hint}");
    engine.query_none("# comment\n\n  ");
    let long = "x".repeat(3 << 20);
    let error = engine.query_one(&long);
    assert!(error.starts_with("Error (the line is longer than ") && error.len() < 800, "{error}");
}

#[test]
fn contempt_is_ignored_only_in_analysis() {
    let engine = Engine::xboard();
    engine.query("variant baroque\nforce\npost\nsd 2\noption Contempt=50");
    let mut scores = Vec::new();
    // Every move draws by the move limit. `exit` and `force` both end the analysis.
    for (start, end) in
        [("go", ""), ("analyze", "exit"), ("go", ""), ("analyze", "force"), ("go", "")]
    {
        engine.query("force\nsetboard 8/8/8/4k3/8/8/8/4K3 w - - 99 60");
        let line = engine.ask(start, "1 ").pop().unwrap();
        scores.push(line.split(' ').nth(1).unwrap().to_owned());
        if start == "go" {
            engine.read_until("move ");
        }
        engine.query(end);
    }
    assert_eq!(scores, ["-50", "0", "-50", "0", "-50"]);
}

#[test]
fn the_first_line_chooses_the_protocol() {
    let engine = Engine::new();
    let last = engine.ask("\n# a comment\nxboard\nprotover 2", "feature done").pop().unwrap();
    assert_eq!(last, "feature done=1");
    engine.send("new\nforce\nusermove e2e4\nuci");
    assert_eq!(engine.read_line(), "Error (unknown command): uci");
    assert!(engine.finish().is_empty());
    let engine = Engine::new();
    engine.send("isready\nxboard");
    assert_eq!(engine.read_line(), "readyok");
    assert!(engine.read_line().starts_with("info string error"));
}

#[test]
fn quit_and_the_end_of_input_are_prompt() {
    for (work, endings) in [
        ("go", &["\nquit\nusermove x"][..]),
        ("usermove e2e4", &["\nquit"]),
        ("analyze", &["", "\nquit"]),
        ("force", &["", "\nquit"]),
        ("xboard", &["", "\nquit"]),
    ] {
        for ending in endings {
            let time = shortest(|| {
                let engine = Engine::xboard();
                engine.query("new\nvariant baroque\nhard\nst 30");
                engine.send(&format!("{work}{ending}"));
                time(|| drop(engine.finish()))
            });
            assert!(time < PROMPT, "{work}{ending}: {time:?}");
        }
    }
}

#[test]
fn the_end_of_input_lets_the_move_and_the_hint_be_found() {
    for (work, last) in [("go", "move "), ("usermove e2e4", "move "), ("hint", "Hint: ")] {
        let engine = Engine::xboard();
        engine.query("new\nvariant baroque\nhard\nst 1");
        engine.send(&format!("{work}\nping 5"));
        let lines = engine.finish();
        assert!(lines.iter().any(|line| line.starts_with(last)), "{work}: {lines:?}");
        assert!(lines.contains(&"pong 5".to_owned()), "{work}: {lines:?}");
    }
}
