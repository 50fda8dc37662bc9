//! Signed-in person: made of an account and the role words granted to it, which decides in one place what each word means.

use std::sync::Arc;

use quad_http::auth::{Member, Person};
use quad_kernel::ids::{SessionId, UserId};

const ADMIN: &str = "ADMIN";
const ORGANISER: &str = "ORGANISER";

/// A signed-in person with granted role words (latest first).
pub(super) fn member(id: UserId, session: SessionId, full_name: String, email: String, roles: Vec<String>) -> Member {
    let is = |word: &str| roles.iter().any(|role| role == word);
    let (is_admin, is_organiser) = (is(ADMIN), is(ORGANISER));
    let offices = roles.into_iter().filter(|role| role != ADMIN && role != ORGANISER).collect();
    Member(Arc::new(Person { id, session, full_name, email, is_admin, is_organiser, offices }))
}
