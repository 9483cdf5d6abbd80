use super::*;
use crate::adjudication::{DrawAdjudication, ResignAdjudication};
use crate::player::Protocol;
use crate::settings::{Extra, Source};
use crate::time_control::Period;

fn args(line: &str) -> Vec<String> {
    shlex::split(line).unwrap()
}

fn request(args: &[String]) -> Result<Request, Error> {
    parse(args, &Loaded::default())
}

const TWO: &str = "-engine cmd=a -engine cmd=b -each nodes=100";

/// The settings of a match of two engines with more options.
fn two(more: &str) -> Settings {
    match request(&args(&format!("{TWO} {more}"))) {
        Ok(Request::Start(settings)) => *settings,
        other => panic!("{more}: {other:?}"),
    }
}

fn error(more: &str) -> String {
    request(&args(&format!("{TWO} {more}"))).unwrap_err().to_string()
}

#[test]
fn parses_a_command_of_the_fastchess_manual() {
    let line = "-engine cmd=Engine1.exe name=Engine1 option.Threads=1 nodes=2000000 \
                -engine cmd=Engine2.exe name=Engine2 option.Threads=2 nodes=1000000 \
                -openings file=UHO_Lichess_4852_v1.epd format=epd order=random \
                -each tc=300+5 -resign movecount=3 score=600 \
                -draw movenumber=34 movecount=8 score=20 \
                -sprt elo0=0 elo1=2 alpha=0.05 beta=0.05 \
                -rounds 100000 -concurrency 1 -pgnout notation=san nodes=true file=./games/sprt.pgn";
    let Request::Start(settings) = request(&args(line)).unwrap() else { panic!("no match") };
    let [first, second] = settings.engines.as_slice() else { panic!("two engines") };
    assert_eq!(first.engine.options, [("Threads".to_owned(), "1".to_owned())]);
    assert_eq!((first.time.nodes, second.time.nodes), (Some(2_000_000), Some(1_000_000)));
    assert_eq!(first.time.period, Some(Period { moves: 0, time: 300_000, increment: 5_000 }));
    assert_eq!(settings.openings.source, Source::Epd("UHO_Lichess_4852_v1.epd".into()));
    assert!(settings.openings.shuffled);
    let adjudication = settings.adjudication;
    let draw = DrawAdjudication { move_number: 34, move_count: 8, score: 20 };
    let resign = ResignAdjudication { move_count: 3, score: 600, two_sided: false };
    assert_eq!((adjudication.draw, adjudication.resign), (Some(draw), Some(resign)));
    assert!(settings.sprt.is_some());
    assert_eq!((settings.schedule().total(), settings.threads()), (200_000, 2));
    let pgn = settings.run.pgn.unwrap();
    assert_eq!((pgn.extras, pgn.uci), (vec![Extra::Nodes], Some(false)));
}

#[test]
fn parses_a_command_of_the_openbench_client() {
    // As built by OpenBench's Client/worker.py (9906bad).
    let line = "-recover -variant standard -testEnv -concurrency 1 -rounds 32 -games 2  \
                -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10  \
                -engine dir=Engines/ cmd=./Baroque-1A2B proto=uci tc=8.23+0.08 timemargin=250 \
                option.Threads=1 option.Hash=16 option.UCI_Variant=rococo name=Baroque-dev \
                -engine dir=Engines/ cmd=./Baroque-3C4D proto=uci tc=8.23+0.08 timemargin=250 \
                option.Threads=1 option.Hash=16 option.UCI_Variant=rococo name=Baroque-base \
                -openings file=Books/rococo.epd format=epd order=random start=17 -srand 42 \
                -pgnout file=PGNs/1.2.3.4.pgn seldepth=true nodes=true \
                match_line='^info string pgncomment .*'";
    let Request::Start(settings) = request(&args(line)).unwrap() else { panic!("no match") };
    assert_eq!((&*settings.rules.variant, &*settings.rules.rules), ("rococo", ""));
    assert_eq!(settings.names(), ["Baroque-dev", "Baroque-base"]);
    let engine = &settings.engines[0].engine;
    assert_eq!((&*engine.dir, &*engine.cmd), ("Engines/", "./Baroque-1A2B"));
    assert_eq!(engine.options.len(), 2, "the match sends the rules");
    assert_eq!((settings.openings.start, settings.seed), (17, 42));
    assert!(settings.run.recover && settings.run.test_env);
    let pgn = settings.run.pgn.unwrap();
    assert_eq!(pgn.match_lines, ["^info string pgncomment .*"]);
    // Fixed nodes and fixed time.
    let times = "-engine cmd=a tc=inf nodes=25000 -engine cmd=b st=0.10 timemargin=250";
    let Request::Start(settings) = request(&args(times)).unwrap() else { panic!("no match") };
    assert_eq!(settings.engines[0].time.nodes, Some(25_000));
    assert_eq!(settings.engines[1].time.move_time, Some(100));
}

