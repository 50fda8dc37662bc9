//! Steps of a sequence: what people can do, and how sequences of it are made up.

use proptest::prelude::*;
use proptest::strategy::Union;

use super::credits::PLANS;
use super::quizzes::Marking;
use super::world::{ADMIN, About, PEOPLE, World};

/// One thing somebody does. People, contests, polls and orders are numbers in the order they came.
#[derive(Clone, Debug)]
pub enum Step {
    /// Seconds pass.
    Wait(i64),
    /// Makes a contest that starts in `start` seconds.
    Create {
        who: usize,
        start: i64,
        length: i64,
        is_public: bool,
    },
    Contest {
        who: usize,
        contest: usize,
        deed: Deed,
    },
    /// Orders, pays and shows the payment.
    Buy {
        who: usize,
        plan: usize,
    },
    /// Shows a payment once more.
    ShowAgain {
        order: usize,
    },
    Refund {
        who: usize,
        order: usize,
    },
    CreatePoll {
        who: usize,
        start: i64,
        length: i64,
    },
    Vote {
        who: usize,
        poll: usize,
        option: usize,
    },
    DeletePoll {
        who: usize,
        poll: usize,
    },
    Member {
        who: usize,
        whom: usize,
        deed: MemberDeed,
    },
}

/// What is done with a contest.
#[derive(Clone, Debug)]
pub enum Deed {
    AddQuestion {
        right: usize,
    },
    Rewrite {
        question: usize,
        right: usize,
    },
    Remove {
        question: usize,
    },
    Publish(bool),
    Move {
        start: i64,
        length: i64,
    },
    End,
    Delete,
    Complete(Intent),
    Answer {
        question: usize,
        option: usize,
    },
    /// Looks at what a correction would do, and makes it.
    Correct {
        question: usize,
        marking: Marking,
        key: u8,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    Join,
    Submit,
    Unsaid,
}

/// What is done with somebody's place in the club.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberDeed {
    Apply,
    Leave,
    Approve,
    Reject,
    Remove,
    Office(usize),
    Appoint,
    Dismiss,
}

/// By rank.
pub const OFFICES: [&str; 5] = ["President", "Secretary", "Joint Secretary", "Treasurer", "Member"];
/// More of each kind than this teach nothing new.
const MOST: usize = 3;
const MOST_QUESTIONS: usize = 3;

/// How a sequence begins.
pub fn beginning() -> BoxedStrategy<World> {
    let about = prop_oneof![3 => Just(About::Contests), 1 => Just(About::Spending), 1 => Just(About::Club)];
    about.prop_map(World::new).boxed()
}

/// Whether a step can be taken at all: what it names is there.
pub fn is_possible(world: &World, step: &Step) -> bool {
    match step {
        Step::Contest { contest, deed, .. } => world.contests.get(*contest).is_some_and(|contest| {
            let there = contest.questions.len();
            match deed {
                Deed::Rewrite { question, .. } | Deed::Remove { question } => *question < there,
                Deed::Answer { question, .. } | Deed::Correct { question, .. } => {
                    contest.questions.get(*question).is_some_and(|question| !question.is_removed)
                }
                _ => true,
            }
        }),
        Step::ShowAgain { order } | Step::Refund { order, .. } => *order < world.orders.len(),
        Step::Vote { poll, .. } | Step::DeletePoll { poll, .. } => *poll < world.polls.len(),
        Step::Member { whom, deed, .. } => match deed {
            MemberDeed::Approve | MemberDeed::Reject | MemberDeed::Remove | MemberDeed::Office(_) => {
                world.club.contains_key(whom)
            }
            _ => true,
        },
        Step::Wait(_) | Step::Create { .. } | Step::Buy { .. } | Step::CreatePoll { .. } => true,
    }
}

/// What may come next.
pub fn next(world: &World) -> BoxedStrategy<Step> {
    let mut all: Vec<(u32, BoxedStrategy<Step>)> = vec![(10, wait())];
    match world.about {
        About::Contests => contests(world, &mut all),
        About::Spending => {
            spending(world, &mut all);
            if world.contests.len() < MOST {
                all.push((8, create()));
            }
            if !world.contests.is_empty() {
                let contest = 0..world.contests.len();
                all.push((6, (anybody(), contest, Just(Deed::Delete)).prop_map(on_contest).boxed()));
            }
        }
        About::Club => club(&mut all),
    }
    // What is not there (a place in the club) is drawn again.
    Union::new_weighted(all).boxed()
}

fn wait() -> BoxedStrategy<Step> {
    prop::sample::select(vec![1, 2, 5, 9, 10, 11, 13, 30, 61]).prop_map(Step::Wait).boxed()
}

fn anybody() -> std::ops::Range<usize> {
    0..PEOPLE
}

/// Mostly the two who have creations.
fn maker() -> BoxedStrategy<usize> {
    prop_oneof![6 => 0..2_usize, 1 => 2..PEOPLE].boxed()
}

fn create() -> BoxedStrategy<Step> {
    let start = prop_oneof![1 => Just(-60), 6 => Just(0), 2 => Just(20)];
    let length = prop::sample::select(vec![30, 60, 90]);
    let made = (maker(), start, length, prop::bool::weighted(0.8));
    made.prop_map(|(who, start, length, is_public)| Step::Create { who, start, length, is_public }).boxed()
}

fn on_contest((who, contest, deed): (usize, usize, Deed)) -> Step {
    Step::Contest { who, contest, deed }
}

