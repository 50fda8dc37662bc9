//! Typed ids (a user's id cannot be passed as a contest's) and the source of randomness they are made from.
//!
//! Ids are UUIDv7: sortable by the moment they were made. Made from the clock and the random source given, so that two
//! servers with the same of both make the same ids.

use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use uuid::Uuid;

use crate::clock::Time;

/// Where random bytes come from. Tests seed it.
#[derive(Clone, Debug)]
pub enum Random {
    /// The operating system's generator.
    System,
    /// Reproducible.
    Seeded(Arc<Mutex<StdRng>>),
}

impl Random {
    /// A reproducible source.
    pub fn seeded(seed: u64) -> Self {
        Self::Seeded(Arc::new(Mutex::new(StdRng::seed_from_u64(seed))))
    }

    /// `N` random bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match self {
            Self::System => rand::rng().fill_bytes(&mut bytes),
            Self::Seeded(source) => source.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(&mut bytes),
        }
        bytes
    }

    /// A number in `0..below`, evenly spread (the bias of 64 bits is beyond notice for the small bounds used here).
    pub fn below(&self, below: u64) -> u64 {
        u64::from_le_bytes(self.bytes::<8>()) % below.max(1)
    }

    /// A new UUIDv7 for the moment `now`.
    pub fn uuid(&self, now: Time) -> Uuid {
        uuid::Builder::from_unix_timestamp_millis(now.0.max(0) as u64, &self.bytes::<10>()).into_uuid()
    }
}

macro_rules! typed_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub Uuid);

        quad_db::newtype_column!($name, Uuid);

        impl $name {
            /// A new id for the moment `now`.
            pub fn new(now: Time, random: &Random) -> Self {
                Self(random.uuid(now))
            }

            /// Reads what [`Display`](std::fmt::Display) wrote; anything else is nobody's id.
            pub fn parse(text: &str) -> Option<Self> {
                (text.len() == 36).then(|| Uuid::try_parse(text).ok()).flatten().map(Self)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.hyphenated().fmt(f)
            }
        }
    };
}

typed_id!(
    /// A person with an account.
    UserId
);
typed_id!(
    /// One signed-in device of a person.
    SessionId
);
typed_id!(
    /// A contest.
    ContestId
);
typed_id!(
    /// A question of a contest.
    QuestionId
);
typed_id!(
    /// A correction of a question after the end.
    CorrectionId
);
typed_id!(
    /// A change of people's time in a contest.
    TimeChangeId
);
typed_id!(
    /// A poll.
    PollId
);
typed_id!(
    /// A plan somebody ordered.
    OrderId
);
typed_id!(
    /// A message from the contact form.
    EnquiryId
);
typed_id!(
    /// A club.
    ClubId
);
typed_id!(
    /// Somebody's place in a club, from the application on.
    MembershipId
);
typed_id!(
    /// An event of a club.
    EventId
);
typed_id!(
    /// Something asked of a club.
    QuestionToClubId
);
typed_id!(
    /// Something sent to many at once.
    AnnouncementId
);

typed_id!(
    /// The pictures of an event.
    GalleryId
);

/// A picture, named by its content: 128 bits in hexadecimal. Nobody guesses it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PictureKey(String);

quad_db::newtype_column!(PictureKey, String);

impl PictureKey {
    /// The key of these bits.
    pub fn of(bits: [u8; 16]) -> Self {
        Self(hex::encode(bits))
    }

    /// Reads what [`Display`](std::fmt::Display) wrote; anything else is no picture's key.
    pub fn parse(text: &str) -> Option<Self> {
        let is_key = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        is_key.then(|| Self(text.to_owned()))
    }

    /// The same as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for PictureKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_clock_and_seed_same_ids() {
        let make = || UserId::new(Time(1_700_000_000_000), &Random::seeded(7));
        assert_eq!(make(), make());
        assert_eq!(UserId::parse(&make().to_string()), Some(make()));
    }

    #[test]
    fn ids_sort_by_time() {
        let random = Random::System;
        assert!(ContestId::new(Time(1), &random) < ContestId::new(Time(2), &random));
    }

    #[test]
    fn other_spellings_are_nobodys() {
        for text in ["", "1", "0190163d8694739baea59d6c1a5d1234", "{0190163d-8694-739b-aea5-9d6c1a5d1234}", "\0"] {
            assert_eq!(UserId::parse(text), None, "{text}");
        }
    }
}