#[test]
fn options_of_public_scripts_are_accepted() {
    let settings = two(
        "-each tc=0/120+2 timeout=2.5 -randomseed -debug -bookmode ram -pgnout games.pgn min fi",
    );
    let time = &settings.engines[0].time;
    assert_eq!(time.period, Some(Period { moves: 0, time: 120_000, increment: 2_000 }));
    assert_eq!(time.timeout, Some(2_500));
    assert!(settings.run.debug);
    for (words, min) in
        [("games.pgn fi", false), ("games.pgn fi min", true), ("file=games.pgn min fi=true", true)]
    {
        let pgn = two(&format!("-pgnout {words}")).run.pgn.unwrap();
        assert_eq!((pgn.out.file, pgn.min), (PathBuf::from("games.pgn"), min), "{words}");
    }
    // Without -srand every match has its own seed.
    let seeds = [two("-randomseed"), two("-srand 7 -randomseed"), two("")].map(|s| s.seed);
    assert!(seeds.iter().all(|&seed| seed <= u32::MAX.into()) && seeds[0] != seeds[1]);
    let resumed = |file: &str| Request::Resume {
        file: file.into(),
        replay: false,
        options: args(&format!("-resume {}", if file == "config.json" { "" } else { file })),
    };
    assert_eq!(request(&args("-resume")), Ok(resumed("config.json")));
    assert_eq!(request(&args("-resume x.json")), Ok(resumed("x.json")));
}

#[test]
fn numbers_of_a_state_file_are_checked() {
    let saved = || serde_json::to_value(two("-draw score=1 -resign score=1 -maxmoves 9")).unwrap();
    let check = |value| check_numbers(&serde_json::from_value(value).unwrap());
    assert_eq!(check(saved()), Ok(()));
    for (path, value, words) in [
        ("/games", u64::MAX.into(), "games is 18446744073709551615, allowed is 1 to 2"),
        ("/games", 0.into(), "games is 0, allowed is 1 to 2"),
        ("/rounds", 0.into(), "rounds is 0, allowed is 1 to 9223372036854775807"),
        ("/shard/of", 0.into(), "shards is 0, allowed is 1 to "),
        ("/shard/index", 2.into(), "shard is 2, allowed is 1 to 1"),
        ("/seed", u64::MAX.into(), "seed is 18446744073709551615, allowed is 0 to "),
        ("/openings/start", 0.into(), "start is 0, allowed is 1 to "),
        ("/openings/plies", 10_001.into(), "plies is 10001, allowed is 0 to 10000"),
        ("/adjudication/draw/move_count", u32::MAX.into(), "draw move_count is 4294967295, "),
        ("/adjudication/resign/score", 1_000_001.into(), "resign score is 1000001, "),
        ("/adjudication/max_moves", u32::MAX.into(), "max_moves is 4294967295, allowed is 1 to "),
        ("/run/concurrency", 0.into(), "concurrency is 0, allowed is 1 to 4096"),
        ("/run/affinity", vec![1, 4096].into(), "affinity is 4096, allowed is 0 to 4095"),
        ("/run/wait", u64::MAX.into(), "wait is 18446744073709551615, allowed is 0 to "),
        ("/run/timeouts/ping/secs", u64::MAX.into(), "ping timeout is 18446744073709551615, "),
        ("/run/save_interval", u64::MAX.into(), "save_interval is 18446744073709551615, "),
        ("/engines/1/time/nodes", 0.into(), "engine 'b': nodes is 0, allowed is 1 to "),
        ("/engines/1/time/depth", 1001.into(), "engine 'b': depth is 1001, allowed is 1 to 1000"),
        ("/engines/1/time/margin", u64::MAX.into(), "engine 'b': margin is 18446744073709551615, "),
        ("/engines/0/time_scale", 1e9.into(), "engine 'a': time_scale is 1000000000, allowed is "),
    ] {
        let mut bent = saved();
        *bent.pointer_mut(path).unwrap() = value;
        let error = check(bent).unwrap_err();
        assert!(error.starts_with(words), "{error}");
    }
}

