//! Malformed bodies, JSON that is none and JSON of the wrong things: what breaks the parser at every call that takes a
//! body, and every field of every body with values of other kinds.

use serde_json::{Value, json};

use super::field::{Call, Case, Field, Want};
use super::raw::{request, send};

/// Bodies that are no JSON object, by name.
fn broken() -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<(String, Vec<u8>)> = Vec::new();
    let mut add = |name: &str, bytes: &[u8]| all.push((name.to_owned(), bytes.to_vec()));
    for text in [
        "",
        " ",
        "{",
        "{\"",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":\"",
        "{\"a\":\"\\u12",
        "{\"a\":1",
        "{\"a\":[1,",
        "{\"a\":{\"b\":",
        "[",
        "\"",
        "tru",
        "nul",
        "null",
        "true",
        "1",
        "-",
        "\"x\"",
        "[]",
        "[{}]",
        "{\"a\":1,}",
        "{,}",
        "{\"a\" 1}",
        "{'a':1}",
        "{a:1}",
        "{\"a\":1}{}",
        "{} x",
        "{}]",
        "{\"a\":/**/1}",
        "// x\n{}",
        "{\"a\":NaN}",
        "{\"a\":Infinity}",
        "{\"a\":-Infinity}",
        "{\"a\":01}",
        "{\"a\":1.}",
        "{\"a\":.5}",
        "{\"a\":+1}",
        "{\"a\":0x10}",
        "{\"a\":1_0}",
        "{\"a\":1e}",
        "{\"a\":--1}",
        "{\"a\":\"\\x41\"}",
        "{\"a\":\"\\u00g0\"}",
        "{\"a\":\"\\'\"}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"\u{1}\"}",
        "{\"a\":\"\n\"}",
        "{\u{a0}\"a\":1}",
        "{\"a\":undefined}",
        "{\"a\":function(){}}",
        "<xml/>",
        "a=1&b=2",
        "\u{feff}{}",
        "){}",
    ] {
        add(&format!("{text:.30?}"), text.as_bytes());
    }
    add("NUL", b"\0");
    add("NUL within", b"{\"a\":\0}");
    add("NUL in a text", b"{\"a\":\"\0\"}");
    add("an overlong slash", b"{\"a\":\"\xc0\xaf\"}");
    add("half a letter", b"{\"a\":\"\xe2\x82\"}");
    add("0xff", b"{\"a\":\"\xff\"}");
    add("a surrogate in UTF-8", b"{\"a\":\"\xed\xa0\x80\"}");
    add("a letter beyond Unicode", b"{\"a\":\"\xf4\x90\x80\x80\"}");
    add("UTF-16", &"\u{feff}{\"a\":1}".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    add("UTF-32", &"{\"a\":1}".chars().flat_map(|letter| (letter as u32).to_le_bytes()).collect::<Vec<u8>>());
    for (name, open, close) in [("lists", "[", "]"), ("objects", "{\"a\":", "}")] {
        let deep = |depth: usize| format!("{{\"a\":{}1{}}}", open.repeat(depth), close.repeat(depth));
        add(&format!("30,000 {name} in each other"), deep(30_000).as_bytes());
        add(&format!("100,000 {name} that never end"), format!("{{\"a\":{}", open.repeat(100_000)).as_bytes());
    }
    add("100,000 keys", &keys(100_000));
    add("a text of a megabyte", format!("{{\"a\":\"{}\"}}", "x".repeat(1 << 20)).as_bytes());
    add("a number of 300,000 digits", format!("{{\"a\":{}}}", "9".repeat(300_000)).as_bytes());
    all
}

fn keys(count: usize) -> Vec<u8> {
    let keys: Vec<String> = (0..count).map(|number| format!("\"k{number}\":0")).collect();
    format!("{{{}}}", keys.join(",")).into_bytes()
}

const JSON: (&str, &str) = ("content-type", "application/json");

