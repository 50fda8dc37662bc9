//! Forms with files that are none: their boundaries, their parts and the names in them, at every call that takes one.

use super::field::{Case, Field, Want};
use super::raw::request;

const BOUNDARY: &str = "quadquad";

fn part(head: &str, content: &[u8]) -> Vec<u8> {
    [format!("--{BOUNDARY}\r\n{head}\r\n\r\n").as_bytes(), content, b"\r\n"].concat()
}

fn form(parts: &[Vec<u8>]) -> Vec<u8> {
    [parts.concat(), format!("--{BOUNDARY}--\r\n").into_bytes()].concat()
}

/// Content types and bodies, by name.
#[expect(clippy::too_many_lines, reason = "a table")]
fn broken() -> Vec<(String, String, Vec<u8>)> {
    let right = format!("multipart/form-data; boundary={BOUNDARY}");
    let file = r#"content-disposition: form-data; name="image"; filename="a.png""#;
    let plain = form(&[part(file, b"no picture")]);
    let mut all = Vec::new();
    let mut add = |name: &str, kind: &str, body: Vec<u8>| all.push((name.to_owned(), kind.to_owned(), body));
    for (name, kind) in [
        ("no boundary", "multipart/form-data"),
        ("an empty boundary", "multipart/form-data; boundary="),
        ("an empty boundary in quotes", "multipart/form-data; boundary=\"\""),
        ("another boundary", "multipart/form-data; boundary=other"),
        ("a boundary that does not end", "multipart/form-data; boundary=\"quadquad"),
        ("two boundaries", "multipart/form-data; boundary=other; boundary=quadquad"),
        ("a boundary of odd letters", "multipart/form-data; boundary=a b(c)<d>"),
        ("a mixed form", "multipart/mixed; boundary=quadquad"),
        ("a form of no kind", "multipart/; boundary=quadquad"),
    ] {
        add(name, kind, plain.clone());
    }
    add(
        "a boundary of 10,000 letters",
        &format!("multipart/form-data; boundary={}", "b".repeat(10_000)),
        plain.clone(),
    );
    for (name, body) in [
        ("nothing", Vec::new()),
        ("text", b"hello".to_vec()),
        ("only the end", form(&[])),
        ("only dashes", b"-".repeat(5_000)),
        ("no end", part(file, b"no picture")),
        ("half an end", [part(file, b"x"), format!("--{BOUNDARY}-").into_bytes()].concat()),
        ("half a head", format!("--{BOUNDARY}\r\ncontent-dispo").into_bytes()),
        ("a head without a body", format!("--{BOUNDARY}\r\n{file}").into_bytes()),
        ("bare line feeds", String::from_utf8_lossy(&plain).replace("\r\n", "\n").into_bytes()),
        ("an empty file", form(&[part(file, b"")])),
        ("a preamble without an end", [b"x".repeat(100_000), plain.clone()].concat()),
        ("no head at all", form(&[part("", b"x")])),
        ("a head that is no head", form(&[part("hello", b"x")])),
        (
            "NUL in a head",
            form(&[part("content-disposition: form-data; name=\"i\0mage\"; filename=\"a\0.png\"", b"x")]),
        ),
        (
            "a form in a form",
            form(&[part(&format!("{file}\r\ncontent-type: multipart/mixed; boundary={BOUNDARY}"), &plain)]),
        ),
        ("another encoding", form(&[part(&format!("{file}\r\ncontent-transfer-encoding: base64"), b"eA==")])),
        (
            "another charset",
            form(&[part("content-disposition: form-data; name=\"_charset_\"", b"utf-7"), part(file, b"x")]),
        ),
        (
            "bytes in a text",
            form(&[part("content-disposition: form-data; name=\"title\"", b"\xff\xfe"), part(file, b"x")]),
        ),
        (
            "a text of 100,000 letters",
            form(&[part("content-disposition: form-data; name=\"title\"", &b"x".repeat(100_000))]),
        ),
        (
            "10,000 texts",
            form(
                &(0..10_000)
                    .map(|n| part(&format!("content-disposition: form-data; name=\"t{n}\""), b"x"))
                    .collect::<Vec<_>>(),
            ),
        ),
        ("10,000 texts of one name", form(&vec![part("content-disposition: form-data; name=\"t\"", b"x"); 10_000])),
        ("2,000 files", form(&vec![part(file, b"x"); 2_000])),
        (
            "1,000 headers in a part",
            form(&[part(format!("{file}\r\n{}", "x-more: 1\r\n".repeat(1_000)).trim_end(), b"x")]),
        ),
        (
            "a header of 100,000 letters in a part",
            form(&[part(&format!("{file}\r\nx-more: {}", "x".repeat(100_000)), b"x")]),
        ),
        (
            "a folded header",
            form(&[part("content-disposition: form-data;\r\n name=\"image\";\r\n filename=\"a.png\"", b"x")]),
        ),
    ] {
        add(name, &right, body);
    }
    for name in [
        "../../../etc/passwd",
        "..\\..\\boot.ini",
        "C:\\fakepath\\a.png",
        "/dev/zero",
        "a\0.png",
        "a.png\\",
        "\\\"",
        "\"",
        "",
        ".",
        "..",
        "%2e%2e%2fa",
        "%00",
        "a\r\nset-cookie: x=y",
        "a\nb",
        "\u{202e}gnp.exe",
        "<img src=x onerror=alert(1)>.png",
        "a;b=c",
        "CON",
        "\u{7f}",
    ] {
        let head = format!("content-disposition: form-data; name=\"image\"; filename=\"{name}\"");
        add(&format!("a file called {name:?}"), &right, form(&[part(&head, b"no picture")]));
    }
    for disposition in [
        "form-data",
        "form-data; name",
        "form-data; name=",
        "form-data; name=image; filename=a.png",
        "form-data; filename=\"a.png\"",
        "form-data; name=\"image\"; name=\"other\"; filename=\"a\"; filename=\"b\"",
        "attachment; name=\"image\"; filename=\"a.png\"",
        "form-data; name=\"image\"; filename*=UTF-8''%ff%00a.png",
        "form-data; name=\"image\"; filename*=x'y",
        "; ; ;",
        "=\"=;",
    ] {
        add(disposition, &right, form(&[part(&format!("content-disposition: {disposition}"), b"no picture")]));
    }
    let long = format!("content-disposition: form-data; name=\"image\"; filename=\"{}.png\"", "n".repeat(50_000));
    add("a name of 50,000 letters", &right, form(&[part(&long, b"no picture")]));
    let mut unreadable =
        format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"image\"; filename=\"").into_bytes();
    unreadable.extend(b"\xff\xfe.png\"\r\n\r\nx\r\n");
    unreadable.extend(form(&[]));
    add("a name that is no text", &right, unreadable);
    all
}

