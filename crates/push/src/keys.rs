//! VAPID keys: the server's own key pair (RFC 8292). Push services know the sender by it, and a subscription belongs to
//! the public half it was made with. The secret half shows itself to nobody but [`Keys::secret`].

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::PublicKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::rand_core::OsRng;

/// Push services take a token for at most a day.
const TOKEN_SECONDS: i64 = 12 * 3600;

/// A key pair.
#[derive(Clone)]
pub struct Keys(SigningKey);

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Keys").field(&self.public()).finish()
    }
}

impl Keys {
    /// A new pair from the operating system's randomness.
    pub fn generate() -> Self {
        Self(SigningKey::random(&mut OsRng))
    }

    /// The pair with this secret half; nothing when it is not 32 bytes of a good number.
    pub fn from_secret(secret: &[u8]) -> Option<Self> {
        // Shorter ones would be filled up.
        let secret = <[u8; 32]>::try_from(secret).ok()?;
        SigningKey::from_slice(&secret).ok().map(Self)
    }

    /// The secret half, 32 bytes, to be kept.
    pub fn secret(&self) -> Vec<u8> {
        self.0.to_bytes().to_vec()
    }

    /// The public half as browsers want it: base64url of the uncompressed point.
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.verifying_key().to_encoded_point(false))
    }

    /// The `Authorization` header for a push service: a token signed with the secret half, for that service alone.
    pub(crate) fn authorization(&self, origin: &str, contact: Option<&str>, now_ms: i64) -> String {
        let mut claims = serde_json::json!({"aud": origin, "exp": now_ms / 1000 + TOKEN_SECONDS});
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let head = URL_SAFE_NO_PAD.encode(br#"{"typ":"JWT","alg":"ES256"}"#);
        let text = format!("{head}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature: Signature = self.0.sign(text.as_bytes());
        format!("vapid t={text}.{}, k={}", URL_SAFE_NO_PAD.encode(signature.to_bytes()), self.public())
    }
}

/// Whether these bytes are a browser's public key: a point on the curve.
pub fn is_public_key(bytes: &[u8]) -> bool {
    PublicKey::from_sec1_bytes(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_comes_back_from_its_secret() {
        let keys = Keys::generate();
        let again = Keys::from_secret(&keys.secret()).expect("a key");
        assert_eq!(again.public(), keys.public());
        assert_eq!(URL_SAFE_NO_PAD.decode(keys.public()).expect("base64url").len(), 65);
        assert_ne!(Keys::generate().public(), keys.public());
        for bad in [&[][..], &[0; 32], &[255; 32], &[1; 31]] {
            assert!(Keys::from_secret(bad).is_none());
        }
    }

    #[test]
    fn the_secret_half_does_not_show() {
        let keys = Keys::from_secret(&[7; 32]).expect("a key");
        assert!(!format!("{keys:?}").contains("7, 7"));
    }
}
