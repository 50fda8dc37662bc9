//! Demo seed of events, as they stand in `server/demo/events.toml`: when they are, who comes, what they answer, and the
//! pictures of those that are past.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use anyhow::Context;
use chrono::{Days, NaiveTime};
use chrono_tz::Tz;
use quad_db::Tx;
use serde::Deserialize;

use crate::app::App;
use quad_campus::events::{DemoEvent, DemoGuest};
use quad_campus::galleries::DemoGallery;
use quad_campus::{clubs, events, galleries};
use quad_kernel::clock::Time;
use quad_kernel::error::Result;
use quad_kernel::ids::{PictureKey, Random, UserId};

use super::content::Content;
use super::paint_pictures::{self, Scene};

/// What is to come was announced this long ago; what is past, this long before it.
const AHEAD: Duration = Duration::from_hours(10 * 24);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    events: Vec<EventText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventText {
    /// The club's short name.
    club: String,
    title: String,
    description: String,
    location: String,
    day: i64,
    at: String,
    hours: u64,
    #[serde(default)]
    places: Option<i64>,
    guests: usize,
    ananya: bool,
    #[serde(default)]
    cancelled: Option<String>,
    #[serde(default)]
    gallery: Option<GalleryText>,
    /// What its picture shows, where it has no gallery.
    #[serde(default)]
    scene: Option<Scene>,
    fields: Vec<FieldText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GalleryText {
    title: String,
    description: String,
    scenes: Vec<Scene>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldText {
    name: String,
    label: String,
    #[serde(rename = "type")]
    kind: String,
    required: bool,
    samples: Vec<String>,
}

fn texts() -> anyhow::Result<Vec<EventText>> {
    let texts: Texts = toml::from_str(include_str!("../../demo/events.toml")).context("demo/events.toml")?;
    Ok(texts.events)
}

/// Paints the pictures of all events and galleries, by the event's title; the first is the event's own.
pub async fn pictures(app: &App, content: &Content) -> Result<HashMap<String, Vec<PictureKey>>> {
    let mut pictures: HashMap<String, Vec<PictureKey>> = HashMap::new();
    // The clubs' pictures have the small seeds.
    let mut seed = 100;
    for text in &texts()? {
        let colour = content.clubs.iter().find(|club| club.key == text.club).map_or("", |club| &club.colour);
        let scenes = text.gallery.iter().flat_map(|gallery| &gallery.scenes).chain(&text.scene);
        for scene in scenes {
            seed += 1;
            let key = paint_pictures::picture(app, *scene, colour, seed).await?;
            pictures.entry(text.title.clone()).or_default().push(key);
        }
    }
    Ok(pictures)
}

/// Writes all events of clubs that are there, and their galleries.
pub async fn events(
    tx: &mut Tx,
    random: &Random,
    pictures: &HashMap<String, Vec<PictureKey>>,
    by_key: &HashMap<String, UserId>,
    crowd: &[UserId],
    zone: Tz,
    now: Time,
) -> Result<()> {
    let ananya = by_key.get("ananya").copied();
    for text in &texts()? {
        let club = clubs::club_by_name(&*tx, &text.club).await?.id;
        let by = if text.club == "HOBBY" { "meera" } else { "admin" };
        let Some(by) = by_key.get(by).copied() else { continue };
        let hours = hours(text, zone, now);
        let made_at = hours.0.min(now).minus(AHEAD);
        let said = (made_at, hours.0.min(now).minus(Duration::from_mins(20)));
        let guests = guests(random, crowd, ananya.filter(|_| text.ananya), text, said);
        let pictures = pictures.get(&text.title).map(Vec::as_slice).unwrap_or_default();
        let new = DemoEvent { picture: pictures.first(), ..event(text, hours) };
        let id = events::insert_for_demo(tx, random, (club, by), &new, &guests, zone, made_at).await?;
        if let Some(gallery) = &text.gallery {
            let new = DemoGallery {
                club,
                event: id,
                title: gallery.title.clone(),
                description: gallery.description.clone(),
                by,
                created_at: hours.1.plus(Duration::from_hours(18)).min(now),
                pictures: pictures.to_vec(),
            };
            galleries::insert_for_demo(tx, random, &new).await?;
        }
    }
    Ok(())
}

/// Start and end on the institute's clock, counted from today.
fn hours(text: &EventText, zone: Tz, now: Time) -> (Time, Time) {
    let today = now.utc().with_timezone(&zone).date_naive();
    let days = Days::new(text.day.unsigned_abs());
    let day = if text.day < 0 { today - days } else { today + days };
    let time = NaiveTime::parse_from_str(&text.at, "%H:%M").unwrap_or_default();
    let start = day.and_time(time).and_local_timezone(zone).earliest();
    let start = start.map_or(now, |start| Time(start.timestamp_millis()));
    (start, start.plus(Duration::from_hours(text.hours)))
}

fn event(text: &EventText, hours: (Time, Time)) -> DemoEvent<'_> {
    DemoEvent {
        title: &text.title,
        description: &text.description,
        location: &text.location,
        hours,
        capacity: text.places,
        fields: text.fields.iter().map(FieldText::asked).collect(),
        cancelled: text.cancelled.as_deref(),
        picture: None,
    }
}

impl FieldText {
    /// Name, label, type, whether it must be answered, options.
    fn asked(&self) -> (&str, &str, &str, bool, &[String]) {
        let options: &[String] = if self.kind == "select" { &self.samples } else { &[] };
        (&self.name, &self.label, &self.kind, self.required, options)
    }
}

/// Draws who comes, one after the other between two moments. `student` comes too, when there is one, and early.
fn guests(
    random: &Random,
    crowd: &[UserId],
    student: Option<UserId>,
    text: &EventText,
    (from, to): (Time, Time),
) -> Vec<DemoGuest> {
    let mut crowd = crowd.to_vec();
    for place in (1..crowd.len()).rev() {
        crowd.swap(place, random.below(place as u64 + 1) as usize);
    }
    crowd.truncate(text.guests);
    if let Some(student) = student {
        crowd.insert(crowd.len().min(3), student);
    }
    let (count, span) = (crowd.len().max(1) as i64, (to.0 - from.0).max(1));
    (0..).zip(crowd).map(|(at, user)| (user, Time(from.0 + span * at / count), answers(random, text))).collect()
}

fn answers(random: &Random, text: &EventText) -> BTreeMap<String, String> {
    let answered = text.fields.iter().filter(|field| field.required || random.below(10) < 6);
    let answered = answered.filter_map(|field| {
        let sample = field.samples.get(random.below(field.samples.len() as u64) as usize)?;
        Some((field.name.clone(), sample.clone()))
    });
    answered.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_passes_the_rules_of_an_event() {
        let texts = texts().expect("texts");
        let (zone, now) = (Tz::Asia__Kolkata, Time(1_800_000_000_000));
        let mut taken: Vec<(&str, Time, Time)> = Vec::new();
        for text in &texts {
            let (start, end) = hours(text, zone, now);
            assert_eq!(event(text, (start, end)).flaw(zone, now), None, "{}", text.title);
            let free = taken.iter().all(|(place, from, to)| *place != text.location || end <= *from || start >= *to);
            assert!(free, "{}: {} is taken", text.title, text.location);
            taken.push((&text.location, start, end));
            assert!(text.guests < 200 && !text.location.is_empty(), "{}", text.title);
            assert!(text.fields.iter().all(|field| !field.samples.is_empty()), "{}", text.title);
            assert!(text.gallery.is_none() || text.day < 0, "{}", text.title);
            assert!(text.gallery.is_some() != text.scene.is_some(), "{}", text.title);
        }
        let count = |which: fn(&EventText) -> bool| texts.iter().filter(|event| which(event)).count();
        assert!(count(|event| event.day > 0) >= 6 && count(|event| event.day < 0) >= 4);
        assert!(count(|event| event.places.is_some_and(|places| (places as usize) < event.guests)) >= 2);
    }
}
