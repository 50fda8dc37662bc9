//! What the converter writes, reduced to a fixed list of elements and attributes. Styles and HTML within it are read for what
//! they mean, and said by attributes that `maths.css` draws; what has no place in the list is refused, never dropped unseen,
//! except for spacing.

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};

use crate::tree::{Element, Node};

/// Bytes of a formula's MathML.
pub const OUTPUT: usize = 65_536;

/// Elements within each other, of which a formula has a few for each group.
const DEPTH: usize = 250;

/// The elements, each with its attributes. `columnalign` and `mathvariant` of texts are of MathML 3, which screen readers and
/// word processors know; `data-join` is the side at which a cell joins its neighbour, `data-line` the sides with a line.
pub const ELEMENTS: [(&str, &[&str]); 23] = [
    ("math", &["display"]),
    ("mrow", &["displaystyle", "scriptlevel", "data-line"]),
    ("mi", &["mathvariant"]),
    ("mn", &[]),
    ("mo", &["form", "stretchy", "symmetric", "largeop", "movablelimits", "lspace", "rspace", "minsize", "maxsize"]),
    ("mtext", &["mathvariant", "data-line"]),
    ("mspace", &["width"]),
    ("mfrac", &["linethickness", "displaystyle", "scriptlevel"]),
    ("msqrt", &[]),
    ("mroot", &[]),
    ("msub", &[]),
    ("msup", &[]),
    ("msubsup", &[]),
    ("munder", &["accentunder"]),
    ("mover", &["accent"]),
    ("munderover", &["accent", "accentunder"]),
    ("mmultiscripts", &[]),
    ("mprescripts", &[]),
    ("mphantom", &[]),
    ("mpadded", &["width", "height"]),
    ("mtable", &["displaystyle", "scriptlevel", "data-line"]),
    ("mtr", &[]),
    ("mtd", &["columnalign", "data-join", "data-line"]),
];

/// What is not taken, and the commands that ask for it.
#[derive(Debug)]
pub struct Refused {
    pub reason: String,
    pub command: &'static [&'static str],
}

impl Refused {
    fn new(reason: impl Into<String>, command: &'static [&'static str]) -> Self {
        Self { reason: reason.into(), command }
    }

    /// What no formula tried so far has led to.
    fn unknown() -> Self {
        Self::new("This formula has something that cannot be shown here.", &[])
    }
}

/// The element `math` of a converted formula.
pub fn reduced(mathml: &str) -> Result<Element, Refused> {
    if mathml.len() > 2 * OUTPUT {
        return Err(too_long());
    }
    let mut reader = Reader::from_str(mathml);
    let mut open: Vec<Element> = Vec::new();
    loop {
        match reader.read_event().map_err(|_| Refused::unknown())? {
            Event::Start(start) => open_element(&mut open, &start)?,
            Event::Empty(start) => {
                open_element(&mut open, &start)?;
                if let Some(whole) = close_element(&mut open) {
                    return bounded(whole);
                }
            }
            Event::End(end) if is_html(end.local_name().as_ref()) => {}
            Event::End(_) => {
                if let Some(whole) = close_element(&mut open) {
                    return bounded(whole);
                }
            }
            Event::Text(text) => push_text(&mut open, &text.xml10_content())?,
            Event::GeneralRef(name) => {
                let name: &str = &name;
                let char = resolve_xml_entity(name).map(str::to_owned).or_else(|| numbered(name));
                push_text(&mut open, &char.ok_or_else(Refused::unknown)?)?;
            }
            _ => return Err(Refused::unknown()),
        }
    }
}

fn too_long() -> Refused {
    Refused::new("This formula becomes too long: make two of it.", &[])
}

fn bounded(whole: Element) -> Result<Element, Refused> {
    let is_fit = whole.name == "math" && whole.to_string().len() <= OUTPUT;
    if is_fit { Ok(whole) } else { Err(too_long()) }
}

/// `#x20b9` and `#8377`.
fn numbered(name: &str) -> Option<String> {
    let number = name.strip_prefix('#')?;
    let code = match number.strip_prefix('x') {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?).map(String::from)
}

