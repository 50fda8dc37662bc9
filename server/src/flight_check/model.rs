//! Flight check model: its rules, without any waiting: what is good enough, what ends first and at how many participants, and
//! the verdict. The model is stated with each number, so that an operator can judge it.

use std::time::Duration;

use quad_load::{Report, Usage};

use super::arguments::{ENDS_AFTER, FlightCheckArgs};
use super::compare_answers::AnswerBalance;
use super::kinds::KindsBalance;
use super::students::{BOARD_EVERY, LAST_LOOK};
use quad_contests::attempts::SUBMIT_GRACE;

/// Of the processors, this part may be busy while a contest is on; the rest is for what nobody planned.
const BUSY: f64 = 0.8;
/// Less processor time than this says nothing: the system counts in hundredths of a second.
const TELLING_CPU_S: f64 = 0.2;
/// Fewer participants than these drown in what a server takes anyway.
const TELLING_PEOPLE: u64 = 500;
/// So much of the memory may be taken.
const TAKEN: f64 = 0.8;
/// Answers of one commit at most, and the part of that a busy disk should be asked for.
const ANSWERS_PER_COMMIT: f64 = 1_000.0;
const BUSY_DISK: f64 = 0.5;
/// Later than this with a free connection, the load program itself was short of something.
const OWN_LAG: Duration = Duration::from_millis(100);
/// Other programs that take more than this part of the processors disturb.
const OTHERS: f64 = 0.25;
/// From here on the machine's processors count as all taken.
const ALL_TAKEN: f64 = 0.95;

/// Within how many times [`Measured::within`] 99 of 100 should be served, by the kind of request: nobody notices half a
/// second, a page may take a little longer, and a board of thousands longer still.
const GOOD_ENOUGH: [(&str, u32); 9] = [
    (row::JOIN, 1),
    (row::START, 2),
    (row::ANSWER, 1),
    (row::HAND_IN, 2),
    (row::BOARD, 4),
    (row::STANDING, 4),
    (row::SETTLING, 4),
    (row::LAST_LOOK, 4),
    (row::LOOK, 4),
];

/// The rows of the report.
pub mod row {
    pub const LOG_IN: &str = "log in (sample)";
    pub const WAITING: &str = "live stream, waiting";
    pub const LAST_LOOK: &str = "last look at contest";
    pub const JOIN: &str = "join";
    pub const PAPER: &str = "questions";
    pub const ATTEMPT: &str = "own answers";
    pub const START: &str = "start, all three";
    pub const ANSWER: &str = "answer";
    pub const LOOK: &str = "own answers again";
    pub const ROOM: &str = "live stream, answering";
    pub const HAND_IN: &str = "hand in";
    pub const END: &str = "owner ends it";
    pub const BOARD: &str = "board";
    pub const STANDING: &str = "own standing";
    pub const SETTLING: &str = "both, until final";
    pub const RESULTS: &str = "live stream, results";
}

/// A stretch of time, and what was used in it.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    /// What happened.
    pub what: &'static str,
    /// At moments that were decided before, as people come; otherwise as fast as the server could, which says nothing of
    /// how many it carries.
    pub planned: bool,
    /// How long.
    pub seconds: f64,
    /// Processor seconds of the server.
    pub server: f64,
    /// Those of the load program.
    pub own: f64,
    /// Those of the whole machine, these two included.
    pub machine: f64,
}

/// Memory and files of the server over time.
#[derive(Debug, Clone, Copy)]
pub struct Growth {
    /// When nobody was there.
    pub idle: Usage,
    /// After the log-ins of the sample.
    pub logged_in: Usage,
    /// At the end; its peak is the largest of all.
    pub end: Usage,
    /// The most open files that were seen.
    pub most_files: usize,
    /// Processors kept busy in the busiest second.
    pub busiest: f64,
}

