//! Request bodies, JSON and raw: a size limit, a content type, an error a person can read, the moment the body was complete (an
//! answer counts by that moment, not by when its header arrived), and whom it is from (`sender.rs`).

use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use axum::extract::{FromRef, FromRequest, Request};
use axum::http::{HeaderMap, header};
use futures::StreamExt;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::error::Category;
use serde_path_to_error::Track;
use tokio::time::timeout;

use crate::auth::Member;
use crate::sender::{Sender, WithSender};
use quad_kernel::clock::{Clock, Time};
use quad_kernel::error::{Error, Kind, Rejection};

/// The largest JSON body taken.
pub const MAX_JSON: usize = 256 * 1024;
/// It must be whole within this: whoever sends a byte now and then holds a connection and what was read so far.
const WITHIN: Duration = Duration::from_secs(30);

const WRONG_TYPE: Rejection = Rejection::new(
    Kind::WrongType,
    "unsupported_media_type",
    "Send this as JSON, with the content type application/json.",
);
const TOO_LARGE: Rejection =
    Rejection::new(Kind::TooLarge, "too_large", "This is larger than Quad takes in one request.");

/// A JSON body.
#[derive(Debug)]
pub struct Body<T>(pub T);

/// A body as its bytes, whatever it is; for a signature over exactly these.
#[derive(Debug)]
pub struct Raw(pub Vec<u8>);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(read_any(request).await?))
    }
}

/// A JSON body and the moment its last byte arrived.
#[derive(Debug)]
pub struct Timed<T>(pub T, pub Time);

/// That moment, where the body was read before its call (`idempotency.rs`).
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrived(pub Time);

impl<T, S> FromRequest<S> for Body<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self, Self::Rejection> {
        let (bytes, member) = read(request).await?;
        Ok(Self(parse(&bytes, member.as_ref())?))
    }
}

impl<T, S> FromRequest<S> for Timed<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
    Clock: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let before = request.extensions().get::<Arrived>().copied();
        let clock = Clock::from_ref(state);
        let (bytes, member) = read(request).await?;
        let arrived = before.map_or_else(|| clock.now(), |Arrived(at)| at);
        Ok(Self(parse(&bytes, member.as_ref())?, arrived))
    }
}

/// Whether a request says that its body is JSON.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// The bytes, and the session's person.
async fn read(request: Request) -> Result<(Vec<u8>, Option<Member>), Error> {
    // The guard reads what is left of a body, so that the sender can finish and read the answer.
    if !is_json(request.headers()) {
        return Err(WRONG_TYPE.into());
    }
    let member = request.extensions().get::<Member>().cloned();
    Ok((read_any(request).await?, member))
}

/// All bytes of a body, within the bounds of size and time.
pub(super) async fn read_any(request: Request) -> Result<Vec<u8>, Error> {
    read_within(request, WITHIN).await
}

async fn read_within(request: Request, within: Duration) -> Result<Vec<u8>, Error> {
    let too_slow = |_| Rejection::invalid("body", "The request took too long to arrive. Please try again.");
    timeout(within, read_whole(request)).await.map_err(too_slow)?
}

async fn read_whole(request: Request) -> Result<Vec<u8>, Error> {
    let mut stream = request.into_body().into_data_stream();
    let mut bytes = Vec::new();
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| Rejection::invalid("body", "The request ended before its body was complete."))?;
        if bytes.len() + chunk.len() > MAX_JSON {
            return Err(TOO_LARGE.into());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// Reads a body that is from `member`, or does not say whom it is from.
fn parse<T: DeserializeOwned>(bytes: &[u8], member: Option<&Member>) -> Result<T, Error> {
    // The parser itself looks only into texts that somebody wants.
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Rejection::invalid("body", "This request cannot be read: it is not valid UTF-8."))?;
    // Every body is an object; for anything else the parser would speak of our types.
    if !text.trim_ascii_start().starts_with('{') {
        return Err(Rejection::invalid("body", "This request cannot be read: a JSON object is expected.").into());
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let (mut sender, mut track) = (Sender::Unsaid, Track::new());
    let tracked = serde_path_to_error::Deserializer::new(&mut reader, &mut track);
    let value = WithSender::noting(&mut sender).deserialize(tracked);
    // Before all else: what is wrong with a body of somebody else's does not concern this person.
    sender.must_be(member)?;
    let value = value.map_err(|error| unreadable(&track.path().to_string(), &error))?;
    reader
        .end()
        .map_err(|_| Rejection::invalid("body", "This request cannot be read: there is text after the JSON."))?;
    Ok(value)
}

/// What a body says under a name: null is nothing. Where it matters whether something was named, `Option<Named<T>>` tells a name
/// left out from null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named<T>(pub Option<T>);

/// For a value of which it matters whether it was named; with serde's `default`.
///
/// # Errors
/// The reader's, when the value is of another type.
pub fn named<'de, T: Deserialize<'de>, D: Deserializer<'de>>(reader: D) -> Result<Option<Named<T>>, D::Error> {
    Ok(Some(Named(Option::deserialize(reader)?)))
}

