//! Reduced MathML. Names and attributes are those of the fixed list; `Display` writes it for a page, `Serialize` for a client.

use std::fmt::{self, Display, Formatter};

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// An element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// One of the list.
    pub name: &'static str,
    /// Of the list's for this element.
    pub attributes: Vec<(&'static str, String)>,
    /// In their order.
    pub children: Vec<Node>,
}

/// What stands in an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// An element.
    Element(Element),
    /// A text.
    Text(String),
}

impl Element {
    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str())
    }

    /// Its texts and those of all in it.
    pub fn text(&self) -> String {
        let text = |node: &Node| match node {
            Node::Element(element) => element.text(),
            Node::Text(text) => text.clone(),
        };
        self.children.iter().map(text).collect()
    }
}

impl Display for Element {
    fn fmt(&self, page: &mut Formatter<'_>) -> fmt::Result {
        write!(page, "<{}", self.name)?;
        for (name, value) in &self.attributes {
            write!(page, " {name}=\"{}\"", escaped(value))?;
        }
        page.write_str(">")?;
        for child in &self.children {
            match child {
                Node::Element(element) => element.fmt(page)?,
                Node::Text(text) => page.write_str(&escaped(text))?,
            }
        }
        write!(page, "</{}>", self.name)
    }
}

/// `["mfrac",{"linethickness":"0"},["mi","a"],["mi","b"]]`: the name, the attributes where there are any, and what stands in it.
impl Serialize for Element {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut all = to.serialize_seq(None)?;
        all.serialize_element(self.name)?;
        if !self.attributes.is_empty() {
            all.serialize_element(&Attributes(&self.attributes))?;
        }
        for child in &self.children {
            match child {
                Node::Element(element) => all.serialize_element(element)?,
                Node::Text(text) => all.serialize_element(text)?,
            }
        }
        all.end()
    }
}

struct Attributes<'a>(&'a [(&'static str, String)]);

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut all = to.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0 {
            all.serialize_entry(name, value)?;
        }
        all.end()
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
