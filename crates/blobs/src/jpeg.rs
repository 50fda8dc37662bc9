//! JPEG check: reads the markers without decoding. Does the file end where it says, and is its number of scans
//! bearable?
//!
//! Decoders fill what is missing with grey, so a truncated photo would pass as a whole one. And each scan of a progressive
//! file costs a pass over all pixels: a small file of thousands of scans would keep a core busy for hours.

use crate::unfit::Unfit;

/// A progressive file has about ten.
const MAX_SCANS: u32 = 100;

/// Refuses files that end early, and files with too many scans. What stands behind the end marker is nobody's concern.
pub fn check(bytes: &[u8]) -> Result<(), Unfit> {
    let mut rest = bytes.get(2..).ok_or(Unfit::Incomplete)?;
    let mut scans = 0;
    loop {
        // Fill bytes may stand before a marker; anything else there is the leftover of a sloppy writer.
        let at = rest.windows(2).position(|pair| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xff));
        let at = at.ok_or(Unfit::Incomplete)?;
        let marker = rest[at + 1];
        rest = &rest[at + 2..];
        match marker {
            0xd9 if scans == 0 => return Err(Unfit::Unreadable),
            0xd9 => return Ok(()),
            // Restarts, and markers without a length.
            0x01 | 0xd0..=0xd8 => {}
            _ => {
                let [high, low, ..] = rest else { return Err(Unfit::Incomplete) };
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                if length < 2 {
                    return Err(Unfit::Unreadable);
                }
                rest = rest.get(length..).ok_or(Unfit::Incomplete)?;
                // Behind the header of a scan its data follow: there 0xff is written 0xff00, so the search above passes them.
                if marker == 0xda {
                    scans += 1;
                    if scans > MAX_SCANS {
                        return Err(Unfit::Unreadable);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &[u8] = &[0xff, 0xd8];
    const END: &[u8] = &[0xff, 0xd9];
    /// A segment whose content looks like an end.
    const NOTES: &[u8] = &[0xff, 0xe1, 0, 4, 0xff, 0xd9];
    const SCAN: &[u8] = &[0xff, 0xda, 0, 2, 1, 2, 0xff, 0x00, 0xff, 0xd0, 3, 0xff];

    #[test]
    fn a_file_ends_with_its_end() {
        assert_eq!(check(&[START, NOTES, SCAN, END].concat()), Ok(()));
        assert_eq!(check(&[START, NOTES, SCAN, SCAN, END, b"PK\x03\x04"].concat()), Ok(()));
        assert_eq!(check(&[START, NOTES, SCAN].concat()), Err(Unfit::Incomplete));
        assert_eq!(check(&[START, NOTES].concat()), Err(Unfit::Incomplete));
        assert_eq!(check(&[START, &NOTES[..5]].concat()), Err(Unfit::Incomplete));
        assert_eq!(check(&[START, END].concat()), Err(Unfit::Unreadable));
        assert_eq!(check(&[START, &[0xff, 0xe1, 0, 1]].concat()), Err(Unfit::Unreadable));
    }

    #[test]
    fn scans_are_counted() {
        let file = |scans: usize| [START, &SCAN.repeat(scans), END].concat();
        assert_eq!(check(&file(100)), Ok(()));
        assert_eq!(check(&file(101)), Err(Unfit::Unreadable));
    }
}
