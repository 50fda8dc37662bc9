//! Account model: accounts, tokens, and the rules that need no database: passwords, lifetimes, delays, names of devices.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zxcvbn::matching::patterns::MatchPattern;

use quad_kernel::clock::Time;
use quad_kernel::error::Rejection;
use quad_kernel::ids::{PictureKey, Random, UserId};
use quad_kernel::mail::Mail;

use super::messages;

/// What a person registers with; checked.
#[derive(Clone, Debug)]
pub(super) struct NewAccount {
    pub full_name: String,
    pub email: String,
    pub contact: String,
    pub batch: i32,
}

/// What somebody changes about the own account; checked. What is not there stays.
#[derive(Clone, Debug, Default)]
pub struct AccountChanges {
    /// Display name.
    pub full_name: Option<String>,
    /// Phone number, digits.
    pub contact: Option<String>,
    /// Year; which ones are possible depends on the clock.
    pub batch: Option<i32>,
}

/// A person's account as others may show it.
#[derive(Clone, Debug)]
pub struct Account {
    /// The person.
    pub id: UserId,
    /// Address, lower-case.
    pub email: String,
    /// Display name.
    pub full_name: String,
    /// Phone number, digits.
    pub contact: String,
    /// Year.
    pub batch: i32,
    /// When the account was made.
    pub created_at: Time,
    /// Role words, strongest first; never empty.
    pub roles: Vec<String>,
    /// The person's own picture.
    pub picture: Option<PictureKey>,
}

/// A person in a list.
#[derive(Clone, Debug)]
pub struct PersonCard {
    /// The person.
    pub id: UserId,
    /// Display name.
    pub full_name: String,
    /// Address, lower-case.
    pub email: String,
}

/// A person put in directly, with a ready hash.
#[derive(Clone, Debug)]
pub struct NewPerson {
    /// The person.
    pub id: UserId,
    /// Address, lower-case.
    pub email: String,
    /// Display name.
    pub full_name: String,
    /// Phone number, digits.
    pub contact: String,
    /// Year.
    pub batch: i32,
    /// PHC string, or `!` for somebody who cannot log in.
    pub password_hash: String,
    /// When the account was made; it counts as confirmed from then on.
    pub created_at: Time,
}

/// 256 random bits that somebody carries: a session, a device, a mailed link. Only the hash is kept.
#[derive(Clone)]
pub struct Token([u8; 32]);

/// What is kept of a [`Token`]: its SHA-256.
pub type TokenHash = [u8; 32];

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

impl Token {
    /// Drawn anew.
    #[must_use]
    pub fn new(random: &Random) -> Self {
        Self(random.bytes())
    }

    /// Reads what [`Token::reveal`] wrote; what cannot be a token is nobody's.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok().map(|()| Self(bytes))
    }

    /// The token of a mailed link. Behind its dot is where the person was going, which is the browser's to read.
    pub(super) fn mailed(link: &str) -> Option<Self> {
        let is_around = |c: char| quad_text::is_blank(c) || quad_text::is_invisible(c);
        Self::parse(link.trim_matches(is_around).split('.').next()?.trim_matches(is_around))
    }

    /// For the carrier: 64 hexadecimal digits.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// What a database may know.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        Sha256::digest(self.0).into()
    }
}

/// A page of this site to which somebody was going who signs up first: its path, query and fragment, as an address has them.
#[derive(Debug)]
pub struct NextPage(String);

impl NextPage {
    /// Longer than any page's address with an invitation behind it.
    const LONGEST: usize = 200;

    /// Nothing where it may lead elsewhere, or is no page's.
    pub fn parse(text: &str) -> Option<Self> {
        let is_here = text.starts_with('/') && !text.starts_with("//") && !text.contains('\\');
        let is_address = text.len() <= Self::LONGEST && text.bytes().all(|byte| byte.is_ascii_graphic());
        (is_here && is_address).then(|| Self(text.to_owned()))
    }

    /// As the mailed link carries it. Whoever reads the mail sees no words that somebody else chose.
    pub fn encoded(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.0)
    }
}

