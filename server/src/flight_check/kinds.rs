//! Rehearsal of the other kinds of question: a second, small contest with marks, several right options, a number, a text, a formula and
//! a picture. Some of the students take it before the others come, each by one of four sheets whose marks are computed by hand; what
//! the board says of them, and what the database holds, must be that.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use quad_load::{Connection, Tally};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use quad_contests::attempts::StoredSheet;
use quad_contests::contests::{ContestBuilder, ContestRules, NewQuestion, QuestionMarks, TypedKey, Window};
use quad_db::Tx;
use quad_kernel::clock::{Clock, Time};
use quad_kernel::error::{Rejection, Result};
use quad_kernel::ids::{ContestId, Random, UserId};

use super::arguments::ENDS_AFTER;
use super::campus::{Campus, Person};
use super::students::{PATIENCE, insist};
use super::wire;
use crate::demo;

/// So many students take it.
const MOST: usize = 40;

/// An answer to one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Given {
    Blank,
    /// The options, from 0.
    Options(&'static [u32]),
    Typed(&'static str),
}

use Given::{Blank, Options, Typed};

/// What one student answers, question by question, and what it gives.
#[derive(Debug)]
struct Sheet {
    given: [Given; 5],
    /// Exactly, as the board says it.
    marks: &'static str,
    /// In sixths of a mark, to compare by.
    sixths: i32,
}

/// Right gives 4 and wrong takes 1; the first question gives 2 and takes ⅔, and of the second each of two right options gives 2 and each of
/// two others takes 2, never below 0.
const SHEETS: [Sheet; 4] = [
    // 2 + 4 + 4 + 4 + 4
    Sheet {
        given: [Options(&[1]), Options(&[0, 2]), Typed("9.81"), Typed("Mysuru"), Options(&[3])],
        marks: "18",
        sixths: 108,
    },
    // −⅔ + 2 + 4 + 4 − 1
    Sheet {
        given: [Options(&[0]), Options(&[0]), Typed("9,8"), Typed("MYSURU"), Options(&[0])],
        marks: "25/3",
        sixths: 50,
    },
    // 2 + 0 − 1 − 1 + 0
    Sheet { given: [Options(&[1]), Options(&[0, 1]), Typed("9.87"), Typed("Mysore"), Blank], marks: "0", sixths: 0 },
    // −⅔ + 0 + 4 + 0 + 4
    Sheet {
        given: [Options(&[2]), Options(&[1, 3]), Typed("981e-2"), Blank, Options(&[3])],
        marks: "22/3",
        sixths: 44,
    },
];

/// The sheet of a student.
fn sheet(number: usize) -> &'static Sheet {
    &SHEETS[number % SHEETS.len()]
}

/// What came out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KindsBalance {
    /// Answers that the server said are saved.
    pub acknowledged: u64,
    /// Requests of students that came to nothing, pictures among them.
    pub refused: u64,
    /// Said to be saved, and not there as they were sent.
    pub lost: u64,
    /// There, but nobody sent them.
    pub invented: u64,
    /// People with other marks or another rank on the board than those computed by hand, or without a row.
    pub misgraded: u64,
}

impl KindsBalance {
    /// Whether all of it is as it should be.
    pub fn is_right(&self) -> bool {
        self.refused + self.lost + self.invented + self.misgraded == 0
    }
}

/// A student who took it.
#[derive(Debug, Clone)]
pub struct Taker {
    user: UserId,
    number: usize,
    /// Whether each answer was said to be saved.
    acknowledged: Vec<bool>,
    refused: u64,
}

