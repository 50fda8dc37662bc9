//! Reverse proxies. Stories of Quad behind nginx, Caddy, HAProxy and Apache, with the files of packaging/ and https: what people
//! do works through them, live updates come at once and stay, the visitor's address is the visitor's, and nobody is told
//! things in another tone. Under load no answer is lost or stored under another person, also when Quad is killed meanwhile.
//! Behind two on one PostgreSQL nobody notices that one of them goes and comes back.

use std::collections::HashSet;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quad_db::scratch;
use quad_kernel::clock::{Clock, Time};
use reqwest::{Client, Method};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::cli::quad;
use crate::harness::ports::free_port;
use crate::harness::proxy::{Kind, NAME, Proxy};
use crate::harness::{
    Answer, Browser, EventStream, Form, Made, PASSWORD, Process, S3Server, lent, made, postgres_server, question,
};

/// The visitor's: not the one the proxy has towards Quad.
pub const VISITOR: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 7));

/// What a browser accepts that goes to an address.
const WANTS_PAGE: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

fn served(folder: &std::path::Path, at: SocketAddr, proxy: &Proxy, store: &S3Server) -> Process {
    let mut settings = store.settings("");
    settings.extend([
        ("QUAD_PUBLIC_URL", proxy.url()),
        ("QUAD_BEHIND_PROXY", "true".to_owned()),
        ("QUAD_BILLING", "off".to_owned()),
    ]);
    let words = ["serve", "--listen", &at.to_string(), "--data-dir", &folder.display().to_string()];
    Process::typed(&words.map(str::to_owned), &lent(&settings))
}

fn moment(seconds: i64) -> String {
    Time(Clock::System.now().0 + seconds * 1000).to_rfc3339()
}

pub async fn poll(owner: &Browser) -> String {
    let options: Vec<Value> = ["Yes", "No"].iter().map(|name| json!({"name": name, "count": []})).collect();
    let asked = json!({"Title": "Where to?", "Organization": "Hobby Club", "Optionsize": 2, "Participate": options,
        "Totalvoter": [], "Starttime": moment(0), "Endtime": moment(3600)});
    let made = owner.post("/voting/create", asked).await.expect(201);
    made["poll"]["id"].as_str().expect("an id").to_owned()
}

/// Told to come again, as Quad says it.
#[track_caller]
pub fn told_to_come_again(answer: Answer) {
    assert!(answer.headers.contains_key("retry-after"), "{answer:?}");
    answer.refused(503, "unavailable");
}

/// No Quad is there: whoever goes on asking over a kept connection is told so each time, also behind a body that nobody reads.
async fn told_each_time(browser: &Browser) {
    let large = Form::new().file("image", "me.png", &vec![0; 3 << 20]);
    for _ in 0..3 {
        told_to_come_again(browser.get("/site").await);
        told_to_come_again(browser.post("/voting/vote", json!({"pollId": "1", "index": 0})).await);
        told_to_come_again(browser.send_form(Method::PUT, "/account/picture", large.clone()).await);
    }
}

/// While no Quad is there whoever wants a page gets one, which loads itself again; whoever calls gets the problem document.
async fn a_page_says_that_quad_is_away_behind(kind: Kind) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let Some(proxy) = Proxy::start(kind, &[free_port()]) else { return };
    // All at once: each proxy tries a while before it says so.
    let mut asking = JoinSet::new();
    for browser in [proxy.browser(VISITOR), proxy.older_browser(VISITOR)] {
        // Out of /api, where calls are.
        for path in ["/../", "/../contest/7/room", "/../apiary?q=%2Fapi%2F", "/../media/7"] {
            for method in [Method::GET, Method::HEAD] {
                asking.spawn(shown_a_page(browser.clone(), method, path));
            }
        }
        // Calls, whatever they accept, and what the app fetches.
        for accept in [WANTS_PAGE, "*/*", "application/json"] {
            for (method, path) in [(Method::GET, "/site"), (Method::POST, "/login"), (Method::POST, "/../contest")] {
                let browser = browser.clone();
                asking.spawn(async move {
                    let body = (method == Method::POST).then(|| json!({}));
                    told_to_come_again(browser.ask(method, path, body, &[("accept", accept)]).await);
                });
            }
        }
        asking.spawn(async move {
            told_to_come_again(browser.ask(Method::GET, "/../assets/app.js", None, &[("accept", "*/*")]).await);
        });
    }
    while let Some(asked) = asking.join_next().await {
        asked.expect("as it should be");
    }
}

