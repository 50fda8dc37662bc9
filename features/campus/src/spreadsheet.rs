//! Spreadsheet tables: one table as CSV for programs and as an Excel file to read and print. In Excel numbers and dates are
//! such, what people typed stays text and is never a formula, and a printed page is landscape, one page wide, with the
//! headings on each.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use chrono::{Datelike, NaiveDate, NaiveDateTime, Timelike};
use chrono_tz::Tz;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, XlsxError};

use quad_http::csv;
use quad_kernel::clock::Time;
use quad_kernel::error::{Error, Result};

/// Excel takes this many characters in a cell.
const EXCEL_CELL: usize = 32_767;
/// And shows no more digits of a number.
const EXCEL_DIGITS: usize = 15;
/// Excel's dates begin here.
const EXCEL_YEARS: std::ops::RangeInclusive<i32> = 1900..=9999;
const PAPER_A4: u8 = 9;
const WIDEST: u32 = 320;
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    /// As somebody typed it.
    Text(String),
    /// A number, as it is written and what it is.
    Number(String, f64),
    /// A day without an hour.
    Day(NaiveDate),
    /// A day and an hour, to the minute, as clocks in the institute show them.
    Moment(NaiveDateTime),
}

impl Cell {
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    pub fn count(number: usize) -> Self {
        Self::Number(number.to_string(), number as f64)
    }

    /// A number, if a spreadsheet shows it as it is written; `0042`, `5.` and more digits than fifteen stay text.
    pub fn number(text: &str) -> Self {
        let shortest = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text };
        let is_short = text.bytes().filter(u8::is_ascii_digit).count() <= EXCEL_DIGITS && !text.ends_with('.');
        match text.parse::<f64>() {
            Ok(value) if is_short && value.is_finite() && value.to_string() == shortest && text != "-0" => {
                Self::Number(text.to_owned(), value)
            }
            _ => Self::text(text),
        }
    }

    /// A day like `2026-11-20`; anything else stays text.
    pub fn day(text: &str) -> Self {
        match NaiveDate::parse_from_str(text, "%Y-%m-%d") {
            Ok(day) if EXCEL_YEARS.contains(&day.year()) => Self::Day(day),
            _ => Self::text(text),
        }
    }

    pub fn moment(at: Time, zone: Tz) -> Self {
        Self::Moment(at.utc().with_timezone(&zone).naive_local())
    }

    fn written(&self) -> String {
        match self {
            Self::Text(text) | Self::Number(text, _) => text.clone(),
            Self::Day(day) => day.format("%Y-%m-%d").to_string(),
            Self::Moment(at) => at.format("%Y-%m-%d %H:%M").to_string(),
        }
    }
}

/// A table to be written.
#[derive(Debug)]
pub(crate) struct Table {
    /// The file's name without ending.
    pub name: String,
    /// The sheet's name in Excel.
    pub sheet: &'static str,
    pub heading: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// For programs.
    pub fn to_csv(&self) -> String {
        let heading: Vec<&str> = self.heading.iter().map(String::as_str).collect();
        csv::table(&heading, self.rows.iter().map(|row| row.iter().map(Cell::written).collect::<Vec<_>>()))
    }

    /// The CSV as a file to keep.
    pub fn csv_file(&self) -> Response {
        csv::file(&self.name, self.to_csv())
    }

    /// The Excel file to keep. Takes a while for many people, off the threads that answer.
    pub async fn xlsx_file(self) -> Result<Response> {
        let named = csv::attachment(&self.name, "xlsx");
        let written = tokio::task::spawn_blocking(move || self.to_xlsx()).await;
        let bytes = written.map_err(|error| Error::Internal(error.into()))?;
        let bytes = bytes.map_err(|error| Error::Internal(error.into()))?;
        Ok(([(header::CONTENT_TYPE, HeaderValue::from_static(XLSX)), (header::CONTENT_DISPOSITION, named)], bytes)
            .into_response())
    }