/// Every call that takes JSON × everything that is none; as a guest the cheap half.
pub async fn no_json(field: &Field) {
    let broken = broken();
    for call in field.calls().iter().filter(|call| call.json.is_some()) {
        let path = field.filled(&call.path, "01a1f8ef-6140-7277-9208-019e6cd572a8");
        let cookie = [JSON, ("cookie", field.cookie.as_str())];
        let cases = broken.iter().flat_map(|(name, body)| {
            // Deep, but whole: who does not look into the field may take it.
            let want = if name.starts_with("30,000") { Want::NoFault } else { Want::Rejection };
            let what = format!("{} {} with {name}", call.method, call.path);
            let known = Case::whole(what.clone(), request(&call.method, &path, &cookie, body), want);
            let guest = (body.len() < 1000).then(|| {
                Case::whole(what + " of a guest", request(&call.method, &path, &[JSON], body), Want::Rejection)
            });
            std::iter::once(known).chain(guest)
        });
        field.try_all(cases).await;
        for kind in [
            "text/plain",
            "application/jsonx",
            "application/json\u{7f}",
            "json",
            "",
            "multipart/form-data",
            "application/xml",
        ] {
            let headers = [("content-type", kind), cookie[1]];
            let bytes = request(&call.method, &path, &headers, b"{}");
            field
                .try_one(Case::whole(format!("{} {} as {kind:?}", call.method, call.path), bytes, Want::RefusalOrEnd))
                .await;
        }
    }
}

/// Values no field expects, as JSON text; a field may still like some of them.
fn odd_values() -> Vec<String> {
    let mut all: Vec<String> = [
        "null",
        "true",
        "0",
        "-1",
        "1.5",
        "1e308",
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551616",
        "[]",
        "[null]",
        "[[[]]]",
        "{}",
        r#"{"$gt":""}"#,
        r#""""#,
        r#"" ""#,
        r#""\u0000""#,
        r#""a\u0000b""#,
        r#""\ud800""#,
        r#""\udc00\ud800""#,
        r#""\u202e\u200b\ufeff""#,
        r#""😀""#,
        r#""';DROP TABLE users;--""#,
        r#""%00%ff""#,
        r#""../../etc/passwd""#,
        r#""2026-13-45T99:99:99Z""#,
        r#""+275760-09-13T00:00:00Z""#,
        r#""9999-12-31T23:59:60.999Z""#,
        r#""-262143-01-01T00:00:00Z""#,
        r#""2026-11-20T25:00""#,
        r#""٣""#,
        r#""1e3""#,
        r#""NaN""#,
        r#""https://[::1""#,
    ]
    .map(str::to_owned)
    .into();
    all.push(format!("\"{}\"", "9".repeat(400)));
    all.push(format!("\"{}\"", "é".repeat(60_000)));
    all.push(format!("[{}]", vec!["\"x\""; 20_000].join(",")));
    all
}

