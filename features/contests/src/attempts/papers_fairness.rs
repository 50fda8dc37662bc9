//! Fairness of the papers of a contest of which each person has a part of the questions: what people have is read here and compared in
//! [`super::fairness_by_variant`].

use serde::Serialize;
use utoipa::ToSchema;

use crate::ContestsState;
use crate::contests::{self, Contest};
use quad_kernel::error::{Error, Result};

use super::fairness_by_variant::{ENOUGH, PapersFairness, fairness_by_variant};
use super::fairness_counts::Verdict;
use super::{messages, store};

/// How those did who had a paper.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantOut {
    /// Its number, from 1.
    variant: u32,
    /// How many answered something.
    people: u32,
    /// What they have of all there is to have at it, on average: at most 1; null without anybody.
    facility: Option<f64>,
}

/// The papers of a contest beside each other.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantsOut {
    /// Of each paper, by its number.
    papers: Vec<VariantOut>,
    /// How often chance brings about papers that lie as far apart, 0 to 1; null where fewer than two papers were had by ten people.
    chance: Option<f64>,
    /// few (too little to say), chance or beyond_chance, which chance alone says in fewer than one contest of 400.
    verdict: &'static str,
    /// What to say of it, where it is beyond chance.
    warning: Option<String>,
}

impl From<PapersFairness> for VariantsOut {
    fn from(PapersFairness { variants, chance, is_unfair }: PapersFairness) -> Self {
        let compared = || {
            let enough = variants.iter().filter(|one| one.people as usize >= ENOUGH);
            enough.filter_map(|one| Some((one.variant, one.facility?)))
        };
        let least = compared().min_by(|one, other| one.1.total_cmp(&other.1));
        let most = compared().max_by(|one, other| one.1.total_cmp(&other.1));
        let warning = least.zip(most).filter(|_| is_unfair).map(|(least, most)| messages::paper_warning(least, most));
        let verdict = match chance {
            None => Verdict::Few,
            Some(_) if is_unfair => Verdict::Beyond,
            Some(_) => Verdict::Chance,
        };
        let papers = variants.into_iter().map(|one| VariantOut {
            variant: one.variant,
            people: one.people,
            facility: one.facility,
        });
        Self { papers: papers.collect(), chance, verdict: verdict.word(), warning }
    }
}

/// The papers of a contest beside each other; nothing where everybody gets all questions. The caller decides who may know.
pub async fn of_contest(app: &ContestsState, contest: &Contest) -> Result<Option<VariantsOut>> {
    if contest.draw.is_none() {
        return Ok(None);
    }
    let scheme = contest.rules.marks;
    let variants: Vec<u32> = contests::papers(&app.db, contest.id).await?.into_keys().collect();
    let board = app.leaderboard_cache.get(app, contest).await?;
    let share = |(variant, counted): (u32, super::scoring::Counters)| {
        let most = board.most_of(variant).units();
        (most > 0).then(|| (variant, counted.marks(scheme).units() as f64 / most as f64))
    };
    let people: Vec<(u32, f64)> =
        store::counted_by_variant(&app.db, contest.id).await?.into_iter().filter_map(share).collect();
    // Two thousand deals of everybody: not on a thread that others wait for.
    let compared = tokio::task::spawn_blocking(move || fairness_by_variant(&variants, &people));
    let compared = compared.await.map_err(|error| Error::Internal(error.into()))?;
    Ok(Some(compared.into()))
}
