//! Idempotency key as it is stored: digests of the call that it came with, and what seals the call's answer. The key itself is
//! the client's alone.

use axum::extract::Request;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// A key, and the call that it came with, as far as they are stored.
pub struct Key {
    pub hash: [u8; 32],
    pub fingerprint: [u8; 32],
    /// Whose it is; empty for a guest.
    pub owner: Vec<u8>,
    /// Seals the answer; not stored.
    secret: [u8; 32],
}

impl Key {
    pub fn new(key: Uuid, session: &str, request: &Request, body: &[u8]) -> Self {
        let path = request.uri().path_and_query().map_or("", |path| path.as_str()).as_bytes();
        let call = [key.as_bytes(), session.as_bytes(), request.method().as_str().as_bytes(), path, body];
        Self {
            hash: digest("key", &[key.as_bytes()]),
            fingerprint: digest("call", &call),
            owner: if session.is_empty() { Vec::new() } else { digest("owner", &[session.as_bytes()]).to_vec() },
            secret: digest("answer", &[key.as_bytes()]),
        }
    }

    fn cipher(&self) -> Option<LessSafeKey> {
        UnboundKey::new(&AES_256_GCM, &self.secret).ok().map(LessSafeKey::new)
    }

    /// Claims are chance, so no two answers that a key seals have one nonce.
    pub fn sealed(&self, claim: Claim, answer: &[u8]) -> Option<Vec<u8>> {
        let (nonce, mut text) = (Nonce::assume_unique_for_key(claim), answer.to_vec());
        self.cipher()?.seal_in_place_append_tag(nonce, Aad::from(self.fingerprint), &mut text).ok()?;
        Some(text)
    }

    pub fn opened(&self, claim: &[u8], mut answer: Vec<u8>) -> Option<Vec<u8>> {
        let nonce = Nonce::try_assume_unique_for_key(claim).ok()?;
        let length = self.cipher()?.open_in_place(nonce, Aad::from(self.fingerprint), &mut answer).ok()?.len();
        answer.truncate(length);
        Some(answer)
    }
}

/// Each part with its length before it, so that none runs into the next.
fn digest(what: &str, parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(format!("quad idempotency {what}\0"));
    for part in parts {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// Which of several claims of one key.
pub type Claim = [u8; NONCE_LEN];