#[test]
fn names_of_engine_options_may_have_blanks() {
    let options = |words: &str| two(&format!("-each {words}")).engines[0].engine.options.clone();
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let expected = [pair("Hash", "8"), pair("Slow Mover", "80"), pair("Move Overhead", "5")];
    for words in [
        "option.Hash=8 'option.Slow Mover=80' 'option.Move Overhead=5'",
        "option.Hash=8 option.Slow Mover=80 option.Move Overhead=5 name=a",
        // As built by OpenBench's client for `Hash=8 Slow Mover=80 Move Overhead=5`.
        "option.Hash=8 option.Slow option.Mover=80 option.Move option.Overhead=5",
    ] {
        assert_eq!(options(words), expected, "{words}");
    }
    for (words, bad) in [
        ("option.Slow", "option.Slow"),
        ("option.Slow Mover", "option.Slow Mover"),
        ("option.Slow nodes=5", "option.Slow"),
        ("option.Slow Mover ponder", "option.Slow Mover"),
    ] {
        let expected = format!("-each is '{bad}', allowed is key=value");
        assert_eq!(error(&format!("-each {words}")), expected);
    }
}

#[test]
fn engine_names_are_unique() {
    let line = "-engine cmd=/x/baroque.exe -engine cmd=y/baroque args=\"xboard 'a b'\" proto=xboard \
                -engine cmd=z name=baroque -each depth=3";
    let Request::Start(settings) = request(&args(line)).unwrap() else { panic!("no match") };
    assert_eq!(settings.names(), ["baroque", "baroque_2", "baroque_3"]);
    let engine = &settings.engines[1].engine;
    assert_eq!(engine.proto, Protocol::Xboard);
    assert_eq!(engine.args, ["xboard", "a b"]);
}

#[test]
fn ponder_and_trust_are_off_by_default() {
    let settings = two("-each ponder trust tscale=2.5 option.Hash=1 option.hash=2");
    for entry in &settings.engines {
        assert!(entry.engine.ponder && entry.trust);
        assert_eq!(entry.time_scale, Some(2.5));
        assert_eq!(entry.engine.options, [("hash".to_owned(), "2".to_owned())]);
    }
    assert!(!two("").engines[0].engine.ponder && !two("").engines[0].trust);
}

#[test]
fn report_options_depend_on_the_style() {
    let ends = |more: &str| two(more).outcome_interval();
    assert_eq!((ends(""), ends("-outcomeinterval 0")), (None, Some(0)));
    assert_eq!(ends("-output format=cutechess"), Some(0));
    assert_eq!(ends("-output format=cutechess -outcomeinterval 7"), Some(7));
    let columns = |more: &str| two(&format!("-output format=cutechess {more}")).run.columns;
    assert_eq!(columns("-resultformat small"), ["Rank", "Name", "Games", "Points"]);
    assert_eq!(columns("-resultformat Rank,Elo"), ["Rank", "Elo"]);
    let wrong = error("-output format=cutechess -resultformat Rank,Rang");
    let start = "-resultformat is 'Rang', allowed is a list of minimal, ";
    assert!(wrong.starts_with(start), "{wrong}");
}

#[test]
fn games_are_paired() {
    let plan = |more: &str| {
        let settings = two(more);
        (settings.games, settings.schedule().total(), settings.counts_pairs())
    };
    assert_eq!(plan(""), (2, 4, true));
    assert_eq!(plan("-rounds 5 -repeat"), (2, 10, true));
    assert_eq!(plan("-rounds 5 -games 1"), (1, 5, false));
    assert_eq!(plan("-games 100 -rounds 1"), (2, 100, true));
    assert_eq!(plan("-games 100"), (2, 100, true));
    assert_eq!(plan("-sprt elo0=0 elo1=5"), (2, 1_000_000, true));
    assert_eq!(plan("-sprt elo0=0 elo1=5 -games 4"), (2, 1_000_000, true));
    assert_eq!(plan("-report penta=false"), (2, 4, false));
    assert_eq!(plan("-output format=cutechess"), (2, 4, false));
}

