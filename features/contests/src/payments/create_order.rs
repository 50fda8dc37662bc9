//! Creation of an order: it is counted, ordered at the provider with no transaction open, then stored.

use quad_pay::{NewOrder, Order};

use crate::ContestsState;
use quad_http::auth::Member;
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{OrderId, UserId};
use quad_kernel::retry::retried;
use quad_services::config::Billing;

use super::model::{FIRST_CHECK, Offer};
use super::store_orders::{self, NewOrderRow};
use super::{messages, provider};

/// Orders a plan; nothing is paid yet. Answers our id and the provider's order.
pub(super) async fn order(app: &ContestsState, who: &Member, offer: Offer) -> Result<(OrderId, Order)> {
    if app.settings.billing == Billing::Off {
        return Err(messages::NOT_SOLD.into());
    }
    let now = app.clock.now();
    let razorpay = app.provider.get(app).await?;
    retried(|| count(app, who.id, now)).await?;
    let id = OrderId::new(now, &app.random);
    let asked = NewOrder {
        amount_paise: offer.amount_paise(),
        receipt: id.to_string(),
        notes: vec![
            ("plan".to_owned(), offer.plan.word().to_owned()),
            ("period".to_owned(), offer.period.word().to_owned()),
        ],
    };
    let made = match razorpay.create_order(&asked).await {
        Ok(made) => made,
        Err(error) => {
            provider::log_trouble(&error, "make an order");
            retried(|| uncount(app, who.id, now)).await?;
            return Err(messages::PAYMENT_UNAVAILABLE.into());
        }
    };
    let row = NewOrderRow {
        id,
        user: who.id,
        key_id: razorpay.key_id(),
        provider_order_id: &made.id,
        offer,
        created_at: now,
        check_at: now.plus(FIRST_CHECK),
    };
    // Nobody has seen the provider's order yet: if storing it fails, it is never paid.
    retried(async || {
        let mut tx = app.db.begin().await?;
        store_orders::insert(&mut tx, &row).await?;
        Ok(tx.commit().await?)
    })
    .await?;
    Ok((id, made))
}

async fn count(app: &ContestsState, user: UserId, now: Time) -> Result<()> {
    let mut tx = app.db.begin().await?;
    if !store_orders::allow(&mut tx, user, now).await? {
        return Err(messages::TOO_MANY_ORDERS.into());
    }
    Ok(tx.commit().await?)
}

async fn uncount(app: &ContestsState, user: UserId, begun_at: Time) -> Result<()> {
    let mut tx = app.db.begin().await?;
    store_orders::allow_again(&mut tx, user, begun_at).await?;
    Ok(tx.commit().await?)
}
