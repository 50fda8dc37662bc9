//! Notification store: all SQL on inboxes, preferences and devices. Pushes under way are in `store_web_push.rs`.

use std::collections::HashSet;

use quad_db::FromRow;
use quad_db::{DbError, Source, Sql, Tx, places, sql};

use quad_kernel::clock::Time;
use quad_kernel::ids::{SessionId, UserId};

use super::model::{About, Device, InboxPage, Notice, Notification, Preference, ReadSelection, Subscription};

/// Devices one person may have; the oldest goes for the newest.
const DEVICES: i64 = 10;

#[derive(FromRow)]
struct ToldRow {
    id: i64,
    user_id: UserId,
}

/// Puts a notice into the inboxes of these people (at most 500, in one order for everybody). Returns the new rows; who
/// has one with the same `once` is not among them, nor is somebody whose account is deleted.
pub(super) async fn insert(
    tx: &mut Tx,
    once: &str,
    users: &[UserId],
    notice: &Notice,
    until: Option<Time>,
    now: Time,
) -> Result<Vec<(i64, UserId)>, DbError> {
    let rows: Vec<String> = (0..users.len()).map(|at| format!("(${}, $1, $2, $3, $4, $5, $6, $7)", at + 8)).collect();
    let mut statement = sql(format!(
        "INSERT INTO notifications (user_id, once, kind, title, body, url, created_at, news_until) VALUES {}
         ON CONFLICT (user_id, once) DO NOTHING RETURNING id, user_id",
        rows.join(", ")
    ))
    .arg(once)
    .arg(notice.about.word())
    .arg(notice.title.as_str())
    .arg(notice.body.as_str())
    .arg(notice.url.as_str())
    .arg(now)
    .arg(until);
    for user in users {
        statement = statement.arg(*user);
    }
    let told: Vec<ToldRow> = statement.all(&*tx).await?;
    if told.is_empty() {
        return Ok(Vec::new());
    }
    // The rows above waited for whoever was just deleting an account; what they wait for is seen by a statement of its own.
    let gone: Vec<IdRow> = with_ids(
        "DELETE FROM notifications WHERE EXISTS
             (SELECT 1 FROM users u WHERE u.id = notifications.user_id AND u.deleted_at IS NOT NULL) AND id IN",
        "RETURNING id",
        &told.iter().map(|row| row.id).collect::<Vec<_>>(),
        &[],
    )
    .all(&*tx)
    .await?;
    let gone: Vec<i64> = gone.into_iter().map(|row| row.id).collect();
    Ok(told.into_iter().filter(|row| !gone.contains(&row.id)).map(|row| (row.id, row.user_id)).collect())
}

#[derive(FromRow)]
struct UserRow {
    user_id: UserId,
}

/// Which of these people (at most 500) have a notice with this `once`.
pub(super) async fn who_has(tx: &Tx, once: &str, users: &[UserId]) -> Result<HashSet<UserId>, DbError> {
    let text = format!("SELECT user_id FROM notifications WHERE once = $1 AND user_id IN ({})", after(1, users));
    users_of(with_users(sql(text).arg(once), users), tx).await
}

/// Gives the notices with this `once` these words where their text is another, and returns whose they are.
pub(super) async fn rewrite(
    tx: &Tx,
    once: &str,
    users: &[UserId],
    notice: &Notice,
    until: Option<Time>,
) -> Result<HashSet<UserId>, DbError> {
    let statement = sql(format!(
        "UPDATE notifications SET title = $2, body = $3, url = $4, news_until = $5
         WHERE once = $1 AND body <> $3 AND user_id IN ({}) RETURNING user_id",
        after(5, users)
    ))
    .arg(once)
    .arg(notice.title.as_str())
    .arg(notice.body.as_str())
    .arg(notice.url.as_str())
    .arg(until);
    users_of(with_users(statement, users), tx).await
}

/// Deletes the notices with this `once` whose text is another than this, and returns whose they were.
pub(super) async fn delete_others(
    tx: &Tx,
    once: &str,
    users: &[UserId],
    notice: &Notice,
) -> Result<HashSet<UserId>, DbError> {
    let text = format!(
        "DELETE FROM notifications WHERE once = $1 AND body <> $2 AND user_id IN ({}) RETURNING user_id",
        after(2, users)
    );
    users_of(with_users(sql(text).arg(once).arg(notice.body.as_str()), users), tx).await
}

