//! Memory under a limit: what a search stores is taken from a budget, and where there is no
//! more, or the system gives none, that is an answer and not the end of the program.

/// The memory that may be used is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// Bytes that may be used, and are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    most: usize,
    used: usize,
    peak: usize,
}

impl Budget {
    /// So many bytes, of which none is used.
    pub fn new(most: usize) -> Self {
        Self { most, used: 0, peak: 0 }
    }

    /// The bytes that are used.
    pub fn used(&self) -> usize {
        self.used
    }

    /// The most bytes that were used at a time.
    pub fn peak(&self) -> usize {
        self.peak
    }

    /// Uses so many bytes more.
    ///
    /// # Errors
    /// Where they are not left.
    pub fn take(&mut self, bytes: usize) -> Result<(), Full> {
        let used = self.used.checked_add(bytes).filter(|used| *used <= self.most).ok_or(Full)?;
        (self.used, self.peak) = (used, self.peak.max(used));
        Ok(())
    }

    /// Gives bytes back.
    pub fn give(&mut self, bytes: usize) {
        self.used -= bytes;
    }

    /// A vector of so many equal values.
    ///
    /// # Errors
    /// Where there is no room for it.
    pub fn filled<T: Copy>(&mut self, value: T, len: usize) -> Result<Vec<T>, Full> {
        self.take(len.checked_mul(size_of::<T>()).ok_or(Full)?)?;
        let mut vector = Vec::new();
        vector.try_reserve_exact(len).map_err(|_| Full)?;
        vector.resize(len, value);
        Ok(vector)
    }

    /// Appends to a vector, which grows by half.
    ///
    /// # Errors
    /// Where there is no room for it.
    pub fn push<T>(&mut self, vector: &mut Vec<T>, value: T) -> Result<(), Full> {
        if vector.len() == vector.capacity() {
            let (old, more) = (vector.capacity(), (vector.capacity() / 2).max(16));
            // While it grows, its old self is there too.
            self.take((old + more) * size_of::<T>())?;
            vector.try_reserve_exact(more).map_err(|_| Full)?;
            self.give(old * size_of::<T>());
        }
        vector.push(value);
        Ok(())
    }
}

/// Values that stay where they are: a vector in pieces, which is never copied to grow.
#[derive(Debug)]
pub struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

/// Values in a chunk, as a power of two.
const CHUNK: u32 = 14;

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }
}

impl<T: Copy> Chunks<T> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The value at a place.
    pub fn get(&self, place: u32) -> T {
        self.chunks[(place >> CHUNK) as usize][place as usize & ((1 << CHUNK) - 1)]
    }

    /// Another value at a place.
    pub fn set(&mut self, place: u32, value: T) {
        self.chunks[(place >> CHUNK) as usize][place as usize & ((1 << CHUNK) - 1)] = value;
    }

    /// One more.
    ///
    /// # Errors
    /// Where there is no room for it.
    pub fn push(&mut self, value: T, budget: &mut Budget) -> Result<(), Full> {
        if self.len == self.chunks.len() << CHUNK {
            budget.take(size_of::<T>() << CHUNK)?;
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(1 << CHUNK).map_err(|_| Full)?;
            self.chunks.push(chunk);
        }
        self.chunks[self.len >> CHUNK].push(value);
        self.len += 1;
        Ok(())
    }

    /// All, in the order of coming.
    pub fn iter(&self) -> impl Iterator<Item = T> {
        self.chunks.iter().flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_room_is_refused() {
        let (mut budget, mut chunks) = (Budget::new(1 << 20), Chunks::default());
        let fits = (0..u64::MAX).take_while(|&value| chunks.push(value, &mut budget).is_ok()).count();
        assert_eq!((fits, chunks.len(), budget.peak()), (1 << 17, 1 << 17, 1 << 20));
        assert_eq!((chunks.get(1 << 14), chunks.iter().sum::<u64>()), (1 << 14, (0..1 << 17).sum()));
        let mut budget = Budget::new(1 << 20);
        assert_eq!(budget.filled(7_u8, 1 << 21), Err(Full));
        assert_eq!(budget.filled(7_u8, 1 << 20).map(|all| all.len()), Ok(1 << 20));
        assert_eq!(Budget::new(usize::MAX).filled(0_u64, usize::MAX / 8), Err(Full), "what the system does not have");
    }

    #[test]
    fn a_vector_grows_within_its_budget() {
        let (mut budget, mut vector) = (Budget::new(10_000), Vec::new());
        let fits = (0..u64::MAX).take_while(|&value| budget.push(&mut vector, value).is_ok()).count();
        assert!(fits > 400 && budget.peak() <= 10_000 && vector.len() == fits, "{fits} {budget:?}");
    }
}
