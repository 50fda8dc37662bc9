//! Settlement of a payment: the one place where money becomes creations. The browser's verification, the webhook, the
//! reconciler, the buyer's own question and an administrator's decision all end here, as often as they like: what was
//! told is joined to what is known of the order, and what follows from all of it (payment_state.rs) is done in the same
//! transaction, with the order held.

use std::collections::BTreeSet;

use quad_db::{Source, Tx};
use quad_pay::{Dispute, DisputeStatus, Payment, PaymentStatus, Refund, RefundStatus};

use crate::ContestsState;
use quad_kernel::clock::Time;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::{OrderId, UserId};
use quad_kernel::retry::retried;
use quad_people::notify::Mention;
use quad_people::{accounts, notify};
use quad_services::background::enqueue;

use super::buyer_news::{Outcomes, outcomes, progress, tell, tell_changes};
use super::failed_refunds::drop_settled;
use super::model::{Balance, Case, Decision, Purchase, SendReceipt, UNNAMED, is_provider_id};
use super::payment_state::{
    CaseKind, Charge, Facts, Progress, ReturnKind, ReturnStage, SeenPayment, SeenReturn, Stage, Verdict,
};
use super::{messages, store, store_cases, store_orders, store_payments};

/// What the ledger says of a purchase.
pub(super) const BOUGHT: &str = "bought";
/// What it says of creations taken back because the provider told that all the money is back.
const RETURNED: &str = "refunded";
/// And when that refund came to nothing.
const RESTORED: &str = "refund undone";
/// The longest text kept of what a provider says of a charge.
const LONGEST: usize = 64;

/// Something the provider told of an order.
#[derive(Clone, Debug)]
pub(super) enum Fact {
    Payment(SeenPayment),
    Return(SeenReturn),
}

/// A payment as the provider shows it.
pub(super) fn seen(payment: &Payment, now: Time) -> Fact {
    let stage = match payment.status {
        PaymentStatus::Other if payment.is_taken() => Stage::Captured,
        PaymentStatus::Created | PaymentStatus::Other => Stage::Begun,
        PaymentStatus::Failed => Stage::Failed,
        PaymentStatus::Authorized => Stage::Authorized,
        PaymentStatus::Captured => Stage::Captured,
        PaymentStatus::Refunded if payment.captured == Some(true) => Stage::Refunded,
        PaymentStatus::Refunded => Stage::Released,
    };
    let charge = match (payment.amount_paise, payment.currency.as_deref()) {
        (Some(amount), Some(currency)) if payment.is_clear() => Charge {
            amount,
            currency: fitted(currency),
            fee: payment.fee,
            tax: payment.tax,
            fee_bearer: payment.fee_bearer.as_deref().map(fitted),
            base_amount: payment.base_amount,
            base_currency: payment.base_currency.as_deref().map(fitted),
            offer_id: payment.offer_id.as_deref().map(fitted),
        },
        (amount, _) => Charge::unclear(amount.unwrap_or_default()),
    };
    let id = payment.id.clone();
    Fact::Payment(SeenPayment { id, stage, charge, is_accepted: false, is_refused: false, seen_at: now })
}

/// A payment of this order whose money was taken, and which does not say which payment it is, or not for which order though
/// the provider lists it there: an administrator looks at it.
pub(super) fn unclear(payment: &Payment, order: &Purchase, now: Time) -> Option<Fact> {
    let is_of_another = payment.order_id.as_deref().is_some_and(|id| id != order.provider_order_id);
    let is_named = is_provider_id(&payment.id);
    if is_of_another || (is_named && payment.order_id.is_some()) || !payment.is_taken() {
        return None;
    }
    let id = if is_named { payment.id.clone() } else { UNNAMED.to_owned() };
    let (stage, charge) = (Stage::Captured, Charge::unclear(payment.amount_paise.unwrap_or_default()));
    Some(Fact::Payment(SeenPayment { id, stage, charge, is_accepted: false, is_refused: false, seen_at: now }))
}

