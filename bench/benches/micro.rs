//! Micro-benchmarks, `cargo xtask bench micro`: what single steps cost without a server (ranking a board, grading an
//! answer, making a paper).

use std::collections::BTreeMap;
use std::time::Duration;

use divan::{Bencher, black_box};
use quad_contests::attempts::{AnswerInput, Counters, Paper, Score, rank};
use quad_contests::contests::{
    Contest, ContestPictures, ContestRules, Kind, MarkScheme, Marking, Preset, Question, QuestionMarks,
};
use quad_kernel::clock::Time;
use quad_kernel::ids::{ContestId, QuestionId, Random, UserId};

fn main() {
    divan::main();
}

const NOW: Time = Time(1_790_000_000_000);

/// Ranking everybody at the end of a contest with twenty questions.
#[divan::bench(args = [1_000, 10_000, 100_000])]
fn rank_a_board(bencher: Bencher<'_, '_>, people: usize) {
    rank_a_board_by(MarkScheme::default(), bencher, people);
}

/// The same where answers give marks.
#[divan::bench(args = [1_000, 10_000, 100_000])]
fn rank_a_board_with_marks(bencher: Bencher<'_, '_>, people: usize) {
    rank_a_board_by(MarkScheme::of(Preset::JeeMain), bencher, people);
}

fn rank_a_board_by(scheme: MarkScheme, bencher: Bencher<'_, '_>, people: usize) {
    let random = Random::seeded(1);
    let scores: Vec<Score> = (0..people)
        .map(|_| {
            let correct = random.below(21) as u32;
            let wrong = random.below(u64::from(21 - correct)) as u32;
            let last = NOW.plus(Duration::from_millis(random.below(1_200_000)));
            Score::new(scheme, UserId::new(NOW, &random), Counters::usual(correct, wrong), NOW, Some(last))
        })
        .collect();
    bencher.with_inputs(|| scores.clone()).bench_local_refs(|scores| rank(scheme, black_box(scores)));
}

/// Finding an answer on a paper of thirty questions and judging it.
#[divan::bench]
fn grade_an_answer(bencher: Bencher<'_, '_>) {
    let (contest, questions) = contest(30);
    let asked = questions[17].clone();
    let paper = made(&contest, questions);
    let chosen = AnswerInput::OptionText(asked.options[3].clone());
    bencher.bench_local(|| paper.grade(black_box(asked.id), black_box(&chosen)).is_ok());
}

/// Making a paper of thirty questions, with its compressed forms.
#[divan::bench]
fn make_a_paper(bencher: Bencher<'_, '_>) {
    let (contest, questions) = contest(30);
    bencher.with_inputs(|| questions.clone()).bench_local_values(|questions| made(&contest, questions));
}

fn made(contest: &Contest, questions: Vec<Question>) -> Paper {
    let pictures = ContestPictures::none(contest.id);
    let Ok(paper) = Paper::new(contest, questions, BTreeMap::new(), &pictures) else {
        unreachable!("made of plain text")
    };
    paper
}

fn contest(count: u32) -> (Contest, Vec<Question>) {
    let random = Random::seeded(2);
    let words = {
        let random = random.clone();
        move |count: u64| {
            let picked = (0..count)
                .map(|_| ["river", "vector", "ledger", "orbit", "tariff", "enzyme"][random.below(6) as usize]);
            picked.collect::<Vec<_>>().join(" ")
        }
    };
    let questions = (0..count).map(|no| Question {
        id: QuestionId::new(NOW, &random),
        no: no as i32 + 1,
        kind: Kind::Single,
        text: format!("{}?", words(28)),
        options: ["a", "b", "c", "d"].map(|letter| format!("{} {letter}", words(4))).to_vec(),
        accepted: 1,
        typed: None,
        marking: Marking::Key,
        difficulty: None,
        explanation: None,
        fixed_options: None,
        marks: QuestionMarks::default(),
        tags: Vec::new(),
    });
    let questions: Vec<Question> = questions.collect();
    let contest = Contest {
        id: ContestId::new(NOW, &random),
        owner: UserId::new(NOW, &random),
        title: "Bench".to_owned(),
        description: String::new(),
        starts_at: NOW,
        ends_at: Time(NOW.0 + 3_600_000),
        last_ends_at: None,
        paused_at: None,
        is_public: true,
        rules: ContestRules::default(),
        draw: None,
        frozen_at: Some(NOW),
        question_count: count,
        own_marks: 0,
        starred: 0,
        extended_questions: 0,
        several_questions: 0,
        typed_questions: 0,
        pictured_questions: 0,
        participants: 1,
        corrections: 0,
        stragglers: 0,
        created_at: NOW,
    };
    (contest, questions)
}
