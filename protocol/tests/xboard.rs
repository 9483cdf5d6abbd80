//! Conversations with XBoard in memory: what the engine must answer.

mod common;

use std::time::{Duration, Instant};

use common::Talk;

const A_WHILE: Duration = Duration::from_millis(150);
const PROMPT: Duration = Duration::from_millis(100);
/// White to move mates with c4d5 and stalemates with c4d3.
const ENDING: &str = "8/8/8/4k3/2K2I2/3w4/8/8 w - - 0 1";

/// A conversation that is ready for moves of both sides.
fn forced(variant: &str, fen: &str) -> Talk {
    let talk = Talk::xboard();
    talk.told(&format!("new\nvariant {variant}\nforce"));
    talk.told_nothing(&format!("setboard {fen}"));
    talk
}

#[test]
fn features_come_with_protover_two_and_later() {
    let talk = Talk::xboard();
    talk.told_nothing("xboard\nprotover 1");
    for version in ["2", "3", "99999999999999999999"] {
        let lines = talk.told(&format!("protover {version}"));
        assert!(lines.iter().all(|line| line.starts_with("feature ") && line.len() < 500));
        for feature in [
            "ping=1",
            "setboard=1",
            "usermove=1",
            "highlight=1",
            "colors=0",
            "sigint=0",
            "sigterm=0",
            "san=0",
            "reuse=1",
            "analyze=1",
            "debug=1",
            "name=1",
            "memory=1",
            "smp=1",
            "exclude=1",
            "nps=0",
        ] {
            assert!(lines[0].split(' ').any(|word| word == feature), "{feature}");
        }
        assert!(lines[0].contains(concat!("myname=\"Baroque ", env!("CARGO_PKG_VERSION"))));
        assert_eq!(
            lines[1],
            "feature variants=\"baroque,abbott1962,abbott1968,cambridge,delft,vchess,maxima,rococo\""
        );
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
    talk.told_nothing("accepted ping\nrejected option nonsense\naccepted");
    talk.told_nothing("random\ncomputer\nname somebody\nrating 1 2\nics -\negtpath syzygy /x");
    assert_eq!(
        talk.told_one("protover x"),
        "Error (protover is 'x', allowed is a number from 0): protover x"
    );
    assert!(talk.end().is_empty());
}

#[test]
fn every_variant_brings_its_board() {
    let talk = Talk::xboard();
    for (variant, first, pieces) in [
        (
            "baroque",
            "setup (PLXCW....................IKplxcw....................ik) 8x8+0_nocastle \
             clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w - - 0 1",
            "P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, K& K",
        ),
        (
            "vchess",
            "setup (PLXCW....................IKplxcw....................ik) 8x8+0_nocastle \
             clxkwxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w - - 0 1",
            "P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, K& K",
        ),
        (
            "maxima",
            "setup (PLXCW.....G..............I.........MKplxcw.....g..............i.........mk) \
             8x11+0_nocastle ***2***/1m1wk1m1/1xliclx1/gppppppg/8/8/8/GPPPPPPG/1XLCILX1/1M1KW1M1/\
             ***2*** w - - 0 1",
            "P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, G& K, M& F, K& N",
        ),
        (
            "rococo",
            "setup (.LX.W..A...P..S..........IK.lx.w..a...p..s..........ik) 10x10+0_nocastle \
             10/1iwlkxlas1/1pppppppp1/10/10/10/10/1PPPPPPPP1/1IWLKXLAS1/10 w - - 0 1",
            "P& K, L& mQ, W& mQ, I& mQ, X& mQ, A& mQ, S& Q, K& K",
        ),
        (
            "renaissance",
            "setup (PLXCWRBIUY.Kplxcwrbiuy.k) 9x9+9_crazyhouse \
             curbkwxli/ppppppppp/9/9/9/9/9/PPPPPPPPP/ILXWKBRUC[] w - - 0 1",
            "P& mR, L& mQ, C& mQ, W& mQ, I& mQ, X& mQ, R& mQ, B& mQ, U& mQ, Y& mQ, K& K",
        ),
    ] {
        let lines = talk.told(&format!("new\nvariant {variant}"));
        let pieces: Vec<String> = pieces.split(", ").map(|text| format!("piece {text}")).collect();
        assert_eq!(lines[0], first);
        assert_eq!(lines[1..], pieces);
    }
    let error = talk.told_one("variant chess");
    assert!(error.starts_with("Error (unknown variant 'chess', allowed are: baroque "), "{error}");
    assert_eq!(talk.told_one("variant"), "Error (variant is missing): variant");
    // After `new` it is the default variant again.
    talk.told("variant rococo");
    talk.told_nothing("new\nforce\nusermove e2e4");
}

#[test]
fn renaissance_is_offered_on_demand() {
    let talk = Talk::xboard();
    let line = talk.told_one("option Offer Renaissance=1");
    assert!(line.starts_with("feature variants=\"") && line.ends_with(",renaissance\""), "{line}");
    let lines = talk.told("protover 2");
    assert!(lines[1].ends_with(",rococo,renaissance\""));
    let line = talk.told_one("option Offer Renaissance=0");
    assert!(line.ends_with(",rococo\""), "{line}");
}

#[test]
fn start_and_rules_hold_from_the_next_game_on() {
    let talk = Talk::xboard();
    talk.told("new\nvariant baroque");
    talk.told_nothing("force\noption Start=e1a1e8h8\noption Rules=ranklimit=on");
    talk.told_nothing("usermove e2e5");
}

#[test]
fn start_and_rules_survive_new_games() {
    let talk = Talk::xboard();
    talk.told_nothing("option Start=e1a1e8h8\noption Rules=ranklimit=on");
    for _ in 0..2 {
        let lines = talk.told("new\nvariant baroque");
        assert!(lines[0].ends_with(" clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w - - 0 1"));
        talk.told_nothing("force\nusermove e2e4");
        let error = talk.told_one("usermove e7e4");
        assert!(error.starts_with("Illegal move (a pawn cannot land on the pawn on e4"), "{error}");
        // Other games have no such start and no such rule.
        let lines = talk.told("new\nvariant maxima");
        assert!(lines[0].starts_with("setup (PLXCW.....G"));
    }
    let error = talk.told_one("option Rules=suicide=off,leap=no");
    assert!(error.starts_with("Error (rules: ") && error.contains("leap"), "{error}");
    let error = talk.told_one("option Start=nowhere");
    assert!(error.starts_with("Error (unknown start 'nowhere'"), "{error}");
}

#[test]
fn options_memory_and_cores_are_settings() {
    let talk = Talk::xboard();
    talk.told_nothing("memory 2\ncores 2\noption Hash=1\noption MultiPV=2\noption Clear Hash");
    talk.told_nothing("option Ponder=1\noption UCI_AnalyseMode=0\noption Move Overhead=0");
    for (line, part) in [
        ("memory 0", "option Hash is '0', allowed is 1 to 33554432"),
        ("memory", "option Hash is ''"),
        ("cores x", "option Threads is 'x', allowed is 1 to 512"),
        ("option Hash", "option Hash is ''"),
        ("option Aggression=3", "unknown option 'Aggression'"),
        ("option", "the name of the option is missing"),
        ("option Complete Captures=2", "Complete Captures is '2', allowed is 0 or 1"),
    ] {
        let error = talk.told_one(line);
        assert!(error.starts_with(&format!("Error ({part}")), "{error}");
        assert!(error.ends_with(&format!("): {line}")), "{error}");
    }
    talk.say("new\nvariant baroque\npost\nsd 3\ngo");
    let lines = talk.until("move ");
    let threes = lines.iter().filter(|line| line.starts_with("3 ")).count();
    assert_eq!(threes, 2, "{lines:?}");
    // In the midst of thinking they wait for the move.
    talk.say("force\nst 30\ngo");
    talk.say("option Hash=4\nmemory 3\ncores 1\noption MultiPV=1\n?");
    talk.engine_move();
    assert!(talk.told("force").is_empty());
}

#[test]
fn new_leaves_force_mode_and_gives_the_engine_black() {
    let talk = Talk::xboard();
    talk.told("force\nnew\nvariant baroque\nsd 1");
    // The limit of the depth went with the new game; this one did not.
    talk.say("st 0.05\nusermove e2e4");
    talk.engine_move();
    talk.told("new\nforce\nvariant baroque");
    talk.told_nothing("usermove e2e4\nusermove e7e5");
    // Force mode, then go: the engine plays for whoever is to move.
    talk.say("sd 1\ngo");
    talk.engine_move();
    assert_eq!(
        talk.told_one("usermove e2e3"),
        "Illegal move (there is no piece on that square): e2e3"
    );
}

#[test]
fn playother_white_and_black_choose_the_engines_side() {
    let talk = Talk::xboard();
    talk.told("new\nvariant baroque\nforce\nsd 1");
    talk.told_nothing("playother");
    talk.say("usermove e2e4");
    talk.engine_move();
    talk.told_nothing("force\nnew\nsd 1\nwhite");
    talk.say("usermove d2d4");
    talk.engine_move();
    assert_eq!(talk.told_one("black"), "Error (it is not that side's turn): black");
    assert_eq!(talk.told_one("edit"), "Error (obsolete, use setboard): edit");
}

#[test]
fn a_user_may_not_move_for_the_engine() {
    let talk = Talk::xboard();
    talk.told("new\nvariant baroque\nst 30");
    talk.say("go\nusermove e2e4");
    assert_eq!(talk.line(), "Illegal move (it is not your turn): e2e4");
    talk.say("?");
    talk.engine_move();
}

#[test]
fn a_refused_position_stops_all_moves_until_a_good_one() {
    let talk = Talk::xboard();
    talk.told("new\nvariant baroque\nforce");
    talk.told_nothing("usermove e2e4");
    for fen in ["", "rubbish", "9/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/kk6 w - - 0 1"] {
        let line = talk.told_one(&format!("setboard {fen}"));
        assert!(line.starts_with("tellusererror Illegal position: FEN: "), "{line}");
        let line = talk.told_one("usermove e7e5");
        assert_eq!(line, "Illegal move (the last position was refused): e7e5");
        let line = talk.told_one("go");
        assert!(line.starts_with("Error (the last position was refused"), "{line}");
    }
    talk.told_nothing("analyze\nexit");
    talk.told_nothing("undo\nusermove e2e4\nundo");
    // XBoard leaves out what it believes to have no rights of castling.
    for fields in ["w - 0 1", "w - - 0 1", "w KQkq - 0 1", "w - e3 0 1", "w e3 0 1", "w", ""] {
        talk.told_nothing(&format!("setboard 4k3/8/8/8/8/8/8/4K3 {fields}"));
        talk.told_nothing("usermove e1e2");
    }
    talk.told_nothing(
        "variant baroque\nforce\nsetboard 4k3/8/8/8/8/8/8/4K3 b - 0 1"
            .trim_start_matches("variant baroque\n"),
    );
    talk.told_nothing("usermove e8e7");
}

#[test]
fn thinking_lines_have_five_fields() {
    let talk = forced("baroque", ENDING);
    talk.say("post\nsd 3\ngo");
    let lines = talk.until("1-0");
    let mated: Vec<&String> = lines.iter().filter(|line| line.contains(" 100001 ")).collect();
    assert!(!mated.is_empty(), "{lines:?}");
    for line in &lines[..lines.len() - 2] {
        let fields: Vec<&str> = line.split(' ').collect();
        assert!(fields[..4].iter().all(|field| field.parse::<i64>().is_ok()), "{line}");
    }
    let talk = Talk::xboard();
    talk.say("new\nvariant baroque\nsd 3\nnopost\ngo");
    talk.until("piece K& K");
    assert!(talk.line().starts_with("move "));
}

#[test]
fn results_are_claimed_when_they_are_true() {
    for (fen, mv, result) in [
        (ENDING, "c4d5", "1-0 {White wins: checkmate}"),
        (ENDING, "c4d3", "1-0 {White wins: stalemate}"),
        ("7k/8/8/8/8/8/8/K7 w - - 99 80", "a1a2", "1/2-1/2 {Draw: move limit}"),
    ] {
        let talk = forced("baroque", fen);
        talk.told_nothing("playother");
        assert_eq!(talk.told_one(&format!("usermove {mv}")), result);
        // In force mode nobody plays, and nothing is claimed.
        let talk = forced("baroque", fen);
        talk.told_nothing(&format!("usermove {mv}"));
        assert_eq!(talk.told_one("go"), result);
    }
    let talk = Talk::xboard();
    talk.told("new\nvariant baroque\nforce");
    let there_and_back = "usermove e2e3\nusermove e7e6\nusermove e3e2\nusermove e6e7\n";
    talk.told_nothing(&format!("{there_and_back}{there_and_back}"));
    assert_eq!(talk.told_one("go"), "1/2-1/2 {Draw: repetition}");
    let talk = forced("rococo", "10/10/10/10/10/10/10/1k8/K9/10 w - - 0 1");
    talk.told_nothing("playother");
    assert_eq!(talk.told_one("usermove a1b2"), "1-0 {White wins: king taken}");
    let talk = forced("maxima", "***1P***/8/2k5/8/8/8/8/8/2P5/3K4/***2*** w - - 0 1");
    talk.told("sd 2");
    let talk = forced("maxima", "***1P***/3P4/2k2m2/8/8/8/8/8/2P5/3K4/***2*** w - - 0 1");
    talk.told_nothing("playother");
    assert_eq!(talk.told_one("usermove d10d11p"), "1-0 {White wins: invasion}");
    // The engine's own move too.
    let talk = forced("baroque", ENDING);
    talk.say("sd 3\ngo");
    talk.engine_move();
    assert!(talk.line().starts_with("1-0 {White wins: "));
}

#[test]
fn undo_and_remove_work_at_any_time() {
    let talk = Talk::xboard();
    talk.told("new\nvariant baroque\nforce");
    assert_eq!(talk.told_one("undo"), "Error (there is nothing to take back): undo");
    talk.told_nothing("usermove e2e4\nundo\nusermove e2e4\nusermove e7e5\nremove\nusermove e2e4");
    assert_eq!(talk.told_one("remove"), "Error (there is nothing to take back): remove");
    // In the midst of thinking.
    talk.say("st 30\ngo\nundo\nping 1");
    assert_eq!(talk.line(), "pong 1");
    talk.silent(A_WHILE);
    talk.told_nothing("force\nusermove e2e3");
}

#[test]
fn pings_wait_for_the_move_and_for_nothing_else() {
    let talk = Talk::xboard();
    talk.told("new\nvariant baroque\nst 30");
    talk.say("go\nping 1\nping 2");
    talk.silent(A_WHILE);
    talk.say("?");
    assert!(talk.line().starts_with("move "));
    assert_eq!([talk.line(), talk.line()], ["pong 1", "pong 2"]);
    // A search that is given up leaves no ping behind.
    talk.say("force\ngo\nping 3\nforce\nping 4");
    assert_eq!([talk.line(), talk.line()], ["pong 3", "pong 4"]);
    talk.say("analyze");
    let time = (0..3).map(|_| {
        let start = Instant::now();
        talk.say("ping 5");
        talk.until("pong 5");
        start.elapsed()
    });
    let time = time.min().unwrap();
    assert!(time < PROMPT, "{time:?}");
    // Lines of the analysis may still be on their way.
    talk.told("exit");
    assert!(talk.told_one("ping").starts_with("Error (ping is ''"));
}

#[test]
fn pondering_goes_on_after_the_expected_move() {
    let talk = Talk::xboard();
    talk.told("new\nvariant baroque\nhard\npost\nst 0.2");
    talk.say("usermove e2e4");
    talk.engine_move();
    // It thinks now, and answers at once.
    let start = Instant::now();
    talk.say("ping 1\nhint");
    let hint = talk.until("Hint: ").pop().unwrap();
    assert!(start.elapsed() < Duration::from_secs(1));
    let expected = hint.strip_prefix("Hint: ").unwrap();
    talk.say(&format!("usermove {expected}"));
    talk.engine_move();
    // Another move, easy, illegal moves, an end of the game: nothing is left over.
    talk.say("usermove a1a1");
    assert!(talk.until("Illegal move").pop().unwrap().ends_with("a1a1"));
    talk.say("easy\nping 2");
    talk.until("pong 2");
    talk.silent(A_WHILE);
    talk.say("hard\nping 3");
    talk.until("pong 3");
    talk.say("result 1-0 {somebody resigns}\nping 4");
    talk.until("pong 4");
    talk.silent(A_WHILE);
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
        let talk = Talk::xboard();
        talk.told("new\nvariant baroque");
        let start = Instant::now();
        talk.say(setting);
        talk.say("go");
        talk.engine_move();
        let time = start.elapsed();
        assert!(time < Duration::from_secs(2), "{setting}: {time:?}");
    }
    let talk = Talk::xboard();
    for line in ["level 1", "st x", "sd 0", "sd", "nps x", "time", "otim y", "level 1 1:x 0"] {
        assert!(talk.told_one(line).starts_with("Error ("), "{line}");
    }
}

