//! Password hashing alone: Argon2id with its usual parameters (19 MiB, two passes, one lane, which are Quad's), as many
//! at once as there are processors, in memory that is kept. No server can let people log in faster on this machine with
//! this implementation of the hash.

use std::sync::{Arc, Mutex, PoisonError};

use argon2::{Argon2, Block};
use axum::body::Bytes;
use tokio::sync::Semaphore;

/// Bytes of a hash.
const LENGTH: usize = 32;
/// What is hashed costs the same with every salt.
const SALT: &[u8; 16] = b"saltsaltsaltsalt";

/// The processors' worth of hashes.
#[derive(Clone, Debug)]
pub struct Hashing {
    slots: Arc<Semaphore>,
    memories: Arc<Mutex<Vec<Vec<Block>>>>,
}

impl Hashing {
    /// A hash at a time on each processor.
    pub fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self { slots: Arc::new(Semaphore::new(processors)), memories: Arc::default() }
    }

    /// Hashes this, on a thread for blocking work, and says whether that went well.
    pub async fn hash(&self, password: Bytes) -> bool {
        let Ok(_slot) = self.slots.acquire().await else { return false };
        let memories = Arc::clone(&self.memories);
        let hashing = move || {
            let kept = || memories.lock().unwrap_or_else(PoisonError::into_inner);
            let argon = Argon2::default();
            let mut memory = kept().pop().unwrap_or_default();
            memory.resize(argon.params().block_count(), Block::new());
            let mut hash = [0; LENGTH];
            let done = argon.hash_password_into_with_memory(&password, SALT, &mut hash, &mut memory);
            kept().push(memory);
            done.is_ok()
        };
        tokio::task::spawn_blocking(hashing).await.unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_hash_costs_what_quads_does() {
        let usual = Argon2::default();
        let params = usual.params();
        assert_eq!((params.m_cost(), params.t_cost(), params.p_cost()), (19 * 1024, 2, 1));
        let hashing = Hashing::new();
        for password in ["violet-harbour-42", ""] {
            assert!(hashing.hash(Bytes::from(password)).await);
        }
        let memories = hashing.memories.lock().expect("memories").iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(memories, [19 * 1024], "the memory is kept for the next one");
    }
}
