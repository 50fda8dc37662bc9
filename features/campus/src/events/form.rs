//! Registration form: what an organiser may ask, and whether the answers fit. Pure. The browser has the same rules
//! (web/src/features/events/registrationFields.ts), and both sides' tests read the same answers.
//!
//! A definition is checked once, when it is written; answers are checked against the definition they were given for. Only
//! the person registering is told what is wrong, each field in its own words.

use std::collections::{BTreeMap, HashSet};

use chrono::NaiveDate;

use quad_http::sender::SENT_BY;
use quad_kernel::error::Rejection;
use quad_kernel::validation;

use super::messages;

pub(super) const MAX_FIELDS: usize = 50;
pub(super) const MAX_NAME: usize = 64;
pub(super) const MAX_LABEL: usize = 120;
pub(super) const MAX_OPTIONS: usize = 50;
pub(super) const MAX_OPTION: usize = 200;
pub(super) const MAX_ANSWER: usize = 1000;
/// Answers that belong to no field are named up to here.
const MAX_STRANGERS: usize = 10;

/// What a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldKind {
    Text,
    Email,
    Tel,
    Number,
    Date,
    /// One of its options.
    Select,
}

impl FieldKind {
    pub const ALL: [Self; 6] = [Self::Text, Self::Email, Self::Tel, Self::Number, Self::Date, Self::Select];

    /// As it is written and kept.
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Email => "email",
            Self::Tel => "tel",
            Self::Number => "number",
            Self::Date => "date",
            Self::Select => "select",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Why an answer does not fit.
    fn refusal(self) -> &'static str {
        match self {
            Self::Text => messages::UNFIT_TEXT,
            Self::Email => messages::UNFIT_EMAIL,
            Self::Tel => messages::UNFIT_PHONE,
            Self::Number => messages::UNFIT_NUMBER,
            Self::Date => messages::UNFIT_DATE,
            Self::Select => messages::UNFIT_OPTION,
        }
    }
}

/// A field as somebody wants it.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldAsked {
    /// The place's own name when blank.
    pub name: String,
    /// The name when blank.
    pub label: String,
    pub kind: String,
    pub required: bool,
    pub options: Vec<String>,
}

/// A field of a form; checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub name: String,
    pub label: String,
    pub kind: FieldKind,
    pub required: bool,
    /// Of a select; else none.
    pub options: Vec<String>,
}

/// A form; checked. It may be empty: then one only says that one comes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    pub fields: Vec<Field>,
}

/// What was given for a field.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Given {
    /// A text, or a number as it was written.
    Text(String),
    /// Nothing.
    Nothing,
    /// Something no field takes: a list, an object, yes or no.
    Strange,
}

/// Answers by the field's name; what was left blank is not in it.
pub(super) type Answers = BTreeMap<String, String>;

impl Form {
    /// Checks a definition.
    pub fn parse(asked: &[FieldAsked]) -> Result<Self, Rejection> {
        if asked.len() > MAX_FIELDS {
            return Err(Rejection::invalid("form", messages::TOO_MANY_FIELDS));
        }
        let (mut fields, mut names) = (Vec::with_capacity(asked.len()), HashSet::new());
        for (number, field) in (1..).zip(asked) {
            let field = Field::parse(number, field)?;
            if !names.insert(field.name.clone()) {
                return Err(Rejection::invalid("form", messages::same_name(number, &field.name)));
            }
            fields.push(field);
        }
        Ok(Self { fields })
    }

    /// Checks answers; what is wrong comes back by the field's name, in the form's order.
    pub fn check(&self, given: &BTreeMap<String, Given>) -> Result<Answers, Vec<(String, String)>> {
        let (mut answers, mut wrong) = (Answers::new(), Vec::new());
        for field in &self.fields {
            match field.check(given.get(&field.name).unwrap_or(&Given::Nothing)) {
                Ok(Some(answer)) => {
                    answers.insert(field.name.clone(), answer);
                }
                Ok(None) => {}
                Err(say) => wrong.push((field.name.clone(), say)),
            }
        }
        let strangers = given.keys().filter(|name| self.fields.iter().all(|field| field.name != **name));
        for name in strangers.take(MAX_STRANGERS) {
            let name = name.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
            wrong.push((name, messages::NO_SUCH_FIELD.to_owned()));
        }
        if wrong.is_empty() { Ok(answers) } else { Err(wrong) }
    }
}

