//! Stories of plans: ordered, paid, credited once whatever happens, refunded, and looked up. Each runs on both engines
//! and with both providers: the bundled sandbox, and a fake of the real API.

use std::collections::HashSet;

use futures::future::{BoxFuture, join_all};
use futures::{FutureExt, StreamExt};
use quad_contests::payments as feature;
use quad_db::sql;
use quad_kernel::ids::UserId;
use quad_pay::{Keys, Razorpay, Webhook, sign};
use quad_people::accounts;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{
    Answer, Browser, Ordered, PASSWORD, TestApp, Till, Told, dispute_event, event, inbox, payment, refund_event, titles,
};
use crate::plain_stories;

/// Makes four tests of each story named, those on PostgreSQL by the names given.
macro_rules! with_both_providers {
    ($sandbox:ident, $razorpay:ident: $($story:ident),+ $(,)?) => {
        $(with_both_providers!(one $story, $sandbox, $razorpay);)+
    };
    (one $story:ident, $sandbox:ident, $razorpay:ident) => {
        mod $story {
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
            async fn $sandbox() {
                if let Some(t) = TestApp::on_postgres().await {
                    super::$story(Till::sandbox(t).await).await;
                }
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $razorpay() {
                if let Some(t) = TestApp::on_postgres().await {
                    super::$story(Till::razorpay(t).await).await;
                }
            }
        }
    };
}

// What is raced, or counted once.
with_both_providers!(postgres_sandbox, postgres_razorpay:
    an_order_paid_twice_is_credited_once,
    webhooks_credit_in_any_order,
    racing_verifications_and_webhooks_credit_once,
    racing_refunds_give_back_once,
    a_decision_credits_once,
    racing_decisions_count_once,
    events_in_any_order_agree,
    what_was_entered_by_hand_counts_once,
);

with_both_providers!(sandbox_postgres_twin, razorpay_postgres_twin:
    each_plan_gives_what_it_says,
    only_the_plans_prices_are_taken,
    the_key_and_the_checkout_are_told,
    a_tampered_verification_credits_nothing,
    a_late_verification_still_counts,
    a_payment_is_credited_when_the_money_is_taken,
    a_wrong_amount_is_not_credited,
    forged_webhooks_are_refused,
    the_reconciler_finds_what_nobody_told,
    declined_tries_credit_nothing,
    a_buyer_may_have_it_asked_now,
    twenty_unpaid_orders_are_enough,
    purchases_are_ones_own,
    sales_are_for_administrators,
    receipts_are_mailed_and_numbered,
    refunds_take_back_what_is_left,
    a_full_balance_takes_a_purchase,
    the_export_has_it_all,
    no_key_is_told_or_logged,
    a_fee_on_top_is_credited,
    other_amounts_become_cases,
    a_case_is_one_line_in_the_log,
    a_reason_that_shows_nothing_is_none,
    a_decision_gives_back,
    what_is_set_aside_is_captured,
    refunds_at_the_provider_are_heard,
    disputes_are_heard,
    what_was_paid_is_what_is_told,
    a_refund_by_hand_is_of_what_was_paid,
    a_foreign_payment_is_given_back_in_its_currency,
    a_closed_case_is_told_neutrally,
    money_of_a_deleted_account_is_a_case,
    what_cannot_be_read_or_found_is_named_in_the_log,
    a_refund_that_fails_is_told_at_each_turn,
    a_failed_refund_is_one_debt,
);

plain_stories!(
    a_provider_that_is_away_comes_back,
    the_reconciler_believes_no_wrong_amount,
    another_account_at_the_provider_settles_nothing,
    keys_that_were_exchanged_settle_what_was_ordered_before,
    with_billing_off_nothing_is_sold,
    what_cannot_be_captured_is_told,
    money_captured_late_is_found,
    a_refund_that_is_refused_is_told,
    second_payments_the_browser_tells_of_are_found,
    what_the_provider_told_is_ones_own,
    a_second_payment_is_told_to_its_buyer,
    a_second_payment_may_count_after_all,
    a_refund_of_a_second_payment_that_fails_is_told,
    an_odd_payment_hides_no_good_one,
    money_that_went_back_before_it_came_is_heard,
    an_unreadable_webhook_has_the_provider_asked,
    odd_orders_do_not_hold_up_the_others,
    odd_webhooks_are_read_as_far_as_they_go,
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
        assert_eq!(till.notes(&ordered).await, json!({"plan": plan, "period": period}));
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
    // By other keyboards, and as a mail program copies it.
    bo.put("/account", json!({"fullName": "Zoë D’Souza"})).await.expect(200);
    let devanagari = |text: &str| {
        let digit = |c: char| c.to_digit(10).and_then(|digit| char::from_u32(0x966 + digit)).unwrap_or(c);
        text.chars().map(digit).collect::<String>()
    };
    let receipts =
        [devanagari(&receipt), receipt.replace('-', "\u{2011}"), format!("\u{a0}{}\u{200b}", receipt.to_lowercase())];
    for search in ["zoe dsouza", "d'souza ZOË", "ｚｏｅ"].into_iter().chain(receipts.iter().map(String::as_str)) {
        let said = root.get(&format!("/payment/sales?q={search}")).await.expect(200);
        assert_eq!((&said["total"], &said["paidPaise"]), (&json!(1), &json!(8_600)), "{search}");
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
        "Hello Ada Test,\n\nThank you for your purchase at Quad, Meridian Institute of Technology. Your creations are ready \
         to use.\n\n{}Receipt: {number}\nDate: 20 November 2026, 18:00 (Asia/Kolkata)\nPlan: Pro (annual pack)\n\
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
    // Without its number the same refund could be entered twice.
    let mut misspelt = body(600, 1, 1);
    misspelt["refrence"] = json!("rfnd_1");
    let said = root.post(&path, misspelt).await.refused(400, "invalid");
    assert!(said["message"].as_str().is_some_and(|say| say.starts_with("“refrence” cannot be set here.")), "{said}");
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
    let export = feature::export_data(&till.app.db, id, till.app.clock.now()).await.expect("exported");
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

/// A leaked key was replaced in the provider's dashboard: what was ordered with it is credited and given back as ever.
async fn keys_that_were_exchanged_settle_what_was_ordered_before(t: TestApp) {
    let till = Till::razorpay(t).await;
    let fake = till.fake.clone().expect("the fake");
    let ada = till.person("ada").await;
    let orders = [till.order(&ada, 9).await, till.order(&ada, 19).await, till.order(&ada, 39).await];
    let told = till.pay(&orders[0]).await;
    let mut tx = till.app.db.begin().await.expect("begun");
    sql("UPDATE payment_orders SET key_id = 'rzp_live_Before00000001'").run(&mut tx).await.expect("changed");
    tx.commit().await.expect("committed");
    // The provider tells of one, is asked of one in its turn, and of one by the buyer.
    till.hook(&captured(&told, 900)).await.expect(200);
    fake.capture(&orders[1].provider, 1_900, "INR");
    till.reconcile_after(60).await;
    fake.capture(&orders[2].provider, 3_900, "INR");
    ada.post(&format!("/payment/orders/{}/check", orders[2].order), json!({})).await.expect(200);
    for ordered in &orders {
        assert_eq!(till.purchase(&ada, ordered).await["state"], "paid", "{ordered:?}");
    }
    let mut shown = payment(&told.payment, &orders[0].provider, 900, "INR", "refunded");
    shown["captured"] = json!(true);
    till.hook(&refund_event("refund.processed", &shown, "rfnd_A", 900, "processed")).await.expect(200);
    assert_eq!(till.purchase(&ada, &orders[0]).await["refundedPaise"], 900);
    the_rules_hold(&till).await;
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

/// What `quad check` says of money, too.
async fn the_rules_hold(till: &Till) {
    the_books_balance(till).await;
    let findings = quad::integrity_check::check(&till.app.db, None, false).await.expect("asked");
    let broken: Vec<_> = findings.iter().filter(|finding| !finding.offenders.is_empty()).map(|one| one.name).collect();
    assert!(broken.is_empty(), "{broken:?}");
}

async fn a_fee_on_top_is_credited(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let ordered = till.order(&ada, 19).await;
    let told = till.pay_otherwise(&ordered, "with_fee").await;
    assert_eq!(till.credits(&ada).await, (3, 3));
    let kept = till.purchase(&ada, &ordered).await;
    // The sandbox's fee is 38 paise and the tax on it.
    let paid = if till.fake.is_none() { 1_944 } else { 1_945 };
    assert_eq!(
        (&kept["state"], &kept["paymentId"], &kept["amountPaise"]),
        (&json!("paid"), &json!(told.payment), &json!(paid))
    );
    assert_eq!(till.cases(&root).await, Vec::<Value>::new());
    the_rules_hold(&till).await;
    // Both ways of reporting the tax, by the webhook and when asked; and what only looks like it.
    for (rupees, paise, fee, tax, bearer, credited) in [
        (9, 921, json!(21), json!(3), json!("customer"), true),
        (9, 924, json!(21), json!(3), json!("customer"), true),
        (9, 921, json!(21), json!(3), json!("platform"), false),
        (9, 921, json!(21), json!(3), json!(null), false),
        (9, 922, json!(21), json!(0), json!("customer"), false),
        (9, 879, json!(21), json!(0), json!("customer"), false),
        (9, 921, json!("21"), json!(0), json!("customer"), false),
        (9, 921, json!(21.0), json!(0), json!("customer"), true),
    ] {
        let before = till.credits(&ada).await;
        let ordered = till.order(&ada, rupees).await;
        let id = format!("pay_Fee{}", &ordered.provider[6..]);
        let mut shown = payment(&id, &ordered.provider, paise, "INR", "captured");
        (shown["fee"], shown["tax"], shown["fee_bearer"]) = (fee.clone(), tax.clone(), bearer.clone());
        for name in ["payment.captured", "order.paid", "payment.captured"] {
            till.hook(&event(name, &shown)).await.expect(200);
        }
        let after = till.credits(&ada).await;
        assert_eq!(after.0 - before.0, i64::from(credited), "{paise} {fee} {tax} {bearer}");
    }
    assert_eq!(till.cases(&root).await.len(), 5);
    the_rules_hold(&till).await;
}

async fn other_amounts_become_cases(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    for (amount, says) in [("offer", "with an offer"), ("foreign", "₹39")] {
        let ordered = till.order(&ada, 39).await;
        let told = till.pay_otherwise(&ordered, amount).await;
        let kept = till.purchase(&ada, &ordered).await;
        assert_eq!((&kept["state"], &kept["progress"]), (&json!("waiting"), &json!("review")));
        let cases = till.cases(&root).await;
        let case = cases.last().expect("a case");
        assert_eq!((&case["kind"], &case["subject"]), (&json!("payment"), &json!(told.payment)));
        assert_eq!(case["choices"], json!(["credit", "refund", "done"]));
        assert!(case["says"].as_str().is_some_and(|text| text.contains(says)), "{case}");
        assert_eq!(case["order"]["buyer"]["id"], json!(ada.id));
        assert!(case["advice"].as_str().is_some_and(|text| !text.is_empty()));
    }
    assert_eq!(till.credits(&ada).await, (0, 0));
    let mine = titles(&ada).await;
    assert_eq!(mine.iter().filter(|title| title.contains("is under review")).count(), 2, "{mine:?}");
    let theirs = titles(&root).await;
    assert_eq!(theirs.iter().filter(|title| title.contains("needs your decision")).count(), 2, "{theirs:?}");
    // Nobody else sees cases; days later they are still there, and the buyer still sees the orders.
    ada.get("/payment/cases").await.refused(404, "missing");
    till.browser().get("/payment/cases").await.refused(401, "logged_out");
    root.get("/payment/cases?state=x").await.refused(400, "invalid");
    root.get("/payment/cases?page=0").await.refused(400, "invalid");
    till.pass(2 * 86_400);
    assert_eq!(ada.get("/payment/orders").await.expect(200)["total"], 2);
    let root = till.admin("root2").await;
    let said = root.get("/payment/cases?state=all&size=1").await.expect(200);
    assert_eq!(
        (&said["total"], &said["open"], said["cases"].as_array().map(Vec::len)),
        (&json!(2), &json!(2), Some(1))
    );
    the_rules_hold(&till).await;
}

async fn a_case_is_one_line_in_the_log(till: Till) {
    let log = till.log();
    let ada = till.person("ada").await;
    let ordered = till.order(&ada, 374).await;
    // Other stories write into the same log and number their payments alike; no two listen at the same port.
    let id = format!("pay_Line{}", till.base.rsplit(':').next().expect("a port"));
    let shown = payment(&id, &ordered.provider, 33_660, "INR", "captured");
    if let Some(fake) = &till.fake {
        fake.put(shown.clone());
    }
    for _ in 0..5 {
        till.hook(&event("payment.captured", &shown)).await.expect(200);
        till.hook(&event("order.paid", &shown)).await.expect(200);
        till.reconcile_after(60).await;
    }
    till.verify(&ada, &till.signed(&ordered.provider, &id)).await.expect(200);
    let text = log.text();
    let lines = text.lines().filter(|line| line.contains(&id) && line.contains("not what was asked for"));
    assert_eq!(lines.count(), 1, "one line, however often it is told");
    assert_eq!(titles(&ada).await.len(), 1);
    assert_eq!(till.credits(&ada).await, (0, 0));
}

async fn decide(root: &Browser, case: &Value, decision: &str) -> Answer {
    let body = json!({"decision": decision, "reason": "Talked to the buyer"});
    root.post(&format!("/payment/cases/{}/decision", case["id"]), body).await
}

async fn a_reason_that_shows_nothing_is_none(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let ordered = till.order(&ada, 39).await;
    till.pay_otherwise(&ordered, "offer").await;
    let case = till.cases(&root).await.remove(0);
    let path = format!("/payment/cases/{}/decision", case["id"]);
    for nothing in ["", " ", "\u{200b}", "\u{feff}\u{2060} \u{200d}", "\u{3164}", "\u{202e}\u{ad}"] {
        let said = root.post(&path, json!({"decision": "credit", "reason": nothing})).await;
        assert_eq!(said.refused(400, "invalid")["message"], "The reason is required", "{nothing:?}");
    }
    assert_eq!(till.cases(&root).await, std::slice::from_ref(&case));
    decide(&root, &case, "credit").await.expect(200);
}

async fn a_decision_credits_once(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let ordered = till.order(&ada, 19).await;
    let told = till.pay_otherwise(&ordered, "foreign").await;
    let case = till.cases(&root).await.remove(0);
    let path = format!("/payment/cases/{}/decision", case["id"]);
    for (body, field) in [
        (json!({"decision": "credit", "reason": " "}), "reason"),
        (json!({"decision": "credit", "reason": "x".repeat(201)}), "reason"),
        (json!({"decision": "settled", "reason": "x"}), "decision"),
        (json!({"decision": "", "reason": "x"}), "decision"),
    ] {
        assert_eq!(root.post(&path, body).await.refused(400, "invalid")["field"], field);
    }
    ada.post(&path, json!({"decision": "credit", "reason": "Please"})).await.refused(404, "missing");
    for id in ["0", "x", "9999999999999999999999", "-1"] {
        let path = format!("/payment/cases/{id}/decision");
        root.post(&path, json!({"decision": "credit", "reason": "x"})).await.refused(404, "missing");
    }
    assert_eq!(till.credits(&ada).await, (0, 0));
    let said = decide(&root, &case, "credit").await.expect(200);
    assert_eq!((&said["case"]["decision"], &said["case"]["reason"]), (&json!("credit"), &json!("Talked to the buyer")));
    decide(&root, &case, "credit").await.refused(409, "conflict");
    decide(&root, &case, "refund").await.refused(409, "conflict");
    assert_eq!(till.credits(&ada).await, (3, 3));
    let kept = till.purchase(&ada, &ordered).await;
    assert_eq!((&kept["state"], &kept["paymentId"]), (&json!("paid"), &json!(told.payment)));
    assert_eq!(kept.get("progress"), None);
    let mails = till.mails().await;
    assert_eq!(mails.iter().filter(|mail| mail.subject.contains("receipt")).count(), 1);
    // The same payment told again changes nothing, and a second one is a case.
    till.reconcile_after(60).await;
    let second = event("payment.captured", &payment("pay_Second00000001", &ordered.provider, 1_900, "INR", "captured"));
    till.hook(&second).await.expect(200);
    assert_eq!(till.credits(&ada).await, (3, 3));
    let cases = till.cases(&root).await;
    assert_eq!((cases.len(), &cases[0]["choices"]), (1, &json!(["refund", "done"])));
    decide(&root, &cases[0], "credit").await.refused(409, "conflict");
    decide(&root, &cases[0], "done").await.expect(200);
    assert_eq!(till.cases(&root).await, Vec::<Value>::new());
    the_rules_hold(&till).await;
}

async fn a_decision_gives_back(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let ordered = till.order(&ada, 19).await;
    let told = till.pay_otherwise(&ordered, "offer").await;
    let case = till.cases(&root).await.remove(0);
    decide(&root, &case, "refund").await.expect(200);
    assert_eq!(till.purchase(&ada, &ordered).await["progress"], "returned");
    for _ in 0..3 {
        till.run_jobs().await;
    }
    if let Some(fake) = &till.fake {
        assert_eq!(fake.moved(), (0, 1), "given back once");
    }
    till.reconcile_after(60).await;
    assert_eq!(till.cases(&root).await, Vec::<Value>::new());
    assert_eq!(till.credits(&ada).await, (0, 0));
    let kept = till.purchase(&ada, &ordered).await;
    assert_eq!((&kept["state"], &kept["progress"]), (&json!("waiting"), &json!("returned")));
    let mine = titles(&ada).await;
    assert!(mine.iter().any(|title| title == "Your payment is being returned to you"), "{mine:?}");
    // The captured event again, late: it is back already.
    let late = payment(&told.payment, &ordered.provider, 1_710, "INR", "captured");
    till.hook(&event("payment.captured", &late)).await.expect(200);
    assert_eq!(till.cases(&root).await, Vec::<Value>::new());
    the_rules_hold(&till).await;
}

async fn racing_decisions_count_once(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let ordered = till.order(&ada, 39).await;
    till.pay_otherwise(&ordered, "offer").await;
    let case = till.cases(&root).await.remove(0);
    let racers = (0..24).map(|turn| decide(&root, &case, ["credit", "refund", "done"][turn % 3]));
    let answers = join_all(racers).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer.status.as_u16(), 200 | 409)));
    let decided = root.get("/payment/cases?state=all").await.expect(200)["cases"][0]["decision"].clone();
    let credited = if decided == "credit" { 5 } else { 0 };
    assert_eq!(till.credits(&ada).await, (credited, credited));
    the_rules_hold(&till).await;
}

async fn what_is_set_aside_is_captured(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let ordered = till.order(&ada, 19).await;
    let told = till.set_aside(&ordered).await;
    assert_eq!(till.verify(&ada, &told).await.expect(200)["credited"], false);
    // The provider has five minutes to do it by itself.
    for _ in 0..4 {
        till.reconcile_after(60).await;
    }
    assert_eq!(till.credits(&ada).await, (0, 0));
    assert_eq!(till.purchase(&ada, &ordered).await["progress"], "authorized");
    till.reconcile_after(120).await;
    assert_eq!(till.credits(&ada).await, (3, 3));
    if let Some(fake) = &till.fake {
        assert_eq!(fake.moved(), (1, 0));
    }
    for _ in 0..3 {
        till.reconcile_after(60).await;
    }
    assert_eq!(till.credits(&ada).await, (3, 3));
    assert_eq!(till.cases(&root).await, Vec::<Value>::new());
    the_rules_hold(&till).await;
}

async fn what_cannot_be_captured_is_told(t: TestApp) {
    let till = Till::razorpay(t).await;
    let fake = till.fake.clone().expect("the fake");
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    fake.refuse(true);
    let ordered = till.order(&ada, 9).await;
    let told = till.set_aside(&ordered).await;
    // Less than asked is never captured by us.
    let other = till.order(&ada, 19).await;
    let less = fake.add(&other.provider, 1_000, "INR", "authorized");
    for _ in 0..8 {
        till.reconcile_after(60).await;
    }
    let cases = till.cases(&root).await;
    let about: HashSet<_> = cases.iter().filter_map(|case| case["subject"].as_str()).collect();
    assert_eq!(about, HashSet::from([told.payment.as_str(), less.as_str()]));
    assert!(cases.iter().all(|case| case["kind"] == "authorized" && case["choices"] == json!(["done"])));
    assert_eq!(fake.moved(), (0, 0));
    for ordered in [&ordered, &other] {
        assert_eq!(till.purchase(&ada, ordered).await["progress"], "authorized");
    }
    // One is captured in the dashboard after all; the other its bank lets go of.
    fake.put(payment(&told.payment, &ordered.provider, 900, "INR", "captured"));
    till.hook(&captured(&told, 900)).await.expect(200);
    let mut gone = payment(&less, &other.provider, 1_000, "INR", "refunded");
    gone["captured"] = json!(false);
    till.hook(&refund_event("refund.processed", &gone, "rfnd_Auto000000001", 1_000, "processed")).await.expect(200);
    assert_eq!(till.credits(&ada).await, (1, 1));
    assert_eq!(till.purchase(&ada, &other).await["progress"], "returned");
    assert_eq!(till.cases(&root).await, Vec::<Value>::new(), "both settled themselves");
    let mine = titles(&ada).await;
    assert!(mine.iter().any(|title| title == "Your payment is being returned to you"), "{mine:?}");
    // Nobody tells what became of a third: after the last look its buyer is told.
    let third = till.order(&ada, 9).await;
    till.set_aside(&third).await;
    for days in [4, 4, 4, 4] {
        till.reconcile_after(days * 86_400).await;
    }
    let root = till.admin("root3").await;
    let path = format!("/payment/orders/{}", third.order);
    let kept = root.get(&path).await.expect(200)["order"].clone();
    assert_eq!((&kept["state"], &kept["progress"]), (&json!("expired"), &json!("returned")));
    the_rules_hold(&till).await;
}

async fn money_captured_late_is_found(t: TestApp) {
    let till = Till::razorpay(t).await;
    let fake = till.fake.clone().expect("the fake");
    let ada = till.person("ada").await;
    let orders = [till.order(&ada, 9).await, till.order(&ada, 19).await, till.order(&ada, 39).await];
    for (ordered, days) in orders.iter().zip([6, 8, 11]) {
        let created = number(&till, "(SELECT MIN(created_at) FROM payment_orders)").await;
        while till.app.clock.now().0 < created + days * 86_400_000 {
            till.reconcile_after(6 * 3_600).await;
        }
        // Late authorised by its bank, failed before, and captured by the provider; nobody tells.
        fake.add(&ordered.provider, ordered.paise, "INR", "failed");
        fake.capture(&ordered.provider, ordered.paise, "INR");
        till.reconcile_after(6 * 3_600 + 60).await;
        let bought = number(&till, "(SELECT count(*) FROM credit_entries WHERE reason = 'bought')").await;
        let expected = orders.iter().position(|one| one.order == ordered.order).expect("one of them") as i64 + 1;
        assert_eq!(bought, expected, "captured on day {days}");
    }
    let asked = fake.asked();
    assert!(asked < 3 * 130, "asked {asked} times");
    the_rules_hold(&till).await;
}

async fn refunds_at_the_provider_are_heard(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let ordered = till.order(&ada, 19).await;
    let told = till.pay(&ordered).await;
    till.verify(&ada, &told).await.expect(200);
    let of = |status: &str| {
        let mut shown = payment(&told.payment, &ordered.provider, 1_900, "INR", status);
        shown["captured"] = json!(true);
        shown
    };
    let hear = async |name: &str, id: &str, paise: i64, status: &str, payment: &str| {
        till.hook(&refund_event(name, &of(payment), id, paise, status)).await.expect(200);
        let kept = till.purchase(&ada, &ordered).await;
        (kept["state"].as_str().expect("a state").to_owned(), kept["refundedPaise"].as_i64().expect("paise"))
    };
    let is = |state: &str, paise: i64| (state.to_owned(), paise);
    // On its way is not there yet; a part; the same again; one that fails; the rest.
    assert_eq!(hear("refund.created", "rfnd_A", 600, "pending", "captured").await, is("paid", 0));
    assert_eq!(hear("refund.processed", "rfnd_A", 600, "processed", "captured").await, is("partly_refunded", 600));
    assert_eq!(hear("refund.processed", "rfnd_A", 600, "processed", "captured").await, is("partly_refunded", 600));
    assert_eq!(hear("refund.created", "rfnd_A", 600, "pending", "captured").await, is("partly_refunded", 600));
    assert_eq!(hear("refund.failed", "rfnd_B", 900, "failed", "captured").await, is("partly_refunded", 600));
    assert_eq!(hear("refund.processed", "rfnd_B", 900, "processed", "captured").await, is("partly_refunded", 600));
    assert_eq!(till.credits(&ada).await, (3, 3), "creations go with the last rupee");
    let case = till.cases(&root).await.remove(0);
    assert_eq!((&case["kind"], &case["subject"]), (&json!("refund_failed"), &json!("rfnd_B")));
    decide(&root, &case, "credit").await.refused(409, "conflict");
    decide(&root, &case, "done").await.expect(200);
    // One creation is used: it cannot be taken back, which is a case.
    let contest = json!({"title": "Friday quiz", "description": "", "startDate": till.moment(60),
        "endDate": till.moment(120), "isPublic": true, "QuestionSet": []});
    ada.post("/post/createcontest", contest).await.expect(201);
    assert_eq!(hear("refund.processed", "rfnd_C", 1_300, "processed", "refunded").await, is("refunded", 1_900));
    assert_eq!(till.credits(&ada).await, (0, 0));
    assert_eq!(till.cases(&root).await[0]["kind"], "spent");
    let kept = till.purchase(&ada, &ordered).await;
    assert_eq!(kept["refunds"].as_array().map(Vec::len), Some(1));
    assert_eq!((&kept["refunds"][0]["contests"], &kept["refunds"][0]["polls"]), (&json!(2), &json!(3)));
    assert_eq!(root.get("/payment/sales").await.expect(200)["refundedPaise"], 1_900);
    let path = format!("/payment/orders/{}/refunds", ordered.order);
    let body = |paise: i64, reference: &str| json!({"amountPaise": paise, "contests": 0, "polls": 0, "reason": "x", "reference": reference});
    root.post(&path, body(1, "other")).await.refused(400, "invalid");
    the_rules_hold(&till).await;
    // A refund that comes to nothing after all: the money is here again, and so are the creations.
    assert_eq!(hear("refund.failed", "rfnd_C", 1_300, "failed", "refunded").await, is("partly_refunded", 600));
    assert_eq!(till.credits(&ada).await, (2, 3));
    root.post(&path, body(100, "rfnd_A")).await.refused(409, "conflict");
    let mine = titles(&ada).await;
    assert!(mine.iter().any(|title| title == "Money was given back to you"), "{mine:?}");
    the_rules_hold(&till).await;
}

async fn disputes_are_heard(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let mut orders = Vec::new();
    for rupees in [9, 9] {
        let ordered = till.order(&ada, rupees).await;
        let told = till.pay(&ordered).await;
        till.verify(&ada, &told).await.expect(200);
        orders.push((ordered, told));
    }
    let hear = async |at: usize, name: &str, status: &str| {
        let (ordered, told): &(Ordered, Told) = &orders[at];
        let shown = payment(&told.payment, &ordered.provider, 900, "INR", "captured");
        till.hook(&dispute_event(name, &shown, &format!("disp_{at}"), 900, status)).await.expect(200);
        let cases = till.cases(&root).await;
        cases.iter().map(|case| case["kind"].as_str().expect("a kind").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(hear(0, "created", "open").await, ["dispute"]);
    assert_eq!(hear(0, "created", "open").await, ["dispute"]);
    assert_eq!(hear(0, "under_review", "under_review").await, ["dispute"]);
    assert_eq!(hear(0, "won", "won").await, Vec::<String>::new());
    assert_eq!(hear(0, "under_review", "under_review").await, Vec::<String>::new(), "late, and over");
    assert_eq!(till.credits(&ada).await, (2, 2));
    // Lost is told before it began.
    assert_eq!(hear(1, "lost", "lost").await, ["dispute_lost"]);
    assert_eq!(hear(1, "created", "open").await, ["dispute_lost"]);
    assert_eq!(till.credits(&ada).await, (1, 1));
    assert_eq!(till.purchase(&ada, &orders[1].0).await["state"], "refunded");
    assert_eq!(till.purchase(&ada, &orders[0].0).await["state"], "paid");
    decide(&root, &till.cases(&root).await[0], "done").await.expect(200);
    assert_eq!(till.cases(&root).await, Vec::<Value>::new());
    let theirs = titles(&root).await;
    assert!(["A payment is disputed", "A dispute was lost"].iter().all(|title| theirs.iter().any(|one| one == title)));
    the_rules_hold(&till).await;
}

async fn events_in_any_order_agree(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    // Failed, authorized and captured of one payment, a failed try of another, paid, a refund in two parts: in every
    // rotation of two orders, each once and each twice.
    let mut ends = Vec::new();
    for turn in 0..14 {
        let ordered = till.order(&ada, 9).await;
        let id = format!("pay_T{turn:02}{}", &ordered.provider[6..]);
        let of = |status: &str| {
            let mut shown = payment(&id, &ordered.provider, 900, "INR", status);
            shown["captured"] = json!(matches!(status, "captured" | "refunded"));
            shown
        };
        let tried = payment(&format!("pay_x{}", &id[4..]), &ordered.provider, 900, "INR", "failed");
        let refund = |name: &str, part: &str, paise: i64, status: &str| {
            refund_event(name, &of(status), &format!("rfnd_{part}{}", &id[4..]), paise, "processed")
        };
        let mut all = [
            event("payment.failed", &of("failed")),
            event("payment.authorized", &of("authorized")),
            event("payment.captured", &of("captured")),
            event("order.paid", &of("captured")),
            event("payment.failed", &tried),
            refund("refund.processed", "a", 300, "captured"),
            refund("refund.created", "b", 600, "refunded"),
        ];
        all.rotate_left(turn % 7);
        if turn >= 7 {
            all.reverse();
        }
        for body in all.iter().chain(all.iter().rev().take(turn % 3 * 2)) {
            till.hook(body).await.expect(200);
        }
        let kept = till.purchase(&ada, &ordered).await;
        ends.push((kept["state"].clone(), kept["refundedPaise"].clone(), kept["paymentId"] == json!(id)));
    }
    assert_eq!(ends, vec![(json!("refunded"), json!(900), true); 14]);
    assert_eq!(till.credits(&ada).await, (0, 0));
    // At the same instant.
    let ordered = till.order(&ada, 9).await;
    let told = till.signed(&ordered.provider, "pay_Instant0000001");
    let of = |status: &str| payment(&told.payment, &ordered.provider, 900, "INR", status);
    let bodies = [event("payment.failed", &of("failed")), event("order.paid", &of("captured")), captured(&told, 900)];
    let answers = join_all((0..30).map(|turn| till.hook(&bodies[turn % 3]))).await;
    for answer in answers {
        answer.expect(200);
    }
    assert_eq!(till.credits(&ada).await, (1, 1));
    // Of orders nobody here knows.
    let stranger = payment("pay_Stranger000001", "order_Nobody0000001", 900, "INR", "captured");
    for body in [
        refund_event("refund.processed", &stranger, "rfnd_Stranger", 900, "processed"),
        dispute_event("created", &stranger, "disp_Stranger", 900, "open"),
        event("payment.failed", &stranger),
    ] {
        till.hook(&body).await.expect(200);
    }
    // A refund that names no order is that of its payment.
    let mut orderless = of("captured");
    orderless["order_id"] = json!(null);
    till.hook(&refund_event("refund.processed", &orderless, "rfnd_Orderless", 900, "processed")).await.expect(200);
    assert_eq!(till.purchase(&ada, &ordered).await["state"], "refunded");
    assert_eq!(till.cases(&root).await, Vec::<Value>::new());
    the_rules_hold(&till).await;
}

async fn what_was_entered_by_hand_counts_once(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    for (reference, told_as) in [(Some("rfnd_Hand"), "rfnd_Hand"), (None, "rfnd_Other")] {
        let ordered = till.order(&ada, 19).await;
        let told = till.pay(&ordered).await;
        till.verify(&ada, &told).await.expect(200);
        let body = json!({"amountPaise": 600, "contests": 1, "polls": 1, "reason": "Agreed", "reference": reference});
        root.post(&format!("/payment/orders/{}/refunds", ordered.order), body).await.expect(201);
        let shown = payment(&told.payment, &ordered.provider, 1_900, "INR", "captured");
        for _ in 0..2 {
            till.hook(&refund_event("refund.processed", &shown, told_as, 600, "processed")).await.expect(200);
        }
        let kept = till.purchase(&ada, &ordered).await;
        assert_eq!((&kept["refundedPaise"], &kept["state"]), (&json!(600), &json!("partly_refunded")), "{told_as}");
        till.hook(&refund_event("refund.processed", &shown, "rfnd_More", 600, "processed")).await.expect(200);
        assert_eq!(till.purchase(&ada, &ordered).await["refundedPaise"], 1_200);
    }
    assert_eq!(till.credits(&ada).await, (4, 4));
    the_rules_hold(&till).await;
}

async fn a_refund_that_is_refused_is_told(t: TestApp) {
    let till = Till::razorpay(t).await;
    let fake = till.fake.clone().expect("the fake");
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let ordered = till.order(&ada, 9).await;
    till.pay_otherwise(&ordered, "offer").await;
    let case = till.cases(&root).await.remove(0);
    fake.refuse(true);
    decide(&root, &case, "refund").await.expect(200);
    till.run_jobs().await;
    let again = till.cases(&root).await.remove(0);
    assert_eq!(again["id"], case["id"]);
    assert!(again["trouble"].as_str().is_some_and(|why| why.contains("refunded already")), "{again}");
    assert_eq!(till.purchase(&ada, &ordered).await["progress"], "review");
    // Away for a while: nothing is lost, and it is given back once.
    fake.refuse(false);
    fake.be_away(true);
    decide(&root, &again, "refund").await.expect(200);
    till.run_jobs().await;
    assert_eq!(fake.moved(), (0, 0));
    fake.be_away(false);
    for _ in 0..4 {
        till.reconcile_after(600).await;
    }
    assert_eq!(fake.moved(), (0, 1));
    assert_eq!(till.cases(&root).await, Vec::<Value>::new());
    the_rules_hold(&till).await;
}

async fn second_payments_the_browser_tells_of_are_found(t: TestApp) {
    let till = Till::razorpay(t).await;
    let fake = till.fake.clone().expect("the fake");
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let ordered = till.order(&ada, 9).await;
    let first = till.pay(&ordered).await;
    till.verify(&ada, &first).await.expect(200);
    let second = till.signed(&ordered.provider, &fake.capture(&ordered.provider, 900, "INR"));
    till.pass(3);
    till.verify(&ada, &second).await.expect(200);
    let cases = till.cases(&root).await;
    assert_eq!((cases.len(), &cases[0]["subject"]), (1, &json!(second.payment)));
    assert_eq!(till.purchase(&ada, &ordered).await["paymentId"], json!(first.payment));
    // The one that counts is given back in the dashboard: then the other one pays.
    let mut shown = payment(&first.payment, &ordered.provider, 900, "INR", "refunded");
    shown["captured"] = json!(true);
    till.hook(&refund_event("refund.processed", &shown, "rfnd_First", 900, "processed")).await.expect(200);
    let kept = till.purchase(&ada, &ordered).await;
    assert_eq!((&kept["state"], &kept["paymentId"]), (&json!("paid"), &json!(second.payment)));
    assert_eq!(till.credits(&ada).await, (1, 1));
    assert_eq!(till.cases(&root).await, Vec::<Value>::new());
    the_rules_hold(&till).await;
}

async fn what_the_provider_told_is_ones_own(t: TestApp) {
    let till = Till::razorpay(t).await;
    let (ada, bo) = (till.person("ada").await, till.person("bo").await);
    let (ordered, others) = (till.order(&ada, 9).await, till.order(&bo, 9).await);
    let told = till.pay_otherwise(&ordered, "offer").await;
    let theirs = till.pay_otherwise(&others, "offer").await;
    let id = UserId::parse(&ada.id).expect("an id");
    let export = feature::export_data(&till.app.db, id, till.app.clock.now()).await.expect("exported");
    let export = serde_json::to_value(export).expect("JSON");
    assert_eq!(
        (&export["charges"][0]["paymentId"], &export["charges"][0]["amount"]),
        (&json!(told.payment), &json!(810))
    );
    assert_eq!((&export["cases"][0]["kind"], &export["cases"][0]["order"]), (&json!("payment"), &json!(ordered.order)));
    assert!(!export.to_string().contains(&theirs.payment));
}

/// A captured payment of an order, told of by the provider.
async fn tell_paid(till: &Till, ordered: &Ordered, paise: i64, beside: Value) -> Value {
    let id = format!("pay_Told{}", &ordered.provider[6..]);
    let mut shown = payment(&id, &ordered.provider, paise, "INR", "captured");
    for (name, value) in beside.as_object().expect("an object") {
        shown[name.as_str()] = value.clone();
    }
    till.hook(&event("payment.captured", &shown)).await.expect(200);
    shown
}

/// The texts in somebody's inbox, newest first.
async fn bodies(who: &Browser) -> Vec<String> {
    inbox(who).await.iter().map(|one| one["body"].as_str().expect("a text").to_owned()).collect()
}

async fn what_was_paid_is_what_is_told(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let fee = json!({"fee": 24, "tax": 3, "fee_bearer": "customer"});
    let offer = json!({"offer_id": "offer_JTUADI4ZWBGWur"});
    // What is asked, what comes, and what goes back of it in parts, each with the words for it; all of it with the last.
    let stories = [
        (19, 1_500, offer, "₹15", vec![(1_500, "₹15")]),
        (19, 2_500, json!({}), "₹25", vec![(600, "₹6"), (1_900, "₹19")]),
        (9, 924, fee.clone(), "₹9.24", vec![(900, "₹9")]),
        (9, 924, fee.clone(), "₹9.24", vec![(100, "₹1"), (824, "₹8.24")]),
        (9, 1_024, fee, "₹10.24", vec![(999, "₹9.99"), (1, "₹0.01")]),
        (19, 1_900, json!({}), "₹19", vec![(701, "₹7.01"), (1_199, "₹11.99")]),
    ];
    let (mut paid, mut back) = (0, 0);
    for (at, (rupees, paise, beside, says, parts)) in stories.into_iter().enumerate() {
        let ordered = till.order(&ada, rupees).await;
        let shown = tell_paid(&till, &ordered, paise, beside).await;
        if let Some(case) = till.cases(&root).await.first() {
            decide(&root, case, "credit").await.expect(200);
        }
        paid += paise;
        let kept = till.purchase(&ada, &ordered).await;
        assert_eq!((&kept["state"], &kept["amountPaise"]), (&json!("paid"), &json!(paise)), "story {at}");
        let mails = till.mails().await;
        let receipts: Vec<_> = mails.iter().filter(|mail| mail.subject.contains("receipt")).collect();
        assert_eq!(receipts.len(), at + 1);
        let line = format!("\nPaid: {says}\n");
        assert!(receipts[at].text.contains(&line), "{line} in {}", receipts[at].text);
        let before = till.credits(&ada).await;
        for (number, (part, words)) in parts.iter().enumerate() {
            assert_eq!(till.credits(&ada).await, before, "creations go with the last rupee");
            let is_last = number + 1 == parts.len();
            let refund = format!("rfnd_{number}{}", &ordered.provider[6..]);
            for _ in 0..2 {
                let body = refund_event("refund.processed", &shown, &refund, *part, "processed");
                till.hook(&body).await.expect(200);
            }
            back += part;
            let kept = till.purchase(&ada, &ordered).await;
            let sum: i64 = parts[..=number].iter().map(|(part, _)| part).sum();
            let state = if is_last { "refunded" } else { "partly_refunded" };
            assert_eq!((&kept["state"], &kept["refundedPaise"]), (&json!(state), &json!(sum)), "story {at}");
            let told = bodies(&ada).await.remove(0);
            assert!(told.starts_with(&format!("{words} of ")), "{words} in {told}");
            assert_eq!(told.contains("were taken back"), is_last, "{told}");
        }
        assert_eq!(till.credits(&ada).await, (0, 0), "story {at}");
        let said = root.get("/payment/sales").await.expect(200);
        assert_eq!((&said["paidPaise"], &said["refundedPaise"]), (&json!(paid), &json!(back)), "story {at}");
        assert!(said["sales"].as_array().expect("a list").iter().any(|sale| sale["amountPaise"] == json!(paise)));
        till.pass(1);
    }
    let id = UserId::parse(&ada.id).expect("an id");
    let export = feature::export_data(&till.app.db, id, till.app.clock.now()).await.expect("exported");
    let export = serde_json::to_value(export).expect("JSON");
    let orders = export["orders"].as_array().expect("a list");
    assert_eq!(orders.iter().filter_map(|order| order["amountPaise"].as_i64()).sum::<i64>(), paid);
    assert_eq!(orders.iter().filter_map(|order| order["refundedPaise"].as_i64()).sum::<i64>(), back);
    the_rules_hold(&till).await;
}

async fn a_refund_by_hand_is_of_what_was_paid(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    for (paise, reference) in [(1_500, Some("rfnd_Hand")), (2_500, None)] {
        let ordered = till.order(&ada, 19).await;
        let shown = tell_paid(&till, &ordered, paise, json!({})).await;
        decide(&root, &till.cases(&root).await[0], "credit").await.expect(200);
        let path = format!("/payment/orders/{}/refunds", ordered.order);
        let body = |paise: i64| json!({"amountPaise": paise, "contests": 3, "polls": 3, "reason": "Agreed", "reference": reference});
        let said = root.post(&path, body(paise + 1)).await.refused(400, "invalid");
        assert_eq!(said["field"], "amountPaise");
        let said = root.post(&path, body(paise)).await.expect(201);
        let order = &said["order"];
        assert_eq!((&order["state"], &order["refundedPaise"]), (&json!("refunded"), &json!(paise)));
        // The provider tells of the same refund: it counts once.
        let told = refund_event("refund.processed", &shown, "rfnd_Hand", paise, "processed");
        till.hook(&told).await.expect(200);
        assert_eq!(till.purchase(&ada, &ordered).await["refundedPaise"], paise);
        assert_eq!(till.credits(&ada).await, (0, 0));
        the_rules_hold(&till).await;
    }
}

async fn a_foreign_payment_is_given_back_in_its_currency(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let ordered = till.order(&ada, 19).await;
    let beside = json!({"currency": "USD", "base_amount": 1_907, "base_currency": "INR"});
    let shown = tell_paid(&till, &ordered, 23, beside).await;
    decide(&root, &till.cases(&root).await[0], "credit").await.expect(200);
    assert_eq!(till.purchase(&ada, &ordered).await["amountPaise"], 1_907);
    let mails = till.mails().await;
    assert!(mails.iter().any(|mail| mail.text.contains("\nPaid: USD 0.23 (₹19.07)\n")));
    for (id, part, all, state) in [
        ("rfnd_Abroad1", 7, "USD 0.07", "partly_refunded"),
        ("rfnd_Abroad2", 7, "USD 0.14", "partly_refunded"),
        ("rfnd_Abroad3", 9, "USD 0.23", "refunded"),
    ] {
        till.hook(&refund_event("refund.processed", &shown, id, part, "processed")).await.expect(200);
        assert_eq!(till.purchase(&ada, &ordered).await["state"], state);
        let told = bodies(&ada).await.remove(0);
        assert!(told.starts_with(&format!("In all, {all} of your payment for ")), "{told}");
        till.pass(1);
    }
    assert_eq!(till.purchase(&ada, &ordered).await["refundedPaise"], 1_907, "the parts are all of it");
    assert_eq!(till.credits(&ada).await, (0, 0));
    the_rules_hold(&till).await;
}

async fn a_closed_case_is_told_neutrally(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let ordered = till.order(&ada, 9).await;
    let shown = tell_paid(&till, &ordered, 450, json!({})).await;
    let case = till.cases(&root).await.remove(0);
    till.pass(1);
    decide(&root, &case, "done").await.expect(200);
    assert_eq!(till.purchase(&ada, &ordered).await["progress"], "closed");
    let told = bodies(&ada).await.remove(0);
    let says =
        "An administrator has looked at your payment of ₹4.50 and closed the matter. If you have a question, write to ";
    assert!(told.starts_with(says), "{told}");
    assert!(!told.contains("Talked to the buyer"), "the reason is kept with the case");
    let mine = titles(&ada).await;
    assert!(!mine.iter().any(|title| title.contains("is being returned")), "{mine:?}");
    // Told once, whatever is repeated; days later the buyer still sees the order.
    till.hook(&event("order.paid", &shown)).await.expect(200);
    assert_eq!(titles(&ada).await, mine);
    assert_eq!(till.credits(&ada).await, (0, 0));
    // Given back in the dashboard after all: that is said when it is true.
    let mut gone = shown.clone();
    gone["status"] = json!("refunded");
    till.pass(1);
    till.hook(&refund_event("refund.processed", &gone, "rfnd_After", 450, "processed")).await.expect(200);
    assert_eq!(till.purchase(&ada, &ordered).await["progress"], "returned");
    assert_eq!(titles(&ada).await[0], "Your payment is being returned to you");
    the_rules_hold(&till).await;
}

async fn money_of_a_deleted_account_is_a_case(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let orders = [till.order(&ada, 39).await, till.order(&ada, 19).await, till.order(&ada, 9).await];
    let before = till.pay(&orders[0]).await;
    till.verify(&ada, &before).await.expect(200);
    let under_way = till.pay(&orders[1]).await;
    ada.ask(Method::DELETE, "/account", Some(json!({"password": PASSWORD})), &[]).await.expect(200);
    assert_eq!(till.cases(&root).await, Vec::<Value>::new());
    for _ in 0..2 {
        till.hook(&captured(&under_way, 1_900)).await.expect(200);
    }
    let cases = till.cases(&root).await;
    assert_eq!(cases.len(), 1, "{cases:?}");
    let case = &cases[0];
    assert_eq!(
        (&case["kind"], &case["subject"], &case["choices"]),
        (&json!("gone"), &json!(under_way.payment), &json!(["refund", "done"]))
    );
    assert!(
        case["says"].as_str().is_some_and(|says| says.starts_with("₹19 was paid by a buyer who had deleted")),
        "{case}"
    );
    let theirs = titles(&root).await;
    assert_eq!(theirs.iter().filter(|title| *title == "Money came from a deleted account").count(), 1, "{theirs:?}");
    the_rules_hold(&till).await;
    // Another amount: nobody can be credited.
    tell_paid(&till, &orders[2], 450, json!({})).await;
    let other = till.cases(&root).await.remove(1);
    assert_eq!((&other["kind"], &other["choices"]), (&json!("payment"), &json!(["refund", "done"])));
    decide(&root, &other, "credit").await.refused(409, "conflict");
    decide(&root, &other, "done").await.expect(200);
    // What was paid before is no case, whatever is told of it later.
    let shown = payment(&before.payment, &before.order, 3_900, "INR", "captured");
    till.hook(&refund_event("refund.processed", &shown, "rfnd_Part", 100, "processed")).await.expect(200);
    assert_eq!(till.cases(&root).await.len(), 1);
    // One click gives it back.
    decide(&root, case, "refund").await.expect(200);
    for _ in 0..3 {
        till.run_jobs().await;
    }
    if let Some(fake) = &till.fake {
        assert_eq!(fake.moved(), (0, 1), "given back once");
    }
    let path = format!("/payment/orders/{}", orders[1].order);
    let kept = root.get(&path).await.expect(200)["order"].clone();
    assert_eq!((&kept["state"], &kept["refundedPaise"]), (&json!("refunded"), &json!(1_900)));
    assert_eq!(till.cases(&root).await, Vec::<Value>::new());
    the_rules_hold(&till).await;
}

async fn what_cannot_be_read_or_found_is_named_in_the_log(till: Till) {
    let log = till.log();
    let (root, other) = (till.admin("root").await, till.person("other").await);
    // Other stories write into the same log; no two listen at the same port.
    let port = till.base.rsplit(':').next().expect("a port").to_owned();
    let (odd, odd_order) = (format!("pay_Odd{port}"), format!("order_Odd{port}"));
    let shown = payment(&odd, &odd_order, 900, "INR", "captured");
    let mut nameless = refund_event("refund.processed", &shown, "rfnd_Odd", 900, "processed");
    nameless["payload"]["refund"]["entity"]["id"] = json!(null);
    till.hook(&nameless).await.expect(200);
    let (lost, lost_order) = (format!("pay_Lost{port}"), format!("order_Lost{port}"));
    for status in ["captured", "captured", "refunded", "authorized"] {
        let shown = payment(&lost, &lost_order, 900, "INR", status);
        till.hook(&event("payment.captured", &shown)).await.expect(200);
    }
    // No case, which needs an order; administrators are told, once for each payment.
    assert_eq!(count_titles(&root, "Money came for an order that is not here").await, 1);
    assert_eq!(count_titles(&other, "Money came").await, 0);
    let told = root.get("/notifications").await.expect(200)["notifications"].to_string();
    for part in ["₹9", &lost, &lost_order] {
        assert!(told.contains(part), "{part} is not in {told}");
    }
    let text = log.text();
    for parts in [
        ["ERROR", "cannot be read", "refund.processed", &odd, &odd_order],
        ["ERROR", "not known here", "900", &lost, &lost_order],
    ] {
        assert!(text.lines().any(|line| parts.iter().all(|part| line.contains(part))), "{parts:?}");
    }
}

/// The titles in somebody's inbox that have these words in them.
async fn count_titles(who: &Browser, words: &str) -> usize {
    titles(who).await.iter().filter(|title| title.contains(words)).count()
}

/// Says how an order stands for its buyer.
async fn stands(till: &Till, who: &Browser, ordered: &Ordered) -> (String, Option<String>) {
    let kept = till.purchase(who, ordered).await;
    (kept["state"].as_str().expect("a state").to_owned(), kept["progress"].as_str().map(str::to_owned))
}

fn is(state: &str, progress: Option<&str>) -> (String, Option<String>) {
    (state.to_owned(), progress.map(str::to_owned))
}

/// Told by webhooks, found by the reconciler, brought by the browser: in each way a second payment, and a third.
async fn a_second_payment_is_told_to_its_buyer(t: TestApp) {
    let till = Till::razorpay(t).await;
    let fake = till.fake.clone().expect("the fake");
    let root = till.admin("root").await;
    for (at, way) in ["webhook", "order.paid first", "reconciler", "browser"].into_iter().enumerate() {
        let ada = till.person(&format!("ada{at}")).await;
        let ordered = till.order(&ada, 19).await;
        let ids: Vec<String> = (0..3).map(|_| fake.capture(&ordered.provider, 1_900, "INR")).collect();
        let told = |at: usize| till.signed(&ordered.provider, &ids[at]);
        let shown = |at: usize| payment(&ids[at], &ordered.provider, 1_900, "INR", "captured");
        match way {
            "webhook" => {
                for at in [0, 1, 2, 2, 1, 0] {
                    till.hook(&event("payment.captured", &shown(at))).await.expect(200);
                }
            }
            "order.paid first" => {
                for (at, name) in
                    [(1, "order.paid"), (0, "payment.captured"), (2, "order.paid"), (1, "payment.captured")]
                {
                    till.hook(&event(name, &shown(at))).await.expect(200);
                }
            }
            "reconciler" => till.reconcile_after(60).await,
            _ => {
                till.verify(&ada, &told(0)).await.expect(200);
                till.pass(4);
                till.verify(&ada, &told(1)).await.expect(200);
            }
        }
        assert_eq!(stands(&till, &ada, &ordered).await, is("paid", Some("review")), "{way}");
        assert_eq!(till.credits(&ada).await, (3, 3), "{way}");
        let mine = titles(&ada).await;
        assert_eq!(count_titles(&ada, "Another payment has arrived and is under review").await, 2, "{way}: {mine:?}");
        let texts = bodies(&ada).await;
        let says = "Another payment of ₹19 for Pro (monthly pack) has arrived, besides the one that paid for it.";
        assert_eq!(texts.iter().filter(|text| text.starts_with(says)).count(), 2, "{way}: {texts:?}");
        let cases = till.cases(&root).await;
        assert_eq!(cases.len(), 2, "{way}: {cases:?}");
        // One is given back, the other one is closed.
        till.pass(1);
        let said = decide(&root, &cases[0], "refund").await.expect(200);
        assert!(said["message"].as_str().is_some_and(|text| text.contains("the buyer sees it")));
        assert_eq!(stands(&till, &ada, &ordered).await, is("paid", Some("review")), "{way}: the other one is open");
        assert_eq!(count_titles(&ada, "Your payment is being returned to you").await, 1, "{way}");
        let text = bodies(&ada).await.remove(0);
        assert!(text.starts_with("A payment of ₹19 for Pro (monthly pack) does not count."), "{text}");
        assert!(text.contains("another payment paid for it"), "{text}");
        till.run_jobs().await;
        till.pass(1);
        decide(&root, &cases[1], "done").await.expect(200);
        assert_eq!(stands(&till, &ada, &ordered).await, is("paid", Some("closed")), "{way}");
        let text = bodies(&ada).await.remove(0);
        assert!(text.starts_with("An administrator has looked at your payment of ₹19 and closed"), "{text}");
        // Whatever is repeated, nothing is told twice.
        let before = titles(&ada).await;
        for at in 0..3 {
            till.hook(&event("order.paid", &shown(at))).await.expect(200);
        }
        for _ in 0..2 {
            till.reconcile_after(60).await;
        }
        assert_eq!(titles(&ada).await, before, "{way}");
        assert_eq!(till.credits(&ada).await, (3, 3), "{way}");
    }
    assert_eq!(fake.moved(), (0, 4));
    the_rules_hold(&till).await;
}

async fn a_second_payment_may_count_after_all(t: TestApp) {
    let till = Till::razorpay(t).await;
    let fake = till.fake.clone().expect("the fake");
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    // The one that counts is given back in the dashboard: then the other one pays, and the buyer is told both.
    let ordered = till.order(&ada, 9).await;
    let ids: Vec<String> = (0..2).map(|_| fake.capture(&ordered.provider, 900, "INR")).collect();
    till.hook(&captured(&till.signed(&ordered.provider, &ids[0]), 900)).await.expect(200);
    till.hook(&captured(&till.signed(&ordered.provider, &ids[1]), 900)).await.expect(200);
    till.pass(1);
    let mut gone = payment(&ids[0], &ordered.provider, 900, "INR", "refunded");
    gone["captured"] = json!(true);
    for _ in 0..2 {
        till.hook(&refund_event("refund.processed", &gone, "rfnd_Flip", 900, "processed")).await.expect(200);
    }
    assert_eq!(stands(&till, &ada, &ordered).await, is("paid", Some("returned")));
    assert_eq!(till.purchase(&ada, &ordered).await["paymentId"], json!(ids[1]));
    assert_eq!(till.cases(&root).await, Vec::<Value>::new());
    assert_eq!(
        (count_titles(&ada, "is being returned").await, count_titles(&ada, "Your payment counts").await),
        (1, 1)
    );
    // Money of another amount that an administrator credits.
    let other = till.order(&ada, 19).await;
    till.pay_otherwise(&other, "offer").await;
    decide(&root, &till.cases(&root).await[0], "credit").await.expect(200);
    assert_eq!(stands(&till, &ada, &other).await, is("paid", None));
    assert_eq!(count_titles(&ada, "Your payment counts").await, 2);
    // Another amount first, then the right one: the first is a second payment from then on, told once.
    let third = till.order(&ada, 39).await;
    till.pay_otherwise(&third, "offer").await;
    assert_eq!(stands(&till, &ada, &third).await, is("waiting", Some("review")));
    let right = fake.capture(&third.provider, 3_900, "INR");
    till.hook(&captured(&till.signed(&third.provider, &right), 3_900)).await.expect(200);
    assert_eq!(stands(&till, &ada, &third).await, is("paid", Some("review")));
    till.pass(1);
    decide(&root, &till.cases(&root).await[0], "refund").await.expect(200);
    till.run_jobs().await;
    assert_eq!(stands(&till, &ada, &third).await, is("paid", Some("returned")));
    assert_eq!(count_titles(&ada, "is being returned").await, 2);
    the_rules_hold(&till).await;
}

async fn a_refund_of_a_second_payment_that_fails_is_told(t: TestApp) {
    let till = Till::razorpay(t).await;
    let fake = till.fake.clone().expect("the fake");
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let ordered = till.order(&ada, 9).await;
    let ids: Vec<String> = (0..2).map(|_| fake.capture(&ordered.provider, 900, "INR")).collect();
    for id in &ids {
        till.hook(&captured(&till.signed(&ordered.provider, id), 900)).await.expect(200);
    }
    till.pass(1);
    let case = till.cases(&root).await.remove(0);
    decide(&root, &case, "refund").await.expect(200);
    till.run_jobs().await;
    assert_eq!(stands(&till, &ada, &ordered).await, is("paid", Some("returned")));
    let subject = case["subject"].as_str().expect("an id");
    let mut shown = payment(subject, &ordered.provider, 900, "INR", "captured");
    shown["captured"] = json!(true);
    let refund = subject.replacen("pay_", "rfnd_", 1);
    till.pass(1);
    for _ in 0..2 {
        till.hook(&refund_event("refund.failed", &shown, &refund, 900, "failed")).await.expect(200);
    }
    assert_eq!(stands(&till, &ada, &ordered).await, is("paid", Some("refund_failed")));
    assert_eq!(titles(&ada).await[0], "A refund did not reach you");
    assert_eq!(count_titles(&ada, "A refund did not reach you").await, 1);
    let cases = till.cases(&root).await;
    assert_eq!((cases.len(), &cases[0]["kind"]), (1, &json!("refund_failed")), "one case for one sum");
    the_rules_hold(&till).await;
    // Given back once more in the dashboard: the case closes itself, and the buyer is told.
    till.pass(1);
    till.hook(&refund_event("refund.processed", &shown, "rfnd_Again", 900, "processed")).await.expect(200);
    assert_eq!(till.cases(&root).await, Vec::<Value>::new());
    assert_eq!(stands(&till, &ada, &ordered).await, is("paid", Some("returned")));
    assert_eq!(count_titles(&ada, "is being returned").await, 2);
    // Without a decision: given back in the dashboard, which fails. That is one case, too.
    let other = till.order(&ada, 19).await;
    let shown: Vec<Value> =
        (0..2).map(|at| payment(&format!("pay_Undecided{at}"), &other.provider, 1_900, "INR", "captured")).collect();
    for one in &shown {
        till.hook(&event("payment.captured", one)).await.expect(200);
    }
    for (name, status) in
        [("refund.created", "pending"), ("refund.processed", "processed"), ("refund.failed", "failed")]
    {
        till.pass(1);
        till.hook(&refund_event(name, &shown[1], "rfnd_Undecided", 1_900, status)).await.expect(200);
    }
    let cases = till.cases(&root).await;
    assert_eq!((cases.len(), &cases[0]["kind"]), (1, &json!("payment")), "{cases:?}");
    assert_eq!(stands(&till, &ada, &other).await, is("paid", Some("review")));
    assert_eq!(titles(&ada).await[0], "A refund did not reach you");
    the_rules_hold(&till).await;
}

async fn a_refund_that_fails_is_told_at_each_turn(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let paid = async || {
        let ordered = till.order(&ada, 19).await;
        let told = till.pay(&ordered).await;
        till.verify(&ada, &told).await.expect(200);
        let shown = payment(&told.payment, &ordered.provider, 1_900, "INR", "captured");
        (ordered, shown)
    };
    let hear = async |shown: &Value, name: &str, id: &str, paise: i64, status: &str| {
        till.pass(1);
        for _ in 0..2 {
            till.hook(&refund_event(name, shown, id, paise, status)).await.expect(200);
        }
    };
    let (ordered, shown) = paid().await;
    hear(&shown, "refund.created", "rfnd_A", 500, "pending").await;
    assert_eq!(titles(&ada).await, Vec::<String>::new());
    hear(&shown, "refund.processed", "rfnd_A", 500, "processed").await;
    assert_eq!(bodies(&ada).await[0].split(" of ").next(), Some("₹5"));
    assert_eq!(stands(&till, &ada, &ordered).await, is("partly_refunded", None));
    hear(&shown, "refund.failed", "rfnd_A", 500, "failed").await;
    assert_eq!(stands(&till, &ada, &ordered).await, is("paid", Some("refund_failed")));
    assert_eq!(titles(&ada).await, ["A refund did not reach you", "Money was given back to you"]);
    let text = bodies(&ada).await.remove(0);
    assert!(text.starts_with("A refund of ₹5 for Pro (monthly pack) did not go through"), "{text}");
    // Processed is told late, and failed again.
    hear(&shown, "refund.processed", "rfnd_A", 500, "processed").await;
    hear(&shown, "refund.failed", "rfnd_A", 500, "failed").await;
    assert_eq!(titles(&ada).await.len(), 2);
    the_rules_hold(&till).await;
    // The same sum once more, which fails as well, and once more.
    hear(&shown, "refund.processed", "rfnd_B", 500, "processed").await;
    assert_eq!(stands(&till, &ada, &ordered).await, is("partly_refunded", None));
    assert_eq!(titles(&ada).await[0], "Money was given back to you");
    hear(&shown, "refund.failed", "rfnd_B", 500, "failed").await;
    assert_eq!(titles(&ada).await[0], "A refund did not reach you");
    let cases = till.cases(&root).await;
    assert_eq!((cases.len(), &cases[0]["subject"]), (1, &json!("rfnd_B")), "one case for one sum");
    hear(&shown, "refund.processed", "rfnd_C", 1_900, "processed").await;
    assert_eq!(stands(&till, &ada, &ordered).await, is("refunded", None));
    assert_eq!(titles(&ada).await[0], "Money was given back to you");
    assert!(bodies(&ada).await[0].starts_with("₹19 of "));
    assert_eq!((till.credits(&ada).await, till.cases(&root).await), ((0, 0), Vec::new()));
    // The last one fails: the creations are there again, which is told.
    hear(&shown, "refund.failed", "rfnd_C", 1_900, "failed").await;
    assert_eq!(stands(&till, &ada, &ordered).await, is("paid", Some("refund_failed")));
    assert_eq!(till.credits(&ada).await, (3, 3));
    let text = bodies(&ada).await.remove(0);
    assert!(text.starts_with("A refund of ₹19 ") && text.contains("are yours again"), "{text}");
    let cases = till.cases(&root).await;
    assert_eq!((cases.len(), &cases[0]["subject"]), (1, &json!("rfnd_C")), "one case for one sum");
    // Closed by hand: the buyer is told, and what is told no more is not shown.
    decide(&root, &cases[0], "done").await.expect(200);
    assert!(bodies(&ada).await[0].starts_with("An administrator has looked at your refund of ₹19 and closed"));
    assert_eq!(stands(&till, &ada, &ordered).await, is("paid", None));
    the_rules_hold(&till).await;
    // Failed is told first, then what went before.
    let (ordered, shown) = paid().await;
    let before = titles(&ada).await.len();
    for (name, status) in
        [("refund.failed", "failed"), ("refund.processed", "processed"), ("refund.created", "pending")]
    {
        hear(&shown, name, "rfnd_Back", 700, status).await;
    }
    assert_eq!(stands(&till, &ada, &ordered).await, is("paid", Some("refund_failed")));
    assert_eq!((titles(&ada).await.len(), titles(&ada).await[0].as_str()), (before + 1, "A refund did not reach you"));
    the_rules_hold(&till).await;
}

async fn a_failed_refund_is_one_debt(till: Till) {
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let says = async || {
        let cases = till.cases(&root).await;
        cases.iter().map(|case| case["says"].as_str().expect("a text").to_owned()).collect::<Vec<_>>()
    };
    // Each ends with the money back in another way, told in another order.
    for (turn, all) in [
        vec![("failed", "a", 500), ("processed", "b", 500)],
        vec![("failed", "a", 500), ("processed", "b", 1_900)],
        vec![("processed", "b", 1_900), ("failed", "a", 500)],
        vec![("failed", "a", 500), ("failed", "b", 1_900), ("processed", "c", 1_900)],
        vec![("failed", "a", 500), ("processed", "b", 900), ("processed", "c", 1_000)],
        vec![("failed", "a", 500), ("by hand", "b", 500)],
        vec![("failed", "a", 500), ("by hand", "b", 1_900)],
        vec![("processed", "b", 900), ("failed", "a", 500), ("by hand", "c", 1_000)],
    ]
    .into_iter()
    .enumerate()
    {
        let ordered = till.order(&ada, 19).await;
        let told = till.pay(&ordered).await;
        till.verify(&ada, &told).await.expect(200);
        let shown = payment(&told.payment, &ordered.provider, 1_900, "INR", "captured");
        let number = all.len();
        for (at, (status, id, paise)) in all.into_iter().enumerate() {
            till.pass(1);
            let id = format!("rfnd_{turn}{id}");
            if status == "by hand" {
                let body =
                    json!({"amountPaise": paise, "contests": 0, "polls": 0, "reason": "By bank", "reference": id});
                root.post(&format!("/payment/orders/{}/refunds", ordered.order), body).await.expect(201);
            } else {
                till.hook(&refund_event(&format!("refund.{status}"), &shown, &id, paise, status)).await.expect(200);
            }
            assert!(till.cases(&root).await.len() <= 1, "{turn} {at}: one case for one sum");
        }
        assert_eq!(says().await, Vec::<String>::new(), "{turn} with {number}");
        assert_eq!(stands(&till, &ada, &ordered).await.1, None, "{turn}");
        the_rules_hold(&till).await;
    }
    // A part of another sum settles nothing, and the text says what is back. One on its way is named.
    let ordered = till.order(&ada, 19).await;
    let told = till.pay(&ordered).await;
    till.verify(&ada, &told).await.expect(200);
    let shown = payment(&told.payment, &ordered.provider, 1_900, "INR", "captured");
    for (name, id, paise, status) in [
        ("refund.processed", "rfnd_Before", 500, "processed"),
        ("refund.failed", "rfnd_Failed", 500, "failed"),
        ("refund.processed", "rfnd_Other", 300, "processed"),
    ] {
        till.pass(1);
        till.hook(&refund_event(name, &shown, id, paise, status)).await.expect(200);
    }
    let text = "A refund of ₹5 failed: the money came back to you. Of the ₹19 paid, ₹8 is back with the buyer.";
    assert_eq!(says().await, [text]);
    till.pass(1);
    till.hook(&refund_event("refund.created", &shown, "rfnd_Under", 500, "pending")).await.expect(200);
    assert_eq!(says().await, [format!("{text} Another refund is on its way.")]);
    till.hook(&refund_event("refund.processed", &shown, "rfnd_Under", 500, "processed")).await.expect(200);
    assert_eq!(says().await, Vec::<String>::new());
    the_rules_hold(&till).await;
}

/// Payments in shapes nobody expects, and whether their money was taken.
fn odd_payments(order: &str, id: &str) -> Vec<(Value, bool)> {
    let with = |field: &str, value: Value, status: &str| {
        let mut shown = payment(id, order, 900, "INR", status);
        if value == "gone" {
            shown.as_object_mut().expect("an object").remove(field);
        } else {
            shown[field] = value;
        }
        shown
    };
    let mut all = vec![
        (json!(null), false),
        (json!(7), false),
        (json!([]), false),
        (json!({}), false),
        (json!("pay_1"), false),
        (json!([id, order, 900, "INR", "captured", true]), false),
        (with("status", json!("something new"), "captured"), true),
        (with("status", json!(null), "captured"), true),
        (with("order_id", json!(null), "captured"), true),
        (with("order_id", json!(7), "captured"), true),
        (with("currency", json!(null), "created"), false),
        (with("amount", json!(null), "failed"), false),
        (with("status", json!("something new"), "created"), false),
    ];
    for odd in [json!(null), json!("gone"), json!([]), json!({"a": 1}), json!(true)] {
        for field in ["amount", "currency", "id"] {
            all.push((with(field, odd.clone(), "captured"), true));
        }
    }
    for odd in [json!("lots"), json!(9.5), json!(1e20), json!("9.00")] {
        all.push((with("amount", odd, "captured"), true));
    }
    all
}

async fn an_odd_payment_hides_no_good_one(t: TestApp) {
    let till = Till::razorpay(t).await;
    let fake = till.fake.clone().expect("the fake");
    let log = till.log();
    let root = till.admin("root").await;
    let port = till.base.rsplit(':').next().expect("a port").to_owned();
    let number = odd_payments("", "").len();
    // Twenty unpaid orders are enough for one.
    let (ada, bo) = (till.person("ada").await, till.person("bo").await);
    let mut alone = Vec::new();
    for at in 0..number {
        let ordered = till.order(&ada, 9).await;
        let (odd, is_taken) = odd_payments(&ordered.provider, &format!("pay_Odd{port}x{at}")).remove(at);
        let good = fake.capture(&ordered.provider, 900, "INR");
        fake.list(&ordered.provider, odd.clone());
        let before = titles(&ada).await;
        till.pass(1);
        let said = ada.post(&format!("/payment/orders/{}/check", ordered.order), json!({})).await.expect(200);
        assert_eq!((&said["order"]["state"], &said["order"]["paymentId"]), (&json!("paid"), &json!(good)), "{odd}");
        let cases = till.cases(&root).await;
        assert_eq!(cases.len(), usize::from(is_taken), "{odd}: {cases:?}");
        assert_eq!(said["order"]["progress"] == "review", is_taken, "{odd}");
        let after = titles(&ada).await;
        if is_taken {
            assert_eq!(after[0], "Another payment has arrived and is under review", "{odd}");
            assert!(cases[0]["says"].as_str().is_some_and(|says| says.contains("cannot be read")), "{cases:?}");
            assert!(!cases[0]["choices"].as_array().expect("a list").contains(&json!("credit")), "{odd}");
            decide(&root, &cases[0], "done").await.expect(200);
        } else {
            assert_eq!(after, before, "{odd}");
        }
        let who = if at % 2 == 0 { &ada } else { &bo };
        alone.push(till.order(who, 9).await);
    }
    assert_eq!(till.credits(&ada).await, (number as i64, number as i64));
    // By themselves they credit nothing, are cases where money was taken, and are one line in the log.
    let odd = |at: usize| odd_payments(&alone[at].provider, &format!("pay_Alone{port}x{at}")).remove(at);
    for (at, ordered) in alone.iter().enumerate() {
        fake.list(&ordered.provider, odd(at).0);
    }
    for _ in 0..3 {
        till.reconcile_after(60).await;
    }
    let text = log.text();
    let cases = root.get("/payment/cases?size=200").await.expect(200)["cases"].as_array().expect("a list").clone();
    for (at, ordered) in alone.iter().enumerate() {
        let (odd, is_taken) = odd(at);
        let kept = root.get(&format!("/payment/orders/{}", ordered.order)).await.expect(200)["order"].clone();
        assert_eq!((&kept["state"], kept["progress"] == "review"), (&json!("waiting"), is_taken), "{odd}");
        let of_it = cases.iter().filter(|case| case["order"]["id"] == json!(ordered.order));
        assert_eq!(of_it.count(), usize::from(is_taken), "{odd}");
        let lines = text.lines().filter(|line| line.contains(&ordered.order) && line.contains("unknown shape")).count();
        // Of each process, if there are two.
        assert!((1..=2).contains(&lines), "{odd}: {lines}");
        // Read rightly later, it counts.
        if at % 4 == 0 {
            let id = format!("pay_Alone{port}x{at}");
            let right = payment(&id, &ordered.provider, 900, "INR", "captured");
            till.hook(&event("payment.captured", &right)).await.expect(200);
            let kept = root.get(&format!("/payment/orders/{}", ordered.order)).await.expect(200)["order"].clone();
            assert_eq!((&kept["state"], &kept["paymentId"]), (&json!("paid"), &json!(id)), "{odd}");
        }
    }
    // A whole number is one however it is written.
    let ada = till.person("whole").await;
    for (at, amount) in [json!(900.0), json!("900"), json!(9e2)].into_iter().enumerate() {
        let ordered = till.order(&ada, 9).await;
        let mut shown = payment(&format!("pay_Whole{at}"), &ordered.provider, 900, "INR", "captured");
        shown["amount"] = amount;
        fake.list(&ordered.provider, shown);
        till.reconcile_after(15).await;
        assert_eq!(stands(&till, &ada, &ordered).await, is("paid", None));
    }
    the_rules_hold(&till).await;
}

async fn odd_orders_do_not_hold_up_the_others(t: TestApp) {
    let till = Till::razorpay(t).await;
    let fake = till.fake.clone().expect("the fake");
    let log = till.log();
    let ada = till.person("ada").await;
    let mut odd = Vec::new();
    for answer in [
        json!(null),
        json!([]),
        json!({}),
        json!("text"),
        json!({"items": null}),
        json!({"items": {"id": "pay_1"}}),
        json!({"items": [null, {"currency": null}]}),
        json!({"entity": "collection", "count": 2}),
    ] {
        let ordered = till.order(&ada, 9).await;
        fake.answer_about(&ordered.provider, Some(answer));
        odd.push(ordered);
    }
    till.pass(1);
    let good = till.order(&ada, 19).await;
    fake.capture(&good.provider, 1_900, "INR");
    till.reconcile_after(15).await;
    assert_eq!(stands(&till, &ada, &good).await, is("paid", None), "in the same round");
    for _ in 0..4 {
        till.reconcile_after(60).await;
    }
    let text = log.text();
    for ordered in &odd {
        let lines = text.lines().filter(|line| line.contains(&ordered.order) && line.contains("unknown shape")).count();
        assert!((1..=2).contains(&lines), "one line of each process, not one each round: {lines}");
    }
    // The buyer who asks is told what is the matter.
    let said = ada
        .post(&format!("/payment/orders/{}/check", odd[0].order), json!({}))
        .await
        .refused(503, "payment_unavailable");
    assert!(said["message"].as_str().is_some_and(|text| text.contains("cannot be read")), "{said}");
    // And once the answers can be read, what was paid is found.
    for ordered in &odd {
        fake.answer_about(&ordered.provider, None);
        fake.capture(&ordered.provider, 900, "INR");
    }
    till.reconcile_after(60).await;
    for ordered in &odd {
        assert_eq!(stands(&till, &ada, ordered).await, is("paid", None));
    }
    the_rules_hold(&till).await;
}

/// Razorpay sends events in any order, and some without the payment.
async fn money_that_went_back_before_it_came_is_heard(t: TestApp) {
    let till = Till::razorpay(t).await;
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let fake = till.fake.as_ref().expect("a provider");
    let without_payment = |mut body: Value, way: usize| {
        match way {
            0 => drop(body["payload"].as_object_mut().expect("an object").remove("payment")),
            1 => body["payload"]["payment"] = json!({"entity": null}),
            _ => body["payload"]["payment"]["entity"]["order_id"] = json!(null),
        }
        body
    };
    for way in 0..3 {
        for is_refund in [true, false] {
            till.pass(10);
            let ordered = till.order(&ada, 19).await;
            let told = till.pay(&ordered).await;
            let shown = payment(&told.payment, &ordered.provider, 1_900, "INR", "captured");
            let body = if is_refund {
                refund_event("refund.processed", &shown, &format!("rfnd_Early{way}"), 600, "processed")
            } else {
                dispute_event("lost", &shown, &format!("disp_Early{way}"), 600, "lost")
            };
            let body = without_payment(body, way);
            // Who cannot be asked sends it again.
            fake.be_away(true);
            till.hook(&body).await.refused(503, "unavailable");
            fake.be_away(false);
            till.hook(&body).await.expect(200);
            till.hook(&captured(&told, 1_900)).await.expect(200);
            let kept = till.purchase(&ada, &ordered).await;
            assert_eq!((&kept["state"], &kept["refundedPaise"]), (&json!("partly_refunded"), &json!(600)), "{body}");
        }
    }
    // Of a payment that the provider does not know, or of an order that is not ours.
    let stranger = payment("pay_Stranger000002", "order_Nobody0000002", 900, "INR", "captured");
    for way in 0..3 {
        let body = refund_event("refund.processed", &stranger, "rfnd_Stranger2", 900, "processed");
        till.hook(&without_payment(body, way)).await.expect(200);
    }
    fake.list("order_Nobody0000002", stranger.clone());
    let body = refund_event("refund.processed", &stranger, "rfnd_Stranger2", 900, "processed");
    till.hook(&without_payment(body, 0)).await.expect(200);
    assert_eq!(till.cases(&root).await.len(), 3, "the disputes");
    the_rules_hold(&till).await;
}

async fn an_unreadable_webhook_has_the_provider_asked(t: TestApp) {
    const TOLD: &str = "A message about money cannot be read";
    let till = Till::razorpay(t).await;
    let (ada, root) = (till.person("ada").await, till.admin("root").await);
    let fake = till.fake.as_ref().expect("a provider");
    let ordered = till.order(&ada, 19).await;
    let told = till.pay(&ordered).await;
    let shown = payment(&told.payment, &ordered.provider, 1_900, "INR", "captured");
    // The payment itself.
    let mut body = event("order.paid", &shown);
    body["payload"]["payment"] = json!({"entity": []});
    fake.be_away(true);
    till.hook(&body).await.refused(503, "unavailable");
    fake.be_away(false);
    till.hook(&body).await.expect(200);
    assert_eq!(till.purchase(&ada, &ordered).await["state"], "paid");
    // A part of it that went back, and a refund that nobody can read.
    let nameless = |mut body: Value, what: &str| {
        body["payload"][what]["entity"]["id"] = json!(null);
        body
    };
    let refund = nameless(refund_event("refund.processed", &shown, "rfnd_A", 600, "processed"), "refund");
    let good = json!({"id": "rfnd_A", "payment_id": told.payment, "amount": 600, "status": "processed"});
    fake.list_refund(&told.payment, good);
    fake.be_away(true);
    till.hook(&refund).await.refused(503, "unavailable");
    fake.be_away(false);
    till.hook(&refund).await.expect(200);
    assert_eq!(till.purchase(&ada, &ordered).await["refundedPaise"], 600);
    assert_eq!(count_titles(&root, TOLD).await, 0, "all is known");
    fake.list_refund(
        &told.payment,
        json!({"id": null, "payment_id": told.payment, "amount": 100, "status": "processed"}),
    );
    for _ in 0..2 {
        till.hook(&refund).await.expect(200);
    }
    assert_eq!(till.purchase(&ada, &ordered).await["refundedPaise"], 600);
    assert_eq!(count_titles(&root, TOLD).await, 1, "once");
    // Of disputes nobody is asked.
    let dispute = nameless(dispute_event("created", &shown, "disp_A", 900, "open"), "dispute");
    till.hook(&dispute).await.expect(200);
    assert_eq!(count_titles(&root, TOLD).await, 2);
    assert_eq!(count_titles(&ada, TOLD).await, 0);
    // Of strangers there is a line in the log.
    let stranger = payment("pay_Stranger000003", "order_Nobody0000003", 900, "INR", "captured");
    till.hook(&nameless(refund_event("refund.processed", &stranger, "rfnd_B", 900, "processed"), "refund"))
        .await
        .expect(200);
    assert_eq!(count_titles(&root, TOLD).await, 2);
    the_rules_hold(&till).await;
}

async fn odd_webhooks_are_read_as_far_as_they_go(t: TestApp) {
    let till = Till::razorpay(t).await;
    let root = till.admin("root").await;
    let people = [till.person("eve").await, till.person("bo").await];
    for at in 0..odd_payments("", "").len() {
        let ada = &people[at % 2];
        let ordered = till.order(ada, 9).await;
        let (odd, is_taken) = odd_payments(&ordered.provider, &format!("pay_Odd{at}")).remove(at);
        let before = titles(ada).await;
        till.pass(1);
        for _ in 0..2 {
            till.hook(&event("payment.captured", &odd)).await.expect(200);
        }
        // The event says that it was captured; without an order or a known payment it is nobody's.
        let is_credited = odd["status"].is_null() && odd["id"].is_string();
        let is_ours = odd["order_id"] == json!(ordered.provider);
        let is_case = is_taken && is_ours && !is_credited;
        let cases = till.cases(&root).await;
        assert_eq!(cases.len(), usize::from(is_case), "{odd}: {cases:?}");
        let state = if is_credited { "paid" } else { "waiting" };
        let progress = if is_case { Some("review") } else { (odd["status"] == "failed").then_some("declined") };
        assert_eq!(stands(&till, ada, &ordered).await, is(state, progress), "{odd}");
        let after = titles(ada).await;
        if is_case {
            assert_eq!(after[0], "Your payment has arrived and is under review", "{odd}");
            decide(&root, &cases[0], "done").await.expect(200);
        } else {
            assert_eq!(after, before, "{odd}");
        }
    }
    // Refunds: the payment or the amount cannot be read.
    let ada = till.person("ada").await;
    let ordered = till.order(&ada, 9).await;
    let told = till.pay(&ordered).await;
    till.verify(&ada, &told).await.expect(200);
    let shown = payment(&told.payment, &ordered.provider, 900, "INR", "captured");
    let mut body = refund_event("refund.processed", &shown, "rfnd_NoPayment", 300, "processed");
    body["payload"]["payment"] = json!({"entity": {"id": null}});
    till.hook(&body).await.expect(200);
    assert_eq!(till.purchase(&ada, &ordered).await["refundedPaise"], 300);
    let mut body = refund_event("refund.processed", &shown, "rfnd_Text", 0, "processed");
    body["payload"]["refund"]["entity"]["amount"] = json!("200");
    till.hook(&body).await.expect(200);
    assert_eq!(till.purchase(&ada, &ordered).await["refundedPaise"], 500);
    // How much is told before, and not when it fails.
    let mut body = refund_event("refund.failed", &shown, "rfnd_Text", 0, "failed");
    body["payload"]["refund"]["entity"]["amount"] = json!(null);
    body["payload"]["refund"]["entity"]["status"] = json!(null);
    till.hook(&body).await.expect(200);
    assert_eq!(till.purchase(&ada, &ordered).await["refundedPaise"], 300);
    let says = till.cases(&root).await[0]["says"].as_str().expect("a text").to_owned();
    assert!(says.starts_with("A refund of ₹2 failed"), "{says}");
    the_rules_hold(&till).await;
}

/// What Quad hears of, where the webhook is set up.
const EVENTS: [&str; 13] = [
    "order.paid",
    "payment.authorized",
    "payment.captured",
    "payment.failed",
    "payment.dispute.created",
    "payment.dispute.under_review",
    "payment.dispute.action_required",
    "payment.dispute.won",
    "payment.dispute.lost",
    "payment.dispute.closed",
    "refund.created",
    "refund.processed",
    "refund.failed",
];

#[test]
fn the_webhooks_events_are_read_and_named_everywhere() {
    let page = include_str!("../../../docs/operating/payments.md");
    let keys = Keys { key_id: "rzp_test_1".into(), key_secret: "a".into(), webhook_secret: "b".into() };
    let razorpay = Razorpay::new("http://127.0.0.1:9/v1", keys).expect("fine");
    let shown = payment("pay_1", "order_1", 900, "INR", "captured");
    for name in EVENTS {
        assert!(page.contains(&format!("`{name}`")), "docs/operating/payments.md does not name {name}");
        let example = quad_services::config::EXAMPLE;
        let is_named = example
            .split(|letter: char| letter.is_whitespace() || letter == ',')
            .any(|word| word.trim_end_matches('.') == name);
        assert!(is_named, "config.example.toml does not name {name}");
        let body = match (name.strip_prefix("payment.dispute."), name.starts_with("refund.")) {
            (Some(what), _) => dispute_event(what, &shown, "disp_1", 900, "open"),
            (None, true) => refund_event(name, &shown, "rfnd_1", 900, "processed"),
            (None, false) => event(name, &shown),
        };
        let bytes = body.to_string().into_bytes();
        let heard = razorpay.read_webhook(&bytes, &sign("b", &bytes)).expect("read");
        assert!(!matches!(heard, Webhook::Other(_)), "{name} is not read");
    }
}
