//! Networks of whole numbers, as the engine uses them, from those in floating point.

use baroque_engine::network::{HIDDEN_ONE, Inputs, Network, Neurons, OUTPUT_ONE, Output, game_of};
use baroque_movegen::{Game, Position};

use crate::model::{Parameters, Row};

/// Rounds parameters to a network for the game of a position. `scale` is the centipawns of a logit.
pub fn quantised<G: Game>(
    parameters: &Parameters,
    position: &Position<G>,
    (scale, residual): (u16, bool),
) -> Network {
    let shape = parameters.shape;
    debug_assert_eq!(shape.inputs, Inputs::of(position).count());
    let biases = &parameters.rows[shape.output_bias()].0;
    let output = |layer: usize| {
        let first = shape.output(layer);
        Output {
            weights: [first, first + 1].map(|row| rounded(&parameters.rows[row], OUTPUT_ONE)),
            bias: (biases[layer] * (HIDDEN_ONE * OUTPUT_ONE) as f32).round() as i32,
        }
    };
    let hidden = |row| rounded(row, HIDDEN_ONE);
    Network {
        game: game_of(position).to_owned(),
        residual,
        scale,
        inputs: parameters.rows[..shape.inputs].iter().map(hidden).collect(),
        bias: hidden(&parameters.rows[shape.bias()]),
        outputs: (0..shape.outputs).map(output).collect(),
    }
}

fn rounded(row: &Row, one: i32) -> Neurons {
    // Weights are kept small enough for 16 bits; beyond them this saturates.
    Neurons(row.0.map(|number| (number * one as f32).round() as i16))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Shape;
    use crate::random::Random;
    use crate::symmetry::{Symmetries, Views};
    use baroque_engine::network::game_name;
    use baroque_movegen::{Renaissance, Rococo, Ultima};

    /// Plays random moves and compares values.
    fn check_game<G: Game>() {
        let name = game_name::<G>();
        let mut position = Position::<G>::start(name).unwrap();
        let (inputs, views) = (Inputs::of(&position), Views::new(&position, Symmetries::None));
        let mut random = Random::new(3, 0);
        let shape = Shape { inputs: inputs.count(), outputs: 4 };
        let parameters = Parameters::random(shape, &mut random);
        let scale = 300;
        let network = quantised(&parameters, &position, (scale, false));
        assert_eq!(Network::from_bytes(&network.to_bytes()).as_ref(), Ok(&network));
        assert!(network.fits(&position));
        for _ in 0..40 {
            let mut seen = Vec::new();
            inputs.for_each(&position, position.side(), |input, count| {
                seen.extend(std::iter::repeat_n(views.of(0)[input], count.into()));
            });
            let layer = network.output_of(position.board().occupied().len() as usize);
            let float = parameters.output(&parameters.sums(&seen), layer) * f32::from(scale);
            let whole = network.evaluate(&position);
            assert!((float - whole as f32).abs() < 8.0, "{float} {whole}");
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[random.below(moves.len()).unwrap()]);
        }
    }

    #[test]
    fn the_engine_computes_almost_the_value_in_floating_point() {
        check_game::<Ultima>();
        check_game::<Rococo>();
        check_game::<Renaissance>();
    }
}