#[test]
fn a_shard_has_every_nth_pair() {
    let shard = |more: &str| two(&format!("-srand 1 -rounds 5 {more}")).shard;
    assert_eq!(shard(""), Shard::WHOLE);
    for same in ["-shard 2/3", "-index-from 1 -shard 2/3", "--shard 1/3 --index-from 0"] {
        assert_eq!(shard(same), Shard { index: 2, of: 3 }, "{same}");
    }
    let schedule = two("-srand 1 -rounds 5 -shard 2/3").schedule();
    assert_eq!((schedule.count(), schedule.total()), (4, 10));
    for (more, words) in [
        ("-shard 1/2", "-shard requires -srand, the same for all shards"),
        ("-shard 1/2 -srand 1 -randomseed", "-shard requires -srand, the same for all shards"),
        ("-srand 1 -shard", "-shard requires a value"),
        ("-srand 1 -shard 0/2", "-shard is '0/2', allowed is I/N with I from 1 to N, or with "),
        ("-srand 1 -shard 2/2 -index-from 0", "-shard is '2/2', allowed is I/N with I from 0 to "),
        ("-index-from 2", "-index-from is '2', allowed is a whole number from 0 to 1"),
        ("-srand 1 -shard 1/2 -sprt elo0=0 elo1=5", "-sprt and -shard exclude each other: "),
    ] {
        let error = error(more);
        assert!(error.starts_with(words), "{error}");
    }
}

#[test]
fn rules_come_from_options_or_engines() {
    let rules = |more: &str| {
        let rules = two(more).rules;
        (rules.variant, rules.rules)
    };
    let owned = |variant: &str, rules: &str| (variant.to_owned(), rules.to_owned());
    assert_eq!(rules(""), owned("baroque", ""));
    assert_eq!(rules("-variant Rococo"), owned("rococo", ""));
    for name in ["standard", "fischerandom"] {
        assert_eq!(rules(&format!("-variant {name}")), owned("baroque", ""));
        let named = format!("-variant {name} -each option.UCI_Variant=rococo");
        assert_eq!(rules(&named), owned("rococo", ""));
    }
    let by_option = "-each option.UCI_Variant=Delft option.Rules=leap=single";
    assert_eq!(rules(by_option), owned("delft", "leap=single"));
    let disagree = "engines and -variant or -rules disagree: UCI_Variant is maxima and rococo";
    assert_eq!(error("-variant maxima -each option.uci_variant=rococo"), disagree);
    assert!(error("-variant chess").starts_with("unknown variant 'chess'"));
    assert!(error("-rules leap=far").contains("leap"));
}

#[test]
fn openings_are_files_or_random() {
    let source = |more: &str| two(&format!("-openings {more}")).openings.source;
    assert_eq!(source("file=a.epd"), Source::Epd("a.epd".into()));
    assert_eq!(source("file=a.pgn plies=8"), Source::Pgn("a.pgn".into()));
    assert_eq!(source("file=a.txt format=pgn"), Source::Pgn("a.txt".into()));
    assert_eq!(source("random plies=6"), Source::Random);
}

