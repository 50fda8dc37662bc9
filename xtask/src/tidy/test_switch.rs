//! Test switches, refused: code of the product that is other code in its unit tests (`cfg!(test)`, `#[cfg(not(test))]`) is not
//! what they try. What a test wants to be shorter or smaller is a value that it passes in.

use super::tokens::Token;
use super::{Finding, Source};

pub fn refused(source: &Source) -> Vec<Finding> {
    if !source.is_shipped() {
        return Vec::new();
    }
    let tokens = &source.tokens;
    let word = |at: usize| tokens.get(at).and_then(Token::word);
    let is = |at: usize, mark| tokens.get(at).is_some_and(|token| token.is(mark));
    let asks = |at: usize| {
        is(at + 1, '!')
            && tokens[at..].iter().take_while(|token| !token.is(')')).any(|token| token.word() == Some("test"))
    };
    let leaves_out =
        |at: usize| is(at + 1, '(') && word(at + 2) == Some("not") && is(at + 3, '(') && word(at + 4) == Some("test");
    (0..tokens.len())
        .filter(|at| word(*at) == Some("cfg") && (asks(*at) || leaves_out(*at)))
        .map(|at| {
            source.finding(tokens[at].line, "other code in tests than in the product: let the test pass a value in")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        refused(&Source::new(path, text)).len()
    }

    #[test]
    fn the_product_is_the_same_in_tests() {
        for text in [
            "const LONG: u64 = if cfg!(test) { 1 } else { 30 };",
            "fn f() { if cfg!(not(test)) { wait() } }",
            "fn f() { cfg!(any(test, unix)); }",
            "#[cfg(not(test))]\nfn f() {}",
        ] {
            for path in ["crates/http/src/server.rs", "crates/jobs/src/worker.rs", "server/src/serve.rs"] {
                assert_eq!(count(path, text), 1, "{path}: {text}");
            }
            for path in ["xtask/src/gate.rs", "crates/jobs/tests/it/workers.rs"] {
                assert_eq!(count(path, text), 0, "{path}: {text}");
            }
        }
        for text in [
            "#[cfg(test)]\nmod tests {}",
            "fn f() { if cfg!(debug_assertions) { test() } }",
            "#[cfg(not(unix))]\nfn test() {}",
            "#[cfg(unix)]\nfn f() { not(test) }",
        ] {
            assert_eq!(count("crates/http/src/server.rs", text), 0, "{text}");
        }
    }
}
