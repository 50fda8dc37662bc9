//! HTTP machinery shared by all features; the only place that knows axum's insides. Imports the kernel, never a feature.

pub mod body;
mod drain;
pub mod guard;
pub mod live;
pub mod openapi;
pub mod reply;
pub mod site;
pub mod who;
