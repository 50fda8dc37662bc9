//! Mark texts: how the totals that stand beside each other are written for people. Two totals that differ never read alike:
//! where rounding would hide it, both are written exactly. The sum of a few shares can be 1.0512 marks, and another 1.0524.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::contests::Marks;

/// The texts of some totals.
#[derive(Clone, Debug, Default)]
pub struct MarkTexts {
    /// Those that are written exactly.
    exactly: HashSet<Marks>,
}

impl MarkTexts {
    /// Of totals that are read together.
    pub fn of(totals: impl IntoIterator<Item = Marks>) -> Self {
        let mut by_text: HashMap<i64, Vec<Marks>> = HashMap::new();
        for marks in totals.into_iter().collect::<BTreeSet<Marks>>() {
            by_text.entry(marks.hundredths()).or_default().push(marks);
        }
        Self { exactly: by_text.into_values().filter(|alike| alike.len() > 1).flatten().collect() }
    }

    /// The text of one of them.
    pub fn text(&self, marks: Marks) -> String {
        if self.exactly.contains(&marks) { marks.precise() } else { marks.shown() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(units: &[i64]) -> Vec<String> {
        let totals = || units.iter().copied().map(Marks::from_units);
        let texts = MarkTexts::of(totals());
        totals().map(|marks| texts.text(marks)).collect()
    }

    #[test]
    fn totals_that_differ_do_not_read_alike() {
        // 1 1/20, 1 1/20 + 1/840 and 1/3: the first two are 1.05 with two decimals.
        assert_eq!(texts(&[10_584, 10_596, 3_360]), ["1.05", "1 43/840", "⅓"]);
        assert_eq!(texts(&[10_584, 3_360, 10_584]), ["1.05", "⅓", "1.05"], "equal totals are one");
        assert_eq!(texts(&[-10_584, 10_596]), ["−1.05", "1.05"]);
        assert_eq!(texts(&[-1, 0, 1]), ["−1/10080", "0", "1/10080"]);
        assert_eq!(texts(&[40_320, 40_308]), ["4", "3 839/840"], "4 and 4.00 are as good as alike");
        assert_eq!(texts(&[3_360, 3_326]), ["⅓", "1663/5040"]);
    }

    proptest! {
        /// Whatever totals stand on a page, two texts are equal exactly where the totals are.
        #[test]
        fn a_text_is_of_one_total(units in prop::collection::vec(-30_000_i64..30_000, 0..60)) {
            let texts = texts(&units);
            for (one, text) in units.iter().zip(&texts) {
                for (other, other_text) in units.iter().zip(&texts) {
                    prop_assert_eq!(one == other, text == other_text);
                }
            }
        }
    }
}
