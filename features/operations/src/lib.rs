//! Operations: backups, the system status and the people for administrators, data export and account deletion. The last two gather
//! from all features, so this crate comes after them.

pub mod backups;
pub mod data_folder;
pub mod instance_lock;

pub mod operations;

pub mod user_admin;

pub mod profile;
