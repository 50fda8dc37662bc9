//! Stories of plans: ordered, paid, credited once whatever happens, refunded, and looked up. Each runs on both engines
//! and with both providers: the bundled sandbox, and a fake of the real API.

use std::collections::HashSet;

use futures::future::{BoxFuture, join_all};
use futures::{FutureExt, StreamExt};
use quad::features::{accounts, payments as feature};
use quad::kernel::ids::UserId;
use quad_db::sql;
use quad_pay::sign;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Ordered, TestApp, Till, Told, event, payment};
use crate::on_both_engines;

/// Makes four tests of each story named.
macro_rules! with_both_providers {
    ($($story:ident),+ $(,)?) => {
        $(mod $story {
            use crate::harness::{TestApp, Till};

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite_sandbox() {
                super::$story(Till::sandbox(TestApp::on_sqlite().await).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite_razorpay() {
                super::$story(Till::razorpay(TestApp::on_sqlite().await).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres_sandbox() {
                if let Some(t) = TestApp::on_postgres().await {
                    super::$story(Till::sandbox(t).await).await;
                }
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres_razorpay() {
                if let Some(t) = TestApp::on_postgres().await {
                    super::$story(Till::razorpay(t).await).await;
                }
            }
        })+
    };
}

with_both_providers!(
    each_plan_gives_what_it_says,
    only_the_plans_prices_are_taken,
    the_key_and_the_checkout_are_told,
    a_tampered_verification_credits_nothing,
    a_late_verification_still_counts,
    a_payment_is_credited_when_the_money_is_taken,
    an_order_paid_twice_is_credited_once,
    a_wrong_amount_is_not_credited,
    webhooks_credit_in_any_order,
    forged_webhooks_are_refused,
    racing_verifications_and_webhooks_credit_once,
    the_reconciler_finds_what_nobody_told,
    declined_tries_credit_nothing,
    a_buyer_may_have_it_asked_now,
    twenty_unpaid_orders_are_enough,
    purchases_are_ones_own,
    sales_are_for_administrators,
    receipts_are_mailed_and_numbered,
    refunds_take_back_what_is_left,
    racing_refunds_give_back_once,
    a_full_balance_takes_a_purchase,
    the_export_has_it_all,
    no_key_is_told_or_logged,
);

on_both_engines!(
    a_provider_that_is_away_comes_back,
    the_reconciler_believes_no_wrong_amount,
    another_account_at_the_provider_settles_nothing,
    with_billing_off_nothing_is_sold,
);

const PLANS: [(i64, &str, &str, i64); 6] = [
    (9, "starter", "monthly", 1),
    (19, "pro", "monthly", 3),
    (39, "enterprise", "monthly", 5),
    (86, "starter", "annual", 12),
    (182, "pro", "annual", 36),
    (374, "enterprise", "annual", 60),
];

async fn number(t: &TestApp, what: &str) -> i64 {
    sql(format!("SELECT CAST({what} AS BIGINT) AS value")).value(&t.app.db).await.expect("read").expect("a number")
}

/// What must hold of everybody's creations at every moment.
async fn the_books_balance(till: &Till) {
    let off = number(
        till,
        "(SELECT count(*) FROM credit_balances b WHERE b.contests <> (SELECT COALESCE(SUM(e.contests), 0) FROM credit_entries e
            WHERE e.user_id = b.user_id) OR b.polls <> (SELECT COALESCE(SUM(e.polls), 0) FROM credit_entries e
            WHERE e.user_id = b.user_id))",
    )
    .await;
    assert_eq!(off, 0, "a balance is not the sum of its ledger");
    let paid = number(till, "(SELECT count(*) FROM payment_orders WHERE paid_at IS NOT NULL)").await;
    assert_eq!(number(till, "(SELECT count(*) FROM credit_entries WHERE reason = 'bought')").await, paid);
    assert_eq!(number(till, "(SELECT count(*) FROM payment_receipts)").await, paid);
}

fn captured(told: &Told, paise: i64) -> Value {
    event("payment.captured", &payment(&told.payment, &told.order, paise, "INR", "captured"))
}

async fn each_plan_gives_what_it_says(till: Till) {
    let ada = till.person("ada").await;
    assert_eq!(ada.get("/isadmin").await.expect(200)["role"], "USER");
    let mut left = 0;
    for (rupees, plan, period, creations) in PLANS {
        // A number, or its digits as text.
        let asked = if rupees == 39 { json!("39") } else { json!(rupees) };
        let said = ada.post("/payment/order", json!({"amount": asked})).await.expect(200);
        let made = &said["response"];
        assert_eq!(
            (&made["amount"], &made["currency"], &made["plan"], &made["period"], &made["contests"], &made["polls"]),
            (&json!(rupees * 100), &json!("INR"), &json!(plan), &json!(period), &json!(creations), &json!(creations))
        );
        assert_eq!((&made["receipt"], &made["status"]), (&made["order"], &json!("created")));
        let ordered = Ordered {
            order: made["order"].as_str().expect("our id").to_owned(),
            provider: made["id"].as_str().expect("its id").to_owned(),
            paise: rupees * 100,
        };
        assert_eq!(till.purchase(&ada, &ordered).await["state"], "waiting");
        let told = till.pay(&ordered).await;
        let said = till.verify(&ada, &told).await.expect(200);
        assert_eq!((&said["success"], &said["order"]), (&json!(true), &json!(ordered.order)));
        left += creations;
        assert_eq!(till.credits(&ada).await, (left, left));
        let kept = till.purchase(&ada, &ordered).await;
        assert_eq!(
            (&kept["state"], &kept["paymentId"], &kept["amountPaise"], &kept["contests"], &kept["polls"]),
            (&json!("paid"), &json!(told.payment), &json!(rupees * 100), &json!(creations), &json!(creations))
        );
    }
    assert_eq!(ada.get("/isadmin").await.expect(200)["role"], "ORGANISER");
    the_books_balance(&till).await;
    // And they can be spent.
    let contest = json!({"title": "Friday quiz", "description": "", "startDate": till.moment(60),
        "endDate": till.moment(120), "isPublic": true, "QuestionSet": []});
    ada.post("/post/createcontest", contest).await.expect(201);
    assert_eq!(till.credits(&ada).await, (left - 1, left));
    let said = ada.get("/payment/credits?size=2").await.expect(200);
    assert_eq!((&said["contests"], &said["polls"], &said["total"]), (&json!(left - 1), &json!(left), &json!(7)));
    assert_eq!(said["entries"][0]["reason"], "contest created");
    assert_eq!((&said["entries"][1]["reason"], &said["entries"][1]["contests"]), (&json!("bought"), &json!(60)));
}

async fn only_the_plans_prices_are_taken(till: Till) {
    let ada = till.person("ada").await;
    for amount in [
        json!(0),
        json!(-9),
        json!(8),
        json!(9.5),
        json!(1900),
        json!(900),
        json!(1e300),
        json!(null),
        json!(true),
        json!("nine"),
        json!("-9"),
        json!("9; DROP"),
        json!("\u{0}9"),
        json!([9]),
        json!({"amount": 9}),
        json!("99999999999999999999999"),
    ] {
        let said = ada.post("/payment/order", json!({"amount": amount})).await.refused(400, "invalid");
        assert_eq!(said["field"], "amount", "{amount}");
    }
    ada.post("/payment/order", json!({})).await.refused(400, "invalid");
    till.browser().post("/payment/order", json!({"amount": 9})).await.refused(401, "logged_out");
    let headers = [("x-user-id", "01a1f8ef-6140-7277-9208-019e6cd572a8")];
    ada.ask(Method::POST, "/payment/order", Some(json!({"amount": 9})), &headers)
        .await
        .refused(403, "identity_mismatch");
    assert_eq!(number(&till, "(SELECT count(*) FROM payment_orders)").await, 0);
}

async fn the_key_and_the_checkout_are_told(till: Till) {
    let ada = till.person("ada").await;
    let said = ada.ask(Method::GET, "/payment/getkey", None, &[("x-user-id", &ada.id)]).await.expect(200);
    let is_sandbox = till.fake.is_none();
    let checkout = if is_sandbox { "/sandbox/checkout.js" } else { "https://checkout.razorpay.com/v1/checkout.js" };
    assert_eq!(
        said,
        json!({"success": true, "key": till.keys.key_id, "sandbox": is_sandbox, "checkout": checkout, "billing": "on"})
    );
    let headers = [("x-user-id", "01a1f8ef-6140-7277-9208-019e6cd572a8")];
    ada.ask(Method::GET, "/payment/getkey", None, &headers).await.refused(403, "identity_mismatch");
    till.browser().get("/payment/getkey").await.refused(401, "logged_out");
}

async fn a_tampered_verification_credits_nothing(till: Till) {
    let (ada, bo) = (till.person("ada").await, till.person("bo").await);
    let (first, second) = (till.order(&ada, 9).await, till.order(&ada, 374).await);
    let (told, other) = (till.pay(&first).await, till.pay(&second).await);
    let with = |signature: String| Told { signature, ..told.clone() };
    // Each character of the signature, and other spellings of it.
    let mut wrong: Vec<Told> = (0..told.signature.len())
        .map(|at| {
            let mut letters = told.signature.clone().into_bytes();
            letters[at] = if letters[at] == b'0' { b'1' } else { b'0' };
            with(String::from_utf8(letters).expect("text"))
        })
        .collect();
    wrong.extend(
        ["", "0", &told.signature[1..], "null", "\u{0}", &"f".repeat(64), &"é".repeat(64)]
            .map(|text| with(text.into())),
    );
    wrong.push(with(told.signature.to_uppercase()));
    wrong.push(with(format!("{}00", told.signature)));
    wrong.push(with(format!(" {}", told.signature)));
    // Signatures that are genuine, of something else.
    wrong.push(with(other.signature.clone()));
    wrong.push(Told { payment: other.payment.clone(), ..told.clone() });
    wrong.push(Told { payment: other.payment.clone(), signature: other.signature.clone(), ..told.clone() });
    wrong.push(Told { order: other.order.clone(), ..told.clone() });
    let hook = sign(&till.keys.webhook_secret, format!("{}|{}", told.order, told.payment).as_bytes());
    wrong.push(with(hook));
    wrong.push(with(sign(&till.keys.key_secret, format!("{}|{}", told.payment, told.order).as_bytes())));
    wrong.push(with(sign("", format!("{}|{}", told.order, told.payment).as_bytes())));
    for payment in ["", "pay_1|x", "pay 1", "\u{0}", &"p".repeat(65)] {
        let signature = sign(&till.keys.key_secret, format!("{}|{payment}", told.order).as_bytes());
        wrong.push(Told { payment: payment.to_owned(), signature, ..told.clone() });
    }
    for bad in &wrong {
        let said = till.verify(&ada, bad).await.refused(400, "not_verified");
        assert_eq!(said["message"], "Payment verification failed");
    }
    // Nobody learns anything of an order that is not theirs, not even with the right signature.
    let unknown = till.signed("order_Nobody0000001", &told.payment);
    for (who, bad) in [(&bo, &told), (&bo, &with("0".repeat(64))), (&ada, &unknown)] {
        till.verify(who, bad).await.refused(404, "missing");
    }
    for order in ["", "\u{0}", "order_1' --", &"o".repeat(65)] {
        till.verify(&ada, &Told { order: order.to_owned(), ..told.clone() }).await.refused(404, "missing");
    }
    let mut body = told.body();
    body["userId"] = json!(bo.id);
    ada.post("/payment/verification", body).await.refused(403, "identity_mismatch");
    till.browser().post("/payment/verification", told.body()).await.refused(401, "logged_out");
    for missing in ["razorpay_payment_id", "razorpay_order_id", "razorpay_signature"] {
        let mut body = told.body();
        body[missing] = json!(null);
        ada.post("/payment/verification", body).await.refused(400, "invalid");
    }
    assert_eq!((till.credits(&ada).await, till.credits(&bo).await), ((0, 0), (0, 0)));
    the_books_balance(&till).await;
    // The genuine one counts for what was ordered, whatever is claimed besides.
    for claimed in [json!(9999), json!("9999"), json!(-1), json!(null), json!([1]), json!({"a": 1})] {
        let mut body = told.body();
        body["contestnumber"] = claimed;
        assert_eq!(ada.post("/payment/verification", body).await.expect(200)["order"], json!(first.order));
    }
    assert_eq!(till.credits(&ada).await, (1, 1));
    the_books_balance(&till).await;
}

async fn a_late_verification_still_counts(till: Till) {
    let ada = till.person("ada").await;
    let ordered = till.order(&ada, 19).await;
    let told = till.pay(&ordered).await;
    till.pass(6 * 86_400);
    assert_eq!(till.purchase(&ada, &ordered).await["state"], "expired");
    let forged = Told { signature: "0".repeat(64), ..told.clone() };
    till.verify(&ada, &forged).await.refused(400, "not_verified");
    assert_eq!(till.credits(&ada).await, (0, 0));
    till.verify(&ada, &told).await.expect(200);
    assert_eq!(till.credits(&ada).await, (3, 3));
    assert_eq!(till.purchase(&ada, &ordered).await["state"], "paid");
}

async fn a_payment_is_credited_when_the_money_is_taken(till: Till) {
    let ada = till.person("ada").await;
    let ordered = till.order(&ada, 19).await;
    let told = till.pay_later(&ordered, 600).await;
    for _ in 0..3 {
        let said = till.verify(&ada, &told).await.expect(200);
        assert_eq!((&said["success"], &said["credited"]), (&json!(true), &json!(false)));
    }
    if let Some(fake) = &till.fake {
        assert_eq!(fake.asked(), 1, "not once for each repetition");
    }
    let authorized = event("payment.authorized", &payment(&told.payment, &told.order, 1900, "INR", "authorized"));
    till.hook(&authorized).await.expect(200);
    till.reconcile_after(60).await;
    assert_eq!(till.credits(&ada).await, (0, 0));
    assert_eq!(till.purchase(&ada, &ordered).await["state"], "waiting");
    assert!(till.mails().await.is_empty(), "no receipt for money that was not taken");
    till.pass(600);
    till.take(&told);
    let said = till.verify(&ada, &told).await.expect(200);
    assert_eq!((&said["credited"], till.credits(&ada).await), (&json!(true), (3, 3)));
    the_books_balance(&till).await;
}

async fn an_order_paid_twice_is_credited_once(till: Till) {
    let log = till.log();
    let ada = till.person("ada").await;
    let ordered = till.order(&ada, 19).await;
    let told = till.pay(&ordered).await;
    let again = till.signed(&ordered.provider, "pay_TheSecondOne01");
    let first = till.verify(&ada, &told).await.expect(200);
    assert_eq!(till.verify(&ada, &again).await.expect(200), first);
    till.hook(&captured(&again, ordered.paise)).await.expect(200);
    assert_eq!(till.credits(&ada).await, (3, 3));
    assert_eq!(till.purchase(&ada, &ordered).await["paymentId"], json!(told.payment));
    the_books_balance(&till).await;
    let text = log.text();
    // Other stories may write into the same log.
    let parts = ["ERROR", "paid twice", &ordered.provider, &told.payment, &again.payment];
    assert!(text.lines().any(|line| parts.iter().all(|part| line.contains(part))), "the operator is told");
}

async fn a_wrong_amount_is_not_credited(till: Till) {
    let ada = till.person("ada").await;
    let ordered = till.order(&ada, 374).await;
    let told = till.pay(&ordered).await;
    for (paise, currency, status) in [
        (900, "INR", "captured"),
        (37_401, "INR", "captured"),
        (0, "INR", "captured"),
        (-37_400, "INR", "captured"),
        (37_400, "USD", "captured"),
        (37_400, "inr", "captured"),
        (37_400, "INR", "authorized"),
        (37_400, "INR", "refunded"),
        (37_400, "INR", "failed"),
        (37_400, "INR", "created"),
        (37_400, "INR", "something new"),
    ] {
        for name in ["payment.captured", "order.paid"] {
            let body = event(name, &payment(&told.payment, &told.order, paise, currency, status));
            assert_eq!(till.hook(&body).await.expect(200), json!({"success": true}));
        }
    }
    assert_eq!(till.credits(&ada).await, (0, 0));
    assert_eq!(till.purchase(&ada, &ordered).await["state"], "waiting");
    till.hook(&captured(&told, ordered.paise)).await.expect(200);
    assert_eq!(till.credits(&ada).await, (60, 60));
}

async fn webhooks_credit_in_any_order(till: Till) {
    let ada = till.person("ada").await;
    let about =
        |name: &str, told: &Told, status: &str| event(name, &payment(&told.payment, &told.order, 900, "INR", status));
    // Before the verification, twice, in the wrong order, with an earlier failure after it; then the verification.
    let ordered = till.order(&ada, 9).await;
    let told = till.pay(&ordered).await;
    till.hook(&about("order.paid", &told, "captured")).await.expect(200);
    till.hook(&about("payment.captured", &told, "captured")).await.expect(200);
    till.hook(&about("payment.captured", &told, "captured")).await.expect(200);
    till.hook(&about("payment.authorized", &told, "authorized")).await.expect(200);
    let earlier = Told { payment: "pay_Earlier0000001".into(), ..told.clone() };
    till.hook(&about("payment.failed", &earlier, "failed")).await.expect(200);
    assert_eq!(till.credits(&ada).await, (1, 1));
    till.verify(&ada, &told).await.expect(200);
    assert_eq!(till.credits(&ada).await, (1, 1));
    // After the verification.
    let ordered = till.order(&ada, 9).await;
    let told = till.pay(&ordered).await;
    till.hook(&about("payment.failed", &earlier, "failed")).await.expect(200);
    till.verify(&ada, &told).await.expect(200);
    till.hook(&about("order.paid", &told, "captured")).await.expect(200);
    till.verify(&ada, &told).await.expect(200);
    assert_eq!(till.credits(&ada).await, (2, 2));
    // Of orders and events nobody here knows.
    let unknown = till.signed("order_Nobody0000001", "pay_Nobody00000001");
    till.hook(&about("payment.captured", &unknown, "captured")).await.expect(200);
    for event in ["refund.processed", "subscription.charged", "", "payment.captured.again"] {
        till.hook(&about(event, &told, "captured")).await.expect(200);
    }
    let mut no_order = about("payment.captured", &told, "captured");
    no_order["payload"]["payment"]["entity"]["order_id"] = json!(null);
    till.hook(&no_order).await.expect(200);
    // Genuine and unreadable: taken, so that it is not sent for ever.
    for strange in [json!({}), json!([]), json!(null), json!({"event": "payment.captured"}), json!({"event": 1})] {
        till.hook(&strange).await.expect(200);
    }
    assert_eq!(till.credits(&ada).await, (2, 2));
    the_books_balance(&till).await;
}

async fn forged_webhooks_are_refused(till: Till) {
    let ada = till.person("ada").await;
    let ordered = till.order(&ada, 9).await;
    let told = till.pay(&ordered).await;
    let body = captured(&told, ordered.paise).to_string().into_bytes();
    let right = sign(&till.keys.webhook_secret, &body);
    for at in 0..right.len() {
        let mut letters = right.clone().into_bytes();
        letters[at] = if letters[at] == b'0' { b'1' } else { b'0' };
        let wrong = String::from_utf8(letters).expect("text");
        till.hook_raw(body.clone(), Some(&wrong), "application/json").await.refused(400, "not_verified");
    }
    let by_key = sign(&till.keys.key_secret, &body);
    let nobodys = sign("", &body);
    for wrong in [None, Some(""), Some(by_key.as_str()), Some(nobodys.as_str()), Some("é"), Some(&right[..63])] {
        till.hook_raw(body.clone(), wrong, "application/json").await.refused(400, "not_verified");
    }
    // One more blank, and the signature is no longer that of these bytes.
    let longer = [body.as_slice(), b" "].concat();
    till.hook_raw(longer, Some(&right), "application/json").await.refused(400, "not_verified");
    till.hook_raw(vec![b'{'; 300 * 1024], Some(&right), "application/json").await.refused(413, "too_large");
    assert_eq!(till.credits(&ada).await, (0, 0));
    // Any content type, and no person behind it.
    till.hook_raw(body, Some(&right), "text/plain").await.expect(200);
    assert_eq!(till.credits(&ada).await, (1, 1));
}

async fn racing_verifications_and_webhooks_credit_once(till: Till) {
    let ada = till.person("ada").await;
    let ordered = till.order(&ada, 182).await;
    let told = till.pay(&ordered).await;
    let hook = captured(&told, ordered.paise);
    let paid = event("order.paid", &payment(&told.payment, &told.order, ordered.paise, "INR", "captured"));
    let racers = (0..200).map(|turn| -> BoxFuture<'_, Answer> {
        match turn % 4 {
            0 | 1 => till.verify(&ada, &told).boxed(),
            2 => till.hook(&hook).boxed(),
            _ => till.hook(&paid).boxed(),
        }
    });
    for answer in join_all(racers).await {
        assert_eq!(answer.expect(200)["success"], true);
    }
    assert_eq!(till.credits(&ada).await, (36, 36));
    the_books_balance(&till).await;
    let mails = till.mails().await;
    assert_eq!(mails.iter().filter(|mail| mail.subject.contains("receipt")).count(), 1);
}

async fn the_reconciler_finds_what_nobody_told(till: Till) {
    let ada = till.person("ada").await;
    // Paid at once: found after fifteen seconds.
    let ordered = till.order(&ada, 9).await;
    till.pay(&ordered).await;
    till.reconcile_after(15).await;
    assert_eq!(till.credits(&ada).await, (1, 1));
    // Paid at a quiet moment of the first twenty minutes: found within a minute.
    let ordered = till.order(&ada, 9).await;
    for _ in 0..20 {
        till.reconcile_after(15).await;
    }
    till.pay(&ordered).await;
    for _ in 0..4 {
        till.reconcile_after(15).await;
    }
    assert_eq!(till.credits(&ada).await, (2, 2));
    // Paid while nothing of ours ran for days: found when it runs again.
    let ordered = till.order(&ada, 9).await;
    till.pay(&ordered).await;
    till.reconcile_after(6 * 86_400).await;
    assert_eq!(number(&till, "(SELECT count(*) FROM credit_entries WHERE reason = 'bought')").await, 3);
    // Once found, and once too old, nothing is asked any more.
    till.order(&ada, 9).await;
    till.reconcile_after(5 * 86_400 + 60).await;
    till.reconcile_after(7 * 86_400).await;
    assert_eq!(number(&till, "(SELECT count(*) FROM payment_orders WHERE check_at IS NOT NULL)").await, 0);
    if let Some(fake) = &till.fake {
        let asked = fake.asked();
        till.reconcile_after(60).await;
        assert_eq!(fake.asked(), asked);
    }
    the_books_balance(&till).await;
}

async fn declined_tries_credit_nothing(till: Till) {
    let ada = till.person("ada").await;
    let ordered = till.order(&ada, 9).await;
    till.decline(&ordered).await;
    till.decline(&ordered).await;
    till.reconcile_after(15).await;
    assert_eq!(till.credits(&ada).await, (0, 0));
    let told = till.pay(&ordered).await;
    till.reconcile_after(60).await;
    assert_eq!(till.credits(&ada).await, (1, 1));
    assert_eq!(till.purchase(&ada, &ordered).await["paymentId"], json!(told.payment));
}

async fn a_buyer_may_have_it_asked_now(till: Till) {
    let (ada, bo, root) = (till.person("ada").await, till.person("bo").await, till.admin("root").await);
    let ordered = till.order(&ada, 19).await;
    let path = format!("/payment/orders/{}/check", ordered.order);
    let check = async || ada.post(&path, json!({})).await.expect(200)["order"]["state"].clone();
    for other in [&bo, &root] {
        other.post(&path, json!({})).await.refused(404, "missing");
    }
    assert_eq!(check().await, "waiting");
    till.pay(&ordered).await;
    // Asked a moment ago: nothing is asked now, and the answer is what is known.
    assert_eq!(join_all((0..5).map(|_| check())).await, vec![json!("waiting"); 5]);
    till.pass(3);
    check().await;
    assert_eq!(check().await, "paid");
    assert_eq!(till.credits(&ada).await, (3, 3));
    if let Some(fake) = &till.fake {
        assert_eq!(fake.asked(), 2);
    }
    // By the provider's id as well, and nothing is asked about what is paid.
    let by_theirs = format!("/payment/orders/{}/check", ordered.provider);
    till.pass(60);
    assert_eq!(ada.post(&by_theirs, json!({})).await.expect(200)["order"]["id"], json!(ordered.order));
    the_books_balance(&till).await;
}

async fn twenty_unpaid_orders_are_enough(till: Till) {
    let (ada, bo) = (till.person("ada").await, till.person("bo").await);
    let ask = || ada.post("/payment/order", json!({"amount": 9}));
    let answers = join_all((0..30).map(|_| ask())).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 20);
    let refused = answers.into_iter().filter(|answer| answer.status != 200);
    for answer in refused {
        assert!(answer.headers.contains_key("retry-after"));
        answer.refused(429, "too_many");
    }
    till.order(&bo, 9).await;
    // A paid one does not count.
    let listed = ada.get("/payment/orders?size=1").await.expect(200);
    assert_eq!(listed["total"], 20);
    let text = |name: &str| listed["orders"][0][name].as_str().expect(name).to_owned();
    let ordered = Ordered { order: text("id"), provider: text("providerOrderId"), paise: 900 };
    let told = till.pay(&ordered).await;
    till.verify(&ada, &told).await.expect(200);
    ask().await.expect(200);
    ask().await.refused(429, "too_many");
    till.pass(3600);
    ask().await.expect(200);
}

async fn purchases_are_ones_own(till: Till) {
    let (ada, bo) = (till.person("ada").await, till.person("bo").await);
    let forgotten = till.order(&ada, 9).await;
    till.pass(86_400);
    let root = till.admin("root").await;
    let (waiting, paid) = (till.order(&ada, 19).await, till.order(&ada, 374).await);
    till.verify(&ada, &till.pay(&paid).await).await.expect(200);
    let said = ada.get("/payment/orders").await.expect(200);
    let ids: Vec<&str> =
        said["orders"].as_array().expect("a list").iter().filter_map(|one| one["id"].as_str()).collect();
    assert_eq!(said["total"], 2, "an unpaid one of yesterday is not listed");
    assert_eq!(ids.iter().copied().collect::<HashSet<_>>(), HashSet::from([waiting.order.as_str(), &paid.order]));
    let shown =
        said["orders"].as_array().expect("a list").iter().find(|one| one["id"] == json!(paid.order)).expect("it");
    let mut keys: Vec<&str> = shown.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        [
            "amountPaise",
            "buyer",
            "contests",
            "createdAt",
            "currency",
            "id",
            "paidAt",
            "paymentId",
            "period",
            "plan",
            "polls",
            "providerOrderId",
            "receiptNo",
            "refundedPaise",
            "refunds",
            "sandbox",
            "state"
        ]
    );
    assert_eq!(shown["buyer"], json!({"id": ada.id, "fullName": "Ada Test", "email": "ada@meridian.example"}));
    assert_eq!((&shown["currency"], &shown["sandbox"]), (&json!("INR"), &json!(till.fake.is_none())));
    assert_eq!(ada.get("/payment/orders?size=1&page=2").await.expect(200)["orders"].as_array().map(Vec::len), Some(1));
    assert_eq!(bo.get("/payment/orders").await.expect(200), json!({"success": true, "orders": [], "total": 0}));
    for id in [&paid.order, &paid.provider] {
        let path = format!("/payment/orders/{id}");
        assert_eq!(ada.get(&path).await.expect(200)["order"]["id"], json!(paid.order));
        assert_eq!(root.get(&path).await.expect(200)["order"]["buyer"]["id"], json!(ada.id));
        bo.get(&path).await.refused(404, "missing");
        till.browser().get(&path).await.refused(401, "logged_out");
    }
    assert_eq!(till.purchase(&ada, &forgotten).await["state"], "waiting");
    for id in ["0", "order_x", "%00", "undefined", "order_%27"] {
        ada.get(&format!("/payment/orders/{id}")).await.refused(404, "missing");
    }
    assert_eq!(bo.get("/payment/credits").await.expect(200)["entries"], json!([]));
    assert_eq!(ada.get("/payment/credits").await.expect(200)["entries"][0]["subject"], json!(paid.order));
    for query in ["?page=0", "?size=0", "?size=201", "?page=x"] {
        ada.get(&format!("/payment/orders{query}")).await.refused(400, "invalid");
        ada.get(&format!("/payment/credits{query}")).await.refused(400, "invalid");
    }
}

