//! Middlebox between the browser and the proxies. To the browser it is everything there is below `*.localhost`: the
//! hall with its frames, a page for each person at an origin of their own, and the calls of that page, which it passes
//! on to the proxies in the person's name, or disturbs.
//!
//! HTTP is read and written by hand, because no server of a library cuts a reply in its head.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use quad_kernel::clock::Clock;
use quad_kernel::ids::Random;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::disturbance::{self, ALL, Call, Disturbance};
use super::exchange::Exchange;
use super::people::People;
use super::proxies::{NAME, Proxy};

/// Where the outbox sends an answer.
const ANSWER: &str = "/api/post/answer";
/// How the address ends at which a page asks for the own attempt.
const ATTEMPT: &str = "/attempt";
/// Headers of the browser that are not passed on: the person's and Quad's own names stand in their place.
const OWN_HEADERS: [&str; 7] =
    ["host", "connection", "cookie", "origin", "referer", "content-length", "accept-encoding"];
/// Headers of Quad that the browser gets; the mark is among them, without which the web client believes no answer.
const PASSED_HEADERS: [&str; 5] = ["content-type", "retry-after", "cache-control", "date", "x-quad"];
/// A browser that is never answered lets go before this.
const SWALLOWED_FOR: Duration = Duration::from_mins(1);
/// Longest delay, and what is added to it beyond the patience of the outbox.
const DELAY_MS: u64 = 3_000;
const BEYOND_PATIENCE: Duration = Duration::from_secs(12);
/// A request whose body was cut is let go after this.
const CUT_WITHIN: Duration = Duration::from_millis(300);
/// More headers and larger bodies than this are not of our pages.
const MOST_HEADERS: usize = 64;
const LONGEST: usize = 1024 * 1024;

/// The middlebox; it ends when it is dropped.
#[derive(Debug)]
pub struct Middlebox {
    /// Where the browser finds it.
    pub address: SocketAddr,
    core: Arc<Core>,
    _work: JoinSet<()>,
}

/// What all its connections share.
#[derive(Debug)]
struct Core {
    people: Arc<People>,
    proxies: Vec<Proxy>,
    page: Vec<u8>,
    random: Random,
    /// Of a thousand calls so many are disturbed.
    permille: AtomicU64,
    /// Nobody begins any more.
    is_closed: AtomicBool,
    counts: [AtomicUsize; ALL.len()],
    calls: AtomicUsize,
    bodies: Exchange<Vec<u8>>,
    /// For each kind of call that is exchanged.
    replies: [Exchange<Option<Vec<u8>>>; 2],
    /// Each leaves its number and where it waits for the other's reply.
    another: [Exchange<Waiting>; 2],
}

/// The number of a reply, and where it waits for the other's.
type Waiting = (usize, oneshot::Sender<Option<Vec<u8>>>);

/// What is said to the browser.
enum Said {
    Reply(Vec<u8>),
    /// This much, and the connection ends.
    Cut(Vec<u8>),
    Nothing,
}

