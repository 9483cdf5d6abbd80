//! Network files.
//!
//! All numbers are little-endian:
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `BaroqNet` |
//! | 2 | version, 2 |
//! | 2 | neurons of the hidden layer |
//! | 2 | output layers |
//! | 2 | 1 if the value is added to the hand-made evaluation, else 0 |
//! | 2 | centipawns of an output of 1 |
//! | 2 | inputs |
//! | 20 | name of the game, filled up with zeros; or the first digits of the hash of its definition |
//! | 2 each | weights of the hidden layer, by input and neuron |
//! | 2 each | bias of the hidden layer, by neuron |
//! | 2 each, 4 | of each output layer: weights of the own neurons, of the opponent's, and bias |
//! | 4 | CRC-32 of all bytes before |

use thiserror::Error;

use super::{HIDDEN, MAX_OUTPUT_WEIGHT, Network, Neurons, Output};

const MAGIC: &[u8; 8] = b"BaroqNet";
const VERSION: u16 = 2;
pub(super) const NAME: usize = 20;
/// Bytes before the weights.
const HEADER: usize = MAGIC.len() + 6 * 2 + NAME;
const CRC: usize = 4;
/// Most output layers.
const MAX_OUTPUTS: u16 = 32;
/// Most inputs.
const MAX_INPUTS: u16 = 16_384;

/// Most bytes of a valid file.
pub const MAX_NETWORK_BYTES: usize =
    HEADER + 2 * HIDDEN * (MAX_INPUTS as usize + 1) + MAX_OUTPUTS as usize * (4 * HIDDEN + 4) + CRC;

/// What is wrong with a network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// The first bytes are others.
    #[error("this is not a network file")]
    Magic,
    /// The file was made for another version of the program.
    #[error("the network has format version {0}, not {VERSION}")]
    Version(u16),
    /// The number of neurons, output layers or inputs is another than the program has.
    #[error("the network has {found} {what}, not {wanted}")]
    Shape {
        /// What there is too much or too little of.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many are allowed, in words.
        wanted: String,
    },
    /// The file ends in its header.
    #[error("the network file has only {0} bytes, fewer than its header")]
    Short(usize),
    /// The file ends too early or goes on.
    #[error("the network file has {found} bytes, not {wanted}")]
    Length {
        /// The length of the file.
        found: usize,
        /// The length that its header tells.
        wanted: usize,
    },
    /// The check value is wrong.
    #[error("the network file is damaged: its CRC-32 is wrong")]
    Damaged,
    /// A value that no trainer writes.
    #[error("the network has a bad {0}")]
    Value(&'static str),
    /// The network is one for another game.
    #[error("the network is for {found}, not for {wanted}")]
    Game {
        /// The game of the network.
        found: String,
        /// The game that is played.
        wanted: String,
    },
}

