//! Question generation: drafts of questions from a topic, for a person to review: by the provider that is set up, or by Quad's
//! own bank and generators. Nothing is written into a contest here; saving a draft is adding a question.
//!
//! In order: refusals that need no work (whoever is in the middle of a contest has nothing drafted), a place among those at work, a reservation from the allowances, the work with no
//! transaction open, and back goes what did not come of it. Whoever goes away ends the work.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use quad_quizgen::{
    CheckedDraft, CheckedKindDraft, Difficulty, DraftKind, KnownQuestions, Library, LibraryDraft, LibraryRequest,
    NoDrafts, Order, Provider, ProviderError, Step, TopicCounts,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::ContestsState;
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::{Rejection, Result, UNAVAILABLE};
use quad_kernel::ids::{ContestId, UserId};
use quad_services::config::Settings;

use super::generation_limits::{self, Span};
use super::{access, messages, store, store_generation_limits};

/// Calls of one person at the same time.
const AT_ONCE: u32 = 2;

/// Says whether somebody is in the middle of a contest; what people do with contests is not known here.
pub type IsTaking = fn(ContestsState, UserId) -> BoxFuture<'static, Result<bool>>;

/// The provider, if any, and who is asking it right now. The places are counted per process.
#[derive(Debug)]
pub struct QuestionDrafter {
    is_taking: IsTaking,
    provider: Option<Provider>,
    places: Arc<Semaphore>,
    people: Arc<Mutex<HashMap<UserId, u32>>>,
}

/// Whether the provider that is set up answers and takes the key, and whether it lists the model, if it lists any.
pub async fn probe_provider(settings: &Settings) -> anyhow::Result<Option<bool>> {
    let provider = Provider::new(&settings.ai_base_url, settings.ai_key.reveal(), &settings.ai_model)?;
    Ok(provider.probe().await?)
}

impl QuestionDrafter {
    /// As the settings say.
    pub fn new(settings: &Settings, is_taking: IsTaking) -> Self {
        let made = settings
            .drafts_by_provider()
            .then(|| Provider::new(&settings.ai_base_url, settings.ai_key.reveal(), &settings.ai_model));
        // The settings were checked with the same words when they were read.
        let provider = made.and_then(|made| made.inspect_err(|error| tracing::error!(%error, "no AI provider")).ok());
        Self { is_taking, provider, places: Arc::new(Semaphore::new(settings.ai_parallel)), people: Arc::default() }
    }

    /// A place for one more call, or the reason why there is none.
    fn place(&self, user: UserId) -> Result<Place> {
        let permit = Arc::clone(&self.places).try_acquire_owned();
        let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        let own = people.entry(user).or_insert(0);
        if *own >= AT_ONCE {
            return Err(messages::ALREADY_DRAFTING.into());
        }
        let Ok(permit) = permit else {
            if *own == 0 {
                people.remove(&user);
            }
            return Err(messages::DRAFTING_BUSY.into());
        };
        *own += 1;
        Ok(Place { user, people: Arc::clone(&self.people), _permit: permit })
    }
}

/// A call under way.
#[derive(Debug)]
struct Place {
    user: UserId,
    people: Arc<Mutex<HashMap<UserId, u32>>>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = people.get_mut(&self.user) {
            *own -= 1;
            if *own == 0 {
                people.remove(&self.user);
            }
        }
    }
}

/// What somebody wants drafts of.
#[derive(Debug)]
pub(super) struct NewDrafts {
    /// One line, as it was typed.
    pub topic: String,
    /// 1 to 20.
    pub number: usize,
    /// One difficulty, or a mix.
    pub difficulty: Option<Difficulty>,
    /// The contest they are for; its questions do not come again.
    pub contest: Option<ContestId>,
    /// What they are to be made from.
    pub notes: Option<String>,
    /// Further questions that shall not come, such as drafts on the screen.
    pub avoid: Vec<String>,
    /// Of which kinds; none are said where all have one right option of four.
    pub kinds: Option<Vec<DraftKind>>,
}

/// What the people who draft may know before.
#[derive(Debug)]
pub(super) struct DraftingFacts {
    /// The provider's model; none for the built-in source.
    pub model: Option<String>,
    /// Topics of the built-in source.
    pub topics: Vec<&'static str>,
    /// Those of them that end some time, and how much there is.
    pub holdings: Vec<TopicCounts>,
    /// Drafts the person may still have today.
    pub left_today: u32,
    /// When the next day begins.
    pub day_ends_at: Time,
    /// Of a provider only: what the installation's month leaves, and when the next one begins.
    pub month: Option<(u32, Time)>,
}