/// The same for an object. In place of one serde also takes a list of its values, so that `[]` would be one with nothing in it;
/// whoever sends that means something else.
///
/// # Errors
/// The reader's, when it is no object, or its members are of other types.
pub fn named_object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(reader: D) -> Result<Option<Named<T>>, D::Error> {
    Ok(Some(Named(object(reader)?)))
}

/// The names of a body that its call does not read; with serde's `flatten`, as the last field.
#[derive(Debug, Default)]
pub struct UnreadNames(BTreeSet<String>);

impl<'de> Deserialize<'de> for UnreadNames {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        struct Names;

        impl<'de> Visitor<'de> for Names {
            type Value = UnreadNames;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut names = BTreeSet::new();
                while let Some((name, IgnoredAny)) = map.next_entry()? {
                    names.insert(name);
                }
                Ok(UnreadNames(names))
            }
        }

        reader.deserialize_map(Names)
    }
}

impl UnreadNames {
    /// Refuses every name but these, which replies tell of the same thing and programs send back: it can only be misspelt, and the
    /// change would seem to be made. `known` is what the call sets.
    pub fn refuse_but(&self, told: &[&str], known: &[&str]) -> Result<(), Rejection> {
        self.refuse_at("body", "here", told, known)
    }

    /// The same for an object inside the body: `place` is where it stands, as a sentence goes on after “cannot be set”.
    pub fn refuse_at(&self, field: &'static str, place: &str, told: &[&str], known: &[&str]) -> Result<(), Rejection> {
        let Some(strange) = self.0.iter().find(|name| !told.contains(&name.as_str())) else { return Ok(()) };
        Err(strange_name(field, strange, place, known))
    }
}

/// What is said of a name that cannot be set.
pub fn strange_name(field: &'static str, name: &str, place: &str, known: &[&str]) -> Rejection {
    let name = quad_text::shortened(&quad_text::clean(name), 40);
    Rejection::invalid(field, format!("“{name}” cannot be set {place}. You can set {}.", known.join(", ")))
}

/// For an object inside a body, or null: no list.
///
/// # Errors
/// The reader's, when it is no object, or its members are of other types.
pub fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(reader: D) -> Result<Option<T>, D::Error> {
    let object = Option::<Object<T>>::deserialize(reader)?;
    Ok(object.map(|Object(value)| value))
}

/// For a list of objects inside a body: of no lists.
///
/// # Errors
/// The reader's, when it is no list, or one of its items is no object of this type.
pub fn objects<'de, T: Deserialize<'de>, D: Deserializer<'de>>(reader: D) -> Result<Vec<T>, D::Error> {
    let all = Vec::<Object<T>>::deserialize(reader)?;
    Ok(all.into_iter().map(|Object(value)| value).collect())
}

/// A value that is written as an object.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        struct Members<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }

        reader.deserialize_map(Members(PhantomData))
    }
}

/// Says of a body, or of the value of one name in it, what is wrong with it.
pub fn unreadable(path: &str, error: &serde_json::Error) -> Rejection {
    let why = match error.classify() {
        Category::Data => explained(path, &error.to_string()),
        Category::Syntax if error.to_string().starts_with("number out of range") => {
            "a number in it is too large.".to_owned()
        }
        Category::Syntax | Category::Eof | Category::Io => "it is not valid JSON.".to_owned(),
    };
    Rejection::invalid("body", format!("This request cannot be read: {why}"))
}

