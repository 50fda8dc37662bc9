//! HTTP machinery shared by all features; the only place that knows axum's insides. Imports the kernel, never a feature.

pub mod body;
pub mod csv;
pub mod device;
mod drain;
pub mod files;
pub mod guard;
pub mod live;
pub mod openapi;
pub mod packed;
pub mod reply;
pub mod serving;
pub mod site;
pub mod systemd;
pub mod who;
