//! Paths that a Rust file names: every `a::b::c`, use trees unfolded, `self`, `super` and names brought in by `use`
//! resolved, so that a rule sees `crate::contests::store::find` however it was written. Local shadowing is ignored: a
//! wall may err on the strict side.

use std::collections::HashMap;

use super::tokens::{Kind, Token};

/// One path, from `crate` or from the name of a crate.
#[derive(Debug)]
pub struct Used {
    pub segments: Vec<String>,
    pub line: usize,
    /// The name a `use` brings into the file.
    pub brings: Option<String>,
    /// A `use` that others may name as well.
    pub is_exported: bool,
}

impl Used {
    pub fn starts(&self, beginning: &[&str]) -> bool {
        self.segments.len() >= beginning.len() && self.segments.iter().zip(beginning).all(|(have, want)| have == want)
    }

    pub fn segment(&self, at: usize) -> Option<&str> {
        self.segments.get(at).map(String::as_str)
    }
}

/// `features/contests/src/polls/store.rs` is `crate::polls::store`.
pub fn module_of(path: &str) -> Vec<String> {
    let inside = path.split_once("src/").map_or(path, |(_, inside)| inside);
    let mut names: Vec<_> = inside.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    names.pop_if(|last| matches!(last.as_str(), "mod" | "lib" | "main"));
    names.insert(0, "crate".to_owned());
    names
}

pub fn used(tokens: &[Token], module: &[String]) -> Vec<Used> {
    let written = written(tokens, module);
    let mut names: HashMap<String, Vec<String>> = HashMap::new();
    for path in written.iter().filter(|path| path.brings.is_some()) {
        let segments = resolved(&path.segments, &path.module, &names);
        names.insert(path.brings.clone().unwrap_or_default(), segments);
    }
    let whole = |path: Written| Used {
        segments: resolved(&path.segments, &path.module, &names),
        line: path.line,
        brings: path.brings,
        is_exported: path.is_exported,
    };
    written.into_iter().map(whole).collect()
}

struct Written {
    segments: Vec<String>,
    line: usize,
    module: Vec<String>,
    brings: Option<String>,
    is_exported: bool,
}

fn resolved(segments: &[String], module: &[String], names: &HashMap<String, Vec<String>>) -> Vec<String> {
    let Some(first) = segments.first() else { return Vec::new() };
    if first == "self" || first == "super" {
        let ups = segments.iter().take_while(|segment| *segment == "super").count();
        let kept = module.len().saturating_sub(ups).max(1);
        let rest = segments.iter().skip_while(|segment| matches!(segment.as_str(), "self" | "super"));
        return module[..kept].iter().chain(rest).cloned().collect();
    }
    match names.get(first) {
        Some(whole) if whole.first() != Some(first) => whole.iter().chain(&segments[1..]).cloned().collect(),
        _ => segments.to_vec(),
    }
}

