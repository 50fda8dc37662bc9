//! Memberships of clubs: a person applies and leaves; those who manage the club approve and reject applications, remove members
//! and change their offices; ADMIN appoints and dismisses administrators.
//!
//! Each change locks the row of the person concerned, then the club's, and checks the right once more before its one guarded
//! statement. So an administrator who was removed a moment ago changes nothing, and of two who remove each other one stays.

use quad_db::Tx;

use quad_http::auth::Member;
use quad_kernel::error::{Error, MISSING, Rejection, Result};
use quad_kernel::ids::{ClubId, MembershipId, UserId};
use quad_kernel::retry::retried;
use quad_people::PeopleState;
use quad_people::accounts;
use quad_people::audit::{self, Act, Actor, OfClub};

use super::messages::NoticeText;
use super::model::{Club, ListedMember, Membership, Office};
use super::notifications::{self, ClubNotice};
use super::{managers, messages, store, store_members};

/// Takes somebody's application, and says what the person is told. Where nobody manages the club ADMIN is told of it, who can
/// deal with it or appoint somebody: nobody else would ever see it.
pub async fn apply(app: &PeopleState, who: &Member, club: &Club) -> Result<&'static str> {
    let admins = retried(|| note_application(app, who, club)).await?;
    notifications::told(app, &admins);
    Ok(if admins.is_empty() { messages::APPLIED } else { messages::APPLIED_TO_NOBODY })
}

/// Keeps an application. Says which of ADMIN were told.
async fn note_application(app: &PeopleState, who: &Member, club: &Club) -> Result<Vec<UserId>> {
    let now = app.clock.now();
    let id = MembershipId::new(now, &app.random);
    let mut tx = app.db.begin().await?;
    // Somebody who is just deleting the account must leave no application behind.
    accounts::lock(&mut tx, who.id).await?;
    let mut to = Vec::new();
    if store_members::administrators(&tx, club.id).await?.is_empty() {
        to = accounts::administrators(&tx).await?.into_iter().map(|admin| admin.id).collect();
        let said = messages::application(&club.name, &who.full_name, &who.email);
        let told = ClubNotice::to_administrators(club, said, "members");
        // Before the club is held: telling waits for whoever is just deleting an account, and people are held before clubs.
        notifications::tell_of(&mut tx, now, &format!("membership:{id}:applied"), &to, &told, who).await?;
    }
    managers::lock(&mut tx, club.id).await?;
    if !store_members::apply(&mut tx, id, club.id, who.id, now).await? {
        let there = store_members::of(&tx, club.id, who.id).await?.ok_or(MISSING)?;
        return Err(already(&there).into());
    }
    tx.commit().await?;
    Ok(to)
}

fn already(there: &Membership) -> Rejection {
    if there.is_pending() {
        messages::ALREADY_APPLIED.with("state", "pending")
    } else {
        messages::ALREADY_MEMBER.with("state", "member")
    }
}

/// Ends one's own membership, or withdraws one's own application; says which.
pub async fn leave_club(app: &PeopleState, who: &Member, club: &Club) -> Result<&'static str> {
    let mut tx = app.db.begin().await?;
    accounts::lock(&mut tx, who.id).await?;
    managers::lock(&mut tx, club.id).await?;
    let own = store_members::of(&tx, club.id, who.id).await?.ok_or(MISSING)?;
    if own.is_pending() {
        store_members::delete_if_pending(&mut tx, own.id).await?;
        tx.commit().await?;
        return Ok(messages::WITHDRAWN);
    }
    keep_one_administrator(&tx, &own).await?;
    store_members::delete_if_member(&mut tx, own.id).await?;
    accounts::take_role(&mut tx, who.id, &club.short_name).await?;
    tx.commit().await?;
    app.session_cache.forget(app, who.id).await;
    Ok(messages::LEFT)
}

/// Lets an applicant in.
pub async fn approve(app: &PeopleState, who: &Member, id: MembershipId) -> Result<ListedMember> {
    retried(|| let_in(app, who, id)).await?;
    listed(app, id).await
}

async fn let_in(app: &PeopleState, who: &Member, id: MembershipId) -> Result<()> {
    let now = app.clock.now();
    let (club, place) = concerned(app, who, id).await?;
    let mut tx = app.db.begin().await?;
    lock_both(&mut tx, who, &place).await?;
    if !store_members::approve_if_pending(&mut tx, id, now).await? {
        return Err(dealt_with(&tx, id).await);
    }
    let act = Act::MemberApproved(club.short_name.clone());
    managers::audit_as_admin(&mut tx, now, who, club.id, Some(place.user), &act).await?;
    let told = ClubNotice::about(&club, messages::accepted(&club.name));
    notifications::tell(&mut tx, now, &format!("membership:{id}:accepted"), &[place.user], &told).await?;
    tx.commit().await?;
    notifications::told(app, &[place.user]);
    Ok(())
}

