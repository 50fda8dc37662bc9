//! Authentication: who is asking, the session's person and nobody else.
//!
//! The accounts feature's middleware puts a [`Member`] on the request when its cookie names a living session; the
//! extractors here only read that. A user id sent along (`x-user-id`, or in a body through [`Member::must_be`]) is
//! compared and goes no further.

use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;

use quad_kernel::error::{Error, IDENTITY_MISMATCH, LOGGED_OUT, MISSING};
use quad_kernel::ids::{SessionId, UserId};

/// A signed-in person.
#[derive(Clone, Debug)]
pub struct Member(pub Arc<Person>);

/// What a request may know of the person asking.
#[derive(Debug)]
pub struct Person {
    /// The person.
    pub id: UserId,
    /// The session the request came with.
    pub session: SessionId,
    /// Display name.
    pub full_name: String,
    /// Address, lower-case.
    pub email: String,
    /// Platform administrator.
    pub is_admin: bool,
    /// Has bought a plan or was granted creations.
    pub is_organiser: bool,
    /// Clubs administered, latest first, by the club's name on the wire (`HOBBY`).
    pub offices: Vec<String>,
}

impl std::ops::Deref for Member {
    type Target = Person;

    fn deref(&self) -> &Person {
        &self.0
    }
}

impl Member {
    /// Refuses a user id that is not this person's. Absent is fine, and so are the texts that browsers make of absent.
    pub fn must_be(&self, sent: Option<&str>) -> Result<(), Error> {
        match sent.map(str::trim) {
            None | Some("" | "null" | "undefined") => Ok(()),
            Some(id) if UserId::parse(id) == Some(self.id) => Ok(()),
            Some(_) => Err(IDENTITY_MISMATCH.into()),
        }
    }

    /// All role words of this person, strongest first; never empty.
    pub fn roles(&self) -> Vec<String> {
        let mut roles = Vec::new();
        if self.is_admin {
            roles.push("ADMIN".to_owned());
        }
        roles.extend(self.offices.iter().cloned());
        if self.is_organiser {
            roles.push("ORGANISER".to_owned());
        }
        roles.push("USER".to_owned());
        roles
    }

    /// The wire's one role word: the strongest.
    pub fn role(&self) -> String {
        self.roles().swap_remove(0)
    }
}

fn from_parts(parts: &Parts) -> Result<Member, Error> {
    let member = parts.extensions.get::<Member>().cloned().ok_or(LOGGED_OUT)?;
    // A header that is not text is nobody's id.
    let sent = parts.headers.get("x-user-id").map(|value| value.to_str().unwrap_or("?"));
    member.must_be(sent)?;
    Ok(member)
}

impl<S: Send + Sync> FromRequestParts<S> for Member {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        from_parts(parts)
    }
}

/// `Option<Member>`: for calls that guests may make too. A wrong id sent along is refused all the same.
impl<S: Send + Sync> OptionalFromRequestParts<S> for Member {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, Self::Rejection> {
        if parts.extensions.get::<Self>().is_none() {
            return Ok(None);
        }
        from_parts(parts).map(Some)
    }
}

/// The platform administrator. To everybody else such a call does not exist.
#[derive(Clone, Debug)]
pub struct Admin(pub Member);

impl<S: Send + Sync> FromRequestParts<S> for Admin {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let member = from_parts(parts)?;
        if member.is_admin { Ok(Self(member)) } else { Err(MISSING.into()) }
    }
}
