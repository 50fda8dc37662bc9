//! Buyer notices: what became of each payment of an order as its buyer sees it, and the notices when that changes. The
//! payment that pays an order is told by its receipt. The buyer is told of every other one when an administrator looks
//! at it, when it goes back, when the refund does not arrive, or when it counts after all.

use std::collections::BTreeMap;

use quad_db::Tx;

use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::UserId;
use quad_people::notify::Notice;
use quad_people::{accounts, notify};

use super::messages;
use super::model::{Case, Decision, Purchase};
use super::payment_state::{CaseKind, Facts, Progress};

/// What became of a payment whose money was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It pays the order.
    Counts,
    /// An administrator looks at it.
    Review,
    /// It was to go back, which failed, and an administrator looks at it.
    RefundFailed,
    /// It is back, or on its way.
    Returned,
    /// An administrator has closed the matter.
    Closed,
}

/// The outcome of each payment, by its id.
pub(super) type Outcomes = BTreeMap<String, Outcome>;

/// How the payments of an order stand, by everything known of it and its cases.
pub(super) fn outcomes(known: &Facts, order_paise: i64, paid_by: Option<&str>, cases: &[Case]) -> Outcomes {
    let taken = known.payments.iter().filter(|payment| payment.is_taken());
    taken
        .map(|payment| {
            let of_it = |kind: CaseKind| {
                let is_of_it = move |case: &&Case| {
                    let refund = || known.returns.iter().find(|one| one.id == case.subject);
                    case.kind == kind
                        && match kind {
                            CaseKind::RefundFailed => refund().is_some_and(|one| one.payment_id == payment.id),
                            _ => case.subject == payment.id,
                        }
                };
                cases.iter().filter(is_of_it)
            };
            let is_open = |kind: CaseKind| of_it(kind).any(|case| case.closed.is_none());
            let is_done = |kind: CaseKind| {
                of_it(kind).any(|case| case.closed.as_ref().is_some_and(|closed| closed.decision == Decision::Done))
            };
            let outcome = if paid_by == Some(payment.id.as_str()) {
                Outcome::Counts
            } else if is_open(CaseKind::Payment) {
                Outcome::Review
            } else if is_open(CaseKind::RefundFailed) {
                Outcome::RefundFailed
            } else if known.is_all_back(payment, order_paise) {
                Outcome::Returned
            } else if is_done(CaseKind::Payment) || is_done(CaseKind::RefundFailed) {
                Outcome::Closed
            } else {
                Outcome::Returned
            };
            (payment.id.clone(), outcome)
        })
        .collect()
}

/// What the page of the order says, by how its payments stand and by what the provider told of it.
pub(super) fn progress(told: Option<Progress>, after: &Outcomes, is_refund_failed: bool) -> Option<Progress> {
    let has = |wanted: Outcome| after.values().any(|outcome| *outcome == wanted);
    let is_paid = has(Outcome::Counts);
    let is_of_money = matches!(told, Some(Progress::Review | Progress::RefundFailed));
    if !is_paid && !is_of_money {
        return told;
    }
    if has(Outcome::Review) {
        Some(Progress::Review)
    } else if is_refund_failed || has(Outcome::RefundFailed) {
        Some(Progress::RefundFailed)
    } else if has(Outcome::Closed) {
        Some(Progress::Closed)
    } else if has(Outcome::Returned) {
        Some(Progress::Returned)
    } else {
        None
    }
}

/// Tells the buyer what changed. Whose inbox has something new is added to `told`.
pub(super) async fn tell_changes(
    tx: &mut Tx,
    now: Time,
    order: &Purchase,
    known: &Facts,
    (before, after): (&Outcomes, &Outcomes),
    told: &mut Vec<UserId>,
) -> Result<()> {
    let is_paid = after.values().any(|outcome| *outcome == Outcome::Counts);
    for (id, outcome) in after {
        let was = before.get(id).copied();
        let Some(payment) = known.payments.iter().find(|payment| payment.id == *id) else { continue };
        let charge = &payment.charge;
        if was == Some(*outcome) {
            continue;
        }
        let notice = match (outcome, was) {
            (Outcome::Review, None | Some(Outcome::Counts)) => messages::came_notice(order, charge, is_paid),
            (Outcome::Review | Outcome::RefundFailed, Some(Outcome::Returned | Outcome::Closed))
            | (Outcome::RefundFailed, _) => messages::not_returned_notice(order, charge.amount, charge, false),
            (Outcome::Returned, _) => messages::goes_back_notice(order, charge, is_paid),
            (Outcome::Counts, Some(_)) => messages::counts_notice(order, charge),
            // The receipt says it; of each closed case the buyer is told with its amount (decide_case.rs).
            (Outcome::Counts, None) | (Outcome::Closed | Outcome::Review, _) => continue,
        };
        let once = format!("payment-news:{}:{id}:{outcome:?}:{}", order.id, now.0);
        tell(tx, now, order, &once, &notice, told).await?;
    }
    Ok(())
}

/// Puts a notice into the buyer's inbox; whoever deleted the account has none.
pub(super) async fn tell(
    tx: &mut Tx,
    now: Time,
    order: &Purchase,
    once: &str,
    notice: &Notice,
    told: &mut Vec<UserId>,
) -> Result<()> {
    let buyer = accounts::recipients(&*tx, &[order.buyer.id]).await?;
    notify::deliver(tx, now, once, &buyer, notice).await?;
    told.push(order.buyer.id);
    Ok(())
}
