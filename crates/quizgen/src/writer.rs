//! Draft writer: turns a provider's replies into drafts. Every one is checked, what fails is dropped and asked for
//! again, and at the end the provider answers its own questions without the key. It never repairs a draft.

use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use tokio::time::{Instant, sleep, timeout_at};

use crate::checker::{KnownQuestions, check};
use crate::draft::{Difficulty, Draft};
use crate::kind_draft::{DraftKind, KindDraft, check_kind};
use crate::provider::{DraftRequest, Provider, ProviderError, ProviderReply, Tokens};

/// How long all calls together may take.
pub const WHOLE: Duration = Duration::from_secs(90);
/// Time kept for the second look.
const FOR_THE_SECOND_LOOK: Duration = Duration::from_secs(25);
/// Calls for drafts; each after the first asks for what is missing.
const ROUNDS: usize = 4;
/// Asked for beyond what is missing: some drafts fail.
const SPARE: usize = 2;
/// Before a call that failed is made once more.
const BREATH: Duration = Duration::from_millis(500);
/// A busy provider that wants more than this is not waited for.
const LONGEST_BREATH: Duration = Duration::from_secs(5);
/// Known questions sent along, the newest.
const TOLD: usize = 60;

/// What is wanted of a provider.
#[derive(Clone, Debug)]
pub struct Order<'a> {
    /// As somebody typed it.
    pub topic: &'a str,
    /// 1 to 20.
    pub number: usize,
    /// All of this difficulty, or a mix.
    pub difficulty: Option<Difficulty>,
    /// What the questions are to be made from.
    pub notes: Option<&'a str>,
    /// Questions that are there already, oldest first. The newest are named to the provider.
    pub known: Vec<&'a str>,
    /// Questions that shall not come either, and of which the provider hears nothing.
    pub withheld: KnownQuestions,
    /// Shuffles the options.
    pub seed: u64,
}

/// A draft and what the second look said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedDraft {
    /// It passed the checker.
    pub draft: Draft,
    /// The provider itself, asked without the key, gave another answer.
    pub is_doubtful: bool,
}

/// A draft of a chosen kind and what the second look said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedKindDraft {
    /// It passed the checker.
    pub draft: KindDraft,
    /// The provider itself, asked without the key, gave another answer.
    pub is_doubtful: bool,
}

/// Who writes drafts of some shape, and what is asked of each.
trait DraftWriter: Sync {
    type Draft: Send + Sync;

    fn write(
        &self,
        wanted: &DraftRequest<'_>,
    ) -> impl Future<Output = Result<ProviderReply<Vec<Self::Draft>>, ProviderError>> + Send;
    fn is_good(&self, draft: &Self::Draft, known: &KnownQuestions) -> bool;
    fn shuffle(draft: &mut Self::Draft, rng: &mut StdRng);
    /// The question, why its answer is right, and how hard it is.
    fn parts(draft: &Self::Draft) -> (&str, &str, Difficulty);
}

/// One right option of four.
struct SingleChoiceWriter<'a>(&'a Provider);

impl DraftWriter for SingleChoiceWriter<'_> {
    type Draft = Draft;

    async fn write(&self, wanted: &DraftRequest<'_>) -> Result<ProviderReply<Vec<Draft>>, ProviderError> {
        self.0.write(wanted).await
    }

    fn is_good(&self, draft: &Draft, known: &KnownQuestions) -> bool {
        check(draft, known).is_ok()
    }

    fn shuffle(draft: &mut Draft, rng: &mut StdRng) {
        draft.options.shuffle(rng);
    }

    fn parts(draft: &Draft) -> (&str, &str, Difficulty) {
        (&draft.question, &draft.why, draft.difficulty)
    }
}

/// Chosen kinds.
struct KindWriter<'a> {
    provider: &'a Provider,
    kinds: &'a [DraftKind],
}

impl DraftWriter for KindWriter<'_> {
    type Draft = KindDraft;

    async fn write(&self, wanted: &DraftRequest<'_>) -> Result<ProviderReply<Vec<KindDraft>>, ProviderError> {
        self.provider.write_kinds(wanted, self.kinds).await
    }

    fn is_good(&self, draft: &KindDraft, known: &KnownQuestions) -> bool {
        check_kind(draft, self.kinds, known).is_ok()
    }

    fn shuffle(draft: &mut KindDraft, rng: &mut StdRng) {
        draft.options.shuffle(rng);
    }

    fn parts(draft: &KindDraft) -> (&str, &str, Difficulty) {
        (&draft.question, &draft.why, draft.difficulty)
    }
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many drafts have passed.
    Written(usize),
    /// The second look has begun.
    Checking,
    /// A call was answered, and this is what the provider counted.
    Spent(Tokens),
}

/// Writes up to `number` drafts; fewer when the provider gives no more good ones in time. Dropping it ends the call that
/// is under way.
///
/// # Errors
/// When there is not a single good draft: the last trouble, or that nothing passed.
pub async fn write(
    provider: &Provider,
    order: &Order<'_>,
    told: impl Fn(Step) + Send + Sync,
) -> Result<Vec<CheckedDraft>, ProviderError> {
    let end = Instant::now() + WHOLE;
    let mut rng = StdRng::seed_from_u64(order.seed);
    let drafts = written(&SingleChoiceWriter(provider), order, &mut rng, end, &told).await?;
    told(Step::Checking);
    Ok(look_again(provider, drafts, &mut rng, end, told).await)
}

