//! Routes of the sandbox: the provider's API behind its keys, and the calls of its checkout page. With real keys set
//! there are none.

use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use subtle::ConstantTimeEq;

use crate::ContestsState;
use quad_http::body::Raw;
use quad_kernel::error::{Error, MISSING};

use super::keys::shared_keys;
use super::model::{self, State as PaymentState};
use super::wire::{self, Answer, OrderIn, PaidOut, PayIn, Trouble};
use super::{checkout_page, messages, payments, store};

const LARGEST_BODY: usize = 64 * 1024;

/// Everything below `/sandbox`.
pub fn routes(app: &ContestsState) -> Router<ContestsState> {
    if app.settings.sells_for_money() {
        return Router::new().fallback(|| async { MISSING.into_response() });
    }
    Router::new()
        .route("/v1/orders", post(make_order))
        .route("/v1/orders/{id}", get(order))
        .route("/v1/orders/{id}/payments", get(payments_of))
        .route("/v1/payments/{id}", get(payment))
        .route("/v1/payments/{id}/capture", post(capture))
        .route("/v1/payments/{id}/refund", post(refund))
        .route("/checkout/orders/{id}", get(order_shown))
        .route("/checkout/pay", post(pay))
        .route("/checkout", get(checkout))
        .route("/checkout.js", get(checkout_page::opener))
        .route("/frame.js", get(checkout_page::script))
        .route("/frame.css", get(checkout_page::style))
        .fallback(|| async { Trouble::from(messages::UNKNOWN_ADDRESS) })
        .method_not_allowed_fallback(|| async { Trouble::from(messages::WRONG_METHOD) })
}

/// Whoever has the keys.
struct Seller;

impl FromRequestParts<ContestsState> for Seller {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, app: &ContestsState) -> Result<Self, Self::Rejection> {
        let keys = shared_keys(app).await?;
        let right = format!("{}:{}", keys.key_id, keys.key_secret);
        let sent = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let sent = sent.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("basic"));
        let sent = sent.and_then(|(_, text)| BASE64_STANDARD.decode(text.trim()).ok()).unwrap_or_default();
        if bool::from(sent.ct_eq(right.as_bytes())) { Ok(Self) } else { Err(messages::WRONG_KEYS.into()) }
    }
}

/// Given up when it does not come on.
type Sent = Result<Raw, Error>;

fn read<T: DeserializeOwned>(sent: Sent) -> Result<T, Trouble> {
    let Raw(bytes) = sent?;
    if bytes.len() > LARGEST_BODY {
        return Err(messages::TOO_LARGE.into());
    }
    serde_json::from_slice(&bytes).map_err(|_| model::bad("body", messages::UNREADABLE).into())
}

/// POST /v1/orders
async fn make_order(State(app): State<ContestsState>, _: Seller, sent: Sent) -> Answer {
    let new = read::<OrderIn>(sent)?.parse()?;
    Ok(Json(wire::order(&payments::make_order(&app, &new).await?, false)))
}

/// GET /v1/orders/{id}
async fn order(State(app): State<ContestsState>, _: Seller, Path(id): Path<String>) -> Answer {
    let order = payments::find_order(&app, &id).await?;
    let now = app.clock.now();
    let payments = store::payments_of(&app.db, &order.id).await?;
    let is_paid =
        payments.iter().any(|payment| matches!(payment.state(now), PaymentState::Captured | PaymentState::Refunded));
    Ok(Json(wire::order(&order, is_paid)))
}

/// GET /v1/orders/{id}/payments
async fn payments_of(State(app): State<ContestsState>, _: Seller, Path(id): Path<String>) -> Answer {
    let order = payments::find_order(&app, &id).await?;
    let now = app.clock.now();
    let payments = store::payments_of(&app.db, &order.id).await?;
    let shown = |payment: &model::Payment| wire::payment(payment, payment.state(now), &order.notes);
    Ok(Json(wire::collection(&payments.iter().map(shown).collect::<Vec<_>>())))
}

/// GET /v1/payments/{id}
async fn payment(State(app): State<ContestsState>, _: Seller, Path(id): Path<String>) -> Answer {
    shown(&app, &id).await
}