fn contests(world: &World, all: &mut Vec<(u32, BoxedStrategy<Step>)>) {
    let count = world.contests.len();
    if count < MOST {
        all.push((if count == 0 { 40 } else { 6 }, create()));
    }
    for (at, contest) in world.contests.iter().enumerate() {
        let owner = contest.owner;
        // The owner, or somebody who may not.
        let writer = || prop_oneof![8 => Just(owner), 1 => anybody()];
        let mut add = |weight, who: BoxedStrategy<usize>, deed: BoxedStrategy<Deed>| {
            all.push((weight, (who, Just(at), deed).prop_map(on_contest).boxed()));
        };
        let there = contest.questions.len();
        if there < MOST_QUESTIONS {
            let weight = if there == 0 { 30 } else { 6 };
            add(weight, writer().boxed(), (0..4_usize).prop_map(|right| Deed::AddQuestion { right }).boxed());
        }
        let intent = prop_oneof![4 => Just(Intent::Join), 2 => Just(Intent::Submit), 2 => Just(Intent::Unsaid)];
        add(14, anybody().boxed(), intent.prop_map(Deed::Complete).boxed());
        add(2, writer().boxed(), any::<bool>().prop_map(Deed::Publish).boxed());
        let window = (prop::sample::select(vec![-30, 0, 10, 40]), prop::sample::select(vec![20, 60]));
        add(3, writer().boxed(), window.prop_map(|(start, length)| Deed::Move { start, length }).boxed());
        add(2, writer().boxed(), Just(Deed::End).boxed());
        add(1, writer().boxed(), Just(Deed::Delete).boxed());
        if there == 0 {
            continue;
        }
        let some = || 0..there;
        add(
            2,
            writer().boxed(),
            (some(), 0..4_usize).prop_map(|(question, right)| Deed::Rewrite { question, right }).boxed(),
        );
        add(1, writer().boxed(), some().prop_map(|question| Deed::Remove { question }).boxed());
        // Removed questions are on no paper.
        let on_paper: Vec<usize> = (0..there).filter(|number| !contest.questions[*number].is_removed).collect();
        if on_paper.is_empty() {
            continue;
        }
        let option = prop_oneof![3 => 0..2_usize, 1 => 2..4_usize];
        let answer = (prop::sample::select(on_paper.clone()), option);
        let taker = if contest.attempts.is_empty() {
            anybody().boxed()
        } else {
            let inside: Vec<usize> = contest.attempts.keys().copied().collect();
            prop_oneof![8 => prop::sample::select(inside), 1 => anybody()].boxed()
        };
        add(24, taker, answer.prop_map(|(question, option)| Deed::Answer { question, option }).boxed());
        let others = prop::sample::select(vec![Marking::Everyone, Marking::Answered, Marking::Void]);
        let marking = prop_oneof![3 => Just(Marking::Key), 2 => others];
        let wish = (prop::sample::select(on_paper), marking, 1..16_u8);
        let correct = wish.prop_map(|(question, marking, key)| Deed::Correct { question, marking, key });
        add(if contest.is_settled(world.now) { 20 } else { 1 }, writer().boxed(), correct.boxed());
    }
}

fn spending(world: &World, all: &mut Vec<(u32, BoxedStrategy<Step>)>) {
    if world.orders.len() < 2 * MOST {
        let buyer = 0..ADMIN;
        all.push((6, (buyer, 0..PLANS.len()).prop_map(|(who, plan)| Step::Buy { who, plan }).boxed()));
    }
    if !world.orders.is_empty() {
        let orders = world.orders.len();
        all.push((3, (0..orders).prop_map(|order| Step::ShowAgain { order }).boxed()));
        let by = prop_oneof![5 => Just(ADMIN), 1 => anybody()];
        all.push((8, (by, 0..orders).prop_map(|(who, order)| Step::Refund { who, order }).boxed()));
    }
    if world.polls.len() < 2 * MOST {
        let start = prop_oneof![1 => Just(-60), 6 => Just(0), 2 => Just(20)];
        let made = (anybody(), start, prop::sample::select(vec![30, 60]));
        all.push((10, made.prop_map(|(who, start, length)| Step::CreatePoll { who, start, length }).boxed()));
    }
    if !world.polls.is_empty() {
        let polls = world.polls.len();
        let vote = (anybody(), 0..polls, 0..3_usize);
        all.push((20, vote.prop_map(|(who, poll, option)| Step::Vote { who, poll, option }).boxed()));
        all.push((5, (anybody(), 0..polls).prop_map(|(who, poll)| Step::DeletePoll { who, poll }).boxed()));
    }
}

fn club(all: &mut Vec<(u32, BoxedStrategy<Step>)>) {
    let deed = prop_oneof![
        6 => Just(MemberDeed::Apply),
        3 => Just(MemberDeed::Leave),
        5 => Just(MemberDeed::Approve),
        2 => Just(MemberDeed::Reject),
        3 => Just(MemberDeed::Remove),
        5 => (0..OFFICES.len()).prop_map(MemberDeed::Office),
        3 => Just(MemberDeed::Appoint),
        2 => Just(MemberDeed::Dismiss),
    ];
    let who = prop_oneof![1 => Just(ADMIN), 2 => anybody()];
    all.push((90, (who, anybody(), deed).prop_map(|(who, whom, deed)| Step::Member { who, whom, deed }).boxed()));
}