/// An address as far as somebody may know it who has no more than a link that was mailed there: `a…@meridian.example`.
pub(super) fn mask_email(email: &str) -> String {
    let (name, domain) = email.rsplit_once('@').unwrap_or((email, ""));
    let first = quad_text::first(name);
    format!("{first}…@{domain}")
}

/// A key for what is counted about an address, whether or not it has an account. `about` keeps the counts apart.
pub(super) fn email_key(about: &str, email: &str) -> [u8; 32] {
    Sha256::new().chain_update(about).chain_update([0]).chain_update(email).finalize().into()
}

/// How patient a count of failures is: so many are free, each further one is followed by a pause of 1, 2, 4 … s.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backoff {
    pub free: i32,
    /// From so many doublings on a pause is the longest one.
    pub doublings: i32,
    pub longest: Duration,
}

impl Backoff {
    /// An account, from one place where nobody knows it.
    pub const STRANGERS: Self = Self { free: 5, doublings: 6, longest: Duration::from_mins(1) };
    /// The same where very many accounts fail: each gets one try, and pauses that outlast a sprayer's patience.
    pub const WATCHED: Self = Self { free: 1, doublings: 10, longest: Duration::from_mins(15) };
    /// An account, from everywhere together, in an hour. One place alone does not come that far.
    pub const ALL_STRANGERS: Self = Self { free: 100, ..Self::STRANGERS };
    /// An account, from a device that has logged in to it before.
    pub const KNOWN_DEVICE: Self = Self { free: 20, ..Self::STRANGERS };
}

/// Failures with one password, whoever it was tried on, after which nobody's device but a known one may try it for a day.
pub(super) const MOST_FAILURES_OF_A_PASSWORD: i32 = 20;

/// The cell in which a password that failed is counted, one of 65,536: enough to notice one that is tried again and again,
/// and nothing to find out a password by.
pub(super) fn guess_cell(password: &str) -> i32 {
    let hash: [u8; 32] =
        Sha256::new().chain_update("guess\0").chain_update(quad_text::opaque(password)).finalize().into();
    i32::from(u16::from_be_bytes([hash[0], hash[1]]))
}

/// What is kept of a six-digit code.
pub(super) fn code_hash(user: UserId, code: &str) -> [u8; 32] {
    Sha256::new().chain_update(user.0.as_bytes()).chain_update(code).finalize().into()
}

/// Six digits.
pub(super) fn new_code(random: &Random) -> String {
    format!("{:06}", random.below(1_000_000))
}

/// Twelve digits in threes, to be read out: so many that nobody has to count who guesses.
pub(super) fn new_long_code(random: &Random) -> String {
    let threes: Vec<String> = (0..4).map(|_| format!("{:03}", random.below(1000))).collect();
    threes.join(" ")
}

/// The name in place of somebody whose account is deleted. No vowels, so that no words come out.
pub(super) fn pseudonym(random: &Random) -> String {
    const LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";
    let letters = (0..4).map(|_| char::from(LETTERS[random.below(LETTERS.len() as u64) as usize]));
    format!("Former student {}", letters.collect::<String>())
}

/// The shortest and longest password, in bytes.
pub(super) const PASSWORD_BYTES: std::ops::RangeInclusive<usize> = 8..=1024;
/// A password found within this many guesses is refused: whoever tries one password on each of very many accounts begins with
/// those that many people have, and `word123` is among them.
const TOO_FEW_GUESSES: u64 = 1_000_000;
/// What stands between two words or beside one hides neither from a guesser: so much harder is a password by all its signs.
const SIGNS_ADD: u64 = 10;
/// A number of so many digits is likely a telephone's, a date or a roll number.
const LIKELY_KNOWN_DIGITS: usize = 12;
/// The estimate reads so many characters: what it costs grows with their square.
const ESTIMATED: usize = 50;
/// Letters and the signs that may stand for them, as the estimate has them.
const SIGNS_FOR_LETTERS: [&str; 12] = ["4@", "8", "({[<", "3", "69", "1!|", "1|7", "0", "$5", "+7", "%", "2"];
/// The estimate looks at a password in each reading of its signs. Who writes all of them into one would have eight hundred
/// looked at, half a second of a hashing slot; beyond so many it is judged without its signs alone.
const MOST_READINGS: usize = 16;
/// Shorter e-mail names occur in good passwords by chance.
const TELLING_NAME: usize = 3;

