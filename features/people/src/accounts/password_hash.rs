//! Password hash: Argon2id that keeps its memory from one hash to the next. A hash works in 19 MiB; asked for and given back
//! each time, the allocator keeps three times that, and the system clears all of it anew. When nobody comes it is given back.

use std::cell::RefCell;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{self, CustomizedPasswordHasher};
use argon2::{Algorithm, Argon2, Block, Params, Version};

thread_local! {
    /// What the hashes of this thread work in, one after the other.
    static MEMORY: RefCell<Vec<Block>> = const { RefCell::new(Vec::new()) };
}

/// Gives back what the hashes of this thread worked in.
pub fn give_back() {
    MEMORY.take();
}

/// Bytes that the hashes of this thread keep.
#[cfg(test)]
pub fn kept() -> usize {
    MEMORY.with_borrow(|memory| memory.capacity() * size_of::<Block>())
}

/// Hashes and, by the library's own comparison, verifies.
#[derive(Clone, Copy, Debug)]
pub struct Hasher;

impl CustomizedPasswordHasher<PasswordHash> for Hasher {
    type Params = Params;

    fn hash_password_customized(
        &self,
        password: &[u8],
        salt: &[u8],
        algorithm: Option<&str>,
        version: Option<u32>,
        params: Params,
    ) -> password_hash::Result<PasswordHash> {
        let algorithm = algorithm.map(Algorithm::try_from).transpose()?.unwrap_or_default();
        let version = version.map(Version::try_from).transpose()?.unwrap_or_default();
        let mut output = [0; Output::MAX_LENGTH];
        let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let output = output.get_mut(..length).ok_or(password_hash::Error::OutputSize)?;
        let (salt, described) = (Salt::new(salt)?, ParamsString::try_from(&params)?);
        let blocks = params.block_count();
        let argon = Argon2::new(algorithm, version, params);
        MEMORY.with_borrow_mut(|memory| {
            memory.resize(blocks, Block::new());
            argon.hash_password_into_with_memory(password, &salt, output, memory)
        })?;
        Ok(PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: described,
            salt: Some(salt),
            hash: Some(Output::new(output)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

    use super::*;

    #[test]
    fn a_hash_is_the_librarys_and_the_next_one_too() {
        let theirs = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::default());
        for password in [&b"violet-kettle-91"[..], b"amber-window-17", b""] {
            let ours = Hasher.hash_password_with_params(password, &[7; 16], Params::default()).expect("a hash");
            assert_eq!(ours, theirs.hash_password_with_salt(password, &[7; 16]).expect("a hash"));
            assert!(Hasher.verify_password(password, &ours).is_ok());
            assert!(Hasher.verify_password(b"another", &ours).is_err());
        }
    }

    #[test]
    fn a_hash_of_another_cost_is_verified_by_that_cost() {
        let small = Params::new(64, 1, 1, None).expect("parameters");
        let cheap = Hasher.hash_password_with_params(b"violet", &[7; 16], small).expect("a hash");
        let usual = Hasher.hash_password_with_params(b"violet", &[7; 16], Params::default()).expect("a hash");
        assert!(cheap.to_string().starts_with("$argon2id$v=19$m=64,t=1,p=1$"), "{cheap}");
        for hash in [cheap, usual] {
            assert!(Hasher.verify_password(b"violet", &hash).is_ok());
        }
    }
}