    /// For Excel.
    fn to_xlsx(&self) -> std::result::Result<Vec<u8>, XlsxError> {
        let mut book = Workbook::new();
        let bold = Format::new().set_bold();
        let day = Format::new().set_num_format("yyyy-mm-dd");
        let moment = Format::new().set_num_format("yyyy-mm-dd hh:mm");
        let sheet = book.add_worksheet();
        sheet.set_name(self.sheet)?;
        for (column, text) in (0..).zip(&self.heading) {
            sheet.write_string_with_format(0, column, cut(text), &bold)?;
        }
        for (row, cells) in (1..).zip(&self.rows) {
            for (column, cell) in (0..).zip(cells) {
                match cell {
                    // A string cell is text whatever it begins with.
                    Cell::Text(text) => sheet.write_string(row, column, cut(text))?,
                    Cell::Number(text, value) => {
                        sheet.write_number_with_format(row, column, *value, &as_written(text))?
                    }
                    Cell::Day(date) => sheet.write_datetime_with_format(row, column, excel_day(*date)?, &day)?,
                    Cell::Moment(at) => {
                        let at = excel_day(at.date())?.and_hms(at.hour() as u16, at.minute() as u8, 0)?;
                        sheet.write_datetime_with_format(row, column, at, &moment)?
                    }
                };
            }
        }
        sheet.set_autofit_max_width(WIDEST);
        sheet.autofit();
        sheet.set_freeze_panes(1, 0)?;
        sheet.set_repeat_rows(0, 0)?;
        sheet.set_landscape();
        sheet.set_paper_size(PAPER_A4);
        sheet.set_print_fit_to_pages(1, 0);
        sheet.set_footer("&CPage &P of &N");
        book.save_to_buffer()
    }
}

fn cut(text: &str) -> String {
    quad_text::beginning(text, EXCEL_CELL).to_owned()
}

/// All digits, also of what Excel's own choice would shorten to `1.23E+11`, and as many behind the point as were typed.
fn as_written(number: &str) -> Format {
    let decimals = number.split_once('.').map_or(0, |(_, behind)| behind.len());
    let format = if decimals == 0 { "0".to_owned() } else { format!("0.{}", "0".repeat(decimals)) };
    Format::new().set_num_format(format)
}

fn excel_day(date: NaiveDate) -> std::result::Result<ExcelDateTime, XlsxError> {
    ExcelDateTime::from_ymd(date.year() as u16, date.month() as u8, date.day() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_days_are_such_only_when_they_are_shown_as_they_are_written() {
        for number in ["0", "7", "-5", "4.5", "4.50", "2.0", "123456789012345"] {
            assert!(matches!(Cell::number(number), Cell::Number(written, _) if written == number), "{number}");
        }
        for text in [
            "",
            "0042",
            "-0",
            "5.",
            "1e5",
            "+91 98",
            "1234567890123456",
            "123456789012345.6",
            "inf",
            "NaN",
            "0.1000000000000000055",
            "1,5",
        ] {
            assert_eq!(Cell::number(text), Cell::text(text));
        }
        assert!(matches!(Cell::day("2026-11-20"), Cell::Day(_)));
        for text in ["", "20.11.2026", "1850-01-01", "2026-02-30"] {
            assert_eq!(Cell::day(text), Cell::text(text));
        }
    }

    #[test]
    fn what_a_table_holds_is_the_same_in_both_files() {
        let at = Time::parse_rfc3339("2026-11-20T12:30:45.678Z").expect("a moment");
        let rows = vec![vec![
            Cell::text("=1+1"),
            Cell::number("-5"),
            Cell::day("2026-11-20"),
            Cell::moment(at, Tz::Asia__Kolkata),
            Cell::text(&"x".repeat(40_000)),
        ]];
        let heading = ["Name", "Points", "Born", "Joined at", "Note"].map(str::to_owned).to_vec();
        let table = Table { name: "t".to_owned(), sheet: "People", heading, rows };
        assert!(table.to_csv().contains("\"'=1+1\",\"-5\",\"2026-11-20\",\"2026-11-20 18:00\","));
        assert!(table.to_xlsx().is_ok());
    }
}
