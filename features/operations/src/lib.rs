//! Operations: backups, what administrators see of the system, and what a person may take away or delete. What is exported and
//! deleted is gathered from all features, so this comes after them.

pub mod backups;
pub mod data_folder;
pub mod instance_lock;

pub mod operations;

pub mod profile;