impl Network {
    /// Reads the bytes of a network file.
    ///
    /// # Errors
    /// The bytes are not a network of this program's shape.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut reader = Reader(bytes);
        if reader.take(MAGIC.len()) != Some(MAGIC) {
            return Err(NetworkError::Magic);
        }
        let header = reader.header().ok_or(NetworkError::Short(bytes.len()))?;
        header.check()?;
        let wanted = header.file_len();
        if bytes.len() != wanted {
            return Err(NetworkError::Length { found: bytes.len(), wanted });
        }
        let (body, crc) = bytes.split_at(wanted - CRC);
        if crc32fast::hash(body).to_le_bytes() != crc {
            return Err(NetworkError::Damaged);
        }
        reader.network(header).ok_or(NetworkError::Value("output weight"))
    }

    /// The check value at the end of the network's file.
    pub fn crc(&self) -> u32 {
        let bytes = self.to_bytes();
        crc32fast::hash(&bytes[..bytes.len() - CRC])
    }

    /// The bytes of the network's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let counts = [HIDDEN, self.outputs.len(), usize::from(self.residual)];
        let numbers = [VERSION].into_iter().chain(counts.map(|count| count as u16));
        bytes.extend(
            numbers.chain([self.scale, self.inputs.len() as u16]).flat_map(u16::to_le_bytes),
        );
        let mut name = self.game.as_bytes().to_vec();
        name.resize(NAME, 0);
        bytes.extend(name);
        let put = |bytes: &mut Vec<u8>, neurons: &Neurons| {
            bytes.extend(neurons.0.iter().flat_map(|number| number.to_le_bytes()));
        };
        self.inputs.iter().for_each(|input| put(&mut bytes, input));
        put(&mut bytes, &self.bias);
        for output in &self.outputs {
            output.weights.iter().for_each(|weights| put(&mut bytes, weights));
            bytes.extend(output.bias.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

/// The numbers and the name of a file's header.
struct Header {
    version: u16,
    hidden: u16,
    outputs: u16,
    residual: u16,
    scale: u16,
    inputs: u16,
    game: String,
}

impl Header {
    fn check(&self) -> Result<(), NetworkError> {
        let shape = |what, found: u16, wanted: &str| NetworkError::Shape {
            what,
            found: found.into(),
            wanted: wanted.to_owned(),
        };
        if self.version != VERSION {
            return Err(NetworkError::Version(self.version));
        }
        if usize::from(self.hidden) != HIDDEN {
            return Err(shape("neurons", self.hidden, &HIDDEN.to_string()));
        }
        if !(1..=MAX_OUTPUTS).contains(&self.outputs) {
            return Err(shape("output layers", self.outputs, &format!("1 to {MAX_OUTPUTS}")));
        }
        if self.inputs > MAX_INPUTS {
            return Err(shape("inputs", self.inputs, &format!("up to {MAX_INPUTS}")));
        }
        if self.residual > 1 {
            return Err(NetworkError::Value("mark of a residual network"));
        }
        if self.scale == 0 {
            return Err(NetworkError::Value("scale"));
        }
        if self.game.is_empty() {
            return Err(NetworkError::Value("name of a game"));
        }
        Ok(())
    }

    fn file_len(&self) -> usize {
        let weights = 2 * HIDDEN * (usize::from(self.inputs) + 1);
        HEADER + weights + usize::from(self.outputs) * (4 * HIDDEN + 4) + CRC
    }
}

/// The bytes of a file that were not yet read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(self.take(2)?.try_into().ok()?))
    }

    fn neurons(&mut self) -> Option<Neurons> {
        let mut neurons = Neurons::ZERO;
        for (number, bytes) in neurons.0.iter_mut().zip(self.take(2 * HIDDEN)?.chunks_exact(2)) {
            *number = i16::from_le_bytes(bytes.try_into().ok()?);
        }
        Some(neurons)
    }

    fn header(&mut self) -> Option<Header> {
        Some(Header {
            version: self.number()?,
            hidden: self.number()?,
            outputs: self.number()?,
            residual: self.number()?,
            scale: self.number()?,
            inputs: self.number()?,
            // What is no text is no name.
            game: str::from_utf8(self.take(NAME)?)
                .unwrap_or_default()
                .trim_end_matches('\0')
                .to_owned(),
        })
    }

    fn network(&mut self, header: Header) -> Option<Network> {
        let inputs = (0..header.inputs).map(|_| self.neurons()).collect::<Option<_>>()?;
        let bias = self.neurons()?;
        let outputs = (0..header.outputs).map(|_| self.output()).collect::<Option<_>>()?;
        let Header { residual, scale, game, .. } = header;
        Some(Network { game, residual: residual == 1, scale, inputs, bias, outputs })
    }

    /// An output layer; `None` if a weight is too great.
    fn output(&mut self) -> Option<Output> {
        let weights = [self.neurons()?, self.neurons()?];
        let bias = i32::from_le_bytes(self.take(4)?.try_into().ok()?);
        let allowed = -MAX_OUTPUT_WEIGHT..=MAX_OUTPUT_WEIGHT;
        let fits = weights.iter().flat_map(|side| &side.0).all(|weight| allowed.contains(weight));
        fits.then_some(Output { weights, bias })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small network of a game that does not exist.
    fn network() -> Network {
        let neurons = |first: i16| Neurons(std::array::from_fn(|index| first - index as i16));
        let output =
            |first| Output { weights: [neurons(first), neurons(first - 9)], bias: -70_000 };
        Network {
            game: "draughts".to_owned(),
            residual: true,
            scale: 400,
            inputs: (0..5).map(|input| neurons(1000 * input)).collect(),
            bias: neurons(-3),
            outputs: vec![output(100), output(20)],
        }
    }

    #[test]
    fn files_read_as_what_was_written() {
        let bytes = network().to_bytes();
        assert_eq!(Network::from_bytes(&bytes), Ok(network()));
        assert!(bytes.len() < MAX_NETWORK_BYTES);
    }

    #[test]
    fn damaged_files_are_errors() {
        let bytes = network().to_bytes();
        for length in 0..bytes.len() {
            assert!(Network::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
        }
        for index in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[index] ^= 1 << (index % 8);
            assert!(Network::from_bytes(&damaged).is_err(), "byte {index}");
        }
        assert_eq!(Network::from_bytes(&bytes[..20]), Err(NetworkError::Short(20)));
        let longer = [&bytes[..], &[0]].concat();
        assert!(matches!(Network::from_bytes(&longer), Err(NetworkError::Length { .. })));
    }

    #[test]
    fn other_shapes_are_errors() {
        let error = |offset: usize, number: u16| {
            let mut bytes = network().to_bytes();
            bytes[offset..offset + 2].copy_from_slice(&number.to_le_bytes());
            Network::from_bytes(&bytes).unwrap_err().to_string()
        };
        assert_eq!(error(0, 0), "this is not a network file");
        assert_eq!(error(8, 1), "the network has format version 1, not 2");
        assert_eq!(error(10, 32), "the network has 32 neurons, not 64");
        assert_eq!(error(12, 0), "the network has 0 output layers, not 1 to 32");
        assert_eq!(error(14, 2), "the network has a bad mark of a residual network");
        assert_eq!(error(16, 0), "the network has a bad scale");
        assert_eq!(error(18, 20_000), "the network has 20000 inputs, not up to 16384");
    }

    #[test]
    fn a_network_is_for_a_game() {
        let nameless = Network { game: String::new(), ..network() };
        let mut not_text = network().to_bytes();
        not_text[20] = 0xff;
        for bytes in [nameless.to_bytes(), not_text] {
            let error = Network::from_bytes(&bytes).unwrap_err();
            assert_eq!(error.to_string(), "the network has a bad name of a game");
        }
    }

    #[test]
    fn great_output_weights_are_errors() {
        let mut network = network();
        network.outputs[1].weights[0].0[3] = MAX_OUTPUT_WEIGHT + 1;
        let error = Network::from_bytes(&network.to_bytes()).unwrap_err();
        assert_eq!(error, NetworkError::Value("output weight"));
    }
}