/// A draft, of the usual kind or of one that was chosen.
#[derive(Debug)]
pub(super) enum MadeDraft {
    /// One right option of four.
    Usual(CheckedDraft),
    /// Any kind.
    OfKind(CheckedKindDraft),
}

/// A draft, and whether it is what was asked for.
#[derive(Debug)]
pub(super) struct DraftedQuestion {
    pub made: MadeDraft,
    /// Otherwise it is only from the same topic of the built-in source.
    pub is_about: bool,
}

/// Drafts, and how they came to be.
#[derive(Debug)]
pub(super) struct Drafted {
    pub drafts: Vec<DraftedQuestion>,
    /// The topic of the built-in source they were taken from; none from a provider.
    pub topic: Option<String>,
    /// What the built-in source understood, where a typing error or a beginning was.
    pub taken_as: Option<String>,
    /// Each names the sentence of the notes it came from.
    pub is_from_notes: bool,
}

/// Work that was allowed and reserved.
pub(super) enum Generation {
    /// The built-in source needs no waiting.
    Done(Drafted),
    /// The provider has to be asked.
    AskProvider(Box<ProviderCall>),
}

/// A provider to be asked. Dropping it, or its run, gives back what was reserved.
pub(super) struct ProviderCall {
    new: NewDrafts,
    known: Vec<String>,
    withheld: KnownQuestions,
    seed: u64,
    reservation: Reservation,
    _place: Place,
}

/// Says what there is to draft with.
pub(super) async fn facts(app: &ContestsState, who: &Member) -> Result<DraftingFacts> {
    let (settings, now) = (&app.settings, app.clock.now());
    let left = |limit: u32, drafted: i32| limit.saturating_sub(drafted.max(0).cast_unsigned());
    let today = generation_limits::day(now, settings.time_zone);
    let drafted = store_generation_limits::drafted_on(&app.db, who.id, today.number).await?;
    let mut facts = DraftingFacts {
        model: None,
        topics: Library.topics(),
        holdings: Vec::new(),
        left_today: left(settings.ai_drafts_per_day, drafted),
        day_ends_at: today.ends_at,
        month: None,
    };
    match &app.quizgen.provider {
        Some(provider) => {
            let month = generation_limits::month(now, settings.time_zone);
            let drafted = store_generation_limits::drafted_in(&app.db, month.number).await?;
            facts.model = Some(provider.model().to_owned());
            facts.month = Some((left(settings.ai_drafts_per_month, drafted), month.ends_at));
        }
        None => facts.holdings = Library.holdings(),
    }
    Ok(facts)
}

/// Everything that can be refused is refused here, before anything is asked of anybody.
pub(super) async fn begin(app: &ContestsState, who: &Member, new: NewDrafts) -> Result<Generation> {
    let mut known = match new.contest {
        Some(id) => {
            let contest = access::readable(app, who, id).await?;
            let questions = store::questions(&app.db, contest.id).await?;
            questions.into_iter().map(|question| question.text).collect()
        }
        None => Vec::new(),
    };
    known.extend(new.avoid.iter().cloned());
    let withheld = withheld(app, who).await?;
    let seed = u64::from_le_bytes(app.random.bytes::<8>());
    if app.quizgen.provider.is_some() {
        let place = app.quizgen.place(who.id)?;
        let reservation = Reservation::make(app, who.id, new.number as u32, true).await?;
        return Ok(Generation::AskProvider(Box::new(ProviderCall {
            new,
            known,
            withheld,
            seed,
            reservation,
            _place: place,
        })));
    }
    let drafted = built_in(&new, &known, withheld, seed)?;
    let number = drafted.drafts.len() as u32;
    let reservation = Reservation::make(app, who.id, number, false).await?;
    reservation.settle(number).await;
    Ok(Generation::Done(drafted))
}

/// What a person must not be given: questions of other people's contests as long as their answers count. In the middle of
/// a contest that is everything, because a generator's other numbers are as good as the same question. ADMIN reads every
/// contest with its answers, and nothing is kept from ADMIN here either.
async fn withheld(app: &ContestsState, who: &Member) -> Result<KnownQuestions> {
    if who.is_admin {
        return Ok(KnownQuestions::default());
    }
    if (app.quizgen.is_taking)(app.clone(), who.id).await? {
        return Err(messages::TAKING_A_CONTEST.into());
    }
    let grace = Duration::from_secs(app.settings.answer_grace_seconds.into());
    let texts = store::texts_under_way(&app.db, who.id, app.clock.now().minus(grace)).await?;
    Ok(KnownQuestions::of(texts.iter().map(String::as_str)))
}

