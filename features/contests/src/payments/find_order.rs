//! Order of a payment: found by the order that the payment names, or by what is known of the payment. An order of another account
//! at the provider is nobody's here.

use quad_pay::Payment;

use crate::ContestsState;
use quad_kernel::error::Result;

use super::model::{Purchase, is_provider_id};
use super::{store_orders, store_payments};

/// The order a payment is for: by the order it names, or by what we know of the payment.
pub(super) async fn order_of(app: &ContestsState, key_id: &str, payment: &Payment) -> Result<Option<Purchase>> {
    match payment.order_id.as_deref() {
        Some(id) if is_provider_id(id) => {
            let found = store_orders::find_by_provider_id(&app.db, id).await?;
            Ok(found.filter(|order| order.is_of_account(key_id)))
        }
        Some(_) => Ok(None),
        None => order_of_payment(app, key_id, &payment.id).await,
    }
}

/// The same where only the payment's id is known.
pub(super) async fn order_of_payment(app: &ContestsState, key_id: &str, payment: &str) -> Result<Option<Purchase>> {
    if !is_provider_id(payment) {
        return Ok(None);
    }
    let found = match store_payments::order_of(&app.db, key_id, payment).await? {
        Some(id) => store_orders::find(&app.db, id).await?,
        None => None,
    };
    Ok(found.filter(|order| order.is_of_account(key_id)))
}