/// Everything that was measured.
#[derive(Debug)]
pub struct Measured {
    pub participants: u64,
    pub seconds_to_join: f64,
    pub think_s: f64,
    /// What 99 of 100 answers should be acknowledged within.
    pub within: Duration,
    pub cores: f64,
    pub rows: Vec<(&'static str, Report)>,
    /// Log-ins per second of the sample.
    pub log_ins_per_s: f64,
    pub spans: Vec<Span>,
    /// Nothing where the system does not tell.
    pub growth: Option<Growth>,
    /// Memory that was free before the server started.
    pub free_memory: Option<u64>,
    /// Files that a process here may open.
    pub most_files: u64,
    pub live_streams: u64,
    /// One small commit, in half of the cases.
    pub commit: Duration,
    /// The database is a PostgreSQL's, which takes processor as well, here or elsewhere.
    pub on_postgres: bool,
    pub balance: AnswerBalance,
    /// Of the contest of all kinds.
    pub kinds: KindsBalance,
    /// Students who never got to the questions.
    pub stranded: u64,
    /// Answers that were given up after several tries.
    pub given_up: u64,
}

impl Measured {
    pub fn row(&self, name: &str) -> Option<&Report> {
        self.rows.iter().find(|(found, _)| *found == name).map(|(_, report)| report)
    }
}

/// Something that ends at some number of participants.
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    pub what: String,
    /// For about so many it suffices.
    pub carries: u64,
    /// Where the number comes from.
    pub how: String,
}

/// What ends, what ends first at the front.
pub fn bounds(m: &Measured) -> Vec<Bound> {
    let people = m.participants as f64;
    let mut all = Vec::new();
    let telling = |span: &&Span| span.planned && span.server >= TELLING_CPU_S && span.seconds > 0.0;
    for span in m.spans.iter().filter(telling).filter(|_| m.participants >= TELLING_PEOPLE) {
        let each = span.server / (people * span.seconds);
        let how = format!(
            "{:.0} µs of a processor per participant and second, {:.0} % of {} processors are planned with",
            each * 1e6,
            BUSY * 100.0,
            m.cores
        );
        all.push(bound(format!("processor, {}", span.what), BUSY * m.cores / each, how));
    }
    if let (Some(growth), Some(free)) = (&m.growth, m.free_memory) {
        let each = growth.end.peak.saturating_sub(growth.idle.resident) as f64 / people;
        let left = (free as f64 * TAKEN - growth.idle.resident as f64).max(0.0);
        if m.participants >= TELLING_PEOPLE && each >= 64.0 {
            let how = format!("{:.1} KiB per participant, {:.0} MiB may be taken", each / 1024.0, left / MIB);
            all.push(bound("memory".to_owned(), left / each, how));
        }
    }
    if let Some(growth) = &m.growth {
        let each = growth.most_files.saturating_sub(growth.idle.open_files) as f64 / people;
        let left = m.most_files.saturating_sub(growth.idle.open_files as u64 + 64) as f64;
        if m.participants >= TELLING_PEOPLE && each >= 0.1 && m.most_files < u64::from(u32::MAX) {
            let how = format!("{each:.1} per participant, {} may be open (LimitNOFILE, ulimit -n)", m.most_files);
            all.push(bound("open files".to_owned(), left / each, how));
        }
    }
    let how = "one per participant who waits; the setting live_streams".to_owned();
    all.push(bound("live streams".to_owned(), m.live_streams as f64, how));
    let per_second = 1.0 / m.commit.as_secs_f64().max(1e-6) * ANSWERS_PER_COMMIT * BUSY_DISK;
    let how = format!(
        "a commit takes {}, one carries up to {ANSWERS_PER_COMMIT:.0} answers or joins, half of that is planned with",
        millis(m.commit)
    );
    all.push(bound("disk".to_owned(), per_second * m.think_s.min(m.seconds_to_join), how));
    all.sort_by_key(|bound| bound.carries);
    all
}

