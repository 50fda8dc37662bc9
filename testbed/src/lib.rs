//! Testbed, which the benchmark and the torture share: a made-up campus in a database of its own, servers as processes
//! of their own, and libraries of C before theirs that slow their disk down, break it, or write down what they do to
//! it.
//!
//! It knows the product's tables and nothing of its calls; what is sent is the business of whoever sends it.

pub mod campus;
pub mod disk;
pub mod homes;
pub mod preload;
pub mod process;
pub mod recorder;
pub mod store;
pub mod terminal;