fn push_text(open: &mut [Element], text: &str) -> Result<(), Refused> {
    let parent = open.last_mut().ok_or_else(Refused::unknown)?;
    if !matches!(parent.name, "mi" | "mn" | "mo" | "mtext") {
        return if text.trim().is_empty() { Ok(()) } else { Err(Refused::unknown()) };
    }
    match parent.children.last_mut() {
        Some(Node::Text(before)) => before.push_str(text),
        _ => parent.children.push(Node::Text(text.to_owned())),
    }
    Ok(())
}

/// Elements of HTML that the converter puts into `mtext`.
fn is_html(name: &str) -> bool {
    matches!(name, "b" | "i" | "em" | "code" | "u" | "span")
}

fn open_element(open: &mut Vec<Element>, start: &BytesStart<'_>) -> Result<(), Refused> {
    let name = start.local_name();
    let name: &str = name.as_ref();
    if is_html(name) {
        let Some(text) = open.last_mut().filter(|parent| parent.name == "mtext") else {
            return Err(Refused::unknown());
        };
        dress(text, name);
        return Ok(());
    }
    let Some((name, allowed)) = ELEMENTS.into_iter().find(|(known, _)| *known == name) else {
        return Err(refused_element(name));
    };
    if open.len() >= DEPTH {
        return Err(too_long());
    }
    let mut element = Element { name, attributes: Vec::new(), children: Vec::new() };
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|_| Refused::unknown())?;
        let (key, value) = (attribute.key.local_name(), attribute.value);
        match key.as_ref() {
            "style" => read_style(&mut element, &value)?,
            // Where a reference to a row would lead; there are none.
            "id" if name == "mtd" => {}
            key => {
                let key = allowed.iter().find(|known| **known == key).ok_or_else(Refused::unknown)?;
                check_value(key, &value)?;
                element.attributes.push((key, value.into_owned()));
            }
        }
    }
    open.push(element);
    Ok(())
}

fn refused_element(name: &str) -> Refused {
    match name {
        "menclose" => {
            Refused::new(r"Striking out (\cancel) cannot be shown here.", &[r"\cancel", r"\bcancel", r"\xcancel"])
        }
        "a" => {
            Refused::new("Links and references are not known in formulas.", &[r"\eqref", r"\ref", r"\url", r"\href"])
        }
        "s" => Refused::new("Striking out cannot be shown here.", &[r"\sout", r"\st"]),
        _ => Refused::unknown(),
    }
}

/// What an element of HTML says of the text in it.
fn dress(text: &mut Element, name: &str) {
    let variant = match (name, text.attribute("mathvariant")) {
        ("i" | "em", Some("bold")) => "bold-italic",
        ("b", _) => "bold",
        ("i" | "em", _) => "italic",
        ("code", _) => "monospace",
        ("u", _) => {
            add_line(text, "bottom");
            return;
        }
        // Another face of letters, which a page chooses by itself.
        _ => return,
    };
    set(text, "mathvariant", variant);
}

fn set(element: &mut Element, key: &'static str, value: &str) {
    element.attributes.retain(|(known, _)| *known != key);
    element.attributes.push((key, value.to_owned()));
}

fn add_line(element: &mut Element, side: &str) {
    let lines = element.attribute("data-line").map_or_else(|| side.to_owned(), |lines| format!("{lines} {side}"));
    set(element, "data-line", &lines);
}

/// Declarations that the converter writes; another one is refused.
fn read_style(element: &mut Element, style: &str) -> Result<(), Refused> {
    let declarations =
        style.split(';').filter_map(|one| one.split_once(':')).map(|(key, value)| (key.trim(), value.trim()));
    let is_right = style.contains("text-align: right");
    for (key, value) in declarations {
        match (element.name, key) {
            ("mtd", "text-align") => set(element, "columnalign", if value == "left" { "left" } else { "right" }),
            ("mtd", "padding-right") if is_right && value == "0" => set(element, "data-join", "right"),
            ("mtd", "padding-left") if value == "0" => set(element, "data-join", "left"),
            ("mtd" | "mtable", "border-top") => add_line(element, "top"),
            ("mtd" | "mtable", "border-left") => add_line(element, "left"),
            ("mtd" | "mtable", "border-right") => add_line(element, "right"),
            ("mrow", "color") => return Err(Refused::new("Colours are not known here.", &[r"\color", r"\textcolor"])),
            // Columns that only hold the place of a number, and are taken out where they are empty.
            ("mtd", "width") => set(element, HOLDS_PLACE, ""),
            ("mtd", "justify-items" | "padding-left" | "padding-right" | "padding-top" | "padding-bottom")
            | ("mtable" | "mspace", "width")
            | ("mfrac", "padding-top")
            | ("mrow", "math-shift")
            // A space that would go back has no width.
            | ("mspace", "margin-left")
            | ("mpadded", "padding-left" | "padding-right")
            | ("mtext", "font-size" | "font-variant-caps") => {}
            _ => return Err(Refused::unknown()),
        }
    }
    Ok(())
}

