//! Cast of a sequence: the people who do over HTTP what the model only says, and look at what came of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::atomic::{AtomicUsize, Ordering};

use quad_people::accounts;

use quad_contests::payments;
use quad_kernel::clock::Time;
use reqwest::Method;
use serde_json::{Value, json};

use super::credits::{PLANS, Poll, REFUND_PAISE};
use super::quizzes::{Contest, Marking, Row};
use super::steps::{Deed, Intent, MemberDeed, OFFICES, Step};
use super::world::{ADMIN, PEOPLE, Verdict, World};
use crate::harness::{Answer, TestApp, http, question};
use crate::races::track::{Racer, newcomers};

/// What is on the page of each question: A to D.
const LETTERS: [&str; 4] = ["A", "B", "C", "D"];
/// Who knows no password.
const NOBODY_KNOWS: &str = "!";

/// The people, and the ids of what they made, in the order of the model.
pub struct Cast {
    /// When the sequence began.
    begun: i64,
    base: String,
    people: Vec<Racer>,
    club: String,
    contests: Vec<Made>,
    polls: Vec<String>,
    orders: Vec<Bought>,
}

struct Bought {
    id: String,
    who: usize,
    /// What the checkout said.
    told: Value,
}

struct Made {
    id: String,
    questions: Vec<String>,
}

/// What was found, when it is not what was expected.
type Looked = Result<(), String>;

fn same<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Looked {
    match (found, expected) {
        (found, expected) if found == expected => Ok(()),
        (found, expected) => Err(format!("{what}: found {found:?}, not {expected:?}")),
    }
}