/// Deletes the notices of these people (at most 500) that came until a moment and lead to a page, or to a part of it, and returns
/// whose they were.
pub(super) async fn delete_leading_to(
    tx: &Tx,
    page: &str,
    users: &[UserId],
    until: Time,
) -> Result<HashSet<UserId>, DbError> {
    let part = format!("{page}?");
    let text = format!(
        "DELETE FROM notifications WHERE (url = $1 OR substr(url, 1, $2) = $3) AND created_at <= $4
         AND user_id IN ({}) RETURNING user_id",
        after(4, users)
    );
    let statement = sql(text).arg(page).arg(part.chars().count() as i32).arg(part.as_str()).arg(until);
    users_of(with_users(statement, users), tx).await
}

/// A line with its words.
pub(super) struct Line {
    pub id: i64,
    pub user: UserId,
    pub about: About,
    pub title: String,
    pub body: String,
}

/// Lines of all inboxes that lead to one of these pages, or to a part of one, after one of them.
pub(super) async fn lines_leading_to(
    source: &impl Source,
    pages: &[String],
    after: i64,
    limit: u32,
) -> Result<Vec<Line>, DbError> {
    #[derive(FromRow)]
    struct Row {
        id: i64,
        user_id: UserId,
        kind: String,
        title: String,
        body: String,
    }
    let one = |at: usize| format!("url = ${} OR substr(url, 1, ${}) = ${}", 3 * at + 2, 3 * at + 3, 3 * at + 4);
    let any: Vec<String> = (0..pages.len()).map(one).collect();
    let text = format!(
        "SELECT id, user_id, kind, title, body FROM notifications WHERE id > $1 AND ({}) ORDER BY id LIMIT {limit}",
        any.join(" OR ")
    );
    let mut statement = sql(text).arg(after);
    for page in pages {
        let part = format!("{page}?");
        statement = statement.arg(page.as_str()).arg(part.chars().count() as i32).arg(part);
    }
    let rows: Vec<Row> = statement.all(source).await?;
    let line = |row: Row| Line {
        id: row.id,
        user: row.user_id,
        // Only words of ours are stored.
        about: About::parse(&row.kind).unwrap_or(About::Platform),
        title: row.title,
        body: row.body,
    };
    Ok(rows.into_iter().map(line).collect())
}

/// Gives lines with these words (title and text) others.
pub(super) async fn reword(
    tx: &mut Tx,
    [title, body, new_title, new_body]: &[String; 4],
    ids: &[i64],
) -> Result<(), DbError> {
    let text = format!(
        "UPDATE notifications SET title = $3, body = $4 WHERE title = $1 AND body = $2 AND id IN ({})",
        places(5..=4 + ids.len())
    );
    let statement = sql(text).arg(title.as_str()).arg(body.as_str()).arg(new_title.as_str()).arg(new_body.as_str());
    ids.iter().fold(statement, |statement, id| statement.arg(*id)).run(tx).await?;
    Ok(())
}

/// Deletes the notices of these people (at most 500) whose `once` begins so, but for one `once` and one text.
pub(super) async fn delete_beginning(
    tx: &mut Tx,
    beginning: &str,
    users: &[UserId],
    but: (&str, &str),
) -> Result<(), DbError> {
    let text = format!(
        "DELETE FROM notifications WHERE once LIKE $1 AND once <> $2 AND body <> $3 AND user_id IN ({})",
        after(3, users)
    );
    let statement = sql(text).arg(format!("{beginning}%")).arg(but.0).arg(but.1);
    with_users(statement, users).run(tx).await?;
    Ok(())
}

