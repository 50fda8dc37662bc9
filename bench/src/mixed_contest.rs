//! Contest with all that contests may have: thirty questions of all kinds, the marks of JEE Main, answers that may be changed until handing
//! in, a mixed order, sixteen papers by a draw, twenty pictures. It is written by the calls of its owner.

use std::net::SocketAddr;

use anyhow::Context;
use quad_canvas::{Canvas, rectangle};
use quad_kernel::ids::Random;
use quad_load::Request;
use serde_json::{Value, json};

use crate::bench::ask;
use crate::campus::{Campus, Contest, Person};

/// Papers that are dealt.
const PAPERS: usize = 16;
/// Of each kind: how many there are, and how many of them each person gets.
const PARTS: [(&str, usize, usize); 4] = [("single", 12, 10), ("several", 6, 5), ("number", 6, 5), ("text", 6, 5)];
/// Pixels of a picture's width: that of the small size.
const WIDTH: usize = 480;
/// Pixels of the height of the one by which the others' height is found.
const TRIED: usize = 200;
/// Bytes of a picture in the small size.
const BYTES: usize = 40_000;
/// Greys of its grains: they cannot be made small.
const GREYS: [u8; 4] = [40, 100, 160, 220];
const BOUNDARY: &str = "----quadbench";

/// Who owns such contests: the last of the people, who does not join them.
pub fn owner(campus: &Campus) -> anyhow::Result<&Person> {
    campus.people.last().context("nobody is there to own a contest")
}

/// How many join: all but the owner, from the first on.
pub const fn joining(campus: &Campus) -> usize {
    campus.people.len().saturating_sub(1)
}

/// Writes rules, pictures, questions and the blueprint of a contest that has none yet.
pub async fn fill(server: SocketAddr, owner: &Person, contest: &Contest) -> anyhow::Result<()> {
    let at = format!("/api/contests/{}", contest.id);
    let rules = json!({"preset": "jee_main", "changing": "until_hand_in", "questionOrder": "shuffled"});
    tell(server, owner, "PUT", &format!("{at}/rules"), &rules).await.context("rules")?;
    // What a line of grains takes depends on how pictures are packed.
    let tried = upload(server, owner, &at, &form(&grains(TRIED)?)).await?;
    let small = tried["urls"]["480"].as_str().context("a picture has an address")?;
    let (status, bytes) = ask(server, &Request::get(small).cookie(&owner.cookie).bytes()).await?;
    anyhow::ensure!(status == 200, "the picture is not shown: {status}");
    let file = form(&grains(TRIED * BYTES / bytes.len().max(1))?);
    let kinds = PARTS.iter().flat_map(|(kind, many, _)| std::iter::repeat_n(*kind, *many));
    let mut questions = Vec::new();
    for (number, kind) in kinds.enumerate() {
        let mut question = question(number, kind);
        // Two of three have one.
        if number % 3 < 2 {
            let picture = upload(server, owner, &at, &file).await?;
            question["pictures"] = json!([{"id": picture["id"], "alt": "Grains of four greys", "option": null}]);
        }
        questions.push(question);
    }
    tell(server, owner, "POST", &format!("{at}/questions"), &json!({"questions": questions}))
        .await
        .context("questions")?;
    let parts: Vec<Value> = PARTS.iter().map(|(kind, _, each)| json!({"tags": [kind], "count": each})).collect();
    let draw = json!({"parts": parts, "papers": PAPERS});
    tell(server, owner, "PUT", &format!("{at}/draw"), &draw).await.context("draw")?;
    Ok(())
}

fn question(number: usize, kind: &str) -> Value {
    let options: Vec<String> = ["river", "ledger", "novel", "orbit"].map(|word| format!("{word} {number}")).to_vec();
    let text = format!("{}. What of all that is shown here comes next?", number + 1);
    let (options, right, value, accepted) = match kind {
        "single" => (options, json!([0]), Value::Null, json!([])),
        "several" => (options, json!([0, 1]), Value::Null, json!([])),
        "number" => (Vec::new(), json!([]), json!("2"), json!([])),
        _ => (Vec::new(), json!([]), Value::Null, json!(["word 2"])),
    };
    json!({"kind": kind, "text": text, "options": options, "right": right, "value": value, "accepted": accepted, "tags": [kind]})
}

/// The change that a person sends to a question of this kind; `turn` decides what of four answers it is.
pub fn change(kind: &str, turn: usize, seq: usize) -> String {
    let turn = turn % 4;
    match kind {
        "several" => format!("{{\"choice\":[{turn},{}],\"seq\":{seq}}}", (turn + 1) % 4),
        "number" => format!("{{\"value\":\"{turn}\",\"seq\":{seq}}}"),
        "text" => format!("{{\"value\":\"word {turn}\",\"seq\":{seq}}}"),
        _ => format!("{{\"choice\":[{turn}],\"seq\":{seq}}}"),
    }
}

/// A picture so high that cannot be made small, always the same.
fn grains(height: usize) -> anyhow::Result<Vec<u8>> {
    let random = Random::seeded(41);
    let mut canvas = Canvas::new(WIDTH, height);
    for at in 0..WIDTH * height {
        let grey = GREYS[random.below(GREYS.len() as u64) as usize];
        let corner = ((at % WIDTH) as f32, (at / WIDTH) as f32);
        canvas.shape(&rectangle(corner, (1.0, 1.0)), [grey; 3], 1.0);
    }
    Ok(canvas.png()?)
}

async fn upload(server: SocketAddr, owner: &Person, contest: &str, form: &[u8]) -> anyhow::Result<Value> {
    let content = format!("multipart/form-data; boundary={BOUNDARY}");
    let request = Request::post(&format!("{contest}/pictures")).cookie(&owner.cookie).body(&content, form.to_vec());
    let said = read(server, &request.bytes()).await.context("a picture")?;
    Ok(said["picture"].clone())
}

fn form(file: &[u8]) -> Vec<u8> {
    let head = "content-disposition: form-data; name=\"image\"; filename=\"grains.png\"\r\ncontent-type: image/png";
    let mut bytes = format!("--{BOUNDARY}\r\n{head}\r\n\r\n").into_bytes();
    bytes.extend(file);
    bytes.extend(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    bytes
}

async fn tell(server: SocketAddr, who: &Person, method: &str, path: &str, body: &Value) -> anyhow::Result<Value> {
    read(server, &Request::new(method, path).cookie(&who.cookie).json(body.to_string()).bytes()).await
}

async fn read(server: SocketAddr, request: &[u8]) -> anyhow::Result<Value> {
    let (status, body) = ask(server, request).await?;
    anyhow::ensure!((200..300).contains(&status), "{status}: {}", String::from_utf8_lossy(&body));
    Ok(serde_json::from_slice(&body)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_of_thirty_questions_have_a_picture_and_a_paper_has_fewer_than_there_are() {
        let all: usize = PARTS.iter().map(|(_, many, _)| many).sum();
        assert_eq!((all, (0..all).filter(|number| number % 3 < 2).count()), (30, 20));
        assert!(PARTS.iter().all(|(_, many, each)| each < many));
    }

    #[test]
    fn a_change_is_what_its_kind_takes() {
        for (kind, wanted) in [
            ("single", json!({"choice": [3], "seq": 9})),
            ("several", json!({"choice": [3, 0], "seq": 9})),
            ("number", json!({"value": "3", "seq": 9})),
            ("text", json!({"value": "word 3", "seq": 9})),
        ] {
            let read: Value = serde_json::from_str(&change(kind, 7, 9)).expect("JSON");
            assert_eq!(read, wanted);
        }
    }
}