async fn sales_are_for_administrators(till: Till) {
    let (ada, bo, root) = (till.person("ada").await, till.person("bo").await, till.admin("root").await);
    let mut tolds = Vec::new();
    for (who, rupees) in [(&ada, 19), (&bo, 86), (&ada, 9)] {
        let ordered = till.order(who, rupees).await;
        let told = till.pay(&ordered).await;
        till.verify(who, &told).await.expect(200);
        tolds.push((ordered, told));
        till.pass(1);
    }
    till.order(&ada, 374).await;
    for who in [&ada, &bo] {
        who.get("/payment/sales").await.refused(404, "missing");
    }
    till.browser().get("/payment/sales").await.refused(401, "logged_out");
    let said = root.get("/payment/sales").await.expect(200);
    assert_eq!((&said["total"], &said["paidPaise"], &said["refundedPaise"]), (&json!(3), &json!(11_400), &json!(0)));
    let amounts: Vec<&Value> =
        said["sales"].as_array().expect("a list").iter().map(|sale| &sale["amountPaise"]).collect();
    assert_eq!(amounts, [900, 8_600, 1_900], "latest first");
    let refund = json!({"amountPaise": 600, "contests": 0, "polls": 0, "reason": "Agreed"});
    root.post(&format!("/payment/orders/{}/refunds", tolds[1].0.order), refund).await.expect(201);
    let receipt = said["sales"][1]["receiptNo"].as_str().expect("a number").to_owned();
    let digits = receipt.trim_start_matches("Q-").trim_start_matches('0').to_owned();
    for (search, total, paise) in [
        ("bo@MERIDIAN", 1, 8_600),
        ("Ada", 2, 2_800),
        ("test", 3, 11_400),
        (tolds[1].0.provider.as_str(), 1, 8_600),
        (tolds[1].1.payment.as_str(), 1, 8_600),
        (receipt.as_str(), 1, 8_600),
        (digits.as_str(), 1, 8_600),
        ("100%25", 0, 0),
        ("a_a", 0, 0),
        ("'; DROP", 0, 0),
    ] {
        let said = root.get(&format!("/payment/sales?q={search}")).await.expect(200);
        // A lone digit may be part of an id as well.
        if search != digits {
            assert_eq!((&said["total"], &said["paidPaise"]), (&json!(total), &json!(paise)), "{search}");
        }
        assert!(said["sales"].as_array().is_some_and(|sales| sales.len() >= total), "{search}");
    }
    let said = root.get("/payment/sales?q=bo@meridian.example&size=1").await.expect(200);
    assert_eq!((&said["refundedPaise"], &said["sales"][0]["state"]), (&json!(600), &json!("partly_refunded")));
    root.get("/payment/sales?q=%00").await.refused(400, "invalid");
}

