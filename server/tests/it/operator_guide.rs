//! docs/operating.md and its parts, done: each command on them is typed as it stands there, one after another, on one installation
//! that is begun, used, backed up, put back, moved and rehearsed. Only places and addresses are others. A command that is
//! added to the page and not here fails the story, and so does one that is here and no longer on the page.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use quad_db::scratch;
use quad_services::config::{EXAMPLE, Flags, load_from};
use serde_json::json;

use crate::harness::{Browser, PASSWORD, Process, postgres_server};

/// The index and all its parts, one after another.
pub fn page() -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let listed = std::fs::read_dir(docs.join("operating")).expect("the parts");
    let mut parts: Vec<PathBuf> = listed.map(|part| part.expect("a part").path()).collect();
    parts.sort();
    parts.insert(0, docs.join("operating.md"));
    parts.iter().map(|part| std::fs::read_to_string(part).expect("a part of the page")).collect()
}

/// The blocks of code on the page that are of a kind, one text each.
pub fn blocks(page: &str, kind: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, Vec<&str>)> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(is), None) => open = Some((is, Vec::new())),
            (Some(_), Some((is, lines))) if is == kind => blocks.push(lines.join("\n")),
            (Some(_), Some(_)) | (None, None) => {}
            (None, Some((is, mut lines))) => {
                lines.push(line);
                open = Some((is, lines));
            }
        }
    }
    blocks
}

