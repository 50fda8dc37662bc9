//! Ten thousand people with names in ten scripts: each is found by the own name as five keyboards write it, and the list of
//! people is the same on both engines. What it takes is printed and not judged: times belong to the benchmark.

use std::io::Write;
use std::time::{Duration, Instant};

use quad_db::sql;
use quad_kernel::ids::{Random, UserId};
use quad_people::accounts::{NewPerson, insert_many_for_demo};
use serde_json::Value;
use tokio::task::JoinSet;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use crate::harness::{Browser, TestApp};

/// A script: its digit zero, ten given names and ten family names. Among them are letters that keyboards write in several ways.
struct Script(&'static str, char, [&'static str; 10], [&'static str; 10]);

const SCRIPTS: [Script; 10] = [
    Script(
        "Latin",
        '0',
        ["Éloïse", "Łukasz", "Søren", "Zoë", "Nguyễn", "Ægir", "Ñandú", "Ömer", "Đorđe", "Ārambh"],
        ["D’Souza", "Müller-Weiß", "Ångström", "Ibáñez", "Çelik", "Škoda", "Þórsson", "Œuvrard", "Żółć", "O'Brien"],
    ),
    Script(
        "Devanagari",
        '०',
        ["\u{958}लम", "श\u{94d}री", "ज़ैनब", "फ़ातिमा", "प्रिया", "लक्ष्मी", "कृष्ण", "अर्जुन", "ऋषि", "आँचल"],
        ["शर्मा", "त्रिवेदी", "मिश्रा", "पाण्डेय", "चौधरी", "ख़ान", "गुप्ता", "राठौड़", "देशमुख", "वर्मा"],
    ),
    Script(
        "Bengali",
        '০',
        ["হঠাৎ", "শ্রেয়া", "অনির্বাণ", "সৌমিত্র", "বিদ্যুৎ", "কৌশিক", "পৌলমী", "রাজ্যশ্রী", "ইন্দ্রাণী", "জয়ন্ত"],
        ["চট্টোপাধ্যায়", "মুখোপাধ্যায়", "বন্দ্যোপাধ্যায়", "ঘোষ", "দত্ত", "রায়", "ভৌমিক", "বড়ুয়া", "সেনগুপ্ত", "গঙ্গোপাধ্যায়"],
    ),
    Script(
        "Gurmukhi",
        '੦',
        ["ਹਰਪ੍ਰੀਤ", "ਸ\u{a3c}ਮਸ਼ੇਰ", "ਜ਼ੋਰਾਵਰ", "ਗੁਰਦੀਪ", "ਮਨਜੀਤ", "ਅੰਮ੍ਰਿਤ", "ਕਿਰਪਾਲ", "ਬਲਵਿੰਦਰ", "ਸਿਮਰਨ", "ਜਸਲੀਨ"],
        ["ਸਿੰਘ", "ਕੌਰ", "ਢਿੱਲੋਂ", "ਸੰਧੂ", "ਗਰੇਵਾਲ", "ਬਾਜਵਾ", "ਸ਼ੇਰਗਿੱਲ", "ਮਾਨ", "ਖ਼ਾਲਸਾ", "ਬਰਾੜ"],
    ),
    Script(
        "Gujarati",
        '૦',
        ["હાર્દિક", "કૃણાલ", "શ્રેયા", "જિજ્ઞેશ", "મિત્તલ", "પ્રકાશ", "રશ્મિ", "ઉર્વશી", "દ્રષ્ટિ", "ચૈતન્ય"],
        ["પટેલ", "શાહ", "ત્રિવેદી", "જોષી", "મહેતા", "દેસાઈ", "બ્રહ્મભટ્ટ", "સોલંકી", "ચૌહાણ", "વ્યાસ"],
    ),
    Script(
        "Tamil",
        '௦',
        ["கார்த்திக்", "பொன்னி", "சௌந்தர்யா", "கோகிலா", "ஸ்ரீதர்", "ஜெயலட்சுமி", "முருகன்", "அகிலன்", "தொல்காப்பியன்", "யாழினி"],
        ["சுப்பிரமணியன்", "கிருஷ்ணன்", "இராமசாமி", "வேலு", "பாண்டியன்", "சோழன்", "நடராஜன்", "கோபால்", "மௌலி", "செல்வம்"],
    ),
    Script(
        "Telugu",
        '౦',
        ["శ్రీనివాస్", "లక్ష్మి", "కృష్ణ", "వెంకటేశ్వర్లు", "అనూష", "సౌజన్య", "దుర్గ", "పృథ్వి", "జ్ఞానేశ్", "మైత్రేయి"],
        ["రెడ్డి", "నాయుడు", "శర్మ", "చౌదరి", "వర్మ", "రాజు", "సత్యనారాయణ", "ప్రసాద్", "గౌడ్", "శాస్త్రి"],
    ),
    Script(
        "Kannada",
        '೦',
        ["ಶ್ರೀಧರ್", "ಕೃಷ್ಣಮೂರ್ತಿ", "ಲೋಕೇಶ್", "ಚೈತ್ರಾ", "ಪೂರ್ಣಿಮಾ", "ಸೌಮ್ಯ", "ವಿಜಯ್", "ಮೋಹನ್", "ಗಿರೀಶ್", "ಹೊನ್ನಮ್ಮ"],
        ["ಗೌಡ", "ಹೆಗಡೆ", "ರಾವ್", "ಶೆಟ್ಟಿ", "ಪಾಟೀಲ್", "ಭಟ್", "ಕುಲಕರ್ಣಿ", "ಜೋಶಿ", "ಬೊಮ್ಮಾಯಿ", "ಮೂರ್ತಿ"],
    ),
    Script(
        "Malayalam",
        '൦',
        ["അവൻ", "അർജുൻ", "കൃഷ്ണൻ", "ശ്രീകല", "പൊന്നമ്മ", "ഗോപാൽ", "മീനാക്ഷി", "സൗമ്യ", "ഉണ്ണി", "ലക്ഷ്മി"],
        ["നായർ", "മേനോൻ", "നമ്പൂതിരി", "കുറുപ്പ്", "പിള്ള", "വർഗ്ഗീസ്", "ചാക്കോ", "തോമസ്", "ഈഴവൻ", "കൊച്ചുമോൾ"],
    ),
    Script(
        "Urdu",
        '۰',
        ["م\u{64f}حم\u{651}د", "علی", "زینب", "فاطمہ", "کبیر", "یوسف", "آمنہ", "مہک", "شہزاد", "قُرۃالعین"],
        ["خان", "صدیقی", "قریشی", "انصاری", "ہاشمی", "ملک", "شیخ", "میرزا", "بیگ", "چودھری"],
    ),
];

/// Of each given name with each family name; the number tells them apart.
const EACH: u32 = 10;
const PEOPLE: usize = 10_000;
/// One person of so many is looked for by an administrator, and in a club. 31 comes past each given and each family name.
const ONE_OF: usize = 31;
const ONE_OF_IN_CLUB: usize = 97;
const AT_ONCE: usize = 4;

/// Names of all scripts, each with its script.
fn names() -> Vec<(&'static str, String)> {
    let mut names = Vec::with_capacity(PEOPLE);
    for Script(script, zero, given, family) in &SCRIPTS {
        for (given, family) in given.iter().flat_map(|given| family.iter().map(move |family| (given, family))) {
            for number in 11..11 + EACH {
                let digits = number.to_string().chars().map(|digit| own_digit(*zero, digit)).collect::<String>();
                names.push((*script, format!("{given} {family} {digits}")));
            }
        }
    }
    assert_eq!(names.len(), PEOPLE);
    names
}

fn own_digit(zero: char, digit: char) -> char {
    digit.to_digit(10).and_then(|digit| char::from_u32(u32::from(zero) + digit)).expect("a digit")
}

/// A name as five keyboards write it, and in two of them with the words in another order or with dots for other punctuation.
fn spellings(name: &str) -> [String; 5] {
    let is_virama = |c: char| canonical_combining_class(c) == 9;
    // Accents, points and nukta; vowel signs that make words have another class.
    let is_optional = |c: &char| matches!(canonical_combining_class(*c), 7 | 10..=36 | 200..=240);
    let parted: String = name.nfd().collect();
    let bare: String = parted.chars().filter(|c| !is_optional(c)).map(by_another_keyboard).collect();
    let joined: String =
        name.chars().flat_map(|c| [Some(c), is_virama(c).then_some('\u{200c}')]).flatten().collect::<String>();
    let wide: String = name.chars().map(with_other_digits).collect();
    let bare = bare.split(' ').rev().collect::<Vec<_>>().join(", ");
    let wide = wide.replace('-', ".").replace(' ', ". ");
    [name.to_uppercase().replace(' ', "\u{a0} "), parted, bare, joined.replace(' ', " \u{ad}"), wide]
}

/// What a keyboard without this letter types for it.
fn by_another_keyboard(c: char) -> String {
    const OTHERS: [(char, &str); 24] = [
        ('Ł', "l"),
        ('ł', "L"),
        ('ø', "o"),
        ('Æ', "AE"),
        ('Đ', "D"),
        ('đ', "d"),
        ('ß', "ss"),
        ('Þ', "Th"),
        ('Œ', "oe"),
        ('’', "'"),
        ('ৎ', "ত\u{9cd}\u{200d}"),
        ('ൻ', "ന\u{d4d}\u{200d}"),
        ('ർ', "ര\u{d4d}\u{200d}"),
        ('ൽ', "ല\u{d4d}\u{200d}"),
        ('ൾ', "ള\u{d4d}\u{200d}"),
        ('ی', "ي"),
        ('ک', "ك"),
        ('ہ', "ه"),
        ('ھ', "ه"),
        ('۱', "١"),
        ('۲', "٢"),
        ('۴', "٤"),
        ('۵', "٥"),
        ('۶', "٦"),
    ];
    OTHERS.iter().find(|(letter, _)| *letter == c).map_or_else(|| c.to_string(), |(_, typed)| (*typed).to_owned())
}

/// Own digits as those of ASCII, letters and digits of ASCII at full width.
fn with_other_digits(c: char) -> char {
    let value = |Script(_, zero, ..): &Script| u32::from(c).checked_sub(u32::from(*zero)).filter(|value| *value < 10);
    match SCRIPTS.iter().skip(1).find_map(value) {
        Some(value) => char::from_digit(value, 10).expect("a digit"),
        None if c.is_ascii_alphanumeric() => char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c),
        None => c,
    }
}

