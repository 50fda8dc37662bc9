//! Participants export: a table with one row per person and one column per field of all versions of the form.

use chrono_tz::Tz;

use quad_http::auth::Member;
use quad_kernel::error::Result;
use quad_kernel::ids::EventId;
use quad_people::PeopleState;

use crate::spreadsheet::{Cell, Table};

use super::form::FieldKind;
use super::model::{Column, Columns, Event, Participant, ParticipantQuery};
use super::{edit_event, messages, store_registrations};

/// The participants of an event, for whoever manages its club.
pub async fn table(app: &PeopleState, who: &Member, id: EventId, wanted: &ParticipantQuery) -> Result<Table> {
    let event = edit_event::managed(app, who, id).await?;
    let columns = Columns::of(&store_registrations::forms(&app.db, id).await?);
    let mut people = store_registrations::participants(&app.db, id, wanted).await?;
    columns.place(&mut people);
    Ok(made(&event, &columns.all, &people, app.settings.time_zone))
}

/// Our own headings, and the labels of fields. Labels may look like each other or like a heading of ours; names of fields differ.
fn heading(columns: &[Column]) -> Vec<String> {
    let mut heading: Vec<String> = messages::TABLE_HEADING.iter().map(|text| (*text).to_owned()).collect();
    let labels = columns.iter().map(|column| column.label.as_str());
    let looks: Vec<String> =
        messages::TABLE_HEADING.into_iter().chain(labels).map(quad_text::likeness_of_names).collect();
    heading.extend(columns.iter().map(|column| {
        let look = quad_text::likeness_of_names(&column.label);
        let twice = looks.iter().filter(|other| **other == look).count() > 1;
        if twice { format!("{} ({})", column.label, column.name) } else { column.label.clone() }
    }));
    heading
}

fn made(event: &Event, columns: &[Column], people: &[Participant], zone: Tz) -> Table {
    let heading = heading(columns);
    let rows = (1..).zip(people).map(|(number, person): (usize, &Participant)| {
        let status = person.part.position().map_or_else(|| messages::HAS_PLACE.to_owned(), messages::waits_at);
        let mut row = vec![
            Cell::count(number),
            Cell::text(&person.full_name),
            Cell::text(&person.email),
            if person.batch == 0 { Cell::text("") } else { Cell::number(&person.batch.to_string()) },
            Cell::text(&person.contact),
            Cell::Text(status),
            Cell::moment(person.registered_at, zone),
        ];
        row.extend(columns.iter().map(|column| {
            let answer = person.answers.get(&column.name).map(String::as_str).unwrap_or_default();
            match column.kind {
                FieldKind::Number => Cell::number(answer),
                FieldKind::Date => Cell::day(answer),
                FieldKind::Text | FieldKind::Email | FieldKind::Tel | FieldKind::Select => Cell::text(answer),
            }
        }));
        row
    });
    let day = event.when.starts_at.map(|at| at.utc().with_timezone(&zone).format("-%Y-%m-%d").to_string());
    let name = format!("participants-{}{}", event.title, day.unwrap_or_default());
    Table { name: quad_text::beginning(&name, 80).to_owned(), sheet: messages::SHEET, heading, rows: rows.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_headings_look_the_same() {
        let column =
            |name: &str, label: &str| Column { name: name.to_owned(), label: label.to_owned(), kind: FieldKind::Text };
        let labels = ["T-shirt", "T\u{2011}Shirt", "Email", "contact  number", "Diet", "Team"];
        let columns: Vec<Column> = (0..).zip(labels).map(|(at, label)| column(&format!("f{at}"), label)).collect();
        assert_eq!(
            heading(&columns)[messages::TABLE_HEADING.len()..],
            ["T-shirt (f0)", "T\u{2011}Shirt (f1)", "Email (f2)", "contact  number (f3)", "Diet", "Team"]
        );
    }
}
