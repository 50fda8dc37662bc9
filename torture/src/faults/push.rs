//! *push*: push services hang, drip, flood, send elsewhere and say no. Those whose push service is well are told meanwhile, once;
//! a device that is gone is forgotten, any other is kept; people at work do not notice. Once all are well, those that did not
//! get it because their push service was busy, broken, silent or slow get it then, once.
//!
//! A push service must be public and https, and no setting says otherwise. The binary with the test hooks is told where all
//! names of push services lead and whose certificate counts there, as the browser tests do; no release can be told.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use quad_db::Engine;
use quad_load::{Connection, Request};
use serde_json::json;
use tokio::time::sleep;

use super::Torture;
use crate::crowd::Crowd;
use crate::push_service::{NAME, OTHER_NAME, Phone, PushService};
use crate::report::{Told, quickness};
use crate::stand::{Programs, Stand};
use crate::store;

/// What push services do, by the name of their path; those that are well have another name.
const LIARS: [&str; 9] = ["hang", "drip", "flood", "moved", "bad", "gone", "missing", "busy", "broken"];
/// Of them those that may get well: what was sent is sent again.
const COMING_BACK: [&str; 4] = ["hang", "drip", "busy", "broken"];
/// The longest pause after a second failure is two minutes, and whoever hangs has ten seconds before.
const BACK_WITHIN: Duration = Duration::from_mins(3);
/// Those whose push service is well are told within this.
const TOLD_WITHIN: Duration = Duration::from_secs(30);
/// Whoever hangs is given up after ten seconds, a few at a time.
const FORGOTTEN_WITHIN: Duration = Duration::from_mins(1);
const QUICK: Duration = Duration::from_secs(1);

pub async fn strike(torture: &mut Torture, engine: Engine, hooks: &Path) -> anyhow::Result<Told> {
    let (scale, seed, plan) = (torture.scale, torture.seed, torture.plan());
    let programs = Programs { quad: hooks.to_owned(), ..torture.programs.clone() };
    let mut stand = Stand::build(&programs, &mut torture.homes, engine, &plan, false).await?;
    stand.start()?;
    let service = PushService::start();
    reach(&stand, &service).await?;
    let devices = scale.people.min(200);
    for number in 0..devices {
        subscribe(&stand, number, &service).await?;
    }
    let crowd = Crowd::begin(&stand, scale.lanes, seed);
    sleep(scale.while_well).await;
    let (began, asked) = (stand.journal.now(), Instant::now());
    for number in 0..devices {
        ask(&stand, number, Request::post("/api/push/test")).await?;
    }
    let well = (0..devices).filter(|number| kind(*number) == "ok").count();
    let all_heard = wait(TOLD_WITHIN, || async { Ok(heard(&service, "ok").len() >= well) }).await?;
    let took = asked.elapsed();
    let db = stand.home.open().await?;
    let forgotten = wait(FORGOTTEN_WITHIN, || async {
        let left = store::devices(&db).await?;
        let tried = LIARS.iter().all(|liar| !heard(&service, liar).is_empty());
        Ok(tried && !left.iter().any(|endpoint| endpoint.contains("/gone/") || endpoint.contains("/missing/")))
    })
    .await?;
    let left = store::devices(&db).await?.len();
    let over = stand.journal.now();
    let (until_well, well_again) = (service.get_well(), Instant::now());
    let waiting = (0..devices).filter(|number| COMING_BACK.contains(&kind(*number))).count();
    let told_late = || {
        let came = service.heard().into_iter().skip(until_well);
        let late = came.filter(|one| COMING_BACK.iter().any(|kind| one.path.starts_with(&format!("/{kind}/"))));
        late.fold(BTreeMap::<String, usize>::new(), |mut times, one| {
            *times.entry(one.path).or_default() += 1;
            times
        })
    };
    let all_late = wait(BACK_WITHIN, || async { Ok(told_late().len() >= waiting) }).await?;
    let recovery = well_again.elapsed();
    crowd.end().await?;
    db.close().await;
    stand.stop()?;
    let entries = stand.journal.entries()?;
    let (served, p99) = quickness(&entries, began, over);
    let mut told = Told::of(&entries, stand.check().await?);
    told.recovers(Some(recovery).filter(|_| all_late), "push services were well again");
    let late = told_late();
    told.demand(late.len() == waiting, format!("{} of {waiting} devices were told once it was possible", late.len()));
    told.demand(late.values().all(|times| *times == 1), "a device was told twice once it was possible");
    let said = heard(&service, "ok");
    let gone = (0..devices).filter(|number| matches!(kind(*number), "gone" | "missing")).count();
    told.demand(all_heard && said.len() == well, format!("{} of {well} devices were told", said.len()));
    told.demand(said.values().all(|times| *times == 1), "a device was told twice");
    told.demand(service.heard().iter().all(|one| one.path != "/ok/elsewhere"), "a redirect was followed");
    told.demand(forgotten, "devices that are gone are kept, or not every push service was tried");
    told.demand(left == devices - gone, format!("{left} of {devices} devices are kept, {gone} are gone"));
    told.demand(served > 0 && p99 < QUICK, format!("honest p99 {} ms", p99.as_millis()));
    told.notes.push(format!(
        "{well} devices told within {} ms beside {} whose push service is not well; honest p99 {} ms meanwhile",
        took.as_millis(),
        devices - well,
        p99.as_millis()
    ));
    Ok(told)
}

