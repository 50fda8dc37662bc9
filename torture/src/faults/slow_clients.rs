//! *slow-clients*: heads and bodies that come a byte at a time, and clients that ask and do not read: one reply after
//! another, without end, after saying that they will say nothing more, or a byte in ten seconds. All are let go by the
//! server and by the system below it, nobody holds much of either meanwhile, and honest people do not notice them.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use quad_db::Engine;
use quad_load::{Process, Request};
use quad_testbed::campus::Campus;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::Torture;
use crate::crowd::Crowd;
use crate::report::{Told, quickness};
use crate::sockets;
use crate::stand::Stand;

/// A byte so often.
const DRIP: Duration = Duration::from_millis(500);
/// A byte is read so often.
const TRICKLE: Duration = Duration::from_secs(10);
/// Everybody hostile is let go within this: the server's timers are half a minute, and replies that nobody reads fill the
/// system's rooms before.
const CUT: Duration = Duration::from_secs(90);
/// Honest people wait no longer than this, 99 of 100: at full scale, on a machine that does nothing else.
const QUICK: Duration = Duration::from_secs(1);
/// Or, in the short run beside other tests, no longer than so many times as long as before.
const SLOWER: u32 = 10;
/// The server takes no more memory for each of them than this, beside what it takes for honest people.
const MEMORY_EACH: u64 = 64 * 1024;
const MEMORY_BESIDE: u64 = 48 * 1024 * 1024;
/// And the system holds no more of replies for any of them.
const UNSENT_EACH: u64 = 512 * 1024;

/// A kind of hostile client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Its head comes a byte at a time.
    Head,
    /// Its body does.
    Body,
    /// Asks for something large again and again, and reads nothing.
    NeverReads,
    /// Asks for something small as fast as it goes, and reads nothing.
    Floods,
    /// Asks for a lot, says that it will say nothing more, and reads nothing.
    HalfCloses,
    /// Asks for a lot, and reads a byte in ten seconds.
    Trickles,
}

const KINDS: [Kind; 6] = [Kind::Head, Kind::Body, Kind::NeverReads, Kind::Floods, Kind::HalfCloses, Kind::Trickles];

/// What was held of the hostile, at most, and by when none was any more.
#[derive(Debug, Default)]
struct Watched {
    /// Memory of the server.
    resident: u64,
    /// Of one of them, and of all.
    unsent: u64,
    unsent_in_all: u64,
    /// Those of each kind who are held in the end.
    left: [usize; KINDS.len()],
}

pub async fn strike(torture: &mut Torture, engine: Engine) -> anyhow::Result<Told> {
    let (scale, seed) = (torture.scale, torture.seed);
    let mut stand = torture.stand(engine).await?;
    stand.start()?;
    let crowd = Crowd::begin(&stand, scale.lanes, seed);
    sleep(scale.while_well * 3).await;
    let (began, process) = (stand.journal.now(), Process::of(stand.pid()?));
    let memory = process.usage()?.resident;
    let mut hostile = JoinSet::new();
    let ports = begin(&stand, scale.hostile, &mut hostile).await?;
    let patience = if scale.waits_for_cuts { CUT } else { scale.while_ill * 3 };
    let watched = watch(&ports, stand.address.port(), process, patience).await?;
    let over = stand.journal.now();
    hostile.shutdown().await;
    let back = stand.answers_again(Duration::from_secs(5)).await;
    crowd.end().await?;
    stand.kill();
    let entries = stand.journal.entries()?;
    let (before, during) = (quickness(&entries, Duration::ZERO, began), quickness(&entries, began, over));
    let mut told = Told::of(&entries, stand.check().await?);
    told.recovers(back, "slow clients");
    if scale.waits_for_cuts {
        let left = KINDS.iter().zip(watched.left).filter(|(_, left)| *left > 0);
        let said: Vec<String> = left.map(|(kind, left)| format!("{kind:?} {left}")).collect();
        told.demand(said.is_empty(), format!("held after {} s: {}", CUT.as_secs(), said.join(", ")));
    }
    let grown = watched.resident.saturating_sub(memory);
    let may = MEMORY_BESIDE + MEMORY_EACH * ports.len() as u64;
    told.demand(grown <= may, format!("the server took {} KiB more, and may {}", grown >> 10, may >> 10));
    told.demand(
        watched.unsent <= UNSENT_EACH,
        format!("the system held {} KiB of one client's replies, and may {}", watched.unsent >> 10, UNSENT_EACH >> 10),
    );
    let limit = if scale.waits_for_cuts { QUICK } else { QUICK.max(before.1 * SLOWER) };
    told.demand(
        during.0 > 0 && during.1 < limit,
        format!("honest p99 {} ms, and may {} ms", during.1.as_millis(), limit.as_millis()),
    );
    told.notes.push(format!(
        "{} of each of {} kinds, {} s; the server took {} KiB more, the system held {} KiB of replies for one of them, {} KiB in all",
        scale.hostile,
        KINDS.len(),
        over.saturating_sub(began).as_secs(),
        grown >> 10,
        watched.unsent >> 10,
        watched.unsent_in_all >> 10
    ));
    told.notes.push(format!("honest p99 {} ms before, {} ms meanwhile", before.1.as_millis(), during.1.as_millis()));
    Ok(told)
}