/// A refund as the provider tells of it.
pub(super) fn of_refund(refund: &Refund, now: Time) -> SeenReturn {
    let stage = match refund.status {
        RefundStatus::Pending | RefundStatus::Other => ReturnStage::Open,
        RefundStatus::Processed => ReturnStage::Done,
        RefundStatus::Failed => ReturnStage::Failed,
    };
    SeenReturn {
        id: refund.id.clone(),
        payment_id: refund.payment_id.clone(),
        kind: ReturnKind::Refund,
        stage,
        amount: refund.amount_paise.unwrap_or_default(),
        seen_at: now,
    }
}

/// A dispute as the provider tells of it.
pub(super) fn of_dispute(dispute: &Dispute, now: Time) -> SeenReturn {
    let stage = match dispute.status {
        DisputeStatus::Open | DisputeStatus::UnderReview | DisputeStatus::Other => ReturnStage::Open,
        DisputeStatus::Closed => ReturnStage::Closed,
        DisputeStatus::Won => ReturnStage::Won,
        DisputeStatus::Lost => ReturnStage::Done,
    };
    SeenReturn {
        id: dispute.id.clone(),
        payment_id: dispute.payment_id.clone(),
        kind: ReturnKind::Dispute,
        stage,
        amount: dispute.amount_paise.unwrap_or_default(),
        seen_at: now,
    }
}

fn fitted(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(LONGEST).collect()
}

/// Joins what was told to what is known, and does what follows. What is known already costs a look.
pub(super) async fn settle(app: &ContestsState, order: &Purchase, told: &[Fact]) -> Result<()> {
    let mut known = store_payments::facts(&app.db, order).await?;
    if !told.iter().any(|fact| join(&mut known, fact, order)) {
        return Ok(());
    }
    let (order, done) = retried(|| settle_locked(app, order.id, told)).await?;
    done.tell(app, &order).await;
    Ok(())
}

async fn settle_locked(app: &ContestsState, id: OrderId, told: &[Fact]) -> Result<(Purchase, Done)> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let (order, mut known) = held(&mut tx, id).await?;
    let before = outcomes_of(&tx, &order, &known).await?;
    for fact in told {
        if !join(&mut known, fact, &order) {
            continue;
        }
        match fact {
            Fact::Payment(seen) => {
                let joined = known.payments.iter().find(|one| one.id == seen.id).unwrap_or(seen);
                store_payments::put_payment(&mut tx, order.id, joined).await?;
            }
            Fact::Return(seen) => {
                let joined = known.returns.iter().find(|one| one.id == seen.id).unwrap_or(seen);
                store_payments::put_return(&mut tx, order.id, joined).await?;
            }
        }
    }
    let done = follow(&mut tx, now, &order, &known, &before).await?;
    tx.commit().await?;
    Ok((order, done))
}

fn join(known: &mut Facts, fact: &Fact, order: &Purchase) -> bool {
    match fact.clone() {
        Fact::Payment(seen) => known.hear_payment(seen, order.amount_paise),
        Fact::Return(seen) => known.hear_return(seen),
    }
}

/// An order and everything known of it, held until the commit.
pub(super) async fn held(tx: &mut Tx, id: OrderId) -> Result<(Purchase, Facts)> {
    store_payments::lock(tx, id).await?;
    let order = store_orders::find(&*tx, id).await?.ok_or(MISSING)?;
    let known = store_payments::facts(&*tx, &order).await?;
    Ok((order, known))
}

/// How the payments of an order that is held stand for its buyer.
pub(super) async fn outcomes_of(source: &impl Source, order: &Purchase, known: &Facts) -> Result<Outcomes> {
    let cases = store_cases::of_orders(source, &[order.id]).await?;
    let paid_by = order.paid.as_ref().map(|paid| paid.payment_id.as_str());
    Ok(outcomes(known, order.amount_paise, paid_by, &cases))
}

/// What was done, to be told after the commit.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// The payment that was credited just now.
    credited: Option<String>,
    /// Cases that were opened just now.
    opened: Vec<(CaseKind, String)>,
    /// Whose inboxes have something new.
    pub told: Vec<UserId>,
}

impl Done {
    /// Tells sessions, inboxes and the log.
    pub async fn tell(self, app: &ContestsState, order: &Purchase) {
        if let Some(payment_id) = self.credited {
            app.session_cache.forget(app, order.buyer.id).await;
            tracing::info!(order = %order.id, payment_id, "a plan was paid");
        }
        for (kind, subject) in self.opened {
            log(order, kind, &subject);
        }
        notify::after_commit(app, &self.told);
    }
}

