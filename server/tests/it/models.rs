//! Stories nobody wrote: random sequences of what people do with contests, creations, polls and a club, told to the
//! application and to a small model of it (`models/world.rs`), which says of each step what it is answered and of each thing
//! how it looks then. A sequence that tells them apart is made as short as it gets. The same few are told each time;
//! `QUAD_MODEL_CASES` asks for so many others, made anew.

mod cast;
mod club;
mod credits;
mod quizzes;
mod steps;
mod world;

use std::sync::atomic::Ordering;
use std::time::Instant;

use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use proptest_state_machine::ReferenceStateMachine;
use tokio::runtime::Handle;

use crate::harness::TestApp;
use crate::on_both_engines;
use cast::Cast;
use steps::Step;
use world::World;

on_both_engines!(what_people_do_is_what_the_model_says, two_sequences_are_what_the_model_says);

/// Sequences in a part of `--everything`, and the most steps of one.
const FEW: u32 = 12;
const LONGEST: usize = 40;

/// In the gate.
async fn two_sequences_are_what_the_model_says(t: TestApp) {
    tell(&t, 2, None);
}

async fn what_people_do_is_what_the_model_says(t: TestApp) {
    #[expect(clippy::disallowed_methods, reason = "asked for by whoever runs it")]
    let asked = std::env::var("QUAD_MODEL_CASES").ok().map(|number| number.parse().expect("a number"));
    tell(&t, FEW, asked);
}

/// Tells a few sequences, the same each time, or as many as are asked for, made anew.
fn tell(t: &TestApp, few: u32, asked: Option<u32>) {
    let begun = Instant::now();
    let config =
        Config { cases: asked.unwrap_or(few), failure_persistence: None, max_shrink_iters: 400, ..Config::default() };
    let mut runner = match asked {
        Some(_) => TestRunner::new(config),
        None => TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha)),
    };
    // The library makes and shortens the sequences. They are run here: its own runner is not asynchronous, and hands no
    // application to what it runs.
    let counts = std::sync::Mutex::new((0, 0));
    let ran = tokio::task::block_in_place(|| {
        let ran = runner.run(&Model::sequential_strategy(5..=LONGEST), |(world, all, seen)| {
            let mut counts = counts.lock().expect("counted");
            *counts = (counts.0 + 1, counts.1 + all.len());
            Handle::current().block_on(play(t, world, &all, |_| {
                if let Some(seen) = &seen {
                    seen.fetch_add(1, Ordering::SeqCst);
                }
            }))
        });
        ran.map_err(|failed| failed.to_string())
    });
    let (sequences, steps) = counts.into_inner().expect("counted");
    let engine = t.app.db.engine();
    say(&format!("models: {sequences} sequences, {steps} steps ({engine:?}, {:.1} s)", begun.elapsed().as_secs_f64()));
    say(&format!("trust: sequences: {sequences} / {}", u32::from(ran.is_err())));
    assert!(ran.is_ok(), "{}", ran.err().unwrap_or_default());
}

/// Plays a sequence with people nobody has dealt with before, comparing after each step what it touched, and at the end
/// everything.
async fn play(t: &TestApp, mut world: World, all: &[Step], mut seen: impl FnMut(&Step)) -> Result<(), TestCaseError> {
    let mut cast = Cast::gather(t, &world).await;
    for (at, step) in all.iter().enumerate() {
        seen(step);
        let expected = world.take(step);
        let found = cast.act(t, step).await;
        if !found.is(&expected) {
            return Err(TestCaseError::fail(format!("step {at}, {step:?}: answered {found}, not {expected}")));
        }
        cast.look(&world, step)
            .await
            .map_err(|wrong| TestCaseError::fail(format!("after step {at}, {step:?}: {wrong}")))?;
    }
    cast.look_at_everything(&world).await.map_err(|wrong| TestCaseError::fail(format!("in the end: {wrong}")))
}

/// The model as the library wants it.
struct Model;

impl ReferenceStateMachine for Model {
    type State = World;
    type Transition = Step;

    fn init_state() -> proptest::strategy::BoxedStrategy<World> {
        steps::beginning()
    }

    fn transitions(world: &World) -> proptest::strategy::BoxedStrategy<Step> {
        steps::next(world)
    }

    fn preconditions(world: &World, step: &Step) -> bool {
        steps::is_possible(world, step)
    }

    fn apply(mut world: World, step: &Step) -> World {
        world.take(step);
        world
    }
}

#[expect(clippy::disallowed_macros, reason = "numbers for whoever runs this with --nocapture")]
fn say(text: &str) {
    println!("{text}");
}