/// What is said in single marks of code, outside of blocks.
fn said_in_code(page: &str) -> Vec<String> {
    let outside = page.split("\n```").step_by(2);
    outside.flat_map(|text| text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Spaces by which lines are made to stand below each other, and remarks, are no part of a command.
fn plain(line: &str) -> String {
    let command = line.split(" #").next().unwrap_or_default();
    command.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every `quad …` of the page.
fn commands(page: &str) -> BTreeSet<String> {
    let blocks = blocks(page, "");
    let lines = blocks.iter().flat_map(|block| block.lines()).filter_map(|line| {
        let own = line.starts_with("quad ").then_some(line);
        // As another user: runuser -u quad -- quad …
        own.or_else(|| line.split_once(" -- ").map(|(_, command)| command).filter(|said| said.starts_with("quad ")))
    });
    let lines: Vec<String> = lines.map(plain).collect();
    let said = said_in_code(page).into_iter().filter(|said| said.starts_with("quad ")).map(|said| plain(&said));
    lines.into_iter().chain(said).collect()
}

/// Words as a shell reads them: apart by spaces, together in quotes.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate().flat_map(|(number, part)| match number % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    parts.skip(1).collect()
}

/// Who reads the page and does what it says.
struct Operator {
    /// Everything that is on `/` in the page is in here.
    base: PathBuf,
    environment: Vec<(&'static str, String)>,
    done: BTreeSet<String>,
}

impl Operator {
    /// The words to type: other places, and for each of the pairs the first of what stands there is replaced.
    fn words(&mut self, written: &str, replaced: &[(&str, &str)]) -> Vec<String> {
        let plain = plain(written);
        let base = self.base.display();
        let mut command = plain.replace(" /var/", &format!(" {base}/var/")).replace(" /srv/", &format!(" {base}/srv/"));
        self.done.insert(plain);
        for (there, here) in replaced {
            assert!(command.contains(there), "{written} has no {there}");
            command = command.replacen(there, here, 1);
        }
        let mut words = words(&command);
        // They go with every command, the page says.
        if !command.contains("--data-dir") {
            words.extend(["--data-dir".to_owned(), self.at("var/lib/quad")]);
        }
        words
    }

    fn at(&self, place: &str) -> String {
        self.base.join(place).display().to_string()
    }

    fn runs(&mut self, written: &str, replaced: &[(&str, &str)]) -> (bool, String) {
        let run = Command::new(env!("CARGO_BIN_EXE_quad"))
            .args(self.words(written, replaced))
            .env_clear()
            .envs(self.environment.iter().map(|(name, value)| (*name, value.as_str())))
            .output()
            .expect("the binary runs");
        let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        (run.status.success(), said)
    }

    /// Types it, and is told this.
    #[track_caller]
    fn does(&mut self, written: &str, replaced: &[(&str, &str)], told: &str) -> String {
        let (done, said) = self.runs(written, replaced);
        assert!(done && said.contains(told), "{written}: {said}");
        said
    }

    /// What the page has for a host on which there is no Quad, in a shell.
    fn does_without_quad(&self, file: &str) {
        if !Command::new("zstd").arg("--version").output().is_ok_and(|run| run.status.success()) {
            let _ = std::io::Write::write_all(&mut std::io::stderr(), b"passed over: zstd is not installed\n");
            return;
        }
        let said = said_in_code(&page());
        let folder = self.base.join("without-quad");
        std::fs::create_dir(&folder).expect("a folder");
        for program in ["tar ", "sha256sum "] {
            let written = said.iter().find(|said| said.starts_with(program)).expect("on the page");
            let run =
                Command::new("/bin/sh").args(["-ec", &written.replace("FILE", file)]).current_dir(&folder).output();
            let run = run.expect("a shell");
            assert!(run.status.success(), "{written}: {}", String::from_utf8_lossy(&run.stderr));
        }
        let head = std::fs::read(folder.join("quad.db")).expect("the database");
        assert!(head.starts_with(b"SQLite format 3"));
    }

    /// Makes a folder the way the page has it, for the user that runs Quad: here, for whoever runs the story.
    fn sets_up(&self, written: &str, place: &str) {
        let page = page();
        let on_it =
            blocks(&page, "").iter().any(|block| block == written) || said_in_code(&page).contains(&written.to_owned());
        assert!(on_it, "{written} is not on the page");
        let here = written.replace(" /", &format!(" {}/", self.base.display()));
        let own = here.replace("-o quad -g quad", "-o \"$(id -un)\" -g \"$(id -gn)\"");
        assert_ne!(own, here, "{written} says whose it is");
        let run = Command::new("/bin/sh").args(["-ec", &own]).output().expect("a shell");
        assert!(run.status.success(), "{written}: {}", String::from_utf8_lossy(&run.stderr));
        let made = std::fs::metadata(self.at(place)).expect("a folder");
        assert_eq!((made.is_dir(), made.permissions().mode() & 0o777), (true, 0o700), "{written}");
    }

    /// Types what goes on until it is stopped.
    fn begins(&mut self, written: &str, replaced: &[(&str, &str)]) -> Process {
        let words = self.words(written, replaced);
        let environment: Vec<_> = self.environment.iter().map(|(name, value)| (*name, value.as_str())).collect();
        Process::typed(&words, &environment)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_command_of_the_page_does_what_it_says() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let folder = tempfile::tempdir().expect("a folder");
    let mut dean = Operator { base: folder.path().to_owned(), environment: vec![], done: BTreeSet::new() };
    begin(&mut dean).await;
    put_back(&mut dean).await;
    let server = postgres_server();
    let moved = match &server {
        Some(server) => Some(scratch::postgres(server).await.expect("a fresh database")),
        None => None,
    };
    let address = moved.as_ref().map_or_else(|| format!("sqlite://{}", dean.at("moved.db")), |moved| moved.url.clone());
    move_away(&mut dean, &address);
    apart(&mut dean, moved.as_ref().map(|moved| moved.url.as_str())).await;

    let written = commands(&page());
    let known = |command: &String| {
        // A bare name is that of a command which was typed.
        let begins = |typed: &String| typed.starts_with(&format!("{command} "));
        dean.done.contains(command) || (command.split(' ').count() == 2 && dean.done.iter().any(begins))
    };
    let missed: Vec<_> = written.iter().filter(|command| !known(command)).collect();
    assert!(missed.is_empty(), "on the page and typed by nobody: {missed:#?}");
    let gone: Vec<_> = dean.done.difference(&written).collect();
    assert!(gone.is_empty(), "typed and not on the page: {gone:#?}");
}

/// First start, Settings, Commands for the operator, the two looks, Before a contest.
async fn begin(dean: &mut Operator) {
    let example = dean.does("quad config-example", &[], "database_url");
    dean.does("quad openapi", &[], "/post/answer");
    // The file as it is printed is one that is taken.
    let folder = dean.base.join("var/lib/quad");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700)).expect("its owner's alone");
    std::fs::write(folder.join("quad.toml"), &example).expect("written");
    let listen = [("127.0.0.1:8080", "127.0.0.1:0")];
    let server = dean.begins("quad serve --data-dir /var/lib/quad --listen 127.0.0.1:8080", &listen);
    let create =
        "quad admin create  dean@campus.example \"Asha Rao\" --data-dir /var/lib/quad    # prints a password once";
    dean.does(create, &[], "assword");
    dean.does("quad admin promote dean@campus.example            --data-dir /var/lib/quad", &[], "dean@campus.example");
    dean.does("quad admin create EMAIL NAME", &[("EMAIL", "ben@campus.example"), ("NAME", "\"Ben Iyer\"")], "assword");
    let ben = ("EMAIL", "ben@campus.example");
    dean.does("quad admin promote EMAIL", &[ben], "ben@campus.example");
    dean.does("quad admin demote EMAIL", &[ben], "no longer has the role ADMIN");
    dean.does("quad admin grant EMAIL --contests N --polls N", &[ben, ("N", "2"), ("N", "1")], "2");
    let told = dean.does("quad admin reset-code EMAIL", &[ben], "Code for");
    let code =
        told.split_once("Code for ben@campus.example: ").expect("a code").1.lines().next().expect("a line").to_owned();
    let browser = Browser::new(&server.base);
    let reset = json!({"email": "ben@campus.example", "newPassword": PASSWORD, "code": code});
    browser.post("/resetpassword", reset).await.expect(200);
    let log_in = json!({"email": "ben@campus.example", "passWord": PASSWORD});
    browser.post("/login", log_in).await.expect(200);
    dean.does("quad admin sessions EMAIL", &[ben], "last seen");
    dean.does("quad admin jobs", &[], "No job is parked.");
    dean.does("quad admin jobs --retry", &[], "0 jobs run again.");
    dean.does("quad admin jobs --retry --kind notify.send_mail", &[], "0 jobs run again.");
    dean.does("quad admin jobs --drop --id 17", &[("--drop --id 17", "--drop")], "0 jobs dropped.");
    dean.does("quad check --data-dir /var/lib/quad", &[], "rules hold.");
    dean.does("quad check --thorough", &[], "rules hold.");
    let questions = dean.base.join("questions.txt");
    std::fs::write(&questions, "1. Which is wet?\nA) Rain\nB) Sand\nAnswer: A\n").expect("written");
    dean.does("quad questions check FILE", &[("FILE", &questions.display().to_string())], "1 ready");
    dean.does("quad doctor --data-dir /var/lib/quad", &[], "\n0 bad, ");
    let few = [("5000", "20 --seconds-to-join 1 --questions 3 --think 0.1 --within 15000")];
    dean.does("quad flight-check --participants 5000 --data-dir /var/lib/quad", &few, "\nGO\n");
    let few = [("N", "20 --seconds-to-join 1 --questions 3 --think 0.1 --within 15000")];
    dean.does("quad flight-check --participants N", &few, "\nGO\n");
    assert!(server.stop().await.success());
}

/// Backup, Restore, Upgrade.
async fn put_back(dean: &mut Operator) {
    dean.sets_up("install -d -o quad -g quad -m 700 /srv/backups", "srv/backups");
    dean.does("quad backup /srv/backups/friday.tar.zst --data-dir /var/lib/quad", &[], "rows in");
    dean.does("quad backup verify /srv/backups/friday.tar.zst", &[], "every byte is what was written");
    let second = dean.at("srv/backups/second.tar.zst");
    dean.does("quad backup FILE", &[("FILE", &second)], "rows in");
    dean.does("quad backup verify FILE", &[("FILE", &second)], "every byte is what was written");
    let third = dean.at("srv/backups/third.tar.zst");
    dean.does("quad backup --accept-missing-pictures FILE", &[("FILE", &third)], "rows in");
    dean.does_without_quad(&second);
    dean.sets_up("install -d -o quad -g quad -m 700 /var/lib/quad-new", "var/lib/quad-new");
    dean.does("quad restore /srv/backups/friday.tar.zst --data-dir /var/lib/quad-new", &[], "rules hold.");
    let elsewhere = format!("{second} --data-dir {}", dean.at("var/lib/quad-third"));
    dean.does("quad restore FILE", &[("FILE", &elsewhere)], "rules hold.");
    dean.does("quad migrate --data-dir /var/lib/quad", &[], "0 migration steps applied");
    let place = format!("--demo --listen 127.0.0.1:0 --data-dir {}", dean.at("var/lib/quad-demo"));
    let demo = dean.begins("quad serve --demo", &[("--demo", &place)]);
    Browser::new(&demo.base).get("/site").await.expect(200);
    assert!(demo.stop().await.success());
}

/// Moving to another database, and back.
fn move_away(dean: &mut Operator, address: &str) {
    let written = "quad transfer --from /var/lib/quad --to postgres://quad@db.campus.example/quad";
    dean.does(written, &[("postgres://quad@db.campus.example/quad", address)], "the same on both sides");
    let here = dean.at("var/lib/quad");
    let both = format!("--from {here} --to {address}");
    dean.does("quad transfer … --compare", &[("…", &both)], "the same on both sides");
    let back = format!("sqlite://{}", dean.at("back.db"));
    dean.does("quad transfer --from … --to …", &[("…", address), ("…", &back)], "the same on both sides");
}

/// Workers apart, with PostgreSQL; on SQLite both commands say that they need it.
async fn apart(dean: &mut Operator, postgres: Option<&str>) {
    let serve = "quad serve --no-jobs --data-dir /var/lib/quad     # as many as you like";
    let worker = "quad worker --data-dir /var/lib/quad              # as many as you like";
    let listen = [("--no-jobs", "--no-jobs --listen 127.0.0.1:0")];
    let Some(url) = postgres else {
        for (command, replaced) in [(serve, &listen[..]), (worker, &[])] {
            let (done, said) = dean.runs(command, replaced);
            assert!(!done && said.contains("needs PostgreSQL"), "{command}: {said}");
        }
        return;
    };
    dean.environment = vec![("QUAD_DATABASE_URL", url.to_owned())];
    let (server, worker) = (dean.begins(serve, &listen), dean.begins(worker, &[]));
    let log_in = json!({"email": "ben@campus.example", "passWord": PASSWORD});
    Browser::new(&server.base).post("/login", log_in).await.expect(200);
    assert!(worker.stop().await.success() && server.stop().await.success());
}

/// Each block of settings on the page is one that Quad takes.
#[test]
fn each_setting_of_the_page_exists() {
    let blocks = blocks(&page(), "toml");
    assert!(blocks.len() >= 5, "{blocks:?}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("quad.toml");
    let known: toml::Table = EXAMPLE.parse().expect("the example");
    for block in blocks {
        // Where the page leaves out what is secret.
        let text = block.replace('…', "x");
        std::fs::write(&file, &text).expect("written");
        let flags = Flags { config: Some(file.clone()), ..Flags::default() };
        load_from(&flags, |_| None).unwrap_or_else(|error| panic!("{block}: {error:#}"));
    }
    // What is named in words begins like one that exists.
    for said in said_in_code(&page()).iter().filter_map(|said| said.strip_prefix("QUAD_")) {
        let name = said.split('=').next().unwrap_or_default().to_lowercase();
        assert!(name.is_empty() || known.contains_key(&name), "QUAD_{said} is no setting");
    }
}
