//! Settings (configuration): compiled-in defaults (`config.example.toml` is those defaults), then a file, then `QUAD_…`
//! variables, then flags. The only place that reads the environment.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use chrono_tz::{TZ_VARIANTS, Tz};
use quad_blobs::{Place, S3};
use reqwest::Url;
use serde::Deserialize;
use toml::{Table, Value};

use quad_kernel::validation;

/// The commented defaults, also shipped as a file.
pub const EXAMPLE: &str = include_str!("../../../config.example.toml");

/// A text that must not be shown.
#[derive(Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The text itself, for the one place that uses it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_empty() { "(none)" } else { "***" })
    }
}

/// How often it is looked whether a backup is due, and so the shortest time between two.
pub const BACKUP_LOOK: Duration = Duration::from_mins(5);

/// Whether creating costs credits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Billing {
    /// Credits are bought or granted.
    On,
    /// Free, up to a number per day.
    Off,
}

/// All settings; `config.example.toml` says what each means.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config.example.toml documents each, and is compiled in")]
pub struct Settings {
    pub listen: String,
    pub metrics_listen: String,
    pub data_dir: PathBuf,
    pub database_url: Secret,
    pub database_connections: u32,
    pub public_url: String,
    pub cors_origins: Vec<String>,
    pub behind_proxy: bool,
    pub display_name: String,
    pub institute_name: String,
    pub institute_domains: Vec<String>,
    pub time_zone: Tz,
    pub students_claim: String,
    pub contact_email: String,
    pub contact_phone: String,
    pub policies_updated: String,
    pub billing: Billing,
    pub creations_per_day: u32,
    pub razorpay_key_id: String,
    pub razorpay_key_secret: Secret,
    pub razorpay_webhook_secret: Secret,
    pub razorpay_base_url: String,
    pub razorpay_checkout_url: String,
    pub ai_base_url: String,
    pub ai_key: Secret,
    pub ai_model: String,
    pub ai_drafts_per_day: u32,
    pub ai_drafts_per_month: u32,
    pub ai_parallel: usize,
    pub picture_hosts: Vec<String>,
    pub smtp_url: Secret,
    pub mail_from: String,
    pub media_url: String,
    pub media_s3_endpoint: String,
    pub media_s3_region: String,
    pub media_s3_key_id: String,
    pub media_s3_secret: Secret,
    pub picture_workers: usize,
    pub backup_dir: String,
    pub backup_every: String,
    pub backup_keep: usize,
    pub answer_grace_seconds: u32,
    pub answer_queue: usize,
    pub login_slots: usize,
    pub login_queue: usize,
    pub live_streams: usize,
    pub log_format: String,
    pub log_filter: String,
}

/// What the command line may set besides.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// `--config`
    pub config: Option<PathBuf>,
    /// `--data-dir`
    pub data_dir: Option<PathBuf>,
    /// `--listen`
    pub listen: Option<String>,
}

/// Reads all settings.
///
/// # Errors
/// An unreadable file, an unknown name, or a value of the wrong kind, each named.
pub fn load(flags: &Flags) -> anyhow::Result<Settings> {
    // Ignored in silence, one of them would let another folder or database be used.
    for (name, value) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("QUAD_") && value.to_str().is_none() {
            bail!("the variable {name} is not UTF-8");
        }
    }
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
    let environment = |name: &str| std::env::var(name).ok();
    load_from(flags, environment)
}

/// [`load`] with the environment given, for tests.
///
/// # Errors
/// As [`load`].
pub fn load_from(flags: &Flags, environment: impl Fn(&str) -> Option<String>) -> anyhow::Result<Settings> {
    let mut table: Table = EXAMPLE.parse().context("the compiled-in defaults cannot be read")?;
    let folder = flags.data_dir.clone().or_else(|| environment("QUAD_DATA_DIR").map(PathBuf::from));
    let beside_data = folder.unwrap_or_else(|| "quad-data".into()).join("quad.toml");
    let file = flags.config.clone().or_else(|| beside_data.exists().then_some(beside_data));
    if let Some(file) = file {
        merge_file(&mut table, &file)?;
    }
    for (name, value) in &mut table {
        if let Some(text) = environment(&format!("QUAD_{}", name.to_uppercase())) {
            *value = typed(value, &text).with_context(|| format!("QUAD_{}", name.to_uppercase()))?;
        }
    }
    if let Some(folder) = &flags.data_dir {
        // Otherwise another folder would be named than the one that was typed.
        let name = folder.to_str().context("--data-dir: the name of the folder is not UTF-8")?;
        table.insert("data_dir".into(), Value::String(name.to_owned()));
    }
    if let Some(listen) = &flags.listen {
        table.insert("listen".into(), Value::String(listen.clone()));
    }
    if let Some(Value::String(name)) = table.get("time_zone") {
        check_time_zone(name)?;
    }
    let mut settings: Settings = table.try_into().context("settings")?;
    settings.tidy_up()?;
    Ok(settings)
}

