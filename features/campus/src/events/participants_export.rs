//! Participants export: a table with one row per person and one column per field of all versions of the form. What
//! people typed stays text in a spreadsheet and is never a formula.

use chrono_tz::Tz;
use rust_xlsxwriter::{Format, Workbook};

use quad_http::auth::Member;
use quad_http::csv;
use quad_kernel::error::{Error, Result};
use quad_kernel::ids::EventId;
use quad_people::PeopleState;

use super::model::{self, Column, Event, Participant, WantedPeople};
use super::{edit_event, messages, store_registrations};

/// Excel takes this many characters in a cell.
const EXCEL_CELL: usize = 32_767;

/// A table to be written.
#[derive(Debug)]
pub struct Table {
    /// The file's name without ending.
    pub name: String,
    heading: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The participants of an event, for whoever manages its club.
pub async fn table(app: &PeopleState, who: &Member, id: EventId, wanted: &WantedPeople) -> Result<Table> {
    let event = edit_event::managed(app, who, id).await?;
    let columns = model::columns(&store_registrations::forms(&app.db, id).await?);
    let people = store_registrations::participants(&app.db, id, wanted).await?;
    Ok(Table::new(&event, &columns, &people, app.settings.time_zone))
}

impl Table {
    fn new(event: &Event, columns: &[Column], people: &[Participant], zone: Tz) -> Self {
        let mut heading: Vec<String> = messages::TABLE_HEADING.iter().map(|text| (*text).to_owned()).collect();
        for column in columns {
            // Two fields may bear the same label; their names differ.
            let twice = columns.iter().filter(|other| other.label == column.label).count() > 1;
            heading.push(if twice { format!("{} ({})", column.label, column.name) } else { column.label.clone() });
        }
        let rows = (1..).zip(people).map(|(number, person): (usize, &Participant)| {
            let mut row = vec![
                number.to_string(),
                person.full_name.clone(),
                person.email.clone(),
                if person.batch == 0 { String::new() } else { person.batch.to_string() },
                person.contact.clone(),
                person.part.position().map_or_else(|| messages::HAS_PLACE.to_owned(), messages::waits_at),
                person.registered_at.utc().with_timezone(&zone).format("%Y-%m-%d %H:%M").to_string(),
            ];
            row.extend(columns.iter().map(|column| person.answers.get(&column.name).cloned().unwrap_or_default()));
            row
        });
        let day = event.when.starts_at.map(|at| at.utc().with_timezone(&zone).format("-%Y-%m-%d").to_string());
        let name = format!("participants-{}{}", event.title, day.unwrap_or_default());
        Self { name: name.chars().take(80).collect(), heading, rows: rows.collect() }
    }

    /// For any spreadsheet.
    pub fn to_csv(&self) -> String {
        let heading: Vec<&str> = self.heading.iter().map(String::as_str).collect();
        csv::table(&heading, &self.rows)
    }

    /// For Excel. Takes a while for many people.
    pub fn to_xlsx(&self) -> Result<Vec<u8>> {
        let broken = |error: rust_xlsxwriter::XlsxError| Error::Internal(error.into());
        let mut book = Workbook::new();
        let bold = Format::new().set_bold();
        let sheet = book.add_worksheet();
        sheet.set_name(messages::SHEET).map_err(broken)?;
        for (column, text) in (0..).zip(&self.heading) {
            sheet.write_string_with_format(0, column, text, &bold).map_err(broken)?;
            sheet.set_column_width(column, if column == 0 { 5 } else { 24 }).map_err(broken)?;
        }
        for (row, cells) in (1..).zip(&self.rows) {
            for (column, text) in (0..).zip(cells) {
                // A string cell is text whatever it begins with.
                let text: String = text.chars().take(EXCEL_CELL).collect();
                sheet.write_string(row, column, text).map_err(broken)?;
            }
        }
        sheet.set_freeze_panes(1, 0).map_err(broken)?;
        book.save_to_buffer().map_err(broken)
    }
}
