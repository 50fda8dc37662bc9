//! Mutable statics, refused: several processes serve one database, and what one of them kept in a `static` the others
//! would never hear of. What a request may use is in `App`, and what other processes must hear of goes by
//! `crates/cluster/src/peers.rs`. A `static` is for constants; every other one, `thread_local!` and `task_local!`
//! included, is in [`EXPLAINED`] with the reason why it may be there. Tests inside `src` are held to the same.

use super::{Finding, Source};

/// Types made of nothing but these words, slices and references cannot change.
const CONSTANT: [&str; 20] = [
    "str",
    "bool",
    "char",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "f32",
    "f64",
    "Option",
    "Duration",
    // Words and functions of a generator of questions.
    "Generator",
];

/// File, name, and why it does no harm to be one per process.
const EXPLAINED: [(&str, &str, &str); 14] = [
    (
        "crates/db/src/scratch.rs",
        "COUNT",
        "names of the tests' own databases, which have the number of the process in them, too",
    ),
    ("crates/mail/src/mailer.rs", "COUNT", "tells letters of one millisecond apart, beside the number of the process"),
    ("crates/questionfile/src/plain_text/patterns.rs", "PATTERNS", "regular expressions, built once from constants"),
    ("crates/quizgen/src/bank.rs", "SHELVES", "the bank of questions, read once from text inside the binary"),
    ("crates/quizgen/src/spell_check.rs", "WORDS", "the words of the bank, gathered once"),
    ("crates/quizgen/src/topics.rs", "NAMES", "derived once from constants"),
    ("crates/quizgen/src/topics.rs", "TOPICS", "derived once from constants"),
    ("crates/quizgen/src/generators/recomputed/computer_science.rs", "RUN", "tests remember what a program printed"),
    ("features/contests/src/contests/fixed_options.rs", "BY_LETTER", "regular expressions, built once from constants"),
    ("features/contests/src/contests/fixed_options.rs", "NUMBER", "a regular expression, built once from a constant"),
    (
        "features/contests/src/contests/fixed_options.rs",
        "OF_THE_OTHERS",
        "regular expressions, built once from constants",
    ),
    (
        "features/contests/src/payments/verify_payment.rs",
        "TOLD",
        "what this process's log has said already; each process has a log of its own",
    ),
    ("crates/kernel/src/problem.rs", "REQUEST_ID", "of one request, and gone with it"),
    (
        "features/people/src/accounts/password_hash.rs",
        "MEMORY",
        "room to hash in: whatever is in it is overwritten by the next",
    ),
];

/// A `static` as it is written.
struct Static<'a> {
    name: &'a str,
    line: usize,
    is_constant: bool,
}

pub fn explained(source: &Source) -> Vec<Finding> {
    if !is_product(&source.path) {
        return Vec::new();
    }
    let statics = statics(source);
    let reasons: Vec<&str> =
        EXPLAINED.iter().filter(|(path, ..)| *path == source.path).map(|(_, name, _)| *name).collect();
    let changing = statics.iter().filter(|found| !found.is_constant && !reasons.contains(&found.name));
    let mut found: Vec<Finding> = changing
        .map(|found| {
            let what = format!(
                "`static {}` can change and belongs to one process of several: keep it in App, or explain it in xtask/src/tidy/statics.rs",
                found.name
            );
            source.finding(found.line, what)
        })
        .collect();
    let stale = reasons.iter().filter(|name| !statics.iter().any(|found| !found.is_constant && found.name == **name));
    found.extend(
        stale.map(|name| source.finding(1, format!("no `static {name}` to explain in xtask/src/tidy/statics.rs"))),
    );
    found
}

fn is_product(path: &str) -> bool {
    path.starts_with("server/src/")
        || (path.starts_with("crates/") || path.starts_with("features/")) && path.contains("/src/")
}

fn statics(source: &Source) -> Vec<Static<'_>> {
    let tokens = &source.tokens;
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.word() == Some("static")) {
        let is_mut = tokens.get(at + 1).and_then(|next| next.word()) == Some("mut");
        let named = at + 1 + usize::from(is_mut);
        // `static move || …` and `for<'a> static` are no items: those have a name and a type.
        let Some(name) = tokens.get(named).and_then(|next| next.word()) else { continue };
        if !tokens.get(named + 1).is_some_and(|next| next.is(':')) {
            continue;
        }
        let mut depth = 0_usize;
        let kind = tokens[named + 2..].iter().take_while(|token| {
            depth += usize::from(token.is('['));
            depth = depth.saturating_sub(usize::from(token.is(']')));
            !token.is('=') && (!token.is(';') || depth > 0)
        });
        let mut words = kind.filter_map(|token| token.word());
        let is_constant = !is_mut && words.all(is_constant);
        found.push(Static { name, line: token.line, is_constant });
    }
    found
}

/// A word of a constant's type, or its length.
fn is_constant(word: &str) -> bool {
    CONSTANT.contains(&word) || word.starts_with(|letter: char| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(path: &str, text: &str) -> Vec<String> {
        let found = explained(&Source::new(path, text));
        found.into_iter().map(|finding| finding.what.split_whitespace().take(2).collect::<Vec<_>>().join(" ")).collect()
    }

    fn found(text: &str) -> usize {
        told("features/contests/src/polls/submit_vote.rs", text).len()
    }

    #[test]
    fn state_of_a_process_wants_an_explanation() {
        for planted in [
            "static SEEN: AtomicU64 = AtomicU64::new(0);",
            "pub(crate) static VOTES: LazyLock<Mutex<HashMap<PollId, u64>>> = LazyLock::new(Mutex::default);",
            "static OPTIONS: OnceLock<Settings> = OnceLock::new();",
            "static mut COUNT: u64 = 0;",
            "thread_local! { static LAST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) }; }",
            "tokio::task_local! { pub static WHO: UserId; }",
            "fn act() { static ONCE: std::sync::Once = std::sync::Once::new(); }",
            "static CACHE: Cache = Cache::new();",
            "static EACH: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];",
        ] {
            assert_eq!(found(planted), 1, "{planted}");
        }
    }

    #[test]
    fn constants_want_none() {
        for constant in [
            "static NAMES: &[&str] = &[\"a\"];",
            "static SIZES: [u32; 3] = [1, 2, 3];",
            "static ALL: &[(&'static str, usize)] = &[];",
            "const PATIENCE: Duration = Duration::from_secs(5);",
            "fn act(text: &'static str) -> impl Fn() + 'static { move || {} }",
            "// static GONE: Mutex<u8>\nfn f() { let text = \"static X: Mutex<u8>\"; }",
        ] {
            assert_eq!(found(constant), 0, "{constant}");
        }
    }

    #[test]
    fn only_the_product_is_looked_at() {
        let text = "static SEEN: AtomicU64 = AtomicU64::new(0);";
        assert!(told("server/tests/it/polls.rs", text).is_empty() && told("crates/db/tests/it.rs", text).is_empty());
        assert_eq!(told("crates/pay/src/lib.rs", text), ["`static SEEN`"]);
    }

    #[test]
    fn an_explanation_is_for_one_that_is_there() {
        let path = "crates/mail/src/mailer.rs";
        assert!(told(path, "static COUNT: AtomicU64 = AtomicU64::new(0);").is_empty());
        assert_eq!(told(path, "static OTHER: AtomicU64 = AtomicU64::new(0);"), ["`static OTHER`", "no `static"]);
        assert_eq!(told(path, "fn send() {}"), ["no `static"]);
    }
}