impl Field {
    fn parse(number: usize, asked: &FieldAsked) -> Result<Self, Rejection> {
        let refuse = |say: String| Rejection::invalid("form", say);
        let name = asked.name.trim();
        let name = if name.is_empty() { format!("field_{number}") } else { name.to_owned() };
        let mut letters = name.chars();
        let well_formed = letters.next().is_some_and(|first| first.is_ascii_alphabetic())
            && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if !well_formed || name.len() > MAX_NAME {
            return Err(refuse(messages::strange_name(number, MAX_NAME)));
        }
        // Answers are sent in one object with the sender.
        if name == SENT_BY {
            return Err(refuse(messages::reserved_name(number, &name)));
        }
        // Without a label the name is read. One that draws nothing was meant for one.
        let least = usize::from(!asked.label.trim().is_empty());
        let label = validation::line("form", &messages::label_of(number), &asked.label, least, MAX_LABEL)?;
        let label = if label.is_empty() { name.clone() } else { label };
        let kind = FieldKind::from_word(asked.kind.trim()).ok_or_else(|| refuse(messages::strange_kind(&label)))?;
        let options = if kind == FieldKind::Select { parse_options(&label, &asked.options)? } else { Vec::new() };
        Ok(Self { name, label, kind, required: asked.required, options })
    }

    /// The answer as it is kept; nothing when it was left blank and may be.
    fn check(&self, given: &Given) -> Result<Option<String>, String> {
        let text = match given {
            Given::Text(text) => text.trim(),
            Given::Nothing => "",
            Given::Strange => return Err(messages::STRANGE_ANSWER.to_owned()),
        };
        if text.is_empty() {
            return if self.required { Err(messages::REQUIRED.to_owned()) } else { Ok(None) };
        }
        let sent = text;
        let text =
            validation::line("answer", messages::THE_ANSWER, text, 1, MAX_ANSWER).map_err(|no| no.say.into_owned())?;
        let fits = match self.kind {
            FieldKind::Text => true,
            FieldKind::Email => {
                return validation::email_of_form("answer", sent).map(Some).map_err(|no| no.say.into_owned());
            }
            FieldKind::Tel => return validation::phone(&text).ok_or_else(|| self.kind.refusal().to_owned()).map(Some),
            FieldKind::Number => return number(&text).map(Some).ok_or_else(|| self.kind.refusal().to_owned()),
            FieldKind::Date => is_date(&text),
            // What was shown is sent back; an older form may have an option that would be kept otherwise today.
            FieldKind::Select => {
                let shown = |option: &&String| **option == text || quad_text::clean(option) == text;
                let option =
                    self.options.iter().find(|option| **option == sent).or_else(|| self.options.iter().find(shown));
                return option.cloned().map(Some).ok_or_else(|| self.kind.refusal().to_owned());
            }
        };
        if fits { Ok(Some(text)) } else { Err(self.kind.refusal().to_owned()) }
    }
}

fn parse_options(label: &str, asked: &[String]) -> Result<Vec<String>, Rejection> {
    if asked.is_empty() || asked.len() > MAX_OPTIONS {
        return Err(Rejection::invalid("form", messages::options_count(label)));
    }
    let mut options: Vec<String> = Vec::with_capacity(asked.len());
    for option in asked {
        let option = validation::line("form", &messages::option_of(label), option, 1, MAX_OPTION)?;
        let look = quad_text::likeness(&option);
        if options.iter().any(|other| quad_text::likeness(other) == look) {
            return Err(Rejection::invalid("form", messages::same_option(label, &option)));
        }
        options.push(option);
    }
    Ok(options)
}

