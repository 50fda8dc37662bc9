//! QTI packages, 2.1 and 3.0: one item a question, a manifest, pictures beside. Templates are named, identifiers begin with
//! a letter, and nobody has to answer (`minChoices` 0).

use std::fmt::Write as _;
use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::html;
use super::losses::{Loss, Written, lacks};
use crate::model::{FileError, Kind, Question};

const HOLDS: [&str; 5] = ["pictures", "shuffle", "explanation", "title", "weights"];

/// Which QTI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// 2.1.
    Two,
    /// 3.0.
    Three,
}

impl Version {
    /// An element's or attribute's name: `choiceInteraction` is `qti-choice-interaction` in 3.0.
    fn element(self, name: &str) -> String {
        match self {
            Self::Two => name.to_owned(),
            Self::Three => format!("qti-{}", dashed(name)),
        }
    }

    fn attribute(self, name: &str) -> String {
        match self {
            Self::Two => name.to_owned(),
            Self::Three => dashed(name),
        }
    }

    fn space(self) -> &'static str {
        match self {
            Self::Two => "http://www.imsglobal.org/xsd/imsqti_v2p1",
            Self::Three => "http://www.imsglobal.org/xsd/imsqtiasi_v3p0",
        }
    }

    fn template(self, name: &str) -> String {
        match self {
            Self::Two => format!("http://www.imsglobal.org/question/qti_v2p1/rptemplates/{name}"),
            Self::Three => format!("https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/{name}.xml"),
        }
    }

    fn resource(self) -> &'static str {
        match self {
            Self::Two => "imsqti_item_xmlv2p1",
            Self::Three => "imsqti_item_xmlv3p0",
        }
    }

    /// An element with attributes and content.
    fn tag(self, name: &str, attributes: &[(&str, &str)], inner: &str) -> String {
        let name = self.element(name);
        let set = attributes
            .iter()
            .map(|(key, value)| format!(" {}=\"{}\"", self.attribute(key), html::attribute(value)))
            .collect::<Vec<_>>()
            .concat();
        if inner.is_empty() { format!("<{name}{set}/>") } else { format!("<{name}{set}>{inner}</{name}>") }
    }
}

fn dashed(name: &str) -> String {
    let mut dashed = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            dashed.push('-');
        }
        dashed.push(c.to_ascii_lowercase());
    }
    dashed
}

/// A package.
///
/// # Errors
/// [`FileError`] when the archive cannot be written.
pub fn package(questions: &[Question], version: Version) -> Result<Written, FileError> {
    let broken = |error: &dyn std::fmt::Display| FileError::new(format!("The package cannot be written: {error}."));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut put = |name: &str, bytes: &[u8]| -> Result<(), FileError> {
        zip.start_file(name, SimpleFileOptions::default()).map_err(|error| broken(&error))?;
        zip.write_all(bytes).map_err(|error| broken(&error))
    };
    let (mut resources, mut losses) = (String::new(), Vec::new());
    for (at, question) in questions.iter().enumerate() {
        let name = format!("q{:04}", at + 1);
        let mut files = String::new();
        let mut sources = Vec::new();
        for (number, picture) in question.pictures.iter().enumerate() {
            let path = format!("images/{name}_{number}_{}", file_name(&picture.name));
            put(&path, &picture.bytes)?;
            let _ = write!(files, "<file href=\"{path}\"/>");
            sources.push((picture.option, path));
        }
        put(&format!("{name}.xml"), item(question, &name, &sources, version).as_bytes())?;
        let _ = write!(
            resources,
            "<resource identifier=\"r{name}\" type=\"{}\" href=\"{name}.xml\"><file href=\"{name}.xml\"/>{files}</resource>",
            version.resource()
        );
        losses.extend(lacks(question, &HOLDS).into_iter().map(|what| Loss::part(at, what)));
    }
    let manifest = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<manifest xmlns=\"http://www.imsglobal.org/xsd/imscp_v1p1\" identifier=\"questions\"><organizations/><resources>{resources}</resources></manifest>\n"
    );
    put("imsmanifest.xml", manifest.as_bytes())?;
    let bytes = zip.finish().map_err(|error| broken(&error))?.into_inner();
    Ok(Written { bytes, losses })
}

/// A picture's name of letters, digits and few signs.
fn file_name(name: &str) -> String {
    let last = name.rsplit('/').next().unwrap_or_default();
    last.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' }).collect()
}

fn images(sources: &[(Option<usize>, String)], option: Option<usize>) -> String {
    let own = sources.iter().filter(|(of, _)| *of == option);
    own.map(|(_, path)| format!("<img src=\"{path}\" alt=\"\"/>")).collect::<Vec<_>>().concat()
}