async fn shown_a_page(browser: Browser, method: Method, path: &str) {
    let said = browser.ask(method.clone(), path, None, &[("accept", WANTS_PAGE)]).await;
    let head = |name: &str| said.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    assert_eq!(said.status, 503, "{method} {path}");
    assert!(head("content-type").starts_with("text/html"), "{method} {path}: {said:?}");
    assert_eq!((head("cache-control"), head("retry-after")), ("no-store", "2"), "{method} {path}");
    assert!(!said.headers.contains_key("x-quad"), "{method} {path}: {said:?}");
    let page = String::from_utf8_lossy(&said.bytes);
    if method == Method::GET {
        assert!(page.contains("Quad is being restarted") && page.contains("http-equiv=\"refresh\""), "{page}");
        // Nothing that would have to be fetched from where nobody is.
        assert!(!["<script", "src=", "href=", "url("].iter().any(|word| page.contains(word)), "{page}");
    }
}

/// Waits until the proxy knows that Quad is there: a proxy that asks now and then learns it with the next question.
pub async fn ready(browser: &Browser) {
    let began = Instant::now();
    while browser.get("/site").await.status != 200 {
        assert!(began.elapsed() < Duration::from_secs(20), "the proxy does not notice Quad");
        sleep(Duration::from_millis(50)).await;
    }
}

/// Before anybody has set `public_url`: the port that people type arrives, and Quad's own pages are no other website.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn its_own_pages_may_change_something_on_any_port() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    for kind in [Kind::Nginx, Kind::Caddy, Kind::Haproxy, Kind::Apache] {
        let at = free_port();
        let Some(proxy) = Proxy::start(kind, &[at]) else { continue };
        let folder = tempfile::tempdir().expect("a folder");
        let words = ["serve", "--listen", &at.to_string(), "--data-dir", &folder.path().display().to_string()];
        let _server = Process::typed(&words.map(str::to_owned), &[("QUAD_BEHIND_PROXY", "true")]);
        let nobody = proxy.browser(VISITOR);
        ready(&nobody).await;
        let log_in = || Some(json!({"email": "nobody@meridian.example", "passWord": PASSWORD}));
        let said = nobody.ask(Method::POST, "/login", log_in(), &[("origin", &proxy.url())]).await;
        assert!(![403, 502, 503].contains(&said.status.as_u16()), "{kind:?}: {said:?}");
        let foreign = nobody.ask(Method::POST, "/login", log_in(), &[("origin", "https://elsewhere.example")]).await;
        foreign.refused(403, "cross_site");
    }
}

