//! Question of a block. Puts stem, options, key and explanation together; every key that stands somewhere must say the
//! same, and none of them stays in what participants see.

use super::blocks::letters_are_next;
use super::inline;
use super::line::{Answer, Line};
use super::marks;
use super::options::{self, Options};
use super::patterns::{PATTERNS, Patterns};
use super::typed;
use crate::key::{self, Labels};
use crate::limits;
use crate::model::{Kind, Marks, Question, Row};
use crate::normalise::{as_read, first_words};
use crate::numbers;

/// What a block's lines are, beside stem and options.
#[derive(Debug, Default)]
struct Tail {
    keys: Vec<String>,
    explanation: Vec<String>,
    left: Vec<String>,
}

/// Reads a block. `listed` is its key in a list at the end.
pub fn read(lines: &[Line], listed: Option<&str>) -> Row {
    let mut row = Row::at(lines[0].number);
    row.source = lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n");
    let mut question = Question::default();
    if lines.len() > limits::QUESTION_LINES {
        row.refuse(format!("A question of more than {} lines: where does the next one begin?", limits::QUESTION_LINES));
        question.text = first_words(&lines[0].text);
        return row.with(question);
    }
    let mut keys: Vec<String> = listed.into_iter().map(str::to_owned).collect();
    let (lines, numbered) = headless(lines, &mut question, &mut keys);
    let end = zone(&lines);
    let mut tail = read_tail(&lines[end..], &mut question);
    keys.append(&mut tail.keys);
    let mut found = options::find(&lines[..end]);
    let mut stem = stem_of(&lines, &found);
    for text in std::iter::once(&mut stem).chain(found.texts.last_mut().map(|option| &mut option.raw)) {
        if let Some((rest, key)) = key_at_end(text) {
            keys.push(key);
            *text = rest;
        }
    }
    if let Some(last) = found.texts.last_mut() {
        let (raw, mark) = (last.raw.clone(), last.mark);
        if key_at_end(&last.bare).is_some() {
            *last = marks::of(&raw, false);
            last.mark = last.mark.max(mark);
        }
    }
    question.text = stem;
    question.explanation = (!tail.explanation.is_empty()).then(|| tail.explanation.join("\n"));
    found.notes.drain(..).for_each(|note| row.repair(note));
    let left: Vec<String> = found.left.drain(..).chain(tail.left).collect();
    if !left.is_empty() {
        row.refuse(format!(
            "Text stands between the options and the key: “{}”. Where does it belong?",
            first_words(&left.join(" "))
        ));
    }
    if let Some(doubt) = found.doubt.take() {
        row.refuse(doubt);
    }
    let open = keys.iter().find_map(|key| open_answer(key));
    if let (Some(open), true) = (open, keys.len() == 1) {
        question.text = whole(&lines[..end]);
        let (is_number, key) = open;
        let said = if is_number { Kind::Number } else { Kind::Text };
        open_question(&mut row, &mut question, Some(said), &key);
    } else {
        choose(&mut row, &mut question, found, &keys, (&lines[..end], numbered));
    }
    row.with(question)
}

/// The lines without what stands before the question, and whether it had a number.
fn headless(lines: &[Line], question: &mut Question, keys: &mut Vec<String>) -> (Vec<Line>, bool) {
    let mut lines = lines.to_vec();
    if let Some((code, key)) = lines[0].code_and_key().filter(|_| lines.len() > 1) {
        question.id = Some(code);
        keys.push(key);
        lines.remove(0);
        return (lines, true);
    }
    let numbered = lines[0].numbered();
    let is_numbered = numbered.is_some();
    let text = match numbered {
        Some(numbered) => numbered.rest,
        None => lines[0].question_word().unwrap_or(lines[0].plain()).to_owned(),
    };
    lines[0].text = text;
    if lines[0].text.is_empty() && lines.len() > 1 {
        lines.remove(0);
    }
    (lines, is_numbered)
}

/// How many lines stand before answer and explanation.
fn zone(lines: &[Line]) -> usize {
    let mut options = false;
    for (at, line) in lines.iter().enumerate().skip(1) {
        let before = &lines[at - 1];
        options |= before.labels().iter().any(|(label, _)| label.index == 1) || inline::row(&before.text).is_some();
        let answers = line.answer().is_some() && (options || !letters_are_next(lines, at));
        if answers || line.explanation().is_some() || options && line.property().is_some() {
            return at;
        }
    }
    lines.len()
}

fn read_tail(lines: &[Line], question: &mut Question) -> Tail {
    let mut tail = Tail::default();
    let (mut key_follows, mut explains) = (false, false);
    for line in lines {
        if key_follows {
            (key_follows, explains) = (false, false);
            tail.keys.push(line.text.clone());
        } else if let Some(Answer { key }) = line.answer().filter(|_| !explains || tail.keys.is_empty()) {
            let (key, more) = without_explanation(&key);
            tail.explanation.extend(more);
            key_follows = key.is_empty();
            explains = false;
            if !key_follows {
                tail.keys.push(key);
            }
        } else if let Some(words) = line.explanation() {
            explains = true;
            tail.explanation.extend(Some(words).filter(|words| !words.is_empty()));
        } else if let Some((word, rest)) = line.property() {
            property(question, &word, rest);
        } else if explains {
            tail.explanation.push(line.text.clone());
        } else {
            tail.left.push(line.text.clone());
        }
    }
    tail
}

