//! Optional reports.

use super::support::{Folder, assert_has};

const TWO: &str = "-engine cmd=builtin name=A -engine cmd=builtin name=B -each depth=1 -maxmoves 3 \
                   -rounds 1";

const LIST: &str = "Player: A\n   \"Draw by adjudication\": 2\n\
                    Player: B\n   \"Draw by adjudication\": 2\n";

#[test]
fn outcomes_are_listed_if_asked_for() {
    let folder = Folder::new("ends");
    assert!(!folder.printed(TWO).contains("Player: "));
    let text = folder.printed(&format!("{TWO} -outcomeinterval 0"));
    assert_eq!(text.matches("Player: A").count(), 1);
    assert!(text.contains(&format!("{LIST}Tournament finished\n")), "{text}");
    let text = folder.printed(&format!("{TWO} -outcomeinterval 1"));
    assert_eq!((text.matches("Player: A").count(), text.matches(LIST).count()), (2, 1));
    let cutechess = folder.printed(&format!("{TWO} -output format=cutechess"));
    let score = "Score of A vs B: 0 - 0 - 2  [0.500] 2";
    assert_has(cutechess, &[LIST, "Elo difference: ", score]);
    // The state file keeps them.
    let text = folder.printed("-config file=config.json");
    assert!(!text.contains("Started") && text.contains(LIST), "{text}");
}

#[test]
fn columns_can_be_chosen() {
    let folder = Folder::new("columns");
    let text = folder.printed(&format!(
        "{TWO} -engine cmd=builtin name=C -each depth=1 -output format=cutechess \
         -resultformat Rank,Name,W,L,D,wD,bScore,DAdj"
    ));
    let table = "\
Rank Name                         Wins  Losses   Draws  WDraws   Black    DAdj
   1 A                               0       0       4       2   50.0%       4
   2 B                               0       0       4       2   50.0%       4
   3 C                               0       0       4       2   50.0%       4
";
    assert!(text.contains(table), "{text}");
    assert!(!text.contains("Points/games"), "{text}");
}