fn merge_file(table: &mut Table, file: &Path) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let found: Table = text.parse().with_context(|| format!("cannot understand {}", file.display()))?;
    for (name, value) in found {
        if !table.contains_key(&name) {
            bail!("{}: there is no setting called {name}", file.display());
        }
        table.insert(name, value);
    }
    Ok(())
}

/// Refuses what is no time zone, and names the one that was meant where one is close.
fn check_time_zone(name: &str) -> anyhow::Result<()> {
    if name.parse::<Tz>().is_ok() {
        return Ok(());
    }
    let typed = name.trim().replace(' ', "_").to_lowercase();
    let folded = |zone: &Tz| zone.name().to_lowercase();
    let ends_so = |zone: &&Tz| folded(zone).rsplit('/').next() == Some(typed.as_str());
    let close = || {
        let distances = TZ_VARIANTS.iter().map(|zone| (strsim::osa_distance(&folded(zone), &typed), zone));
        distances
            .filter(|(distance, _)| *distance <= 2 && typed.len() > 4)
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, zone)| zone)
    };
    let same = TZ_VARIANTS.iter().find(|zone| folded(zone) == typed);
    match same.or_else(|| TZ_VARIANTS.iter().find(ends_so)).or_else(close) {
        Some(meant) => bail!("time_zone is {name:?}, which is no time zone. Is {:?} meant?", meant.name()),
        None => bail!(
            "time_zone is {name:?}, which is no time zone. It must be a name of the IANA list as it stands there, such as Asia/Kolkata"
        ),
    }
}

/// Reads `90m`, `12h` or `7d`; nothing for an empty text.
fn every(text: &str) -> anyhow::Result<Option<Duration>> {
    let text = text.trim();
    let minutes = match text.chars().next_back() {
        None => return Ok(None),
        Some('m') => 1,
        Some('h') => 60,
        Some('d') => 60 * 24,
        Some(_) => 0,
    };
    match text.trim_end_matches(['m', 'h', 'd']).parse::<u64>() {
        Ok(number) if (1..=100_000).contains(&number) && minutes > 0 => {
            Ok(Some(Duration::from_secs(number * minutes * 60)))
        }
        _ => bail!("must be a number and m, h or d, such as 12h; or empty"),
    }
}

/// A file's name is everything behind `sqlite://`, as it stands. What others take for parameters of an address is refused: it would
/// name another file.
fn check_database(url: &str) -> anyhow::Result<()> {
    let file = url.strip_prefix("sqlite://");
    let has_parameters = |file: &str| {
        let last = file.rsplit_once('?').map_or("", |(_, last)| last);
        ["mode=", "cache=", "immutable=", "vfs="].iter().any(|one| last.starts_with(one))
    };
    if file.is_some_and(|file| file.is_empty() || has_parameters(file) || file.starts_with(':') || file.ends_with('/'))
    {
        bail!(
            "database_url names a file of SQLite as sqlite:// and its path, such as sqlite:///var/lib/quad/quad.db, and nothing else"
        );
    }
    // A server's is not repeated: a password may be in it.
    let is_server = url.starts_with("postgres://") || url.starts_with("postgresql://");
    if file.is_none() && !is_server && !url.is_empty() {
        bail!("database_url must start with sqlite:// or postgres://; or be empty");
    }
    Ok(())
}

fn is_host_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))
}

/// Variables of this process that begin like settings and are none.
pub fn mistyped_variables() -> Vec<String> {
    mistyped(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()))
}

