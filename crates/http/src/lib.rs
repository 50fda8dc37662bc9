//! HTTP: the server, the middleware, and what handlers of all features read and answer with.

pub mod accept;
pub mod auth;
pub mod body;
pub mod csv;
pub mod device;
mod drain_body;
pub mod encodings;
pub mod etag;
pub mod html;
pub mod idempotency;
mod idempotency_key;
pub mod link_preview;
pub mod live;
pub mod middleware;
pub mod openapi;
pub mod precompressed;
pub mod query;
pub mod reply;
pub mod sender;
pub mod server;
mod store_idempotency;
pub mod systemd;
pub mod uploads;
