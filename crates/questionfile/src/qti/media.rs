//! Media of QTI, texts and pictures: HTML reduced to text, pictures looked up in the package by the paths that Canvas
//! and Common Cartridge write.

use crate::archive::Archive;
use crate::html;
use crate::model::{Picture, Question, Row};
use crate::normalise::first_words;
use crate::numbers::percent_decoded;

/// Where pictures come from.
#[derive(Debug)]
pub struct Media<'a, 'b> {
    archive: Option<&'a mut Archive<'b>>,
    base: String,
}

impl<'a, 'b> Media<'a, 'b> {
    /// A file by itself.
    pub fn none() -> Self {
        Self { archive: None, base: String::new() }
    }

    /// A document of a package.
    pub fn of(archive: &'a mut Archive<'b>, name: &str) -> Self {
        let base = name.rsplit_once('/').map_or("", |(base, _)| base).to_owned();
        Self { archive: Some(archive), base }
    }

    /// The text of some HTML; its pictures go to the question.
    pub fn text(&mut self, row: &mut Row, question: &mut Question, html: &str, option: Option<usize>) -> String {
        let reduced = html::reduce(html, false);
        if let Some(lost) = reduced.lost() {
            row.repair(lost);
        }
        for source in &reduced.pictures {
            self.picture(row, question, source, option);
        }
        reduced.text
    }

    fn picture(&mut self, row: &mut Row, question: &mut Question, source: &str, option: Option<usize>) {
        if source.starts_with("http:") || source.starts_with("https:") || source.starts_with("data:") {
            row.repair(format!("A picture on another server was left out: {}.", first_words(source)));
            return;
        }
        let path = percent_decoded(source.split('?').next().unwrap_or_default());
        let name = path.strip_prefix("$IMS-CC-FILEBASE$/").unwrap_or(&path).to_owned();
        let candidates = [joined(&self.base, &name), name.clone(), format!("web_resources/{name}")];
        let found = self.archive.as_mut().and_then(|archive| {
            let path = candidates.iter().find(|path| archive.has(path))?;
            archive.read(path).ok().flatten()
        });
        if found.is_none() {
            row.repair(format!("The picture “{name}” is missing in the file."));
        }
        question.pictures.push(Picture { name, option, bytes: found.unwrap_or_default() });
    }
}

/// A path from a folder on, without `.` and `..`.
pub fn joined(base: &str, path: &str) -> String {
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