/// Mistyped, most likely. `QUAD_TEST_…` belongs to the tests.
fn mistyped(names: impl Iterator<Item = String>) -> Vec<String> {
    let known: Table = EXAMPLE.parse().unwrap_or_default();
    let is_strange = |name: &String| {
        let setting = name.strip_prefix("QUAD_").filter(|rest| !rest.starts_with("TEST_"));
        setting.is_some_and(|setting| !known.contains_key(&setting.to_lowercase()))
    };
    names.filter(is_strange).collect()
}

/// Reads a variable as the kind of its default.
fn typed(default: &Value, text: &str) -> anyhow::Result<Value> {
    Ok(match default {
        Value::Integer(_) => Value::Integer(text.trim().parse().context("is not a whole number")?),
        Value::Boolean(_) => Value::Boolean(text.trim().parse().context("is not true or false")?),
        Value::Array(_) => {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            Value::Array(items.map(|item| Value::String(item.to_owned())).collect())
        }
        _ => Value::String(text.to_owned()),
    })
}

/// An origin as browsers send it: a host in letters of other scripts has an ASCII name (`xn--…`). Others stay as they are typed.
fn in_ascii(origin: &str) -> String {
    if origin.is_ascii() {
        return origin.to_owned();
    }
    Url::parse(origin).ok().map_or_else(|| origin.to_owned(), |url| url.origin().ascii_serialization())
}

impl Settings {
    fn tidy_up(&mut self) -> anyhow::Result<()> {
        for domain in &mut self.institute_domains {
            *domain = validation::folded(domain.trim().trim_start_matches('@'));
            if !domain.contains('.') || !is_host_name(domain) {
                bail!("institute_domains lists what stands behind the @, such as students.college.example");
            }
        }
        self.metrics_listen = self.metrics_listen.trim().to_owned();
        self.public_url = self.public_url.trim_end_matches('/').to_owned();
        if !self.public_url.is_empty()
            && !self.public_url.starts_with("http://")
            && !self.public_url.starts_with("https://")
        {
            bail!("public_url must start with http:// or https://");
        }
        // Quad is the whole of its host: cookies, the service worker and all links begin at its root.
        if self
            .public_url
            .split_once("://")
            .is_some_and(|(_, rest)| rest.is_empty() || rest.contains(['/', '?', '#', '@', ' ']))
        {
            bail!("public_url is a scheme and a host, such as https://quad.campus.example, without a path");
        }
        self.public_url = in_ascii(&self.public_url);
        if !self.contact_email.trim().is_empty() {
            self.contact_email = validation::email("contact_email", &self.contact_email)
                .map_err(|_| anyhow::anyhow!("contact_email must be one e-mail address"))?;
        }
        for origin in &mut self.cors_origins {
            *origin = in_ascii(&origin.trim().trim_end_matches('/').to_lowercase());
            if origin == "*" || !origin.contains("://") {
                bail!("cors_origins lists exact origins such as http://client.example.edu:3000");
            }
        }
        for host in &mut self.picture_hosts {
            *host = host.trim().to_lowercase();
            if !is_host_name(host) {
                bail!("picture_hosts lists host names such as images.example.edu, without https:// and without a path");
            }
        }
        self.check_razorpay()?;
        self.check_ai()?;
        self.check_media()?;
        self.database_url.0 = self.database_url.0.trim().to_owned();
        check_database(self.database_url.reveal())?;
        if every(&self.backup_every).context("backup_every")?.is_some_and(|every| every < BACKUP_LOOK) {
            bail!("backup_every must be at least 5m, which is how often it is looked whether one is due");
        }
        if self.backup_keep == 0 {
            bail!("backup_keep must be at least 1: the newest backup is never deleted");
        }
        if self.answer_grace_seconds > 60 {
            bail!("answer_grace_seconds may be at most 60");
        }
        if !(1..=1_000_000).contains(&self.answer_queue) {
            bail!("answer_queue must be from 1 to 1000000");
        }
        if self.login_slots == 0 || self.database_connections == 0 {
            bail!("login_slots and database_connections must be at least 1");
        }
        Ok(())
    }

