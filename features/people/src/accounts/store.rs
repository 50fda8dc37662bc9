//! Account store: all SQL on people and their roles. Sessions and what is counted about log-ins are in `store_sessions.rs` and
//! `store_limits.rs`.

use quad_db::FromRow;
use quad_db::{DbError, Source, Tx, each_like, places, sql};

use crate::notify::Recipient;
use quad_kernel::clock::Time;
use quad_kernel::ids::{PictureKey, SessionId, UserId};
use quad_kernel::page::Page;

use super::model::{Account, AccountChanges, NewAccount, NewPerson, PersonCard, TokenHash};
use super::{signed_in_person, store_change_feed};

/// Ids per statement, well below both engines' limits of parameters.
const CHUNK: usize = 500;

#[derive(FromRow)]
pub(super) struct Credentials {
    pub id: UserId,
    pub password_hash: String,
    pub device_known: i32,
}

#[derive(FromRow)]
struct AccountRow {
    id: UserId,
    email: String,
    full_name: String,
    contact: String,
    batch: i32,
    created_at: Time,
    picture_key: Option<PictureKey>,
}

#[derive(FromRow)]
struct CardRow {
    id: UserId,
    full_name: String,
    email: String,
}

impl From<CardRow> for Recipient {
    fn from(row: CardRow) -> Self {
        Self { id: row.id, name: row.full_name, address: row.email }
    }
}

#[derive(FromRow)]
struct RoleRow {
    role: String,
}

/// Who has this address (lower-case).
pub async fn find_by_email(source: &impl Source, email: &str) -> Result<Option<UserId>, DbError> {
    sql("SELECT id AS value FROM users WHERE email = $1").arg(email).value(source).await
}

/// How many accounts there are.
pub async fn count(source: &impl Source) -> Result<i64, DbError> {
    Ok(sql("SELECT count(*) AS value FROM users").value(source).await?.unwrap_or_default())
}

