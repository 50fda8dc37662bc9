//! Account deletion store of payments: the statements that close one person's balance.

use quad_db::{DbError, Tx, sql};

use quad_kernel::ids::UserId;

use super::model::Balance;
use super::store;

/// Empties a balance and returns what was in it. The row is held before it is read.
pub(super) async fn take_all(tx: &mut Tx, user: UserId) -> Result<Balance, DbError> {
    sql("UPDATE credit_balances SET contests = contests WHERE user_id = $1").arg(user).run(tx).await?;
    let left = store::balance(&*tx, user).await?;
    sql("UPDATE credit_balances SET contests = 0, polls = 0 WHERE user_id = $1").arg(user).run(tx).await?;
    Ok(left)
}

/// Forgets how much a person made on which day.
pub(super) async fn forget_days(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    sql("DELETE FROM daily_creations WHERE user_id = $1").arg(user).run(tx).await?;
    Ok(())
}