/// What might end and cannot be told, and why.
pub fn untold(m: &Measured) -> Vec<(&'static str, String)> {
    let told = bounds(m);
    let is_told = |what: &str| told.iter().any(|bound| bound.what.starts_with(what));
    let mut all = Vec::new();
    if !is_told("processor") {
        all.push((
            "processor",
            if m.participants < TELLING_PEOPLE {
                format!("of fewer than {TELLING_PEOPLE} participants each takes another part than of a full hall")
            } else {
                "the server took too little of it; rehearse with more participants".to_owned()
            },
        ));
    }
    if m.growth.is_some() && m.participants < TELLING_PEOPLE {
        all.push((
            "open files",
            format!(
                "ask for {TELLING_PEOPLE} participants or more: what fewer open is lost in what a server opens anyway"
            ),
        ));
    }
    if !is_told("memory") {
        all.push((
            "memory",
            if m.growth.is_none() || m.free_memory.is_none() {
                "this system does not report what a process takes".to_owned()
            } else if m.participants < TELLING_PEOPLE {
                format!("ask for {TELLING_PEOPLE} participants or more: what fewer take is lost in what a server takes anyway")
            } else {
                "the participants took hardly any".to_owned()
            },
        ));
    }
    all
}

/// More than this is not to be believed to the digit, nor needed.
const ENOUGH: u64 = 1_000_000;

/// About so many, as people say it: two digits that count, rounded down.
pub fn about(number: u64) -> String {
    if number > ENOUGH {
        return format!("more than {}", grouped(ENOUGH));
    }
    let unit = 10_u64.pow(number.max(1).ilog10().saturating_sub(1));
    grouped(number / unit * unit)
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// From the first click to the last one's handing in: everybody thinks once more before that.
pub fn answering(asked: &FlightCheckArgs) -> Duration {
    let thinking = asked.think * f64::from(asked.questions + 1);
    Duration::from_secs_f64(asked.seconds_to_join + thinking)
}

/// The time of the rehearsal that is decided before, in words.
pub fn takes(asked: &FlightCheckArgs, grace_seconds: u32) -> String {
    let ending = ENDS_AFTER + Duration::from_secs(grace_seconds.into());
    let opening = Duration::from_secs_f64(asked.seconds_to_join);
    // Who opens the board last before it is final looks once more after that.
    words(LAST_LOOK.1 + answering(asked) + ending + opening.max(SUBMIT_GRACE) + BOARD_EVERY)
}

/// A span of time, rounded up.
pub fn words(span: Duration) -> String {
    let seconds = span.as_secs_f64();
    if seconds <= 90.0 {
        format!("{:.0} s", (seconds / 5.0).ceil() * 5.0)
    } else {
        format!("{:.0} minutes", (seconds / 60.0).ceil())
    }
}

fn bound(what: String, carries: f64, how: String) -> Bound {
    Bound { what, carries: carries.clamp(0.0, 1e9) as u64, how }
}

/// Why the load program cannot have asked for more, if so.
pub fn load_was_the_limit(m: &Measured) -> Option<String> {
    let lag = [row::JOIN, row::ANSWER, row::BOARD].iter().filter_map(|name| m.row(name));
    let lag = lag.map(|report| report.lag.quantile(0.99)).max().unwrap_or_default();
    let taken = m
        .spans
        .iter()
        .filter(|span| span.planned && span.seconds > 0.0 && span.machine / span.seconds >= ALL_TAKEN * m.cores);
    let taken = taken.max_by(|a, b| a.own.total_cmp(&b.own)).filter(|span| span.own > span.server);
    match taken {
        Some(span) => Some(format!(
            "all {} processors were taken ({}), {:.0} % of them by the load program itself and {:.0} % by the server",
            m.cores,
            span.what,
            span.own / span.machine.max(1e-9) * 100.0,
            span.server / span.machine.max(1e-9) * 100.0
        )),
        None if lag > OWN_LAG => {
            Some(format!("the load program itself was up to {} late although its connections were free", millis(lag)))
        }
        None => None,
    }
}

/// The processors that neither the server nor the load program took, where these are many.
pub fn others(m: &Measured) -> Option<f64> {
    let took = |span: &Span| (span.machine - span.server - span.own) / span.seconds.max(1e-9);
    let most = m.spans.iter().filter(|span| span.seconds >= 0.5).map(took).fold(0.0, f64::max);
    (most > OTHERS * m.cores).then_some(most)
}

/// GO or not, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    pub go: bool,
    pub reasons: Vec<String>,
    pub advice: Vec<String>,
}