/// Gives the notices of these people (at most 500) whose `once` and whose text begin so these words.
pub(super) async fn rewrite_beginning(
    tx: &mut Tx,
    (once, body): (&str, &str),
    users: &[UserId],
    notice: &Notice,
    until: Option<Time>,
) -> Result<(), DbError> {
    let text = format!(
        "UPDATE notifications SET title = $3, body = $4, url = $5, news_until = $6
         WHERE once LIKE $1 AND body LIKE $2 AND body <> $4 AND user_id IN ({})",
        after(6, users)
    );
    let statement = sql(text)
        .arg(format!("{once}%"))
        .arg(format!("{body}%"))
        .arg(notice.title.as_str())
        .arg(notice.body.as_str())
        .arg(notice.url.as_str())
        .arg(until);
    with_users(statement, users).run(tx).await?;
    Ok(())
}

/// Places for these people, after `taken` others.
fn after(taken: usize, users: &[UserId]) -> String {
    places(taken + 1..=taken + users.len())
}

fn with_users(statement: Sql, users: &[UserId]) -> Sql {
    users.iter().fold(statement, |statement, user| statement.arg(*user))
}

async fn users_of(statement: Sql, tx: &Tx) -> Result<HashSet<UserId>, DbError> {
    let rows: Vec<UserRow> = statement.all(tx).await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

#[derive(FromRow)]
struct IdRow {
    id: i64,
}

/// A statement with a list of ids after some other parameters.
pub(super) fn with_ids(before: &str, after: &str, ids: &[i64], first: &[i64]) -> Sql {
    let numbers = first.len() + 1..=first.len() + ids.len();
    let mut statement = sql(format!("{before} ({}) {after}", places(numbers)));
    for value in first.iter().chain(ids) {
        statement = statement.arg(*value);
    }
    statement
}

/// Puts pushes of new notifications to all devices of their people into the queue, where push is wanted. Returns how many.
pub(super) async fn insert_deliveries(tx: &mut Tx, notifications: &[i64], now: Time) -> Result<u64, DbError> {
    with_ids(
        "INSERT INTO push_deliveries (notification_id, subscription_id, due_at)
         SELECT n.id, s.id, $1 FROM notifications n JOIN push_subscriptions s ON s.user_id = n.user_id
         LEFT JOIN notify_preferences p ON p.user_id = n.user_id AND p.kind = n.kind
         WHERE COALESCE(p.push, 1) = 1 AND n.id IN",
        "ON CONFLICT (notification_id, subscription_id) DO NOTHING",
        notifications,
        &[now.0],
    )
    .run(tx)
    .await
}

/// Puts pushes of one new notification to all devices of its person into the queue, wanted or not. Returns how many.
pub(super) async fn insert_deliveries_to_all_devices(
    tx: &mut Tx,
    notification: i64,
    now: Time,
) -> Result<u64, DbError> {
    sql("INSERT INTO push_deliveries (notification_id, subscription_id, due_at)
         SELECT n.id, s.id, $2 FROM notifications n JOIN push_subscriptions s ON s.user_id = n.user_id WHERE n.id = $1
         ON CONFLICT (notification_id, subscription_id) DO NOTHING")
    .arg(notification)
    .arg(now)
    .run(tx)
    .await
}

/// Which of these new notifications are wanted by mail too, and whose they are.
pub(super) async fn wanting_mail(source: &impl Source, notifications: &[i64]) -> Result<Vec<(i64, UserId)>, DbError> {
    let rows: Vec<ToldRow> = with_ids(
        "SELECT n.id, n.user_id FROM notifications n
         JOIN notify_preferences p ON p.user_id = n.user_id AND p.kind = n.kind AND p.mail = 1 WHERE n.id IN",
        "ORDER BY n.id",
        notifications,
        &[],
    )
    .all(source)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.user_id)).collect())
}

