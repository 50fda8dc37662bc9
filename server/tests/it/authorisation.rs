//! Stories of who may do what. `authorisation/calls.txt` says it for every call, every kind of person and whose thing it
//! is; each of its cells is a request, made here. `QUAD_WRITE_TABLE=file` writes the table as it is found there instead:
//! compare it by eye, and ask of each difference whether it is wanted.

mod ask;
mod cross_site;
mod identity;
mod shape;
mod stage;
mod table;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use quad_db::Engine;
use tokio::task::JoinSet;

use crate::harness::TestApp;
use crate::plain_stories;
use identity::Effort;
use stage::Stage;
use table::{Block, Cell};
use world::{ACTORS, World};

plain_stories!(the_table_is_what_happens, other_websites_change_nothing);

/// Read when it is needed: whoever mends it need not build anew.
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/authorisation/calls.txt");
/// Requests are made by so many at once.
const LANES: usize = 2;

fn the_table() -> Vec<Block> {
    table::read(&std::fs::read_to_string(TABLE).expect("the table"))
}

/// Calls that somebody who takes part in contests of others gets an answer of, whatever it is about.
pub fn calls_of_participants() -> BTreeSet<String> {
    let of = ["student", "neighbour"].map(|who| ACTORS.iter().position(|actor| *actor == who).expect("an actor"));
    let answers = |block: &Block| {
        let cells = block.lines.iter().flat_map(|line| of.iter().filter_map(|at| line.cells.get(*at)));
        cells.into_iter().any(|cell| cell.status.starts_with('2'))
    };
    the_table().iter().filter(|block| answers(block)).map(Block::call).collect()
}

/// Calls that are not in the document: pages and the sandbox. Taken from where they are routed.
fn outside() -> BTreeSet<String> {
    let routed = |source: &str, base: &str| -> Vec<String> {
        // Also where the path stands on a line of its own.
        let routes = source.split(".route(").skip(1);
        routes
            .map(|rest| {
                let (path, handler) =
                    rest.trim_start().strip_prefix('"').expect("a path").split_once('"').expect("its end");
                let method = if handler.contains("post(") { "POST" } else { "GET" };
                format!("{method} {base}{path}")
            })
            .collect()
    };
    let router = include_str!("../../src/router.rs");
    let sandbox = include_str!("../../../features/contests/src/sandbox/routes.rs");
    let all: BTreeSet<String> = routed(router, "").into_iter().chain(routed(sandbox, "/sandbox")).collect();
    assert!(all.len() > 10, "{all:?}");
    all
}

/// Calls of the document.
fn documented() -> BTreeSet<String> {
    let document = serde_json::to_value(quad::router::document()).expect("JSON");
    let mut all = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for method in operations.as_object().expect("operations").keys() {
            all.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    all
}

/// Where the features are: a crate for a few, a folder for each.
const FEATURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../features");

/// The files and folders of a folder.
fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Calls that the source of a feature routes; none where there is no such feature.
fn calls_of(feature: &str) -> Vec<String> {
    if feature == "sandbox" {
        return outside().into_iter().filter(|call| call.contains(" /sandbox")).collect();
    }
    let folders = inside(Path::new(FEATURES)).into_iter().map(|group| group.join("src").join(feature));
    let files = folders.flat_map(|folder| inside(&folder));
    let sources = files.filter_map(|file| std::fs::read_to_string(file).ok());
    let read = |source: String| -> Vec<String> {
        let calls = source.split("#[utoipa::path(").skip(1).map(|rest| {
            let (method, rest) = rest.split_once(',').expect("a method");
            let path = rest.split_once("path = \"").and_then(|(_, path)| path.split_once('"')).expect("a path").0;
            format!("{} {path}", method.trim().to_uppercase())
        });
        calls.collect()
    };
    // A name of no folder would read all of `src`.
    if feature.is_empty() { Vec::new() } else { sources.flat_map(read).collect() }
}

/// What a change of a feature asks anew is found: the server's own three are asked with every tenth.
#[test]
fn every_call_is_of_a_feature() {
    let groups = inside(Path::new(FEATURES)).into_iter().flat_map(|group| inside(&group.join("src")));
    let names = groups.filter(|path| path.is_dir()).filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    let of_features: BTreeSet<String> = names.flat_map(|name| calls_of(&name)).collect();
    let others: Vec<String> = documented().difference(&of_features).cloned().collect();
    assert_eq!(others, ["GET /first-steps", "GET /live", "PUT /first-steps/registration"]);
    let listed: BTreeSet<String> = the_table().iter().map(Block::call).collect();
    let unknown: Vec<_> = of_features.difference(&listed).collect();
    assert!(unknown.is_empty(), "not in the table: {unknown:?}");
    assert!(calls_of("sandbox").len() > 5 && calls_of("").is_empty() && calls_of("nothing").is_empty());
}

#[test]
fn every_call_is_in_the_table() {
    let there: BTreeSet<String> = documented().into_iter().chain(outside()).collect();
    let listed: BTreeSet<String> = the_table().iter().map(Block::call).collect();
    let missing: Vec<_> = there.difference(&listed).collect();
    let unknown: Vec<_> = listed.difference(&there).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "not in the table: {missing:?}; not routed: {unknown:?}");
}

