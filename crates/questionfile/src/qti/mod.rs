//! QTI 1.2, 2.x and 3.0, one file or a package. The root element decides the version, the package's manifest the order.
//! `item1` reads 1.2, `item2` what came after; 3.0 has the same words with dashes, which are taken off here.

mod item1;
mod item2;
mod media;
mod rules;

use self::media::Media;
use crate::archive::Archive;
use crate::decode;
use crate::model::{FileError, Row};
use crate::xml::{self, Element, Node};

/// A package's table of contents.
pub const MANIFEST: &str = "imsmanifest.xml";

/// Roots of QTI documents, without dashes.
const ROOTS: [&str; 4] = ["questestinterop", "assessmentitem", "assessmenttest", "assessmentsection"];

/// Whether an XML document is QTI.
pub fn is_root(name: &str) -> bool {
    ROOTS.contains(&plain(name).as_str())
}

/// Reads one file or a package.
///
/// # Errors
/// [`FileError`] when the file is broken or has no question. A broken item of a package is a refused [`Row`].
pub fn read(bytes: &[u8]) -> Result<Vec<Row>, FileError> {
    if !bytes.starts_with(b"PK") {
        let tree = plain_tree(xml::parse(&decode::decode(bytes)?.text)?);
        let rows = items(&tree, None, &mut Media::none());
        return if rows.is_empty() { Err(FileError::new("The XML holds no QTI question.")) } else { Ok(rows) };
    }
    let mut archive = Archive::open(bytes)?;
    let names = in_order(&mut archive)?;
    let mut rows = Vec::new();
    for name in names {
        let Some(bytes) = archive.read(&name)? else { continue };
        let parsed = decode::decode(&bytes).and_then(|decoded| xml::parse(&decoded.text));
        match parsed {
            Ok(tree) => {
                let tree = plain_tree(tree);
                rows.extend(items(&tree, Some(&name), &mut Media::of(&mut archive, &name)));
            }
            Err(error) => {
                let mut row = Row::in_cell(&name);
                row.refuse(error.to_string());
                rows.push(row);
            }
        }
    }
    if rows.is_empty() {
        return Err(FileError::new("The package holds no QTI question."));
    }
    Ok(rows)
}

/// The XML entries in the manifest's order, then those it does not name.
fn in_order(archive: &mut Archive<'_>) -> Result<Vec<String>, FileError> {
    let is_xml = |name: &str| name.to_lowercase().ends_with(".xml") || name.to_lowercase().ends_with(".qti");
    let manifest = archive.names().iter().find(|name| name.ends_with(MANIFEST)).cloned();
    let mut names: Vec<String> = Vec::new();
    if let Some(name) = &manifest
        && let Some(bytes) = archive.read(name)?
    {
        let base = name.rsplit_once('/').map_or("", |(base, _)| base);
        let tree = xml::parse(&decode::decode(&bytes)?.text)?;
        for found in tree.deep("resource").into_iter().flat_map(|resource| {
            resource.attribute("href").into_iter().chain(resource.all("file").filter_map(|file| file.attribute("href")))
        }) {
            let path = media::joined(base, &crate::numbers::percent_decoded(found));
            if is_xml(&path) && archive.has(&path) && !names.contains(&path) {
                names.push(path);
            }
        }
    }
    let mut others: Vec<String> =
        archive.names().iter().filter(|name| is_xml(name) && !name.starts_with("__MACOSX")).cloned().collect();
    others.retain(|name| !names.contains(name) && manifest.as_ref() != Some(name));
    others.sort();
    names.extend(others);
    Ok(names)
}

fn items(tree: &Element, name: Option<&str>, media: &mut Media<'_, '_>) -> Vec<Row> {
    let mut rows = Vec::new();
    let version1 = tree.child("questestinterop").is_some();
    let found = if version1 { tree.deep("item") } else { tree.deep("assessmentitem") };
    for item in found {
        let mut row = if version1 { item1::read(item, media) } else { item2::read(item, media) };
        row.cell = name.map(str::to_owned);
        rows.push(row);
    }
    rows
}

/// Lower case, without dashes and QTI 3's prefix.
fn plain(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let own = lower.strip_prefix("qti-").unwrap_or(&lower);
    if own.starts_with("data-") { own.to_owned() } else { own.replace('-', "") }
}

fn plain_tree(mut element: Element) -> Element {
    element.name = plain(&element.name);
    for (name, _) in &mut element.attributes {
        *name = plain(name);
    }
    element.children = element
        .children
        .into_iter()
        .map(|node| match node {
            Node::Element(child) => Node::Element(plain_tree(child)),
            Node::Text(text) => Node::Text(text),
        })
        .collect();
    element
}
