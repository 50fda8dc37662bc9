//! Checker: opens the database itself, and compares it with the journal.
//!
//! - What was acknowledged is there, once and unchanged.
//! - What is there was sent, and not only refused.
//! - What was sent without a reply, or failed with a 5xx, may be there or not, and once.
//! - A tally is as many votes as voters, and between what was acknowledged and what may be.
//! - Nothing was written after an attempt was handed in, or for a moment outside the window of its contest.
//! - `quad check`, thoroughly: each counter is what its rows say, and the engine finds its files sound.

use std::collections::{BTreeMap, BTreeSet};

use quad::integrity_check;
use quad_db::Db;
use quad_testbed::campus::Campus;
use uuid::Uuid;

use crate::journal::{Became, Deed, Entry};
use crate::store;

/// How long after the end of a contest an answer may be dated: the default of `answer_grace_seconds`.
pub const GRACE_MS: i64 = 2_000;
/// How many of a kind are told.
const TOLD: usize = 5;

/// What is not as it was acknowledged.
#[derive(Debug, Default)]
pub struct Found {
    /// How much was acknowledged.
    pub acknowledged: usize,
    /// Acknowledged, and not there or another.
    pub lost: usize,
    /// There more than once, or without having been taken, or counted otherwise than it is.
    pub doubled: usize,
    /// The first of them, and rules of `quad check` that are broken.
    pub said: Vec<String>,
}

impl Found {
    fn lose(&mut self, what: impl FnOnce() -> String) {
        self.lost += 1;
        if self.lost <= TOLD {
            self.said.push(what());
        }
    }

    fn double(&mut self, what: impl FnOnce() -> String) {
        self.doubled += 1;
        if self.doubled <= TOLD {
            self.said.push(what());
        }
    }
}

/// What was sent about one thing: what was acknowledged, and what may be there.
#[derive(Debug, Default)]
struct Sent {
    done: BTreeSet<usize>,
    may_be: BTreeSet<usize>,
}

/// All that was sent, by what it is about: contest or poll, person, question.
#[derive(Debug, Default)]
struct Ledger {
    joins: BTreeMap<(usize, usize), Sent>,
    answers: BTreeMap<(usize, usize, usize), Sent>,
    submissions: BTreeMap<(usize, usize), Sent>,
    votes: BTreeMap<(usize, usize), Sent>,
    /// Answers that were first sent after the acknowledgement of the submission.
    too_late: BTreeSet<(usize, usize, usize)>,
    forged: Vec<Entry>,
    acknowledged: usize,
}

impl Ledger {
    /// `heard` says which acknowledgements count; the others are as good as no reply.
    fn of(entries: &[Entry], heard: impl Fn(&Entry) -> bool) -> Self {
        let mut ledger = Self::default();
        let mut handed_in: BTreeMap<(usize, usize), std::time::Duration> = BTreeMap::new();
        for entry in entries {
            if let (Deed::Submit(contest), Became::Done, Some((at, ..))) = (entry.deed, entry.became(), entry.reply) {
                handed_in.entry((contest, entry.who)).or_insert(at);
            }
        }
        for entry in entries {
            let became = match entry.became() {
                Became::Done if !heard(entry) => Became::Unknown,
                became => became,
            };
            let who = entry.who;
            let (sent, value) = match entry.deed {
                Deed::Join(contest) => (ledger.joins.entry((contest, who)).or_default(), 0),
                Deed::Submit(contest) => (ledger.submissions.entry((contest, who)).or_default(), 0),
                Deed::Vote(poll, option) => (ledger.votes.entry((poll, who)).or_default(), option),
                Deed::Answer(contest, question, option) => {
                    let key = (contest, who, question);
                    let is_first = !ledger.answers.contains_key(&key);
                    if is_first && handed_in.get(&(contest, who)).is_some_and(|at| entry.sent > *at) {
                        ledger.too_late.insert(key);
                    }
                    (ledger.answers.entry(key).or_default(), option)
                }
                Deed::Forge(..) => {
                    ledger.forged.push(*entry);
                    continue;
                }
            };
            match became {
                Became::Done => {
                    ledger.acknowledged += usize::from(sent.done.insert(value));
                    sent.may_be.insert(value);
                }
                Became::Failed | Became::Unknown => {
                    sent.may_be.insert(value);
                }
                Became::Refused => {}
            }
        }
        ledger
    }
}

