//! Keys of positions as machine words: 64 bits where they do, 128 where they do not.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An unsigned word.
pub trait Word:
    Copy
    + Ord
    + std::fmt::Debug
    + From<u16>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many bits it has.
    const BITS: u32;
    /// No bit.
    const ZERO: Self;
    /// Its lowest 16 bits.
    fn low(self) -> u16;
    /// Mixed to 64 bits, all of which depend on all of its own (Fibonacci hashing, Knuth 1973).
    fn mixed(self) -> u64;
}

/// 2⁶⁴ over the golden ratio, odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Word for u64 {
    const BITS: u32 = 64;
    const ZERO: Self = 0;

    fn low(self) -> u16 {
        self as u16
    }

    fn mixed(self) -> u64 {
        let z = (self ^ (self >> 32)).wrapping_mul(GOLDEN);
        z ^ (z >> 29)
    }
}

impl Word for u128 {
    const BITS: u32 = 128;
    const ZERO: Self = 0;

    fn low(self) -> u16 {
        self as u16
    }

    fn mixed(self) -> u64 {
        ((self as u64) ^ ((self >> 64) as u64).wrapping_mul(GOLDEN).rotate_left(31)).mixed()
    }
}