/// One line for each case, when it is opened.
fn log(order: &Purchase, kind: CaseKind, subject: &str) {
    match (kind, &order.paid) {
        (CaseKind::Payment, Some(paid)) => tracing::error!(
            order = %order.id,
            provider_order = order.provider_order_id,
            credited = paid.payment_id,
            too_much = subject,
            "an order was paid twice; the second payment is not credited and waits for a decision on the page of sales"
        ),
        (CaseKind::Payment, None) => tracing::error!(
            order = %order.id,
            provider_order = order.provider_order_id,
            payment_id = subject,
            expected_paise = order.amount_paise,
            "a payment is not what was asked for; it is not credited and waits for a decision on the page of sales"
        ),
        _ => tracing::warn!(
            order = %order.id,
            provider_order = order.provider_order_id,
            kind = kind.word(),
            subject,
            "a payment wants an administrator's look on the page of sales"
        ),
    }
}

/// Does what follows from everything known of an order that is held. `was` is how its payments stood before.
pub(super) async fn follow(tx: &mut Tx, now: Time, order: &Purchase, known: &Facts, was: &Outcomes) -> Result<Done> {
    let credited = order.paid.as_ref().map(|paid| paid.payment_id.as_str());
    let verdict = known.verdict(order.amount_paise, credited);
    let before = store_cases::of_orders(&*tx, &[order.id]).await?;
    let mut done = Done::default();
    match (&verdict.paid_by, credited) {
        (Some(payment), None) => {
            credit_order(tx, now, order, payment).await?;
            done.credited = Some(payment.clone());
        }
        (Some(payment), Some(before)) if payment != before => store_payments::pay_by(tx, order.id, payment).await?,
        _ => {}
    }
    let back = Back::of(order, known, &verdict);
    let creations = take_back(tx, now, order, known, &back, &mut done).await?;
    let mut cases = verdict.cases.clone();
    drop_settled(&mut cases, known, &before, order.amount_paise, verdict.paid_by.as_deref());
    // What was paid before the account was deleted was its buyer's to lose.
    let is_for_nobody =
        order.buyer.is_gone() && (credited.is_none() || before.iter().any(|case| case.kind == CaseKind::Gone));
    if let Some(payment) = &verdict.paid_by {
        if creations == Creations::Spent {
            cases.insert((CaseKind::Spent, payment.clone()));
        }
        if is_for_nobody && !back.is_all {
            cases.insert((CaseKind::Gone, payment.clone()));
        }
    }
    keep_cases(tx, now, order, &before, &cases, &mut done).await?;
    tell_failed_refunds(tx, now, order, known, &verdict, creations, &mut done).await?;
    let cases = store_cases::of_orders(&*tx, &[order.id]).await?;
    let after = outcomes(known, order.amount_paise, verdict.paid_by.as_deref(), &cases);
    tell_changes(tx, now, order, known, (was, &after), &mut done.told).await?;
    note_progress(tx, now, order, &verdict, &after, &cases, &mut done).await?;
    Ok(done)
}

/// An administrator has entered a refund by hand: what failed before may be over with it. The order is held.
pub(super) async fn follow_entry(tx: &mut Tx, now: Time, order: &Purchase, known: &Facts) -> Result<()> {
    let credited = order.paid.as_ref().map(|paid| paid.payment_id.as_str());
    let verdict = known.verdict(order.amount_paise, credited);
    let before = store_cases::of_orders(&*tx, &[order.id]).await?;
    let mut wanted = verdict.cases.clone();
    drop_settled(&mut wanted, known, &before, order.amount_paise, credited);
    let failed = before.iter().filter(|case| case.kind == CaseKind::RefundFailed && case.closed.is_none());
    for case in failed.filter(|case| !wanted.contains(&(case.kind, case.subject.clone()))) {
        store_cases::close_if_open(tx, case.id, None, Decision::Settled, None, now).await?;
    }
    let cases = store_cases::of_orders(&*tx, &[order.id]).await?;
    let after = outcomes(known, order.amount_paise, credited, &cases);
    // The mail about the refund tells the buyer.
    note_progress(tx, now, order, &verdict, &after, &cases, &mut Done::default()).await
}

