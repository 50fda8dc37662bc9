//! Fairness counts: how often questions were right, and options chosen, by where they stood.

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