fn built_in(new: &NewDrafts, known: &[String], withheld: KnownQuestions, seed: u64) -> Result<Drafted> {
    if new.notes.is_some() {
        return Err(messages::NOTES_NEED_PROVIDER.into());
    }
    if new.kinds.is_some() {
        return Err(messages::KINDS_NEED_PROVIDER.into());
    }
    let mut all = withheld;
    for text in known {
        all.add(text);
    }
    let asked = LibraryRequest { topic: &new.topic, number: new.number, difficulty: new.difficulty, known: all, seed };
    match Library.draft(&asked) {
        Ok(found) => {
            // What is computed or was reviewed needs no second look.
            let made = |given: LibraryDraft| DraftedQuestion {
                made: MadeDraft::Usual(CheckedDraft { draft: given.draft, is_doubtful: false }),
                is_about: given.is_about,
            };
            Ok(Drafted {
                drafts: found.drafts.into_iter().map(made).collect(),
                topic: Some(found.topic),
                taken_as: found.taken_as,
                is_from_notes: false,
            })
        }
        Err(NoDrafts::UnknownTopic { nearest }) => Err(messages::unknown_topic(nearest).into()),
        Err(NoDrafts::UsedUp { topic }) => Err(messages::used_up(&topic, new.difficulty.is_some()).into()),
    }
}

impl ProviderCall {
    /// Asks the provider. Dropping this ends the call under way.
    pub(super) async fn run(self, app: &ContestsState, told: impl Fn(Step) + Send + Sync) -> Result<Drafted> {
        let Some(provider) = &app.quizgen.provider else { return Err(messages::DRAFTING_UNAVAILABLE.into()) };
        let Self { new, known, withheld, seed, reservation, _place } = self;
        let order = Order {
            topic: &new.topic,
            number: new.number,
            difficulty: new.difficulty,
            notes: new.notes.as_deref(),
            known: known.iter().map(String::as_str).collect(),
            withheld,
            seed,
        };
        let heard = |step| {
            reservation.hear(step);
            told(step);
        };
        let said = tokio::select! {
            said = ask(provider, &order, new.kinds.as_deref(), heard) => said,
            () = app.stop.cancelled() => return Err(UNAVAILABLE.into()),
        };
        match said {
            Ok(drafts) => {
                reservation.settle(drafts.len() as u32).await;
                let drafts = drafts.into_iter().map(|made| DraftedQuestion { made, is_about: true }).collect();
                Ok(Drafted { drafts, topic: None, taken_as: None, is_from_notes: new.notes.is_some() })
            }
            Err(error) => {
                log_trouble(&error);
                reservation.settle(0).await;
                Err(told_of(&error).into())
            }
        }
    }
}

/// Drafts of the usual kind, or of those that were chosen.
async fn ask(
    provider: &Provider,
    order: &Order<'_>,
    kinds: Option<&[DraftKind]>,
    heard: impl Fn(Step) + Send + Sync,
) -> Result<Vec<MadeDraft>, ProviderError> {
    Ok(match kinds {
        None => {
            let drafts = quad_quizgen::write(provider, order, heard).await?;
            drafts.into_iter().map(MadeDraft::Usual).collect()
        }
        Some(kinds) => {
            let drafts = quad_quizgen::write_kinds(provider, order, kinds, heard).await?;
            drafts.into_iter().map(MadeDraft::OfKind).collect()
        }
    })
}

/// Tells the operator why the provider did not do it. A wrong key or model is theirs to mend.
fn log_trouble(error: &ProviderError) {
    match error {
        ProviderError::Refused { status, why } => {
            tracing::error!(status, why, "the AI provider refused; are ai_base_url, ai_key and ai_model right?");
        }
        ProviderError::Spent { why } => {
            tracing::error!(why, "what the AI provider was paid for is used up");
        }
        ProviderError::TooLong { why }
        | ProviderError::Declined { why }
        | ProviderError::Busy { why, .. }
        | ProviderError::Away { why } => {
            tracing::warn!(why, "the AI provider gave no drafts");
        }
    }
}

/// What the person hears: whether trying again helps, and when.
fn told_of(error: &ProviderError) -> Rejection {
    match error {
        ProviderError::Refused { .. } => messages::DRAFTING_REFUSED,
        ProviderError::TooLong { .. } => messages::DRAFTING_TOO_LONG,
        ProviderError::Declined { .. } => messages::DRAFTING_DECLINED,
        ProviderError::Spent { .. } => messages::DRAFTING_SPENT,
        ProviderError::Busy { wait, .. } => messages::provider_busy(wait.map_or(60, |wait| wait.as_secs())),
        ProviderError::Away { .. } => messages::DRAFTING_UNAVAILABLE,
    }
}

