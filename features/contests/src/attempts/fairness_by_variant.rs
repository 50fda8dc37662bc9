//! Fairness by paper: whether those who had one of a contest's papers did better or worse than those who had another, beyond what chance
//! brings about. Pure rules.
//!
//! The test is an analysis of variance by permutation: people are dealt to the papers anew, as many to each as had it, and it is counted how
//! often the papers then lie as far apart as they do. Papers are given to people by chance, so that without a difference all deals are
//! alike, whatever marks look like; a warning is then given as seldom as one of the other tests of the report gives it. Its chance is the same
//! each time.

use super::chance::LEVEL;

/// Deals that the papers are compared with.
const DEALS: u32 = 1_999;
/// With fewer people a paper is told of, but not compared.
pub const ENOUGH: usize = 10;

/// How those did who had a paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VariantFairness {
    /// Its number, from 1.
    pub variant: u32,
    /// How many answered something.
    pub people: u32,
    /// What they have of all there is to have at it, on average: 0 to 1, less where marks are taken off; none without anybody.
    pub facility: Option<f64>,
}

/// What is said of the papers of a contest.
#[derive(Clone, Debug, PartialEq)]
pub struct PapersFairness {
    /// Of each paper, by its number.
    pub variants: Vec<VariantFairness>,
    /// How often chance brings about papers that lie as far apart; none where fewer than two papers can be compared.
    pub chance: Option<f64>,
    /// They lie further apart than chance explains.
    pub is_unfair: bool,
}

/// Compares papers by what people have of all there is to have at theirs; each person with the number of the paper, and each paper that
/// there is named in `variants`.
pub fn fairness_by_variant(variants: &[u32], people: &[(u32, f64)]) -> PapersFairness {
    let of = |variant: u32| people.iter().filter(move |(own, _)| *own == variant).map(|(_, share)| *share);
    let told = |variant: &u32| {
        let many = of(*variant).count();
        let facility = (many > 0).then(|| of(*variant).sum::<f64>() / many as f64);
        VariantFairness { variant: *variant, people: many as u32, facility }
    };
    let compared = variants.iter().map(|variant| of(*variant).collect::<Vec<f64>>());
    let groups: Vec<Vec<f64>> = compared.filter(|group| group.len() >= ENOUGH).collect();
    let chance = (groups.len() > 1).then(|| chance(&groups));
    PapersFairness {
        variants: variants.iter().map(told).collect(),
        chance,
        is_unfair: chance.is_some_and(|chance| chance <= LEVEL),
    }
}

/// The share of deals in which the groups lie as far apart, the real one among them.
fn chance(groups: &[Vec<f64>]) -> f64 {
    let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
    let mut all: Vec<f64> = groups.iter().flatten().copied().collect();
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    for share in &mut all {
        *share -= mean;
    }
    // Sums of the same numbers in another order differ in their last digits.
    let real = apart(&all, &sizes) * (1.0 - 1e-9) - 1e-12;
    let mut chance = Chance(0x5EED);
    let mut as_far = 1;
    for _ in 0..DEALS {
        for last in (1..all.len()).rev() {
            all.swap(last, chance.below(last + 1));
        }
        as_far += u32::from(apart(&all, &sizes) >= real);
    }
    f64::from(as_far) / f64::from(DEALS + 1)
}

/// How far groups of such sizes lie apart: the squares of their means, each as often as it has members. The mean of all is 0.
fn apart(all: &[f64], sizes: &[usize]) -> f64 {
    let mut rest = all;
    let mut sum = 0.0;
    for size in sizes {
        let (group, others) = rest.split_at(*size);
        let of_group = group.iter().sum::<f64>();
        sum += of_group * of_group / *size as f64;
        rest = others;
    }
    sum
}

/// SplitMix64: the same numbers each time.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, below: usize) -> usize {
        ((u128::from(self.next()) * below as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many people at each of four papers, who have right so many of twenty questions as chance and the paper say.
    fn contest(chance: &mut Chance, each: usize, ease: [usize; 4]) -> Vec<(u32, f64)> {
        let mut people = Vec::new();
        for (variant, ease) in (1..).zip(ease) {
            for _ in 0..each {
                let right = (0..20).filter(|_| chance.below(100) < ease).count();
                people.push((variant, right as f64 / 20.0));
            }
        }
        people
    }

    #[test]
    fn a_hard_paper_is_found_and_chance_is_not() {
        let mut seed = Chance(7);
        let hard = fairness_by_variant(&[1, 2, 3, 4], &contest(&mut seed, 40, [60, 60, 60, 45]));
        assert!(hard.is_unfair && hard.chance.is_some_and(|chance| chance < 0.001), "{hard:?}");
        assert_eq!(hard.variants.iter().map(|one| one.people).collect::<Vec<_>>(), [40; 4]);
        assert!(hard.variants[3].facility < hard.variants[0].facility);
        let alike = fairness_by_variant(&[1, 2, 3, 4], &contest(&mut seed, 40, [60; 4]));
        assert!(!alike.is_unfair, "{alike:?}");
    }

    /// Of two hundred contests without a difference one of four hundred may be warned of: none, and 4 only once in five hundred times.
    #[test]
    fn warnings_without_a_reason_are_rare() {
        let mut seed = Chance(11);
        let warned = (0..200).filter(|_| {
            let people = contest(&mut seed, 10, [50; 4]);
            fairness_by_variant(&[1, 2, 3, 4], &people).is_unfair
        });
        let warned = warned.count();
        assert!(warned <= 3, "{warned}");
    }

    #[test]
    fn what_cannot_be_compared_is_told_without_a_verdict() {
        let people: Vec<(u32, f64)> = (0..9).map(|_| (1, 1.0)).chain((0..30).map(|_| (2, 0.0))).collect();
        let found = fairness_by_variant(&[1, 2, 3], &people);
        assert_eq!((found.chance, found.is_unfair), (None, false));
        let facilities: Vec<Option<f64>> = found.variants.iter().map(|one| one.facility).collect();
        assert_eq!(facilities, [Some(1.0), Some(0.0), None]);
        // Everybody has the same: no deal is further apart, and all are as far.
        let same: Vec<(u32, f64)> = (0..40).map(|at| (at % 2 + 1, 0.5)).collect();
        assert_eq!(fairness_by_variant(&[1, 2], &same).chance, Some(1.0));
        assert_eq!(fairness_by_variant(&[], &[]), PapersFairness { variants: vec![], chance: None, is_unfair: false });
    }
}