/// What serde says of a value, without its "at line 1 column 20" and the types of the language.
fn explained(path: &str, text: &str) -> String {
    let text = text.split(" at line ").next().unwrap_or_default();
    if let Some(field) = text.strip_prefix("missing field ") {
        return format!("{} is missing.", field.trim_matches('`'));
    }
    if let Some(field) = text.strip_prefix("duplicate field ") {
        return format!("{} stands in it twice.", field.trim_matches('`'));
    }
    let wanted = text.split_once(", expected ").map(|(found, wanted)| {
        limit_passed(found, wanted).unwrap_or_else(|| match wanted {
            "a string" => "a text",
            "a boolean" => "true or false",
            "u8" => "a whole number from 0 to 255",
            "u16" => "a whole number from 0 to 65,535",
            "u32" => "a whole number from 0 to 4,294,967,295",
            "u64" | "usize" => "a whole number from 0",
            "i32" | "i64" => "a whole number",
            "f32" | "f64" => "a number",
            "a sequence" => "a list",
            other if other.starts_with("struct ") => "an object",
            other => other,
        })
    });
    let where_at = if matches!(path, "." | "?") { "it" } else { path };
    wanted.map_or_else(|| format!("{where_at}: {text}."), |wanted| format!("{where_at} has to be {wanted}."))
}