/// Refuses a password by its length alone. Cheap.
pub(super) fn check_password_length(field: &'static str, password: &str) -> Result<(), Rejection> {
    let length = quad_text::opaque(password).len();
    if length < *PASSWORD_BYTES.start() {
        return Err(Rejection::invalid(field, messages::PASSWORD_SHORT));
    }
    if length > *PASSWORD_BYTES.end() {
        return Err(Rejection::invalid(field, messages::PASSWORD_LONG));
    }
    Ok(())
}

/// Refuses a password that is easy to guess: it holds the e-mail's own name, is a word, a name, a number or a common password
/// as a whole, or falls to few guesses, with its signs or without. Takes milliseconds; runs in the pool of password threads.
pub(super) fn judge_password(
    field: &'static str,
    password: &str,
    email: &str,
    known: &[&str],
) -> Result<(), Rejection> {
    let name = email.rsplit_once('@').map_or(email, |(name, _)| name).to_lowercase();
    if name.len() >= TELLING_NAME && password.to_lowercase().contains(&name) {
        return Err(Rejection::invalid(field, messages::PASSWORD_HOLDS_EMAIL));
    }
    let letters: Vec<char> = password.chars().collect();
    let read = letters.len().min(ESTIMATED);
    let [first, last] =
        [&letters[..read], &letters[letters.len() - read..]].map(|part| part.iter().collect::<String>());
    // Of a longer one both ends must be good: one may begin in the midst of a word that is written again and again.
    let bad = [first, last].into_iter().find(|end| is_guessable(end, known));
    bad.map_or(Ok(()), |bad| Err(Rejection::invalid(field, messages::guessable(why_guessable(&bad, known)))))
}

/// What makes a password easy to guess, in a sentence; not every one has such a reason.
fn why_guessable(password: &str, known: &[&str]) -> Option<String> {
    if !is_guessable(password, &[]) {
        return Some(messages::MADE_OF_NAMES.to_owned());
    }
    if is_number(&without_signs(password)) {
        return Some(messages::MADE_OF_DIGITS.to_owned());
    }
    estimate(password, known)?.feedback()?.warning().map(|warning| warning.to_string())
}

fn is_guessable(password: &str, known: &[&str]) -> bool {
    let bare = without_signs(password);
    let whole = estimate(password, known);
    // Of signs alone nothing is left without them.
    let without = (!bare.is_empty() && bare != password).then(|| zxcvbn::zxcvbn(&bare, known));
    let one_word = whole
        .as_ref()
        .is_some_and(|whole| matches!(whole.sequence(), [only] if matches!(only.pattern, MatchPattern::Dictionary(_))));
    let guesses =
        [whole.map(|verdict| verdict.guesses()), without.map(|verdict| verdict.guesses().saturating_mul(SIGNS_ADD))];
    // Two names and a year are many guesses by the estimate, which does not know that they stand on the page.
    let only_names = without_names(&bare, known)
        .is_some_and(|rest| rest.is_empty() || zxcvbn::zxcvbn(&rest, &[]).guesses() < TOO_FEW_GUESSES);
    one_word || is_number(&bare) || only_names || guesses.into_iter().flatten().any(|guesses| guesses < TOO_FEW_GUESSES)
}

/// The estimate of a password with its signs, where they can be read in few ways.
fn estimate(password: &str, known: &[&str]) -> Option<zxcvbn::Entropy> {
    (readings(password) <= MOST_READINGS).then(|| zxcvbn::zxcvbn(password, known))
}

/// What is left of a password when the names are taken out, the longest first; nothing where none is in it.
fn without_names(bare: &str, known: &[&str]) -> Option<String> {
    let mut names: Vec<String> = known.iter().map(|name| name.to_lowercase()).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let small = bare.to_lowercase();
    let rest = names.iter().fold(small.clone(), |rest, name| rest.replace(name.as_str(), ""));
    (rest != small).then_some(rest)
}

/// In how many ways the signs of a password can be read as letters; about, as one sign may stand for two.
fn readings(password: &str) -> usize {
    SIGNS_FOR_LETTERS.iter().map(|signs| signs.chars().filter(|sign| password.contains(*sign)).count().max(1)).product()
}

