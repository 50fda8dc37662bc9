//! Circles of files: inside a crate of the product or a library, and inside the web client, no files import each other in a circle.
//!
//! Seen is every path to a module of the same crate, by `use` or in the code, without what stands below `#[cfg(test)]`; and every
//! `import … from` of the web client. What a `mod.rs` or `lib.rs` re-exports is looked through: it leads to the file that defines it,
//! and the re-export itself is no import. Not seen are methods and fields, what a glob brings, and what macros write; of the web
//! client tests, generated files, `import type` and `import()`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::tokens::Token;
use super::{Finding, Source, has_extension, is_test, paths, web};

/// Files that hold the state of a crate, which is made of parts of its features and taken by all of them.
const STATES: [(&str, &str); 2] = [
    ("features/contests/src/lib.rs", "docs/decisions/028-crates-by-layer.md"),
    ("features/people/src/lib.rs", "docs/decisions/028-crates-by-layer.md"),
];

/// A re-export of a re-export is followed so far.
const MOST_STEPS: usize = 8;

/// Who imports whom, and in which line first.
type Imports<'a> = BTreeMap<&'a str, BTreeMap<&'a str, usize>>;

pub fn findings(sources: &[Source]) -> Vec<Finding> {
    let mut crates: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in sources {
        if let Some(name) = crate_of(&source.path) {
            crates.entry(name).or_default().push(source);
        }
    }
    let mut circles: Vec<Circle<'_>> = crates.values().flat_map(|files| circles(&of_crate(files))).collect();
    circles.extend(self::circles(&of_web(sources)));
    circles.iter().map(Circle::finding).collect()
}

/// `crates/db`, `features/people`, `server`; of files that are compiled into their libraries.
fn crate_of(path: &str) -> Option<&str> {
    let (name, inside) = path.split_once("/src/")?;
    let is_ours = name == "server" || name.starts_with("crates/") || name.starts_with("features/");
    let is_compiled = has_extension(path, &["rs"]) && inside != "main.rs" && !inside.starts_with("bin/");
    (is_ours && is_compiled).then_some(name)
}

/// What files of one crate import of each other.
fn of_crate<'a>(files: &[&'a Source]) -> Imports<'a> {
    let shipped: Vec<Shipped<'a>> = files.iter().map(|source| Shipped::of(source)).collect();
    let tests: BTreeSet<&String> = shipped.iter().flat_map(|file| &file.tests).collect();
    let is_shipped =
        |file: &&Shipped<'a>| (1..=file.module.len()).all(|length| !tests.contains(&file.module[..length].join("::")));
    let files: BTreeMap<String, &Shipped<'a>> =
        shipped.iter().filter(is_shipped).map(|file| (file.module.join("::"), file)).collect();
    let mut imports = Imports::new();
    for file in files.values() {
        for used in file.used.iter().filter(|used| !used.is_exported) {
            let path = file.path_from_root(&used.segments, &files);
            let Some(target) = target(&path, &files, 0).filter(|target| *target != file.path) else { continue };
            if !STATES.iter().any(|(state, _)| *state == target) {
                imports.entry(file.path).or_default().entry(target).or_insert(used.line);
            }
        }
    }
    imports
}

/// A file without its tests.
struct Shipped<'a> {
    path: &'a str,
    module: Vec<String>,
    used: Vec<paths::Used>,
    /// Modules of tests that it declares.
    tests: Vec<String>,
}

impl<'a> Shipped<'a> {
    fn of(source: &'a Source) -> Self {
        let module = paths::module_of(&source.path);
        let (tokens, tests) = without_tests(&source.tokens);
        let tests = tests.into_iter().map(|name| format!("{}::{name}", module.join("::"))).collect();
        Self { path: &source.path, used: paths::used(&tokens, &module), tests, module }
    }

    /// A path that begins with a module of this file begins at the root.
    fn path_from_root(&self, path: &[String], files: &BTreeMap<String, &Shipped<'a>>) -> Vec<String> {
        let below: Vec<String> = self.module.iter().chain(path).cloned().collect();
        let is_child = files.contains_key(&below[..=self.module.len()].join("::"));
        if is_child { below } else { path.to_vec() }
    }
}

