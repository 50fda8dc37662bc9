//! *browse*: the first page of a list with very many contests, and a file of the web client, each beside the bare framework
//! that sends the same bytes. The list is asked for plainly, there beside Express too, and as a browser asks (compressed).

use std::sync::Arc;

use quad_load::Request;
use quad_testbed::process::Server;

use crate::bench::{Bench, agree, ask, sample};
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::homes::Home;
use crate::requests::{self, Alike, anybody, as_browser};

const NAME: &str = "browse";
const REGULARS: usize = 1_000;
const QUESTIONS: usize = 3;
/// Connections to Express: a page keeps it busy for so long that more would only wait.
const EXPRESS_LANES: usize = 16;

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let people = REGULARS.min(bench.scale.people);
    let contests = (0..bench.scale.contests).map(|number| (QUESTIONS, 0, number % 2 == 0)).collect();
    let campus = Arc::new(Campus::new(&Plan { people, contests, ..Plan::default() }));
    let mut rigs = Vec::new();
    for home in bench.homes_of(&campus).await? {
        let copy = bench.copy_for_express(&home).await?;
        let quad = bench.programs.quad(&home.url, &home.folder, false)?;
        let express = copy.map(|copy| bench.programs.express(&copy.url, false)).transpose()?.flatten();
        if let Some(express) = &express {
            agree(&quad, express, &sample(&everybody(&campus, requests::contests()), 0)).await?;
        }
        rigs.push(Rig { home, quad, express });
    }
    let file = file(&rigs[0].quad).await?;
    if file.is_none() {
        bench.book.leave_out("browse: a static file: this binary was built without the web client");
    }
    for _ in 0..bench.rounds {
        for rig in &rigs {
            let list = requests::contests;
            let rate = beside(bench, &campus, rig, "list", list()).await?;
            beside_express(bench, &campus, rig, rate).await?;
            beside(bench, &campus, rig, "list compressed", as_browser(list())).await?;
        }
        // What the binary holds is the same whatever the database.
        if let (Some(path), Some(rig)) = (&file, rigs.first()) {
            beside(bench, &campus, rig, "static file", as_browser(Request::get(path))).await?;
        }
    }
    Ok(())
}

/// The servers on one engine.
struct Rig {
    home: Home,
    quad: Server,
    express: Option<Server>,
}

fn everybody(campus: &Arc<Campus>, call: Request) -> Alike {
    Alike::new(campus, campus.people.len(), vec![anybody(call)])
}

/// A rate beside the bare framework's.
async fn beside(bench: &mut Bench, campus: &Arc<Campus>, rig: &Rig, what: &str, call: Request) -> anyhow::Result<f64> {
    let work = everybody(campus, call);
    let bare = bench.bare_like(&rig.quad, &[sample(&work, 0)], &[]).await?;
    let lanes = bench.lanes();
    let alone = bench.peak(&bare, lanes, work.clone()).await?.clean("bare")?;
    let ours = bench.peak(&rig.quad, lanes, work).await?;
    let (alone, rate) = (alone.report.per_second(), ours.report.per_second());
    let label = format!("{}: {what}", rig.home.name());
    bench.book.note(NAME, format!("{label}, bare framework"), Unit::PerSecond, alone);
    bench.book.note(NAME, label.clone(), Unit::PerSecond, rate);
    bench.book.note(NAME, format!("{label}, processor time"), Unit::Micros, ours.micros_each());
    bench.note_errors(NAME, &label, &ours)?;
    bench.book.note(NAME, format!("{label}, of bare"), Unit::Ratio, rate / alone);
    Ok(rate)
}

/// The list from Express.
async fn beside_express(bench: &mut Bench, campus: &Arc<Campus>, rig: &Rig, ours: f64) -> anyhow::Result<()> {
    let Some(express) = &rig.express else { return Ok(()) };
    let name = rig.home.name();
    let work = everybody(campus, requests::contests());
    let theirs = bench.peak(express, EXPRESS_LANES, work).await?.clean("Express")?.report.per_second();
    bench.book.note(NAME, format!("{name}: list, Express from SQL"), Unit::PerSecond, theirs);
    bench.book.note(NAME, format!("{name}: list, times Express"), Unit::Ratio, ours / theirs);
    Ok(())
}

/// The largest script that the first page names, if the binary has a web client.
async fn file(quad: &Server) -> anyhow::Result<Option<String>> {
    let (_, page) = ask(quad.address, &Request::get("/").bytes()).await?;
    let page = String::from_utf8_lossy(&page).into_owned();
    let mut largest = None;
    for path in page.split('"').filter(|part| part.starts_with("/assets/")) {
        let (status, body) = ask(quad.address, &Request::get(path).bytes()).await?;
        if status == 200 && largest.as_ref().is_none_or(|(size, _)| *size < body.len()) {
            largest = Some((body.len(), path.to_owned()));
        }
    }
    Ok(largest.map(|(_, path)| path))
}
