//! A small random number generator with the same output on every machine.

/// A random number generator, from a seed (SplitMix64) or from bytes that a fuzzer chose.
#[derive(Clone, Debug)]
pub struct Rng<'a> {
    /// Predetermined choices of two bytes each. When they are used up, the state takes over.
    choices: &'a [u8],
    state: u64,
}

impl<'a> Rng<'a> {
    /// A generator from a seed.
    pub fn new(seed: u64) -> Rng<'static> {
        Rng { choices: &[], state: seed }
    }

    /// A generator that begins with these bytes. Changing a byte changes one choice.
    pub fn chosen(choices: &'a [u8]) -> Rng<'a> {
        Rng { choices, state: choices.len() as u64 }
    }

    /// The next 64 bits. Predetermined choices only set the last 16.
    pub fn next_u64(&mut self) -> u64 {
        if let Some((choice, rest)) = self.choices.split_first_chunk() {
            self.choices = rest;
            return u64::from(u16::from_le_bytes(*choice));
        }
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number under `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next_u64() % limit.max(1) as u64) as usize
    }

    /// True with this probability, in percent.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A random element of a slice.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}