/// The paths as they stand in the text.
fn written(tokens: &[Token], module: &[String]) -> Vec<Written> {
    let mut found = Vec::new();
    let mut inner: Vec<(String, usize)> = Vec::new(); // inline modules with the depth of their braces
    let (mut depth, mut at) = (0, 0);
    while let Some(token) = tokens.get(at) {
        match &token.kind {
            Kind::Mark('{') => depth += 1,
            Kind::Mark('}') => {
                inner.pop_if(|(_, opened)| *opened == depth);
                depth = depth.saturating_sub(1);
            }
            Kind::Word(word) if word == "mod" && tokens.get(at + 2).is_some_and(|next| next.is('{')) => {
                inner.push((tokens[at + 1].word().unwrap_or_default().to_owned(), depth + 1));
                at += 1;
            }
            Kind::Word(word) if word == "use" || doubled_colon(tokens, at + 1) => {
                let is_use = word == "use";
                // `pub use`, `pub(super) use`.
                let is_exported = is_use && at > 0 && (tokens[at - 1].word() == Some("pub") || tokens[at - 1].is(')'));
                let mut reader = Tree { tokens, at: at + usize::from(is_use), is_use, found: Vec::new() };
                reader.read(Vec::new());
                at = reader.at.max(at + 1);
                let names = inner.iter().map(|(name, _)| name);
                let module: Vec<_> = module.iter().chain(names).cloned().collect();
                let place = |(segments, brings)| Written {
                    segments,
                    line: token.line,
                    module: module.clone(),
                    brings,
                    is_exported,
                };
                found.extend(reader.found.into_iter().map(place));
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

fn doubled_colon(tokens: &[Token], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| token.is(':')) && tokens.get(at + 1).is_some_and(|token| token.is(':'))
}

struct Tree<'a> {
    tokens: &'a [Token],
    at: usize,
    is_use: bool,
    found: Vec<(Vec<String>, Option<String>)>,
}

impl Tree<'_> {
    fn is(&self, mark: char) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.is(mark))
    }

    /// Reads `a::b::{c, d as e, f::*}` from here; `segments` are those before.
    fn read(&mut self, mut segments: Vec<String>) {
        if doubled_colon(self.tokens, self.at) {
            self.at += 2; // an absolute path
        }
        loop {
            if self.is('{') {
                return self.group(&segments);
            }
            if self.is('*') {
                self.at += 1;
                segments.push("*".to_owned());
                self.found.push((segments, None));
                return;
            }
            let Some(word) = self.tokens.get(self.at).and_then(Token::word) else {
                return self.end(segments); // `Vec::<u8>` and the like
            };
            self.at += 1;
            if word != "self" || segments.is_empty() {
                segments.push(word.to_owned());
            }
            if !doubled_colon(self.tokens, self.at) {
                return self.end(segments);
            }
            self.at += 2;
        }
    }

    fn group(&mut self, segments: &[String]) {
        self.at += 1;
        while self.at < self.tokens.len() && !self.is('}') {
            let before = self.at;
            self.read(segments.to_vec());
            if self.is(',') || self.at == before {
                self.at += 1;
            }
        }
        self.at += 1;
    }

    fn end(&mut self, segments: Vec<String>) {
        if segments.is_empty() {
            return;
        }
        let mut brings = segments.last().cloned();
        if self.is_use && self.tokens.get(self.at).and_then(Token::word) == Some("as") {
            brings = self.tokens.get(self.at + 1).and_then(Token::word).map(str::to_owned);
            self.at += 2;
        }
        self.found.push((segments, brings.filter(|_| self.is_use)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens;
    use super::*;

    fn of(text: &str) -> Vec<String> {
        let module = module_of("features/contests/src/polls/submit_vote.rs");
        used(&tokens::of(text, true), &module).into_iter().map(|path| path.segments.join("::")).collect()
    }

    #[test]
    fn unfolds_use_trees() {
        assert_eq!(
            of("use crate::{accounts::{self, Person as P}, payments::*}; use x;"),
            ["crate::accounts", "crate::accounts::Person", "crate::payments::*", "x"]
        );
    }

    #[test]
    fn resolves_self_super_and_names() {
        assert_eq!(of("super::store::find()"), ["crate::polls::store::find"]);
        assert_eq!(of("use super::super::events as e; e::store::x()")[1], "crate::events::store::x");
        assert_eq!(of("use crate::clubs; clubs::y()")[1], "crate::clubs::y");
        assert_eq!(
            of("mod tests { use super::*; } super::a::b"),
            ["crate::polls::submit_vote::*", "crate::polls::a::b"]
        );
    }

    #[test]
    fn leaves_other_code_alone() {
        assert_eq!(of("match x { a::B => {} c::D { e } => f }"), ["a::B", "c::D"]);
        assert_eq!(of("Vec::<crate::x::Y>::new()"), ["Vec", "crate::x::Y"]);
        assert!(of("let x = y.z; fn w(a: b) {}").is_empty());
    }
}