/// Writes the contest with all questions but the one that shows a picture.
pub async fn write(tx: &mut Tx, random: &Random, owner: UserId, window: Window, now: Time) -> Result<ContestId> {
    let texts = |options: [&str; 4]| options.map(str::to_owned);
    let marks = QuestionMarks::parse(Some("2"), Some("-2/3"), false)?;
    let questions = vec![
        NewQuestion::single("What is $2^5$?", &texts(["16", "32", "25", "64"]), &[1], None)?.marked(marks),
        NewQuestion::several("Which are prime?", &texts(["53", "51", "59", "57"]), &[0, 2], None)?,
        typed(
            "How fast does a falling stone become in a second?",
            TypedKey::number(Some("9.81"), Some("0.05"), Some("m/s"))?,
        )?,
        typed("Which city was called Mysore?", TypedKey::texts(&["Mysuru".to_owned()])?)?,
    ];
    let asked =
        json!({"preset": "own", "right": "4", "wrong": "-1", "partial": "share", "floor": "none", "tieBreak": []});
    let rules: ContestRules = serde_json::from_value(asked).map_err(anyhow::Error::from)?;
    let contest = ContestBuilder::new("Flight check: all kinds", window).public(true).rules(rules).questions(questions);
    contest.insert(tx, random, owner, now).await
}

fn typed(text: &str, key: TypedKey) -> Result<NewQuestion, Rejection> {
    NewQuestion::typed(text, key, None)
}

/// The owner adds a question with a picture, some students take the contest, and the owner ends it.
pub async fn take(at: SocketAddr, campus: &Campus) -> anyhow::Result<Vec<Taker>> {
    let mut page = Connection::new(at, PATIENCE);
    let (owner, contest) = (&campus.owner.cookie, campus.kinds);
    let png = demo::figure().context("the picture")?;
    let uploaded = told(&mut page, &wire::upload(owner, contest, &png)).await.context("the picture's upload")?;
    let key = uploaded["picture"]["id"].as_str().context("the picture's key")?.to_owned();
    let question = json!({"questions": [{"kind": "single", "text": "How many triangles are in the figure?",
        "options": ["3", "4", "5", "6"], "right": [3],
        "pictures": [{"id": key, "alt": "A triangle that two lines from its top divide into three."}]}]});
    told(&mut page, &wire::add_questions(owner, contest, &question)).await.context("the question with a picture")?;
    let mut taking = JoinSet::new();
    for (number, person) in campus.students.iter().take(MOST).enumerate() {
        taking.spawn(take_one(Connection::new(at, PATIENCE), number, person.clone(), contest, key.clone()));
    }
    let takers = taking.join_all().await;
    let ends_at = Clock::System.now().plus(ENDS_AFTER);
    told(&mut page, &wire::change_time(owner, contest, campus.starts_at, ends_at)).await.context("the end")?;
    Ok(takers)
}

async fn take_one(mut page: Connection, number: usize, person: Person, contest: ContestId, key: String) -> Taker {
    let (cookie, user) = (&person.cookie, person.user);
    let tally = Tally::new();
    let mut taker = Taker { user, number, acknowledged: Vec::new(), refused: 0 };
    let join = wire::complete_newest(cookie, contest, user, "join");
    taker.refused += u64::from(!insist(&mut page, &join, Instant::now(), &tally).await);
    let questions = match told(&mut page, &wire::plain_paper(cookie, contest)).await {
        Ok(paper) => wire::questions_of(&paper),
        Err(_) => Vec::new(),
    };
    let picture = wire::picture(cookie, contest, &key);
    taker.refused += u64::from(!insist(&mut page, &picture, Instant::now(), &tally).await);
    for (at, given) in sheet(number).given.iter().enumerate() {
        let answer = match given {
            Blank => {
                taker.acknowledged.push(false);
                continue;
            }
            Options(options) => json!({"choice": options}),
            Typed(text) => json!({"value": text}),
        };
        let id = questions.get(at).and_then(|question| question["_id"].as_str()).unwrap_or_default();
        let request = wire::answer_of_any_kind(cookie, contest, id, &answer);
        let is_saved = insist(&mut page, &request, Instant::now(), &tally).await;
        taker.refused += u64::from(!is_saved);
        taker.acknowledged.push(is_saved);
    }
    let hand_in = wire::complete_newest(cookie, contest, user, "submit");
    taker.refused += u64::from(!insist(&mut page, &hand_in, Instant::now(), &tally).await);
    taker
}