/// What the push service of somebody's device does: of every ten one is well.
fn kind(number: usize) -> &'static str {
    LIARS.get(number % (LIARS.len() + 1)).copied().unwrap_or("ok")
}

/// How often each device of a kind was told.
fn heard(service: &PushService, kind: &str) -> BTreeMap<String, usize> {
    let mut times = BTreeMap::new();
    for message in service.heard().into_iter().filter(|message| message.path.starts_with(&format!("/{kind}/"))) {
        *times.entry(message.path).or_default() += 1;
    }
    times
}

/// Waits until something is so; no when it is not in time.
async fn wait<F: Future<Output = anyhow::Result<bool>>>(
    within: Duration,
    is_so: impl Fn() -> F,
) -> anyhow::Result<bool> {
    let began = Instant::now();
    while !is_so().await? {
        if began.elapsed() > within {
            return Ok(false);
        }
        sleep(Duration::from_millis(100)).await;
    }
    Ok(true)
}

/// Lets the server find the push service.
async fn reach(stand: &Stand<'_>, service: &PushService) -> anyhow::Result<()> {
    let certificate = String::from_utf8(service.authority.clone())?;
    let body = json!({"certificate": certificate, "address": service.address.to_string()});
    let request = Request::post("/test/push").json(body.to_string()).bytes();
    let mut line = Connection::new(stand.address, Duration::from_secs(20));
    let status = line.send(&request).await?.status;
    anyhow::ensure!(status == 200, "the binary of --hooks has no test hooks ({status})");
    Ok(())
}

/// A device of somebody's, at a push service of its kind.
async fn subscribe(stand: &Stand<'_>, number: usize, service: &PushService) -> anyhow::Result<()> {
    let (phone, kind) = (Phone::number(u8::try_from(number % 200 + 1)?), kind(number));
    // Who is well has another name, so that it is another push service for the server.
    let name = if kind == "ok" { OTHER_NAME } else { NAME };
    let endpoint = format!("https://{name}:{}/{kind}/{number}", service.address.port());
    let body = json!({"endpoint": endpoint, "keys": {"p256dh": phone.p256dh(), "auth": phone.auth_text()}});
    ask(stand, number, Request::new("PUT", "/api/push/subscription").json(body.to_string())).await
}

async fn ask(stand: &Stand<'_>, number: usize, request: Request) -> anyhow::Result<()> {
    let request = request.cookie(&stand.campus.people[number].cookie).bytes();
    let mut line = Connection::new(stand.address, Duration::from_secs(20));
    let reply = line.send(&request).await.context("no reply")?;
    anyhow::ensure!(reply.is_success(), "a device: {}", reply.status);
    Ok(())
}