    /// Two of three keys would take money and then not know of it.
    fn check_razorpay(&mut self) -> anyhow::Result<()> {
        self.razorpay_key_id = self.razorpay_key_id.trim().to_owned();
        for secret in [&mut self.razorpay_key_secret, &mut self.razorpay_webhook_secret] {
            secret.0 = secret.0.trim().to_owned();
        }
        let keys = [
            ("razorpay_key_id", self.razorpay_key_id.as_str()),
            ("razorpay_key_secret", self.razorpay_key_secret.reveal()),
            ("razorpay_webhook_secret", self.razorpay_webhook_secret.reveal()),
        ];
        let missing: Vec<&str> = keys.iter().filter(|(_, key)| key.is_empty()).map(|(name, _)| *name).collect();
        if !missing.is_empty() && missing.len() < keys.len() {
            bail!(
                "{} must be set as well: Razorpay needs all three keys, the payment sandbox none",
                missing.join(" and ")
            );
        }
        if self.razorpay_key_id.bytes().any(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_')) {
            bail!("razorpay_key_id has characters that no key of Razorpay has");
        }
        for (name, address) in [
            ("razorpay_base_url", &mut self.razorpay_base_url),
            ("razorpay_checkout_url", &mut self.razorpay_checkout_url),
        ] {
            *address = address.trim().to_owned();
            let url = Url::parse(address).with_context(|| format!("{name} cannot be read"))?;
            if !matches!(url.scheme(), "https" | "http") || !url.has_host() {
                bail!("{name} must start with https://");
            }
            if !url.username().is_empty() || url.password().is_some() {
                bail!("{name} must not have a name or a password in it");
            }
        }
        Ok(())
    }

    /// Half of a provider would look like one that does not work.
    fn check_ai(&mut self) -> anyhow::Result<()> {
        for text in [&mut self.ai_base_url, &mut self.ai_key.0, &mut self.ai_model] {
            *text = text.trim().to_owned();
        }
        if !(1..=1000).contains(&self.ai_parallel) {
            bail!("ai_parallel must be between 1 and 1000");
        }
        match (self.ai_base_url.is_empty(), self.ai_model.is_empty()) {
            (true, true) if self.ai_key.0.is_empty() => Ok(()),
            (true, true) => bail!("ai_base_url and ai_model must be set as well: ai_key alone asks nobody"),
            (true, false) => bail!("ai_base_url must be set as well: ai_model alone asks nobody"),
            (false, true) => bail!("ai_model must be set as well: the provider at ai_base_url needs its name"),
            (false, false) => {
                quad_quizgen::Provider::new(&self.ai_base_url, self.ai_key.reveal(), &self.ai_model)
                    .context("ai_base_url")?;
                Ok(())
            }
        }
    }

    fn check_media(&mut self) -> anyhow::Result<()> {
        for text in [
            &mut self.media_url,
            &mut self.media_s3_endpoint,
            &mut self.media_s3_region,
            &mut self.media_s3_key_id,
            &mut self.media_s3_secret.0,
        ] {
            *text = text.trim().to_owned();
        }
        self.media_s3_endpoint = self.media_s3_endpoint.trim_end_matches('/').to_owned();
        let place =
            Place::parse(&self.media_url, Path::new("")).map_err(|error| anyhow::anyhow!("media_url {error}"))?;
        if !self.media_s3_endpoint.is_empty() {
            let url = Url::parse(&self.media_s3_endpoint).context("media_s3_endpoint cannot be read")?;
            if !matches!(url.scheme(), "https" | "http") || !url.has_host() || !url.username().is_empty() {
                bail!("media_s3_endpoint must start with https:// and have no name or password in it");
            }
        }
        if self.media_s3_key_id.is_empty() != self.media_s3_secret.0.is_empty() {
            bail!("media_s3_key_id and media_s3_secret come together");
        }
        if !matches!(place, Place::S3 { .. }) && !self.media_s3_key_id.is_empty() {
            bail!("media_url must name a bucket (s3://BUCKET/PREFIX): keys for S3 alone keep nothing there");
        }
        if !(1..=64).contains(&self.picture_workers) {
            bail!("picture_workers must be between 1 and 64");
        }
        Ok(())
    }

    /// How often a backup is made; nothing when only by hand.
    pub fn backs_up_every(&self) -> Option<Duration> {
        every(&self.backup_every).unwrap_or_default()
    }

    /// Where scheduled backups go; a folder in the data folder unless set.
    pub fn backup_folder(&self) -> PathBuf {
        match self.backup_dir.trim() {
            "" => self.data_dir.join("backups"),
            folder => folder.into(),
        }
    }

