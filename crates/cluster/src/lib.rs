//! Cluster: several processes on one PostgreSQL. `peers.rs` is how they hear each other, and `cache.rs` is what each keeps
//! until one of them changes it. What else is done about what is heard is in `server/src/invalidation.rs`.

pub mod cache;
pub mod peers;
