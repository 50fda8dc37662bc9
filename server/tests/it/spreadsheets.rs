//! Spreadsheets: what a club's and an event's files show in LibreOffice, and what openpyxl reads from them, is what was typed.
//! LibreOffice is Debian's; openpyxl is in the folder that `QUAD_TEST_OPENPYXL` names. Their part of `cargo xtask test
//! --everything` installs both. The file of a contest's results is made in the browser, by the rules of the CSV here
//! (`csv_cells.json`).

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::harness::TestApp;

/// Texts that spreadsheets take for something else: as somebody types them, and as they stand in a CSV, where a formula gets an
/// apostrophe.
const TYPED: [(&str, &str); 24] = [
    ("प्रिया शर्मा", "प्रिया शर्मा"),
    ("श\u{94d}\u{200d}री হঠাৎ", "श\u{94d}\u{200d}री হঠাৎ"),
    ("அகிலன் అనూష", "அகிலன் అనూష"),
    ("م\u{64f}حم\u{651}د علی", "م\u{64f}حم\u{651}د علی"),
    ("Zoë D’Souza", "Zoë D’Souza"),
    ("Asha 👩\u{200d}💻", "Asha 👩\u{200d}💻"),
    ("0042", "0042"),
    ("1234567890123456789", "1234567890123456789"),
    ("+919876543210", "+919876543210"),
    ("2026-11-20", "2026-11-20"),
    ("20/11/2026", "20/11/2026"),
    ("1/2", "1/2"),
    ("10:30", "10:30"),
    ("1e5", "1e5"),
    ("TRUE", "TRUE"),
    ("50%", "50%"),
    ("=1+1", "'=1+1"),
    ("-4+2", "'-4+2"),
    ("@SUM(A1)", "'@SUM(A1)"),
    ("'quoted", "'quoted"),
    ("say \"hi\"", "say \"hi\""),
    ("a,b;c", "a,b;c"),
    ("#N/A", "#N/A"),
    ("_x0041_", "_x0041_"),
];
/// Numbers as a form takes them.
const NUMBERS: [&str; 8] = ["7", "-5", "4.50", "2.0", "0042", "123456789012", "123456789012345", "1234567890123456"];
const TELEPHONE: &str = "+91 98765-43210";
const DAY: &str = "2026-01-09";
/// The story's evening, as its institute's clocks show it.
const MOMENT: &str = "2026-11-20 18:00";

/// Reads tables into JSON, each cell as it is shown.
const READER: &str = r"
import csv, datetime, json, sys
import openpyxl

def shown(cell):
    value = cell.value
    assert cell.data_type != 'f', cell.coordinate
    if value is None:
        return ''
    if isinstance(value, datetime.datetime):
        return value.strftime('%Y-%m-%d %H:%M' if 'h' in cell.number_format else '%Y-%m-%d')
    if isinstance(value, (int, float)):
        decimals = cell.number_format.partition('.')[2]
        return f'{value:.{len(decimals)}f}'
    return value

def rows(path):
    if path.endswith('.xlsx'):
        return [[shown(cell) for cell in row] for row in openpyxl.load_workbook(path).active.iter_rows()]
    with open(path, encoding='utf-8-sig', newline='') as file:
        return list(csv.reader(file))

json.dump([rows(path) for path in sys.argv[1:]], sys.stdout)
";

