//! Decisions about payment cases. An administrator credits money that differs from the order, has it given back, or
//! notes that it was dealt with elsewhere. The first decision counts; the reason is kept with it.

use std::collections::HashMap;

use quad_db::Source;

use crate::ContestsState;
use quad_http::auth::Member;
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::OrderId;
use quad_people::audit::{self, Act, Actor};
use quad_services::background::enqueue;

use super::buyer_news::tell;
use super::model::{Case, CaseDetails, Decision, NewDecision, Purchase, RefundPayment};
use super::payment_state::{CaseKind, Charge, Facts, ReturnKind, ReturnStage};
use super::settle_payment::{follow, held, outcomes_of};
use super::{messages, store_cases, store_orders, store_payments};

/// Decides a case that is open.
pub(super) async fn decide(app: &ContestsState, by: &Member, id: i64, new: &NewDecision) -> Result<()> {
    let now = app.clock.now();
    let key_id = app.provider.get(app).await?.key_id();
    let found = store_cases::find(&app.db, id).await?.ok_or(MISSING)?;
    let mut tx = app.db.begin().await?;
    let (order, mut known) = held(&mut tx, found.order).await?;
    let before = outcomes_of(&tx, &order, &known).await?;
    // Read again: nobody decides while the order is held.
    let case = store_cases::find(&tx, id).await?.ok_or(MISSING)?;
    if case.closed.is_some() {
        return Err(messages::CASE_CLOSED.into());
    }
    let about = known.payments.iter().find(|payment| payment.id == case.subject);
    if !case.choices(&order, about).contains(&new.decision) {
        return Err(if new.decision == Decision::Credit && order.paid.is_some() {
            messages::CASE_PAID.into()
        } else {
            messages::CASE_CHOICE.into()
        });
    }
    if new.decision == Decision::Refund && !order.is_of_account(key_id) {
        return Err(messages::CASE_ELSEWHERE.into());
    }
    if !store_cases::close_if_open(&mut tx, id, Some(by.id), new.decision, Some(&new.reason), now).await? {
        return Err(messages::CASE_CLOSED.into());
    }
    match new.decision {
        Decision::Credit => {
            let payment = known.payments.iter_mut().find(|payment| payment.id == case.subject).ok_or(MISSING)?;
            payment.is_accepted = true;
            // What cannot be read counts as what was asked: the administrator has seen it at the provider.
            if !payment.charge.is_clear() {
                payment.charge = Charge::exactly(order.amount_paise);
            }
            store_payments::put_payment(&mut tx, order.id, payment).await?;
        }
        Decision::Refund => enqueue(&mut tx, now, &RefundPayment::new(id)).await?,
        Decision::Done | Decision::Settled => {}
    }
    let mut done = follow(&mut tx, now, &order, &known, &before).await?;
    if new.decision == Decision::Done
        && let Some(what) = told_of(&case, &known)
    {
        let notice = messages::closed_notice(&app.settings, &order, &what);
        tell(&mut tx, now, &order, &format!("payment-closed:{id}"), &notice, &mut done.told).await?;
    }
    let act = Act::CaseDecided(new.decision.word().to_owned());
    audit::note(&mut tx, now, Actor::Admin(by.id), Some(order.buyer.id), &act).await?;
    tx.commit().await?;
    done.tell(app, &order).await;
    tracing::info!(case = id, order = %order.id, by = %by.id, decision = new.decision.word(), "a payment case was decided");
    Ok(())
}

/// What a case is about whose buyer was told that it is looked at: "payment of ₹9".
fn told_of(case: &Case, known: &Facts) -> Option<String> {
    let of = |id: &str| known.payments.iter().find(|payment| payment.id == id).map(|payment| &payment.charge);
    match case.kind {
        CaseKind::Payment => Some(messages::payment_of(of(&case.subject))),
        CaseKind::RefundFailed => {
            let refund = known.returns.iter().find(|one| one.id == case.subject);
            Some(messages::refund_of(refund.and_then(|refund| Some((refund.amount, of(&refund.payment_id)?)))))
        }
        _ => None,
    }
}

/// Cases with their orders and payments.
pub(super) async fn shown(source: &impl Source, cases: Vec<Case>) -> Result<Vec<CaseDetails>> {
    let mut ids: Vec<OrderId> = cases.iter().map(|case| case.order).collect();
    ids.sort_unstable();
    ids.dedup();
    let orders: HashMap<OrderId, Purchase> = store_orders::find_all(source, &ids).await?;
    let payments = store_payments::payments_of(source, &ids).await?;
    let returns = store_payments::returns_of(source, &ids).await?;
    let shown = cases.into_iter().filter_map(|case| {
        let order = orders.get(&case.order)?.clone();
        let back = returns.iter().find(|(id, one)| *id == case.order && one.id == case.subject).map(|(_, one)| one);
        let about = back.map_or(case.subject.as_str(), |one| one.payment_id.as_str());
        let payment =
            payments.iter().find(|(id, one)| *id == case.order && one.id == about).map(|(_, one)| one.clone());
        let amount = back.map(|one| one.amount);
        let mut others = returns.iter().filter(|(id, one)| {
            *id == case.order && one.payment_id == about && one.kind == ReturnKind::Refund && one.id != case.subject
        });
        let on_its_way = others.find(|(_, one)| one.stage == ReturnStage::Open).map(|(_, one)| one.amount);
        Some(CaseDetails { case, order, payment, amount, on_its_way })
    });
    Ok(shown.collect())
}
