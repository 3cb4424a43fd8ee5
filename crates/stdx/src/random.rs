//! Random identifiers from the operating system's generator.

/// `bytes` random bytes as lower-case hexadecimal. Falls back to clock and process id where the system has no generator,
/// so that an identifier is always given; such an identifier is unique enough for names, never for secrets.
pub fn hex(bytes: usize) -> String {
    let mut buffer = vec![0_u8; bytes];
    if getrandom::fill(&mut buffer).is_err() {
        let seed = crate::clock::now_ms() ^ (u64::from(std::process::id()) << 40);
        for (index, byte) in buffer.iter_mut().enumerate() {
            *byte = (seed >> (8 * (index % 8))) as u8;
        }
    }
    to_hex(&buffer)
}

/// Bytes as lower-case hexadecimal.
pub fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).copied().unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