/// What a field of this name would hold, where its kind alone does not say it.
fn usual(name: &str) -> Option<Value> {
    Some(match name.to_lowercase().as_str() {
        "email" => json!("somebody@meridian.example"),
        "contact" => json!("9000000001"),
        "batch" => json!(2026),
        "password" => json!("some-lantern-43"),
        "newpassword" => json!("another-harbour-44"),
        "topic" => json!("Algebra"),
        "answer" => json!("0-A"),
        "accepted" | "options" => json!(["0-A", "0-B", "0-C", "0-D"]),
        "type" => json!("select"),
        "intent" => json!("join"),
        "marking" => json!("void"),
        "role" => json!("Secretary"),
        "amount" => json!(19),
        "index" => json!(0),
        "colour" => json!("#123456"),
        "url" => json!("https://club.example/x"),
        "endpoint" => json!("https://push.example/x"),
        "p256dh" => {
            json!("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        }
        "auth" => json!("BTBZMqHH6r4Tts7J_aSIgg"),
        "imageurl" | "website" => json!(""),
        "notes" | "code" => Value::Null,
        other if other.starts_with("start") => json!("2026-11-21T10:00:00Z"),
        other if other.starts_with("end") => json!("2026-11-21T12:00:00Z"),
        _ => return None,
    })
}

/// A body a call might take, made of its schema. `nth` keeps the items of a list apart.
fn example(field: &Field, name: &str, schema: &Value, nth: usize) -> Value {
    if let Some(id) = field.there(name) {
        return json!(id);
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or("object");
    if let Some(value) = schema["enum"].get(0) {
        return value.clone();
    }
    let items_are_objects = schema["items"]["type"] == "object";
    if let Some(value) = usual(name).filter(|_| !items_are_objects) {
        return value;
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let parts = parts.iter().map(|part| example(field, name, part, nth));
        let members = parts.filter_map(|part| part.as_object().cloned()).flatten();
        return Value::Object(members.collect());
    }
    let one_of = ["oneOf", "anyOf"].iter().find_map(|key| schema[*key].as_array());
    if let Some(first) = one_of.and_then(|all| all.iter().find(|one| one["type"] != "null")) {
        return example(field, name, first, nth);
    }
    match kind {
        // Fit for the name of a field as well.
        "string" => json!(format!("Words{nth}")),
        "integer" | "number" => json!(2),
        "boolean" => json!(true),
        // Answers to the form of the harness' events.
        "object" if schema.get("additionalProperties").is_some() => json!({"team": "Cranes", "diet": "Jain"}),
        "array" => (1..3).map(|nth| example(field, "", &schema["items"], nth)).collect(),
        _ => {
            let members = schema["properties"].as_object();
            let members =
                members.into_iter().flatten().map(|(key, inner)| (key.clone(), example(field, key, inner, nth)));
            Value::Object(members.collect())
        }
    }
}

/// Where in a body there is something to change: pointers of RFC 6901.
fn places(value: &Value, here: &str, into: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(key, inner)| (format!("{here}/{key}"), inner)).collect(),
        // All items of a list are alike.
        Value::Array(items) => items.first().map(|inner| (format!("{here}/0"), inner)).into_iter().collect(),
        _ => Vec::new(),
    };
    for (place, inner) in inner {
        places(inner, &place, into);
        into.push(place);
    }
}

/// Every field of every call × every odd value, each missing, each twice.
#[expect(clippy::disallowed_macros, reason = "the tally is for whoever runs the tests")]
pub async fn odd_fields(field: &Field) {
    let odd = odd_values();
    let (mut taken, mut not_taken) = (0, Vec::new());
    for call in field.calls() {
        let Some(schema) = &call.json else { continue };
        let body = example(field, "", schema, 0);
        let path = field.filled(&call.path, "01a1f8ef-6140-7277-9208-019e6cd572a8");
        let whole = request(&call.method, &path, &[JSON, ("cookie", &field.cookie)], body.to_string().as_bytes());
        match send(&field.address, &whole, true).await.replies.first().map_or(0, |reply| reply.status) {
            200..300 => taken += 1,
            status => not_taken.push(format!("{} {}: {status}", call.method, call.path)),
        }
        let mut all = Vec::new();
        places(&body, "", &mut all);
        let cases = all.iter().flat_map(|place| variants(field, &call, &body, place, &odd)).collect::<Vec<_>>();
        field.try_all(cases).await;
        let many = request(&call.method, &path, &[JSON, ("cookie", &field.cookie)], &keys(20_000));
        field
            .try_one(Case::whole(format!("{} {} with 20,000 keys", call.method, call.path), many, Want::NoFault))
            .await;
    }
    println!("{taken} of the bodies were taken as they were before; not {not_taken:?}");
}

fn variants(field: &Field, call: &Call, body: &Value, place: &str, odd: &[String]) -> Vec<Case> {
    let path = field.filled(&call.path, "01a1f8ef-6140-7277-9208-019e6cd572a8");
    let send = |what: &str, text: &str| {
        let bytes = request(&call.method, &path, &[JSON, ("cookie", &field.cookie)], text.as_bytes());
        Case::whole(format!("{} {} with {place} {what:.60}", call.method, call.path), bytes, Want::NoFault)
    };
    let mut cases = Vec::new();
    let mut marked = body.clone();
    if let Some(found) = marked.pointer_mut(place) {
        *found = json!("@@here@@");
    }
    let marked = marked.to_string();
    for value in odd {
        cases.push(send(&format!("= {value}"), &marked.replace("\"@@here@@\"", value)));
    }
    if let Some((parent, key)) = place.rsplit_once('/') {
        let mut without = body.clone();
        if let Some(Value::Object(members)) = without.pointer_mut(parent) {
            members.remove(key);
            cases.push(send("missing", &without.to_string()));
            let twice = marked.replace("\"@@here@@\"", &format!("1,\"{key}\":\"x\""));
            cases.push(send("twice", &twice));
        }
    }
    cases
}