#[test]
fn a_draw_is_accepted_by_who_is_losing() {
    let lost = "7k/8/8/8/8/8/PPPP4/KWLXC3 b - - 0 1";
    let talk = forced("baroque", lost);
    talk.told_nothing("draw");
    talk.say("sd 2\ngo");
    talk.engine_move();
    assert_eq!(talk.told_one("draw"), "offer draw");
    talk.told_nothing("force\ndraw");
    let won = "7k/8/8/8/8/8/PPPP4/KWLXC3 w - - 0 1";
    let talk = forced("baroque", won);
    talk.say("sd 2\ngo");
    talk.engine_move();
    talk.told_nothing("draw");
}

#[test]
fn analysis_tells_lines_and_follows_the_board() {
    let talk = Talk::xboard();
    talk.told("new\nvariant baroque\nforce");
    talk.say("analyze");
    talk.until("3 ");
    talk.say(".");
    let stat = talk.until("stat01: ").pop().unwrap();
    let fields: Vec<&str> = stat.split(' ').collect();
    assert!(fields.len() == 7 && fields[1..6].iter().all(|field| field.parse::<u64>().is_ok()));
    for line in
        ["usermove e2e4", "usermove e7e5", "undo", "setboard 4k3/8/8/8/8/8/8/4K2W w - - 0 1"]
    {
        talk.say(line);
        talk.until("2 ");
    }
    talk.say("usermove a8a1");
    talk.until("Illegal move (there is no piece on that square): a8a1");
    talk.say("hint");
    talk.until("Hint: ");
    talk.say("new\nvariant maxima");
    talk.until("piece K& N");
    talk.until("2 ");
    talk.say("exit\nping 1");
    talk.until("pong 1");
    talk.silent(A_WHILE);
    talk.told_nothing(".\nexit");
    // A finished game is nothing to analyse, and no trouble.
    talk.told("variant baroque");
    talk.told_nothing(&format!("setboard {ENDING}\nusermove c4d5\nanalyze"));
    talk.told("undo\nexit");
}

