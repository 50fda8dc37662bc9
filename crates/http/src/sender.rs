//! Sender of a changing call: whom it says it is from, compared with the session that the request came with.
//!
//! Another tab of the same browser may log somebody else in while a call is under way, so the web client names the person in a
//! header, `x-quad-sender`. And a proxy was seen to exchange the bodies of different people's requests, so the id stands in each
//! body as well, as `sentBy`. A call of somebody else's is refused before anything is done with it. The field `sentBy` is removed
//! while the body is parsed, so that no feature sees it. A call without header and field is accepted.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use axum::extract::Request;
use axum::http::HeaderName;
use serde::Deserializer;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Error, IntoDeserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::auth::Member;
use quad_kernel::error::{MISDIRECTED, Rejection};
use quad_kernel::ids::UserId;

/// The field of a JSON body or of a form.
pub const SENT_BY: &str = "sentBy";

/// The header of a changing call, with a body or without.
pub const SENDER: HeaderName = HeaderName::from_static("x-quad-sender");

/// Refuses a changing call whose header names somebody else than the session's person. Without a session the call itself says
/// that one has to log in.
pub fn check_header(request: &Request) -> Result<(), Rejection> {
    let member = request.extensions().get::<Member>();
    if request.method().is_safe() || member.is_none() {
        return Ok(());
    }
    // One that is no text is nobody's id.
    let mut said = request.headers().get_all(SENDER).iter().map(|value| value.to_str().unwrap_or_default());
    said.try_for_each(|id| Sender::named(id).must_be(member))
}

/// What a call says of its sender.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sender {
    /// Nothing.
    #[default]
    Unsaid,
    /// This person.
    Person(UserId),
    /// What is nobody's id.
    Nobody,
}

impl Sender {
    /// What a text says.
    pub fn named(text: &str) -> Self {
        UserId::parse(text).map_or(Self::Nobody, Self::Person)
    }

    /// Refuses the body of somebody who is not the session's person.
    pub fn must_be(self, member: Option<&Member>) -> Result<(), Rejection> {
        match self {
            Self::Unsaid => Ok(()),
            Self::Person(id) if member.is_some_and(|member| member.id == id) => Ok(()),
            Self::Person(_) | Self::Nobody => Err(MISDIRECTED),
        }
    }
}

/// Reads an object as a `T`, and its sender beside it.
#[derive(Debug)]
pub struct WithSender<'s, T> {
    sender: &'s mut Sender,
    read: PhantomData<T>,
}

impl<'s, T> WithSender<'s, T> {
    /// The sender is there as soon as it is read, also where the rest cannot be.
    pub fn noting(sender: &'s mut Sender) -> Self {
        Self { sender, read: PhantomData }
    }
}

impl<'de, T: DeserializeOwned> DeserializeSeed<'de> for WithSender<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, T: DeserializeOwned> Visitor<'de> for WithSender<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(Rest { map, sender: self.sender, is_said: false }))
    }
}

/// The members of an object without the sender.
struct Rest<'s, A> {
    map: A,
    sender: &'s mut Sender,
    is_said: bool,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Rest<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.map.next_key_seed(Key)? {
            if key != SENT_BY {
                return seed.deserialize(key.into_deserializer()).map(Some);
            }
            if std::mem::replace(&mut self.is_said, true) {
                return Err(A::Error::duplicate_field(SENT_BY));
            }
            *self.sender = match self.map.next_value::<Value>()? {
                Value::Null => Sender::Unsaid,
                Value::String(id) => Sender::named(&id),
                _ => Sender::Nobody,
            };
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

/// The name of a member, borrowed where it stands in the text as it is.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(name.to_owned()))
    }
}
