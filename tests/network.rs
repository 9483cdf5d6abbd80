//! The hidden layer of networks in random positions of every game.

use baroque_engine::network::{
    Accumulator, HIDDEN, Inputs, Network, Neurons, OUTPUT_ONE, Output, game_name, game_of,
};
use baroque_games::Games;
use baroque_movegen::{Color, CustomGame, Game, Position};
use proptest::prelude::*;

use crate::common::games::TestGame;
use crate::common::random::SplitMix64;
use crate::common::strategies::{MoveSequence, check_property, move_sequences, positions};

/// Makes every property a test for each game.
macro_rules! games {
    ($($module:ident $game:ident;)*) => {$(
        mod $module {
            use baroque_movegen::$game;

            #[test]
            fn updated_neurons_equal_fresh_ones() {
                super::updated_neurons_equal_fresh_ones::<$game>();
            }

            #[test]
            fn the_sides_see_the_same() {
                super::the_sides_see_the_same::<$game>();
            }
        }
    )*};
}

games! {
    ultima Ultima;
    maxima Maxima;
    rococo Rococo;
    renaissance Renaissance;
}

/// A network with random weights, so small that sums of all pieces fit.
fn random_network<G: Game>(position: &Position<G>) -> Network {
    let mut random = SplitMix64(1962);
    let mut neurons = |most: usize| {
        let mut neurons = Neurons::ZERO;
        neurons.0.fill_with(|| random.below(2 * most + 1) as i16 - most as i16);
        neurons
    };
    Network {
        game: game_of(position).to_owned(),
        residual: false,
        scale: 300,
        inputs: (0..Inputs::of(position).count()).map(|_| neurons(200)).collect(),
        bias: neurons(200),
        outputs: (0..4)
            .map(|layer| Output { weights: [neurons(127), neurons(127)], bias: layer * OUTPUT_ONE })
            .collect(),
    }
}

/// The neurons of a position by the definition: the bias and the weights of its inputs.
fn fresh_neurons<G: Game>(network: &Network, position: &Position<G>) -> [Neurons; 2] {
    Color::ALL.map(|view| {
        let mut neurons = network.bias;
        Inputs::of(position).for_each(position, view, |input, count| {
            for neuron in 0..HIDDEN {
                neurons.0[neuron] += network.inputs[input].0[neuron] * i16::from(count);
            }
        });
        neurons
    })
}

fn updated_neurons_equal_fresh_ones<G: TestGame>() {
    let network = random_network(&Position::<G>::start(game_name::<G>()).unwrap());
    check_property(300, move_sequences::<G>(), move |sequence: MoveSequence| {
        let empty = Accumulator::new(&network);
        let mut accumulator = empty.clone();
        let sequence = sequence.positions::<G>();
        // At the end the start again, from a very different position.
        for position in sequence.iter().chain(sequence.first()) {
            accumulator = accumulator.updated(&network, position);
            let fresh = fresh_neurons(&network, position);
            prop_assert_eq!(accumulator.neurons(), &fresh, "{}", position.to_fen());
            let at_once = empty.updated(&network, position);
            prop_assert_eq!(at_once.neurons(), &fresh, "{}", position.to_fen());
        }
        Ok(())
    });
}

/// A turned position with colours exchanged has the same value, and what one side sees follows from
/// what the other one sees.
fn the_sides_see_the_same<G: TestGame>() {
    let network = random_network(&Position::<G>::start(game_name::<G>()).unwrap());
    check_property(300, positions::<G>(), move |sample| {
        let position = sample.fast::<G>();
        let turned = position.flipped();
        let value = |position: &Position<G>| {
            let accumulator = Accumulator::new(&network).updated(&network, position);
            let pieces = position.board().occupied().len() as usize;
            network.value(position.side(), accumulator.neurons(), pieces)
        };
        prop_assert_eq!(value(&position), value(&turned));
        let inputs = Inputs::of(&position);
        let seen = |view| {
            let mut seen = Vec::new();
            inputs.for_each(&position, view, |input, count| seen.push((input, count)));
            seen.sort_unstable();
            seen
        };
        let mut opposite: Vec<(usize, u8)> = seen(Color::White);
        opposite.iter_mut().for_each(|(input, _)| *input = inputs.opposite(*input));
        opposite.sort_unstable();
        prop_assert_eq!(opposite, seen(Color::Black));
        Ok(())
    });
}

#[test]
fn neurons_of_games_in_files_are_updated_too() {
    let mut random = SplitMix64(1968);
    for name in Games::default().names() {
        let game = Games::default().open(name).unwrap();
        let Some(history) = game.history().of::<CustomGame>() else { continue };
        let start = history.position();
        let network = random_network(start);
        assert!(network.fits(start), "{name}");
        let mut accumulator = Accumulator::new(&network);
        let mut position = start.clone();
        for _ in 0..200 {
            accumulator.update(&network, &position);
            let fresh = fresh_neurons(&network, &position);
            assert_eq!(accumulator.neurons(), &fresh, "{name}: {}", position.to_fen());
            let moves = position.legal_moves();
            position = match position.board_outcome().is_some() || moves.is_empty() {
                true => start.clone(),
                false => position.play_unchecked(moves[random.below(moves.len())]),
            };
        }
    }
}