fn verdict(answer: &Answer) -> Verdict {
    let status = answer.status.as_u16();
    let code = if status < 400 { "" } else { answer.body["code"].as_str().unwrap_or("?") };
    Verdict { status, code: code.to_owned(), yes: answer.body["success"].as_bool() }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

impl Cast {
    /// New people and a new club, with the creations the model begins with.
    pub async fn gather(t: &TestApp, world: &World) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let people = newcomers(t, &format!("cast{number}x"), PEOPLE, NOBODY_KNOWS).await;
        assert!(accounts::promote(&t.app, &people[ADMIN].email).await.is_ok(), "promoted");
        for (who, (contests, polls)) in people.iter().zip(world.credits).filter(|(_, given)| *given != (0, 0)) {
            let given = payments::grant_by_operator(&t.app, &who.email, contests as u32, polls as u32).await;
            assert!(given.is_ok(), "granted");
        }
        let club = format!("CAST{number}");
        let asked = json!({"name": "Chess Club", "shortName": club, "description": "On Wednesdays."});
        people[ADMIN].post("/clubs", asked).await.expect(201);
        let (contests, polls, orders) = Default::default();
        Self { begun: t.app.clock.now().0, base: t.base.clone(), people, club, contests, polls, orders }
    }

    fn moment(&self, at: i64) -> String {
        Time(self.begun + at).to_rfc3339()
    }

    /// Takes a step. Windows are counted from the clock's moment.
    pub async fn act(&mut self, t: &TestApp, step: &Step) -> Verdict {
        let from_now = |seconds: i64| t.moment(seconds);
        match step {
            Step::Wait(seconds) => {
                t.pass(*seconds);
                super::world::fine(200)
            }
            Step::Create { who, start, length, is_public } => {
                let asked = json!({"title": "Friday Quiz", "description": "", "isPublic": is_public, "QuestionSet": [],
                    "startDate": from_now(*start), "endDate": from_now(start + length)});
                let said = self.people[*who].post("/post/createcontest", asked).await;
                if said.status == 201 {
                    self.contests.push(Made { id: text(&said.body["contest"]["_id"]), questions: Vec::new() });
                }
                verdict(&said)
            }
            Step::Contest { who, contest, deed } => self.deed(t, *who, *contest, deed).await,
            Step::Buy { who, plan } => self.buy(*who, PLANS[*plan].0).await,
            Step::ShowAgain { order } => {
                let Bought { who, told, .. } = &self.orders[*order];
                verdict(&self.people[*who].post("/payment/verification", told.clone()).await)
            }
            Step::Refund { who, order } => {
                let path = format!("/payment/orders/{}/refunds", self.orders[*order].id);
                let asked = json!({"amountPaise": REFUND_PAISE, "contests": 1, "polls": 1, "reason": "Asked for"});
                verdict(&self.people[*who].post(&path, asked).await)
            }
            Step::CreatePoll { who, start, length } => {
                let asked = t.poll_asked("Where to?", *start, start + length, &["North", "South", "West"]);
                let said = self.people[*who].post("/voting/create", asked).await;
                if said.status == 201 {
                    self.polls.push(text(&said.body["poll"]["id"]));
                }
                verdict(&said)
            }
            Step::Vote { who, poll, option } => {
                let asked = json!({"pollId": self.polls[*poll], "index": option});
                verdict(&self.people[*who].post("/voting/vote", asked).await)
            }
            Step::DeletePoll { who, poll } => {
                let path = format!("/polls/{}", self.polls[*poll]);
                verdict(&self.people[*who].ask(Method::DELETE, &path, None).await)
            }
            Step::Member { who, whom, deed } => self.member(*who, *whom, *deed).await,
        }
    }

    async fn deed(&mut self, t: &TestApp, who: usize, contest: usize, deed: &Deed) -> Verdict {
        let person = &self.people[who];
        let made = &mut self.contests[contest];
        let id = made.id.clone();
        let said = match deed {
            Deed::AddQuestion { right } => {
                let said = person.post("/post/addQuestion", question(&id, made.questions.len(), *right)).await;
                if said.status == 201 {
                    made.questions.push(text(&said.body["question"]["_id"]));
                }
                said
            }
            Deed::Rewrite { question: at, right } => {
                let path = format!("/post/update/{id}/{}", made.questions[*at]);
                person.ask(Method::PUT, &path, Some(question(&id, *at, *right))).await
            }
            Deed::Remove { question } => {
                let path = format!("/post/{id}/{}", made.questions[*question]);
                person.ask(Method::DELETE, &path, None).await
            }
            Deed::Publish(is_public) => {
                person.post("/post/makepublic", json!({"contestId": id, "isPublic": is_public})).await
            }
            Deed::Move { start, length } => {
                let (start, end) = (t.moment(*start), t.moment(start + length));
                person.post("/changetime", json!({"contestId": id, "startDate": start, "endDate": end})).await
            }
            Deed::End => person.post(&format!("/contests/{id}/end"), json!({})).await,
            Deed::Delete => person.ask(Method::DELETE, &format!("/contests/{id}"), None).await,
            Deed::Complete(intent) => {
                let intent = match intent {
                    Intent::Join => json!("join"),
                    Intent::Submit => json!("submit"),
                    Intent::Unsaid => Value::Null,
                };
                person.post("/complete", json!({"contestId": id, "intent": intent})).await
            }
            Deed::Answer { question, option } => {
                let chosen = format!("{question}-{}", LETTERS[*option]);
                let asked = json!({"ContestId": id, "QuestionId": made.questions[*question], "Answer": chosen});
                person.post("/post/answer", asked).await
            }
            Deed::Correct { question, marking, key } => {
                let marking_word = match marking {
                    Marking::Key => "key",
                    Marking::Everyone => "everyone",
                    Marking::Answered => "answered",
                    Marking::Void => "void",
                };
                let accepted: Vec<String> = (0..LETTERS.len())
                    .filter(|option| *marking == Marking::Key && key & (1 << option) != 0)
                    .map(|option| format!("{question}-{}", LETTERS[option]))
                    .collect();
                let path = format!("/contests/{id}/corrections");
                let mut wish =
                    json!({"questionId": made.questions[*question], "marking": marking_word, "accepted": accepted});
                let seen = person.post(&format!("{path}/preview"), wish.clone()).await;
                if seen.status != 200 {
                    return verdict(&seen);
                }
                wish["version"] = seen.body["version"].clone();
                wish["reason"] = json!("The book was wrong");
                person.post(&path, wish).await
            }
        };
        verdict(&said)
    }

    async fn buy(&mut self, who: usize, rupees: i64) -> Verdict {
        let person = &self.people[who];
        let ordered = person.post("/payment/order", json!({"amount": rupees})).await.expect(200);
        let pay = json!({"order": ordered["response"]["id"], "outcome": "pay", "webhook": "never"});
        let request = http().post(format!("{}/sandbox/checkout/pay", self.base)).json(&pay);
        let told = Answer::of(request.send().await.expect("an answer")).await.expect(200);
        let said = person.post("/payment/verification", told.clone()).await;
        self.orders.push(Bought { id: text(&ordered["response"]["order"]), who, told });
        verdict(&said)
    }

    /// Whoever is in the club or has applied, as ADMIN sees it: the id of the place, and what it is.
    async fn places(&self) -> BTreeMap<usize, (String, Value)> {
        let path = format!("/member/allmembers/{}", self.club);
        let all = self.people[ADMIN].get(&path).await.expect(200);
        let rows = all["data"].as_array().expect("a list").iter();
        let at = |row: &Value| self.people.iter().position(|who| row["UserId"]["_id"] == who.id.as_str());
        rows.map(|row| (at(row).expect("one of us"), (text(&row["_id"]), row.clone()))).collect()
    }

    async fn member(&self, who: usize, whom: usize, deed: MemberDeed) -> Verdict {
        let (person, club) = (&self.people[who], &self.club);
        let place = async || self.places().await.get(&whom).map(|(id, _)| id.clone()).unwrap_or_default();
        let said = match deed {
            MemberDeed::Apply => person.post(&format!("/member/join/{club}"), json!({})).await,
            MemberDeed::Leave => person.ask(Method::DELETE, &format!("/clubs/{club}/membership"), None).await,
            MemberDeed::Approve => person.post(&format!("/member/approve/{}", place().await), json!({})).await,
            MemberDeed::Reject => person.post(&format!("/member/reject/{}", place().await), json!({})).await,
            MemberDeed::Remove => person.post(&format!("/member/remove/{}", place().await), json!({})).await,
            MemberDeed::Office(office) => {
                let asked = json!({"memberId": place().await, "Role": OFFICES[office], "club": club});
                person.post("/member/upgrade", asked).await
            }
            MemberDeed::Appoint => {
                let asked = json!({"email": self.people[whom].email});
                person.post(&format!("/clubs/{club}/administrators"), asked).await
            }
            MemberDeed::Dismiss => {
                let path = format!("/clubs/{club}/administrators/{}", self.people[whom].id);
                person.ask(Method::DELETE, &path, None).await
            }
        };
        verdict(&said)
    }

    /// Looks at what a step touched, with the eyes of whoever took it.
    pub async fn look(&self, world: &World, step: &Step) -> Looked {
        match step {
            Step::Wait(_) => Ok(()),
            Step::Contest { who, contest, deed } => {
                self.look_at_contest(world, *who, *contest).await?;
                if matches!(deed, Deed::Delete) { self.look_at_person(world, *who).await } else { Ok(()) }
            }
            Step::Create { who, .. } | Step::Buy { who, .. } | Step::CreatePoll { who, .. } => {
                self.look_at_person(world, *who).await
            }
            Step::ShowAgain { order } | Step::Refund { order, .. } => {
                self.look_at_person(world, world.orders[*order].buyer).await
            }
            Step::Vote { who, poll, .. } => self.look_at_poll(world, *who, *poll).await,
            Step::DeletePoll { who, poll } => {
                self.look_at_poll(world, *who, *poll).await?;
                self.look_at_person(world, world.polls[*poll].owner).await
            }
            Step::Member { who, whom, .. } => {
                self.look_at_club(world).await?;
                self.look_at_person(world, *who).await?;
                self.look_at_person(world, *whom).await
            }
        }
    }

    /// Everybody looks at everything.
    pub async fn look_at_everything(&self, world: &World) -> Looked {
        for who in 0..PEOPLE {
            self.look_at_person(world, who).await?;
            for contest in 0..world.contests.len() {
                self.look_at_contest(world, who, contest).await?;
            }
            for poll in 0..world.polls.len() {
                self.look_at_poll(world, who, poll).await?;
            }
            self.look_at_list(world, who).await?;
        }
        self.look_at_club(world).await
    }

    /// Creations left, and the words of the roles.
    async fn look_at_person(&self, world: &World, who: usize) -> Looked {
        let user = self.people[who].get("/checklogged").await.expect(200)["user"].clone();
        let left = (user["contestCredits"].as_i64(), user["pollCredits"].as_i64());
        let (contests, polls) = world.credits[who];
        same(&format!("creations of {who}"), left, (Some(contests), Some(polls)))?;
        let roles = self.people[who].get("/isadmin").await.expect(200)["roles"].clone();
        let roles: BTreeSet<String> = roles.as_array().expect("a list").iter().map(text).collect();
        let mut expected = BTreeSet::from(["USER".to_owned()]);
        expected.extend((who == ADMIN).then(|| "ADMIN".to_owned()));
        expected.extend(world.is_organiser[who].then(|| "ORGANISER".to_owned()));
        let manages = world.club.get(&who).is_some_and(super::club::Place::manages);
        expected.extend(manages.then(|| self.club.clone()));
        same(&format!("roles of {who}"), roles, expected)
    }

    async fn look_at_contest(&self, world: &World, who: usize, at: usize) -> Looked {
        let (contest, id) = (&world.contests[at], &self.contests[at].id);
        let said = self.people[who].get(&format!("/contests/{id}/attempt")).await;
        let name = format!("the part of {who} in contest {at}");
        if !contest.is_visible_to(who) {
            same(&name, said.status.as_u16(), 404)?;
            return same("its board", self.board(who, id).await.status.as_u16(), 404);
        }
        let body = said.expect(200);
        let attempt = contest.attempts.get(&who);
        let state =
            (body["joined"].as_bool(), body["submitted"].as_bool(), text(&body["startDate"]), text(&body["endDate"]));
        let (start, end) = (self.moment(contest.starts), self.moment(contest.ends));
        same(&name, state, (Some(attempt.is_some()), Some(contest.is_complete(who, world.now)), start, end))?;
        same("how many questions", body["questionCount"].as_u64(), Some(contest.living() as u64))?;
        let answered: BTreeMap<String, String> =
            serde_json::from_value(body["answered"].clone()).map_err(|error| error.to_string())?;
        let given = attempt.map(|attempt| attempt.answers.clone()).unwrap_or_default();
        let expected = given.iter().map(|(question, option)| {
            (self.contests[at].questions[*question].clone(), format!("{question}-{}", LETTERS[*option]))
        });
        same(&format!("answers of {who}"), answered, expected.collect())?;
        self.look_at_board(world, who, contest, id).await
    }

    async fn board(&self, who: usize, id: &str) -> Answer {
        self.people[who].post("/post/results", json!({"ContestId": id})).await
    }

    /// While it can move, a board may be a second old; whether it is shown is told at once.
    async fn look_at_board(&self, world: &World, who: usize, contest: &Contest, id: &str) -> Looked {
        let said = self.board(who, id).await;
        if !contest.sees_all(who) && world.now < contest.board_opens() {
            let told = (said.status.as_u16(), text(&said.body["code"]));
            return same("the board", told, (403, "results_too_early".to_owned()));
        }
        same("the board", said.status.as_u16(), 200)?;
        if !contest.is_settled(world.now) {
            return Ok(());
        }
        let rows = said.body["results"].as_array().cloned().unwrap_or_default();
        let number = |row: &Value, name: &str| row[name].as_i64().unwrap_or(-1);
        let found: BTreeMap<usize, Row> = rows
            .iter()
            .filter_map(|row| {
                let who = self.people.iter().position(|person| row["userId"] == person.id.as_str())?;
                let (right, wrong) = (number(row, "correctAnswerCount"), number(row, "wrongAnswerCount"));
                Some((who, (number(row, "rank") as usize, right as usize, wrong as usize, number(row, "durationMs"))))
            })
            .collect();
        same("rows", rows.len(), contest.attempts.len())?;
        same("the board", found, contest.board())
    }

    /// The list of public contests: which of ours are in it, and with which part of the reader's.
    async fn look_at_list(&self, world: &World, who: usize) -> Looked {
        let listed = self.people[who].get("/post/getallcontest").await.expect(200)["contests"].clone();
        let listed = listed.as_array().expect("a list").clone();
        for (contest, made) in world.contests.iter().zip(&self.contests) {
            let row = listed.iter().find(|row| row["_id"] == made.id.as_str());
            if contest.is_deleted || contest.is_public {
                same("listed", row.is_some(), !contest.is_deleted)?;
            }
            if let Some(row) = row {
                let joined = contest.attempts.contains_key(&who);
                same("joined, in the list", row["joined"].as_bool(), Some(joined))?;
                same("questions, in the list", row["questionCount"].as_u64(), Some(contest.living() as u64))?;
            }
        }
        Ok(())
    }

    async fn look_at_poll(&self, world: &World, who: usize, at: usize) -> Looked {
        let poll: &Poll = &world.polls[at];
        let said = self.people[who].get(&format!("/polls/{}", self.polls[at])).await;
        if poll.is_deleted {
            return same("a poll that is gone", said.status.as_u16(), 404);
        }
        let body = said.expect(200)["poll"].clone();
        let votes: Vec<Option<u64>> =
            body["options"].as_array().expect("options").iter().map(|one| one["votes"].as_u64()).collect();
        same("the tally", votes, poll.votes.iter().map(|votes| Some(*votes as u64)).collect())?;
        same("voters", body["voters"].as_u64(), Some(poll.voters.len() as u64))?;
        same(&format!("whether {who} voted"), body["voted"].as_bool(), Some(poll.voters.contains(&who)))
    }

    async fn look_at_club(&self, world: &World) -> Looked {
        let found: BTreeMap<usize, (String, Option<bool>)> = self
            .places()
            .await
            .iter()
            .map(|(who, (_, row))| (*who, (text(&row["Status"]), row["appointed"].as_bool())))
            .collect();
        let status = |place: &super::club::Place| {
            if place.is_pending { "Pending".to_owned() } else { OFFICES[place.office].to_owned() }
        };
        let expected = world.club.iter().map(|(who, place)| (*who, (status(place), Some(place.is_appointed))));
        same("the club", found, expected.collect())
    }
}