async fn receipts_are_mailed_and_numbered(till: Till) {
    let ada = till.person("ada").await;
    let ordered = till.order(&ada, 182).await;
    let told = till.pay(&ordered).await;
    till.verify(&ada, &told).await.expect(200);
    let number = till.purchase(&ada, &ordered).await["receiptNo"].as_str().expect("a number").to_owned();
    assert!(number.starts_with("Q-") && number.len() == 8, "{number}");
    let mails = till.mails().await;
    let mail = mails.last().expect("a mail");
    assert_eq!(mail.to, "ada@meridian.example");
    let mark = if till.fake.is_none() { " (test payment)" } else { "" };
    assert_eq!(mail.subject, format!("Quad: receipt {number}{mark}"));
    let expected = format!(
        "Hello Ada Test,\n\nthank you for your purchase at Quad, Meridian Institute of Technology. Your creations are ready \
         to use.\n\n{}Receipt: {number}\nDate: 20 November 2026, 18:00 (Asia/Kolkata)\nPlan: Pro, one year\n\
         You get: 36 contest creations and 36 poll creations\nPaid: ₹182\nPayment: {}\nOrder: {}\n\n\
         To print: http://127.0.0.1:8080/receipt/{}\nAll your purchases: http://127.0.0.1:8080/purchases\n",
        if till.fake.is_none() { "Test payment – no money moves.\n\n" } else { "" },
        told.payment,
        ordered.provider,
        ordered.order
    );
    assert_eq!(mail.text, expected);
    // Numbers are each once, also when many pay at once.
    let buyers: Vec<Browser> = futures::stream::iter(0..6)
        .then(|n| {
            let till = &till;
            async move { till.person(&format!("buyer{n}")).await }
        })
        .collect()
        .await;
    let orders = join_all(buyers.iter().map(|who| till.order(who, 9))).await;
    let tolds = join_all(orders.iter().map(|ordered| till.pay(ordered))).await;
    join_all(buyers.iter().zip(&tolds).map(|(who, told)| till.verify(who, told))).await;
    let numbers = join_all(buyers.iter().zip(&orders).map(|(who, ordered)| till.purchase(who, ordered))).await;
    let unique: HashSet<&str> =
        numbers.iter().filter_map(|one| one["receiptNo"].as_str()).chain([number.as_str()]).collect();
    assert_eq!(unique.len(), 7);
    the_books_balance(&till).await;
}