/// Looks. `heard` says which acknowledgements count: after a power cut those before it.
pub async fn check(
    db: &Db,
    campus: &Campus,
    entries: &[Entry],
    heard: impl Fn(&Entry) -> bool,
) -> anyhow::Result<Found> {
    let ledger = Ledger::of(entries, heard);
    let mut found = Found { acknowledged: ledger.acknowledged, ..Found::default() };
    let places = Places::of(campus);
    attempts(&mut found, &ledger, campus, &places, db).await?;
    answers(&mut found, &ledger, &places, db).await?;
    votes(&mut found, &ledger, campus, &places, db).await?;
    for entry in ledger.forged.iter().filter(|entry| entry.became() == Became::Done) {
        found.double(|| format!("{:?} of person {} was taken", entry.deed, entry.who));
    }
    let strays = store::out_of_time(db, GRACE_MS).await?;
    if strays > 0 {
        found.doubled += strays as usize;
        found.said.push(format!("{strays} answers are dated outside the window of their contest"));
    }
    found.said.extend(broken_rules(db).await?);
    Ok(found)
}

/// What `quad check` finds, thoroughly.
pub async fn broken_rules(db: &Db) -> anyhow::Result<Vec<String>> {
    let findings = integrity_check::check(db, None, true).await.map_err(|fail| anyhow::anyhow!("{fail:?}"))?;
    let broken = findings.iter().filter(|finding| !finding.offenders.is_empty());
    Ok(broken.map(|finding| format!("quad check: {}: {}", finding.name, finding.offenders.join(", "))).collect())
}

/// Places in the campus, by id.
#[derive(Debug)]
pub struct Places {
    people: BTreeMap<Uuid, usize>,
    contests: BTreeMap<Uuid, usize>,
    polls: BTreeMap<Uuid, usize>,
}

impl Places {
    /// Of this campus.
    pub fn of(campus: &Campus) -> Self {
        Self {
            people: campus.people.iter().map(|person| person.id.0).zip(0..).collect(),
            contests: campus.contests.iter().map(|contest| contest.id.0).zip(0..).collect(),
            polls: campus.polls.iter().map(|poll| poll.0).zip(0..).collect(),
        }
    }

    /// The contest and the person of an answer; nothing when they are not of this campus.
    pub fn of_answer(&self, row: &store::AnswerRow) -> Option<(usize, usize)> {
        self.of_row(&self.contests, row.contest_id, row.user_id)
    }

    fn of_row(&self, of: &BTreeMap<Uuid, usize>, id: Uuid, person: Uuid) -> Option<(usize, usize)> {
        Some((*of.get(&id)?, *self.people.get(&person)?))
    }
}

async fn attempts(found: &mut Found, ledger: &Ledger, campus: &Campus, places: &Places, db: &Db) -> anyhow::Result<()> {
    let mut there: BTreeMap<(usize, usize), Option<i64>> = BTreeMap::new();
    for row in store::attempts(db).await? {
        let Some(key) = places.of_row(&places.contests, row.contest_id, row.user_id) else {
            found.double(|| format!("an attempt of nobody at {}", row.contest_id));
            continue;
        };
        if there.insert(key, row.submitted_at).is_some() {
            found.double(|| format!("contest {}: person {} has two attempts", key.0, key.1));
        }
        let began_joined = campus.contests.get(key.0).is_some_and(|contest| key.1 < contest.joined);
        if !began_joined && ledger.joins.get(&key).is_none_or(|sent| sent.may_be.is_empty()) {
            found.double(|| format!("contest {}: person {} is there and never joined", key.0, key.1));
        }
        let may_be = ledger.submissions.get(&key).is_some_and(|sent| !sent.may_be.is_empty());
        if row.submitted_at.is_some() && !may_be {
            found.double(|| format!("contest {}: person {} is handed in and never was", key.0, key.1));
        }
    }
    for (key, _) in ledger.joins.iter().filter(|(_, sent)| !sent.done.is_empty()) {
        if !there.contains_key(key) {
            found.lose(|| format!("contest {}: the join of person {}", key.0, key.1));
        }
    }
    for (key, _) in ledger.submissions.iter().filter(|(_, sent)| !sent.done.is_empty()) {
        if !matches!(there.get(key), Some(Some(_))) {
            found.lose(|| format!("contest {}: the submission of person {}", key.0, key.1));
        }
    }
    Ok(())
}

