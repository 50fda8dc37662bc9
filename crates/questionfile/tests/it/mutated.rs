//! Mutated inputs: 10,000 changes of the corpus for each reader, from a seed, and none makes it panic.

use quad_questionfile::{Format, Kind, Question, Target, read, write};

/// Times each reader is tried.
const TIMES: usize = 10_000;

/// A small generator, the same on every machine.
struct Dice(u64);

impl Dice {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below.max(1) as u64) as usize
    }
}

const PIECES: [&str; 26] = [
    "{", "}", "=", "~", "%", "\\", "::", "\n", "\n\n", "A) ", "B. ", "Answer: ", "1. ", "<p>", "</p>", "]]>", "&amp;",
    "\u{200b}", "€", "क", "\"", ",", "$", "(b)", "#", "// [id:",
];

fn mutated(seed: &[u8], others: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=dice.next(4) {
        let at = dice.next(bytes.len() + 1);
        match dice.next(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.next(8),
            1 => {
                let end = (at + dice.next(20)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let end = (at + dice.next(40)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                let to = dice.next(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            3 => {
                let other = &others[dice.next(others.len())];
                let start = dice.next(other.len() + 1);
                let end = (start + dice.next(60)).min(other.len());
                bytes.splice(at..at, other[start..end].to_vec());
            }
            4 => bytes.truncate(at),
            _ => {
                let piece = PIECES[dice.next(PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
        }
    }
    bytes
}

fn questions() -> Vec<Question> {
    let choice = |kind: Kind, right: Vec<usize>| Question {
        kind,
        text: "What is $\\nabla f$ < 3?\nसोचो".to_owned(),
        options: ["{a} = 1", "~b #c", "−2", "Sir C. V. Raman"].map(String::from).into(),
        right,
        explanation: Some("Because.".to_owned()),
        category: Some("Physics > Light/Sound".to_owned()),
        tags: vec!["easy".to_owned()],
        ..Question::default()
    };
    vec![
        choice(Kind::Single, vec![1]),
        choice(Kind::Several, vec![0, 2]),
        Question {
            kind: Kind::Number,
            text: "Pi?".to_owned(),
            value: Some("3.14".to_owned()),
            tolerance: Some("0.01".to_owned()),
            ..Question::default()
        },
        Question {
            kind: Kind::Text,
            text: "Sky?".to_owned(),
            accepted: vec!["blue".to_owned(), "azure".to_owned()],
            ..Question::default()
        },
    ]
}

fn hammer(format: Format, target: Target, more: &[&str]) {
    let mut seeds: Vec<Vec<u8>> = more.iter().map(|text| text.as_bytes().to_vec()).collect();
    seeds.push(write(&questions(), target).expect("written").bytes);
    let mut dice = Dice(0x5eed_0000 + format as u64 * 7919 + 1);
    for _ in 0..TIMES {
        let seed = seeds[dice.next(seeds.len())].clone();
        let bytes = mutated(&seed, &seeds, &mut dice);
        let _ = read(&bytes, None, Some(format));
        let _ = read(&bytes, Some("x.txt"), None);
    }
}

#[test]
fn plain_text_never_panics() {
    hammer(
        Format::Text,
        Target::Text,
        &[
            "1. Q?\nA) 1 B) 2\nPage 3 of 12\nC) 3\nD) 4\nAnswer: B",
            "Capital?\n- [ ] Lyon\n- [x] Paris\n\nWhen?\n15-Aug-1947\n26-Jan-1950\nAnswer: 26-Jan-1950",
            "१. राजधानी?\n(क) मुंबई\n(ख) दिल्ली\nउत्तर: (ख)\n１．首都は？\nＡ．大阪\nＢ．東京\n答え：Ｂ\nAnswer Key\n1. A 2. B",
            "T1A03 (B) [97.1]\nWhich?\nA. x\n**B. y**\n~~\nSolution:\n1. x\nDifficulty: hard",
        ],
    );
}

#[test]
fn gift_never_panics() {
    hammer(
        Format::Gift,
        Target::Gift,
        &[
            "$CATEGORY: a/b//c\nIs it? {T#no#yes}\n\n// [id:1]\n::T::[html]What {=a#f ~%33,3%b\n\n~c####x} x\n\n{#1..5}\n\nx {#=3:0.1#f =%50%4}",
        ],
    );
}

#[test]
fn aiken_never_panics() {
    hammer(Format::Aiken, Target::Aiken, &["Which?\na) one\n(B) two\nthree\nAnswer: A, b\n\nNo\nA) x"]);
}

#[test]
fn moodle_xml_never_panics() {
    hammer(
        Format::MoodleXml,
        Target::MoodleXml,
        &[
            "<quiz><question type=\"truefalse\"><questiontext><text><p>x<sup>2</sup></p></text><file name=\"a b\">AA==</file></questiontext><answer fraction=\"33,3\"><text>True</text></answer></question></quiz>",
        ],
    );
}

#[test]
fn csv_never_panics() {
    hammer(Format::Csv, Target::Csv, &["sep=;\nQuestion;A;B;C;Answer\n\"x\n\";1;2;3;\"1,3\"\ny;a;b;;13"]);
}

#[test]
fn xlsx_never_panics() {
    hammer(Format::Xlsx, Target::Xlsx, &[]);
}

#[test]
fn qti_never_panics() {
    hammer(
        Format::Qti,
        Target::Qti21,
        &[
            "<questestinterop><item ident=\"a\"><presentation><material><mattext>x</mattext></material><response_lid><render_choice><response_label ident=\"1\"/></render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><not><varequal>1</varequal></not></conditionvar><setvar action=\"Add\">5</setvar></respcondition></resprocessing></item></questestinterop>",
        ],
    );
    hammer(Format::Qti, Target::Qti30, &[]);
}

/// The parts of a document, mutated before they are packed: else a changed byte is a broken archive.
#[test]
fn docx_never_panics() {
    let document = b"<w:document><w:body><w:p><w:pPr><w:numPr><w:ilvl w:val=\"1\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>x</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>Question</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>".to_vec();
    let numbering = b"<w:numbering><w:abstractNum w:abstractNumId=\"0\"><w:lvl w:ilvl=\"1\"><w:start w:val=\"18446744073709551615\"/><w:numFmt w:val=\"upperRoman\"/><w:lvlText w:val=\"%2)\"/></w:lvl></w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num></w:numbering>".to_vec();
    let parts = [document, numbering];
    let mut dice = Dice(0x0d0c_5eed);
    for _ in 0..TIMES {
        let first = mutated(&parts[0], &parts, &mut dice);
        let second = if dice.next(2) == 0 { parts[1].clone() } else { mutated(&parts[1], &parts, &mut dice) };
        let bytes = crate::harness::zip(&[("word/document.xml", &first), ("word/numbering.xml", &second)]);
        let _ = read(&bytes, Some("x.docx"), None);
    }
}