async fn refunds_take_back_what_is_left(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let unpaid = till.order(&ada, 9).await;
    let ordered = till.order(&ada, 19).await;
    till.verify(&ada, &till.pay(&ordered).await).await.expect(200);
    till.run_jobs().await;
    let path = format!("/payment/orders/{}/refunds", ordered.order);
    let body = |paise: i64, contests: i64, polls: i64| json!({"amountPaise": paise, "contests": contests, "polls": polls, "reason": "Event called off"});
    // Others do not learn that this exists.
    ada.post(&path, body(100, 0, 0)).await.refused(404, "missing");
    till.browser().post(&path, body(100, 0, 0)).await.refused(401, "logged_out");
    for (paise, contests, polls, field) in [
        (0, 0, 0, "amountPaise"),
        (-1, 0, 0, "amountPaise"),
        (1, -1, 0, "contests"),
        (1, 0, -1, "polls"),
        (1_901, 0, 0, "amountPaise"),
        (i64::MAX, 0, 0, "amountPaise"),
        (1_900, 4, 0, "contests"),
        (1_900, 3, 4, "polls"),
    ] {
        let said = root.post(&path, body(paise, contests, polls)).await.refused(400, "invalid");
        assert_eq!(said["field"], field, "{paise} {contests} {polls}");
    }
    root.post(&path, json!({"amountPaise": 1, "contests": 0, "polls": 0, "reason": " "})).await.refused(400, "invalid");
    root.post(&path, body(1, i64::MAX, 0)).await.refused(400, "invalid");
    let unpaid_path = format!("/payment/orders/{}/refunds", unpaid.order);
    root.post(&unpaid_path, body(100, 0, 0)).await.refused(409, "conflict");
    root.post("/payment/orders/order_x/refunds", body(100, 0, 0)).await.refused(404, "missing");
    // A part of it.
    let mut part = body(600, 1, 1);
    part["reference"] = json!("rfnd_1");
    let said = root.post(&path, part.clone()).await.expect(201);
    assert_eq!(
        (&said["order"]["state"], &said["order"]["refundedPaise"], &said["order"]["refunds"][0]["reference"]),
        (&json!("partly_refunded"), &json!(600), &json!("rfnd_1"))
    );
    assert_eq!(till.credits(&ada).await, (2, 2));
    root.post(&path, part).await.refused(409, "conflict");
    let mail = till.mails().await.last().cloned().expect("a mail");
    assert_eq!(mail.to, "ada@meridian.example");
    assert!(mail.subject.starts_with("Quad: refund for receipt Q-"), "{}", mail.subject);
    for line in [
        "Given back: ₹6\n",
        "Taken back: 1 contest creation and 1 poll creation\n",
        "Reason: Event called off\n",
        "Reference: rfnd_1\n",
    ] {
        assert!(mail.text.contains(line), "{line} in {}", mail.text);
    }
    // What is used cannot be taken back; the answer says how much is left.
    let contest = json!({"title": "Friday quiz", "description": "", "startDate": till.moment(60),
        "endDate": till.moment(120), "isPublic": true, "QuestionSet": []});
    ada.post("/post/createcontest", contest).await.expect(201);
    let said = root.post(&path, body(1_300, 2, 2)).await.refused(409, "credits_spent");
    assert_eq!((&said["contests"], &said["polls"]), (&json!("1"), &json!("2")));
    assert!(
        said["message"].as_str().is_some_and(|say| say.contains("1 contest creation and 2 poll creations are left"))
    );
    assert_eq!(till.credits(&ada).await, (1, 2));
    let said = root.post(&path, body(1_300, 1, 2)).await.expect(201);
    assert_eq!((&said["order"]["state"], &said["order"]["refundedPaise"]), (&json!("refunded"), &json!(1_900)));
    assert_eq!(said["order"]["refunds"].as_array().map(Vec::len), Some(2));
    assert_eq!(till.credits(&ada).await, (0, 0));
    root.post(&path, body(1, 0, 0)).await.refused(400, "invalid");
    let ledger = ada.get("/payment/credits").await.expect(200);
    let reasons: Vec<&Value> =
        ledger["entries"].as_array().expect("a list").iter().map(|entry| &entry["reason"]).collect();
    assert_eq!(reasons, ["refunded", "contest created", "refunded", "bought"]);
    assert_eq!(ada.get("/isadmin").await.expect(200)["role"], "ORGANISER");
    the_books_balance(&till).await;
}