/// A tenth of the calls in the gate, another one for each commit; `QUAD_TEST_TENTH` says which.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tenth_of_the_table_is_what_happens() {
    #[expect(clippy::disallowed_methods, reason = "the test runner says which")]
    let tenth: usize = std::env::var("QUAD_TEST_TENTH").map_or(0, |digit| digit.parse().expect("a digit"));
    let blocks = the_table().into_iter().enumerate().filter(|(at, _)| at % 10 == tenth).map(|(_, block)| block);
    let cells = Box::pin(happens(TestApp::on_sqlite().await, blocks.collect())).await;
    assert!(cells > 100, "{cells} cells");
}

/// In the gate: `QUAD_TEST_FEATURES` names the features, with commas between them; where none is touched nothing is asked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_call_of_what_the_change_touches() {
    #[expect(clippy::disallowed_methods, reason = "the test runner says which")]
    let features = std::env::var("QUAD_TEST_FEATURES").unwrap_or_default();
    let calls: BTreeSet<String> = features.split(',').flat_map(calls_of).collect();
    let blocks: Vec<Block> = the_table().into_iter().filter(|block| calls.contains(&block.call())).collect();
    if blocks.is_empty() {
        return;
    }
    Box::pin(happens(TestApp::on_sqlite().await, blocks)).await;
}

async fn the_table_is_what_happens(t: TestApp) {
    let cells = happens(t, the_table()).await;
    assert!(cells > 2_000, "{cells} cells");
}

/// Asks each cell of these calls; gives how many there were.
async fn happens(t: TestApp, blocks: Vec<Block>) -> usize {
    let begun = Instant::now();
    let engine = t.app.db.engine();
    let world = Arc::new(World::made(&t).await);
    let made_after = begun.elapsed();
    let blocks = Arc::new(blocks);
    let found = ask_everything(&world, &blocks).await;
    #[expect(clippy::disallowed_methods, reason = "asked for by whoever mends the table")]
    let wish = std::env::var("QUAD_WRITE_TABLE").ok();
    if let Some(file) = wish.filter(|_| engine == Engine::Sqlite && blocks.len() == the_table().len()) {
        std::fs::write(file, table::write(&blocks, &found, "")).expect("written");
    }
    let mut wrong = Vec::new();
    let mut cells = 0;
    for (block, found) in blocks.iter().zip(&found) {
        for (line, found) in block.lines.iter().zip(found) {
            for (at, (actor, found)) in ACTORS.iter().zip(found).enumerate() {
                cells += 1;
                let expected = line.cells.get(at).cloned().unwrap_or_default();
                if expected != *found {
                    wrong.push(format!(
                        "{} of {} by {actor}:\n    expected {} {}\n    found    {} {}",
                        block.title(),
                        line.object,
                        expected.status,
                        expected.told,
                        found.status,
                        found.told
                    ));
                }
            }
        }
    }
    let calls: BTreeSet<String> = blocks.iter().map(Block::call).collect();
    let said = format!(
        "authorisation on {engine:?}: {} calls, {cells} cells checked, {} wrong, {:.1} s of which {:.1} s for the world",
        calls.len(),
        wrong.len(),
        begun.elapsed().as_secs_f64(),
        made_after.as_secs_f64()
    );
    say(&said);
    say(&format!("trust: authorisation cells: {cells} / {}", wrong.len()));
    assert!(wrong.is_empty(), "{said}\n{}", wrong.join("\n"));
    cells
}

