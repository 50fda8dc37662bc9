//! Registrant news: what those who registered for an event are told of; a word of it stands in the job that tells them. The
//! sentences are in `messages.rs`.

/// What registrants are told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tell {
    Changed,
    Cancelled,
    DayAhead,
    HourAhead,
    /// A place became free, because somebody gave it up.
    Promoted,
    /// There are more places than before.
    MorePlaces,
    /// A place that had become free while nobody could move up.
    FreePlace,
}

impl Tell {
    pub fn word(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Cancelled => "cancelled",
            Self::DayAhead => "day",
            Self::HourAhead => "hour",
            Self::Promoted => "promoted",
            Self::MorePlaces => "more_places",
            Self::FreePlace => "free_place",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        let all = [
            Self::Changed,
            Self::Cancelled,
            Self::DayAhead,
            Self::HourAhead,
            Self::Promoted,
            Self::MorePlaces,
            Self::FreePlace,
        ];
        all.into_iter().find(|tell| tell.word() == word)
    }

    /// A reminder: only for those who have a place, and only while the start is still that one.
    pub fn is_reminder(self) -> bool {
        matches!(self, Self::DayAhead | Self::HourAhead)
    }
}