#[test]
fn errors_name_option_value_and_range() {
    for (more, words) in [
        ("-rounds x", "-rounds is 'x', allowed is a whole number from 1 to 1000000000"),
        ("-openings file=a policy=shuffle", "-openings policy=shuffle is not supported"),
        ("-openings file=a order random=1", "-openings is 'order', allowed is key=value"),
        ("-openings chaos", "-openings is 'chaos', allowed is random, or file=NAME"),
        ("-openings random start=0", "-openings start is '0', allowed is a whole number from 1"),
        ("-rounds", "-rounds requires a value"),
        ("-rounds 1 2", "-rounds is '2', allowed is one value"),
        ("-recover yes", "-recover takes no argument"),
        ("-foo 1", "unknown option '-foo', try -help"),
        ("-tb a:b", "-tb is not supported"),
        ("-tournament knockout", "-tournament knockout is not supported"),
        ("-tournament swiss", "-tournament is 'swiss', allowed is roundrobin or gauntlet"),
        ("-debug all", "-debug takes no argument"),
        ("-bookmode flash", "-bookmode is 'flash', allowed is ram or disk"),
        ("-pgnout a fi=false", "-pgnout fi=false is not supported"),
        ("-each timeout=0", "-each timeout is '0', allowed is seconds, such as 0.5"),
        ("-each tscale=0.1", "-each tscale is '0.1', allowed is a number from 0.2 to 120"),
        ("-each conf=a", "-each has no key 'conf'"),
        ("-resultformat small", "-resultformat requires -output format=cutechess"),
        ("-each foo=1", "-each has no key 'foo'"),
        ("-each foo", "-each is 'foo', allowed is key=value"),
        ("-each tc=5:x", "-each tc is '5:x', allowed is moves/minutes:seconds+increment or inf"),
        ("-each proto=ucci", "-each proto is 'ucci', allowed is uci or xboard"),
        ("-each tc=1 st=1", "engine 'a' has tc= and st=, which exclude each other"),
        ("-engine cmd=c nodes=1 'name=a\nb'", "engine name 'a?b' contains control characters"),
        ("-engine cmd=c nodes=1 name=a\u{202e}b", "engine name 'a?b' contains control characters"),
        ("-engine name=c nodes=1", "engine 3 has no cmd="),
        ("-engine cmd=c -sprt elo0=0 elo1=5", "-sprt requires two engines, not 3"),
        ("-sprt elo0=5 elo1=0", "-sprt elo0 is 5 and elo1 is 0, but elo0 must be less than elo1"),
        ("-pgnout match_line=(", "-pgnout match_line is '(', allowed is a regular expression"),
        ("-log level=trace", "-log is 'level=trace', allowed is file=NAME and more"),
        ("-log file=a compress=true", "-log compress=true is not supported"),
        ("-use-affinity 3-1", "-use-affinity is '3-1', allowed is processors such as 3,5,7-11"),
    ] {
        assert_eq!(error(more), words, "{more}");
    }
    let error = |line: &str| request(&args(line)).unwrap_err().to_string();
    assert_eq!(error("engine cmd=a"), "unexpected argument 'engine', try -help");
    let two_engines = "a match needs at least two engines: -engine cmd=A -engine cmd=B";
    assert_eq!(error("-engine cmd=a tc=1"), two_engines);
    let unlimited = error("-engine cmd=a -engine cmd=b");
    assert!(unlimited.starts_with("engine 'a' has no time control or limit"), "{unlimited}");
    let many = error(&format!("{TWO} -concurrency 4096"));
    assert!(many.starts_with("-concurrency is 4096, but there are "), "{many}");
    assert_eq!(two("-concurrency 4096 -force-concurrency").run.concurrency, 4096);
}

#[test]
fn a_resumed_match_keeps_fixed_options() {
    let resume = request(&args("-config file=x.json -rounds 7 -concurrency 1")).unwrap();
    let Request::Resume { file, replay: false, options } = resume else { panic!("{resume:?}") };
    assert_eq!(file, PathBuf::from("x.json"));
    let mut settings = two("-rounds 3");
    amend(&mut settings, &options).unwrap();
    assert_eq!(settings.schedule().total(), 14);
    let fixed = amend(&mut settings, &args("-config file=x.json -srand 5")).unwrap_err();
    assert_eq!(fixed.to_string(), "-srand cannot change when a match is resumed");
    let discarded = two("-config file=x.json discard=true outname=y.json");
    assert_eq!(discarded.run.state, PathBuf::from("y.json"));
    let replayed = request(&args("-config file=x.json stats=false")).unwrap();
    assert!(matches!(replayed, Request::Resume { replay: true, .. }));
    assert_eq!(request(&args("-help")), Ok(Request::Help));
    assert_eq!(request(&args("--version")), Ok(Request::Version));
}

