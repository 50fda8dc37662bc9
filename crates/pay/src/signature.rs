//! Signatures: HMAC-SHA256 in lower-case hexadecimal, which is how Razorpay signs both the browser's answer and the
//! webhook.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The signature of a message.
pub fn sign(secret: &str, message: &[u8]) -> String {
    hex::encode(mac(secret, message).finalize().into_bytes())
}

/// Whether a signature is the message's; takes as long for a nearly right one as for a wrong one. Only the one spelling
/// the provider sends is taken: 64 lower-case digits.
pub(crate) fn is_signed(secret: &str, message: &[u8], signature: &str) -> bool {
    if signature.bytes().any(|byte| !matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        return false;
    }
    let mut bytes = [0; 32];
    hex::decode_to_slice(signature, &mut bytes).is_ok() && mac(secret, message).verify_slice(&bytes).is_ok()
}

#[expect(clippy::expect_used, reason = "HMAC takes keys of every length; the error type is there for other MACs")]
fn mac(secret: &str, message: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key of any length");
    mac.update(message);
    mac
}