/// `B. Explanation: …` in one line.
fn without_explanation(key: &str) -> (String, Option<String>) {
    for word in ["Explanation:", "Solution:", "Reason:", "explanation:", "व्याख्या:"] {
        if let Some((key, words)) = key.split_once(word) {
            return (key.trim_end_matches([' ', '(', ';', ',']).to_owned(), Some(words.trim().to_owned()));
        }
    }
    (key.to_owned(), None)
}

fn property(question: &mut Question, word: &str, rest: String) {
    match word {
        "difficulty" | "level" => question.difficulty = Some(rest),
        "tag" | "tags" => {
            question.tags =
                rest.split([',', ';']).map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect();
        }
        "mark" | "marks" | "point" | "points" => {
            question.marks = numbers::decimal(&rest).map(|right| Marks { right: right.text, ..Marks::default() });
        }
        _ => question.category = Some(rest),
    }
}

fn stem_of(lines: &[Line], found: &Options) -> String {
    let mut text = whole(&lines[..found.stem_lines.min(lines.len())]);
    if let Some(end) = found.stem_end.as_ref().filter(|end| !end.is_empty()) {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(end);
    }
    text
}

/// Lines of a question's text, those further in than the others still so: a program lives by it.
fn whole(lines: &[Line]) -> String {
    let least = lines.iter().skip(1).map(|line| line.indent).min().unwrap_or(0);
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        if at > 0 {
            text.push('\n');
            text.push_str(&" ".repeat((line.indent - least.min(line.indent)).min(80)));
        }
        text.push_str(&line.text);
    }
    text
}

/// `… Ans: (B)`: the text before, and the key.
fn key_at_end(text: &str) -> Option<(String, String)> {
    let groups = Patterns::groups(PATTERNS.answer_at_end.as_ref(), text)?;
    let (all, key) = (groups.get(0)?, groups.get(1)?);
    (all.start() > 0).then(|| (text[..all.start()].trim_end().to_owned(), key.as_str().to_owned()))
}

/// `Short answer: …` and `Number: …`.
fn open_answer(key: &str) -> Option<(bool, String)> {
    let groups = Patterns::groups(PATTERNS.open_answer.as_ref(), key)?;
    Some((groups.get(1)?.as_str().eq_ignore_ascii_case("number"), groups.get(2)?.as_str().to_owned()))
}

fn open_question(row: &mut Row, question: &mut Question, said: Option<Kind>, key: &str) {
    if let Err(reason) = typed::take(question, said, key) {
        row.refuse(reason);
    }
}

fn choose(row: &mut Row, question: &mut Question, found: Options, keys: &[String], (lines, numbered): (&[Line], bool)) {
    let labels = found.labels.unwrap_or(Labels::None);
    let options = found.texts;
    let marked = marks::right(&options);
    if options.is_empty() {
        question.text = whole(lines);
        if let [key] = keys
            && let Some(right) = truth(key)
        {
            question.options = vec!["True".to_owned(), "False".to_owned()];
            question.right = vec![usize::from(!right)];
            row.repair("No options and a key that says true or false: read as a true or false question.");
        } else if let [key] = keys
            && !typed::is_of_options(key.trim())
        {
            open_question(row, question, None, key);
        } else if keys.is_empty() && !numbered && !question.text.ends_with(['?', '？']) {
            row.skip(format!("No question: “{}”.", first_words(&question.text)));
        }
        return;
    }
    let (raw, bare) = (marks::raw(&options), marks::bare(&options));
    question.options =
        if marked.is_empty() && keys.is_empty() || !keys.is_empty() { raw.clone() } else { bare.clone() };
    let mut right: Option<Vec<usize>> = None;
    for key in keys {
        let with_raw = key::resolve(key, &raw, &labels);
        let resolved = match with_raw {
            Ok(found) => Ok(found),
            Err(reason) => {
                key::resolve(key, &bare, &labels).inspect(|_| question.options.clone_from(&bare)).map_err(|_| reason)
            }
        };
        match resolved {
            Ok(found) => {
                found.note.into_iter().for_each(|note| row.repair(note));
                if right.as_ref().is_some_and(|right| *right != found.right) {
                    row.refuse("Two keys stand at this question, and they differ. Which one is right?");
                    return;
                }
                right = Some(found.right);
            }
            Err(reason) => {
                row.refuse(reason);
                return;
            }
        }
    }
    let strong = options.iter().any(|option| option.mark == marks::Mark::Strong);
    match right {
        Some(right) if strong && !marked.is_empty() && right != marked => {
            row.refuse("The key and the mark at an option differ. Which one is right?");
        }
        Some(right) => {
            if right == marked && options::same(&raw, &bare) {
                question.options = bare;
            }
            question.right = right;
        }
        None => question.right = marked,
    }
    if keys.is_empty() && !question.right.is_empty() && options.iter().all(|option| option.mark <= marks::Mark::Looks) {
        row.repair("The option that is bold, underlined or highlighted was taken as the right one. Check that the file means it so.");
    }
    if question.right.len() > 1 {
        question.kind = Kind::Several;
        if keys.is_empty() {
            row.repair("Several options are marked: all of them are right.");
        }
    }
}

/// True or false, in the words of the campus.
pub fn truth(key: &str) -> Option<bool> {
    match as_read(key).trim_end_matches('.') {
        "true" | "t" | "सत्य" | "верно" => Some(true),
        "false" | "f" | "असत्य" | "неверно" => Some(false),
        _ => None,
    }
}
