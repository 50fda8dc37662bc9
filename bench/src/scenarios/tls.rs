//! *tls*: what a proxy with a certificate costs, as stands before Quad on a campus. Everybody joins over a new connection; then
//! answers come over kept ones. The same directly, through the proxy without TLS, and through it with TLS, in turns.
//!
//! On SQLite only: what is measured stands before Quad and knows no database.

use std::sync::Arc;
use std::time::Duration;

use quad_db::Engine;
use quad_load::Arrivals;
use quad_testbed::process::Server;

use crate::bench::{Bench, Measured};
use crate::book::Unit;
use crate::campus::{Campus, Plan};
use crate::door::Door;
use crate::proxy::{self, Proxy};
use crate::requests::Answers;

const NAME: &str = "tls";
/// Questions of the paper that everybody fetches.
const QUESTIONS: usize = 30;
/// The ways in.
const DOORS: [&str; 3] = ["directly", "through nginx", "through nginx in TLS"];
/// The part of the peak rate in TLS at which latencies are looked at.
const PART: f64 = 0.25;

pub async fn run(bench: &mut Bench) -> anyhow::Result<()> {
    let Some(nginx) = proxy::find() else {
        bench.book.leave_out("tls: nginx is not installed (Debian: nginx-light)");
        return Ok(());
    };
    let people = bench.scale.people;
    // Per round and door one contest to join, one to answer at the peak and one to answer at a part of it.
    let per_round = 3 * DOORS.len();
    let contest =
        |at: usize| if at.is_multiple_of(3) { (QUESTIONS, 0, false) } else { (bench.scale.questions, people, false) };
    let contests = (0..bench.rounds * per_round).map(contest).collect();
    let campus = Arc::new(Campus::new(&Plan { people, contests, ..Plan::default() }));
    let home = bench.homes.make(Engine::Sqlite, &campus).await?;
    let quad = bench.programs.quad(&home.url, &home.folder, false)?;
    let files = quad_load::raise_open_files()?;
    let proxy = Proxy::start(&nginx, quad.address, files, bench.homes.folder())?;
    let doors = [Door::of(&quad), proxy.plain.clone(), proxy.secure.clone()];
    let rig = Rig { quad, proxy, doors, campus };
    for round in 0..bench.rounds {
        rig.joining(bench, round * per_round).await?;
        rig.answering(bench, round * per_round).await?;
    }
    Ok(())
}

struct Rig {
    quad: Server,
    proxy: Proxy,
    doors: [Door; 3],
    campus: Arc<Campus>,
}

impl Rig {
    /// All doors with their names, and the first of the contests that are theirs in a round.
    fn doors(&self, from: usize) -> impl Iterator<Item = (&'static str, &Door, usize)> {
        DOORS.into_iter().zip(&self.doors).enumerate().map(move |(at, (name, door))| (name, door, from + 3 * at))
    }

    async fn joining(&self, bench: &mut Bench, from: usize) -> anyhow::Result<()> {
        for (name, door, contest) in self.doors(from) {
            let arrivals = Arrivals::within(self.campus.people.len(), bench.scale.joining, contest as u64);
            let before = self.proxy.cpu()?;
            let joining = door.everybody_joins(&self.campus, contest, arrivals);
            let measured = bench.watched(&self.quad, joining).await?;
            let label = format!("everybody joins {name}");
            bench.book.note(NAME, format!("{label}, done"), Unit::Count, measured.report.done as f64);
            bench.book.note(NAME, format!("{label}, errors"), Unit::Count, measured.errors() as f64);
            bench.book.millis(NAME, format!("{label}, median"), measured.report.latencies.quantile(0.5));
            bench.book.millis(NAME, format!("{label}, p99"), measured.p99());
            self.note_cpu(bench, &label, &measured, before)?;
            // The connections of those who came have to be gone before the next measurement.
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        Ok(())
    }

    async fn answering(&self, bench: &mut Bench, from: usize) -> anyhow::Result<()> {
        let lanes = bench.lanes();
        let mut rates = [0.0; 3];
        for (at, (name, door, contest)) in self.doors(from).enumerate() {
            let contest = contest + 1;
            bench.fetch_papers(&self.quad, &self.campus, contest).await?;
            let before = self.proxy.cpu()?;
            let answers = Answers::new(&self.campus, contest);
            let measured = bench.peak_through(&self.quad, door, lanes, answers.clone()).await?.clean(name)?;
            anyhow::ensure!(!answers.ran_out(), "{name}: there were fewer questions than it could answer");
            rates[at] = measured.report.per_second();
            let label = format!("answers {name} @{lanes}");
            bench.book.note(NAME, label.clone(), Unit::PerSecond, rates[at]);
            self.note_cpu(bench, &label, &measured, before)?;
        }
        let [direct, plain, secure] = rates;
        bench.book.note(NAME, "answers in TLS, of directly", Unit::Ratio, secure / direct);
        bench.book.note(NAME, "answers in TLS, of the same proxy without", Unit::Ratio, secure / plain);
        for (name, door, contest) in self.doors(from) {
            let contest = contest + 2;
            bench.fetch_papers(&self.quad, &self.campus, contest).await?;
            let arrivals = Arrivals::at_random(secure * PART, bench.scale.measure, contest as u64);
            let answers = Answers::new(&self.campus, contest);
            let measured = bench.steady_through(&self.quad, door, bench.scale.open, arrivals, answers).await?;
            let label = format!("answers {name} at 25 % of the peak in TLS");
            bench.note_errors(NAME, &label, &measured)?;
            bench.book.millis(NAME, format!("{label}, p99"), measured.p99());
        }
        Ok(())
    }

    /// Notes what one that was done cost Quad, and the proxy.
    fn note_cpu(&self, bench: &mut Bench, label: &str, measured: &Measured, before: Duration) -> anyhow::Result<()> {
        let proxy = self.proxy.cpu()?.saturating_sub(before).as_secs_f64() * 1e6;
        let each = proxy / (measured.report.done as f64).max(1.0);
        bench.book.note(NAME, format!("{label}, Quad's processor time each"), Unit::Micros, measured.micros_each());
        bench.book.note(NAME, format!("{label}, nginx's processor time each"), Unit::Micros, each);
        Ok(())
    }
}
