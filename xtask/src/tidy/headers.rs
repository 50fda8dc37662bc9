//! Headers: every file says at its top what it is for. Generated files are left alone.

use super::{Finding, Source, has_extension};

/// Fewer characters than this say nothing.
const SHORTEST: usize = 12;

pub fn header(source: &Source) -> Option<Finding> {
    if source.path.contains("/generated/") {
        return None;
    }
    let text = source.text.trim_start_matches('\u{feff}');
    let (said, wanted) = if has_extension(&source.path, &["rs"]) {
        let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
        (lines.map(str::trim).collect::<String>(), "`//! …`")
    } else {
        let inner = text.strip_prefix("/**").and_then(|rest| rest.split_once("*/")).map_or("", |(inner, _)| inner);
        (inner.replace('*', "").trim().to_owned(), "`/** … */`")
    };
    let short = said.chars().count() < SHORTEST;
    short.then(|| {
        source.finding(1, format!("begin the file with {wanted}: what it is for, what it refuses, what is elsewhere"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complains(path: &str, text: &str) -> bool {
        header(&Source::new(path, text)).is_some()
    }

    #[test]
    fn a_header_is_wanted_first() {
        assert!(complains("server/src/app.rs", "use std::fs;\n//! Everything a request may use.\n"));
        assert!(complains("server/src/app.rs", "//! app\n"));
        assert!(complains("web/src/main.tsx", "// Mounts the application.\n"));
        assert!(complains("web/src/main.tsx", "/** */\n"));
        assert!(!complains("server/src/app.rs", "//! Everything a request may use.\n"));
        assert!(!complains("web/src/main.tsx", "/**\n * Mounts the application.\n */\n"));
        assert!(!complains("web/src/api/generated/sdk.gen.ts", "export const x = 1;\n"));
    }
}