#[test]
fn a_whole_command_line_resumes_only_its_own_match() {
    let saved = || two("-rounds 3 -srand 1 -shard 1/2 -config outname=x.json");
    let resume = |more: &str| {
        let mut settings = saved();
        amend(&mut settings, &args(&format!("{TWO} {more}")))?;
        Ok::<_, Error>(settings)
    };
    let same = "-srand 1 -shard 1/2 -resume x.json";
    let settings = resume(&format!("{same} -rounds 4 -pgnout g.pgn")).unwrap();
    assert_eq!((settings.rounds, settings.run.state), (Some(4), PathBuf::from("x.json")));
    assert!(settings.run.pgn.is_some());
    for (more, key) in [
        ("-srand 2 -shard 1/2", "seed"),
        ("-srand 1 -shard 2/2", "shard"),
        ("-srand 1", "shard"),
        (&*format!("{same} -variant rococo"), "rules"),
        (&*format!("{same} -each nodes=7"), "engines"),
        (&*format!("{same} -maxmoves 7"), "adjudication"),
    ] {
        let error = resume(more).unwrap_err().to_string();
        assert_eq!(error, format!("x.json: it is of another match: '{key}' differs"));
    }
    // What is not there is begun.
    assert_eq!(two("-resume nowhere.json").run.state, PathBuf::from("nowhere.json"));
}

/// Options that a resumed match keeps.
const FIXED: &str = "engine each variant rules tournament seeds games repeat noswap reverse \
    openings srand randomseed shard index-from draw resign maxmoves";

const CHANGEABLE: &str = "rounds sprt concurrency force-concurrency use-affinity wait recover \
    strict startup-ms ucinewgame-ms ping-ms resume config autosaveinterval testEnv debug bookmode output report \
    ratinginterval scoreinterval outcomeinterval resultformat show-latency pgnout epdout \
    jsonout crc32 log event site version v help h";

const UNSUPPORTED: &str = "tb tbpieces tbignore50 tbadjudicate quick check-mate-pvs \
    livepgnout livesgfout pgnin compliance engines protocols variants";

#[test]
fn the_table_has_every_option() {
    assert!(find("engine").unwrap().0.fixed);
    for name in FIXED.split(' ').filter(|&name| name != "engine") {
        assert!(find(name).unwrap().0.fixed, "{name}");
        let error = amend(&mut two(""), &args(&format!("-{name}"))).unwrap_err();
        assert_eq!(error.to_string(), format!("-{name} cannot change when a match is resumed"));
    }
    for name in CHANGEABLE.split(' ') {
        assert!(!find(name).unwrap().0.fixed, "{name}");
    }
    for name in UNSUPPORTED.split(' ') {
        assert_eq!(error(&format!("-{name}")), format!("-{name} is not supported"));
        let error = amend(&mut two(""), &args(&format!("-{name} a"))).unwrap_err();
        assert_eq!(error.to_string(), format!("-{name} is not supported"));
    }
}

#[test]
fn the_help_names_every_option_and_fits_80_columns() {
    let help = help();
    let is_named =
        |name: &str| help.contains(&format!("-{name} ")) || help.contains(&format!("-{name}\n"));
    for option in FIXED.split(' ').chain(CHANGEABLE.split(' ')) {
        assert!(is_named(option) || help.contains(&format!("-{option},")), "{option}");
    }
    for option in UNSUPPORTED.split(' ') {
        assert!(!is_named(option), "{option}");
    }
    let keys = "cmd=PROGRAM conf=NAME option.NAME=VALUE proto=uci|xboard ponder[=true|false] \
        policy=encounter|round movenumber=N twosided=true|false alpha=P outname=FILE \
        penta=true|false format=fastchess|cutechess append=true|false match_line=REGEX \
        timeleft=true|false level=trace|info|warn|err|fatal";
    for key in keys.split(' ') {
        assert!(help.contains(&format!("    {key}")), "{key}");
    }
    for line in help.lines() {
        assert!(line.is_ascii() && line.len() <= 80 && line == line.trim_end(), "{line}");
    }
}

proptest::proptest! {
    #[test]
    fn any_command_line_is_accepted_or_rejected(words in proptest::collection::vec("-?[a-z0-9=.:/+-]{0,12}", 0..12)) {
        let _ = request(&words);
    }
}