/// Turns an applicant down: the application goes.
pub async fn reject(app: &PeopleState, who: &Member, id: MembershipId) -> Result<()> {
    let (club, place) = concerned(app, who, id).await?;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    lock_both(&mut tx, who, &place).await?;
    if !store_members::delete_if_pending(&mut tx, id).await? {
        return Err(dealt_with(&tx, id).await);
    }
    let act = Act::MemberTurnedDown(club.short_name.clone());
    managers::audit_as_admin(&mut tx, now, who, club.id, Some(place.user), &act).await?;
    let told = ClubNotice::about(&club, messages::rejected(&club.name));
    notifications::tell(&mut tx, now, &format!("membership:{id}:rejected"), &[place.user], &told).await?;
    tx.commit().await?;
    notifications::told(app, &[place.user]);
    Ok(())
}

/// Why an application cannot be dealt with: it was, or it is gone.
async fn dealt_with(tx: &Tx, id: MembershipId) -> Error {
    match store_members::find(tx, id).await {
        Ok(Some(_)) => messages::NOT_PENDING.into(),
        Ok(None) => MISSING.into(),
        Err(error) => error.into(),
    }
}

/// Ends somebody's membership.
pub async fn remove(app: &PeopleState, who: &Member, id: MembershipId) -> Result<()> {
    let (club, place) = concerned(app, who, id).await?;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    lock_both(&mut tx, who, &place).await?;
    let place = store_members::find(&tx, id).await?.ok_or(MISSING)?;
    keep_one_administrator(&tx, &place).await?;
    let act = Act::MemberRemoved(club.short_name.clone());
    managers::audit_as_admin(&mut tx, now, who, club.id, Some(place.user), &act).await?;
    if !store_members::delete_if_member(&mut tx, id).await? {
        return Err(messages::STILL_PENDING.into());
    }
    accounts::take_role(&mut tx, place.user, &club.short_name).await?;
    if place.user != who.id {
        let told = ClubNotice::about(&club, messages::removed(&club.name));
        notifications::tell(&mut tx, now, &format!("membership:{id}:removed"), &[place.user], &told).await?;
    }
    tx.commit().await?;
    app.session_cache.forget(app, place.user).await;
    notifications::told(app, &[place.user]);
    Ok(())
}

/// Gives a member another office. `club` is the one the caller named, if any.
pub async fn upgrade(
    app: &PeopleState,
    who: &Member,
    id: MembershipId,
    office: Office,
    club: Option<ClubId>,
) -> Result<ListedMember> {
    let (own_club, place) = concerned(app, who, id).await?;
    if club.is_some_and(|named| named != own_club.id) {
        return Err(MISSING.into());
    }
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    lock_both(&mut tx, who, &place).await?;
    let before = store_members::find(&tx, id).await?.ok_or(MISSING)?;
    let after = Membership { office, ..before.clone() };
    // Offices stand by rank: a later one is a step down.
    if office > before.office {
        keep_one_administrator(&tx, &before).await?;
    }
    if office != before.office {
        let of = |office: Office| OfClub { club: own_club.short_name.clone(), what: office.title().to_owned() };
        let act = match office {
            Office::Member => Act::OfficeTaken(of(before.office)),
            office => Act::OfficeGiven(of(office)),
        };
        managers::audit_as_admin(&mut tx, now, who, own_club.id, Some(place.user), &act).await?;
    }
    if !store_members::set_office_if_member(&mut tx, id, office).await? {
        return Err(messages::STILL_PENDING.into());
    }
    match (before.manages(), after.manages()) {
        (false, true) => accounts::grant_role(&mut tx, now, place.user, &own_club.short_name).await?,
        (true, false) => accounts::take_role(&mut tx, place.user, &own_club.short_name).await?,
        _ => {}
    }
    if before.office != office && place.user != who.id {
        let told = if after.manages() && !before.manages() {
            to_manager(&tx, &own_club, |club, waiting| messages::manages(club, office.title(), waiting)).await?
        } else {
            ClubNotice::about(
                &own_club,
                messages::office(&own_club.name, (office != Office::Member).then(|| office.title())),
            )
        };
        let once = format!("membership:{id}:office:{}", app.random.uuid(now).simple());
        notifications::tell(&mut tx, now, &once, &[place.user], &told).await?;
    }
    tx.commit().await?;
    app.session_cache.forget(app, place.user).await;
    notifications::told(app, &[place.user]);
    listed(app, id).await
}

