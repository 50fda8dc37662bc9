//! Simulated students of the flight check. Each does what a student's browser does, at moments that were decided
//! before: wait with a live stream, look at the contest for the last time, join, fetch the questions, open the room's
//! own stream, answer each after some thought, look at the own answers now and then, hand in or let the clock end it,
//! open the board and keep it open until it is final. The times are those of the web client.
//!
//! As a browser's outbox it sends again what was refused for now or got no answer; each latency is counted from the moment
//! at which the student clicked.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quad_load::{Connection, Streams, Tally};

use super::campus::{AskedQuestion, Person};
use super::compare_answers::{Given, Told};
use super::wire;
use quad_kernel::ids::ContestId;

/// The last look at the contest comes between these before the click.
pub const LAST_LOOK: (Duration, Duration) = (Duration::from_millis(700), Duration::from_secs(3));
/// While the live stream is open.
const LOOK_EVERY: Duration = Duration::from_mins(3);
/// At the end by the clock they look once more, and hand in, within this.
pub const TIME_IS_UP_WITHIN: Duration = Duration::from_secs(2);
/// As a page with a board that still moves after the end.
pub const BOARD_EVERY: Duration = Duration::from_secs(5);
/// Nobody waits longer for one answer of the server.
pub const PATIENCE: Duration = Duration::from_secs(15);
/// So often something is sent before it is given up.
const TRIES: u32 = 6;
/// At most so long until the next try, whatever the server proposes.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Counts that all students share.
#[derive(Debug, Default)]
pub struct Tallies {
    pub last_look: Tally,
    pub join: Tally,
    pub paper: Tally,
    pub attempt: Tally,
    pub start: Tally,
    pub answer: Tally,
    pub look: Tally,
    pub hand_in: Tally,
    pub board: Tally,
    pub standing: Tally,
    /// Both again, until the board is final.
    pub settling: Tally,
}

/// What all of them have before them.
#[derive(Debug)]
pub struct Course {
    pub contest: ContestId,
    pub questions: Arc<[AskedQuestion]>,
    pub think: Duration,
    pub tallies: Tallies,
    /// The streams of those who wait; each student closes the own one.
    pub waiting: Streams,
    /// Those of whoever is in the room; each student opens and closes the own one.
    pub rooms: Streams,
}

/// A student, and what came of it so far.
#[derive(Debug)]
pub struct Student {
    pub number: usize,
    pub person: Person,
    pub page: Connection,
    pub told: Told,
    /// Answers that were given up.
    pub given_up: u64,
}

impl Student {
    pub fn new(number: usize, person: Person, page: Connection) -> Self {
        let told = Told { user: person.user, joined: false, submitted: false, given: Vec::new() };
        Self { number, person, page, told, given_up: 0 }
    }

    /// Every other one is still in the room when the time is up.
    fn stays_to_the_end(&self) -> bool {
        self.number % 2 == 1
    }

    /// From the last look before the click on "start" to handing in, which not everybody does.
    pub async fn take(mut self, course: Arc<Course>, looks_at: Instant, clicks_at: Instant) -> Self {
        let Tallies { last_look, join, paper, attempt, start, hand_in, .. } = &course.tallies;
        let (cookie, user, contest) = (self.person.cookie.clone(), self.person.user, course.contest);
        until(looks_at, last_look).await;
        insist(&mut self.page, &wire::head(&cookie, contest), looks_at, last_look).await;
        until(clicks_at, join).await;
        course.waiting.end(self.number);
        self.told.joined =
            insist(&mut self.page, &wire::complete(&cookie, contest, user, "join"), clicks_at, join).await;
        if !self.told.joined || !insist(&mut self.page, &wire::paper(&cookie, contest), Instant::now(), paper).await {
            return self;
        }
        insist(&mut self.page, &wire::attempt(&cookie, contest), Instant::now(), attempt).await;
        start.done(clicks_at);
        course.rooms.begin(self.number);
        let last = self.answer_all(&course, Instant::now()).await;
        if self.stays_to_the_end() {
            return self;
        }
        until(last, hand_in).await;
        let request = wire::complete(&cookie, contest, user, "submit");
        self.told.submitted = insist(&mut self.page, &request, last, hand_in).await;
        course.rooms.end(self.number);
        self
    }