#[expect(clippy::disallowed_methods, reason = "set by the part, which installs what is missing")]
fn set(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// The Python that has openpyxl, where LibreOffice is there as well.
fn python() -> Option<PathBuf> {
    let python = set("QUAD_TEST_OPENPYXL").map(|folder| Path::new(&folder).join("bin/python"));
    let is_there = Command::new("soffice").arg("--version").output().is_ok();
    let found = python.filter(|_| is_there);
    if found.is_none() {
        assert!(set("QUAD_TEST_WHOLE").is_none(), "LibreOffice or openpyxl is not installed");
        let _ = std::io::stderr().write_all(b"passed over: LibreOffice or openpyxl is not installed\n");
    }
    found
}

type Rows = Vec<Vec<String>>;

fn read(python: &Path, files: &[PathBuf]) -> Vec<Rows> {
    let said = Command::new(python).args(["-c", READER]).args(files).output().expect("Python runs");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    serde_json::from_slice(&said.stdout).expect("tables")
}

/// What LibreOffice shows in its cells, as a CSV; `options` say how it is to read.
fn through_libreoffice(folder: &Path, files: &[PathBuf], options: &[&str]) -> Vec<PathBuf> {
    // Both ways give files of the same names.
    let target = folder.join(format!("shown-{}", options.len()));
    let said = Command::new("soffice")
        .arg(format!("-env:UserInstallation=file://{}", folder.join("profile").display()))
        .args(["--headless", "--norestore"])
        .args(options)
        // Commas, quotes, UTF-8; texts quoted, no guesses, and cells as they are shown.
        .args(["--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,true", "--outdir"])
        .arg(&target)
        .args(files)
        .env("HOME", folder)
        .output()
        .expect("LibreOffice runs");
    let to = |file: &PathBuf| target.join(file.file_name().expect("a name")).with_extension("csv");
    let shown: Vec<PathBuf> = files.iter().map(to).collect();
    assert!(shown.iter().all(|file| file.exists()), "{said:?}");
    shown
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spreadsheets_show_what_was_typed() {
    let Some(python) = python() else { return };
    let t = TestApp::on_sqlite().await;
    let meera = t.manager("meera", "HOBBY").await;
    let mut asked = t.event_asked("Chess", 86_400);
    asked["formjson"]["fields"] = json!([{"name": "a", "label": "Team", "type": "text"},
        {"name": "b", "label": "Points", "type": "number"}, {"name": "c", "label": "Born", "type": "date"},
        {"name": "d", "label": "Telephone", "type": "tel"}]);
    let event = meera.post("/event", asked).await.expect(201)["event"]["_id"].as_str().expect("an id").to_owned();
    for (number, person) in t.crowd_of(TYPED.map(|(text, _)| text.to_owned())).await.iter().enumerate() {
        person.put("/account", json!({"contact": TELEPHONE})).await.expect(200);
        let answers: Value =
            json!({"a": TYPED[number].0, "b": NUMBERS[number % NUMBERS.len()], "c": DAY, "d": TELEPHONE});
        person.post(&format!("/event/registerto/{event}"), answers).await.expect(201);
        // Applications stand in the order in which they came.
        t.pass(60);
        person.post("/member/join/HOBBY", json!({})).await.expect(201);
    }

    let folder = tempfile::tempdir().expect("a folder");
    let mut files = Vec::new();
    for (name, path) in
        [("participants", format!("/events/{event}/participants")), ("members", "/clubs/HOBBY/members".to_owned())]
    {
        for ending in ["xlsx", "csv"] {
            let file = folder.path().join(ending).join(format!("{name}.{ending}"));
            std::fs::create_dir_all(folder.path().join(ending)).expect("a folder");
            let said = meera.get(&format!("{path}.{ending}")).await;
            assert_eq!(said.status, 200);
            std::fs::write(&file, said.bytes).expect("written");
            files.push(file);
        }
    }
    let [participants, participants_csv, members, members_csv] = files.as_slice() else { panic!("four files") };
    let books = [participants.clone(), members.clone()];
    let tables = [participants_csv.clone(), members_csv.clone()];
    // A CSV says nothing of itself: whoever opens it says that it is UTF-8, and that what is quoted is text.
    let as_text = ["--infilter=CSV:44,34,76,1,,0,true,true"];
    for (reader, shown, is_csv) in [
        ("openpyxl", books.to_vec(), false),
        ("LibreOffice", through_libreoffice(folder.path(), &books, &[]), false),
        ("Python's csv", tables.to_vec(), true),
        ("LibreOffice, of a CSV", through_libreoffice(folder.path(), &tables, &as_text), true),
    ] {
        let read = read(&python, &shown);
        check(reader, &read[0], &read[1], is_csv);
    }
}

fn check(reader: &str, participants: &Rows, members: &Rows, is_csv: bool) {
    let column = |rows: &Rows, name: &str| -> Vec<String> {
        let at = rows[0].iter().position(|heading| heading == name).expect("a column");
        rows[1..].iter().filter(|row| row[2] != "meera@meridian.example").map(|row| row[at].clone()).collect()
    };
    let texts = TYPED.map(|(typed, in_csv)| if is_csv { in_csv } else { typed });
    let numbers: Vec<&str> = (0..TYPED.len()).map(|number| NUMBERS[number % NUMBERS.len()]).collect();
    // A telephone number with a hyphen is a subtraction to a spreadsheet.
    let telephone = if is_csv { format!("'{TELEPHONE}") } else { TELEPHONE.to_owned() };
    assert_eq!(column(participants, "Name"), texts, "{reader}");
    assert_eq!(column(participants, "Team"), texts, "{reader}");
    assert_eq!(column(participants, "Points"), numbers, "{reader}");
    for (name, value) in [
        ("Born", &DAY.to_owned()),
        ("Contact number", &telephone),
        ("Telephone", &telephone),
        ("Status", &"registered".to_owned()),
    ] {
        assert!(column(participants, name).iter().all(|cell| cell == value), "{reader}: {name}: {participants:?}");
    }
    assert_eq!(column(participants, "Registered at")[0], MOMENT, "{reader}");
    assert_eq!(column(members, "Name"), texts, "{reader}");
    assert!(column(members, "Contact number").iter().all(|cell| *cell == telephone), "{reader}: {members:?}");
}