/// Lets them all in and begin; the ports they come from, by which the system knows them.
async fn begin(stand: &Stand<'_>, count: usize, hostile: &mut JoinSet<()>) -> anyhow::Result<Vec<(Kind, u16)>> {
    let mut ports = Vec::with_capacity(count * KINDS.len());
    for number in 0..count * KINDS.len() {
        let kind = KINDS[number % KINDS.len()];
        let bytes = bytes(kind, &stand.campus, number);
        let stream = connect(stand.address, kind).await?;
        ports.push((kind, stream.local_addr()?.port()));
        hostile.spawn(async move {
            match kind {
                Kind::Head | Kind::Body => drip(stream, &bytes).await,
                Kind::NeverReads => ask_without_end(stream, &bytes, Duration::from_millis(20)).await,
                Kind::Floods => ask_without_end(stream, &bytes, Duration::ZERO).await,
                Kind::HalfCloses => say_all(stream, &bytes).await,
                Kind::Trickles => read_slowly(stream, &bytes).await,
            }
        });
    }
    Ok(ports)
}

/// Looks at what is held of them until nothing is, or patience ends.
async fn watch(ports: &[(Kind, u16)], server: u16, process: Process, patience: Duration) -> anyhow::Result<Watched> {
    let (began, mut watched) = (Instant::now(), Watched::default());
    loop {
        let held = sockets::of(server)?;
        let theirs = || ports.iter().filter_map(|(kind, port)| Some((*kind, held.get(port)?.unsent)));
        watched.resident = watched.resident.max(process.usage()?.resident);
        watched.unsent = watched.unsent.max(theirs().map(|(_, unsent)| unsent).max().unwrap_or_default());
        watched.unsent_in_all = watched.unsent_in_all.max(theirs().map(|(_, unsent)| unsent).sum());
        watched.left = KINDS.map(|kind| theirs().filter(|(of, _)| *of == kind).count());
        if watched.left.iter().sum::<usize>() == 0 || began.elapsed() > patience {
            return Ok(watched);
        }
        sleep(Duration::from_millis(250)).await;
    }
}

async fn connect(address: SocketAddr, kind: Kind) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if !matches!(kind, Kind::Head | Kind::Body) {
        // Little room, so that the server notices soon.
        socket.set_recv_buffer_size(4_096)?;
    }
    socket.connect(address).await
}

/// What each kind says; a body belongs to somebody with a session, so that it is waited for, and half of them go to the sandbox,
/// which reads bodies of its own.
fn bytes(kind: Kind, campus: &Campus, number: usize) -> Vec<u8> {
    let person = &campus.people[number % campus.people.len()];
    let get = |path: &str| Request::get(path).cookie(&person.cookie).bytes();
    match kind {
        Kind::Head => format!("GET /api/checklogged HTTP/1.1\r\nhost: localhost\r\nx-slow: {}", "x".repeat(400)).into(),
        Kind::Body => {
            let to = if number.is_multiple_of(2) { "/api/complete" } else { "/sandbox/checkout/pay" };
            Request::post(to).cookie(&person.cookie).json(" ".repeat(400)).bytes()
        }
        // Some 15 KB each, made for each.
        Kind::NeverReads => get("/api/post/getallcontest"),
        Kind::Floods => get("/api/checklogged").repeat(20),
        Kind::HalfCloses | Kind::Trickles => get("/api/post/getallcontest").repeat(20),
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

/// Asks again and again and reads nothing, until the server hangs up.
async fn ask_without_end(mut stream: TcpStream, request: &[u8], pause: Duration) {
    while stream.write_all(request).await.is_ok() {
        sleep(pause).await;
    }
}

/// Says that nothing more comes, and stays.
async fn say_all(mut stream: TcpStream, requests: &[u8]) {
    // Whoever cannot even ask is gone already.
    let _ = stream.write_all(requests).await;
    let _ = stream.shutdown().await;
    std::future::pending::<()>().await;
}

/// A byte at a time the other way round, until the server hangs up.
async fn read_slowly(mut stream: TcpStream, requests: &[u8]) {
    if stream.write_all(requests).await.is_err() {
        return;
    }
    while stream.read_exact(&mut [0; 1]).await.is_ok() {
        sleep(TRICKLE).await;
    }
}