    /// The file of the database, where it is SQLite's.
    pub fn database_file(&self) -> Option<PathBuf> {
        self.database().strip_prefix("sqlite://").map(PathBuf::from)
    }

    /// Where pictures are kept; a folder in the data folder unless set.
    ///
    /// # Errors
    /// When `media_url` is neither a folder nor a bucket.
    pub fn media_place(&self) -> anyhow::Result<Place> {
        Ok(Place::parse(&self.media_url, &self.data_dir.join("media"))?)
    }

    /// How the bucket is reached, where pictures are kept in one.
    pub fn media_s3(&self) -> S3 {
        S3 {
            endpoint: self.media_s3_endpoint.clone(),
            region: self.media_s3_region.clone(),
            key_id: self.media_s3_key_id.clone(),
            secret: self.media_s3_secret.reveal().to_owned(),
        }
    }

    /// Whether questions are drafted by a provider; otherwise the built-in source does it.
    pub fn drafts_by_provider(&self) -> bool {
        !self.ai_base_url.is_empty()
    }

    /// Whether purchases go to Razorpay, with money; otherwise they go to the sandbox.
    pub fn sells_for_money(&self) -> bool {
        !self.razorpay_key_id.is_empty()
    }

    /// Scheme, host and port of the checkout script, for the policy of the page that loads it.
    pub fn razorpay_checkout_origin(&self) -> String {
        Url::parse(&self.razorpay_checkout_url).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
    }

    /// Where the database is; a file in the data folder unless set.
    pub fn database(&self) -> String {
        match self.database_url.reveal() {
            "" => format!("sqlite://{}", self.data_dir.join("quad.db").display()),
            url => url.to_owned(),
        }
    }

    /// Whether people reach us over https.
    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// The host of `public_url`, by which others know this installation; nothing without one.
    pub fn public_host(&self) -> Option<String> {
        let url = Url::parse(&self.public_url).ok()?;
        Some(url.host_str()?.trim_start_matches('[').trim_end_matches(']').to_owned())
    }