/// What became of the creations with what went back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Creations {
    AsTheyWere,
    /// Some that should have gone were used.
    Spent,
    /// Those that had gone are there again.
    Restored,
}

/// What is back with the buyer.
struct Back {
    /// By what the provider told, without what was entered by hand.
    paise: i64,
    /// With what was entered by hand, it is all that the seller got.
    is_all: bool,
    /// All of it as its payer knows it, where that was not rupees.
    foreign: Option<String>,
}

impl Back {
    fn of(order: &Purchase, known: &Facts, verdict: &Verdict) -> Self {
        let paid = verdict.paid_by.as_ref().and_then(|id| known.payments.iter().find(|payment| payment.id == *id));
        let whole = paid.map_or(order.amount_paise, |payment| payment.charge.whole_paise(order.amount_paise));
        let all = order.refunded_paise - order.returned.paise + verdict.returned_paise;
        let foreign = paid.filter(|payment| payment.charge.currency != "INR");
        Self {
            paise: verdict.returned_paise,
            is_all: all > 0 && all >= whole,
            foreign: foreign
                .map(|payment| messages::money(known.back_of(payment, order.amount_paise), &payment.charge.currency)),
        }
    }
}

/// Credits an order that this payment paid.
async fn credit_order(tx: &mut Tx, now: Time, order: &Purchase, payment_id: &str) -> Result<()> {
    if !store_orders::pay_if_unpaid(tx, order.id, payment_id, now).await? {
        return Err(anyhow::anyhow!("order {} was paid while it was held", order.id).into());
    }
    store_orders::number_receipt(tx, order.id).await?;
    accounts::grant_role(tx, now, order.buyer.id, "ORGANISER").await?;
    // What was paid for is never cut: a balance beyond the bound of grants still takes it.
    let balance = store::add(tx, order.buyer.id, order.creations, store::NO_LIMIT).await?;
    if balance.is_none() {
        return Err(anyhow::anyhow!("order {} was paid and the balance cannot take its creations", order.id).into());
    }
    store::note(tx, order.buyer.id, order.creations, BOUGHT, Some(&order.id.to_string()), now).await?;
    store_orders::allow_again(tx, order.buyer.id, order.created_at).await?;
    enqueue(tx, now, &SendReceipt::new(order.id)).await?;
    Ok(())
}

/// Notes how much is back with the buyer by what the provider told. With the last rupee the creations go that are left; they
/// come again when a refund comes to nothing.
async fn take_back(
    tx: &mut Tx,
    now: Time,
    order: &Purchase,
    known: &Facts,
    back: &Back,
    done: &mut Done,
) -> Result<Creations> {
    let paise = back.paise;
    let (had, buyer, subject) = (order.returned.creations, order.buyer.id, order.id.to_string());
    let entered = Balance { contests: order.taken.contests - had.contests, polls: order.taken.polls - had.polls };
    let most =
        Balance { contests: order.creations.contests - entered.contests, polls: order.creations.polls - entered.polls };
    let is_all_back = paise > 0 && back.is_all;
    if paise == order.returned.paise {
        return Ok(if is_all_back && had != most { Creations::Spent } else { Creations::AsTheyWere });
    }
    let (mut taken, mut became) = (had, Creations::AsTheyWere);
    if is_all_back {
        let wanted = Balance { contests: most.contests - had.contests, polls: most.polls - had.polls };
        let more = store::take_up_to(tx, buyer, wanted).await?;
        if more != Balance::default() {
            store::note(tx, buyer, more.taken(), RETURNED, Some(&subject), now).await?;
        }
        taken = Balance { contests: had.contests + more.contests, polls: had.polls + more.polls };
        if taken != most {
            became = Creations::Spent;
        }
    } else if had != Balance::default() {
        if store::add(tx, buyer, had, store::NO_LIMIT).await?.is_some() {
            store::note(tx, buyer, had, RESTORED, Some(&subject), now).await?;
        }
        (taken, became) = (Balance::default(), Creations::Restored);
    }
    store_payments::set_returned(tx, order, paise, taken).await?;
    if paise > order.returned.paise {
        let notice =
            messages::returned_notice(order, paise - order.returned.paise, back.foreign.as_deref(), is_all_back);
        // The same sum may be back once more, after a refund has failed.
        let failed = known.returns.iter().filter(|one| one.stage == ReturnStage::Failed).count();
        let once = format!("payment-returned:{}:{paise}:{failed}", order.id);
        tell(tx, now, order, &once, &notice, &mut done.told).await?;
    }
    Ok(became)
}

