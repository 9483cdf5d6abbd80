//! Engines that ponder.

use super::support::{BAROQUE, Folder};

/// The lines that the runner sent to an engine, from its log.
fn sent<'a>(log: &'a str, engine: &str) -> Vec<&'a str> {
    let sign = format!("{engine} <--- ");
    log.lines().filter_map(|line| line.strip_prefix(&sign)).collect()
}

#[test]
fn an_engine_ponders_from_move_to_move() {
    let folder = Folder::new("ponder");
    let text = folder.printed(&format!(
        "-engine cmd=builtin name=A ponder -engine cmd={BAROQUE} name=B -each nodes=300 \
         -openings random plies=4 -srand 7 -rounds 2 -maxmoves 12 -log file=log.txt engine=true"
    ));
    assert_eq!(text.matches("Finished game").count(), 4);
    assert!(!text.contains("Warning"), "{text}");
    let log = folder.read("log.txt");
    let a = sent(&log, "A");
    assert!(a.contains(&"setoption name Ponder value true"));
    let (mut ponders, mut games, mut hits, mut misses) = (false, 0, 0, 0);
    for line in a {
        match line {
            "ponderhit" | "stop" => {
                assert!(ponders);
                ponders = false;
                if line == "stop" { misses += 1 } else { hits += 1 }
            }
            "ucinewgame" | "quit" => {
                assert!(!ponders, "it ponders on after a game");
                games += 1;
            }
            _ if line.starts_with("go ponder nodes 300") => ponders = true,
            _ => assert!(!ponders, "{line}"),
        }
    }
    assert_eq!(games, 5);
    // Both are the same engine, so many expected moves are played.
    assert!(hits > 0 && misses > 0, "{hits} {misses}");
    let b = sent(&log, "B");
    assert!(b.iter().all(|line| !line.to_lowercase().contains("ponder")), "{b:?}");
}

#[test]
fn pondering_works_with_clocks_and_both_protocols() {
    for variant in ["rococo", "maxima"] {
        let folder = Folder::new("ponder-clocks");
        let text = folder.printed(&format!(
            "-engine cmd={BAROQUE} name=X args=xboard proto=xboard -engine cmd=builtin name=Y \
             -each ponder tc=60+0.02 depth=3 -openings random plies=4 -srand 5 -rounds 1 -maxmoves 10 \
             -variant {variant} -log file=log.txt engine=true"
        ));
        assert_eq!(text.matches("Finished game").count(), 2);
        for fault in ["Warning", "illegal", "time", "claim"] {
            assert!(!text.contains(&format!("{fault} ")), "{fault}: {text}");
        }
        let log = folder.read("log.txt");
        let x = sent(&log, "X");
        assert!(x.contains(&"hard") && !x.contains(&"easy"));
        // It receives `go` only once and then answers its opponent's moves.
        assert_eq!(x.iter().filter(|&&line| line == "go").count(), 2, "{x:?}");
        assert!(x.iter().filter(|line| line.starts_with("usermove")).count() > 6, "{x:?}");
        assert_eq!(x.iter().rev().find(|line| !line.starts_with("quit")), Some(&"force"));
    }
}