/// The file that defines what a path names, re-exports looked through.
fn target<'a>(path: &[String], files: &BTreeMap<String, &Shipped<'a>>, steps: usize) -> Option<&'a str> {
    if path.first().is_none_or(|first| first != "crate") || steps > MOST_STEPS {
        return None;
    }
    let known = |length: usize| files.get(&path[..length].join("::")).map(|file| (*file, length));
    let (file, length) = (1..=path.len()).rev().find_map(known)?;
    let Some(named) = path.get(length) else { return Some(file.path) };
    let brought = file.used.iter().find(|used| used.brings.as_ref() == Some(named));
    let through = brought.and_then(|used| {
        let rest = file.path_from_root(&used.segments, files);
        target(&rest.iter().chain(&path[length + 1..]).cloned().collect::<Vec<_>>(), files, steps + 1)
    });
    through.or(Some(file.path))
}

/// The tokens that are not below `#[cfg(test)]`, and the names of the modules that are files and stand there.
fn without_tests(tokens: &[Token]) -> (Vec<Token>, Vec<String>) {
    let (mut kept, mut tests, mut at) = (Vec::new(), Vec::new(), 0);
    while at < tokens.len() {
        let is_attribute = tokens[at].is('#') && tokens.get(at + 1).is_some_and(|next| next.is('['));
        let end = if is_attribute { end_of(tokens, at + 1) } else { at };
        let words: Vec<&str> = tokens[at..end].iter().filter_map(Token::word).collect();
        if !(words.contains(&"cfg") && words.contains(&"test") && !words.contains(&"not")) {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        at = end;
        let begun = at;
        // Further attributes and the head of the item, up to its end or its body.
        while let Some(token) = tokens.get(at).filter(|token| !token.is(';') && !token.is('{') && !token.is(',')) {
            at = if token.is('[') || token.is('(') { end_of(tokens, at) } else { at + 1 };
        }
        if tokens.get(at).is_some_and(|token| token.is(';')) {
            let words: Vec<&str> = tokens[begun..at].iter().filter_map(Token::word).collect();
            tests.extend(words.windows(2).find(|pair| pair[0] == "mod").map(|pair| pair[1].to_owned()));
        }
        at = if tokens.get(at).is_some_and(|token| token.is('{')) { end_of(tokens, at) } else { at + 1 };
    }
    (kept, tests)
}

/// The place behind the bracket that closes this one.
fn end_of(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        depth += usize::from("([{".chars().any(|mark| token.is(mark)));
        depth -= usize::from(depth > 0 && ")]}".chars().any(|mark| token.is(mark)));
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// What files of the web client import of each other when they are loaded.
fn of_web(sources: &[Source]) -> Imports<'_> {
    let ours: BTreeMap<&str, &Source> = sources
        .iter()
        .filter(|source| !is_test(&source.path))
        .filter_map(|source| Some((source.path.strip_prefix(web::ROOT)?, source)))
        .filter(|(file, _)| !file.starts_with("api/generated/"))
        .collect();
    let mut imports = Imports::new();
    for (file, source) in &ours {
        for (line, written) in loaded(&source.tokens) {
            let Some(wanted) = web::resolved(file, written) else { continue };
            let names = [".ts", ".tsx", "/index.ts", "/index.tsx"].map(|end| format!("{wanted}{end}"));
            let found = names.iter().find_map(|name| ours.get(name.as_str()));
            if let Some(found) = found.filter(|found| found.path != source.path) {
                imports.entry(&source.path).or_default().entry(&found.path).or_insert(line);
            }
        }
    }
    imports
}

/// What `import … from` and `export … from` name, and `import '…'`; without `import type`, which is gone when it runs.
fn loaded(tokens: &[Token]) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut begun: Option<usize> = None;
    for (at, token) in tokens.iter().enumerate() {
        match token.word() {
            Some("import" | "export") => begun = Some(at),
            _ if token.is(';') || token.is('=') || token.is('(') => begun = None,
            _ => {}
        }
        let (Some(begin), Some(text)) = (begun, token.text()) else { continue };
        let is_named = at == begin + 1 || tokens[at - 1].word() == Some("from");
        let is_type = tokens.get(begin + 1).and_then(Token::word) == Some("type")
            && tokens.get(begin + 2).is_some_and(|next| next.word() != Some("from") && !next.is(','));
        if is_named && !is_type {
            found.push((token.line, text));
        }
        begun = None;
    }
    found
}