fn without_signs(password: &str) -> String {
    password.chars().filter(|c| !c.is_ascii_punctuation() && !c.is_whitespace()).collect()
}

fn is_number(bare: &str) -> bool {
    !bare.is_empty() && bare.len() <= LIKELY_KNOWN_DIGITS && bare.bytes().all(|c| c.is_ascii_digit())
}

/// How long a session lives after it was made, and after it was last used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifetime {
    pub absolute: Duration,
    pub idle: Duration,
}

const HOUR: Duration = Duration::from_hours(1);
pub(super) const DAY: Duration = Duration::from_hours(24);

impl Lifetime {
    /// Long enough that nobody must log in at a contest's start; short for those who can do harm.
    pub fn of(is_admin: bool) -> Self {
        if is_admin { Self { absolute: 12 * HOUR, idle: HOUR } } else { Self { absolute: 30 * DAY, idle: 7 * DAY } }
    }

    pub fn holds(self, created_at: Time, last_seen_at: Time, now: Time) -> bool {
        now < created_at.plus(self.absolute) && now < last_seen_at.plus(self.idle)
    }
}

/// What of an address counts as one place: all of IPv4, the network of IPv6 (whose hosts change theirs at will).
pub(super) fn place(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

/// Sends one mail.
#[derive(Serialize, Deserialize)]
pub(super) struct SendMail {
    pub to: String,
    pub subject: String,
    pub text: String,
}

impl SendMail {
    pub fn new(to: &str, mail: Mail) -> Self {
        Self { to: to.to_owned(), subject: mail.subject, text: mail.text }
    }
}

/// Has a code mailed if the address has an account. Whether it has is found out here and not in the request, so that the
/// request takes the same time for every address.
#[derive(Serialize, Deserialize)]
pub(super) struct SendResetCode {
    pub email: String,
    /// Who asked: the hash of the browser's cookie, in hex.
    #[serde(default)]
    pub browser: String,
    /// Where from.
    #[serde(default)]
    pub place: String,
}

/// Makes a code and mails it. Of a kind of its own, so that no line of other mails is before it.
#[derive(Serialize, Deserialize)]
pub(super) struct MailResetCode {
    pub email: String,
    /// Whose it is: the hash of the browser's cookie, in hex.
    pub browser: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(password: &str) -> bool {
        check_password_length("p", password).is_ok()
            && judge_password("p", password, "ada.rao@meridian.example", &["Ada Rao", "adarao", "Quad", "Meridian"])
                .is_ok()
    }

    #[test]
    fn weak_passwords_are_refused() {
        for weak in [
            "short",
            "password",
            "Password1",
            "passw0rd",
            "12345678",
            "qwertyuiop",
            "iloveyou",
            "aaaaaaaaaa",
            "abcdefgh",
            "letmein1",
            "meridian",
            "MERIDIAN",
            "xx-ada.rao-9183",
            "xx-ADA.RAO-9183",
            "superman",
            "football1",
            "11111111",
            // What spraying begins with: a word or a name, and a little more.
            "Password1!",
            "P@ssw0rd1",
            "letmein123",
            "Welcome@123",
            "Admin@123",
            "India@123",
            "India2026",
            "cricket123",
            "sachin10",
            "I.love.you1",
            "Quad@2026",
            "quad1234",
            "Meridian@123",
            "adarao123",
            "AdaRao@123",
            "ada rao 1",
            "9876500000",
            "+91 98765-00000",
            "02-11-2004",
            // Names that stand on every page, and a little more.
            "MeridianQuad2026",
            "AdaRao@Meridian99",
            "meridian-student-1",
        ] {
            assert!(!judge(weak), "{weak}");
        }
        for (weak, times) in [
            ("x", 1025),
            ("x7", 512),
            ("a", 101),
            ("1234567890", 15),
            ("password", 7),
            ("password", 128),
            ("dragon", 16),
        ] {
            assert!(!judge(&weak.repeat(times)), "{weak} {times}");
        }
    }

    /// The dearest of a thousand characters against a sentence of fifty, which the estimate reads in one way.
    #[test]
    fn no_password_is_dear_to_judge() {
        let shortest = |password: &str| {
            let took = |_| {
                let began = std::time::Instant::now();
                judge(password);
                began.elapsed()
            };
            (0..3).map(took).min().expect("three")
        };
        let usual = shortest("a heron looked for the lantern beside seven kites");
        // One that is taken, and one that is refused with a reason.
        for (dear, least) in
            [("4@8({[<3691!|70$5+%2".repeat(51), 500), (format!("password145{}", "({[<@!|$%+".repeat(4)), 90)]
        {
            assert!(readings(&dear) >= least, "{}", readings(&dear));
            let read = readings(&without_signs(&dear));
            assert!(estimate(&dear, &[]).is_none() && read <= MOST_READINGS, "read in {read} ways");
            // It takes about as long; each of its readings would take hundreds of times that.
            let took = shortest(&dear);
            assert!(took < usual * 30, "{took:?} against {usual:?}");
        }
        assert!(!judge("{[(<password@!|$1"), "its word is still seen");
        for usual in ["P@ssw0rd1!", "0123456789", "c0rrect h0rse b@ttery $taple", "31.12.1999 (Fr)!"] {
            assert!(readings(usual) <= MOST_READINGS, "{usual}");
        }
    }

    /// Their turns are counted with a number that overflows, which stops a build that looks for it.
    #[test]
    fn a_long_way_over_the_keyboard_is_judged() {
        for keys in ["qaw", "qwerfdsazxcv", "zaq1xsw2"] {
            judge(&keys.repeat(100 / keys.len()));
        }
        assert!(!judge(&"qw".repeat(50)));
    }

    #[test]
    fn a_refusal_says_why() {
        for (weak, why) in [
            ("quad-ada rao", messages::MADE_OF_NAMES),
            ("98765-00000", messages::MADE_OF_DIGITS),
            ("superman", "This is a top-100 common password."),
            ("qwertyuiop", "This is a top-100 common password."),
        ] {
            let known = ["Ada Rao", "adarao", "Quad", "Meridian"];
            let refusal = judge_password("p", weak, "a@meridian.example", &known).unwrap_err();
            let expected = format!("This password is too easy to guess. {why} Try a few unrelated words.");
            assert_eq!(refusal.say, expected, "{weak}");
        }
        let refusal = judge_password("p", &"a".repeat(120), "a@meridian.example", &[]).unwrap_err();
        assert!(refusal.say.contains("Repeats like"), "{}", refusal.say);
        assert_eq!(messages::guessable(None), "This password is too easy to guess. Try a few unrelated words.");
    }

    #[test]
    fn good_passwords_pass() {
        for good in [
            "violet-kettle-91",
            "copper lantern stream",
            "पासवर्ड-नदी-पहाड़",
            "Tr4verse!lake",
            "🦜🦜🌧🧭🚲🥭",
            "x7Kp2mQ9",
            "correct horse",
            "two-dogs-at-9",
        ] {
            assert!(judge(good), "{good}");
        }
        for good in ["the quad lamp hums over seven kites", "a long walk by the river, ".repeat(5).as_str()] {
            assert!(judge(good), "{good}");
        }
        // Of a long one neither end may be bad.
        for bad in [format!("{}violet-kettle-91", "a".repeat(200)), format!("violet-kettle-91{}", "a".repeat(200))] {
            assert!(!judge(&bad), "{bad}");
        }
    }

    #[test]
    fn sessions_end_by_age_and_by_idleness() {
        let at = |hours: u32| Time(0).plus(HOUR * hours);
        let person = Lifetime::of(false);
        assert!(person.holds(at(0), at(0), Time(at(7 * 24).0 - 1)) && !person.holds(at(0), at(0), at(7 * 24)));
        assert!(
            person.holds(at(0), at(29 * 24), Time(at(30 * 24).0 - 1)) && !person.holds(at(0), at(29 * 24), at(30 * 24))
        );
        let admin = Lifetime::of(true);
        assert!(admin.holds(at(0), at(0), Time(at(1).0 - 1)) && !admin.holds(at(0), at(0), at(1)));
        assert!(!admin.holds(at(0), at(12), at(12)));
    }

    #[test]
    fn a_place_is_an_address_or_a_network() {
        let of = |text: &str| place(text.parse().expect("address"));
        assert_eq!(of("10.0.0.7"), "10.0.0.7");
        assert_eq!(of("::ffff:10.0.0.7"), "10.0.0.7");
        assert_eq!(of("2001:db8:1:2:aaaa::1"), of("2001:db8:1:2:bbbb::9"));
    }

    /// What `store_limits::count_attempt` reckons, which the stories hold against the clock.
    fn pause(backoff: Backoff, failures: i32) -> Duration {
        match failures - backoff.free {
            over if over < 0 => Duration::ZERO,
            over if over >= backoff.doublings => backoff.longest,
            over => Duration::from_secs(1 << over),
        }
    }

    /// Tries of somebody who never waits a moment longer than told.
    fn tries_within(backoff: Backoff, span: Duration) -> i32 {
        let (mut tries, mut passed) = (0, Duration::ZERO);
        while passed < span {
            tries += 1;
            passed += pause(backoff, tries);
            if tries > 100_000 {
                break;
            }
        }
        tries
    }

    /// docs/decisions/017 says these numbers.
    #[test]
    fn the_most_greedy_get_so_many_tries() {
        let (minute, hour, day) = (Duration::from_mins(1), HOUR, DAY);
        let told = [
            (Backoff::STRANGERS, [10, 69, 1_449]),
            (Backoff::WATCHED, [6, 13, 105]),
            (Backoff::KNOWN_DEVICE, [25, 84, 1_464]),
        ];
        for (backoff, most) in told {
            assert_eq!([minute, hour, day].map(|span| tries_within(backoff, span)), most, "{backoff:?}");
        }
        assert!(
            tries_within(Backoff::STRANGERS, hour) < Backoff::ALL_STRANGERS.free,
            "one place alone slows nobody elsewhere"
        );
    }

    proptest::proptest! {
        #[test]
        fn pauses_grow_and_end(failures in 1..100_000_i32, free in 1..200, doublings in 1..12) {
            let backoff = Backoff { free, doublings, longest: Duration::from_secs(1 << doublings) };
            let (one, next) = (pause(backoff, failures), pause(backoff, failures + 1));
            proptest::prop_assert!(one <= next && next <= backoff.longest && (one.is_zero() == (failures < free)));
        }

        #[test]
        fn a_cell_is_one_of_65536(password in ".*") {
            proptest::prop_assert!((0..65_536).contains(&guess_cell(&password)));
        }
    }

    #[test]
    fn passwords_lie_in_many_cells() {
        let cells: std::collections::HashSet<i32> = (0..10_000).map(|n| guess_cell(&format!("password-{n}"))).collect();
        assert!(cells.len() > 9_000, "{}", cells.len());
    }

    #[test]
    fn a_veiled_address_says_its_first_letter_and_its_domain() {
        for (email, told) in [
            ("ada.rao@meridian.example", "a…@meridian.example"),
            ("a@meridian.example", "a…@meridian.example"),
            ("éa@meridian.example", "é…@meridian.example"),
        ] {
            assert_eq!(mask_email(email), told);
        }
    }

    #[test]
    fn a_code_has_six_digits() {
        let random = Random::seeded(3);
        for _ in 0..1000 {
            let code = new_code(&random);
            assert!(code.len() == 6 && code.bytes().all(|c| c.is_ascii_digit()), "{code}");
        }
    }

    #[test]
    fn a_pseudonym_ends_in_four_letters() {
        let random = Random::seeded(5);
        for _ in 0..100 {
            let name = pseudonym(&random);
            let letters = name.strip_prefix("Former student ").expect("begins so");
            assert!(letters.len() == 4 && letters.bytes().all(|c| c.is_ascii_uppercase()), "{name}");
        }
    }

    #[test]
    fn a_token_is_read_back_and_nothing_else_is() {
        let token = Token::new(&Random::seeded(1));
        assert_eq!(Token::parse(&token.reveal()).map(|read| read.hash()), Some(token.hash()));
        for bad in ["", "00", "zz", &"g".repeat(64), &"0".repeat(63), &"0".repeat(66)] {
            assert!(Token::parse(bad).is_none(), "{bad}");
        }
    }
}