async fn racing_refunds_give_back_once(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let ordered = till.order(&ada, 39).await;
    till.verify(&ada, &till.pay(&ordered).await).await.expect(200);
    let path = format!("/payment/orders/{}/refunds", ordered.order);
    let body = json!({"amountPaise": 2_000, "contests": 3, "polls": 3, "reason": "Asked for"});
    let answers = join_all((0..20).map(|_| root.post(&path, body.clone()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer.status.as_u16(), 201 | 400)));
    assert_eq!(till.credits(&ada).await, (2, 2));
    assert_eq!(till.purchase(&ada, &ordered).await["refundedPaise"], 2_000);
    // Refunds and spending of the same creations.
    let contest = json!({"title": "Friday quiz", "description": "", "startDate": till.moment(60),
        "endDate": till.moment(120), "isPublic": true, "QuestionSet": []});
    let rest = json!({"amountPaise": 1_900, "contests": 2, "polls": 2, "reason": "The rest"});
    let racers = (0..10).map(|turn| -> BoxFuture<'_, Answer> {
        if turn % 2 == 0 {
            root.post(&path, rest.clone()).boxed()
        } else {
            ada.post("/post/createcontest", contest.clone()).boxed()
        }
    });
    let answers = join_all(racers).await;
    let (contests, _) = till.credits(&ada).await;
    let made = answers.iter().skip(1).step_by(2).filter(|answer| answer.status == 201).count() as i64;
    let refunded = answers.iter().step_by(2).filter(|answer| answer.status == 201).count() as i64;
    assert_eq!(contests + made + 2 * refunded, 2, "each creation went one way");
    assert!(refunded <= 1);
    the_books_balance(&till).await;
}