/// A number as people write it: a sign and digits of any script (kept as ASCII's), a point, and blanks between groups of digits
/// ("560 001", "12 34 567"), without which it is kept. No exponent, which nobody types on purpose, and no zero below zero. Zeros at the front stay: somebody may
/// have asked for a number that is a name.
fn number(text: &str) -> Option<String> {
    let text = &quad_text::ascii_number(text);
    let (sign, bare) = text.split_at(usize::from(text.starts_with(['+', '-'])));
    let (whole, fraction) = bare.split_once('.').unwrap_or((bare, ""));
    let groups: Vec<&str> = whole.split(char::is_whitespace).collect();
    let grouped = if let [first, middle @ .., last] = groups.as_slice() {
        (1..=3).contains(&first.len()) && middle.iter().all(|group| matches!(group.len(), 2 | 3)) && last.len() == 3
    } else {
        true
    };
    let is_plain =
        grouped && groups.iter().chain([&fraction]).all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    let has_digit = bare.contains(|c: char| c.is_ascii_digit());
    let below_zero = sign == "-" && !bare.contains(|c: char| matches!(c, '1'..='9'));
    let fits = text.chars().count() <= 40 && is_plain && has_digit && !below_zero;
    fits.then(|| format!("{sign}{}", bare.replace(char::is_whitespace, "")))
}