/// POST /v1/payments/{id}/capture
async fn capture(State(app): State<ContestsState>, _: Seller, Path(id): Path<String>, sent: Sent) -> Answer {
    let asked: wire::CaptureIn = read(sent)?;
    payments::capture(&app, &payments::find_payment(&app, &id).await?, asked.amount, &asked.currency).await?;
    shown(&app, &id).await
}

/// POST /v1/payments/{id}/refund
async fn refund(State(app): State<ContestsState>, _: Seller, Path(id): Path<String>, sent: Sent) -> Answer {
    let asked: wire::RefundIn = read(sent)?;
    let payment = payments::find_payment(&app, &id).await?;
    payments::refund(&app, &payment, asked.amount).await?;
    Ok(Json(wire::refund(&payment, app.clock.now())))
}

async fn shown(app: &ContestsState, id: &str) -> Answer {
    let payment = payments::find_payment(app, id).await?;
    let order = payments::find_order(app, &payment.order_id).await?;
    Ok(Json(wire::payment(&payment, payment.state(app.clock.now()), &order.notes)))
}

/// GET /checkout/orders/{id}: for the checkout page; who knows the id may see the amount.
async fn order_shown(State(app): State<ContestsState>, Path(id): Path<String>) -> Answer {
    let order = payments::find_order(&app, &id).await?;
    Ok(Json(wire::order_shown(&order, store::is_paid(&app.db, &order.id).await?)))
}

/// POST /checkout/pay: what a click on the checkout page does.
async fn pay(State(app): State<ContestsState>, headers: HeaderMap, sent: Sent) -> Result<Response, Trouble> {
    // A form of another website can send text, but not this.
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
        return Err(messages::NOT_JSON.into());
    }
    let asked: PayIn = read(sent)?;
    let wish = asked.wish()?;
    let order = payments::find_order(&app, &asked.order).await?;
    let payment = payments::pay(&app, &order, wish).await?;
    if !wish.pays {
        return Ok(wire::declined(&payment));
    }
    let signed = format!("{}|{}", payment.order_id, payment.id);
    let paid = PaidOut {
        razorpay_signature: quad_pay::sign(&shared_keys(&app).await?.key_secret, signed.as_bytes()),
        razorpay_payment_id: payment.id,
        razorpay_order_id: payment.order_id,
    };
    Ok(Json(paid).into_response())
}

#[derive(Deserialize)]
struct CheckoutQuery {
    #[serde(default)]
    order: String,
}

/// GET /checkout?order=…: the page itself. For an order nobody knows it says so, with a 404.
async fn checkout(State(app): State<ContestsState>, asked: Result<Query<CheckoutQuery>, QueryRejection>) -> Response {
    let id = asked.map(|Query(asked)| asked.order).unwrap_or_default();
    match payments::find_order(&app, &id).await {
        Ok(_) => checkout_page::page(true),
        Err(Error::Rejected(refusal)) if refusal == messages::UNKNOWN_ID => checkout_page::page(false),
        Err(fail) => fail.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::body::{Body, Bytes};
    use axum::extract::{FromRequest, Request};
    use futures::{StreamExt, stream};
    use tokio::time::timeout;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_come_on_is_given_up() {
        let begun = stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"{"))]);
        let request = Request::new(Body::from_stream(begun.chain(stream::pending())));
        let sent = timeout(Duration::from_mins(1), Sent::from_request(request, &())).await.expect("given up");
        assert!(read::<OrderIn>(sent.expect("nothing ends the call itself")).is_err());
    }

    #[test]
    fn a_body_has_a_size() {
        let sent = |size| read::<serde_json::Value>(Ok(Raw(vec![b' '; size])));
        assert!(
            matches!(sent(LARGEST_BODY + 1), Err(Trouble::No(refusal)) if refusal.kind == messages::TOO_LARGE.kind)
        );
        assert!(matches!(sent(LARGEST_BODY), Err(Trouble::No(refusal)) if refusal.kind != messages::TOO_LARGE.kind));
    }
}