#[test]
fn moves_can_be_left_out_of_the_analysis() {
    let talk = forced("baroque", ENDING);
    // The last line of the analysis after these commands.
    let last = |text: &str| {
        talk.told(text.rsplit_once('\n').map_or("", |(first, _)| first));
        talk.say(text.rsplit_once('\n').map_or(text, |(_, last)| last));
        std::thread::sleep(A_WHILE);
        talk.told("").pop().unwrap()
    };
    let line = last("analyze\nexclude c4d5\nexclude c4d3");
    assert!(!line.contains(" 100001 "), "{line}");
    talk.told("exclude best\nexclude all");
    talk.silent(A_WHILE);
    let line = last("include all");
    assert!(line.contains(" 100001 "), "{line}");
    let line = last("exclude tail");
    assert!(line.contains(" 100001 "), "{line}");
    let line = last("exclude all\ninclude c4d3");
    assert!(line.contains(" 100001 ") && line.ends_with(" c4d3"), "{line}");
    let error = talk.told("exclude c4c8").pop().unwrap();
    assert!(error.starts_with("Error (a king goes one step)"), "{error}");
}

#[test]
fn questions_have_answers() {
    let talk = Talk::xboard();
    talk.told("new\nvariant baroque\nforce");
    assert_eq!(talk.told("bk"), ["\tThere is no opening book.", ""]);
    talk.say("hint");
    let hint = talk.line();
    assert!(hint.starts_with("Hint: "), "{hint}");
    for line in
        ["frobnicate", "e", "lift", "lift z9", "hover a", "put \u{1}", "exclude", "include x"]
    {
        let error = talk.told_one(line);
        assert!(error.starts_with("Error ("), "{error}");
    }
    talk.told_nothing("# comment\n\n  ");
    let long = "x".repeat(3 << 20);
    let error = talk.told_one(&long);
    assert!(error.starts_with("Error (the line is longer than ") && error.len() < 800, "{error}");
}

