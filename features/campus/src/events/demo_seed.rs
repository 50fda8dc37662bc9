//! Demo seed of events: an event at a time, with registrations of any age. The rules of an event, a form and its
//! answers hold here too, but nobody asks who manages the club or whether the hall is free.

use std::collections::BTreeMap;

use chrono_tz::Tz;
use quad_db::Tx;

use crate::clubs;

use quad_kernel::clock::Time;
use quad_kernel::error::{Error, Rejection, Result};
use quad_kernel::ids::{ClubId, EventId, PictureKey, Random, UserId};
use quad_people::pictures;

use super::form::{FieldAsked, Given};
use super::model::{Details, EventInput};
use super::store_registrations::{self, NewRegistration};
use super::{messages, store};

/// An event of the demo.
#[derive(Debug)]
pub struct DemoEvent<'a> {
    /// Its title.
    pub title: &'a str,
    /// About it.
    pub description: &'a str,
    /// Where.
    pub location: &'a str,
    /// Start and end.
    pub hours: (Time, Time),
    /// Places; nothing: as many as come.
    pub capacity: Option<i64>,
    /// What is asked: name, label, type, whether it must be answered, options.
    pub fields: Vec<(&'a str, &'a str, &'a str, bool, &'a [String])>,
    /// Why it is called off, if it is.
    pub cancelled: Option<&'a str>,
    /// Its picture, which was taken before.
    pub picture: Option<&'a PictureKey>,
}

impl DemoEvent<'_> {
    fn details(&self, zone: Tz, now: Time) -> Result<Details, Rejection> {
        let (starts_at, ends_at) = (self.hours.0.to_rfc3339(), self.hours.1.to_rfc3339());
        let fields = self.fields.iter().map(|(name, label, kind, required, options)| FieldAsked {
            name: (*name).to_owned(),
            label: (*label).to_owned(),
            kind: (*kind).to_owned(),
            required: *required,
            options: options.to_vec(),
        });
        let asked = EventInput {
            title: Some(self.title),
            description: Some(self.description),
            location: Some(self.location),
            starts_at: Some(&starts_at),
            ends_at: Some(&ends_at),
            picture_url: None,
            capacity: self.capacity,
            fields: Some(fields.collect()),
        };
        Details::parse(&asked, zone, now)
    }

    /// What is wrong with it by the rules of an event, if anything.
    pub fn flaw(&self, zone: Tz, now: Time) -> Option<String> {
        self.details(zone, now).err().map(|refusal| refusal.say.into_owned())
    }
}

/// Somebody who comes, when they said so, and their answers by the field's name.
pub type DemoGuest = (UserId, Time, BTreeMap<String, String>);

/// Writes an event and, in their order, those who come to it.
pub async fn insert_for_demo(
    tx: &mut Tx,
    random: &Random,
    (club, by): (ClubId, UserId),
    new: &DemoEvent<'_>,
    guests: &[DemoGuest],
    zone: Tz,
    made_at: Time,
) -> Result<EventId> {
    let details = new.details(zone, made_at)?;
    let id = EventId::new(made_at, random);
    store::insert(tx, id, club, by, &details, made_at).await?;
    clubs::event_noted(tx, club, id, details.when.starts_at).await?;
    if let Some(picture) = new.picture {
        store::set_picture(tx, id, Some(picture.clone()), made_at).await?;
        pictures::add_reference(tx, picture).await?;
    }
    for (user, at, answers) in guests {
        let given = answers.iter().map(|(name, text)| (name.clone(), Given::Text(text.clone()))).collect();
        let answers = details.form.check(&given).map_err(messages::wrong_answers)?;
        let Some(numbered) = store_registrations::take_place_if_open(tx, id, 1, *at).await? else { continue };
        let registration = NewRegistration {
            id: random.uuid(*at),
            event: id,
            user: *user,
            waits: numbered.waits.is_some(),
            no: numbered.no,
            form_version: 1,
            answers: &answers,
            at: *at,
        };
        if !store_registrations::insert(tx, &registration).await? {
            return Err(Error::Internal(anyhow::anyhow!("{} is at {} twice", user, new.title)));
        }
    }
    if let Some(reason) = new.cancelled {
        let at = guests.last().map_or(made_at, |(_, at, _)| *at);
        store::cancel(tx, id, reason, at).await?;
    }
    Ok(id)
}
