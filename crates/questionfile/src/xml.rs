//! XML trees. Read by quick-xml within limits of depth and nodes; entities of the document's own are refused, outside ones
//! are never fetched. Names come without their namespaces, white space between texts is kept.

use std::fmt::Write as _;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::html::unescape;
use crate::limits;
use crate::model::FileError;

/// An element.
#[derive(Debug, Clone, Default)]
pub struct Element {
    /// Local name.
    pub name: String,
    /// Local names and values.
    pub attributes: Vec<(String, String)>,
    /// In their order.
    pub children: Vec<Node>,
    /// Its line, from 1.
    pub line: usize,
}

/// What stands in an element.
#[derive(Debug, Clone)]
pub enum Node {
    /// An element.
    Element(Element),
    /// A text, without entities.
    Text(String),
}

impl Element {
    /// An attribute by its name, in any case.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The elements in it.
    pub fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The first element of a name in it.
    pub fn child(&self, name: &str) -> Option<&Self> {
        self.elements().find(|element| element.name.eq_ignore_ascii_case(name))
    }

    /// All elements of a name in it.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.elements().filter(move |element| element.name.eq_ignore_ascii_case(name))
    }

    /// All elements of a name at any depth, in the document's order.
    pub fn deep<'a>(&'a self, name: &str) -> Vec<&'a Self> {
        let mut found = Vec::new();
        self.visit(&mut |element| {
            if element.name.eq_ignore_ascii_case(name) {
                found.push(element);
            }
        });
        found
    }

    /// Visits all elements in it. The depth of a tree is limited where it is read.
    pub fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Self)) {
        for element in self.elements() {
            see(element);
            element.visit(see);
        }
    }

    /// Its texts at any depth.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.gather(&mut text);
        text
    }

    fn gather(&self, text: &mut String) {
        for node in &self.children {
            match node {
                Node::Text(more) => text.push_str(more),
                Node::Element(element) => element.gather(text),
            }
        }
    }

    /// What stands in it as HTML, for texts that hold elements.
    pub fn inner_html(&self) -> String {
        self.html_around_elements(false)
    }

    /// The same, where its own text may be HTML already.
    pub fn html_around_elements(&self, is_html: bool) -> String {
        let mut html = String::new();
        for node in &self.children {
            match node {
                Node::Text(text) if is_html => html.push_str(text),
                Node::Text(text) => html.push_str(&escaped(text)),
                Node::Element(element) => element.outer_html(&mut html),
            }
        }
        html
    }

    fn outer_html(&self, html: &mut String) {
        html.push('<');
        html.push_str(&self.name);
        for (name, value) in &self.attributes {
            let _ = write!(html, " {name}=\"{}\"", escaped(value).replace('"', "&quot;"));
        }
        if self.children.is_empty() {
            html.push_str("/>");
            return;
        }
        html.push('>');
        html.push_str(&self.inner_html());
        let _ = write!(html, "</{}>", self.name);
    }
}

/// `&`, `<` and `>` as entities.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Reads a document. Elements beside each other at its top are put under a nameless one.
///
/// # Errors
/// [`FileError`] when the XML is broken, too deep or too large; it names the line.
pub fn parse(text: &str) -> Result<Element, FileError> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    let mut open = vec![Element::default()];
    let (mut nodes, mut line, mut counted) = (0_usize, 1_usize, 0_usize);
    loop {
        let at = reader.buffer_position() as usize;
        let event = reader.read_event();
        if at > counted {
            line += text.get(counted..at).map_or(0, |part| part.matches('\n').count());
            counted = at;
        }
        let event = event.map_err(|error| FileError::new(format!("The XML is broken near line {line}: {error}.")))?;
        nodes += 1;
        if nodes > limits::NODES {
            return Err(FileError::new(format!("The XML has more than {} elements.", limits::NODES)));
        }
        match event {
            Event::Start(start) => {
                if open.len() > limits::DEPTH {
                    return Err(FileError::new(format!(
                        "The XML nests deeper than {} elements in line {line}.",
                        limits::DEPTH
                    )));
                }
                open.push(element(&start, line)?);
            }
            Event::Empty(start) => {
                let element = element(&start, line)?;
                push(&mut open, Node::Element(element));
            }
            Event::End(_) => {
                if open.len() > 1
                    && let Some(element) = open.pop()
                {
                    push(&mut open, Node::Element(element));
                }
            }
            Event::Text(found) => push_text(&mut open, &found.xml10_content()),
            Event::CData(found) => push_text(&mut open, &found.xml10_content()),
            Event::GeneralRef(found) => {
                let name: &str = &found;
                push_text(&mut open, &unescape(&format!("&{name};")));
            }
            Event::DocType(found) => {
                let inside: &str = &found;
                if inside.contains('[') || inside.contains("ENTITY") {
                    return Err(FileError::new(
                        "The XML defines entities of its own (DOCTYPE […]), which is not taken.",
                    ));
                }
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
    if open.len() > 1 {
        let name = open.last().map(|element| element.name.clone()).unwrap_or_default();
        return Err(FileError::new(format!("The XML ends within <{name}>: is the file cut off?")));
    }
    open.pop().ok_or_else(|| FileError::new("The XML is empty."))
}

fn push(open: &mut [Element], node: Node) {
    if let Some(parent) = open.last_mut() {
        parent.children.push(node);
    }
}

fn push_text(open: &mut [Element], text: &str) {
    let Some(parent) = open.last_mut() else { return };
    match parent.children.last_mut() {
        Some(Node::Text(before)) => before.push_str(text),
        _ => parent.children.push(Node::Text(text.to_owned())),
    }
}

fn element(start: &BytesStart<'_>, line: usize) -> Result<Element, FileError> {
    let name = start.local_name().as_ref().to_owned();
    let mut attributes = Vec::new();
    for attribute in start.attributes().with_checks(false) {
        let attribute =
            attribute.map_err(|error| FileError::new(format!("The XML is broken in line {line}: {error}.")))?;
        if attributes.len() < 100 {
            attributes.push((attribute.key.local_name().as_ref().to_owned(), unescape(&attribute.value)));
        }
    }
    Ok(Element { name, attributes, children: Vec::new(), line })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_keeps_its_texts_and_its_blanks() {
        let tree =
            parse("<?xml version='1.0'?><a x='1 &amp; 2'>one <b>two</b> <c/>&lt;<![CDATA[<d>]]>&nbsp;&bogus;</a>")
                .expect("a tree");
        let a = tree.child("a").expect("a");
        assert_eq!(a.text(), "one two <<d>\u{a0}&bogus;");
        assert_eq!((a.attribute("X"), a.elements().count()), (Some("1 & 2"), 2));
        assert!(a.inner_html().starts_with("one <b>two</b> <c/>&lt;"));
    }

    #[test]
    fn what_would_grow_without_end_is_refused() {
        let deep = "<a>".repeat(100_000);
        let laughs = "<!DOCTYPE a [<!ENTITY x 'ha'><!ENTITY y '&x;&x;'>]><a>&y;</a>";
        for (text, words) in
            [(deep.as_str(), "deeper"), (laughs, "entities"), ("<a><b>", "cut off"), ("<a></b>", "broken")]
        {
            let error = parse(text).expect_err("refused").to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