/// Year, month and day, as a date field writes it.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let digits = parts.iter().map(|part| part.len()).eq([4, 2, 2])
        && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    digits && !text.starts_with("0000") && NaiveDate::parse_from_str(text, "%Y-%m-%d").is_ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn asked(name: &str, kind: FieldKind, required: bool, options: &[&str]) -> FieldAsked {
        FieldAsked {
            name: name.to_owned(),
            label: format!("{name}?"),
            kind: kind.word().to_owned(),
            required,
            options: options.iter().map(|text| (*text).to_owned()).collect(),
        }
    }

    fn answer(kind: FieldKind, text: &str) -> Result<Option<String>, String> {
        let form = Form::parse(&[asked("a", kind, true, &["Vegetarian", "Jain"])]).expect("a form");
        let given = BTreeMap::from([("a".to_owned(), Given::Text(text.to_owned()))]);
        form.check(&given).map(|answers| answers.get("a").cloned()).map_err(|wrong| wrong[0].1.clone())
    }

    fn say(fields: &[FieldAsked]) -> String {
        Form::parse(fields).expect_err("refused").say.into_owned()
    }

    #[test]
    fn a_definition_is_checked() {
        let ok = Form::parse(&[
            FieldAsked { kind: "text".to_owned(), ..FieldAsked::default() },
            asked(" team_2 ", FieldKind::Select, true, &[" A ", "B"]),
            asked("age", FieldKind::Number, false, &["ignored", ""]),
        ])
        .expect("good");
        let names: Vec<_> = ok.fields.iter().map(|field| (field.name.as_str(), field.label.as_str())).collect();
        assert_eq!(names, [("field_1", "field_1"), ("team_2", "team_2 ?"), ("age", "age?")]);
        assert_eq!(
            (ok.fields[1].options.as_slice(), ok.fields[2].options.len()),
            (["A", "B"].map(String::from).as_slice(), 0)
        );
        assert_eq!(Form::parse(&[]), Ok(Form::default()));
        for name in ["1st", "_a", "a-b", "a b", "ä", "__proto__", &"x".repeat(65)] {
            assert_eq!(say(&[asked(name, FieldKind::Text, false, &[])]), messages::strange_name(1, MAX_NAME), "{name}");
        }
        let reserved = |name| say(&[asked(name, FieldKind::Text, false, &[])]);
        assert_eq!(reserved(" sentBy "), messages::reserved_name(1, "sentBy"));
        assert!(Form::parse(&[asked("sentby", FieldKind::Text, false, &[])]).is_ok());
        let same = asked("a", FieldKind::Text, false, &[]);
        assert_eq!(say(&[same.clone(), same.clone()]), messages::same_name(2, "a"));
        assert_eq!(say(&vec![same.clone(); 51]), messages::TOO_MANY_FIELDS);
        assert_eq!(say(&[FieldAsked { kind: "file".to_owned(), ..same.clone() }]), messages::strange_kind("a?"));
        assert!(say(&[FieldAsked { label: "x".repeat(121), ..same.clone() }]).contains("at most 120"));
        for unseen in ["\u{200b}", " \u{fffc} ", "\u{2800}\u{2800}", "\u{3164}", "\u{301}"] {
            let said = say(&[FieldAsked { label: unseen.to_owned(), ..same.clone() }]);
            assert_eq!(said, "The label of field 1 is required", "{unseen:?}");
        }
        assert!(say(&[FieldAsked { label: "a\u{0}b".to_owned(), ..same }]).contains("cannot be used"));
        assert_eq!(say(&[asked("a", FieldKind::Select, false, &[])]), messages::options_count("a?"));
        assert_eq!(say(&[asked("a", FieldKind::Select, false, &["x"; 51])]), messages::options_count("a?"));
        assert_eq!(say(&[asked("a", FieldKind::Select, false, &["x", " x "])]), messages::same_option("a?", "x"));
        let twins = &["A \u{2013} B", "A  - B"];
        assert_eq!(say(&[asked("a", FieldKind::Select, false, twins)]), messages::same_option("a?", "A  - B"));
        assert!(Form::parse(&[asked("a", FieldKind::Select, false, &["2\u{2075}", "25", "x", "X"])]).is_ok());
        assert!(say(&[asked("a", FieldKind::Select, false, &["x", "  "])]).contains("is required"));
    }

    /// Of the table that the browser's check also reads: how what is typed is kept, and what is refused.
    #[derive(serde::Deserialize)]
    struct AnswersOfKind {
        kept: BTreeMap<String, String>,
        refused: Vec<String>,
    }

    #[test]
    fn answers_fit_their_kind_and_are_kept_as_the_browser_expects() {
        for text in ["a\nb", "a\0b", "\u{200b}", &"ä".repeat(1001)] {
            assert!(answer(FieldKind::Text, text).is_err(), "{text:?}");
        }
        assert!(answer(FieldKind::Text, &"ä".repeat(1000)).is_ok());
        let table: BTreeMap<String, AnswersOfKind> =
            serde_json::from_str(include_str!("../../../../web/src/features/events/form_answers.json")).expect("JSON");
        for kind in FieldKind::ALL {
            let of_kind = &table[kind.word()];
            assert!(of_kind.kept.len() > 1 && (kind == FieldKind::Text || of_kind.refused.len() > 1), "{kind:?}");
            for (typed, kept) in &of_kind.kept {
                assert_eq!(answer(kind, typed), Ok(Some(kept.clone())), "{kind:?} {typed:?}");
            }
            for typed in &of_kind.refused {
                assert!(answer(kind, typed).is_err(), "{kind:?} {typed:?}");
            }
        }
    }

    #[test]
    fn a_number_is_kept_as_ascii_writes_it_whichever_keyboard_typed_it() {
        for minus in
            ['-', '\u{2212}', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{fe63}', '\u{ff0d}']
        {
            for (typed, kept) in
                [("5", "-5"), ("1.5", "-1.5"), ("\u{661}\u{66b}\u{665}", "-1.5"), ("\u{66b}\u{665}", "-.5")]
            {
                assert_eq!(
                    answer(FieldKind::Number, &format!("{minus}{typed}")),
                    Ok(Some(kept.to_owned())),
                    "{minus}{typed}"
                );
            }
            for typed in ["0", "\u{660}\u{66b}\u{660}", "", "-1", " 5", "1,5"] {
                assert!(answer(FieldKind::Number, &format!("{minus}{typed}")).is_err(), "{minus}{typed}");
            }
        }
        for (typed, kept) in
            [("\u{66b}\u{665}", ".5"), ("\u{ff0b}\u{ff13}\u{ff0e}\u{ff15}", "+3.5"), ("\u{6f1}\u{66b}\u{6f5}", "1.5")]
        {
            assert_eq!(answer(FieldKind::Number, typed), Ok(Some(kept.to_owned())), "{typed}");
        }
        for typed in ["1\u{66c}000", "1\u{66b}2\u{66b}3", "\u{66b}", "1\u{2212}2"] {
            assert!(answer(FieldKind::Number, typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn each_field_says_what_is_wrong_with_it() {
        let form = Form::parse(&[
            asked("name", FieldKind::Text, true, &[]),
            asked("age", FieldKind::Number, false, &[]),
            asked("diet", FieldKind::Select, false, &["Jain"]),
        ])
        .expect("a form");
        let given = |pairs: &[(&str, Given)]| -> BTreeMap<String, Given> {
            pairs.iter().map(|(name, given)| ((*name).to_owned(), given.clone())).collect()
        };
        let text = |text: &str| Given::Text(text.to_owned());
        let wrong = form
            .check(&given(&[("age", text("old")), ("diet", Given::Strange), ("role", text("ADMIN"))]))
            .expect_err("wrong");
        let told: Vec<_> = wrong.iter().map(|(name, say)| (name.as_str(), say.as_str())).collect();
        assert_eq!(
            told,
            [
                ("name", "This field is required"),
                ("age", messages::UNFIT_NUMBER),
                ("diet", messages::STRANGE_ANSWER),
                ("role", messages::NO_SUCH_FIELD)
            ]
        );
        let fine = form.check(&given(&[("name", text(" K ")), ("age", text("")), ("diet", Given::Nothing)]));
        assert_eq!(fine, Ok(Answers::from([("name".to_owned(), "K".to_owned())])));
    }

    fn any_field() -> impl Strategy<Value = FieldAsked> {
        let kinds = prop::sample::select(vec!["text", "email", "tel", "number", "date", "select", "", "Text", "file"]);
        ("[a-zA-Z_0-9 ]{0,6}", ".{0,8}", kinds, any::<bool>(), prop::collection::vec("[ab ]{0,3}", 0..4)).prop_map(
            |(name, label, kind, required, options)| FieldAsked {
                name,
                label,
                kind: kind.to_owned(),
                required,
                options,
            },
        )
    }

    fn any_given() -> impl Strategy<Value = Given> {
        prop_oneof![
            ".{0,12}".prop_map(Given::Text),
            "[0-9+ -]{0,12}".prop_map(Given::Text),
            "[ab]".prop_map(Given::Text),
            Just(Given::Nothing),
            Just(Given::Strange)
        ]
    }

    proptest! {
        #[test]
        fn whatever_passes_is_a_form(fields in prop::collection::vec(any_field(), 0..6)) {
            if let Ok(form) = Form::parse(&fields) {
                prop_assert_eq!(form.fields.len(), fields.len());
                let names: HashSet<_> = form.fields.iter().map(|field| &field.name).collect();
                prop_assert_eq!(names.len(), form.fields.len());
                for field in &form.fields {
                    prop_assert!(!field.label.is_empty() && field.label.chars().count() <= MAX_LABEL.max(MAX_NAME));
                    prop_assert_eq!(field.kind == FieldKind::Select, !field.options.is_empty());
                    let distinct: HashSet<_> = field.options.iter().collect();
                    prop_assert!(distinct.len() == field.options.len() && !field.options.contains(&String::new()));
                }
                // What was accepted is accepted again, unchanged.
                let again: Vec<_> = form.fields.iter().map(|field| FieldAsked {
                    name: field.name.clone(),
                    label: field.label.clone(),
                    kind: field.kind.word().to_owned(),
                    required: field.required,
                    options: field.options.clone(),
                }).collect();
                prop_assert_eq!(Form::parse(&again), Ok(form));
            }
        }

        #[test]
        fn answers_are_taken_or_told(
            kinds in prop::collection::vec((prop::sample::select(FieldKind::ALL.to_vec()), any::<bool>()), 0..5),
            givens in prop::collection::vec(any_given(), 0..7),
        ) {
            let fields: Vec<_> =
                (0..).zip(&kinds).map(|(no, (kind, required))| asked(&format!("f{no}"), *kind, *required, &["a", "b"])).collect();
            let form = Form::parse(&fields).expect("a form");
            let given: BTreeMap<_, _> = (0..).zip(givens).map(|(no, given)| (format!("f{no}"), given)).collect();
            match form.check(&given) {
                Ok(answers) => {
                    for (name, answer) in &answers {
                        prop_assert!(!answer.is_empty() && answer.chars().count() <= MAX_ANSWER);
                        prop_assert!(form.fields.iter().any(|field| field.name == *name));
                    }
                    for field in &form.fields {
                        prop_assert!(!field.required || answers.contains_key(&field.name));
                    }
                    // What is kept fits again, as it is.
                    let kept = answers.iter().map(|(name, text)| (name.clone(), Given::Text(text.clone()))).collect();
                    prop_assert_eq!(form.check(&kept), Ok(answers));
                }
                Err(wrong) => {
                    prop_assert!(!wrong.is_empty() && wrong.iter().all(|(_, say)| !say.is_empty()));
                    let names: HashSet<_> = wrong.iter().map(|(name, _)| name).collect();
                    prop_assert_eq!(names.len(), wrong.len());
                }
            }
        }
    }
}
