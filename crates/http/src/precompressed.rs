//! Precompressed replies, whose long end is the same for many people. The end is compressed once, and each reply puts
//! its own beginning before it.
//!
//! gzip is a head, blocks of deflate, and a checksum. A block may be stored as it is, and the checksums of two texts make
//! that of both together, so a beginning costs no compressing.

use std::io::{self, Write};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::DeflateEncoder;

use crate::encodings::accepts;

/// RFC 1952: magic, deflate, no flags, no time, nothing said of the compressor, an unknown system.
const GZIP_HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// RFC 1951: a stored block that is not the last one; its length and the length's complement follow.
const STORED: u8 = 0;

/// The end of many replies, as it is and compressed.
#[derive(Debug)]
pub struct Tail {
    plain: Bytes,
    deflated: Bytes,
    checksum: crc32fast::Hasher,
}

impl Tail {
    /// Compresses an end of JSON.
    ///
    /// # Errors
    /// None that is known: everything is written into memory.
    pub fn new(text: String) -> io::Result<Self> {
        let mut writer = DeflateEncoder::new(Vec::new(), Compression::default());
        writer.write_all(text.as_bytes())?;
        let deflated = writer.finish()?.into();
        Ok(Self { deflated, checksum: checksum(text.as_bytes()), plain: text.into() })
    }

    /// Bytes it takes to keep.
    pub fn weight(&self) -> usize {
        size_of::<Self>() + self.plain.len() + self.deflated.len()
    }

    /// A reply of JSON that begins with `head` and ends with this, in gzip for those who accept it.
    pub fn reply(&self, head: &str, asked: &HeaderMap) -> Response {
        let packed = accepts(asked, "gzip");
        let body = if packed { self.gzip(head.as_bytes()) } else { [head.as_bytes(), &self.plain].concat() };
        let mut response = Bytes::from(body).into_response();
        let out = response.headers_mut();
        out.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if packed {
            out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }

    fn gzip(&self, head: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(GZIP_HEAD.len() + head.len() + 64 + self.deflated.len());
        out.extend(GZIP_HEAD);
        for part in head.chunks(u16::MAX.into()) {
            let length = part.len() as u16;
            out.push(STORED);
            out.extend(length.to_le_bytes());
            out.extend((!length).to_le_bytes());
            out.extend(part);
        }
        out.extend(&self.deflated);
        let mut both = checksum(head);
        both.combine(&self.checksum);
        out.extend(both.finalize().to_le_bytes());
        // The length counts modulo 2³², as the format has it.
        out.extend(((head.len() + self.plain.len()) as u32).to_le_bytes());
        out
    }
}

fn checksum(text: &[u8]) -> crc32fast::Hasher {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(text);
    hasher
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use proptest::prelude::*;

    use super::*;

    fn unpacked(bytes: &[u8]) -> String {
        let (mut text, mut rest) = (String::new(), bytes);
        // Refuses a wrong checksum and a wrong length.
        flate2::bufread::GzDecoder::new(&mut rest).read_to_string(&mut text).unwrap();
        assert!(rest.is_empty(), "something follows the end");
        text
    }

    proptest! {
        #[test]
        fn what_was_put_together_is_read_as_one(head in ".{0,80}", tail in "(.{0,40}){0,50}") {
            let packed = Tail::new(tail.clone()).unwrap().gzip(head.as_bytes());
            prop_assert_eq!(unpacked(&packed), head + &tail);
        }
    }

    #[test]
    fn a_long_beginning_takes_several_blocks() {
        let head = "0123456789".repeat(20_000);
        let packed = Tail::new("the end".to_owned()).unwrap().gzip(head.as_bytes());
        assert_eq!(unpacked(&packed), head + "the end");
    }

    #[test]
    fn who_does_not_accept_gzip_gets_it_plain() {
        let tail = Tail::new("\"rows\":[]}".to_owned()).unwrap();
        let mut asked = HeaderMap::new();
        let plain = tail.reply("{", &asked);
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        asked.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br, gzip"));
        let packed = tail.reply("{", &asked);
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        for response in [plain, packed] {
            assert_eq!(response.headers()[header::VARY], "accept-encoding");
            assert_eq!(response.headers()[header::CONTENT_TYPE], "application/json");
        }
    }
}
