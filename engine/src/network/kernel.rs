//! Arithmetic on the neurons of a hidden layer: compiled for any processor, and on x86-64 again for those
//! that have AVX2, which the program asks when it runs. Both compute the same.

use super::{HIDDEN_ONE, Neurons};

/// Defines a function, and the same for processors with AVX2, to which it passes on.
macro_rules! kernel {
    ($(#[$doc:meta])+ $name:ident($($argument:ident: $type:ty),+) -> $output:ty $body:block) => {
        $(#[$doc])+
        #[inline]
        pub fn $name($($argument: $type),+) -> $output {
            #[inline(always)]
            fn plain($($argument: $type),+) -> $output $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn with_avx2($($argument: $type),+) -> $output {
                plain($($argument),+)
            }

            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2.
                return unsafe { with_avx2($($argument),+) };
            }
            plain($($argument),+)
        }
    };
}

kernel! {
    /// Adds the weights of some inputs to neurons, and subtracts those of others.
    change(neurons: &mut Neurons, weights: &[Neurons], added: &[u16], removed: &[u16]) -> () {
        for &input in added {
            for (neuron, weight) in neurons.0.iter_mut().zip(&weights[usize::from(input)].0) {
                *neuron = neuron.wrapping_add(*weight);
            }
        }
        for &input in removed {
            for (neuron, weight) in neurons.0.iter_mut().zip(&weights[usize::from(input)].0) {
                *neuron = neuron.wrapping_sub(*weight);
            }
        }
    }
}

/// Bits by which a neuron is shifted to the left before it is squared: processors compute the upper half of
/// a product of 16 bits at once, and this is what is left of the square.
const SHIFT: i32 = 5;
/// What squares of neurons are divided by.
pub const SQUARE_PART: i32 = 1 << (16 - 2 * SHIFT);

kernel! {
    /// The weighted sum of the squares of the clamped neurons, in parts of [`SQUARE_PART`].
    dot(neurons: &Neurons, weights: &Neurons) -> i32 {
        let mut sum = 0;
        for (&neuron, &weight) in neurons.0.iter().zip(&weights.0) {
            let long = i32::from(neuron.clamp(0, HIDDEN_ONE as i16) << SHIFT);
            let square = ((long * long) >> 16) as i16;
            sum += i32::from(square) * i32::from(weight);
        }
        sum
    }
}
