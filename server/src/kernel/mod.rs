//! The small words every feature speaks: ids, time, refusals, checks of input. No I/O, nothing of ours imported.

pub mod checks;
pub mod clock;
pub mod fail;
pub mod ids;
pub mod invariant;
pub mod pulse;