/// What a log-in is checked against, and whether the device has logged in to this account before. One statement, so that
/// unknown addresses cost the same. An account that nobody has confirmed, of before registrations stood for themselves, is
/// none yet.
pub(super) async fn credentials(
    source: &impl Source,
    email: &str,
    device: Option<TokenHash>,
) -> Result<Option<Credentials>, DbError> {
    sql("SELECT users.id, users.password_hash,
                CASE WHEN known_devices.user_id IS NULL THEN 0 ELSE 1 END AS device_known
         FROM users LEFT JOIN known_devices ON known_devices.user_id = users.id AND known_devices.device_hash = $2
         WHERE users.email = $1 AND users.confirmed_at IS NOT NULL")
    .arg(email)
    .arg(device.map_or_else(Vec::new, Vec::from))
    .one(source)
    .await
}

/// A person's account with the person's role words; none of somebody whose account is deleted.
pub async fn account(source: &impl Source, user: UserId) -> Result<Option<Account>, DbError> {
    let row = sql("SELECT id, email, full_name, contact, batch, created_at, picture_key FROM users
             WHERE id = $1 AND deleted_at IS NULL")
    .arg(user)
    .one::<AccountRow>(source)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let roles = roles(source, user).await?;
    // Asked as somebody signed in, so that the order of the words is decided in one place.
    let nobodys = SessionId(uuid::Uuid::nil());
    let roles = signed_in_person::member(user, nobodys, row.full_name.clone(), row.email.clone(), roles).roles();
    Ok(Some(Account {
        id: row.id,
        email: row.email,
        full_name: row.full_name,
        contact: row.contact,
        batch: row.batch,
        created_at: row.created_at,
        roles,
        picture: row.picture_key,
    }))
}

/// The granted role words, latest first.
pub(super) async fn roles(source: &impl Source, user: UserId) -> Result<Vec<String>, DbError> {
    let rows = sql("SELECT role FROM roles WHERE user_id = $1 ORDER BY granted_at DESC, role")
        .arg(user)
        .all::<RoleRow>(source)
        .await?;
    Ok(rows.into_iter().map(|row| row.role).collect())
}

/// Somebody whom an administrator finds.
#[derive(Debug, FromRow)]
pub struct FoundPerson {
    /// The person.
    pub id: UserId,
    /// Display name.
    pub full_name: String,
    /// Address, lower-case.
    pub email: String,
    /// Year.
    pub batch: i32,
    /// When the account was made.
    pub created_at: Time,
}

/// What lists of people search: name and address.
fn search_text(full_name: &str, email: &str) -> String {
    quad_text::search_text(&[full_name, email])
}

/// For an administrator: a page of the people in whose name or address each word of the search stands, by name, without deleted
/// accounts; people of one name as they signed up; and how many there are. All people where nothing is searched.
pub async fn search_people(source: &impl Source, wanted: &str, page: Page) -> Result<(Vec<FoundPerson>, i64), DbError> {
    let patterns = quad_text::search_patterns(wanted);
    let each = each_like(&["search_text"], 1, patterns.len());
    let searching = |text: String| sql(text).args(patterns.iter().cloned());
    let found = searching(format!(
        "SELECT id, full_name, email, batch, created_at FROM users WHERE deleted_at IS NULL AND {each}
         ORDER BY sort_key, id LIMIT {} OFFSET {}",
        page.size,
        page.skip()
    ));
    let count = searching(format!("SELECT COUNT(*) AS value FROM users WHERE deleted_at IS NULL AND {each}"));
    Ok((found.all(source).await?, count.value(source).await?.unwrap_or_default()))
}

/// Names and addresses of people, in no particular order; unknown ids are left out. Somebody whose account is deleted has
/// a pseudonym and an empty address.
pub async fn names(source: &impl Source, ids: &[UserId]) -> Result<Vec<PersonCard>, DbError> {
    let mut cards = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let mut statement = sql(format!(
            "SELECT id, full_name, CASE WHEN deleted_at IS NULL THEN email ELSE '' END AS email FROM users
             WHERE id IN ({})",
            places(1..=chunk.len())
        ));
        for id in chunk {
            statement = statement.arg(*id);
        }
        let rows = statement.all::<CardRow>(source).await?;
        cards.extend(rows.into_iter().map(|row| PersonCard { id: row.id, full_name: row.full_name, email: row.email }));
    }
    Ok(cards)
}

/// People to be told something, for the notifications: a page of everybody whose address is confirmed and whose account
/// is not deleted, by id. Ask again after the last one of a full page.
pub async fn recipients_after(
    source: &impl Source,
    after: Option<UserId>,
    limit: u32,
) -> Result<Vec<Recipient>, DbError> {
    let rows: Vec<CardRow> = sql(format!(
        "SELECT id, full_name, email FROM users WHERE id > $1 AND deleted_at IS NULL AND confirmed_at IS NOT NULL
         ORDER BY id LIMIT {limit}"
    ))
    .arg(after.unwrap_or(UserId(uuid::Uuid::nil())))
    .all(source)
    .await?;
    Ok(rows.into_iter().map(Recipient::from).collect())
}

/// These people, to be told something, in no particular order; unknown ids and deleted accounts are left out.
pub async fn recipients(source: &impl Source, ids: &[UserId]) -> Result<Vec<Recipient>, DbError> {
    let cards = names(source, ids).await?.into_iter().filter(|card| !card.email.is_empty());
    Ok(cards.map(|card| Recipient { id: card.id, name: card.full_name, address: card.email }).collect())
}

/// The platform administrators, to be told something.
pub async fn administrators(source: &impl Source) -> Result<Vec<Recipient>, DbError> {
    let rows: Vec<CardRow> = sql("SELECT u.id, u.full_name, u.email FROM roles r JOIN users u ON u.id = r.user_id
         WHERE r.role = 'ADMIN' AND u.confirmed_at IS NOT NULL AND u.deleted_at IS NULL ORDER BY u.email")
    .all(source)
    .await?;
    Ok(rows.into_iter().map(Recipient::from).collect())
}

/// Gives a role; having it already is fine, and so is a deleted account, which stays without. After the commit, tell
/// `app.session_cache.forget(user)`.
pub async fn grant_role(tx: &mut Tx, now: Time, user: UserId, role: &str) -> Result<(), DbError> {
    sql("INSERT INTO roles (user_id, role, granted_at)
         SELECT id, $2, $3 FROM users WHERE id = $1 AND deleted_at IS NULL
         ON CONFLICT (user_id, role) DO NOTHING")
    .arg(user)
    .arg(role)
    .arg(now)
    .run(tx)
    .await?;
    store_change_feed::note(tx, user).await
}

/// Takes a role; not having it is fine. After the commit, tell `app.session_cache.forget(user)`.
pub async fn take_role(tx: &mut Tx, user: UserId, role: &str) -> Result<(), DbError> {
    take_held_role(tx, user, role).await?;
    Ok(())
}

/// The same; returns whether the person had it.
pub(super) async fn take_held_role(tx: &mut Tx, user: UserId, role: &str) -> Result<bool, DbError> {
    let taken = sql("DELETE FROM roles WHERE user_id = $1 AND role = $2").arg(user).arg(role).run(tx).await?;
    store_change_feed::note(tx, user).await?;
    Ok(taken == 1)
}

/// Whether an address has an account.
pub(super) async fn is_taken(source: &impl Source, email: &str) -> Result<bool, DbError> {
    let found: Option<i32> = sql("SELECT 1 AS value FROM users WHERE email = $1 AND confirmed_at IS NOT NULL")
        .arg(email)
        .value(source)
        .await?;
    Ok(found.is_some())
}

/// Adds an account, or replaces one that nobody has confirmed, of before registrations stood for themselves. Nothing when
/// the address is taken: the unique key decides, not a look before.
pub(super) async fn insert_or_replace_unconfirmed(
    tx: &mut Tx,
    id: UserId,
    new: &NewAccount,
    password_hash: &str,
    now: Time,
) -> Result<Option<UserId>, DbError> {
    sql("INSERT INTO users (id, email, full_name, contact, batch, password_hash, confirmed_at, created_at, search_text, sort_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)
         ON CONFLICT (email) DO UPDATE SET full_name = excluded.full_name, search_text = excluded.search_text,
             sort_key = excluded.sort_key, contact = excluded.contact, batch = excluded.batch, password_hash = excluded.password_hash, confirmed_at = excluded.confirmed_at,
             created_at = excluded.created_at
         WHERE users.confirmed_at IS NULL
         RETURNING id AS value")
    .arg(id)
    .arg(new.email.as_str())
    .arg(new.full_name.as_str())
    .arg(new.contact.as_str())
    .arg(new.batch)
    .arg(password_hash)
    .arg(now)
    .arg(search_text(&new.full_name, &new.email))
    .arg(quad_text::sort_key(&new.full_name))
    .value(tx)
    .await
}

/// Puts another picture, or none, in place of the person's and returns the one before. The caller holds the row
/// ([`lock_if_there`]), so that nothing comes between.
pub async fn replace_picture(
    tx: &mut Tx,
    user: UserId,
    picture: Option<&PictureKey>,
) -> Result<Option<PictureKey>, DbError> {
    let before: Option<Option<PictureKey>> =
        sql("SELECT picture_key AS value FROM users WHERE id = $1").arg(user).value(&*tx).await?;
    sql("UPDATE users SET picture_key = $2 WHERE id = $1").arg(user).arg(picture.cloned()).run(tx).await?;
    Ok(before.flatten())
}

/// Holds the person's row until the transaction ends, so that what is read next cannot change under it. False when the
/// account is deleted.
pub(super) async fn lock_if_there(tx: &mut Tx, user: UserId) -> Result<bool, DbError> {
    let rows = sql("UPDATE users SET confirmed_at = confirmed_at WHERE id = $1 AND deleted_at IS NULL")
        .arg(user)
        .run(tx)
        .await?;
    Ok(rows == 1)
}

/// Holds the person's row if the password is still the one that was checked.
pub(super) async fn lock_if_password_is(tx: &mut Tx, user: UserId, password_hash: &str) -> Result<bool, DbError> {
    let rows = sql("UPDATE users SET confirmed_at = confirmed_at WHERE id = $1 AND password_hash = $2")
        .arg(user)
        .arg(password_hash)
        .run(tx)
        .await?;
    Ok(rows == 1)
}

/// Sets a password. Whoever got here has proven to own the mailbox, so the address counts as confirmed.
pub(super) async fn set_password(tx: &mut Tx, user: UserId, password_hash: &str, now: Time) -> Result<(), DbError> {
    sql("UPDATE users SET password_hash = $2, confirmed_at = COALESCE(confirmed_at, $3) WHERE id = $1")
        .arg(user)
        .arg(password_hash)
        .arg(now)
        .run(tx)
        .await?;
    Ok(())
}

/// The hash of a person's password.
pub(super) async fn password_hash(source: &impl Source, user: UserId) -> Result<Option<String>, DbError> {
    sql("SELECT password_hash AS value FROM users WHERE id = $1 AND deleted_at IS NULL").arg(user).value(source).await
}

/// Sets another password if the old one still is what was checked.
pub(super) async fn replace_password(tx: &mut Tx, user: UserId, old: &str, new: &str) -> Result<bool, DbError> {
    let rows = sql("UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2")
        .arg(user)
        .arg(old)
        .arg(new)
        .run(tx)
        .await?;
    Ok(rows == 1)
}

/// Sets what there is to set. `email` is the account's, which no change touches. False when the account is deleted.
pub(super) async fn change(tx: &mut Tx, user: UserId, email: &str, changes: &AccountChanges) -> Result<bool, DbError> {
    let rows = sql("UPDATE users SET full_name = COALESCE($2, full_name), contact = COALESCE($3, contact),
             batch = COALESCE($4, batch), search_text = COALESCE($5, search_text), sort_key = COALESCE($6, sort_key)
         WHERE id = $1 AND deleted_at IS NULL")
    .arg(user)
    .arg(changes.full_name.clone())
    .arg(changes.contact.clone())
    .arg(changes.batch)
    .arg(changes.full_name.as_deref().map(|name| search_text(name, email)))
    .arg(changes.full_name.as_deref().map(quad_text::sort_key))
    .run(tx)
    .await?;
    store_change_feed::note(tx, user).await?;
    Ok(rows == 1)
}

/// Makes the person's row a tombstone, if the password still is what was checked. The address is free for a new account.
pub(super) async fn anonymise(tx: &mut Tx, user: UserId, hash: &str, name: &str, now: Time) -> Result<bool, DbError> {
    let rows = sql(
        "UPDATE users SET email = $3, full_name = $4, contact = '', batch = 0, password_hash = '!', deleted_at = $5,
             search_text = $6, sort_key = $7
         WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL",
    )
    .arg(user)
    .arg(hash)
    .arg(format!("deleted:{user}"))
    .arg(name)
    .arg(now)
    .arg(search_text(name, ""))
    .arg(quad_text::sort_key(name))
    .run(tx)
    .await?;
    store_change_feed::note(tx, user).await?;
    Ok(rows == 1)
}

#[derive(FromRow)]
struct PersonRow {
    user_id: UserId,
}

/// Holds the rows of all platform administrators if the person is one of them; returns whether so. One after the other in
/// one order: many who leave at once and held them as they come would wait for each other.
pub(super) async fn lock_administrators(tx: &mut Tx, user: UserId) -> Result<bool, DbError> {
    let all: Vec<PersonRow> = sql("SELECT user_id FROM roles WHERE role = 'ADMIN'
           AND EXISTS (SELECT 1 FROM roles own WHERE own.user_id = $1 AND own.role = 'ADMIN') ORDER BY user_id")
    .arg(user)
    .all(&*tx)
    .await?;
    let mut is_one = false;
    for PersonRow { user_id } in all {
        let held = sql("UPDATE roles SET granted_at = granted_at WHERE user_id = $1 AND role = 'ADMIN'").arg(user_id);
        is_one |= held.run(tx).await? == 1 && user_id == user;
    }
    Ok(is_one)
}

/// Whether there is a platform administrator besides the person.
pub(super) async fn is_another_administrator(tx: &Tx, user: UserId) -> Result<bool, DbError> {
    let others: Option<i64> =
        sql("SELECT count(*) AS value FROM roles WHERE role = 'ADMIN' AND user_id <> $1").arg(user).value(tx).await?;
    Ok(others.unwrap_or_default() > 0)
}

/// Whether the person is a platform administrator.
pub(super) async fn is_administrator(source: &impl Source, user: UserId) -> Result<bool, DbError> {
    let found: Option<i32> =
        sql("SELECT 1 AS value FROM roles WHERE user_id = $1 AND role = 'ADMIN'").arg(user).value(source).await?;
    Ok(found.is_some())
}

/// Takes all roles of a person.
pub(super) async fn take_roles(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    sql("DELETE FROM roles WHERE user_id = $1").arg(user).run(tx).await?;
    store_change_feed::note(tx, user).await
}

/// When the person's address was confirmed.
pub(super) async fn confirmed_at(source: &impl Source, user: UserId) -> Result<Option<Time>, DbError> {
    let at: Option<Option<Time>> =
        sql("SELECT confirmed_at AS value FROM users WHERE id = $1").arg(user).value(source).await?;
    Ok(at.flatten())
}

#[derive(FromRow)]
struct GrantedRow {
    role: String,
    granted_at: Time,
}

/// The granted role words and their moments, latest first.
pub(super) async fn granted_roles(source: &impl Source, user: UserId) -> Result<Vec<(String, Time)>, DbError> {
    let rows = sql("SELECT role, granted_at FROM roles WHERE user_id = $1 ORDER BY granted_at DESC, role")
        .arg(user)
        .all::<GrantedRow>(source)
        .await?;
    Ok(rows.into_iter().map(|row| (row.role, row.granted_at)).collect())
}

/// Puts in people as they are, without checks: the demo campus. An address that is taken is refused by its key.
pub async fn insert_many_for_demo(tx: &mut Tx, people: &[NewPerson]) -> Result<(), DbError> {
    const COLUMNS: usize = 10;
    for chunk in people.chunks(100) {
        let rows: Vec<String> =
            (0..chunk.len()).map(|row| format!("({})", places(row * COLUMNS + 1..=(row + 1) * COLUMNS))).collect();
        let mut statement = sql(format!(
            "INSERT INTO users (id, email, full_name, contact, batch, password_hash, confirmed_at, created_at, search_text, sort_key)
             VALUES {}",
            rows.join(", ")
        ));
        for person in chunk {
            statement = statement
                .arg(person.id)
                .arg(person.email.as_str())
                .arg(person.full_name.as_str())
                .arg(person.contact.as_str())
                .arg(person.batch)
                .arg(person.password_hash.as_str())
                .arg(person.created_at)
                .arg(person.created_at)
                .arg(search_text(&person.full_name, &person.email))
                .arg(quad_text::sort_key(&person.full_name));
        }
        statement.run(tx).await?;
    }
    Ok(())
}
