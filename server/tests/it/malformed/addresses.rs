//! Malformed addresses: ids of wrong kinds at every place of every path, and values of wrong kinds in every query.

use super::field::{Case, Field, Want};
use super::raw::request;

/// As they stand in a path: none of them names anything.
fn strange_ids() -> Vec<String> {
    let mut all: Vec<String> = [
        "0",
        "77777777",
        "-1",
        "1.5",
        "1e3",
        "0x1F",
        "99999999999999999999",
        "null",
        "undefined",
        "NaN",
        "true",
        "%20",
        "%00",
        "a%00b",
        "%ff",
        "%c0%af",
        "%ed%a0%80",
        "%2e%2e",
        "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "..%5c..%5c",
        "a%2fb",
        "%25",
        "%252e",
        "%0d%0aset-cookie:%20x=y",
        "%3cscript%3e",
        "'--",
        "'%20OR%20'1'='1",
        "1;DROP%20TABLE%20users",
        "%27%22%60",
        "*",
        "$where",
        "%7b%7d",
        "%7b%22$ne%22:1%7d",
        "%D9%A3%D9%A3",
        "%F0%9F%92%A5",
        "%e2%80%ae",
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "01a1f8ef-6140-7277-9208-019e6cd572a",
        "01a1f8ef-6140-7277-9208-019e6cd572a88",
        "01a1f8ef61407277920801 9e6cd572a8",
        "01a1f8ef614072779208019e6cd572a8",
        "%7b01a1f8ef-6140-7277-9208-019e6cd572a8%7d",
        "urn:uuid:01a1f8ef-6140-7277-9208-019e6cd572a8",
        "01A1F8EF-6140-7277-9208-019E6CD572A8",
        "01a1f8ef_6140_7277_9208_019e6cd572a8",
        "01a1f8ef-6140-4277-9208-019e6cd572a8",
        "0lalf8ef-6140-7277-9208-019e6cd572a8",
        "01a1f8ef-6140-7277-9208-019e6cd572a8%00",
        "%2001a1f8ef-6140-7277-9208-019e6cd572a8",
    ]
    .map(|id| id.replace(' ', "%20"))
    .into();
    all.push("x".repeat(3_000));
    all.push("%41".repeat(5_000));
    all
}

/// As they stand in a query.
fn strange_values() -> Vec<String> {
    let mut all: Vec<String> = [
        "",
        "0",
        "-1",
        "1.5",
        "1e9",
        "99999999999999999999",
        "-99999999999999999999",
        "NaN",
        "x",
        "true",
        "null",
        "%",
        "%zz",
        "%00",
        "a%00b",
        "%ff",
        "%c0%af",
        "%F0%9F%92%A5",
        "%D9%A3",
        "'--",
        "%25%5f%27",
        "%5c",
        "%3cscript%3e",
        "..%2f",
        "[]",
        "a&a=b",
        "9223372036854775807",
        "2147483648",
        "4294967296",
    ]
    .map(str::to_owned)
    .into();
    all.push("x".repeat(20_000));
    all.push("%25".repeat(5_000));
    all
}

pub async fn ids(field: &Field) {
    let ids = strange_ids();
    for call in field.calls().iter().filter(|call| call.path.contains('{')) {
        let places: Vec<&str> = call.path.match_indices('{').map(|(at, _)| &call.path[at..]).collect();
        let mut cases = Vec::new();
        for rest in places {
            let name = &rest[..=rest.find('}').expect("an end")];
            for id in &ids {
                let path = field.filled(&call.path.replacen(name, id, 1), "01a1f8ef-6140-7277-9208-019e6cd572a8");
                let body: &[u8] = if call.json.is_some() { b"{}" } else { b"" };
                let headers = [("content-type", "application/json"), ("cookie", field.cookie.as_str())];
                let what = format!("{} {} with {name} = {id:.60}", call.method, call.path);
                cases.push(Case::whole(what, request(&call.method, &path, &headers, body), Want::Rejection));
            }
        }
        field.try_all(cases).await;
    }
}

pub async fn queries(field: &Field) {
    let values = strange_values();
    for call in field.calls() {
        let path = field.filled(&call.path, "01a1f8ef-6140-7277-9208-019e6cd572a8");
        let names = call.parameters.iter().filter(|one| one["in"] == "query").filter_map(|one| one["name"].as_str());
        let cases = names.flat_map(|name| values.iter().map(move |value| (name, value))).map(|(name, value)| {
            let headers = [("content-type", "application/json"), ("cookie", field.cookie.as_str())];
            let what = format!("{} {}?{name}={value:.60}", call.method, call.path);
            // A stream that opens has no end.
            let bytes = request(&call.method, &format!("{path}?{name}={value}"), &headers, b"{}");
            Case::whole(what, bytes, if call.path == "/live" { Want::Rejection } else { Want::NoFault })
        });
        field.try_all(cases.collect::<Vec<_>>()).await;
    }
}
