//! Games and what follows from them.

use std::sync::atomic::Ordering;

use baroque_formats::Rejected;
use baroque_protocol::tools::error::ToolError;
use baroque_training::shard::parallel_ordered;

use crate::contest::Played;
use crate::course::Course;
use crate::figures::Figures;
use crate::observe::Counts;
use crate::regression::Observation;
use crate::study::Study;
use crate::worth::features_of;

/// One of this many positions tells what pieces are worth.
const EVERY: usize = 3;

/// Figures of games, with what is needed to tell what pieces are worth.
pub struct Analysis {
    pub figures: Figures,
    pub observations: Vec<Observation>,
}

/// A game that was followed.
struct Followed {
    game: usize,
    course: Course,
    counts: Counts,
    /// What White has more of, at some of its positions.
    features: Vec<Vec<f64>>,
}

impl Analysis {
    /// Analyses games of some nodes for each move after some random plies.
    ///
    /// # Errors
    /// A game has an illegal move, or the user ends the call.
    pub fn of(
        study: &Study,
        games: &[Played],
        (nodes, plies): (u64, u32),
    ) -> Result<Self, ToolError> {
        let (start, stop) = (study.game.first(), study.stop());
        let worker = || {
            let (start, stop) = (&start, &stop);
            Ok::<_, ToolError>(move |index: u64| {
                let index = usize::try_from(index).ok()?;
                let played = games.get(index).filter(|_| !stop.load(Ordering::Relaxed))?;
                let (mut counts, mut features) = (Counts::default(), Vec::new());
                let course = Course::follow(start, played, &mut counts, |game, ply| {
                    if ply % EVERY == 0 && !game.in_check() {
                        features.push(features_of(game));
                    }
                });
                Some(course.map(|course| Followed { game: index, course, counts, features }))
            })
        };
        let (mut all, mut courses, mut observations) = (Counts::default(), Vec::new(), Vec::new());
        let take = |followed: Result<Followed, Rejected>| {
            let Followed { game, course, counts, features } = followed?;
            all.add(&counts);
            let result = course.result();
            let positions = features.into_iter();
            observations.extend(positions.map(|features| Observation { game, features, result }));
            courses.push(course);
            Ok::<_, ToolError>(())
        };
        parallel_ordered(0..games.len() as u64, study.threads, worker, take)?;
        study.check()?;
        Ok(Self { figures: Figures::of(&courses, all, (nodes, plies)), observations })
    }
}
