//! No outside call while a transaction is open: SQLite has one writer, and mail, payment, AI,
//! push and disk may take seconds. Functions inside a transaction get `&mut Tx` and no `&App`,
//! which the compiler holds; a use-case function has both in scope, and this looks at it.

use super::{Finding, Source};

const CLIENTS: [&str; 5] = ["mail", "provider", "quizgen", "push", "pictures"];

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
    for (at, token) in source.tokens.iter().enumerate() {
        let method = at > 0 && mark(at - 1, '.') && mark(at + 1, '(');
        match token.word() {
            None if token.is('{') => depth += 1,
            None if token.is('}') => {
                depth = depth.saturating_sub(1);
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
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(body: &str) -> usize {
        let text = format!("pub async fn act(app: &App) -> Outcome<()> {{ {body} }}");
        no_outside_calls(&Source::new("server/src/features/polls/voting.rs", &text)).len()
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
    fn a_transaction_ends_with_its_function() {
        assert_eq!(count("{ let tx = app.db.begin().await?; } app.mail.send()"), 0);
    }
}