/// Which of these people (at most 500) chose mails about this.
pub async fn who_wants_mail(source: &impl Source, about: About, users: &[UserId]) -> Result<HashSet<UserId>, DbError> {
    if users.is_empty() {
        return Ok(HashSet::new());
    }
    let text = format!(
        "SELECT user_id FROM notify_preferences WHERE kind = $1 AND mail = 1 AND user_id IN ({})",
        after(1, users)
    );
    let rows: Vec<UserRow> = with_users(sql(text).arg(about.word()), users).all(source).await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

/// The token by which somebody stops mails.
pub(super) async fn unsubscribe_token(source: &impl Source, user: UserId) -> Result<Option<Vec<u8>>, DbError> {
    sql("SELECT token AS value FROM unsubscribe_tokens WHERE user_id = $1").arg(user).value(source).await
}

/// Keeps a token where there is none yet. The account is held.
pub(super) async fn keep_unsubscribe_token(tx: &mut Tx, user: UserId, new: [u8; 32], now: Time) -> Result<(), DbError> {
    sql("INSERT INTO unsubscribe_tokens (user_id, token, created_at) VALUES ($1, $2, $3) ON CONFLICT (user_id) DO NOTHING")
        .arg(user)
        .arg(new.to_vec())
        .arg(now)
        .run(tx)
        .await?;
    Ok(())
}

/// Whose token it is.
pub(super) async fn owner_of_token(source: &impl Source, token: [u8; 32]) -> Result<Option<UserId>, DbError> {
    sql("SELECT user_id AS value FROM unsubscribe_tokens WHERE token = $1").arg(token.to_vec()).value(source).await
}

/// Somebody wants no mails of a kind any more; pushes stay as they are.
pub(super) async fn stop_mails(tx: &mut Tx, user: UserId, about: About) -> Result<(), DbError> {
    sql("INSERT INTO notify_preferences (user_id, kind, push, mail) VALUES ($1, $2, 1, 0)
         ON CONFLICT (user_id, kind) DO UPDATE SET mail = 0")
    .arg(user)
    .arg(about.word())
    .run(tx)
    .await?;
    Ok(())
}

#[derive(FromRow)]
struct NotificationRow {
    id: i64,
    kind: String,
    title: String,
    body: String,
    url: String,
    created_at: Time,
    read_at: Option<Time>,
}

impl From<NotificationRow> for Notification {
    fn from(row: NotificationRow) -> Self {
        Self {
            id: row.id,
            // Only words of ours are stored.
            about: About::parse(&row.kind).unwrap_or(About::Platform),
            title: row.title,
            body: row.body,
            url: row.url,
            created_at: row.created_at,
            read_at: row.read_at,
        }
    }
}

const COLUMNS: &str = "SELECT id, kind, title, body, url, created_at, read_at FROM notifications";

/// A page of somebody's inbox, newest first.
pub(super) async fn page(source: &impl Source, user: UserId, asked: InboxPage) -> Result<Vec<Notification>, DbError> {
    let unread = if asked.unread_only { "AND read_at IS NULL" } else { "" };
    let text = format!(
        "{COLUMNS} WHERE user_id = $1 {unread} ORDER BY id DESC LIMIT {} OFFSET {}",
        asked.page.size,
        asked.page.skip()
    );
    let rows: Vec<NotificationRow> = sql(text).arg(user).all(source).await?;
    Ok(rows.into_iter().map(Notification::from).collect())
}

/// Everything in somebody's inbox, oldest first.
pub(super) async fn inbox(source: &impl Source, user: UserId) -> Result<Vec<Notification>, DbError> {
    let rows: Vec<NotificationRow> =
        sql(format!("{COLUMNS} WHERE user_id = $1 ORDER BY id")).arg(user).all(source).await?;
    Ok(rows.into_iter().map(Notification::from).collect())
}

/// The newest in somebody's inbox.
pub(super) async fn latest(source: &impl Source, user: UserId) -> Result<Option<Notification>, DbError> {
    let row: Option<NotificationRow> =
        sql(format!("{COLUMNS} WHERE user_id = $1 ORDER BY id DESC LIMIT 1")).arg(user).one(source).await?;
    Ok(row.map(Notification::from))
}

/// How many there are in an inbox.
#[derive(Clone, Copy, Debug, Default, FromRow)]
pub(super) struct InboxCounts {
    pub total: i64,
    pub unread: i64,
}

/// How many somebody's inbox holds, and how many of them are unread.
pub(super) async fn counts(source: &impl Source, user: UserId) -> Result<InboxCounts, DbError> {
    let row =
        sql("SELECT COUNT(*) AS total, CAST(COALESCE(SUM(CASE WHEN read_at IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT)
         AS unread FROM notifications WHERE user_id = $1")
        .arg(user)
        .one(source)
        .await?;
    Ok(row.unwrap_or_default())
}

/// Marks somebody's notifications as read; what is read stays so since when it was. Returns how many.
pub(super) async fn mark_read(tx: &mut Tx, user: UserId, which: &ReadSelection, now: Time) -> Result<u64, DbError> {
    let text = "UPDATE notifications SET read_at = $2 WHERE user_id = $1 AND read_at IS NULL";
    match which {
        ReadSelection::All => sql(text).arg(user).arg(now).run(tx).await,
        ReadSelection::These(ids) => {
            let mut statement = sql(format!("{text} AND id IN ({})", places(3..=ids.len() + 2))).arg(user).arg(now);
            for id in ids {
                statement = statement.arg(*id);
            }
            statement.run(tx).await
        }
    }
}

/// Takes one notification out of somebody's inbox.
pub(super) async fn delete(tx: &mut Tx, user: UserId, id: i64) -> Result<bool, DbError> {
    let rows = sql("DELETE FROM notifications WHERE user_id = $1 AND id = $2").arg(user).arg(id).run(tx).await?;
    Ok(rows == 1)
}

/// Whether a notification is still in its inbox; nobody is mailed what is gone.
pub(super) async fn find(source: &impl Source, id: i64) -> Result<Option<Notification>, DbError> {
    let row: Option<NotificationRow> = sql(format!("{COLUMNS} WHERE id = $1")).arg(id).one(source).await?;
    Ok(row.map(Notification::from))
}

#[derive(FromRow)]
struct PreferenceRow {
    kind: String,
    push: i32,
    mail: i32,
}

/// What somebody chose; kinds nothing was chosen for are as usual.
pub(super) async fn preferences(source: &impl Source, user: UserId) -> Result<Vec<Preference>, DbError> {
    let rows: Vec<PreferenceRow> =
        sql("SELECT kind, push, mail FROM notify_preferences WHERE user_id = $1").arg(user).all(source).await?;
    let chosen = |about: About| {
        let row = rows.iter().find(|row| row.kind == about.word());
        row.map_or(Preference::usual(about), |row| Preference { about, push: row.push == 1, mail: row.mail == 1 })
    };
    Ok(About::ALL.into_iter().map(chosen).collect())
}

/// Keeps what somebody chose for one kind.
pub(super) async fn set_preference(tx: &mut Tx, user: UserId, chosen: Preference) -> Result<(), DbError> {
    sql("INSERT INTO notify_preferences (user_id, kind, push, mail) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id, kind) DO UPDATE SET push = excluded.push, mail = excluded.mail")
    .arg(user)
    .arg(chosen.about.word())
    .arg(i32::from(chosen.push))
    .arg(i32::from(chosen.mail))
    .run(tx)
    .await?;
    Ok(())
}

/// Holds somebody's account until the transaction ends, so that nothing is kept for whoever is just deleting it.
pub(super) async fn lock_person(tx: &mut Tx, user: UserId) -> Result<bool, DbError> {
    let rows = sql("UPDATE users SET confirmed_at = confirmed_at WHERE id = $1 AND deleted_at IS NULL");
    Ok(rows.arg(user).run(tx).await? == 1)
}

/// Holds a session until the transaction ends; false when it was ended a moment ago.
pub(super) async fn lock_session(tx: &mut Tx, session: SessionId) -> Result<bool, DbError> {
    let rows = sql("UPDATE sessions SET last_seen_at = last_seen_at WHERE id = $1");
    Ok(rows.arg(session).run(tx).await? == 1)
}

/// Keeps a device. It belongs to whoever logged in there last; with more than ten the oldest of the person's go. Account and
/// session are held.
pub(super) async fn upsert_device(
    tx: &mut Tx,
    user: UserId,
    session: SessionId,
    device: &Subscription,
    now: Time,
) -> Result<(), DbError> {
    // What waits for the device was for the person before.
    sql("DELETE FROM push_subscriptions WHERE endpoint = $1 AND user_id <> $2")
        .arg(device.endpoint.as_str())
        .arg(user)
        .run(tx)
        .await?;
    sql("INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, label, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
             p256dh = excluded.p256dh, auth = excluded.auth, label = excluded.label, failures = 0")
    .arg(user)
    .arg(session)
    .arg(device.endpoint.as_str())
    .arg(device.p256dh.clone())
    .arg(device.auth.clone())
    .arg(device.label.as_str())
    .arg(now)
    .run(tx)
    .await?;
    sql("DELETE FROM push_subscriptions WHERE user_id = $1 AND id NOT IN
             (SELECT id FROM push_subscriptions WHERE user_id = $1 ORDER BY id DESC LIMIT $2)")
    .arg(user)
    .arg(DEVICES)
    .run(tx)
    .await?;
    Ok(())
}

/// Forgets all of somebody's devices.
pub(super) async fn delete_devices(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    sql("DELETE FROM push_subscriptions WHERE user_id = $1").arg(user).run(tx).await?;
    Ok(())
}

/// Forgets all of somebody's devices but those that one session brought.
pub(super) async fn delete_devices_but(tx: &mut Tx, user: UserId, kept: SessionId) -> Result<(), DbError> {
    let rows = sql("DELETE FROM push_subscriptions WHERE user_id = $1 AND session_id <> $2");
    rows.arg(user).arg(kept).run(tx).await?;
    Ok(())
}

/// Forgets those of somebody's devices that one session brought.
pub(super) async fn delete_devices_of(tx: &mut Tx, user: UserId, session: SessionId) -> Result<(), DbError> {
    let rows = sql("DELETE FROM push_subscriptions WHERE user_id = $1 AND session_id = $2");
    rows.arg(user).arg(session).run(tx).await?;
    Ok(())
}

/// Somebody's devices that one session brought are another session's now.
pub(super) async fn move_devices(tx: &mut Tx, user: UserId, from: SessionId, to: SessionId) -> Result<(), DbError> {
    let rows = sql("UPDATE push_subscriptions SET session_id = $3 WHERE user_id = $1 AND session_id = $2");
    rows.arg(user).arg(from).arg(to).run(tx).await?;
    Ok(())
}

/// Forgets one of somebody's devices.
pub(super) async fn delete_device(tx: &mut Tx, user: UserId, endpoint: &str) -> Result<bool, DbError> {
    let rows = sql("DELETE FROM push_subscriptions WHERE user_id = $1 AND endpoint = $2")
        .arg(user)
        .arg(endpoint)
        .run(tx)
        .await?;
    Ok(rows > 0)
}

#[derive(FromRow)]
struct DeviceRow {
    id: i64,
    label: String,
    endpoint: String,
    created_at: Time,
}

/// Somebody's devices, newest first.
pub(super) async fn devices(source: &impl Source, user: UserId) -> Result<Vec<Device>, DbError> {
    let rows: Vec<DeviceRow> = sql("SELECT id, label, endpoint, created_at FROM push_subscriptions WHERE user_id = $1
         ORDER BY id DESC")
    .arg(user)
    .all(source)
    .await?;
    let device =
        |row: DeviceRow| Device { id: row.id, label: row.label, endpoint: row.endpoint, created_at: row.created_at };
    Ok(rows.into_iter().map(device).collect())
}

/// Deletes everything kept about somebody.
pub(super) async fn delete_all_of(tx: &mut Tx, user: UserId) -> Result<(), DbError> {
    for text in [
        "DELETE FROM push_subscriptions WHERE user_id = $1",
        "DELETE FROM notifications WHERE user_id = $1",
        "DELETE FROM notify_preferences WHERE user_id = $1",
        "DELETE FROM unsubscribe_tokens WHERE user_id = $1",
    ] {
        sql(text).arg(user).run(tx).await?;
    }
    Ok(())
}

/// Deletes what is older than `before`, and of each inbox what is beyond its newest `most`.
pub(super) async fn sweep(tx: &mut Tx, before: Time, most: i64) -> Result<(), DbError> {
    sql("DELETE FROM notifications WHERE created_at < $1").arg(before).run(tx).await?;
    sql("DELETE FROM notifications WHERE id IN (
             SELECT id FROM (
                 SELECT id, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY id DESC) AS place FROM notifications
                 WHERE user_id IN (SELECT user_id FROM notifications GROUP BY user_id HAVING COUNT(*) > $1)
             ) placed WHERE place > $1)")
    .arg(most)
    .run(tx)
    .await?;
    Ok(())
}