struct Request {
    method: String,
    path: String,
    host: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Middlebox {
    /// Listens; `page` is the script of a person's page.
    pub async fn start(people: Arc<People>, proxies: Vec<Proxy>, page: Vec<u8>, seed: u64) -> anyhow::Result<Self> {
        let core = Arc::new(Core {
            people,
            proxies,
            page,
            random: Random::seeded(seed),
            permille: AtomicU64::new(0),
            is_closed: AtomicBool::new(false),
            counts: std::array::from_fn(|_| AtomicUsize::new(0)),
            calls: AtomicUsize::new(0),
            bodies: Exchange::default(),
            replies: [Exchange::default(), Exchange::default()],
            another: [Exchange::default(), Exchange::default()],
        });
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let mut work = JoinSet::new();
        let shared = Arc::clone(&core);
        work.spawn(async move {
            let mut connections = JoinSet::new();
            loop {
                tokio::select! {
                    accepted = listener.accept() => if let Ok((stream, _)) = accepted {
                        let core = Arc::clone(&shared);
                        connections.spawn(async move {
                            // A browser that lets go is no failure of ours.
                            let _ = core.serve(stream).await;
                        });
                    },
                    Some(_) = connections.join_next() => {}
                }
            }
        });
        Ok(Self { address, core, _work: work })
    }

    /// From now on so many of a thousand calls are disturbed.
    pub fn disturb(&self, permille: u64) {
        self.core.permille.store(permille, Ordering::Relaxed);
    }

    /// Nobody takes a seat in the hall any more.
    pub fn close(&self) {
        self.core.is_closed.store(true, Ordering::Relaxed);
    }

    /// How many calls there were, and how often each disturbance happened, with its words.
    pub fn counts(&self) -> (usize, Vec<(&'static str, usize)>) {
        let count = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        let each = ALL.iter().zip(&self.core.counts).map(|((_, words, _), counted)| (*words, count(counted)));
        (count(&self.core.calls), each.collect())
    }
}

impl Core {
    async fn serve(&self, mut stream: TcpStream) -> std::io::Result<()> {
        stream.set_nodelay(true)?;
        let mut buffer = Vec::new();
        while let Some(request) = read(&mut stream, &mut buffer).await? {
            match self.answer(&request).await {
                Said::Reply(bytes) => stream.write_all(&bytes).await?,
                Said::Cut(bytes) => return stream.write_all(&bytes).await,
                Said::Nothing => {
                    // Until the browser gives up.
                    let _ = timeout(SWALLOWED_FOR, stream.read(&mut [0])).await;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    async fn answer(&self, request: &Request) -> Said {
        let label = request.host.split('.').next().unwrap_or_default();
        let who = label.strip_prefix('u').and_then(|number| number.parse::<usize>().ok());
        let path = request.path.split('?').next().unwrap_or_default();
        match (who, path) {
            (Some(who), path) if path.starts_with("/api/") => self.call(who, request).await,
            (Some(who), "/") => Said::Reply(match self.people.load(who, Clock::System.now()) {
                Some(part) => html(&format!("<script>PART={part}</script><script src=/person.js></script>")),
                None => disturbance::reply(404, &[], b""),
            }),
            (Some(_), "/person.js") => {
                Said::Reply(disturbance::reply(200, &[("content-type", "text/javascript")], &self.page))
            }
            (Some(who), "/reports") => {
                let status = if self.people.report(who, &request.body) { 200 } else { 400 };
                Said::Reply(disturbance::reply(status, &[], b""))
            }
            (Some(_), "/portal") => Said::Reply(disturbance::portal()),
            (None, "/") => Said::Reply(html(HALL)),
            (None, "/next") => {
                let is_closed = self.is_closed.load(Ordering::Relaxed);
                let next = if is_closed { None } else { self.people.take_next() };
                let text = serde_json::json!(next.map(|who| format!("u{who}"))).to_string();
                Said::Reply(disturbance::reply(200, &[("cache-control", "no-store")], text.as_bytes()))
            }
            _ => Said::Reply(disturbance::reply(404, &[], b"")),
        }
    }

    /// A call of a person's page.
    async fn call(&self, who: usize, request: &Request) -> Said {
        let number = self.calls.fetch_add(1, Ordering::Relaxed);
        let call = match request.method.as_str() {
            "POST" if request.path == ANSWER => Call::Answer,
            "GET" if request.path.ends_with(ATTEMPT) => Call::Attempt,
            _ => Call::Other,
        };
        let drawn = disturbance::draw(&self.random, self.permille.load(Ordering::Relaxed), call);
        if let Some(place) = ALL.iter().position(|(one, ..)| *one == drawn) {
            self.counts[place].fetch_add(1, Ordering::Relaxed);
        }
        let deliver = || self.deliver(who, request, &request.body);
        let foreign = || Said::Reply(disturbance::foreign(&self.random));
        let delay = || Duration::from_millis(self.random.below(DELAY_MS));
        match drawn {
            Disturbance::None => told(deliver().await),
            Disturbance::Foreign => foreign(),
            Disturbance::ForeignAfter => {
                deliver().await;
                foreign()
            }
            Disturbance::Swallowed => Said::Nothing,
            Disturbance::SwallowedAfter => {
                deliver().await;
                Said::Nothing
            }
            Disturbance::Cut => Said::Cut(Vec::new()),
            Disturbance::CutRequest => {
                self.deliver_half(who, request).await;
                Said::Cut(Vec::new())
            }
            Disturbance::CutAfter => {
                deliver().await;
                Said::Cut(Vec::new())
            }
            Disturbance::CutHead => Said::Cut(cut(deliver().await, |_| 30)),
            Disturbance::CutBody => Said::Cut(cut(deliver().await, |reply| {
                let body = reply.windows(4).position(|four| four == b"\r\n\r\n").map_or(0, |head| head + 4);
                usize::midpoint(body, reply.len())
            })),
            Disturbance::Delayed => {
                sleep(delay()).await;
                told(deliver().await)
            }
            Disturbance::DelayedLong => {
                sleep(BEYOND_PATIENCE + delay()).await;
                told(deliver().await)
            }
            Disturbance::Doubled => {
                let later = async {
                    sleep(delay() / 2).await;
                    deliver().await
                };
                let (first, second) = tokio::join!(deliver(), later);
                told(if self.random.below(2) == 0 { first } else { second })
            }
            Disturbance::BodiesExchanged => {
                let others = self.bodies.trade(request.body.clone()).await;
                told(self.deliver(who, request, others.as_ref().unwrap_or(&request.body)).await)
            }
            Disturbance::RepliesExchanged => {
                let own = deliver().await;
                told(self.replies[usize::from(call == Call::Answer)].trade(own.clone()).await.unwrap_or(own))
            }
            Disturbance::ReplyOfAnother => self.reply_of_another(number, who, request, call).await,
        }
    }

    /// Of two the first is delivered and hears nothing; the other is not, and is told what was said to the first.
    async fn reply_of_another(&self, number: usize, who: usize, request: &Request, call: Call) -> Said {
        let (sender, receiver) = oneshot::channel();
        match self.another[usize::from(call == Call::Answer)].trade((number, sender)).await {
            None => told(self.deliver(who, request, &request.body).await),
            Some((other, theirs)) if number < other => {
                // Who does not wait any more is told nothing.
                let _ = theirs.send(self.deliver(who, request, &request.body).await);
                Said::Cut(Vec::new())
            }
            Some(_) => told(receiver.await.ok().flatten()),
        }
    }

    /// Passes a request on in the person's name, with this body. Nothing when there was no reply.
    async fn deliver(&self, who: usize, request: &Request, body: &[u8]) -> Option<Vec<u8>> {
        let bytes = self.passed_on(who, request, body)?;
        let proxy = self.any_proxy()?;
        let mut connection = proxy.connection();
        let told = {
            let reply = connection.send(&bytes).await.ok()?;
            let heads = PASSED_HEADERS.iter().filter_map(|name| Some((*name, reply.head(name)?)));
            disturbance::reply(reply.status, &heads.collect::<Vec<_>>(), reply.body)
        };
        proxy.keep(connection);
        Some(told)
    }

    /// Passes a request on as far as the middle of its body.
    async fn deliver_half(&self, who: usize, request: &Request) {
        if let (Some(mut bytes), Some(proxy)) = (self.passed_on(who, request, &request.body), self.any_proxy()) {
            bytes.truncate(bytes.len() - request.body.len() / 2);
            // Its reply cannot come; the connection goes with it.
            let _ = timeout(CUT_WITHIN, proxy.connection().send(&bytes)).await;
        }
    }

    fn any_proxy(&self) -> Option<&Proxy> {
        self.proxies.get(self.random.below(self.proxies.len() as u64) as usize)
    }

    /// A request as it goes to a proxy: in the person's name, and to Quad's.
    fn passed_on(&self, who: usize, request: &Request, body: &[u8]) -> Option<Vec<u8>> {
        let cookie = &self.people.campus.people.get(who)?.cookie;
        let mut text = format!("{} {} HTTP/1.1\r\nhost: {NAME}\r\n", request.method, request.path);
        for (name, value) in request.headers.iter().filter(|(name, _)| !OWN_HEADERS.contains(&name.as_str())) {
            text.extend([name, ": ", value, "\r\n"]);
        }
        // Behind https the cookie has a name that only https may set.
        text.extend(["cookie: __Host-", cookie, "\r\norigin: https://", NAME]);
        text.extend(["\r\ncontent-length: ", &body.len().to_string(), "\r\n\r\n"]);
        Some([text.as_bytes(), body].concat())
    }
}

/// As much of a reply as comes before the connection ends.
fn cut(reply: Option<Vec<u8>>, at: impl Fn(&[u8]) -> usize) -> Vec<u8> {
    let mut reply = reply.unwrap_or_default();
    reply.truncate(at(&reply));
    reply
}

fn told(reply: Option<Vec<u8>>) -> Said {
    reply.map_or_else(|| Said::Cut(Vec::new()), Said::Reply)
}

fn html(body: &str) -> Vec<u8> {
    let heads = [("content-type", "text/html; charset=utf-8"), ("cache-control", "no-store")];
    disturbance::reply(200, &heads, format!("<!doctype html><meta charset=utf-8><body>{body}").as_bytes())
}

/// Reads the next request; nothing at the end of the connection.
async fn read(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> std::io::Result<Option<Request>> {
    loop {
        if let Some((request, end)) = parsed(buffer)? {
            buffer.drain(..end);
            return Ok(Some(request));
        }
        if stream.read_buf(buffer).await? == 0 || buffer.len() > LONGEST {
            return Ok(None);
        }
    }
}

/// A request that is there as a whole, and where it ends.
fn parsed(buffer: &[u8]) -> std::io::Result<Option<(Request, usize)>> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let httparse::Status::Complete(start) = head.parse(buffer).map_err(std::io::Error::other)? else { return Ok(None) };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let headers: Vec<(String, String)> =
        head.headers.iter().map(|header| (header.name.to_ascii_lowercase(), text(header.value))).collect();
    let value = |name: &str| headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let length: usize = value("content-length").and_then(|length| length.parse().ok()).unwrap_or_default();
    let host = value("host").unwrap_or_default().to_owned();
    let end = start.saturating_add(length);
    let Some(body) = buffer.get(start..end).map(<[u8]>::to_vec) else { return Ok(None) };
    let (method, path) = (head.method.unwrap_or_default().to_owned(), head.path.unwrap_or_default().to_owned());
    Ok(Some((Request { method, path, host, headers, body }, end)))
}

/// The page with the frames: each seat is taken by one person after the other. A seat whose person is not done in time is
/// given to the next; the person stays.
const HALL: &str = r"<script>
const seats = Number(new URLSearchParams(location.search).get('seats'))
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const waiting = new Map()
addEventListener('message', ({ source }) => waiting.get(source)?.())
async function seat() {
  for (;;) {
    const next = await fetch('/next').then((reply) => reply.json()).catch(() => null)
    if (next === null) return
    const frame = document.createElement('iframe')
    frame.src = `http://${next}.localhost:${location.port}/`
    frame.width = frame.height = 8
    document.body.append(frame)
    const done = new Promise((resolve) => waiting.set(frame.contentWindow, resolve))
    const gone = done.then(() => { waiting.delete(frame.contentWindow); frame.remove() })
    await Promise.race([gone, sleep(75000)])
  }
}
for (let number = 0; number < seats; number += 1) setTimeout(seat, number * 50)
</script>";

#[cfg(test)]
mod tests {
    use quad_testbed::campus::{Campus, Plan};

    use super::*;

    #[test]
    fn a_request_is_read_when_it_is_whole_and_what_follows_stays() {
        let bytes =
            b"POST /api/post/answer HTTP/1.1\r\nHost: u7.localhost:1\r\nContent-Length: 2\r\n\r\n{}GET / HTTP/1.1\r\n";
        for end in [10, 40, bytes.len() - 19] {
            assert!(parsed(&bytes[..end]).expect("no nonsense").is_none(), "{end}");
        }
        let (request, end) = parsed(bytes).expect("no nonsense").expect("whole");
        assert_eq!(
            (request.method.as_str(), request.path.as_str(), request.body.as_slice()),
            ("POST", ANSWER, &b"{}"[..])
        );
        assert_eq!((request.host.as_str(), &bytes[end..]), ("u7.localhost:1", &b"GET / HTTP/1.1\r\n"[..]));
        assert!(parsed(b"\x16\x03\x01").is_err());
    }

    async fn asked(middlebox: &Middlebox, host: &str, path: &str) -> String {
        let mut stream = TcpStream::connect(middlebox.address).await.expect("it listens");
        let text = format!("GET {path} HTTP/1.1\r\nhost: {host}.localhost\r\n\r\n");
        stream.write_all(text.as_bytes()).await.expect("sent");
        let mut said = vec![0; 64 * 1024];
        let length = stream.read(&mut said).await.expect("something");
        String::from_utf8_lossy(&said[..length]).into_owned()
    }

    #[tokio::test]
    async fn the_hall_seats_one_after_the_other_and_each_has_a_page() {
        let campus = Arc::new(Campus::new(&Plan { people: 2, contests: vec![(5, 2, false)], ..Plan::default() }));
        let people = Arc::new(People::new(&campus, vec![Clock::System.now()], 1));
        let middlebox = Middlebox::start(people, Vec::new(), b"script".to_vec(), 1).await.expect("it listens");
        assert!(asked(&middlebox, "hall", "/?seats=1").await.contains("iframe"));
        assert!(asked(&middlebox, "hall", "/next").await.ends_with("\r\n\r\n\"u0\""));
        middlebox.close();
        assert!(asked(&middlebox, "hall", "/next").await.ends_with("\r\n\r\nnull"));
        assert!(asked(&middlebox, "u1", "/").await.contains(&campus.people[1].name));
        assert!(asked(&middlebox, "u2", "/").await.starts_with("HTTP/1.1 404"));
        assert!(asked(&middlebox, "u1", "/person.js").await.ends_with("script"));
        assert_eq!(asked(&middlebox, "u1", "/api/site").await, "", "there is no proxy: the connection ends");
        middlebox.disturb(1_000);
        for _ in 0..8 {
            asked(&middlebox, "u1", "/reports").await;
        }
        assert_eq!(middlebox.counts().0, 1, "only calls are disturbed");
    }
}
