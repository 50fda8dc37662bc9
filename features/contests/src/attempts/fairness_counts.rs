//! Fairness counts: how often questions were right, and options chosen, by where they stood, and whether that can be chance.

use super::chance::LEVEL;

/// How often the questions in some places were right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facility {
    /// The first of these places, from 0.
    pub from: usize,
    /// The first place after them.
    pub to: usize,
    /// Questions that somebody had there.
    pub asked: u32,
    /// How many of them were right.
    pub right: u32,
}

impl Facility {
    /// How many of them were right, from 0 to 1.
    pub fn share(self) -> f64 {
        if self.asked == 0 { 0.0 } else { f64::from(self.right) / f64::from(self.asked) }
    }
}

/// A place of options.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OptionPlace {
    /// How often what stood there by chance was chosen.
    pub chosen: u32,
    /// How often it would have been if the place did not matter.
    pub expected: f64,
}

/// Whether what was counted can be chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is too little to say anything.
    Few,
    /// It can.
    Chance,
    /// It hardly can.
    Beyond,
}

impl Verdict {
    /// By how likely chance alone is.
    pub fn of(is_enough: bool, likely: f64) -> Self {
        if !is_enough {
            Self::Few
        } else if likely < LEVEL {
            Self::Beyond
        } else {
            Self::Chance
        }
    }

    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Few => "few",
            Self::Chance => "chance",
            Self::Beyond => "beyond_chance",
        }
    }
}