pub async fn broken_forms(field: &Field) {
    let broken = broken();
    for call in field.calls().iter().filter(|call| call.takes_files) {
        let path = field.filled(&call.path, "01a1f8ef-6140-7277-9208-019e6cd572a8");
        for (name, kind, body) in &broken {
            // One after the other: more than a few forms of one person wait for each other.
            let headers = [("content-type", kind.as_str()), ("cookie", field.cookie.as_str())];
            let what = format!("{} {} with {name:.60}", call.method, call.path);
            field.try_one(Case::whole(what, request(&call.method, &path, &headers, body), Want::Rejection)).await;
        }
        field.is_well("a round of forms").await;
        let guest = request(&call.method, &path, &[("content-type", "multipart/form-data; boundary=x")], b"--x--");
        field.try_one(Case::whole("a form of a guest", guest, Want::Rejection)).await;
        // What was promised does not come.
        let head = format!(
            "{} {path} HTTP/1.1\r\nhost: quad\r\ncookie: {}\r\ncontent-type: multipart/form-data; boundary={BOUNDARY}\r\n\
             content-length: 90000\r\n\r\n",
            call.method, field.cookie
        );
        let half =
            [head.as_bytes(), &part("content-disposition: form-data; name=\"image\"; filename=\"a\"", b"x")].concat();
        field.try_one(Case::open("a form that breaks off", half, Want::RefusalOrEnd)).await;
    }
}