/// As [`write`], of these kinds.
///
/// # Errors
/// As [`write`].
pub async fn write_kinds(
    provider: &Provider,
    order: &Order<'_>,
    kinds: &[DraftKind],
    told: impl Fn(Step) + Send + Sync,
) -> Result<Vec<CheckedKindDraft>, ProviderError> {
    let end = Instant::now() + WHOLE;
    let mut rng = StdRng::seed_from_u64(order.seed);
    let drafts = written(&KindWriter { provider, kinds }, order, &mut rng, end, &told).await?;
    told(Step::Checking);
    let agrees = match timeout_at(end, provider.examine_kinds(&drafts)).await {
        Ok(Ok(said)) => {
            said.tokens.into_iter().for_each(|tokens| told(Step::Spent(tokens)));
            said.answer
        }
        _ => vec![false; drafts.len()],
    };
    let looked = |(draft, agrees): (KindDraft, bool)| CheckedKindDraft { draft, is_doubtful: !agrees };
    Ok(drafts.into_iter().zip(agrees).map(looked).collect())
}

/// Good drafts, at least one.
async fn written<M: DraftWriter>(
    maker: &M,
    order: &Order<'_>,
    rng: &mut StdRng,
    end: Instant,
    told: &(impl Fn(Step) + Send + Sync),
) -> Result<Vec<M::Draft>, ProviderError> {
    let mut known = KnownQuestions::of(order.known.iter().copied());
    let mut drafts: Vec<M::Draft> = Vec::with_capacity(order.number);
    let mut trouble = None;
    let mut failures = 0;
    for _ in 0..ROUNDS {
        let missing = order.number - drafts.len();
        if missing == 0 {
            break;
        }
        let mut not_again: Vec<&str> = order.known.iter().rev().take(TOLD).copied().collect();
        not_again.extend(drafts.iter().map(|draft| M::parts(draft).0));
        let wanted = DraftRequest {
            topic: order.topic,
            number: missing + SPARE,
            difficulty: order.difficulty,
            notes: order.notes,
            not_again,
        };
        let Ok(said) = timeout_at(end - FOR_THE_SECOND_LOOK, maker.write(&wanted)).await else {
            trouble = Some(ProviderError::Away { why: "it took too long".into() });
            break;
        };
        let written = match said {
            Ok(said) => {
                said.tokens.into_iter().for_each(|tokens| told(Step::Spent(tokens)));
                said.answer
            }
            Err(error) => {
                let breath = match &error {
                    // A wrong key stays wrong, and so with what the same question meets again.
                    ProviderError::Refused { .. }
                    | ProviderError::TooLong { .. }
                    | ProviderError::Declined { .. }
                    | ProviderError::Spent { .. } => None,
                    ProviderError::Busy { wait, .. } => {
                        Some(wait.unwrap_or(BREATH)).filter(|wait| *wait <= LONGEST_BREATH)
                    }
                    ProviderError::Away { .. } => Some(BREATH),
                };
                trouble = Some(error);
                failures += 1;
                let Some(breath) = breath.filter(|_| failures < 2) else { break };
                sleep(breath).await;
                continue;
            }
        };
        for mut draft in written {
            let (question, why, difficulty) = M::parts(&draft);
            let is_from_notes = order.notes.is_none_or(|notes| says(notes, why));
            let is_as_hard = order.difficulty.is_none_or(|level| level == difficulty);
            let is_new = maker.is_good(&draft, &known) && !order.withheld.has(question);
            if drafts.len() < order.number && is_from_notes && is_as_hard && is_new {
                known.add(question);
                M::shuffle(&mut draft, rng);
                drafts.push(draft);
            }
        }
        told(Step::Written(drafts.len()));
    }
    if drafts.is_empty() {
        return Err(trouble.unwrap_or(ProviderError::Away { why: "none of its questions passed the checks".into() }));
    }
    Ok(drafts)
}

/// Whether a text holds a sentence, in whatever quotes, dashes, blanks and case.
fn says(text: &str, sentence: &str) -> bool {
    let sentence = quad_text::fold(sentence);
    !sentence.is_empty() && quad_text::fold(text).contains(&sentence)
}

/// Questions with their options in another order and without the key. A second look that fails leaves all in doubt:
/// nobody has confirmed them.
async fn look_again(
    provider: &Provider,
    drafts: Vec<Draft>,
    rng: &mut StdRng,
    end: Instant,
    told: impl Fn(Step) + Send + Sync,
) -> Vec<CheckedDraft> {
    let shuffled: Vec<(String, [String; 4])> = drafts
        .iter()
        .map(|draft| {
            let mut options = draft.options.clone();
            options.shuffle(rng);
            (draft.question.clone(), options)
        })
        .collect();
    let said = match timeout_at(end, provider.examine(&shuffled)).await {
        Ok(Ok(said)) => {
            said.tokens.into_iter().for_each(|tokens| told(Step::Spent(tokens)));
            said.answer
        }
        _ => vec![None; drafts.len()],
    };
    drafts
        .into_iter()
        .zip(shuffled)
        .zip(said)
        .map(|((draft, (_, options)), said)| {
            let agrees = said.is_some_and(|at| options[at] == draft.answer);
            CheckedDraft { draft, is_doubtful: !agrees }
        })
        .collect()
}
