//! Transactions: no outside call while one is open. SQLite has one writer, and mail, payment, AI, push and disk may
//! take seconds, and so may a password, which waits for its place in a line. Functions inside a transaction get
//! `&mut Tx` and no `&App`, which the compiler holds; a use-case function has both in scope, and this looks at it: at the
//! clients of `app`, and at names that were bound to one before. What a client answered is a value and may be used. A
//! client that is a parameter, or bound by the arm of a `match`, is not followed.

use super::{Finding, Source};

const CLIENTS: [&str; 7] = ["mail", "passwords", "pictures", "provider", "push", "quizgen", "sandbox"];
/// One step from a client, and what it answers is no client: a hash, a yes or no, a folder's name. Any other step is taken
/// for one that hands out a client, such as `app.provider.get(app)`.
const VALUES: [&str; 3] = ["folder", "hash", "is_configured"];
/// Steps that leave a client what it is.
const SAME: [&str; 6] = ["as_ref", "await", "clone", "map_err", "ok", "ok_or"];

/// A transaction under way, by the depth of braces.
struct Open {
    depth: usize,
    /// Where it was committed, and whether the code left the function after that.
    committed: Option<(usize, bool)>,
}

pub fn no_outside_calls(source: &Source) -> Vec<Finding> {
    if source.feature().is_none() {
        return Vec::new();
    }
    let word = |at: usize| source.tokens.get(at).and_then(|token| token.word());
    let mark = |at: usize, mark: char| source.tokens.get(at).is_some_and(|token| token.is(mark));
    let (mut depth, mut open, mut found) = (0_usize, None::<Open>, Vec::new());
    let mut bound = Bound::default();
    for (at, token) in source.tokens.iter().enumerate() {
        let method = at > 0 && mark(at - 1, '.') && mark(at + 1, '(');
        match token.word() {
            None if token.is('{') => depth += 1,
            None if token.is('}') => {
                depth = depth.saturating_sub(1);
                bound.0.retain(|(of, ..)| *of <= depth);
                open = open.filter(|open| depth >= open.depth).map(|mut open| {
                    // `if refused { tx.rollback(); return … }`: behind it the transaction is still open.
                    open.committed = open.committed.filter(|(at, left)| !left || depth >= *at);
                    open
                });
            }
            Some("begin") if method => open = Some(Open { depth, committed: None }),
            Some("commit" | "rollback") if method => {
                if let Some(open) = &mut open {
                    open.committed = Some((depth, false));
                }
            }
            Some("return") => {
                if let Some((_, left)) = open.as_mut().and_then(|open| open.committed.as_mut()) {
                    *left = true;
                }
            }
            Some("app") if mark(at + 1, '.') && open.as_ref().is_some_and(|open| open.committed.is_none()) => {
                if let Some(client) = word(at + 2).filter(|name| CLIENTS.contains(name)) {
                    found.push(source.finding(
                        token.line,
                        format!("`app.{client}` between begin and commit: call it before or after"),
                    ));
                }
            }
            Some("let") => {
                if let Some((name, value)) = binding(source, at) {
                    let is_client = is_client(source, value, &bound);
                    bound.0.push((depth, name, is_client));
                }
            }
            Some(name)
                if bound.is_client(name)
                    && !(at > 0 && (mark(at - 1, '.') || mark(at - 1, ':')) || mark(at + 1, ':'))
                    && open.as_ref().is_some_and(|open| open.committed.is_none()) =>
            {
                found.push(source.finding(
                    token.line,
                    format!("`{name}`, which is a client of `app`, between begin and commit: use it before or after"),
                ));
            }
            _ => {}
        }
    }
    found
}

/// Names by `let`, the newest last, each with the depth of its block and whether it is a client.
#[derive(Default)]
struct Bound<'a>(Vec<(usize, &'a str, bool)>);

impl Bound<'_> {
    fn is_client(&self, name: &str) -> bool {
        self.0.iter().rev().find(|(_, known, _)| *known == name).is_some_and(|(.., is_client)| *is_client)
    }
}

/// The name that a `let` binds, and where its value begins: `let x =`, `let mut x =`, `let Ok(x) =`, with a type or without.
fn binding(source: &Source, at: usize) -> Option<(&str, usize)> {
    let token = |at: usize| source.tokens.get(at);
    let mut at = at + 1;
    if token(at)?.word() == Some("mut") {
        at += 1;
    }
    if matches!(token(at)?.word(), Some("Ok" | "Some")) && token(at + 1)?.is('(') {
        at += 2;
    }
    let name = token(at)?.word()?;
    while !token(at)?.is('=') {
        if token(at)?.is(';') || token(at)?.is('{') {
            return None;
        }
        at += 1;
    }
    Some((name, at + 1))
}