    /// The clock ends it: whoever has not handed in looks once more, and does.
    pub async fn time_is_up(mut self, course: Arc<Course>, looks_at: Instant) -> Self {
        if !self.told.joined || self.told.submitted {
            return self;
        }
        let Tallies { look, hand_in, .. } = &course.tallies;
        until(looks_at, look).await;
        insist(&mut self.page, &wire::attempt(&self.person.cookie, course.contest), looks_at, look).await;
        let request = wire::complete(&self.person.cookie, course.contest, self.person.user, "submit");
        self.told.submitted = insist(&mut self.page, &request, Instant::now(), hand_in).await;
        course.rooms.end(self.number);
        self
    }

    /// Answers every question and looks in between; says when the student will hand in.
    async fn answer_all(&mut self, course: &Course, shown_at: Instant) -> Instant {
        let Tallies { answer, look, .. } = &course.tallies;
        // Half as long to one and a half times as long, each of them another, the same in every run.
        let mut dice = self.number as u64;
        let mut roll = || {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (dice >> 33) as f64 / f64::from(1_u32 << 31)
        };
        let look_every = LOOK_EVERY.mul_f64(1.0 + roll() / 5.0);
        let (mut looks_at, mut moment) = (shown_at + look_every, shown_at);
        for (question_no, asked) in (1..).zip(course.questions.iter()) {
            moment += course.think.mul_f64(0.5 + roll());
            while looks_at < moment {
                until(looks_at, look).await;
                let request = wire::attempt(&self.person.cookie, course.contest);
                look.record(looks_at, &self.page.send(&request).await);
                looks_at += look_every;
            }
            let choice = ((roll() * 4.0) as usize).min(3);
            until(moment, answer).await;
            let (cookie, user) = (&self.person.cookie, self.person.user);
            let request = wire::answer(cookie, course.contest, user, asked.id, &asked.options[choice]);
            let acknowledged = insist(&mut self.page, &request, moment, answer).await;
            self.given_up += u64::from(!acknowledged);
            self.told.given.push(Given { question_no, choice: choice as i32, acknowledged });
        }
        moment + course.think.mul_f64(0.5 + roll())
    }

    /// Opens the results, and looks again as long as the board may still move, for the last time when it no longer does.
    pub async fn open_board(mut self, course: Arc<Course>, clicks_at: Instant, final_at: Instant) -> Self {
        let Tallies { board, standing, settling, .. } = &course.tallies;
        until(clicks_at, board).await;
        insist(&mut self.page, &wire::board(&self.person.cookie, course.contest), clicks_at, board).await;
        let request = wire::standing(&self.person.cookie, course.contest);
        insist(&mut self.page, &request, Instant::now(), standing).await;
        let mut looked_at = clicks_at;
        while looked_at < final_at {
            looked_at += BOARD_EVERY;
            until(looked_at, settling).await;
            insist(&mut self.page, &wire::board(&self.person.cookie, course.contest), looked_at, settling).await;
            insist(&mut self.page, &request, Instant::now(), settling).await;
        }
        self
    }
}

/// Waits for a moment, and notes whose fault it is when it has passed.
async fn until(moment: Instant, tally: &Tally) {
    if Instant::now() < moment {
        tokio::time::sleep_until(moment.into()).await;
        tally.lag(moment.elapsed());
    } else {
        tally.late();
    }
}

/// Sends until it is done or there is no hope. Every try that failed is counted beside the one that did not.
pub async fn insist(page: &mut Connection, request: &[u8], intended: Instant, tally: &Tally) -> bool {
    for attempt in 1..=TRIES {
        let outcome = page.send(request).await;
        tally.record(intended, &outcome);
        let pause = match outcome {
            Ok(reply) if reply.is_success() => return true,
            Ok(reply) if matches!(reply.status, 429 | 503) => {
                let told = reply.head("retry-after").and_then(|seconds| seconds.parse().ok());
                told.map_or(Duration::from_secs(1), Duration::from_secs).min(LONGEST_PAUSE)
            }
            Ok(_) => return false,
            Err(_) => Duration::from_millis(500),
        };
        if attempt < TRIES {
            tokio::time::sleep(pause).await;
        }
    }
    false
}