/// Tells the buyer of refunds of the payment that counts that did not arrive; of other payments their outcome tells it.
async fn tell_failed_refunds(
    tx: &mut Tx,
    now: Time,
    order: &Purchase,
    known: &Facts,
    verdict: &Verdict,
    creations: Creations,
    done: &mut Done,
) -> Result<()> {
    let opened: Vec<String> = done
        .opened
        .iter()
        .filter(|(kind, _)| *kind == CaseKind::RefundFailed)
        .map(|(_, subject)| subject.clone())
        .collect();
    for id in opened {
        let Some(failed) = known.returns.iter().find(|one| one.id == id) else { continue };
        let payment = known.payments.iter().find(|payment| payment.id == failed.payment_id);
        let Some(payment) = payment.filter(|payment| verdict.paid_by.as_ref() == Some(&payment.id)) else { continue };
        let is_restored = creations == Creations::Restored;
        let notice = messages::not_returned_notice(order, failed.amount, &payment.charge, is_restored);
        let once = format!("payment-refund-failed:{}:{id}:{}", order.id, now.0);
        tell(tx, now, order, &once, &notice, &mut done.told).await?;
    }
    Ok(())
}

/// Opens the cases there should be and closes those that settled themselves.
async fn keep_cases(
    tx: &mut Tx,
    now: Time,
    order: &Purchase,
    known: &[Case],
    wanted: &BTreeSet<(CaseKind, String)>,
    done: &mut Done,
) -> Result<()> {
    for (kind, subject) in wanted {
        let before = known.iter().find(|case| case.kind == *kind && case.subject == *subject);
        let opened = match before {
            None => store_cases::open(tx, order.id, *kind, subject, now).await?,
            Some(case) if case.closed.as_ref().is_some_and(|closed| closed.decision == Decision::Settled) => {
                store_cases::open_again(tx, case.id).await?.then_some(case.id)
            }
            Some(_) => None,
        };
        let Some(number) = opened else { continue };
        done.opened.push((*kind, subject.clone()));
        let administrators = accounts::administrators(&*tx).await?;
        let once = format!("payment-case:{number}:{now}", now = now.0);
        let notice = messages::case_notice(*kind, order);
        if order.buyer.is_gone() {
            notify::deliver(tx, now, &once, &administrators, &notice).await?;
        } else {
            let mention = Mention { user: order.buyer.id, name: &order.buyer.full_name, address: None, stays: true };
            notify::deliver_about(tx, now, &once, &administrators, &notice, &mention).await?;
        }
        done.told.extend(administrators.iter().map(|person| person.id));
    }
    for case in known.iter().filter(|case| case.closed.is_none()) {
        if !wanted.contains(&(case.kind, case.subject.clone())) {
            store_cases::close_if_open(tx, case.id, None, Decision::Settled, None, now).await?;
        }
    }
    Ok(())
}

/// Notes what the page says of the order's money, and tells the buyer what it cannot.
async fn note_progress(
    tx: &mut Tx,
    now: Time,
    order: &Purchase,
    verdict: &Verdict,
    after: &Outcomes,
    cases: &[Case],
    done: &mut Done,
) -> Result<()> {
    let is_refund_failed = cases.iter().any(|case| case.kind == CaseKind::RefundFailed && case.closed.is_none());
    let progress = progress(verdict.progress, after, is_refund_failed);
    if progress == order.progress {
        return Ok(());
    }
    store_payments::set_progress(tx, order.id, progress).await?;
    // Money that was taken is told of each payment by itself.
    if progress == Some(Progress::Returned) && after.is_empty() {
        let once = format!("payment-progress:{}:released:{}", order.id, now.0);
        tell(tx, now, order, &once, &messages::released_notice(order), &mut done.told).await?;
    }
    Ok(())
}