fn item(question: &Question, name: &str, sources: &[(Option<usize>, String)], version: Version) -> String {
    let mapped = question.weights.is_some() || question.kind == Kind::Text;
    let stem = format!("<div>{}{}</div>", html::xhtml(&question.text), images(sources, None));
    let body = match question.kind {
        Kind::Single | Kind::Several => format!("{stem}{}", interaction(question, sources, version)),
        Kind::Number | Kind::Text => {
            let entry = version.tag("textEntryInteraction", &[("responseIdentifier", "RESPONSE")], "");
            format!("{stem}<div>{entry}</div>")
        }
    };
    let score = version.tag(
        "outcomeDeclaration",
        &[("identifier", "SCORE"), ("cardinality", "single"), ("baseType", "float")],
        "",
    );
    let feedback = version.tag(
        "outcomeDeclaration",
        &[("identifier", "FEEDBACK"), ("cardinality", "single"), ("baseType", "identifier")],
        "",
    );
    let said = question.explanation.as_ref().map(|text| {
        let attributes = [("outcomeIdentifier", "FEEDBACK"), ("identifier", "unseen"), ("showHide", "hide")];
        let inner = html::xhtml(text);
        let inner = if version == Version::Three { version.tag("contentBody", &[], &inner) } else { inner };
        version.tag("modalFeedback", &attributes, &inner)
    });
    let processing = if question.kind == Kind::Number {
        version.tag("responseProcessing", &[], &number_rule(question, version))
    } else {
        let template = version.template(if mapped { "map_response" } else { "match_correct" });
        version.tag("responseProcessing", &[("template", &template)], "")
    };
    let inner = format!(
        "{}{score}{feedback}{}{processing}{}",
        declaration(question, version),
        version.tag("itemBody", &[], &body),
        said.unwrap_or_default()
    );
    let root = version.element("assessmentItem");
    let title = html::attribute(question.title.as_deref().unwrap_or_default());
    let dependent = version.attribute("timeDependent");
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{root} xmlns=\"{}\" identifier=\"{name}\" title=\"{title}\" adaptive=\"false\" {dependent}=\"false\">{inner}</{root}>\n",
        version.space()
    )
}

fn interaction(question: &Question, sources: &[(Option<usize>, String)], version: Version) -> String {
    let choices: String = question
        .options
        .iter()
        .enumerate()
        .map(|(at, option)| {
            let inner = format!("{}{}", html::xhtml(option), images(sources, Some(at)));
            version.tag("simpleChoice", &[("identifier", &choice(at))], &inner)
        })
        .collect();
    let shuffle = (question.shuffle == Some(true)).to_string();
    let most = if question.kind == Kind::Several { "0" } else { "1" };
    version.tag(
        "choiceInteraction",
        &[("responseIdentifier", "RESPONSE"), ("shuffle", &shuffle), ("maxChoices", most), ("minChoices", "0")],
        &choices,
    )
}

fn choice(at: usize) -> String {
    format!("choice{}", at + 1)
}

fn declaration(question: &Question, version: Version) -> String {
    let value = |text: &str| version.tag("value", &[], &crate::xml::escaped(text));
    let (values, base): (String, &str) = match question.kind {
        Kind::Single | Kind::Several => (question.right.iter().map(|at| value(&choice(*at))).collect(), "identifier"),
        Kind::Text => (question.accepted.first().map(|text| value(text)).unwrap_or_default(), "string"),
        Kind::Number => (question.value.as_deref().map(value).unwrap_or_default(), "float"),
    };
    let mut inner = version.tag("correctResponse", &[], &values);
    let entry = |key: &str, value: &str| version.tag("mapEntry", &[("mapKey", key), ("mappedValue", value)], "");
    if let Some(weights) = &question.weights {
        let entries: String = weights
            .iter()
            .enumerate()
            .map(|(at, weight)| entry(&choice(at), &format!("{:.7}", weight / 100.0)))
            .collect();
        inner.push_str(&version.tag(
            "mapping",
            &[("lowerBound", "0"), ("upperBound", "1"), ("defaultValue", "0")],
            &entries,
        ));
    } else if question.kind == Kind::Text {
        let entries: String = question.accepted.iter().map(|text| entry(text, "1")).collect();
        inner.push_str(&version.tag("mapping", &[("defaultValue", "0")], &entries));
    }
    let cardinality = if question.kind == Kind::Several { "multiple" } else { "single" };
    version.tag(
        "responseDeclaration",
        &[("identifier", "RESPONSE"), ("cardinality", cardinality), ("baseType", base)],
        &inner,
    )
}

fn number_rule(question: &Question, version: Version) -> String {
    let given = version.tag("variable", &[("identifier", "RESPONSE")], "");
    let right = version.tag("correct", &[("identifier", "RESPONSE")], "");
    let tolerance = question.tolerance.as_deref().unwrap_or("0");
    let equal = version.tag(
        "equal",
        &[("toleranceMode", "absolute"), ("tolerance", &format!("{tolerance} {tolerance}"))],
        &format!("{given}{right}"),
    );
    let set = |score: &str| {
        let value = version.tag("baseValue", &[("baseType", "float")], score);
        version.tag("setOutcomeValue", &[("identifier", "SCORE")], &value)
    };
    let holds = version.tag("responseIf", &[], &format!("{equal}{}", set("1")));
    let fails = version.tag("responseElse", &[], &set("0"));
    version.tag("responseCondition", &[], &format!("{holds}{fails}"))
}