#[test]
fn a_draw_is_just_a_draw_in_analysis_and_there_only() {
    let talk = Talk::xboard();
    talk.told("variant baroque\nforce\npost\nsd 2\noption Contempt=50");
    let mut scores = Vec::new();
    // Every move draws by the move limit. Analysis is left by `exit`, and by `force` as well.
    for (begin, end) in
        [("go", ""), ("analyze", "exit"), ("go", ""), ("analyze", "force"), ("go", "")]
    {
        talk.told("force\nsetboard 8/8/8/4k3/8/8/8/4K3 w - - 99 60");
        talk.say(begin);
        let line = talk.until("1 ").pop().unwrap();
        scores.push(line.split(' ').nth(1).unwrap().to_owned());
        if begin == "go" {
            talk.until("move ");
        }
        talk.told(end);
    }
    assert_eq!(scores, ["-50", "0", "-50", "0", "-50"]);
}

#[test]
fn the_first_line_chooses_the_protocol() {
    let talk = Talk::new();
    talk.say("\n# a comment\nxboard\nprotover 2");
    assert_eq!(talk.until("feature done").last().unwrap(), "feature done=1");
    talk.told_nothing("new\nforce\nusermove e2e4");
    talk.say("uci");
    assert_eq!(talk.line(), "Error (unknown command): uci");
    assert!(talk.end().is_empty());
    let talk = Talk::new();
    talk.say("isready\nxboard");
    assert_eq!(talk.line(), "readyok");
    assert!(talk.line().starts_with("info string error"));
}

#[test]
fn quit_and_the_end_of_input_are_prompt() {
    for work in ["go", "analyze", "force", "usermove e2e4", "xboard"] {
        for farewell in ["", "\nquit\nusermove x"] {
            let times = (0..3).map(|_| {
                let talk = Talk::xboard();
                talk.told("new\nvariant baroque\nhard\nst 30");
                talk.say(&format!("{work}{farewell}"));
                let start = Instant::now();
                talk.end();
                start.elapsed()
            });
            let time = times.min().unwrap();
            assert!(time < PROMPT, "{work}{farewell}: {time:?}");
        }
    }
}