async fn a_full_balance_takes_a_purchase(till: Till) {
    let ada = till.person("ada").await;
    feature::grant_by_operator(&till.app, "ada@meridian.example", 100_000, 100_000).await.expect("granted");
    let ordered = till.order(&ada, 374).await;
    till.verify(&ada, &till.pay(&ordered).await).await.expect(200);
    assert_eq!(till.credits(&ada).await, (100_060, 100_060));
    the_books_balance(&till).await;
}

async fn the_export_has_it_all(till: Till) {
    let (ada, bo, root) = (till.person("ada").await, till.person("bo").await, till.admin("root").await);
    let (unpaid, ordered) = (till.order(&ada, 9).await, till.order(&ada, 19).await);
    till.verify(&ada, &till.pay(&ordered).await).await.expect(200);
    let others = till.order(&bo, 9).await;
    let refund = json!({"amountPaise": 500, "contests": 1, "polls": 0, "reason": "Agreed"});
    root.post(&format!("/payment/orders/{}/refunds", ordered.order), refund).await.expect(201);
    till.pass(3 * 86_400);
    let id = UserId::parse(&ada.id).expect("an id");
    let export = feature::kept(&till.app.db, id, till.app.clock.now()).await.expect("exported");
    let export = serde_json::to_value(export).expect("JSON");
    assert_eq!((&export["contestCreationsLeft"], &export["pollCreationsLeft"]), (&json!(2), &json!(3)));
    let text = export.to_string();
    assert!(text.contains(&unpaid.order) && text.contains(&ordered.order) && !text.contains(&others.order));
    let amounts: Vec<&Value> =
        export["ledger"].as_array().expect("a list").iter().map(|entry| &entry["contests"]).collect();
    assert_eq!(amounts, [3, -1]);
    assert!(text.contains("\"reason\":\"Agreed\""));
}