/// Whether what begins here is a client of `app`, or a name that is one: `&app.mail`, `app.provider.get(app).await?`.
fn is_client(source: &Source, value: usize, bound: &Bound) -> bool {
    let word = |at: usize| source.tokens.get(at).and_then(|token| token.word());
    let mark = |at: usize, mark: char| source.tokens.get(at).is_some_and(|token| token.is(mark));
    let mut at = value;
    // A closure that asks for it later is as good.
    while ['&', '|', '.'].iter().any(|sign| mark(at, *sign)) || matches!(word(at), Some("mut" | "self" | "move")) {
        at += 1;
    }
    let mut steps = if word(at).is_some_and(|name| bound.is_client(name)) {
        at += 1;
        1
    } else if word(at) == Some("app") && mark(at + 1, '.') && word(at + 2).is_some_and(|of| CLIENTS.contains(&of)) {
        at += 3;
        0
    } else {
        return false;
    };
    loop {
        if mark(at, '?') {
            at += 1;
        } else if mark(at, '.') {
            match word(at + 1) {
                Some(step) if SAME.contains(&step) => {}
                Some(step) if VALUES.contains(&step) => return false,
                _ => steps += 1,
            }
            at += 2;
        } else if mark(at, '(') {
            let mut depth = 0;
            while at < source.tokens.len() {
                depth += i32::from(mark(at, '(')) - i32::from(mark(at, ')'));
                at += 1;
                if depth == 0 {
                    break;
                }
            }
        } else {
            return steps <= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(body: &str) -> usize {
        let text = format!("pub async fn act(app: &App) -> Outcome<()> {{ {body} }}");
        no_outside_calls(&Source::new("features/contests/src/polls/submit_vote.rs", &text)).len()
    }

    #[test]
    fn clients_wait_until_the_commit() {
        assert_eq!(count("let mut tx = app.db.begin().await?; app.mail.send(m).await?; tx.commit().await?;"), 1);
        assert_eq!(
            count("let mut tx = app.db.begin().await?; store::x(&mut tx).await?; tx.commit().await?; app.push.send();"),
            0
        );
        assert_eq!(count("let order = app.pay.order().await?; let tx = app.db.begin().await?; tx.commit().await?;"), 0);
        assert_eq!(count("let tx = app.db.begin().await?; self.app.pictures.check();"), 1);
        assert_eq!(count("let tx = app.db.begin().await?; jobs::enqueue(&mut tx); app.clock.now();"), 0);
    }

    #[test]
    fn an_early_way_out_leaves_it_open_behind() {
        let early = "let tx = app.db.begin().await?; if x { tx.commit().await?; return Ok(()); } app.quizgen.ask(); tx.commit().await?;";
        assert_eq!(count(early), 1);
        let arms = "let tx = app.db.begin().await?; match x { A => { tx.commit().await?; } B => { tx.rollback().await?; } } app.push.send();";
        assert_eq!(count(arms), 0);
    }

    #[test]
    fn names_bound_to_a_client_are_followed() {
        let within = |bound: &str, used: &str| {
            count(&format!("{bound} let mut tx = app.db.begin().await?; {used} tx.commit().await?;"))
        };
        for (bound, used) in [
            ("let razorpay = app.provider.get(app).await?;", "razorpay.order(&new).await?;"),
            ("let razorpay = app.provider.get(&app).await.map_err(|why| { away(&why) })?;", "ask(&razorpay).await?;"),
            (
                "let Ok(store_of_bytes) = app.pictures.store().await else { return Err(later()) };",
                "store_of_bytes.delete(&name).await?;",
            ),
            ("let store: Store = self.app.pictures.store().await?;", "store.put(&name, bytes).await?;"),
            ("let mail = &app.mail;", "mail.send(&letter).await?;"),
            ("let mail = app.mail.clone();", "mail.send(&letter).await?;"),
            ("let one = &app.mail; let mail = one.clone();", "mail.send(&letter).await?;"),
            ("if let Some(provider) = &app.quizgen.provider { go(); }", "provider.ask().await?;"),
            ("let place = || app.passwords.ticket();", "place()?;"),
            ("let ticket = app.passwords.ticket()?;", "ticket.hash(&random, password).await?;"),
            ("let keys = app.sandbox.keys.clone();", "keys.get_or_try_init(make).await?;"),
        ] {
            assert_eq!(within(bound, used), 1, "{bound}");
            assert_eq!(count(&format!("{bound} {used}")), 0, "no transaction: {bound}");
            let after = format!("{bound} let tx = app.db.begin().await?; tx.commit().await?; {used}");
            assert_eq!(count(&after), 0, "after it: {bound}");
        }
        let inside =
            "let mail = &app.mail; if x { let mail = 1; keep(mail); } let tx = app.db.begin().await?; mail.send();";
        assert_eq!(count(inside), 1, "hidden for a block only");
        assert_eq!(within("", "app.passwords.hash(password).await?;"), 1);
        assert_eq!(within("", "app.sandbox.keys.get_or_try_init(make).await?;"), 1);
    }

    #[test]
    fn what_a_client_answered_is_a_value() {
        for (bound, used) in [
            (
                "let hash = app.passwords.ticket()?.hash(&app.random, password).await?;",
                "store::set(&mut tx, &hash).await?;",
            ),
            ("let hash = app.passwords.hash(password).await?;", "store::set(&mut tx, &hash).await?;"),
            ("let order = app.provider.get(app).await?.order(&new).await?;", "store::insert(&mut tx, &order).await?;"),
            (
                "let razorpay = app.provider.get(app).await?; let order = razorpay.order(&new).await?;",
                "keep(&mut tx, order);",
            ),
            (
                "let razorpay = app.provider.get(app).await?; let razorpay = answered(&razorpay);",
                "keep(&mut tx, razorpay);",
            ),
            ("{ let mail = &app.mail; mail.send().await?; }", "let mail = 1; keep(&mut tx, mail);"),
            ("let push = app.push.client(app).await?.keys().public();", "keep(&mut tx, push);"),
            (
                "let store = app.pictures.store().await?;",
                "store::insert(&mut tx).await?; row.store = 1; self::store();",
            ),
        ] {
            let body = format!("{bound} let mut tx = app.db.begin().await?; {used} tx.commit().await?;");
            assert_eq!(count(&body), 0, "{bound}");
        }
    }

    #[test]
    fn a_transaction_ends_with_its_function() {
        assert_eq!(count("{ let tx = app.db.begin().await?; } app.mail.send()"), 0);
    }
}