/// People of these names in one club, in an order that has nothing to do with the names.
async fn seed(t: &TestApp, names: &[(&'static str, String)]) -> Vec<UserId> {
    let (random, now) = (Random::seeded(10), t.app.clock.now());
    let people: Vec<NewPerson> = names
        .iter()
        .map(|(script, full_name)| {
            let id = UserId::new(now, &random);
            let email = format!("{}.{}@meridian.example", script.to_lowercase(), &id.to_string()[24..]);
            let (contact, password_hash) = ("9000000001".to_owned(), "!".to_owned());
            NewPerson { id, email, full_name: full_name.clone(), contact, batch: 2026, password_hash, created_at: now }
        })
        .collect();
    let mut tx = t.app.db.begin().await.expect("a transaction");
    insert_many_for_demo(&mut tx, &people).await.expect("people");
    sql("INSERT INTO memberships (id, club_id, user_id, office, appointed, applied_at, joined_at)
         SELECT u.id, c.id, u.id, 'member', FALSE, $1, $1 FROM users u, clubs c
         WHERE c.short_name = 'HOBBY' AND u.password_hash = '!'")
    .arg(now)
    .run(&mut tx)
    .await
    .expect("members");
    tx.commit().await.expect("committed");
    people.into_iter().map(|person| person.id).collect()
}

/// Ids of a list that is asked for, and how many there are in all.
async fn found(who: &Browser, path: &str, list: &str, at: &str) -> (Vec<String>, i64) {
    let said = who.get(path).await.expect(200);
    let rows = said[list].as_array().expect("a list").iter();
    let ids = rows.map(|row| row.pointer(at).and_then(Value::as_str).expect("an id").to_owned());
    (ids.collect(), said["total"].as_i64().expect("a number"))
}

/// Somebody who is looked for: the name, and the way to the lists.
#[derive(Clone)]
struct Search {
    name: String,
    id: String,
    who: Browser,
    /// Up to the words.
    path: &'static str,
    /// The rows, and the person's id in each.
    list: (&'static str, &'static str),
}

const PEOPLE_SEARCH: (&str, (&str, &str)) = ("/people?size=100&search=", ("people", "/_id"));
const CLUB_SEARCH: (&str, (&str, &str)) = ("/clubs/HOBBY/members?size=100&q=", ("members", "/UserId/_id"));

impl Search {
    /// Each spelling finds the person, and the same people as the others. How long each took.
    async fn run(self) -> Vec<Duration> {
        let mut times = Vec::with_capacity(6);
        let mut before: Option<(Vec<String>, i64)> = None;
        for words in [self.name.clone()].into_iter().chain(spellings(&self.name)) {
            let began = Instant::now();
            let now = found(&self.who, &format!("{}{words}", self.path), self.list.0, self.list.1).await;
            times.push(began.elapsed());
            assert!(now.0.contains(&self.id), "{:?} by {words:?} at {}", self.name, self.path);
            let before = before.get_or_insert_with(|| now.clone());
            assert_eq!(*before, now, "{:?} by {words:?} at {}", self.name, self.path);
        }
        times
    }
}

async fn run(searches: Vec<Search>, what: &str) {
    let mut times = Vec::new();
    let mut waiting = searches.into_iter();
    let mut running = JoinSet::new();
    loop {
        while running.len() < AT_ONCE {
            let Some(search) = waiting.next() else { break };
            running.spawn(search.run());
        }
        let Some(done) = running.join_next().await else { break };
        times.extend(done.expect("found"));
    }
    times.sort_unstable();
    let at = |part: usize| times[(times.len() - 1) * part / 100];
    let (half, most, all) = (at(50), at(99), times.len());
    writeln!(std::io::stderr(), "{what}: {all} searches, {AT_ONCE} at once: median {half:?}, 99th percentile {most:?}")
        .expect("said");
}

/// The whole list of people page by page: names and addresses.
async fn all_people(admin: &Browser) -> Vec<(String, String)> {
    let mut people = Vec::with_capacity(PEOPLE);
    for page in 1.. {
        let said = admin.get(&format!("/people?size=100&search=&page={page}")).await.expect(200);
        let rows = said["people"].as_array().expect("a list");
        let text = |row: &Value, field: &str| row[field].as_str().expect("a text").to_owned();
        people.extend(rows.iter().map(|row| (text(row, "fullName"), text(row, "email"))));
        if rows.len() < 100 {
            return people;
        }
    }
    people
}

async fn members(manager: &Browser) -> Vec<String> {
    let mut names = Vec::with_capacity(PEOPLE);
    for page in 1.. {
        let said = manager.get(&format!("/clubs/HOBBY/members?size=100&page={page}")).await.expect(200);
        let rows = said["members"].as_array().expect("a list").clone();
        names.extend(rows.iter().map(|row| row["UserId"]["fullName"].as_str().expect("a name").to_owned()));
        if rows.len() < 100 {
            break;
        }
    }
    names
}

/// Looks for many, and gives the lists of all.
async fn people_are_found(t: &TestApp, engine: &str) -> (Vec<(String, String)>, Vec<String>) {
    let names = names();
    let (dean, meera) = (t.admin("dean").await, t.manager("meera", "HOBBY").await);
    let ids = seed(t, &names).await;
    for (call, who, (path, list), one_of) in
        [("people", &dean, PEOPLE_SEARCH, ONE_OF), ("members", &meera, CLUB_SEARCH, ONE_OF_IN_CLUB)]
    {
        let wanted = names.iter().zip(&ids).step_by(one_of);
        let searches = wanted.map(|((_, name), id)| Search {
            name: name.clone(),
            id: id.to_string(),
            who: who.clone(),
            path,
            list,
        });
        run(searches.collect(), &format!("{engine}, {call}")).await;
    }
    (all_people(&dean).await, members(&meera).await)
}

/// Without PostgreSQL only SQLite is asked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_is_found_in_five_spellings_and_stands_in_one_order() {
    let (people, members) = people_are_found(&TestApp::on_sqlite().await, "SQLite").await;
    // And those who look: two administrators and a manager.
    assert_eq!((people.len(), members.len()), (PEOPLE + 3, PEOPLE + 1));
    if let Some(t) = TestApp::on_postgres().await {
        let (also_people, also_members) = people_are_found(&t, "PostgreSQL").await;
        assert!(people == also_people, "people in another order: {:?}", first_difference(&people, &also_people));
        assert!(members == also_members, "members in another order: {:?}", first_difference(&members, &also_members));
    }
}

fn first_difference<'a, T: PartialEq>(one: &'a [T], other: &'a [T]) -> Option<(&'a T, &'a T)> {
    one.iter().zip(other).find(|(one, other)| one != other)
}