/// What there is to say against the contest of all kinds, if anything.
fn against_kinds(kinds: &KindsBalance) -> Option<String> {
    let wrong = || {
        format!(
            "The contest of all kinds of question did not come out as computed by hand: {} requests refused, {} answers lost \
             or changed, {} invented, {} people with other marks or another rank. Do not use this installation for such \
             questions; please report it.",
            kinds.refused, kinds.lost, kinds.invented, kinds.misgraded
        )
    };
    (!kinds.is_right()).then(wrong)
}

pub fn verdict(m: &Measured) -> Verdict {
    let balance = &m.balance;
    let mut against = Vec::new();
    if !balance.is_right() {
        against.push(format!(
            "The database does not hold what students were told: {} lost, {} doubled, {} changed, {} invented, {} \
             attempts counted wrong. Do not use this installation; please report it.",
            balance.lost, balance.doubled, balance.changed, balance.invented, balance.miscounted
        ));
    }
    against.extend(against_kinds(&m.kinds));
    if m.stranded > 0 {
        against.push(format!("{} of {} students never got to the questions.", m.stranded, m.participants));
    }
    if m.given_up > 0 {
        against.push(format!("{} answers were not taken after several tries.", m.given_up));
    }
    let mut slow = false;
    for (name, times) in GOOD_ENOUGH {
        let Some(report) = m.row(name) else { continue };
        let enough = m.within * times;
        let most = report.latencies.quantile(0.99);
        if most > enough {
            slow = true;
            against.push(format!(
                "1 of 100 waited longer than {} for: {name} (at most {}).",
                millis(most),
                millis(enough)
            ));
        }
    }
    for name in [row::BOARD, row::STANDING, row::SETTLING, row::END] {
        let Some(report) = m.row(name).filter(|report| !report.is_clean()) else { continue };
        against
            .push(format!("{} requests of \"{name}\" got no answer.", report.refused_count() + report.failed_count()));
    }
    if let (Some(growth), Some(free)) = (&m.growth, m.free_memory)
        && growth.end.peak as f64 > free as f64 * TAKEN
    {
        against.push(format!(
            "The server took {:.0} MiB of {:.0} MiB that were free.",
            growth.end.peak as f64 / MIB,
            free as f64 / MIB
        ));
    }
    let mut advice = Vec::new();
    if let Some(limit) = load_was_the_limit(m) {
        advice.push(format!(
            "The load program was the limit: {limit}. {}",
            if slow {
                "The server alone may well do better: rehearse with fewer, or on a larger machine."
            } else {
                "The server alone does better."
            }
        ));
    }
    if let Some(took) = others(m) {
        advice.push(format!(
            "Other programs took up to {took:.1} of {} processors meanwhile{} rehearse again when the machine is calm.",
            m.cores,
            if m.on_postgres { ". What PostgreSQL took of it counts to the server; if it was another," } else { ":" }
        ));
    }
    let bounds = bounds(m);
    if m.participants < TELLING_PEOPLE {
        advice.push(format!(
            "{} participants are too few to say how many the machine holds: rehearse with {TELLING_PEOPLE} or more.",
            m.participants
        ));
    } else if !against.is_empty() {
        advice.push("A run that is NO-GO cannot say how many the machine would hold: rehearse with fewer.".to_owned());
    } else if let Some(first) = bounds.first() {
        let rest = if first.carries < m.participants {
            ", fewer than these. Add to what ends first:"
        } else {
            "; what ends first:"
        };
        advice.push(format!(
            "By this model the machine holds about {} participants{rest} {}.",
            about(first.carries),
            first.what
        ));
    }
    if m.log_ins_per_s > 0.0 {
        advice.push(format!(
            "If all had to log in at the start, that would take {:.0} s; sessions last 30 days, so let people log in the day before.",
            (m.participants as f64 / m.log_ins_per_s).max(1.0)
        ));
    }
    let go = against.is_empty();
    let reasons = if go {
        vec![format!(
            "{} students took a contest: all {} answers that were acknowledged are stored once, and counted right.",
            m.participants, balance.acknowledged
        )]
    } else {
        against
    };
    Verdict { go, reasons, advice }
}

pub const MIB: f64 = 1024.0 * 1024.0;