async fn everything_works_behind(kind: Kind) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let at = free_port();
    let Some(proxy) = Proxy::start(kind, &[at]) else { return };
    let mut store = S3Server::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let ada = proxy.browser(VISITOR);
    for browser in [&ada, &proxy.older_browser(VISITOR)] {
        told_each_time(browser).await;
    }
    let server = served(folder.path(), at, &proxy, &store);
    ready(&ada).await;

    // From http to https.
    let followed = Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build().expect("a client");
    let asked = followed.get(format!("http://{}/contest", proxy.plain)).header("host", NAME);
    let sent = asked.send().await.expect("an answer");
    let to = sent.headers()["location"].to_str().expect("an address").to_owned();
    assert!(sent.status() == 308 && to.starts_with(&format!("https://{NAME}")) && to.ends_with("/contest"), "{to}");
    assert_eq!(agreed_on(&proxy).await.as_deref(), Some(&b"h2"[..]), "browsers may share one connection");

    let person = json!({"fullName": "Ada Rao", "email": "ada@meridian.example", "contact": "9000000001", "role": "USER",
        "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
    ada.post("/register", person).await.expect(201);
    // Whoever writes an address into the request is not believed.
    let log_in = json!({"email": "ada@meridian.example", "passWord": PASSWORD});
    let claimed = [("x-forwarded-for", "203.0.113.9"), ("origin", &proxy.url())];
    let said = ada.ask(Method::POST, "/login", Some(log_in), &claimed).await;
    let cookies: Vec<_> = said.headers.get_all("set-cookie").iter().filter_map(|line| line.to_str().ok()).collect();
    assert!(cookies.iter().any(|line| line.starts_with("__Host-quad_session=")), "{cookies:?}");
    assert!(said.headers.contains_key("strict-transport-security"));
    said.expect(200);
    for claim in ["203.0.113.9, 198.51.100.1:80", "\"[2001:db8::1]:443\"", "unknown", "203.0.113.9,", ""] {
        let log_in = json!({"email": "ada@meridian.example", "passWord": PASSWORD});
        let claimed = [("x-forwarded-for", claim), ("forwarded", "for=203.0.113.9"), ("x-real-ip", "203.0.113.9")];
        ada.ask(Method::POST, "/login", Some(log_in), &claimed).await.expect(200);
    }
    let (done, said) = quad(folder.path(), &["admin", "sessions", "ada@meridian.example"]);
    let from = said.lines().filter(|line| line.contains(" from ")).count();
    assert!(done && from >= 1 && said.matches(&format!(" from {VISITOR},")).count() == from, "{said}");
    let foreign = [("origin", "https://elsewhere.example")];
    ada.ask(Method::POST, "/logout", None, &foreign).await.refused(403, "cross_site");

    // Live updates come at once, and a silent stream stays.
    let poll = poll(&ada).await;
    let opened = Instant::now();
    let mut stream = ada.follow(&[&format!("poll:{poll}")]).await;
    assert_eq!(stream.event_called("poll").await["voters"], 0);
    assert!(opened.elapsed() < Duration::from_secs(10), "the first event waited {:?}", opened.elapsed());
    let voted = Instant::now();
    ada.post("/voting/vote", json!({"pollId": poll, "index": 0, "userId": ""})).await.expect(200);
    assert_eq!(stream.event_called("poll").await["voters"], 1);
    assert!(voted.elapsed() < Duration::from_secs(10), "{:?}", voted.elapsed());
    // The first soon after the beginning, the next as long as it is quiet.
    for _ in 0..2 {
        let sign_of_life = tokio::time::timeout(Duration::from_secs(18), stream.block()).await;
        assert!(sign_of_life.is_ok_and(|block| block.is_some_and(|block| block.starts_with(':'))), "every 15 s");
    }

    // More open pages than Debian's Apache has threads, each with a connection of its own: whoever comes then is answered.
    let crowd = tokio::time::timeout(Duration::from_mins(2), full_hall(&proxy, &poll)).await;
    let crowd = crowd.expect("everybody's stream opens");
    let late = tokio::time::timeout(Duration::from_mins(1), proxy.older_browser(VISITOR).get("/site")).await;
    late.expect("an answer beside all the streams").expect(200);
    drop(crowd);

    // Pictures, as large as they may be, and larger: Quad itself says so.
    let picture = made::padded(&made::png(&made::quadrants(400, 300)), 10_000_000);
    let said = ada.set_picture("me.png", &picture).await.expect(200);
    let key = said["user"]["picture"]["key"].as_str().expect("a key").to_owned();
    let path = format!("/media/{key}/400");
    assert_eq!(ada.get(&path).await.status, 200);
    let over = ada.set_picture("me.png", &made::padded(&picture, 10_485_761)).await.refused(400, "invalid");
    assert!(over["message"].as_str().is_some_and(|say| say.contains("larger than 10 MB")), "{over}");
    let guest = proxy.browser(VISITOR);
    let older = [proxy.older_browser(VISITOR), proxy.older_browser(VISITOR)];
    older[0].post("/login", json!({"email": "ada@meridian.example", "passWord": PASSWORD})).await.expect(200);
    // The second is more than Quad reads before it says so.
    for mebibytes in [33, 80] {
        let huge = Form::new().file("image", "me.png", &vec![0; mebibytes << 20]);
        for ada in [&ada, &older[0]] {
            ada.send_form(Method::PUT, "/account/picture", huge.clone()).await.refused(413, "too_large");
            ada.get("/checklogged").await.expect(200);
        }
        for guest in [&guest, &older[1]] {
            guest.send_form(Method::PUT, "/account/picture", huge.clone()).await.refused(401, "logged_out");
            guest.get("/site").await.expect(200);
        }
    }

    // Quad's own word to come again passes as it is, and so does what Quad is not there to say.
    store.go_away().await;
    let said = ada.get(&path).await;
    assert!(said.body["message"].as_str().is_some_and(|say| say.starts_with("Pictures")), "{said:?}");
    told_to_come_again(said);
    store.come_back().await;
    drop(stream);
    assert!(server.stop().await.success());
    told_to_come_again(ada.get("/checklogged").await);
    let server = served(folder.path(), at, &proxy, &store);
    assert_eq!(ada.get("/checklogged").await.expect(200)["user"]["email"], "ada@meridian.example");
    assert_eq!(ada.get(&path).await.status, 200);
    assert!(server.stop().await.success());
}

/// 200 streams that stay open, each over HTTP/1.1.
async fn full_hall(proxy: &Proxy, poll: &str) -> Vec<EventStream> {
    let mut streams = Vec::new();
    for person in 0..25 {
        let mut browser = proxy.older_browser(VISITOR);
        enter(&mut browser, &format!("hall{person}")).await;
        for _ in 0..8 {
            let mut stream = browser.follow(&[&format!("poll:{poll}")]).await;
            assert_eq!(stream.event_called("poll").await["voters"], 1);
            streams.push(stream);
        }
    }
    streams
}

/// Two on one PostgreSQL, under people who ask without end. One is killed and comes back; then each is restarted in turn, as on
/// an upgrade. Whatever was asked while nobody was being killed is answered as if nothing were.
async fn one_of_two_goes_and_comes_behind(kind: Kind) {
    let Some(postgres) = postgres_server() else { return };
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (at, folder) = ([free_port(), free_port()], tempfile::tempdir().expect("a folder"));
    let Some(proxy) = Proxy::start(kind, &at) else { return };
    let database = scratch::postgres(&postgres).await.expect("a fresh database");
    let serve = |which: usize| {
        let own = folder.path().join(which.to_string());
        let settings = [
            ("QUAD_DATABASE_URL", database.url.clone()),
            ("QUAD_PUBLIC_URL", proxy.url()),
            ("QUAD_BEHIND_PROXY", "true".to_owned()),
            ("QUAD_BILLING", "off".to_owned()),
        ];
        let words = ["serve", "--listen", &at[which].to_string(), "--data-dir", &own.display().to_string()];
        Process::typed(&words.map(str::to_owned), &lent(&settings))
    };
    let (first, second) = (serve(0), serve(1));
    let person = json!({"fullName": "Ada Rao", "email": "ada@meridian.example", "contact": "9000000001", "role": "USER",
        "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
    ready(&proxy.browser(VISITOR)).await;
    proxy.browser(VISITOR).post("/register", person).await.expect(201);
    let over = Arc::new(AtomicBool::new(false));
    let mut people = JoinSet::new();
    for number in 0..4 {
        let ada = if number < 2 { proxy.browser(VISITOR) } else { proxy.older_browser(VISITOR) };
        let over = Arc::clone(&over);
        ada.post("/login", json!({"email": "ada@meridian.example", "passWord": PASSWORD})).await.expect(200);
        people.spawn(async move {
            let mut bad: Vec<(Instant, Instant, String)> = Vec::new();
            let mut good = Vec::new();
            // What no proxy may send twice.
            let asked = json!({"contestId": "01890000-0000-7000-8000-000000000000"});
            while !over.load(Ordering::Relaxed) {
                let began = Instant::now();
                match ada.try_post("/checkcomplete", asked.clone()).await {
                    Some(answer) if answer.status == 404 => good.push(began),
                    said => {
                        bad.push((began, Instant::now(), format!("{said:?}")));
                        sleep(Duration::from_millis(50)).await;
                    }
                }
            }
            (good, bad)
        });
    }
    sleep(Duration::from_millis(700)).await;
    let kill = Instant::now();
    drop(first);
    let gone = Instant::now();
    sleep(Duration::from_secs(4)).await;
    let back = Instant::now();
    let first = serve(0);
    assert!(second.stop().await.success());
    let second = serve(1);
    // At once: whoever was away a moment ago is asked again.
    assert!(first.stop().await.success());
    let first = serve(0);
    over.store(true, Ordering::Relaxed);
    let (mut answered, mut broken) = (0, Vec::new());
    // By then every proxy has seen that one of them is away, and has the other do all of it.
    let is_known = |began: &Instant| *began > gone + Duration::from_secs(2) && *began < back;
    let (mut by_the_other, mut refused) = (0, 0);
    while let Some(ended) = people.join_next().await {
        let (good, bad) = ended.expect("somebody came to the end");
        answered += good.len();
        by_the_other += good.iter().filter(|began| is_known(began)).count();
        refused += bad.iter().filter(|(began, ..)| is_known(began)).count();
        broken.extend(bad.into_iter().filter(|(began, ended, _)| *began > gone || *ended < kill));
    }
    let at: Vec<_> = broken.iter().map(|(began, ended, _)| (*began - kill, *ended - *began)).collect();
    // Caddy sends no body twice, and learns within half a second who is away. Apache sends none twice either when a Quad that
    // ends closes a connection it has just been given.
    let may_be_told = match kind {
        _ if kind.is_caddy() => answered / 5,
        Kind::Apache => answered / 50,
        _ => 0,
    };
    assert!(
        by_the_other > 20 && refused * 20 <= by_the_other,
        "one of two away: {by_the_other} answered, {refused} refused"
    );
    assert!(broken.len() <= may_be_told, "{} of {answered}: {at:?} {:?}", broken.len(), broken[0].2);
    assert!(broken.iter().all(|(.., said)| said.contains("retry-after")), "{broken:?}");
    assert!(answered > 100, "{answered} answers are no load");
    for server in [first, second] {
        let ended = server.stop().await;
        assert!(ended.success(), "{ended}");
    }
}

/// Who answers at once; half of them by HTTP/2.
const PEOPLE: usize = 12;
const QUESTIONS: usize = 20;
const LETTERS: [&str; 4] = ["A", "B", "C", "D"];

/// What one person was told.
#[derive(Default)]
struct Told {
    /// Questions whose answer was acknowledged.
    saved: HashSet<usize>,
    answered: usize,
    to_come_again: usize,
    /// Anything else, and no answer at all.
    odd: Vec<String>,
}

/// Everybody answers without end, each in a way of the own. Quad is killed meanwhile and comes back, and is restarted in order.
/// Whatever was acknowledged stands under the one who gave it, and nothing that somebody else gave.
async fn answers_stay_with_their_people_behind(kind: Kind) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (at, folder) = (free_port(), tempfile::tempdir().expect("a folder"));
    let Some(proxy) = Proxy::start(kind, &[at]) else { return };
    let store = S3Server::start().await;
    let server = served(folder.path(), at, &proxy, &store);
    let mut owner = proxy.browser(VISITOR);
    ready(&owner).await;
    enter(&mut owner, "owner").await;
    let contest = contest(&owner).await;
    let over = Arc::new(AtomicBool::new(false));
    let mut people = JoinSet::new();
    let mut browsers = Vec::new();
    for number in 0..PEOPLE {
        let mut browser = if number % 2 == 0 { proxy.browser(VISITOR) } else { proxy.older_browser(VISITOR) };
        enter(&mut browser, &format!("student{number}")).await;
        browser.join(&contest).await;
        browsers.push(browser.clone());
        people.spawn(answer_without_end(browser, number, contest.clone(), Arc::clone(&over)));
    }
    sleep(Duration::from_millis(700)).await;
    drop(server);
    sleep(Duration::from_millis(700)).await;
    let server = served(folder.path(), at, &proxy, &store);
    sleep(Duration::from_millis(700)).await;
    assert!(server.stop().await.success());
    let server = served(folder.path(), at, &proxy, &store);
    sleep(Duration::from_millis(1_500)).await;
    over.store(true, Ordering::Relaxed);
    let (mut answered, mut refused) = (0, 0);
    while let Some(told) = people.join_next().await {
        let (number, told) = told.expect("somebody came to the end");
        assert!(told.odd.is_empty(), "{number}: {} odd: {:?}", told.odd.len(), told.odd[0]);
        let attempt = browsers[number].get(&format!("/contests/{}/attempt", contest.id)).await.expect(200);
        let stored = attempt["answered"].as_object().expect("answers");
        for (question, id) in contest.questions.iter().enumerate() {
            let own = json!(given(number, question));
            let found = stored.get(id);
            assert!(found.is_none_or(|found| *found == own), "{number} has another's answer to {question}: {found:?}");
            assert!(found.is_some() || !told.saved.contains(&question), "{number} lost the answer to {question}");
        }
        answered += told.answered;
        refused += told.to_come_again;
    }
    assert!(answered > 4 * PEOPLE && refused > 0, "{answered} answers and {refused} refusals are no load");
    let contest = self::contest(&owner).await;
    for browser in &browsers {
        browser.join(&contest).await;
    }
    drop(server);
    // Each is refused with a body that the proxy has read, and must not hand on to whoever comes next.
    for (number, browser) in browsers.iter().enumerate() {
        told_to_come_again(browser.post("/post/answer", answer(browser, number, &contest, 0)).await);
    }
    let server = served(folder.path(), at, &proxy, &store);
    ready(&owner).await;
    one_after_the_other(&browsers, &contest).await;
    assert!(server.stop().await.success());
}

/// One client after the other, over the connections that were kept over the outage.
async fn one_after_the_other(browsers: &[Browser], contest: &Made) {
    for question in 0..QUESTIONS {
        for (number, browser) in browsers.iter().enumerate() {
            let said = browser.post("/post/answer", answer(browser, number, contest, question)).await;
            assert_eq!(said.expect(200)["saved"], true, "{number}, {question}");
        }
    }
    for (number, browser) in browsers.iter().enumerate() {
        let attempt = browser.get(&format!("/contests/{}/attempt", contest.id)).await.expect(200);
        for (question, id) in contest.questions.iter().enumerate() {
            assert_eq!(attempt["answered"][id], json!(given(number, question)), "{number}, {question}");
        }
    }
}

/// Registers and logs in.
async fn enter(browser: &mut Browser, name: &str) {
    let email = format!("{name}@meridian.example");
    let person = json!({"fullName": "Ada Rao", "email": email, "contact": "9000000001", "role": "USER",
        "passWord": PASSWORD, "contestgiven": [], "Batch": 2026});
    browser.post("/register", person).await.expect(201);
    let said = browser.post("/login", json!({"email": email, "passWord": PASSWORD})).await.expect(200);
    said["_id"].as_str().expect("an id").clone_into(&mut browser.id);
}

/// A running contest.
async fn contest(owner: &Browser) -> Made {
    let asked = json!({"title": "Friday Quiz", "description": "Ten minutes", "isPublic": true, "QuestionSet": [],
        "startDate": moment(0), "endDate": moment(3600)});
    let made = owner.post("/post/createcontest", asked).await.expect(201);
    let id = made["contest"]["_id"].as_str().expect("an id").to_owned();
    let mut questions = Vec::new();
    for number in 0..QUESTIONS {
        let said = owner.post("/post/addQuestion", question(&id, number, 0)).await.expect(201);
        questions.push(said["question"]["_id"].as_str().expect("an id").to_owned());
    }
    Made { id, questions }
}

/// What somebody answers to a question, each time.
fn given(person: usize, question: usize) -> String {
    format!("{question}-{}", LETTERS[(person + question) % LETTERS.len()])
}

/// The body of an answer.
fn answer(me: &Browser, number: usize, contest: &Made, question: usize) -> Value {
    json!({"UserId": me.id, "ContestId": contest.id, "QuestionId": contest.questions[question],
        "Answer": given(number, question)})
}

async fn answer_without_end(me: Browser, number: usize, contest: Made, over: Arc<AtomicBool>) -> (usize, Told) {
    let mut told = Told::default();
    for question in (0..QUESTIONS).cycle() {
        if over.load(Ordering::Relaxed) {
            break;
        }
        match me.try_post("/post/answer", answer(&me, number, &contest, question)).await {
            Some(answer) if answer.status == 200 && answer.body["saved"] == true => {
                told.answered += 1;
                told.saved.insert(question);
            }
            Some(answer) if answer.status == 503 && answer.body["code"] == "unavailable" => {
                told.to_come_again += 1;
                if !answer.headers.contains_key("retry-after") {
                    told.odd.push(format!("{answer:?}"));
                }
                sleep(Duration::from_millis(50)).await;
            }
            other => told.odd.push(format!("{other:?}")),
        }
    }
    (number, told)
}

/// What proxy and browser speak, when the browser can HTTP/2.
async fn agreed_on(proxy: &Proxy) -> Option<Vec<u8>> {
    let mut roots = RootCertStore::empty();
    roots.add(proxy.certificate()).expect("a certificate");
    let mut config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    let line = TcpStream::connect(proxy.secure).await.expect("a connection");
    let name = ServerName::try_from(NAME).expect("a name");
    let secured = tokio_rustls::TlsConnector::from(Arc::new(config)).connect(name, line).await.expect("TLS");
    secured.get_ref().1.alpn_protocol().map(<[u8]>::to_vec)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_says_that_quad_is_away_behind_nginx() {
    a_page_says_that_quad_is_away_behind(Kind::Nginx).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_works_behind_nginx() {
    everything_works_behind(Kind::Nginx).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_stay_with_their_people_behind_nginx() {
    answers_stay_with_their_people_behind(Kind::Nginx).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_goes_and_comes_behind_nginx() {
    one_of_two_goes_and_comes_behind(Kind::Nginx).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_says_that_quad_is_away_behind_caddy() {
    a_page_says_that_quad_is_away_behind(Kind::Caddy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_works_behind_caddy() {
    everything_works_behind(Kind::Caddy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_stay_with_their_people_behind_caddy() {
    answers_stay_with_their_people_behind(Kind::Caddy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_goes_and_comes_behind_caddy() {
    one_of_two_goes_and_comes_behind(Kind::Caddy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_says_that_quad_is_away_behind_newer_caddy() {
    a_page_says_that_quad_is_away_behind(Kind::NewerCaddy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_works_behind_newer_caddy() {
    everything_works_behind(Kind::NewerCaddy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_stay_with_their_people_behind_newer_caddy() {
    answers_stay_with_their_people_behind(Kind::NewerCaddy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_goes_and_comes_behind_newer_caddy() {
    one_of_two_goes_and_comes_behind(Kind::NewerCaddy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_says_that_quad_is_away_behind_haproxy() {
    a_page_says_that_quad_is_away_behind(Kind::Haproxy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_works_behind_haproxy() {
    everything_works_behind(Kind::Haproxy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_stay_with_their_people_behind_haproxy() {
    answers_stay_with_their_people_behind(Kind::Haproxy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_goes_and_comes_behind_haproxy() {
    one_of_two_goes_and_comes_behind(Kind::Haproxy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_says_that_quad_is_away_behind_apache() {
    a_page_says_that_quad_is_away_behind(Kind::Apache).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_works_behind_apache() {
    everything_works_behind(Kind::Apache).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_stay_with_their_people_behind_apache() {
    answers_stay_with_their_people_behind(Kind::Apache).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_goes_and_comes_behind_apache() {
    one_of_two_goes_and_comes_behind(Kind::Apache).await;
}
