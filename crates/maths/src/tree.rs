//! Reduced MathML. Names and attributes are those of the fixed list; `Display` writes it for a page.

use std::fmt::{self, Display, Formatter};

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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
