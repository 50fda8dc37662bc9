//! Contests for stories, made over HTTP.

use serde_json::{Value, json};

use super::{Browser, TestApp};

/// A contest that runs from now for an hour, public, with `questions` questions whose right option is `right`.
#[derive(Clone)]
pub struct Made {
    pub id: String,
    pub questions: Vec<String>,
}

impl TestApp {
    /// A running public contest.
    pub async fn running(&self, owner: &Browser, questions: usize) -> Made {
        self.contest(owner, 0, 3600, true, questions, 0).await
    }

    /// Any contest: seconds from now to start and end, visibility, and which option (from 0) is right.
    pub async fn contest(
        &self,
        owner: &Browser,
        start: i64,
        end: i64,
        is_public: bool,
        questions: usize,
        right: usize,
    ) -> Made {
        let asked = json!({
            "title": "Friday Quiz", "description": "Ten minutes", "isPublic": is_public, "QuestionSet": [],
            "startDate": self.moment(start), "endDate": self.moment(end),
        });
        let made = owner.post("/post/createcontest", asked).await.expect(201);
        let id = made["contest"]["_id"].as_str().expect("an id").to_owned();
        let mut ids = Vec::new();
        for number in 0..questions {
            let said = owner.post("/post/addQuestion", question(&id, number, right)).await.expect(201);
            ids.push(said["question"]["_id"].as_str().expect("an id").to_owned());
        }
        Made { id, questions: ids }
    }
}

/// The body that adds question `number`, whose options are `n-A` … `n-D`.
pub fn question(contest: &str, number: usize, right: usize) -> Value {
    let options: Vec<String> = ["A", "B", "C", "D"].iter().map(|letter| format!("{number}-{letter}")).collect();
    json!({"contestId": contest, "Question": format!("Question {number}?"), "Options": options, "Answer": options[right]})
}

impl Browser {
    /// Joins a contest.
    pub async fn join(&self, contest: &Made) -> Value {
        self.post("/complete", json!({"contestId": contest.id, "userId": self.id, "intent": "join"})).await.expect(200)
    }

    /// Submits it.
    pub async fn submit(&self, contest: &Made) -> Value {
        self.post("/complete", json!({"contestId": contest.id, "userId": self.id, "intent": "submit"}))
            .await
            .expect(200)
    }

    /// Sends an answer: option `letter` of question `number`.
    pub async fn answer(&self, contest: &Made, number: usize, letter: &str) -> super::Answer {
        let body = json!({
            "UserId": self.id, "ContestId": contest.id, "QuestionId": contest.questions[number],
            "Answer": format!("{number}-{letter}"),
        });
        self.post("/post/answer", body).await
    }

    /// The board.
    pub async fn results(&self, contest: &Made) -> super::Answer {
        self.post("/post/results", json!({"ContestId": contest.id})).await
    }
}