/// On one engine: what is taken of a request is decided before any statement. `QUAD_CLAIMS=each` sends every name by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn saying_to_be_somebody_else_changes_nothing() {
    Box::pin(nothing_changes_by_it(TestApp::on_sqlite().await)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes; `cargo xtask trust` runs it"]
async fn saying_to_be_somebody_else_changes_nothing_on_postgres() {
    Box::pin(nothing_changes_by_it(TestApp::on_postgres().await.expect("a PostgreSQL"))).await;
}

async fn nothing_changes_by_it(t: TestApp) {
    let begun = Instant::now();
    let engine = t.app.db.engine();
    let world = Arc::new(World::made(&t).await);
    #[expect(clippy::disallowed_methods, reason = "asked for by whoever has the time")]
    let is_each = std::env::var("QUAD_CLAIMS").is_ok_and(|wish| wish == "each");
    // Members are sent with eight values: every name once by itself, each time with another one. PostgreSQL would take hours.
    let effort = if is_each && engine == Engine::Sqlite {
        Effort { sample: 8, parts: usize::MAX, values: usize::MAX }
    } else {
        Effort { sample: 1024, parts: 4, values: 1 }
    };
    let blocks = Arc::new(the_table());
    let tried = identity::try_everything(&world, &blocks, effort).await;
    let said = format!(
        "identity on {engine:?}: {} calls done, {} requests, {} of them one name by itself, {} as without it, {} refused, \
         {} wrong, {:.1} s",
        tried.done.len(),
        tried.requests,
        tried.single,
        tried.same,
        tried.refused,
        tried.wrong.len(),
        begun.elapsed().as_secs_f64()
    );
    say(&said);
    say(&format!("trust: claims: {} / {}", tried.requests, tried.wrong.len()));
    assert!(tried.wrong.is_empty(), "{said}\n{}", tried.wrong.join("\n"));
    // Of a call that nobody gets to the end of nothing is known.
    let calls: BTreeSet<String> = blocks.iter().map(Block::call).collect();
    let not_done: Vec<_> = calls.difference(&tried.done).collect();
    assert!(not_done.is_empty(), "nobody was let do {not_done:?}");
    assert!(tried.requests > 2_000 && tried.single > 500 && tried.refused > 100, "{said}");
}

async fn other_websites_change_nothing(t: TestApp) {
    let begun = Instant::now();
    let engine = t.app.db.engine();
    let world = Arc::new(World::made(&t).await);
    let mut tried = cross_site::try_everything(&world, &Arc::new(the_table())).await;
    tried.wrong.extend(cross_site::spelt_otherwise(&world).await);
    let said = format!(
        "cross-site on {engine:?}: {} calls that change, {} requests, {} let through; {} that read, {} requests; \
         {} wrong, {:.1} s",
        tried.calls,
        tried.requests,
        tried.let_through,
        tried.reading,
        tried.readings,
        tried.wrong.len(),
        begun.elapsed().as_secs_f64()
    );
    say(&said);
    say(&format!("trust: claims: {} / {}", tried.requests + tried.readings, tried.wrong.len()));
    assert!(tried.wrong.is_empty(), "{said}\n{}", tried.wrong.join("\n"));
    assert!(tried.requests > 10_000 && tried.readings > 3_000, "{said}");
}

#[expect(clippy::disallowed_macros, reason = "numbers for `cargo xtask trust`")]
fn say(text: &str) {
    println!("{text}");
}

/// What happens in all cells: by block, line and actor.
async fn ask_everything(world: &Arc<World>, blocks: &Arc<Vec<Block>>) -> Vec<Vec<Vec<Cell>>> {
    let mut lanes = JoinSet::new();
    for lane in 0..LANES {
        let (world, blocks) = (Arc::clone(world), Arc::clone(blocks));
        lanes.spawn(async move {
            let mut all = Vec::new();
            let mut stage = Stage::set(&world).await;
            for (number, block) in blocks.iter().enumerate().filter(|(number, _)| number % LANES == lane) {
                let mut lines = Vec::new();
                for line in &block.lines {
                    let mut cells = Vec::new();
                    for actor in ACTORS {
                        let asked = ask::asked(&world, block, &line.object, actor);
                        let said = stage.ask(&asked).await;
                        let mut told = shape::told(&said, &asked, &world, actor);
                        let changed = if stage.may_have_changed() {
                            Some(stage.rows().await).filter(|rows| *rows != world.rows)
                        } else {
                            None
                        };
                        if let Some(rows) = changed {
                            if !block.writes() || !said.status.is_success() {
                                let tables = stage::differing(&world.rows, &rows).join(", ");
                                write!(told, " | changes {tables}").expect("written");
                            }
                            stage = stage.anew(&world).await;
                        } else if block.writes() && said.status.is_success() {
                            told.push_str(" | changes nothing");
                        }
                        cells.push(Cell { status: said.status.as_u16().to_string(), told: told.trim().to_owned() });
                    }
                    lines.push(cells);
                }
                all.push((number, lines));
            }
            stage.strike().await;
            all
        });
    }
    let all: BTreeMap<usize, _> = lanes.join_all().await.into_iter().flatten().collect();
    all.into_values().collect()
}