/// Never leaves this file.
const HOLDS_PLACE: &str = "data-holds-place";

/// Widths may not push a page apart.
fn check_value(key: &str, value: &str) -> Result<(), Refused> {
    const LENGTHS: [&str; 7] = ["width", "height", "lspace", "rspace", "minsize", "maxsize", "linethickness"];
    let is_word = value.len() <= 12 && value.chars().all(|char| char.is_ascii_alphanumeric() || char == '-');
    if !LENGTHS.contains(&key) {
        return if is_word { Ok(()) } else { Err(Refused::unknown()) };
    }
    let number = value.trim_end_matches(|char: char| char.is_ascii_alphabetic());
    let size: f64 = number.parse().map_err(|_| Refused::unknown())?;
    if (0.0..=20.0).contains(&size) {
        return Ok(());
    }
    Err(Refused::new(
        "A space or line of more than 20 em is too wide.",
        &[r"\hspace", r"\kern", r"\mkern", r"\hskip", r"\mskip", r"\mspace", r"\genfrac"],
    ))
}

/// Closes the innermost element; gives it back where it was the outermost.
fn close_element(open: &mut Vec<Element>) -> Option<Element> {
    let element = mended(open.pop()?);
    let Some(parent) = open.last_mut() else { return Some(element) };
    if element.attribute(HOLDS_PLACE).is_some() && element.children.is_empty() {
        return None;
    }
    if is_row(parent.name)
        && is_indian_number(&element)
        && let Some(Node::Element(before)) = parent.children.last_mut()
        && is_indian_number(before)
        && let (Some(Node::Text(digits)), more) = (before.children.first_mut(), element.text())
    {
        digits.push_str(&more);
        return None;
    }
    parent.children.push(Node::Element(element));
    None
}

/// Whether what stands in it stands beside each other.
pub fn is_row(name: &str) -> bool {
    matches!(name, "math" | "mrow" | "mtd" | "msqrt" | "mphantom" | "mpadded")
}

fn mended(mut element: Element) -> Element {
    let is_empty = element.children.is_empty();
    element.attributes.retain(|(key, _)| *key != HOLDS_PLACE || is_empty);
    match element.name {
        "mi" if is_indian_digits(&element.text()) => element.name = "mn",
        "mover" | "munder" => {
            arrowed(&mut element);
            return lined(element);
        }
        _ => {}
    }
    element
}

/// The arrow of a vector: Chromium draws the sign that combines with a letter before the letter.
fn arrowed(element: &mut Element) {
    let Some(Node::Element(arrow)) = element.children.last_mut() else { return };
    if arrow.name == "mo" && arrow.text() == "\u{20d7}" {
        arrow.children = vec![Node::Text("→".to_owned())];
    }
}

/// A line over or under a group. Where no font for maths is, browsers draw it as short as a letter's accent.
fn lined(mut element: Element) -> Element {
    const LINE: &str = "\u{332}";
    let is_lined = element.children.len() == 2
        && matches!(element.children.last(), Some(Node::Element(line)) if line.name == "mo" && line.text() == LINE);
    if !is_lined {
        return element;
    }
    element.children.pop();
    let side = if element.name == "mover" { "top" } else { "bottom" };
    Element { name: "mrow", attributes: vec![("data-line", side.to_owned())], children: element.children }
}

fn is_indian_number(element: &Element) -> bool {
    element.name == "mn" && is_indian_digits(&element.text())
}

/// Digits of the scripts of India, which the converter takes for letters.
fn is_indian_digits(text: &str) -> bool {
    const ZEROS: [u32; 11] = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66];
    let is_digit = |char| ZEROS.iter().any(|zero| (*zero..zero + 10).contains(&u32::from(char)));
    !text.is_empty() && text.chars().all(is_digit)
}