    /// The address of a page, for mails.
    pub fn page(&self, path: &str) -> String {
        let base = if self.public_url.is_empty() { format!("http://{}", self.listen) } else { self.public_url.clone() };
        format!("{base}{path}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_set_works() {
        let settings = load_from(&Flags::default(), |_| None).expect("defaults");
        assert_eq!(settings.time_zone, Tz::Asia__Kolkata);
        assert_eq!(settings.database(), "sqlite://quad-data/quad.db");
    }

    #[test]
    fn the_environment_wins_and_flags_win_over_it() {
        let environment = |name: &str| match name {
            "QUAD_INSTITUTE_DOMAINS" => Some("Meridian.Example, @b.example".to_owned()),
            "QUAD_LISTEN" => Some("0.0.0.0:1".to_owned()),
            "QUAD_CREATIONS_PER_DAY" => Some("7".to_owned()),
            "QUAD_BILLING" => Some("off".to_owned()),
            _ => None,
        };
        let flags = Flags { listen: Some("127.0.0.1:9".into()), ..Flags::default() };
        let settings = load_from(&flags, environment).expect("settings");
        assert_eq!(settings.institute_domains, ["meridian.example", "b.example"]);
        assert_eq!((settings.listen.as_str(), settings.creations_per_day), ("127.0.0.1:9", 7));
        assert_eq!(settings.billing, Billing::Off);
    }

    #[test]
    fn a_time_zone_that_is_none_is_told_with_the_one_that_is_meant() {
        let said = |zone: &str| {
            let environment = |name: &str| (name == "QUAD_TIME_ZONE").then(|| zone.to_owned());
            load_from(&Flags::default(), environment).map(|settings| settings.time_zone).map_err(|no| format!("{no:#}"))
        };
        for (zone, meant) in [
            ("asia/kolkata", "Asia/Kolkata"),
            ("Asia/Kolkata ", "Asia/Kolkata"),
            ("Asia/Kolkatta", "Asia/Kolkata"),
            ("Kolkata", "Asia/Kolkata"),
            ("america/new york", "America/New_York"),
            ("utc", "UTC"),
        ] {
            let no = said(zone).expect_err("refused");
            assert!(no.contains(&format!("{zone:?}")) && no.contains(&format!("Is {meant:?} meant?")), "{no}");
        }
        for zone in ["", "IST", "IST+5:30", "Mumbai time"] {
            let no = said(zone).expect_err("refused");
            assert!(no.contains("time_zone") && no.contains("such as Asia/Kolkata"), "{no}");
        }
        assert_eq!(said("Europe/Berlin"), Ok(Tz::Europe__Berlin));
    }

    #[test]
    fn mistakes_are_named() {
        let folder = tempfile::tempdir().expect("folder");
        let file = folder.path().join("quad.toml");
        std::fs::write(&file, "lissten = \"x\"").expect("write");
        let flags = Flags { config: Some(file), ..Flags::default() };
        let said = load_from(&flags, |_| None).expect_err("unknown name").to_string();
        assert!(said.contains("lissten"), "{said}");
        let wrong = |name: &str| (name == "QUAD_LOGIN_SLOTS").then(|| "many".to_owned());
        let said = format!("{:#}", load_from(&Flags::default(), wrong).expect_err("not a number"));
        assert!(said.contains("QUAD_LOGIN_SLOTS"), "{said}");
        let wrong = |name: &str| (name == "QUAD_CONTACT_EMAIL").then(|| "help@a.example, b@a.example".to_owned());
        let said = format!("{:#}", load_from(&Flags::default(), wrong).expect_err("two addresses"));
        assert!(said.contains("contact_email"), "{said}");
    }

    #[test]
    fn what_cannot_work_is_refused() {
        let load = |name: &'static str, value: &'static str| {
            load_from(&Flags::default(), |asked| (asked == name).then(|| value.to_owned()))
        };
        for (name, value) in [
            ("QUAD_INSTITUTE_DOMAINS", "student@a.example"),
            ("QUAD_INSTITUTE_DOMAINS", "https://a.example"),
            ("QUAD_INSTITUTE_DOMAINS", "college"),
            ("QUAD_PUBLIC_URL", "https://a.example/quad"),
            ("QUAD_PUBLIC_URL", "https://"),
            ("QUAD_PUBLIC_URL", "https://u:p@a.example"),
        ] {
            let said = format!("{:#}", load(name, value).expect_err(value));
            assert!(said.contains(&name.trim_start_matches("QUAD_").to_lowercase()), "{said}");
        }
        assert_eq!(
            load("QUAD_PUBLIC_URL", "https://क्विज़.example:8443/").expect("a host").public_url,
            "https://xn--11bo8e3an6f.example:8443",
            "as browsers name it"
        );
        assert_eq!(
            load("QUAD_PUBLIC_URL", "https://a.example:8443/").expect("a host").public_url,
            "https://a.example:8443"
        );
    }

    #[test]
    fn mistyped_variables_are_named() {
        let names = ["QUAD_LISTEN", "QUAD_LISTN", "QUAD_TEST_POSTGRES", "PATH"].map(str::to_owned);
        assert_eq!(mistyped(names.into_iter()), ["QUAD_LISTN"]);
    }

    /// Every secret is set, each to a text of its own. A secret that comes new is noticed by being shown as unset.
    #[test]
    fn secrets_do_not_print() {
        let known = [
            ("ai_key", "hunter-ai"),
            ("database_url", "postgres://quad:hunter-database@127.0.0.1/quad"),
            ("media_s3_secret", "hunter-bucket"),
            ("razorpay_key_secret", "hunter-seller"),
            ("razorpay_webhook_secret", "hunter-webhook"),
            ("smtp_url", "smtp://u:hunter-mail@mail"),
        ];
        let besides = [
            ("ai_base_url", "https://ai.example/v1"),
            ("ai_model", "some"),
            ("razorpay_key_id", "rzp_live_1"),
            ("media_url", "s3://quad"),
            ("media_s3_endpoint", "https://s3.example"),
            ("media_s3_region", "somewhere"),
            ("media_s3_key_id", "someone"),
        ];
        let environment = |name: &str| {
            let name = name.trim_start_matches("QUAD_").to_lowercase();
            let set = known.iter().chain(&besides).find(|(setting, _)| *setting == name);
            set.map(|(_, value)| (*value).to_owned())
        };
        let settings = load_from(&Flags::default(), environment).expect("settings");
        for shown in [format!("{settings:?}"), format!("{settings:#?}")] {
            assert!(!shown.contains("hunter") && !shown.contains("(none)"), "{shown}");
            assert_eq!(shown.matches("***").count(), known.len(), "{shown}");
        }
        for (secret, (name, value)) in [
            &settings.ai_key,
            &settings.database_url,
            &settings.media_s3_secret,
            &settings.razorpay_key_secret,
            &settings.razorpay_webhook_secret,
            &settings.smtp_url,
        ]
        .into_iter()
        .zip(known)
        {
            assert_eq!((secret.reveal(), format!("{secret:?}").as_str()), (value, "***"), "{name}");
        }
    }

    #[test]
    fn razorpays_keys_come_together() {
        let keys = ["QUAD_RAZORPAY_KEY_ID", "QUAD_RAZORPAY_KEY_SECRET", "QUAD_RAZORPAY_WEBHOOK_SECRET"];
        for set in 0..8_u8 {
            let has = |name: &str| keys.iter().position(|key| *key == name).is_some_and(|at| set & (1 << at) != 0);
            let loaded = load_from(&Flags::default(), |name| has(name).then(|| " hunter22 ".to_owned()));
            match set {
                0 => assert!(!loaded.expect("none").sells_for_money()),
                7 => {
                    let settings = loaded.expect("all");
                    assert!(settings.sells_for_money());
                    assert_eq!(settings.razorpay_key_secret.reveal(), "hunter22");
                    let shown = format!("{settings:?}").replace("razorpay_key_id: \"hunter22\"", "");
                    assert!(!shown.contains("hunter22"), "{shown}");
                }
                _ => {
                    let said = loaded.expect_err("some").to_string();
                    for key in keys {
                        let name = key.trim_start_matches("QUAD_").to_lowercase();
                        assert_eq!(said.contains(&name), !has(key), "{said}");
                    }
                    assert!(!said.contains("hunter22"), "{said}");
                }
            }
        }
    }

    #[test]
    fn an_ai_provider_is_set_up_whole_or_not_at_all() {
        let load = |base: &str, key: &str, model: &str| {
            let set = [("QUAD_AI_BASE_URL", base), ("QUAD_AI_KEY", key), ("QUAD_AI_MODEL", model)];
            let found = |asked: &str| set.iter().find(|(name, _)| *name == asked).map(|(_, value)| (*value).to_owned());
            load_from(&Flags::default(), found)
        };
        assert!(!load("", "", "").expect("none").drafts_by_provider());
        let settings = load(" https://ai.example/v1 ", " sk-hunter22 ", " small ").expect("all");
        assert!(settings.drafts_by_provider());
        assert_eq!((settings.ai_key.reveal(), settings.ai_model.as_str()), ("sk-hunter22", "small"));
        assert!(!format!("{settings:?}").contains("hunter22"));
        assert!(load("http://127.0.0.1:11434/v1", "", "small").is_ok(), "a local one needs no key");
        for (base, model, missing) in [("https://ai.example/v1", "", "ai_model"), ("", "small", "ai_base_url")] {
            let said = format!("{:#}", load(base, "sk-hunter22", model).expect_err("half"));
            assert!(said.starts_with(missing) && !said.contains("hunter22"), "{said}");
        }
        let said = load("", "sk-hunter22", "").expect_err("a key alone").to_string();
        assert!(said.contains("ai_base_url and ai_model"), "{said}");
        for base in ["ai.example", "ftp://ai.example", "https://u:p@ai.example/v1", "https://ai.example/v1?key=x"] {
            let said = format!("{:#}", load(base, "sk-hunter22", "small").expect_err(base));
            assert!(said.contains("ai_base_url") && !said.contains("hunter22"), "{said}");
        }
        for number in ["0", "1001"] {
            let wrong = |name: &str| (name == "QUAD_AI_PARALLEL").then(|| number.to_owned());
            assert!(load_from(&Flags::default(), wrong).is_err(), "{number}");
        }
    }

    #[test]
    fn how_often_to_back_up_is_read() {
        assert_eq!(every(" ").expect("off"), None);
        assert_eq!(every("90m").expect("minutes"), Some(Duration::from_mins(90)));
        assert_eq!(every(" 7d ").expect("days"), Some(Duration::from_hours(7 * 24)));
        for wrong in ["h", "0h", "12", "1w", "-1h", "1.5h", "é", "999999999d"] {
            assert!(every(wrong).is_err(), "{wrong}");
        }
        for (name, value) in [("QUAD_BACKUP_EVERY", "often"), ("QUAD_BACKUP_EVERY", "4m"), ("QUAD_BACKUP_KEEP", "0")] {
            let said = load_from(&Flags::default(), |asked| (asked == name).then(|| value.to_owned()));
            let said = format!("{:#}", said.expect_err(name));
            assert!(said.contains(&name.trim_start_matches("QUAD_").to_lowercase()), "{said}");
        }
    }

    #[test]
    fn a_database_has_an_address_that_is_understood_as_it_stands() {
        let load =
            |url: &str| load_from(&Flags::default(), |asked| (asked == "QUAD_DATABASE_URL").then(|| url.to_owned()));
        for right in [
            "",
            "sqlite:///var/lib/quad/quad.db",
            "sqlite://quad.db",
            "postgres://u:p@db/q",
            "postgresql:///q",
            "sqlite:///srv/a%41b/why? #1/quad.db",
        ] {
            assert!(load(right).is_ok(), "{right}");
        }
        for wrong in [
            "sqlite:quad.db",
            "sqlite://",
            "sqlite://quad.db?mode=ro",
            "sqlite://:memory:",
            "mysql://u:hunter22@db/q",
            "quad.db",
        ] {
            let said = format!("{:#}", load(wrong).expect_err(wrong));
            assert!(said.contains("database_url") && !said.contains("hunter22"), "{said}");
        }
    }

    #[test]
    fn pictures_have_a_place() {
        let load = |set: &[(&str, &str)]| {
            load_from(&Flags::default(), |asked| {
                set.iter().find(|(name, _)| *name == asked).map(|(_, value)| (*value).to_owned())
            })
        };
        let folder = load(&[]).expect("defaults").media_place().expect("a place");
        assert_eq!(folder, Place::Folder("quad-data/media".into()));
        let keys = [("QUAD_MEDIA_S3_KEY_ID", "AKIA7"), ("QUAD_MEDIA_S3_SECRET", " hunter22 ")];
        let bucket = [&[("QUAD_MEDIA_URL", " s3://campus/quad/ ")], &keys[..]].concat();
        let settings = load(&bucket).expect("a bucket");
        let place = Place::S3 { bucket: "campus".to_owned(), prefix: "quad".to_owned() };
        assert_eq!(settings.media_place().expect("a place"), place);
        assert_eq!(settings.media_s3().secret, "hunter22");
        assert!(!format!("{settings:?}{:?}", settings.media_s3()).contains("hunter22"));
        for (wrong, named) in [
            (&[("QUAD_MEDIA_URL", "pictures")][..], "media_url"),
            (&[("QUAD_MEDIA_URL", "s3://u:hunter22@campus")], "media_url"),
            (&keys[..1], "media_s3_secret"),
            (&keys, "media_url"),
            (&[("QUAD_MEDIA_S3_ENDPOINT", "minio:9000")], "media_s3_endpoint"),
            (&[("QUAD_PICTURE_WORKERS", "0")], "picture_workers"),
        ] {
            let said = format!("{:#}", load(wrong).expect_err(named));
            assert!(said.contains(named) && !said.contains("hunter22"), "{said}");
        }
    }

    #[test]
    fn razorpays_addresses_are_addresses() {
        for (name, value) in [
            ("QUAD_RAZORPAY_BASE_URL", "api.razorpay.com"),
            ("QUAD_RAZORPAY_BASE_URL", "file:///etc/passwd"),
            ("QUAD_RAZORPAY_CHECKOUT_URL", "javascript:alert(1)"),
            ("QUAD_RAZORPAY_CHECKOUT_URL", "https://u:p@checkout.example/x.js"),
            ("QUAD_RAZORPAY_KEY_ID", "rzp:live"),
        ] {
            assert!(
                load_from(&Flags::default(), |asked| (asked == name).then(|| value.to_owned())).is_err(),
                "{value}"
            );
        }
        let settings = load_from(&Flags::default(), |_| None).expect("defaults");
        assert_eq!(settings.razorpay_checkout_origin(), "https://checkout.razorpay.com");
    }
}
