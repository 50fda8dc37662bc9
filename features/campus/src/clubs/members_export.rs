//! Members export: everybody in a club and everybody who has applied, one row each.

use chrono_tz::Tz;

use crate::spreadsheet::{Cell, Table};

use super::messages;
use super::model::{Club, ListedMember};
use super::wire::status;

/// The table of a club's members.
pub fn table(club: &Club, members: &[ListedMember], zone: Tz) -> Table {
    let rows = (1..).zip(members).map(|(number, listed): (usize, &ListedMember)| {
        let place = &listed.membership;
        vec![
            Cell::count(number),
            Cell::text(&listed.full_name),
            Cell::text(&listed.email),
            if listed.batch == 0 { Cell::text("") } else { Cell::number(&listed.batch.to_string()) },
            Cell::text(&listed.contact),
            Cell::text(status(place)),
            Cell::text(if place.manages() { "yes" } else { "" }),
            Cell::moment(place.applied_at, zone),
            place.joined_at.map_or_else(|| Cell::text(""), |at| Cell::moment(at, zone)),
        ]
    });
    Table {
        name: format!("members-{}", club.short_name.to_lowercase()),
        sheet: messages::MEMBERS_SHEET,
        heading: messages::MEMBERS_HEADING.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