/// Files that import each other, and one way around.
struct Circle<'a> {
    files: BTreeSet<&'a str>,
    /// Each with the line in which it imports the next.
    way: Vec<(&'a str, usize)>,
}

impl Circle<'_> {
    fn finding(&self) -> Finding {
        let (first, line) = self.way.first().copied().unwrap_or_default();
        let shown = |file: &str| file.rsplit_once("/src/").map_or(file, |(_, inside)| inside).to_owned();
        let mut way: Vec<String> = self.way.iter().map(|(file, line)| format!("{}:{line}", shown(file))).collect();
        way.push(shown(first));
        let what = format!(
            "a circle of {} files, {}: move what both sides need into `model` or a file of its own, or hand it over as an argument",
            self.files.len(),
            way.join(" → ")
        );
        Finding { path: first.to_owned(), line, what }
    }
}

fn circles<'a>(imports: &Imports<'a>) -> Vec<Circle<'a>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        imports.keys().map(|file| (*file, way_from(imports, file).into_keys().collect())).collect();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (file, beyond) in &reached {
        if !beyond.contains(file) || seen.contains(file) {
            continue;
        }
        let returns = |other: &&&str| reached.get(**other).is_some_and(|back| back.contains(file));
        let files: BTreeSet<&str> = beyond.iter().filter(returns).copied().collect();
        seen.extend(files.iter().copied());
        found.push(Circle { files, way: around(imports, file) });
    }
    found
}

/// Every file that a file leads to, and from which it is reached first. The file itself is among them if it is in a circle.
fn way_from<'a>(imports: &Imports<'a>, from: &'a str) -> BTreeMap<&'a str, &'a str> {
    let mut reached = BTreeMap::new();
    let mut next = VecDeque::from([from]);
    while let Some(file) = next.pop_front() {
        for target in imports.get(file).into_iter().flat_map(BTreeMap::keys) {
            if !reached.contains_key(target) {
                reached.insert(*target, file);
                next.push_back(target);
            }
        }
    }
    reached
}

