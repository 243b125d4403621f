//! How much memory a search may use unless told: 4 GiB, and no more than this process can
//! have, so that a limit is met by an answer and not by the system.

use std::fs;

/// The most that is used unless told. Unit: bytes.
const MOST: u64 = 4 << 30;
/// What is used in the least.
const LEAST: u64 = 16 << 20;

/// Bytes for positions: three quarters of what the process may have, as far as the system
/// tells.
pub fn for_positions() -> u64 {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let limits = [
        address_space(&read("/proc/self/limits")),
        read("/sys/fs/cgroup/memory.max").trim().parse().ok(),
        available(&read("/proc/meminfo")),
    ];
    limits.into_iter().flatten().map(|limit| limit / 4 * 3).fold(MOST, u64::min).max(LEAST)
}

/// The soft limit on the address space, in `/proc/self/limits`. Unit: bytes.
fn address_space(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// What could be used without swapping, in `/proc/meminfo`. Unit: bytes.
fn available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_tells_is_read() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units     \n\
                      Max processes             63704                63704                processes \n\
                      Max address space         512000000            unlimited            bytes     \n";
        assert_eq!(address_space(limits), Some(512_000_000));
        assert_eq!(address_space(&limits.replace("512000000", "unlimited")), None);
        assert_eq!(available("MemTotal:       8000 kB\nMemAvailable:   1000 kB\n"), Some(1_024_000));
        assert_eq!((address_space(""), available("MemAvailable:")), (None, None));
        assert!((LEAST..=MOST).contains(&for_positions()));
    }
}
