//! Fault `between`, its parts besides the stand: people in a real browser, the middlebox that disturbs their calls,
//! proxies with the packaged files, several Quads behind them, and the comparison with the database.

pub mod browser;
pub mod comparison;
mod disturbance;
mod exchange;
pub mod middlebox;
pub mod people;
pub mod proxies;
pub mod quads;
