//! Load generator for HTTP/1.1 that avoids coordinated omission: each latency is counted from the moment at which a
//! request was meant to go, so a server that stalls is not spared the requests that had to wait for it.
//!
//! It is cheap, because it shares the machine with what it measures, and says what it cost itself. It knows nothing of
//! the product. It refuses HTTP/2 and redirects; whoever measures those needs another tool.

mod arrivals;
mod connection;
mod latencies;
mod loops;
mod reply;
mod request;
mod secure;
mod streams;
mod tally;
mod usage;

pub use arrivals::Arrivals;
pub use connection::{Connection, Failure, connections, open_all};
pub use latencies::Latencies;
pub use loops::{Run, Until, Work, closed_loop, open_loop};
pub use reply::Reply;
pub use request::Request;
pub use secure::Secure;
pub use streams::{Frames, Streams, Watch};
pub use tally::{Report, Tally};
pub use usage::{Process, Usage, available_memory, machine_busy, raise_open_files};