async fn no_key_is_told_or_logged(till: Till) {
    let log = till.log();
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let ordered = till.order(&ada, 9).await;
    let told = till.pay(&ordered).await;
    let mut answers = vec![
        ada.get("/payment/getkey").await,
        till.verify(&ada, &Told { signature: "0".repeat(64), ..told.clone() }).await,
        till.hook_raw(b"{}".to_vec(), Some("x"), "application/json").await,
        till.hook(&captured(&told, ordered.paise)).await,
        till.verify(&ada, &told).await,
        ada.get("/payment/orders").await,
        ada.get("/payment/credits").await,
        root.get("/payment/sales").await,
        ada.post(&format!("/payment/orders/{}/check", ordered.order), json!({})).await,
    ];
    if let Some(fake) = &till.fake {
        fake.be_away(true);
        answers.push(ada.post("/payment/order", json!({"amount": 9})).await);
    }
    till.reconcile_after(60).await;
    let text = log.text();
    assert!(text.contains("/api/payment/verification"), "the log is read");
    for secret in [&till.keys.key_secret, &till.keys.webhook_secret, &told.signature] {
        let line = text.lines().find(|line| line.contains(secret.as_str()));
        assert!(line.is_none(), "a secret is in the log: {line:?}");
        for answer in &answers {
            assert!(!String::from_utf8_lossy(&answer.bytes).contains(secret.as_str()));
        }
    }
    assert!(!format!("{:?}", till.app.provider).contains(&till.keys.key_secret));
}

