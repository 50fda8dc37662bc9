//! Stories of processes that die between two steps of a purchase, and of two processes on one database: real `quad`
//! processes, the sandbox, SIGKILL. Captured money is credited exactly once in the end.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::future::{BoxFuture, join_all};
use quad_db::scratch::{self, Scratch};
use quad_db::{Db, OpenOptions, sql};
use quad_pay::sign;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, PASSWORD, event, http, payment, postgres_server};

/// A served installation; killed, not stopped, when dropped.
struct Process {
    child: Child,
    base: String,
}

impl Process {
    fn start(folder: &Path, database: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quad"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(folder)
            .env_clear()
            .env("QUAD_DATABASE_URL", database)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary runs");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let base = lines.find_map(|line| line.expect("a line").strip_prefix("Quad is on ").map(str::to_owned));
        Self { child, base: base.expect("it listens") }
    }

    fn die(mut self) {
        self.kill();
    }

    fn kill(&mut self) {
        // SIGKILL: nothing is finished, nothing is said.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A database, a folder, and somebody who buys.
struct Shop {
    folder: tempfile::TempDir,
    database: Scratch,
    db: Db,
    http: reqwest::Client,
}

impl Shop {
    async fn new(database: Scratch) -> Self {
        // Fails only when there is one already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let options = OpenOptions { connections: 2, ..scratch::options() };
        let db = Db::open(&database.url, &options).await.expect("the database opens");
        Self { folder: tempfile::tempdir().expect("a folder"), database, db, http: http() }
    }

    fn start(&self) -> Process {
        Process::start(self.folder.path(), &self.database.url)
    }

    /// Somebody registered and logged in; the cookie is good at every process.
    async fn buyer(&self, process: &Process) -> Browser {
        let mut browser = Browser::new(&process.base);
        let asked = json!({"fullName": "Ada Rao", "email": "ada@meridian.example", "contact": "9000000001",
            "passWord": PASSWORD, "Batch": 2026});
        browser.post("/register", asked).await.expect(201);
        let said =
            browser.post("/login", json!({"email": "ada@meridian.example", "passWord": PASSWORD})).await.expect(200);
        said["_id"].as_str().expect("an id").clone_into(&mut browser.id);
        browser
    }

    /// Pays at the checkout. Nothing when the process died under it.
    async fn pay(&self, base: &str, order: &str, webhook: &str) -> Option<Value> {
        let asked = json!({"order": order, "outcome": "pay", "webhook": webhook});
        let answer = self.http.post(format!("{base}/sandbox/checkout/pay")).json(&asked).send().await.ok()?;
        answer.json().await.ok()
    }

    async fn number(&self, what: &str) -> i64 {
        sql(format!("SELECT CAST({what} AS BIGINT) AS value")).value(&self.db).await.expect("read").expect("a number")
    }

    /// Payments whose money was taken, of orders that are ours.
    async fn captured(&self) -> i64 {
        self.number(
            "(SELECT count(*) FROM sandbox_payments p JOIN payment_orders o ON o.provider_order_id = p.order_id
              WHERE p.capture_at IS NOT NULL)",
        )
        .await
    }

    async fn credited(&self) -> i64 {
        self.number("(SELECT count(*) FROM credit_entries WHERE reason = 'bought')").await
    }

    /// Waits until all captured money is credited, at most a minute; then the books must balance.
    async fn all_is_credited(&self) {
        let begun = Instant::now();
        let captured = self.captured().await;
        while self.credited().await < captured {
            assert!(begun.elapsed() < Duration::from_mins(1), "a payment was not credited within a minute");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        // Whatever is still on its way must change nothing.
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(self.credited().await, captured, "each once");
        assert_eq!(self.number("(SELECT count(*) FROM payment_receipts)").await, captured);
        let (bought, balance) = (
            self.number("COALESCE((SELECT SUM(contests) FROM credit_entries), 0)").await,
            self.number("COALESCE((SELECT SUM(contests) FROM credit_balances), 0)").await,
        );
        assert_eq!((bought, balance), (captured, captured), "starter plans give one each");
    }
}

/// Orders a starter plan, pays it and shows the signature, one step after the other until the process dies.
async fn buy(shop: &Shop, base: &str, session: &Browser, webhook: &str) -> Option<()> {
    let order = session.at(base).try_post("/payment/order", json!({"amount": 9})).await?;
    let order = order.body["response"]["id"].as_str()?.to_owned();
    let told = shop.pay(base, &order, webhook).await?;
    session.at(base).try_post("/payment/verification", told).await?;
    Some(())
}

async fn killed_at_any_moment(database: Scratch) {
    let shop = Shop::new(database).await;
    let mut process = shop.start();
    let ada = shop.buyer(&process).await;
    // How long one purchase takes here, undisturbed: the kills are spread over it.
    let begun = Instant::now();
    buy(&shop, &process.base, &ada, "never").await.expect("undisturbed");
    let whole = begun.elapsed().max(Duration::from_millis(20));
    for round in 0..12_u32 {
        let base = process.base.clone();
        let webhook = ["never", "once", "twice"][round as usize % 3];
        {
            let purchase = buy(&shop, &base, &ada, webhook);
            let moment = tokio::time::sleep(whole * (round + 1) / 12);
            tokio::pin!(purchase, moment);
            tokio::select! { _ = &mut purchase => {}, () = &mut moment => {} }
            process.die();
        }
        process = shop.start();
    }
    // Paid, nobody told, and the process died: only the reconciler finds it.
    let order = ada.at(&process.base).post("/payment/order", json!({"amount": 9})).await.expect(200);
    let order = order["response"]["id"].as_str().expect("an id").to_owned();
    shop.pay(&process.base, &order, "never").await.expect("paid");
    process.die();
    process = shop.start();
    // The verification was sent, and the process died while it was working on it.
    for delay in [0, 1, 2, 3, 4, 6, 8, 12, 20, 30] {
        let order = ada.at(&process.base).post("/payment/order", json!({"amount": 9})).await;
        // The hour's number of unpaid orders may be used up by those that died.
        let Some(order) = order.body["response"]["id"].as_str().map(str::to_owned) else { break };
        let told = shop.pay(&process.base, &order, "never").await.expect("paid");
        let there = ada.at(&process.base);
        let sent = tokio::task::JoinSet::from_iter([async move {
            there.try_post("/payment/verification", told).await;
        }]);
        tokio::time::sleep(Duration::from_millis(delay)).await;
        process.die();
        drop(sent);
        process = shop.start();
    }
    assert!(shop.captured().await > 10);
    shop.all_is_credited().await;
    // Repeated by the browser afterwards, it changes nothing.
    let listed = ada.at(&process.base).get("/payment/orders?size=50").await.expect(200);
    let states: Vec<&Value> = listed["orders"].as_array().expect("a list").iter().map(|one| &one["state"]).collect();
    let paid = states.iter().filter(|state| **state == "paid").count() as i64;
    assert_eq!(paid, shop.captured().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_before_the_verification_sqlite() {
    let shop = Shop::new(scratch::sqlite().expect("a folder")).await;
    let process = shop.start();
    let ada = shop.buyer(&process).await;
    let order = ada.post("/payment/order", json!({"amount": 9})).await.expect(200)["response"]["id"].clone();
    let order = order.as_str().expect("an id").to_owned();
    // Killed between the order and the payment as well.
    process.die();
    let process = shop.start();
    shop.pay(&process.base, &order, "once").await.expect("paid");
    process.die();
    let process = shop.start();
    shop.all_is_credited().await;
    assert_eq!(shop.credited().await, 1);
    let said = ada.at(&process.base).get("/isadmin").await.expect(200);
    assert_eq!(said["role"], "ORGANISER");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_any_moment_sqlite() {
    killed_at_any_moment(scratch::sqlite().expect("a folder")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_any_moment_postgres() {
    if let Some(server) = postgres_server() {
        killed_at_any_moment(scratch::postgres(&server).await.expect("a fresh database")).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_credit_once_postgres() {
    let Some(server) = postgres_server() else { return };
    let shop = Shop::new(scratch::postgres(&server).await.expect("a fresh database")).await;
    let (a, b) = (shop.start(), shop.start());
    let ada = shop.buyer(&a).await;
    let order = ada.post("/payment/order", json!({"amount": 9})).await.expect(200)["response"]["id"].clone();
    let order = order.as_str().expect("an id").to_owned();
    // Paid at the other one's checkout: they share keys and orders.
    let told = shop.pay(&b.base, &order, "twice").await.expect("paid");
    let secret: String =
        sql("SELECT webhook_secret AS value FROM sandbox_keys").value(&shop.db).await.expect("read").expect("a secret");
    let paid = told["razorpay_payment_id"].as_str().expect("an id");
    let hook = event("payment.captured", &payment(paid, &order, 900, "INR", "captured")).to_string().into_bytes();
    let signature = sign(&secret, &hook);
    let racers = (0..200).map(|turn| -> BoxFuture<'_, Answer> {
        let base = if turn % 2 == 0 { &a.base } else { &b.base };
        if turn % 4 < 2 {
            let there = ada.at(base);
            let told = told.clone();
            async move { there.post("/payment/verification", told).await }.boxed()
        } else {
            let request = shop.http.post(format!("{base}/api/payment/webhook"));
            let request = request.header("x-razorpay-signature", &signature).body(hook.clone());
            async move { Answer::of(request.send().await.expect("an answer")).await }.boxed()
        }
    });
    for answer in join_all(racers).await {
        // So many at once may find no free connection for a moment; whoever is told so comes again.
        assert!(matches!(answer.status.as_u16(), 200 | 503), "{}", answer.status);
    }
    shop.all_is_credited().await;
    assert_eq!(shop.credited().await, 1);
    for process in [&a, &b] {
        let said = ada.at(&process.base).post("/payment/verification", told.clone()).await.expect(200);
        assert_eq!(said["success"], true);
    }
    assert_eq!(shop.credited().await, 1);
}