/// The marks and the rank of each person on the owner's board.
pub async fn board(at: SocketAddr, campus: &Campus) -> anyhow::Result<HashMap<String, (String, u64)>> {
    let mut page = Connection::new(at, PATIENCE);
    let board = told(&mut page, &wire::plain_board(&campus.owner.cookie, campus.kinds)).await.context("the board")?;
    let rows = board["results"].as_array().context("no rows on the board")?;
    let row = |row: &Value| {
        let user = row["userId"].as_str()?.to_owned();
        Some((user, (row["marks"].as_str()?.to_owned(), row["rank"].as_u64()?)))
    };
    Ok(rows.iter().filter_map(row).collect())
}

/// Compares what was computed by hand with the board and with what is stored.
pub fn balance(takers: &[Taker], board: &HashMap<String, (String, u64)>, stored: &[StoredSheet]) -> KindsBalance {
    let mut balance = KindsBalance::default();
    let mut sheets: HashMap<UserId, HashMap<i32, &(i32, Option<String>)>> = HashMap::new();
    for StoredSheet { user, question_no, answer } in stored {
        let twice = sheets.entry(*user).or_default().insert(*question_no, answer).is_some();
        balance.invented += u64::from(twice);
    }
    let above = |sixths: i32| takers.iter().filter(|taker| sheet(taker.number).sixths > sixths).count() as u64;
    for taker in takers {
        let own = sheet(taker.number);
        let mut there = sheets.remove(&taker.user).unwrap_or_default();
        balance.refused += taker.refused;
        for ((no, given), is_saved) in (1..).zip(&own.given).zip(&taker.acknowledged) {
            let found = there.remove(&no);
            balance.acknowledged += u64::from(*is_saved);
            match (found, stored_as(*given)) {
                (None, _) => balance.lost += u64::from(*is_saved),
                (Some(found), Some(sent)) if *found == sent => {}
                (Some(_), Some(_)) => balance.lost += 1,
                (Some(_), None) => balance.invented += 1,
            }
        }
        balance.invented += there.len() as u64;
        let wanted = (own.marks.to_owned(), 1 + above(own.sixths));
        balance.misgraded += u64::from(board.get(&taker.user.to_string()) != Some(&wanted));
    }
    balance.invented += sheets.values().map(|answers| answers.len() as u64).sum::<u64>();
    balance.misgraded += board.len().saturating_sub(takers.len()) as u64;
    balance
}

/// As the database keeps an answer: a bit for each option, or the first and what was typed.
fn stored_as(given: Given) -> Option<(i32, Option<String>)> {
    match given {
        Blank => None,
        Options(options) => Some((options.iter().map(|option| 1 << option).sum(), None)),
        Typed(text) => Some((1, Some(text.to_owned()))),
    }
}