/// Milliseconds as people read them.
pub fn millis(time: Duration) -> String {
    let millis = time.as_secs_f64() * 1e3;
    if millis >= 100.0 {
        format!("{millis:.0} ms")
    } else if millis >= 1.0 {
        format!("{millis:.1} ms")
    } else {
        format!("{millis:.2} ms")
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::time::Instant;

    use quad_load::Latencies;

    use super::*;

    fn report(done: u64, p99_ms: u64) -> Report {
        let mut latencies = Latencies::new();
        latencies.record(Duration::from_millis(p99_ms));
        Report { done, latencies, ..Report::default() }
    }

    fn usage(resident: u64, peak: u64, open_files: usize) -> Usage {
        Usage { at: Instant::now(), cpu: Duration::ZERO, resident, proportional: None, peak, open_files }
    }

    /// A thousand participants on two processors, all well.
    pub(in super::super) fn measured() -> Measured {
        let idle = usage(30 << 20, 30 << 20, 20);
        Measured {
            participants: 1_000,
            seconds_to_join: 5.0,
            think_s: 5.0,
            within: Duration::from_millis(500),
            cores: 2.0,
            rows: GOOD_ENOUGH.iter().map(|(name, _)| (*name, report(1_000, 20))).collect(),
            log_ins_per_s: 50.0,
            spans: vec![Span { what: "start", planned: true, seconds: 5.0, server: 1.0, own: 0.5, machine: 2.0 }],
            growth: Some(Growth {
                idle,
                logged_in: idle,
                end: usage(60 << 20, 70 << 20, 20),
                most_files: 2_020,
                busiest: 0.4,
            }),
            free_memory: Some(1 << 30),
            most_files: 20_000,
            live_streams: 20_000,
            commit: Duration::from_millis(1),
            on_postgres: false,
            balance: AnswerBalance { acknowledged: 20_000, stored: 20_000, ..AnswerBalance::default() },
            kinds: KindsBalance { acknowledged: 180, ..KindsBalance::default() },
            stranded: 0,
            given_up: 0,
        }
    }

    fn carries(m: &Measured, what: &str) -> Option<u64> {
        bounds(m).into_iter().find(|bound| bound.what.starts_with(what)).map(|bound| bound.carries)
    }

    #[test]
    fn what_ends_first_is_told() {
        let m = measured();
        // 1 s of processor for 1,000 in 5 s is 200 µs per participant and second; 1.6 processors carry 8,000.
        assert_eq!(carries(&m, "processor"), Some(8_000));
        // 40 MiB for 1,000; 80 % of a GiB without the 30 MiB.
        assert_eq!(carries(&m, "memory"), Some(((f64::from(1 << 30) * 0.8 - f64::from(30 << 20)) / 41_943.04) as u64));
        assert_eq!(carries(&m, "open files"), Some((20_000 - 84) / 2));
        assert_eq!(carries(&m, "live"), Some(20_000));
        // 1,000 commits a second with 1,000 answers each, half of that, and everybody answers every 5 s.
        assert_eq!(carries(&m, "disk"), Some(2_500_000));
        let all = bounds(&m);
        assert!(all.is_sorted_by_key(|bound| bound.carries) && all[0].what == "processor, start", "{all:?}");
    }

    #[test]
    fn what_cannot_be_told_is_not() {
        let mut m = measured();
        m.spans[0].planned = false;
        assert_eq!(carries(&m, "processor"), None);
        m = measured();
        m.spans[0].server = 0.1;
        m.growth = None;
        assert_eq!((carries(&m, "processor"), carries(&m, "memory"), carries(&m, "open files")), (None, None, None));
        m = measured();
        m.free_memory = None;
        assert_eq!(carries(&m, "memory"), None);
        m = measured();
        m.participants = 499;
        assert_eq!((carries(&m, "memory"), carries(&m, "open files")), (None, None));
        assert!(untold(&m).iter().any(|(what, _)| *what == "open files"), "{:?}", untold(&m));
    }

    #[test]
    fn how_many_it_holds_is_told_by_a_good_run_of_enough() {
        let said = |m: &Measured, words: &str| verdict(m).advice.iter().any(|advice| advice.contains(words));
        let mut m = measured();
        assert!(said(&m, "the machine holds about 8,000 participants; what ends first: processor, start"));
        m.rows[0].1 = report(1_000, 501);
        assert!(said(&m, "rehearse with fewer") && !said(&m, "holds about"), "{:?}", verdict(&m));
        m = measured();
        m.participants = 499;
        assert!(said(&m, "rehearse with 500 or more") && !said(&m, "holds about"), "{:?}", verdict(&m));
        assert_eq!(carries(&m, "processor"), None);
    }

    #[test]
    fn each_reason_alone_is_no_go() {
        type Spoil = fn(&mut Measured);
        assert!(verdict(&measured()).go);
        let cases: [(&str, Spoil); 8] = [
            ("lost", |m| m.balance.lost = 1),
            ("counted wrong", |m| m.balance.miscounted = 1),
            ("never got to the questions", |m| m.stranded = 1),
            ("not taken", |m| m.given_up = 1),
            ("for: join", |m| m.rows[0].1 = report(1_000, 501)),
            ("for: answer", |m| m.rows[2].1 = report(1_000, 501)),
            ("got no answer", |m| {
                m.rows[4].1.refused.insert(503, 1);
            }),
            ("MiB that were free", |m| m.free_memory = Some(80 << 20)),
        ];
        for (word, spoil) in cases {
            let mut m = measured();
            spoil(&mut m);
            let verdict = verdict(&m);
            assert!(!verdict.go && verdict.reasons.iter().any(|reason| reason.contains(word)), "{word}: {verdict:?}");
        }
    }

    #[test]
    fn other_programs_are_named() {
        let mut m = measured();
        assert_eq!(others(&m), None);
        m.spans[0] = Span { what: "start", planned: true, seconds: 5.0, server: 1.0, own: 0.5, machine: 9.0 };
        assert_eq!(others(&m), Some(1.5));
        let said = |m: &Measured| verdict(m).advice.into_iter().find(|advice| advice.contains("1.5 of 2 processors"));
        assert!(said(&m).is_some_and(|advice| !advice.contains("PostgreSQL")));
        m.on_postgres = true;
        assert!(said(&m).is_some_and(|advice| advice.contains("PostgreSQL")));
    }

    #[test]
    fn numbers_and_spans_are_said_as_people_say_them() {
        let numbers = [0, 7, 42, 99, 123, 6_224, 20_000, 109_170, 999_999, 1_000_000, 1_000_001, 7_418_397];
        let said = ["0", "7", "42", "99", "120", "6,200", "20,000", "100,000", "990,000", "1,000,000"];
        let more = "more than 1,000,000";
        assert_eq!(numbers.map(about).to_vec(), [said.as_slice(), &[more, more]].concat());
        let spans = [0.4, 5.0, 61.0, 90.0, 91.0, 121.0].map(|seconds| words(Duration::from_secs_f64(seconds)));
        assert_eq!(spans, ["5 s", "5 s", "65 s", "90 s", "2 minutes", "3 minutes"]);
    }

    #[test]
    fn how_long_it_takes_is_known_before() {
        let asked =
            FlightCheckArgs { participants: 5_000, seconds_to_join: 5.0, questions: 20, think: 5.0, within: 500 };
        assert_eq!(answering(&asked), Duration::from_secs(110));
        assert_eq!(takes(&asked, 2), "3 minutes");
    }

    #[test]
    fn a_load_program_that_was_the_limit_says_so() {
        let span = |own: f64, server: f64, machine: f64| {
            let mut m = measured();
            m.spans[0] = Span { what: "start", planned: true, seconds: 5.0, server, own, machine };
            load_was_the_limit(&m).is_some()
        };
        assert!(span(6.0, 3.5, 9.9));
        assert!(!span(3.5, 6.0, 9.9), "the server took more");
        assert!(!span(3.0, 2.0, 6.0), "processors were left");
        let mut m = measured();
        m.rows[0].1.lag.record(Duration::from_millis(300));
        assert!(load_was_the_limit(&m).is_some());
        assert!(verdict(&m).go && verdict(&m).advice[0].contains("load program"), "{:?}", verdict(&m));
        m.rows[0].1 = report(1_000, 900);
        m.rows[0].1.lag.record(Duration::from_millis(300));
        let slow = verdict(&m);
        assert!(!slow.go && slow.advice[0].contains("may well do better"), "{slow:?}");
    }
}