async fn answers(found: &mut Found, ledger: &Ledger, places: &Places, db: &Db) -> anyhow::Result<()> {
    let mut there: BTreeMap<(usize, usize, usize), usize> = BTreeMap::new();
    for row in store::answers(db).await? {
        let (question, option) = row.places();
        let Some((contest, who)) = places.of_answer(&row) else {
            found.double(|| format!("an answer of nobody at {}", row.contest_id));
            continue;
        };
        let key = (contest, who, question);
        if there.insert(key, option).is_some() {
            found.double(|| format!("{key:?} (contest, person, question) has two answers"));
        }
        if !ledger.answers.get(&key).is_some_and(|sent| sent.may_be.contains(&option)) {
            found.double(|| format!("{key:?} (contest, person, question): {option} is there and was not taken"));
        }
        if ledger.too_late.contains(&key) {
            found.double(|| format!("{key:?} (contest, person, question) was written after the submission"));
        }
    }
    for (key, sent) in &ledger.answers {
        for option in &sent.done {
            let stored = there.get(key);
            if stored != Some(option) {
                found.lose(|| format!("{key:?} (contest, person, question): {option} was told, {stored:?} is there"));
            }
        }
    }
    Ok(())
}

async fn votes(found: &mut Found, ledger: &Ledger, campus: &Campus, places: &Places, db: &Db) -> anyhow::Result<()> {
    let mut there: BTreeSet<(usize, usize)> = BTreeSet::new();
    for row in store::voters(db).await? {
        let Some(key) = places.of_row(&places.polls, row.poll_id, row.user_id) else {
            found.double(|| format!("a vote of nobody in {}", row.poll_id));
            continue;
        };
        if !there.insert(key) {
            found.double(|| format!("poll {}: person {} is there twice", key.0, key.1));
        }
        if ledger.votes.get(&key).is_none_or(|sent| sent.may_be.is_empty()) {
            found.double(|| format!("poll {}: person {} is there and never voted", key.0, key.1));
        }
    }
    for (key, sent) in &ledger.votes {
        if !sent.done.is_empty() && !there.contains(key) {
            found.lose(|| format!("poll {}: the vote of person {}", key.0, key.1));
        }
        if sent.done.len() > 1 {
            found.double(|| format!("poll {}: person {} voted for two options", key.0, key.1));
        }
    }
    let tallies: BTreeMap<(usize, usize), i64> = store::tallies(db)
        .await?
        .into_iter()
        .filter_map(|row| Some(((*places.polls.get(&row.poll_id)?, row.no.max(0) as usize), i64::from(row.votes))))
        .collect();
    for poll in 0..campus.polls.len() {
        let sum: i64 = tallies.iter().filter(|((of, _), _)| *of == poll).map(|(_, votes)| votes).sum();
        let voters = there.iter().filter(|(of, _)| *of == poll).count() as i64;
        if sum != voters {
            found.double(|| format!("poll {poll}: {sum} votes of {voters} voters"));
        }
    }
    for ((poll, option), votes) in &tallies {
        let of = || ledger.votes.iter().filter(|((of, _), _)| of == poll).map(|(_, sent)| sent);
        let least = of().filter(|sent| sent.done.contains(option)).count() as i64;
        let most = of().filter(|sent| sent.may_be.contains(option)).count() as i64;
        if *votes < least {
            found.lose(|| format!("poll {poll}: option {option} has {votes} votes, {least} were acknowledged"));
        }
        if *votes > most {
            found.double(|| format!("poll {poll}: option {option} has {votes} votes, {most} were given"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use quad_db::{OpenOptions, Tx, sql};
    use quad_migrations::Migrations;
    use quad_testbed::campus::Plan;

    use super::*;

    struct Bed {
        campus: Campus,
        db: Db,
        entries: Vec<Entry>,
        _folder: tempfile::TempDir,
    }

    impl Bed {
        /// Two people at a contest of two questions and in a poll; the first has joined, answered and voted, as acknowledged.
        async fn new() -> Self {
            let campus = Campus::new(&Plan { people: 2, contests: vec![(2, 0, false)], polls: 1, ..Plan::default() });
            let folder = tempfile::tempdir().expect("a folder");
            let url = format!("sqlite://{}", folder.path().join("quad.db").display());
            let db = Db::open(&url, &OpenOptions::default()).await.expect("a database");
            db.migrate::<Migrations>().await.expect("migrated");
            campus.write(&db).await.expect("written");
            let mut bed = Self { campus, db, entries: Vec::new(), _folder: folder };
            let first = "(SELECT id FROM users WHERE email = 'student0@campus.example')";
            bed.run(&format!(
                "INSERT INTO attempts (id, contest_id, user_id, joined_at, correct, wrong, last_answer_at)
                 SELECT 7, id, {first}, starts_at, 1, 0, starts_at + 60000 FROM contests"
            ))
            .await;
            bed.run("UPDATE contests SET participants = 1, frozen_at = starts_at").await;
            bed.run(
                "INSERT INTO answers (attempt_id, question_no, chosen, answered_at)
                     SELECT 7, 1, 1, starts_at + 60000 FROM contests",
            )
            .await;
            bed.run(&format!("INSERT INTO poll_votes (poll_id, user_id) SELECT id, {first} FROM polls")).await;
            bed.run("UPDATE poll_options SET votes = 1 WHERE no = 2").await;
            for deed in [Deed::Join(0), Deed::Answer(0, 0, 0), Deed::Vote(0, 2)] {
                bed.note(deed, Some(200));
            }
            bed
        }

        async fn run(&mut self, text: &str) {
            let mut tx: Tx = self.db.begin().await.expect("a transaction");
            sql(text.to_owned()).run(&mut tx).await.expect("a statement");
            tx.commit().await.expect("a commit");
        }

        fn note(&mut self, deed: Deed, status: Option<u16>) {
            let sent = Duration::from_millis(10 * self.entries.len() as u64);
            let reply = status.map(|status| (sent + Duration::from_millis(5), status, 0));
            self.entries.push(Entry { sent, who: 0, deed, reply });
        }

        /// Lost, doubled, and whether a rule of `quad check` is broken.
        async fn found(&self) -> (usize, usize, bool) {
            let found = check(&self.db, &self.campus, &self.entries, |_| true).await.expect("checked");
            (found.lost, found.doubled, found.said.iter().any(|said| said.starts_with("quad check")))
        }
    }

    #[tokio::test]
    async fn what_is_as_it_was_acknowledged_is_clean() {
        let mut bed = Bed::new().await;
        assert_eq!(bed.found().await, (0, 0, false));
        // Whatever had no reply may be missing.
        bed.note(Deed::Answer(0, 1, 3), None);
        bed.note(Deed::Submit(0), Some(503));
        bed.note(Deed::Answer(0, 0, 1), Some(409));
        assert_eq!(bed.found().await, (0, 0, false));
    }

    #[tokio::test]
    async fn what_was_acknowledged_and_is_not_there_is_lost() {
        for deed in [Deed::Answer(0, 1, 0), Deed::Answer(0, 0, 1), Deed::Submit(0)] {
            let mut bed = Bed::new().await;
            bed.note(deed, Some(200));
            assert_eq!(bed.found().await, (1, 0, false), "{deed:?}");
        }
        let mut bed = Bed::new().await;
        bed.run("DELETE FROM poll_votes").await;
        bed.run("UPDATE poll_options SET votes = 0").await;
        assert_eq!(bed.found().await, (2, 0, false), "the vote and its count");
    }

    #[tokio::test]
    async fn what_is_there_and_was_not_taken_is_named() {
        let mut bed = Bed::new().await;
        bed.entries.retain(|entry| !matches!(entry.deed, Deed::Answer(..)));
        bed.note(Deed::Answer(0, 0, 0), Some(403));
        assert_eq!(bed.found().await, (0, 1, false), "a refused answer");
        let mut bed = Bed::new().await;
        bed.note(Deed::Forge(0, 0, 0, 1), Some(200));
        assert_eq!(bed.found().await, (0, 1, false), "a forged answer");
        let mut bed = Bed::new().await;
        bed.run("UPDATE answers SET answered_at = answered_at - 3600000").await;
        assert_eq!(bed.found().await, (0, 1, true), "an answer before the start");
        let mut bed = Bed::new().await;
        bed.run("UPDATE poll_options SET votes = 2 WHERE no = 2").await;
        assert_eq!(bed.found().await, (0, 2, true), "a vote counted twice");
        let mut bed = Bed::new().await;
        bed.run("UPDATE attempts SET submitted_at = joined_at").await;
        assert_eq!(bed.found().await, (0, 1, false), "never handed in");
    }

    #[tokio::test]
    async fn an_answer_first_sent_after_the_submission_is_named() {
        let mut bed = Bed::new().await;
        bed.entries.retain(|entry| !matches!(entry.deed, Deed::Answer(..)));
        bed.run("UPDATE attempts SET submitted_at = joined_at").await;
        bed.note(Deed::Submit(0), Some(200));
        bed.note(Deed::Vote(0, 2), Some(409));
        bed.note(Deed::Answer(0, 0, 0), None);
        assert_eq!(bed.found().await, (0, 1, false));
    }

    #[tokio::test]
    async fn counters_are_asked_of_quad_check() {
        let mut bed = Bed::new().await;
        bed.run("UPDATE attempts SET correct = 2").await;
        assert_eq!(bed.found().await, (0, 0, true));
    }
}