/// Drafts taken from the allowances before they are there. What is not delivered goes back; whoever goes away keeps as
/// many counted as the provider had already written, for those were paid for.
struct Reservation {
    app: ContestsState,
    user: UserId,
    day: Span,
    /// Only a provider costs the installation something.
    month: Option<Span>,
    reserved: u32,
    begun: Instant,
    written: AtomicU32,
    tokens_read: AtomicU64,
    tokens_written: AtomicU64,
    is_settled: bool,
}

impl Reservation {
    /// Takes `number` drafts from the person's day and, for a provider, from the installation's month, both or neither.
    async fn make(app: &ContestsState, user: UserId, number: u32, by_provider: bool) -> Result<Self> {
        let (settings, now) = (&app.settings, app.clock.now());
        let day = generation_limits::day(now, settings.time_zone);
        let month = by_provider.then(|| generation_limits::month(now, settings.time_zone));
        let limit = |setting: u32| i32::try_from(setting).unwrap_or(i32::MAX);
        let mut tx = app.db.begin().await?;
        store_generation_limits::forget_days_before(&mut tx, user, day.number).await?;
        let per_day = limit(settings.ai_drafts_per_day);
        if !store_generation_limits::reserve_day(&mut tx, user, day.number, number as i32, per_day).await? {
            let left = per_day - store_generation_limits::drafted_on(&tx, user, day.number).await?;
            let again = generation_limits::said(day.ends_at, settings.time_zone);
            return Err(messages::day_limit(left.max(0), &again, day.ends_at.millis_since(now)).into());
        }
        if let Some(month) = month {
            let per_month = limit(settings.ai_drafts_per_month);
            if !store_generation_limits::reserve_month(&mut tx, month.number, number as i32, per_month).await? {
                let again = generation_limits::said(month.ends_at, settings.time_zone);
                return Err(messages::month_limit(&again, month.ends_at.millis_since(now)).into());
            }
        }
        tx.commit().await?;
        Ok(Self {
            app: app.clone(),
            user,
            day,
            month,
            reserved: number,
            begun: Instant::now(),
            written: AtomicU32::new(0),
            tokens_read: AtomicU64::new(0),
            tokens_written: AtomicU64::new(0),
            is_settled: false,
        })
    }

    fn hear(&self, step: Step) {
        match step {
            Step::Written(number) => self.written.store(number as u32, Ordering::Relaxed),
            Step::Spent(tokens) => {
                self.tokens_read.fetch_add(tokens.read, Ordering::Relaxed);
                self.tokens_written.fetch_add(tokens.written, Ordering::Relaxed);
            }
            Step::Checking => {}
        }
    }

    /// The work is over. A database that is away costs the person what was not delivered, not the drafts.
    async fn settle(mut self, delivered: u32) {
        self.is_settled = true;
        self.log(delivered, false);
        self.giving_back(delivered).await;
    }

    /// Owns what it needs, so that it can be awaited after this is gone.
    fn giving_back(&self, kept: u32) -> impl Future<Output = ()> + Send + 'static {
        let (app, user, day, month) = (self.app.clone(), self.user, self.day, self.month);
        let back = self.reserved.saturating_sub(kept) as i32;
        async move {
            if back == 0 {
                return;
            }
            if let Err(cause) = give_back(&app, user, day, month, back).await {
                tracing::warn!(cause = format!("{cause:#}"), back, "drafts could not be given back to an allowance");
            }
        }
    }

    /// Never what was asked for, or what was written.
    fn log(&self, drafts: u32, is_given_up: bool) {
        tracing::info!(
            source = if self.month.is_some() { "provider" } else { "built-in" },
            drafts,
            asked = self.reserved,
            tokens_in = self.tokens_read.load(Ordering::Relaxed),
            tokens_out = self.tokens_written.load(Ordering::Relaxed),
            took_ms = self.begun.elapsed().as_millis() as u64,
            is_given_up,
            "questions drafted"
        );
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if !self.is_settled {
            let written = self.written.load(Ordering::Relaxed);
            self.log(written, true);
            self.app.spawn(self.giving_back(written));
        }
    }
}

async fn give_back(app: &ContestsState, user: UserId, day: Span, month: Option<Span>, back: i32) -> anyhow::Result<()> {
    let mut tx = app.db.begin().await?;
    store_generation_limits::give_back_day(&mut tx, user, day.number, back).await?;
    if let Some(month) = month {
        store_generation_limits::give_back_month(&mut tx, month.number, back).await?;
    }
    tx.commit().await?;
    Ok(())
}