async fn a_provider_that_is_away_comes_back(t: TestApp) {
    let till = Till::razorpay(t).await;
    let fake = till.fake.clone().expect("the fake");
    let ada = till.person("ada").await;
    let (ordered, second) = (till.order(&ada, 9).await, till.order(&ada, 19).await);
    let told = till.pay(&ordered).await;
    fake.be_away(true);
    // More often than orders are allowed: none of these counts.
    for _ in 0..21 {
        let answer = ada.post("/payment/order", json!({"amount": 9})).await;
        assert!(answer.headers.contains_key("retry-after"));
        answer.refused(503, "payment_unavailable");
    }
    ada.post(&format!("/payment/orders/{}/check", ordered.order), json!({})).await.refused(503, "payment_unavailable");
    for _ in 0..10 {
        till.reconcile_after(15).await;
    }
    assert_eq!(till.credits(&ada).await, (0, 0));
    // What is signed is genuine; whether the money was taken only the provider can say.
    let said = till.verify(&ada, &till.pay(&second).await).await.expect(200);
    assert_eq!((&said["credited"], till.credits(&ada).await), (&json!(false), (0, 0)));
    fake.be_away(false);
    till.reconcile_after(15).await;
    assert_eq!(till.credits(&ada).await, (4, 4));
    assert_eq!(till.purchase(&ada, &ordered).await["paymentId"], json!(told.payment));
    till.order(&ada, 9).await;
    the_books_balance(&till).await;
}

async fn the_reconciler_believes_no_wrong_amount(t: TestApp) {
    let till = Till::razorpay(t).await;
    let fake = till.fake.clone().expect("the fake");
    let ada = till.person("ada").await;
    let ordered = till.order(&ada, 374).await;
    fake.capture(&ordered.provider, 900, "INR");
    fake.capture(&ordered.provider, 37_400, "USD");
    till.reconcile_after(15).await;
    ada.post(&format!("/payment/orders/{}/check", ordered.order), json!({})).await.expect(200);
    assert_eq!(till.credits(&ada).await, (0, 0));
    // Two right ones: one is credited.
    fake.capture(&ordered.provider, 37_400, "INR");
    fake.capture(&ordered.provider, 37_400, "INR");
    till.reconcile_after(60).await;
    assert_eq!(till.credits(&ada).await, (60, 60));
    the_books_balance(&till).await;
}

/// An order of the sandbox, after real keys were set.
async fn another_account_at_the_provider_settles_nothing(t: TestApp) {
    let sandbox = Till::sandbox(t).await;
    let ada = sandbox.person("ada").await;
    let (ordered, paid) = (sandbox.order(&ada, 9).await, sandbox.order(&ada, 19).await);
    sandbox.verify(&ada, &sandbox.pay(&paid).await).await.expect(200);
    let told = sandbox.pay(&ordered).await;
    let real = Till::razorpay_with(&sandbox.t, &[], true).await;
    let fake = real.fake.clone().expect("the fake");
    let ada = ada.at(&real.base);
    fake.capture(&ordered.provider, 900, "INR");
    for signed in [&told, &real.signed(&ordered.provider, &told.payment)] {
        real.verify(&ada, signed).await.refused(404, "missing");
    }
    real.hook(&captured(&told, 900)).await.expect(200);
    real.reconcile_after(60).await;
    ada.post(&format!("/payment/orders/{}/check", ordered.order), json!({})).await.expect(200);
    assert_eq!(fake.asked(), 0);
    assert_eq!(real.credits(&ada).await, (3, 3));
    // Tests are shown as tests, and are not summed up with money.
    let shown = ada.get("/payment/orders").await.expect(200);
    assert!(shown["orders"].as_array().expect("a list").iter().all(|one| one["sandbox"] == true));
    let root = real.admin("root").await;
    let said = root.get("/payment/sales").await.expect(200);
    assert_eq!((&said["total"], &said["paidPaise"]), (&json!(1), &json!(0)));
    let bought = real.order(&ada, 9).await;
    real.verify(&ada, &real.pay(&bought).await).await.expect(200);
    assert_eq!(root.get("/payment/sales").await.expect(200)["paidPaise"], 900);
}

async fn with_billing_off_nothing_is_sold(t: TestApp) {
    let till = Till::sandbox(t.another(&[("QUAD_BILLING", "off")], 3).await).await;
    let ada = till.person("ada").await;
    ada.post("/payment/order", json!({"amount": 9})).await.refused(403, "not_sold");
    assert_eq!(ada.get("/payment/getkey").await.expect(200)["billing"], "off");
    assert_eq!(ada.get("/payment/orders").await.expect(200)["total"], 0);
    let account = accounts::account(&till.app.db, UserId::parse(&ada.id).expect("an id")).await.expect("read");
    assert_eq!(account.expect("an account").roles, ["USER"]);
}
