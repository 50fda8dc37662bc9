//! *slow-clients*: heads and bodies that come a byte at a time, and clients that ask and never read. They are cut by the
//! server's timers, and honest people do not notice them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use quad_db::Engine;
use quad_load::Request;
use quad_stage::campus::Campus;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::Torture;
use crate::crowd::Crowd;
use crate::report::{Told, quickness};
use crate::stand::Stand;

/// A byte so often.
const DRIP: Duration = Duration::from_millis(500);
/// Everybody hostile is cut within this: the server's timers are half a minute.
const CUT: Duration = Duration::from_mins(1);
/// Honest people wait no longer than this, 99 of 100.
const QUICK: Duration = Duration::from_secs(1);

/// A kind of hostile client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Head,
    Body,
    NeverReads,
}

const KINDS: [Kind; 3] = [Kind::Head, Kind::Body, Kind::NeverReads];

pub async fn strike(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    let (scale, seed) = (torture.scale, torture.seed);
    let mut stand = torture.stand(engine).await?;
    stand.start()?;
    let crowd = Crowd::begin(&stand, scale.lanes, seed);
    sleep(scale.while_well).await;
    let began = stand.journal.now();
    let cut: Arc<[AtomicUsize; 3]> = Arc::default();
    let mut hostile = begin(&stand, scale.hostile, &cut);
    let waits = if scale.waits_for_cuts { CUT } else { scale.while_ill * 3 };
    let all_are_cut = timeout(waits, async { while hostile.join_next().await.is_some() {} }).await.is_ok();
    let over = stand.journal.now();
    hostile.shutdown().await;
    let back = stand.answers_again(Duration::from_secs(5)).await;
    crowd.end().await?;
    stand.kill();
    let entries = stand.journal.entries()?;
    let (before, during) = (quickness(&entries, Duration::ZERO, began), quickness(&entries, began, over));
    let mut told = Told::of(&entries, stand.check().await?);
    told.recovers(back, "slow clients");
    let cut = KINDS.map(|kind| cut[kind as usize].load(Ordering::Relaxed));
    if scale.waits_for_cuts {
        let missing = KINDS.iter().zip(cut).filter(|(_, cut)| *cut < scale.hostile);
        let said: Vec<String> = missing.map(|(kind, cut)| format!("{kind:?} {cut}/{}", scale.hostile)).collect();
        told.demand(all_are_cut, format!("not all were cut within {} s: {}", CUT.as_secs(), said.join(", ")));
    }
    told.demand(during.0 > 0 && during.1 < QUICK, format!("honest p99 {} ms", during.1.as_millis()));
    told.notes.push(format!(
        "{} of each kind for {} s, cut {cut:?}; honest p99 {} ms before, {} ms meanwhile",
        scale.hostile,
        over.saturating_sub(began).as_secs(),
        before.1.as_millis(),
        during.1.as_millis()
    ));
    Ok(told)
}

fn begin(stand: &Stand<'_>, count: usize, cut: &Arc<[AtomicUsize; 3]>) -> JoinSet<()> {
    let mut hostile = JoinSet::new();
    for number in 0..count * KINDS.len() {
        let (kind, address) = (KINDS[number % KINDS.len()], stand.address);
        let (campus, cut) = (Arc::clone(&stand.campus), Arc::clone(cut));
        hostile.spawn(async move {
            let bytes = bytes(kind, &campus, number);
            // Whoever does not get in cannot be slow.
            let Ok(stream) = connect(address, kind).await else { return };
            match kind {
                Kind::NeverReads => ask_without_end(stream, &bytes).await,
                Kind::Head | Kind::Body => drip(stream, &bytes).await,
            }
            cut[kind as usize].fetch_add(1, Ordering::Relaxed);
        });
    }
    hostile
}

async fn connect(address: std::net::SocketAddr, kind: Kind) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if kind == Kind::NeverReads {
        // Little room, so that the server notices soon.
        socket.set_recv_buffer_size(4_096)?;
    }
    socket.connect(address).await
}

/// What each kind says; a body belongs to somebody with a session, so that it is waited for.
fn bytes(kind: Kind, campus: &Campus, number: usize) -> Vec<u8> {
    let person = &campus.people[number % campus.people.len()];
    match kind {
        Kind::Head => format!("GET /api/checklogged HTTP/1.1\r\nhost: localhost\r\nx-slow: {}", "x".repeat(400)).into(),
        Kind::Body => Request::post("/api/complete").cookie(&person.cookie).json(" ".repeat(400)).bytes(),
        // Some 15 KB each: what is not read fills the sockets of both sides within seconds.
        Kind::NeverReads => Request::get("/api/post/getallcontest").cookie(&person.cookie).bytes(),
    }
}

/// A byte at a time, until the server hangs up or answers.
async fn drip(mut stream: TcpStream, bytes: &[u8]) {
    // All but the last 400 at once: these are what is slow.
    let (first, slow) = bytes.split_at(bytes.len() - 400);
    if stream.write_all(first).await.is_err() {
        return;
    }
    for byte in slow {
        if stream.write_all(&[*byte]).await.is_err() {
            return;
        }
        if timeout(DRIP, stream.read(&mut [0; 512])).await.is_ok() {
            return;
        }
    }
}

/// Asks for something large again and again, and reads nothing, until the server hangs up.
async fn ask_without_end(mut stream: TcpStream, request: &[u8]) {
    let began = Instant::now();
    while began.elapsed() < CUT * 2 {
        match timeout(DRIP, stream.write_all(request)).await {
            Ok(Err(_)) => return,
            Ok(Ok(())) => sleep(Duration::from_millis(20)).await,
            // Neither side has room; the next try shows whether the other has hung up.
            Err(_) => {}
        }
    }
}
