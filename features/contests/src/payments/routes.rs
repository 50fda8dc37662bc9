//! Routes of payments: ordering and verifying, the webhook, one's purchases and creations, and the administrators'
//! sales and cases.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::ContestsState;
use quad_http::auth::{Admin, Member};
use quad_http::body::{Body, Raw};
use quad_http::query::Query;
use quad_http::reply::{Reply, created, ok};
use quad_kernel::error::{MISSING, Result};
use quad_kernel::ids::OrderId;
use quad_kernel::retry::retried;

use super::model::{Case, Purchase, is_provider_id, is_test_key};
use super::wire::{
    CasesIn, CreditsOut, DecidedOut, DecisionIn, HeardOut, KeyOut, OrderIn, OrderOut, PageIn, PaymentCaseOut,
    PaymentCasesOut, PurchaseAnswer, PurchaseOut, PurchasesOut, RefundIn, RefundedOut, SalesIn, SalesOut,
    VerificationIn, VerifiedOut,
};
use super::{
    create_order, decide_case, enter_refund, messages, provider, reconciliation, store, store_cases, store_orders,
    verify_payment,
};

/// All calls of this feature.
pub fn routes() -> OpenApiRouter<ContestsState> {
    OpenApiRouter::new()
        .routes(routes!(key))
        .routes(routes!(order))
        .routes(routes!(verify))
        .routes(routes!(webhook))
        .routes(routes!(purchases))
        .routes(routes!(purchase))
        .routes(routes!(check))
        .routes(routes!(credits))
        .routes(routes!(sales))
        .routes(routes!(refund))
        .routes(routes!(cases))
        .routes(routes!(decide))
}

/// The public key and the checkout to open with it.
#[utoipa::path(get, path = "/payment/getkey", tag = "payments", responses((status = 200, body = KeyOut)))]
async fn key(State(app): State<ContestsState>, _: Member) -> Reply<KeyOut> {
    let razorpay = app.provider.get(&app).await?;
    ok(KeyOut {
        success: true,
        key: razorpay.key_id().to_owned(),
        sandbox: !app.settings.sells_for_money(),
        checkout: provider::checkout(&app.settings).to_owned(),
        billing: app.settings.billing.into(),
    })
}

/// Order a plan, named by its price in rupees. Nothing is paid yet.
#[utoipa::path(post, path = "/payment/order", tag = "payments", request_body = OrderIn,
    responses((status = 200, body = OrderOut)))]
async fn order(State(app): State<ContestsState>, who: Member, Body(asked): Body<OrderIn>) -> Reply<OrderOut> {
    let offer = asked.parse()?;
    let (id, made) = create_order::order(&app, &who, offer).await?;
    ok(OrderOut::new(id, made, offer))
}

/// Show that an order was paid, with the provider's signature. Repeating it changes nothing.
#[utoipa::path(post, path = "/payment/verification", tag = "payments", request_body = VerificationIn,
    responses((status = 200, body = VerifiedOut)))]
async fn verify(State(app): State<ContestsState>, who: Member, Body(told): Body<VerificationIn>) -> Reply<VerifiedOut> {
    let told = told.parse(&who)?;
    ok(verify_payment::verify(&app, &who, &told).await?.into())
}

/// For the payment provider: what happened to a payment, signed over the raw body.
#[utoipa::path(post, path = "/payment/webhook", tag = "payments",
    params(("X-Razorpay-Signature" = String, Header)), request_body = String, responses((status = 200, body = HeardOut)))]
async fn webhook(State(app): State<ContestsState>, headers: HeaderMap, Raw(body): Raw) -> Reply<HeardOut> {
    let signature = headers.get("x-razorpay-signature").and_then(|value| value.to_str().ok()).unwrap_or_default();
    verify_payment::receive_webhook(&app, &body, signature).await?;
    ok(HeardOut { success: true })
}

/// One's own purchases, newest first: paid ones, and unpaid ones of the last day.
#[utoipa::path(get, path = "/payment/orders", tag = "payments", params(PageIn),
    responses((status = 200, body = PurchasesOut)))]
async fn purchases(State(app): State<ContestsState>, who: Member, Query(asked): Query<PageIn>) -> Reply<PurchasesOut> {
    let now = app.clock.now();
    let (found, total) = store_orders::page_of(&app.db, who.id, asked.parse()?, now).await?;
    let refunds = store_orders::refunds_of(&app.db, &found).await?;
    ok(PurchasesOut { success: true, orders: PurchaseOut::list(found, refunds, now), total })
}

/// One purchase, by our id or the provider's: one's own, or anybody's for ADMIN.
#[utoipa::path(get, path = "/payment/orders/{id}", tag = "payments", params(("id" = String, Path)),
    responses((status = 200, body = PurchaseAnswer)))]
async fn purchase(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<PurchaseAnswer> {
    let found = find(&app, &id).await?;
    if found.buyer.id != who.id && !who.is_admin {
        return Err(MISSING.into());
    }
    ok(PurchaseAnswer { success: true, order: shown(&app, found).await? })
}

/// Ask the provider now whether one's own order was paid; within three seconds of the last question nothing is asked.
#[utoipa::path(post, path = "/payment/orders/{id}/check", tag = "payments", params(("id" = String, Path)),
    responses((status = 200, body = PurchaseAnswer)))]
