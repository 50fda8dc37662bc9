//! Failed refunds: which of them an administrator must still see to. One is over once the money is back in another way: a
//! newer refund stands in its place, an administrator has entered one by hand, or has decided to give the whole payment back.
//! What cannot be matched stays open: a case too many is closed by hand, a case too few costs the buyer the money. Pure.

use std::collections::BTreeSet;

use quad_kernel::clock::Time;

use super::model::{Case, Decision};
use super::payment_state::{CaseKind, Facts, ReturnKind, ReturnStage, SeenPayment, SeenReturn};

/// Takes the cases of failed refunds that are over out of `wanted`. `before` are the order's cases as they stand.
pub(super) fn drop_settled(
    wanted: &mut BTreeSet<(CaseKind, String)>,
    known: &Facts,
    before: &[Case],
    order_paise: i64,
    paid_by: Option<&str>,
) {
    let case_of =
        |kind: CaseKind, subject: &str| before.iter().find(|case| case.kind == kind && case.subject == subject);
    let mut failed: Vec<(&SeenReturn, Option<Time>)> = known
        .returns
        .iter()
        .filter(|one| wanted.contains(&(CaseKind::RefundFailed, one.id.clone())))
        .map(|one| (one, case_of(CaseKind::RefundFailed, &one.id).map(|case| case.opened_at)))
        .collect();
    failed.sort_by_key(|(one, told_at)| (*told_at, one.id.as_str()));
    let mut used: BTreeSet<&str> = BTreeSet::new();
    let mut used_entered: BTreeSet<usize> = BTreeSet::new();
    for (one, told_at) in failed {
        let Some(payment) = known.payments.iter().find(|payment| payment.id == one.payment_id) else { continue };
        let counts = paid_by == Some(payment.id.as_str());
        let is_over = (!counts && is_decided_anew(payment, one, case_of(CaseKind::Payment, &payment.id), wanted))
            || told_at.is_some_and(|told_at| {
                let newer = newer_refund(known, payment, one, told_at, order_paise, &used);
                let by_hand = || {
                    let paise = payment.charge.paise_of(one.amount, order_paise);
                    let mut entered = known.entered.iter().enumerate();
                    let found = entered
                        .find(|(at, by)| counts && by.paise == paise && by.at > told_at && !used_entered.contains(at));
                    found.map(|(at, _)| at)
                };
                match newer {
                    Some(newer) => {
                        used.insert(newer);
                        true
                    }
                    None => by_hand().is_some_and(|at| used_entered.insert(at)),
                }
            });
        if is_over {
            wanted.remove(&(CaseKind::RefundFailed, one.id.clone()));
        }
    }
}

/// A refund told of after the failure that gives the same back, or with it all. Whether it succeeds is its own matter: if
/// not, it is a case itself, and the same money must not be two.
fn newer_refund<'k>(
    known: &'k Facts,
    payment: &SeenPayment,
    failed: &SeenReturn,
    told_at: Time,
    order_paise: i64,
    used: &BTreeSet<&str>,
) -> Option<&'k str> {
    let of_it =
        || known.returns.iter().filter(|other| other.payment_id == payment.id && other.kind == ReturnKind::Refund);
    let is_ended = |stage: ReturnStage| matches!(stage, ReturnStage::Done | ReturnStage::Failed);
    let mut newer = of_it().filter(|other| other.id != failed.id && other.seen_at > told_at && is_ended(other.stage));
    let found = newer.find(|other| {
        let done = of_it().filter(|one| one.stage == ReturnStage::Done && one.id != other.id);
        let with_it: i64 = other.amount + done.map(|one| one.amount).sum::<i64>();
        (other.amount == failed.amount && !used.contains(other.id.as_str()))
            || with_it >= payment.charge.whole(order_paise)
    });
    found.map(|other| other.id.as_str())
}

/// Whether the whole of a payment that counts for nothing waits for a decision, or was decided about after this refund
/// began: then that case is about the same money.
fn is_decided_anew(
    payment: &SeenPayment,
    failed: &SeenReturn,
    case: Option<&Case>,
    wanted: &BTreeSet<(CaseKind, String)>,
) -> bool {
    if !wanted.contains(&(CaseKind::Payment, payment.id.clone())) {
        return false;
    }
    match case.and_then(|case| case.closed.as_ref()) {
        None => true,
        Some(closed) if closed.decision == Decision::Settled => true,
        Some(closed) => failed.seen_at < closed.at,
    }
}
