//! Durable answers per second beside the bare framework, in interleaved rounds.
//!
//! The load program speaks HTTP/1.1 over kept connections itself, so that it costs little beside what it measures.
//! Server and load share one process and the machine; the ratio is the result.

mod campus;
mod client;

use std::io::Write;
use std::time::{Duration, Instant};

use campus::Campus;
use client::Connection;

const ROUNDS: usize = 3;
const CONNECTIONS: [usize; 2] = [64, 200];

fn main() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(measure())
}

async fn measure() -> anyhow::Result<()> {
    let mut out = std::io::stdout();
    writeln!(out, "setting up {} students …", campus::STUDENTS)?;
    let mut campus = Campus::build().await?;
    writeln!(out, "{:>11} {:>16} {:>16} {:>8}", "connections", "bare per second", "answers per second", "ratio")?;
    for connections in CONNECTIONS {
        let (mut bare, mut ours) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let requests = campus.next_round().await?;
            bare.push(round(&campus.bare, connections, &requests).await?);
            ours.push(round(&campus.quad, connections, &requests).await?);
        }
        let (bare, ours) = (median(&mut bare), median(&mut ours));
        writeln!(out, "{connections:>11} {bare:>16.0} {ours:>16.0} {:>8.2}", ours / bare)?;
    }
    campus.close().await;
    Ok(())
}

/// Sends all requests over that many connections and answers how many per second; every reply must be a 200.
async fn round(address: &str, connections: usize, requests: &[Vec<Vec<u8>>]) -> anyhow::Result<f64> {
    let mut work = Vec::new();
    for lane in 0..connections {
        // A student's answers stay on one connection, as in life.
        let own: Vec<Vec<u8>> = requests.iter().skip(lane).step_by(connections).flatten().cloned().collect();
        work.push((Connection::open(address).await?, own));
    }
    let total: usize = work.iter().map(|(_, own)| own.len()).sum();
    let started = Instant::now();
    let mut running = Vec::new();
    for (mut connection, own) in work {
        #[expect(clippy::disallowed_methods, reason = "the load program has no application to spawn on")]
        running.push(tokio::spawn(async move {
            for request in own {
                connection.send(&request).await?;
            }
            anyhow::Ok(())
        }));
    }
    for lane in running {
        lane.await??;
    }
    let took = started.elapsed().max(Duration::from_micros(1));
    Ok(total as f64 / took.as_secs_f64())
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