/// What a request is answered, which is JSON.
async fn told(page: &mut Connection, request: &[u8]) -> anyhow::Result<Value> {
    let reply = page.send(request).await.map_err(|failure| anyhow!("{}", failure.word()))?;
    if !reply.is_success() {
        bail!("refused with {}: {}", reply.status, String::from_utf8_lossy(reply.body));
    }
    Ok(serde_json::from_slice(reply.body)?)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    /// What was taken, what the board says by person, and what is stored.
    type Rehearsed = (Vec<Taker>, HashMap<String, (String, u64)>, Vec<StoredSheet>);

    /// Eight students, two of each sheet, and all of it as it should be.
    fn fine() -> Rehearsed {
        let (mut takers, mut board, mut stored) = (Vec::new(), HashMap::new(), Vec::new());
        for number in 0..8_usize {
            let user = UserId(Uuid::from_u128(number as u128 + 1));
            let own = sheet(number);
            let acknowledged = own.given.iter().map(|given| *given != Blank).collect();
            takers.push(Taker { user, number, acknowledged, refused: 0 });
            let rank = [1, 3, 7, 5][number % 4];
            board.insert(user.to_string(), (own.marks.to_owned(), rank));
            for (question_no, given) in (1..).zip(own.given) {
                stored.extend(stored_as(given).map(|answer| StoredSheet { user, question_no, answer }));
            }
        }
        (takers, board, stored)
    }

    #[test]
    fn what_is_told_and_stored_is_right() {
        let (takers, board, stored) = fine();
        let balance = balance(&takers, &board, &stored);
        assert_eq!(balance, KindsBalance { acknowledged: 36, ..KindsBalance::default() });
        assert!(balance.is_right());
    }

    #[test]
    fn every_planted_difference_is_noticed() {
        type Spoil = fn(&mut Vec<Taker>, &mut HashMap<String, (String, u64)>, &mut Vec<StoredSheet>);
        let none = KindsBalance::default;
        let cases: [(&str, Spoil, KindsBalance); 9] = [
            ("a lost answer", |_, _, stored| drop(stored.pop()), KindsBalance { lost: 1, ..none() }),
            ("another option", |_, _, stored| stored[1].answer.0 = 7, KindsBalance { lost: 1, ..none() }),
            (
                "another text",
                |_, _, stored| stored[3].answer.1 = Some("Mysore".to_owned()),
                KindsBalance { lost: 1, ..none() },
            ),
            ("an answer twice", |_, _, stored| stored.push(stored[0].clone()), KindsBalance { invented: 1, ..none() }),
            (
                "an answer to what was left blank",
                |takers, _, stored| {
                    stored.push(StoredSheet { user: takers[2].user, question_no: 5, answer: (1, None) });
                },
                KindsBalance { invented: 1, ..none() },
            ),
            (
                "marks that were rounded",
                |takers, board, _| {
                    board.insert(takers[1].user.to_string(), ("8.33".to_owned(), 3));
                },
                KindsBalance { misgraded: 1, ..none() },
            ),
            (
                "another rank",
                |takers, board, _| {
                    board.insert(takers[2].user.to_string(), ("0".to_owned(), 8));
                },
                KindsBalance { misgraded: 1, ..none() },
            ),
            (
                "somebody who is not on the board",
                |takers, board, _| drop(board.remove(&takers[0].user.to_string())),
                KindsBalance { misgraded: 1, ..none() },
            ),
            ("a picture nobody got", |takers, _, _| takers[0].refused = 1, KindsBalance { refused: 1, ..none() }),
        ];
        for (what, spoil, wanted) in cases {
            let (mut takers, mut board, mut stored) = fine();
            spoil(&mut takers, &mut board, &mut stored);
            let found = balance(&takers, &board, &stored);
            assert!(!found.is_right(), "{what}");
            assert_eq!(KindsBalance { acknowledged: 0, ..found }, wanted, "{what}");
        }
    }

    /// The same marks once more, from what each question gives.
    #[test]
    fn the_sheets_are_added_up_right() {
        // In sixths: what each answer of the four sheets gives.
        let gives = [[12, 24, 24, 24, 24], [-4, 12, 24, 24, -6], [12, 0, -6, -6, 0], [-4, 0, 24, 0, 24]];
        for (sheet, gives) in SHEETS.iter().zip(gives) {
            assert_eq!(gives.iter().sum::<i32>(), sheet.sixths, "{sheet:?}");
            let (whole, third) = (sheet.sixths / 6, sheet.sixths / 2);
            let marks = if sheet.sixths % 6 == 0 { whole.to_string() } else { format!("{third}/3") };
            assert_eq!(marks, sheet.marks);
        }
    }
}