async fn check(State(app): State<ContestsState>, who: Member, Path(id): Path<String>) -> Reply<PurchaseAnswer> {
    let found = find(&app, &id).await?;
    if found.buyer.id != who.id {
        return Err(MISSING.into());
    }
    reconciliation::check(&app, &found).await?;
    let found = store_orders::find(&app.db, found.id).await?.ok_or(MISSING)?;
    ok(PurchaseAnswer { success: true, order: shown(&app, found).await? })
}

/// One's creations left, and how they came and went, newest first.
#[utoipa::path(get, path = "/payment/credits", tag = "payments", params(PageIn),
    responses((status = 200, body = CreditsOut)))]
async fn credits(State(app): State<ContestsState>, who: Member, Query(asked): Query<PageIn>) -> Reply<CreditsOut> {
    let (entries, total) = store::entries(&app.db, who.id, asked.parse()?).await?;
    ok(CreditsOut::new(store::balance(&app.db, who.id).await?, entries, total))
}

/// All paid orders, latest first, for ADMIN.
#[utoipa::path(get, path = "/payment/sales", tag = "payments", params(SalesIn), responses((status = 200, body = SalesOut)))]
async fn sales(State(app): State<ContestsState>, _: Admin, Query(asked): Query<SalesIn>) -> Reply<SalesOut> {
    let (search, page) = asked.parse()?;
    let is_test = !app.settings.sells_for_money() || is_test_key(&app.settings.razorpay_key_id);
    let (found, sums) = store_orders::sales(&app.db, search.as_deref(), page, is_test).await?;
    let refunds = store_orders::refunds_of(&app.db, &found).await?;
    ok(SalesOut::new(PurchaseOut::list(found, refunds, app.clock.now()), &sums))
}

/// Enter a refund made at the provider, and take creations back with it; for ADMIN. The buyer gets a mail, where mail is sent.
#[utoipa::path(post, path = "/payment/orders/{id}/refunds", tag = "payments", params(("id" = String, Path)),
    request_body = RefundIn, responses((status = 201, body = RefundedOut)))]
async fn refund(
    State(app): State<ContestsState>,
    Admin(who): Admin,
    Path(id): Path<String>,
    Body(asked): Body<RefundIn>,
) -> Reply<RefundedOut> {
    let new = asked.parse()?;
    let id = find(&app, &id).await?.id;
    retried(|| enter_refund::refund(&app, &who, id, &new)).await?;
    let found = store_orders::find(&app.db, id).await?.ok_or(MISSING)?;
    let message = messages::refunded(app.mail.is_configured()).to_owned();
    created(RefundedOut { success: true, message, order: shown(&app, found).await? })
}

/// Payments an administrator must look at, with what to do about each; for ADMIN.
#[utoipa::path(get, path = "/payment/cases", tag = "payments", params(CasesIn),
    responses((status = 200, body = PaymentCasesOut)))]
async fn cases(State(app): State<ContestsState>, _: Admin, Query(asked): Query<CasesIn>) -> Reply<PaymentCasesOut> {
    let (is_open, page) = asked.parse()?;
    let (found, total, open) = store_cases::page(&app.db, is_open, page).await?;
    ok(PaymentCasesOut { success: true, cases: cases_shown(&app, found).await?, total, open })
}

/// Decide an open case: credit its payment, have the provider give it back, or close it; for ADMIN. The first decision
/// counts.
#[utoipa::path(post, path = "/payment/cases/{id}/decision", tag = "payments", params(("id" = String, Path)),
    request_body = DecisionIn, responses((status = 200, body = DecidedOut)))]
async fn decide(
    State(app): State<ContestsState>,
    Admin(who): Admin,
    Path(id): Path<String>,
    Body(asked): Body<DecisionIn>,
) -> Reply<DecidedOut> {
    let new = asked.parse()?;
    let id: i64 = id.parse().map_err(|_| MISSING)?;
    retried(|| decide_case::decide(&app, &who, id, &new)).await?;
    let found = store_cases::find(&app.db, id).await?.ok_or(MISSING)?;
    let case = cases_shown(&app, vec![found]).await?.pop().ok_or(MISSING)?;
    ok(DecidedOut { success: true, message: messages::decided(new.decision, case.has_buyer()).to_owned(), case })
}

async fn cases_shown(app: &ContestsState, cases: Vec<Case>) -> Result<Vec<PaymentCaseOut>> {
    let shown = decide_case::shown(&app.db, cases).await?;
    let orders: Vec<Purchase> = shown.iter().map(|one| one.order.clone()).collect();
    let refunds = store_orders::refunds_of(&app.db, &orders).await?;
    let now = app.clock.now();
    Ok(shown.into_iter().map(|one| PaymentCaseOut::new(one, &mut refunds.clone(), now)).collect())
}

async fn find(app: &ContestsState, id: &str) -> Result<Purchase> {
    let found = match OrderId::parse(id) {
        Some(id) => store_orders::find(&app.db, id).await?,
        None if is_provider_id(id) => store_orders::find_by_provider_id(&app.db, id).await?,
        None => None,
    };
    found.ok_or_else(|| MISSING.into())
}

async fn shown(app: &ContestsState, purchase: Purchase) -> Result<PurchaseOut> {
    let mut refunds = store_orders::refunds_of(&app.db, std::slice::from_ref(&purchase)).await?;
    Ok(PurchaseOut::new(purchase, &mut refunds, app.clock.now()))
}