/// The shortest way from a file back to it.
fn around<'a>(imports: &Imports<'a>, file: &'a str) -> Vec<(&'a str, usize)> {
    let reached = way_from(imports, file);
    let (mut way, mut to) = (Vec::new(), file);
    while let Some(from) = reached.get(to) {
        way.push((*from, imports.get(from).and_then(|targets| targets.get(to)).copied().unwrap_or(1)));
        to = from;
        if to == file {
            break;
        }
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(files: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<Source> = files.iter().map(|(path, text)| Source::new(path, text)).collect();
        findings(&sources).into_iter().map(|found| format!("{}:{} {}", found.path, found.line, found.what)).collect()
    }

    fn of_polls(model: &str, messages: &str) -> usize {
        let of = |name: &str| format!("features/contests/src/polls/{name}.rs");
        told(&[
            (&of("mod"), "mod messages;\nmod model;\npub use model::Status;"),
            (&of("model"), model),
            (&of("messages"), messages),
        ])
        .len()
    }

    #[test]
    fn two_files_that_import_each_other_are_a_circle() {
        let uses_model = "use super::model::Status;";
        for uses_messages in [
            "use super::messages;",
            "use crate::polls::messages::CLOSED;",
            "fn f() -> &'static str { super::messages::CLOSED }",
            "use super::{messages as said};\nfn f() { said::closed() }",
        ] {
            assert_eq!(of_polls(uses_messages, uses_model), 1, "{uses_messages}");
        }
        for harmless in [
            "",
            "use quad_kernel::clock::Time;",
            "// super::messages::CLOSED",
            "#[cfg(test)]\nuse super::messages;",
            "#[cfg(test)]\n#[expect(unused, reason = \"x\")]\nmod tests { use super::super::messages; }",
            "#[cfg(test)]\nfn kept() { super::messages::closed() }\nfn f() {}",
        ] {
            assert_eq!(of_polls(harmless, uses_model), 0, "{harmless}");
        }
        assert_eq!(of_polls("#[cfg(not(test))]\nuse super::messages;", uses_model), 1);
    }

    #[test]
    fn re_exports_are_looked_through() {
        let uses_messages = "use super::messages;";
        for uses_model in ["use super::Status;", "fn f(_: crate::polls::Status) {}", "use super::super::polls::Status;"]
        {
            assert_eq!(of_polls(uses_messages, uses_model), 1, "{uses_model}");
        }
        assert_eq!(of_polls("", "use super::Status;"), 0);
        assert_eq!(of_polls("use super::Status;", ""), 0, "the file itself");
    }

    #[test]
    fn a_module_that_does_more_than_declare_is_a_file_like_others() {
        let of = |parent: &str| {
            told(&[
                ("crates/db/src/write/mod.rs", parent),
                ("crates/db/src/write/aiken.rs", "use super::Loss;"),
                ("crates/db/src/write/loss.rs", "pub struct Loss;"),
            ])
            .len()
        };
        assert_eq!(of("mod aiken;\npub struct Loss;\npub fn write() { aiken::file() }"), 1);
        assert_eq!(of("mod aiken;\nmod loss;\nuse loss::Loss;\npub fn write() -> Loss { aiken::file() }"), 0);
        assert_eq!(of("mod aiken;\npub struct Loss;\npub use aiken::file;"), 0, "only handed on");
    }

    #[test]
    fn a_circle_is_told_once_with_a_way_around() {
        let found = told(&[
            ("server/src/a.rs", "//! A.\nuse crate::b;"),
            ("server/src/b.rs", "use crate::c::d;\nuse crate::e;"),
            ("server/src/c.rs", "use crate::a;"),
            ("server/src/e.rs", "use crate::b;"),
            ("server/src/main.rs", "fn main() { crate::a::run() }"),
        ]);
        let [one] = found.as_slice() else { panic!("{found:?}") };
        assert!(one.starts_with("server/src/a.rs:2 a circle of 4 files, a.rs:2 → b.rs:1 → c.rs:1 → a.rs: "), "{one}");
    }

    #[test]
    fn crates_and_files_of_tests_are_apart() {
        assert_eq!(
            told(&[
                ("crates/db/src/a.rs", "use crate::b;"),
                ("crates/live/src/b.rs", "use crate::a;"),
                ("crates/text/src/lib.rs", "mod cut;\n#[cfg(test)]\nmod tests;"),
                ("crates/text/src/cut.rs", "use crate::tests::x;"),
                ("crates/text/src/tests.rs", "use crate::cut;"),
            ]),
            Vec::<String>::new()
        );
    }

    #[test]
    fn the_web_client_has_no_circle_when_it_is_loaded() {
        let of = |model: &str| {
            told(&[
                ("web/src/features/polls/model.ts", model),
                ("web/src/features/polls/messages.ts", "import { Status } from '@/features/polls/model'"),
            ])
            .len()
        };
        assert_eq!(of("import * as messages from './messages'"), 1);
        assert_eq!(of("import { a,\n  type B } from './messages'"), 1);
        assert_eq!(of("export { a } from './messages.ts'"), 1);
        assert_eq!(of("import './messages'"), 1);
        assert_eq!(of("import type { B } from './messages'"), 0);
        assert_eq!(of("const page = lazy(() => import('./messages'))"), 0);
        assert_eq!(of("import { a } from '../polls/other'\nconst from = './messages'"), 0);
    }
}