/// What a whole number has to be that is beyond what its type holds. The smaller types say all that they hold.
fn limit_passed(found: &str, wanted: &str) -> Option<&'static str> {
    let (least, most, (at_least, at_most)) = match wanted {
        "i32" => (
            -2_147_483_648.0,
            2_147_483_647.0,
            ("a whole number of at least -2,147,483,648", "a whole number of at most 2,147,483,647"),
        ),
        "i64" => (
            -9.2e18,
            9.2e18,
            (
                "a whole number of at least -9,223,372,036,854,775,808",
                "a whole number of at most 9,223,372,036,854,775,807",
            ),
        ),
        "u64" | "usize" => {
            (0.0, 1.8e19, ("a whole number from 0", "a whole number of at most 18,446,744,073,709,551,615"))
        }
        _ => return None,
    };
    // What is too long for every type comes as a number with a point.
    let is_number = found.starts_with("invalid value: integer ") || found.starts_with("invalid type: floating point ");
    let number: f64 = found.split('`').nth(1).filter(|_| is_number)?.parse().ok()?;
    if number.fract() != 0.0 {
        return None;
    }
    (number < least).then_some(at_least).or_else(|| (number > most).then_some(at_most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quad_kernel::error::MISDIRECTED;

    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Sent {
        title: String,
        count: Option<u32>,
        names: Vec<String>,
        shown: Option<bool>,
    }

    #[derive(Debug, Default, serde::Deserialize)]
    #[serde(default)]
    struct Numbers {
        small: u8,
        medium: u16,
        large: u32,
        whole: i32,
        long: i64,
        count: u64,
        place: usize,
    }

    #[test]
    fn a_whole_number_that_is_too_large_is_told_the_limit() {
        let said = |text: &str| match parse::<Numbers>(text.as_bytes(), None) {
            Err(Error::Rejected(refusal)) => refusal.say.into_owned(),
            other => panic!("{text}: {other:?}"),
        };
        for (name, least, most) in [
            ("small", "from 0", "255"),
            ("medium", "from 0", "65,535"),
            ("large", "from 0", "4,294,967,295"),
            ("whole", "of at least -2,147,483,648", "2,147,483,647"),
            ("long", "of at least -9,223,372,036,854,775,808", "9,223,372,036,854,775,807"),
            ("count", "from 0", "18,446,744,073,709,551,615"),
            ("place", "from 0", "18,446,744,073,709,551,615"),
        ] {
            for large in ["20000000000000000000", "1e24", "123456789012345678901234567890"] {
                let sentence = said(&format!(r#"{{"{name}": {large}}}"#));
                assert!(sentence.ends_with(&format!("{most}.")), "{sentence}");
                assert!(sentence.contains(&format!("{name} has to be a whole number ")), "{sentence}");
                let sentence = said(&format!(r#"{{"{name}": -{large}}}"#));
                assert!(sentence.contains(&format!("a whole number {least}")), "{sentence}");
            }
            let sentence = said(&format!(r#"{{"{name}": 1.5}}"#));
            assert!(sentence.contains(&format!("{name} has to be a whole number")), "{sentence}");
        }
        let read = "This request cannot be read:";
        for (text, why) in [
            (r#"{"whole": 2147483648}"#, "whole has to be a whole number of at most 2,147,483,647."),
            (r#"{"whole": -1e10}"#, "whole has to be a whole number of at least -2,147,483,648."),
            (r#"{"long": 9223372036854775808}"#, "long has to be a whole number of at most 9,223,372,036,854,775,807."),
            (r#"{"whole": "1"}"#, "whole has to be a whole number."),
            (r#"{"whole": 1.0}"#, "whole has to be a whole number."),
            (r#"{"whole": 1e400}"#, "a number in it is too large."),
        ] {
            assert_eq!(said(text), format!("{read} {why}"), "{text}");
        }
    }

    #[tokio::test]
    async fn a_body_that_comes_a_byte_at_a_time_is_given_up() {
        let drops = futures::stream::unfold((), async |()| {
            // A byte now and then.
            tokio::time::sleep(Duration::from_millis(20)).await;
            Some((Ok::<_, std::io::Error>("a"), ()))
        });
        let request = Request::new(axum::body::Body::from_stream(drops));
        let read = read_within(request, Duration::from_millis(500));
        let said = timeout(Duration::from_mins(1), read).await.expect("in time").expect_err("too slow");
        assert!(matches!(said, Error::Rejected(refusal) if refusal.say.contains("too long")));
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Inner {
        right: Option<String>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Outer {
        #[serde(default, deserialize_with = "named_object")]
        marks: Option<Named<Inner>>,
        #[serde(default, deserialize_with = "named")]
        star: Option<Named<bool>>,
        #[serde(default, deserialize_with = "object")]
        form: Option<Inner>,
        #[serde(default, deserialize_with = "objects")]
        all: Vec<Inner>,
    }

    #[test]
    fn a_name_left_out_is_not_null_and_a_list_is_no_object() {
        let read = |text: &str| parse::<Outer>(text.as_bytes(), None);
        let right = Some("2".to_owned());
        for (text, marks, star) in [
            ("{}", None, None),
            (r#"{"marks": null, "star": null}"#, Some(Named(None)), Some(Named(None))),
            (r#"{"marks": {}, "star": false}"#, Some(Named(Some(Inner { right: None }))), Some(Named(Some(false)))),
            (r#"{"marks": {"right": "2"}}"#, Some(Named(Some(Inner { right }))), None),
        ] {
            assert_eq!(read(text).expect(text), Outer { marks, star, form: None, all: Vec::new() });
        }
        let of_objects = read(r#"{"form": {"right": "1"}, "all": [{}, {"right": "2"}]}"#).expect("objects");
        assert_eq!((of_objects.form.expect("a form").right, of_objects.all.len()), (Some("1".to_owned()), 2));
        assert_eq!(read(r#"{"form": null, "all": []}"#).expect("none").form, None);
        for strange in ["[]", r#"["2"]"#, "[null]", r#""2""#, "2", "true"] {
            for (name, place, text) in [
                ("marks", "marks", strange.to_owned()),
                ("form", "form", strange.to_owned()),
                ("all", "all[1]", format!("[{{}}, {strange}]")),
            ] {
                let refused = read(&format!(r#"{{"{name}": {text}}}"#)).expect_err(strange);
                let Error::Rejected(refusal) = refused else { panic!("{strange}: {refused:?}") };
                let say = format!("This request cannot be read: {place} has to be an object.");
                assert_eq!(refusal.say, say, "{strange}");
            }
        }
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Caption {
        #[serde(default, deserialize_with = "named")]
        title: Option<Named<String>>,
        #[serde(flatten)]
        others: UnreadNames,
    }

    #[test]
    fn a_name_that_is_not_read_is_refused_unless_replies_tell_it() {
        let said = |text: &str| {
            let caption: Caption = parse(text.as_bytes(), None).expect(text);
            caption
                .others
                .refuse_but(&["_id", "pictures"], &["title", "text"])
                .map_err(|refusal| refusal.say.into_owned())
        };
        for fine in ["{}", r#"{"title": null}"#, r#"{"title": "Fest", "_id": "1", "pictures": [{"url": 2e40}]}"#] {
            assert_eq!(said(fine), Ok(()), "{fine}");
        }
        for (text, name) in [
            (r#"{"titel": "Fest"}"#, "titel"),
            (r#"{"title": "Fest", "Title": [null]}"#, "Title"),
            (r#"{"_id": "1", "": {}}"#, ""),
            (r#"{"\u202etitle": 1}"#, "title"),
        ] {
            assert_eq!(said(text), Err(format!("“{name}” cannot be set here. You can set title, text.")), "{text}");
        }
        let caption: Caption = parse(br#"{"titel": 1}"#, None).expect("read");
        let inside = caption.others.refuse_at("form", "in field 2 of the form", &[], &["title"]).expect_err("strange");
        assert_eq!(inside.say, "“titel” cannot be set in field 2 of the form. You can set title.");
        let long = said(&format!(r#"{{"{}": 1}}"#, "x".repeat(1000))).expect_err("strange");
        assert!(long.len() < 120, "{long}");
    }

    #[test]
    fn what_cannot_be_read_is_said_in_words() {
        let said = |text: &str| match parse::<Sent>(text.as_bytes(), None) {
            Err(Error::Rejected(refusal)) => refusal.say.into_owned(),
            other => panic!("{other:?}"),
        };
        for (sent, why) in [
            (r#"{"title": 5, "names": []}"#, "title has to be a text."),
            (r#"{"title": "a", "names": "b"}"#, "names has to be a list."),
            (r#"{"title": "a", "names": ["b", {}]}"#, "names[1] has to be a text."),
            (r#"{"title": "a", "names": [], "count": -1}"#, "count has to be a whole number from 0 to 4,294,967,295."),
            (
                r#"{"title": "a", "names": [], "count": 4294967296}"#,
                "count has to be a whole number from 0 to 4,294,967,295.",
            ),
            (r#"{"title": "a", "names": [], "count": 1.5}"#, "count has to be a whole number from 0 to 4,294,967,295."),
            (r#"{"title": "a", "names": [], "shown": "yes"}"#, "shown has to be true or false."),
            (r#"{"title": "a"}"#, "names is missing."),
            (r#"{"title": "a", "title": "b", "names": []}"#, "title stands in it twice."),
            (r#"{"title": "a", "#, "it is not valid JSON."),
            (r#"{"title": "a" "names"}"#, "it is not valid JSON."),
            ("[]", "a JSON object is expected."),
            (r#"{"title": "a", "names": []} {}"#, "there is text after the JSON."),
            (r#"{"sentBy": null, "title": 5, "names": []}"#, "title has to be a text."),
            (r#"{"sentBy": null, "title": "a", "sentBy": null, "names": []}"#, "sentBy stands in it twice."),
        ] {
            assert_eq!(said(sent), format!("This request cannot be read: {why}"), "{sent}");
        }
        // Whom a body is from is said before what is wrong with it.
        for by in ["\"0\"", "5", "{}", "[null]", "true", "\"\""] {
            for rest in ["", r#", "title": 5"#, r#", "title": "a", "names": []"#] {
                let text = format!(r#"{{"sentBy": {by}{rest}}}"#);
                assert_eq!(said(&text), MISDIRECTED.say, "{text}");
            }
        }
        // Also in what nobody wants.
        let broken = [br#"{"title": "a", "names": [], "more": ""#.as_slice(), b"\xe2\x82\"}"].concat();
        assert!(matches!(parse::<Sent>(&broken, None), Err(Error::Rejected(_))));
    }
}
