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
    buffer.iter().map(|byte| format!("{byte:02x}")).collect()
}