/// Makes the person with this address an administrator of a club; ADMIN's alone.
pub async fn appoint(app: &PeopleState, by: UserId, club: &Club, email: &str) -> Result<ListedMember> {
    let email = quad_kernel::validation::email("email", email)?;
    let user = accounts::find_by_email(&app.db, &email).await?.ok_or(messages::NOBODY_THERE)?;
    retried(|| make_administrator(app, by, club, user)).await?;
    let place = store_members::of(&app.db, club.id, user).await?.ok_or(MISSING)?;
    listed(app, place.id).await
}

async fn make_administrator(app: &PeopleState, by: UserId, club: &Club, user: UserId) -> Result<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    lock_person(&mut tx, user).await?;
    managers::lock(&mut tx, club.id).await?;
    let before = store_members::of(&tx, club.id, user).await?;
    store_members::appoint(&mut tx, MembershipId::new(now, &app.random), club.id, user, now).await?;
    accounts::grant_role(&mut tx, now, user, &club.short_name).await?;
    if !before.as_ref().is_some_and(Membership::manages) {
        let act = Act::ClubAppointed(club.short_name.clone());
        audit::note(&mut tx, now, Actor::Admin(by), Some(user), &act).await?;
        let told = to_manager(&tx, club, messages::appointed).await?;
        let once = format!("club:{}:appointed:{}", club.id, app.random.uuid(now).simple());
        notifications::tell(&mut tx, now, &once, &[user], &told).await?;
    }
    tx.commit().await?;
    app.session_cache.forget(app, user).await;
    notifications::told(app, &[user]);
    Ok(())
}

/// What somebody is told who manages a club from now on: also that applications wait, which only those were told of who managed it then.
async fn to_manager(tx: &Tx, club: &Club, said: impl FnOnce(&str, i64) -> NoticeText) -> Result<ClubNotice> {
    let waiting = store_members::counts(tx, club.id).await?.pending;
    let told = ClubNotice::about(club, said(&club.name, waiting));
    Ok(if waiting > 0 { told.leading_to(&format!("/club/{}?tab=members", club.short_name)) } else { told })
}

/// Takes an administrator's powers; the person stays a member. ADMIN's alone.
pub async fn dismiss(app: &PeopleState, by: UserId, club: &Club, user: UserId) -> Result<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    lock_person(&mut tx, user).await?;
    managers::lock(&mut tx, club.id).await?;
    let place = store_members::of(&tx, club.id, user).await?.filter(Membership::manages);
    let place = place.ok_or(messages::NOT_AN_ADMINISTRATOR)?;
    keep_one_administrator(&tx, &place).await?;
    store_members::dismiss(&mut tx, place.id).await?;
    accounts::take_role(&mut tx, user, &club.short_name).await?;
    let act = Act::ClubDismissed(club.short_name.clone());
    audit::note(&mut tx, now, Actor::Admin(by), Some(user), &act).await?;
    let told = ClubNotice::about(club, messages::dismissed(&club.name));
    let once = format!("club:{}:dismissed:{}", club.id, app.random.uuid(now).simple());
    notifications::tell(&mut tx, now, &once, &[user], &told).await?;
    tx.commit().await?;
    app.session_cache.forget(app, user).await;
    notifications::told(app, &[user]);
    Ok(())
}

/// The membership and its club, for somebody who manages that club.
async fn concerned(app: &PeopleState, who: &Member, id: MembershipId) -> Result<(Club, Membership)> {
    let place = store_members::find(&app.db, id).await?.ok_or(MISSING)?;
    managers::manager_of(&app.db, who, place.club).await?;
    let club = store::find(&app.db, place.club).await?.ok_or(MISSING)?;
    Ok((club, place))
}

/// Holds the person concerned and the club, in the order accounts end in, and asks again whether the caller may.
async fn lock_both(tx: &mut Tx, who: &Member, place: &Membership) -> Result<()> {
    lock_person(tx, place.user).await?;
    managers::lock(tx, place.club).await?;
    managers::manager_of(tx, who, place.club).await
}

/// Holds somebody else's account: gone is missing, not logged out.
async fn lock_person(tx: &mut Tx, user: UserId) -> Result<()> {
    accounts::lock(tx, user).await.map_err(|fail| match fail {
        Error::Rejected(_) => MISSING.into(),
        broken @ Error::Internal(_) => broken,
    })
}

/// Refuses what would leave a club without anybody who manages it. The club is held.
async fn keep_one_administrator(tx: &Tx, place: &Membership) -> Result<()> {
    if place.manages() && !store_members::is_managed_without(tx, place.club, place.user).await? {
        return Err(messages::LAST_ADMINISTRATOR.into());
    }
    Ok(())
}

async fn listed(app: &PeopleState, id: MembershipId) -> Result<ListedMember> {
    store_members::listed(&app.db, id).await?.ok_or_else(|| MISSING.into())
}
