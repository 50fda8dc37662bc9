//! SQL: the result of a query on a small table that is in the question.

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::draft_parts::{Generator, draft, many, numbers, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator = Generator { topics: &["SQL", "Databases"], synonyms: &[], parts: &[], make };

struct Row {
    name: &'static str,
    group: &'static str,
    value: Option<i64>,
}

fn table(rng: &mut StdRng, with_null: bool) -> (Vec<Row>, String) {
    let mut names = ["Asha", "Bilal", "Chitra", "Dev", "Esha", "Farid", "Gita", "Hari"];
    names.shuffle(rng);
    let groups = *pick(rng, &[["CSE", "ECE", "ME"], ["A", "B", "C"], ["Pune", "Delhi", "Kochi"]]);
    let mut rows: Vec<Row> = names[..6]
        .iter()
        .map(|name| Row { name, group: pick::<&str>(rng, &groups), value: Some(rng.random_range(4..20) * 5) })
        .collect();
    if with_null {
        let at = rng.random_range(0..6);
        rows[at].value = None;
    }
    let lines: Vec<String> = rows
        .iter()
        .map(|row| {
            format!("({}, {}, {})", row.name, row.group, row.value.map_or("NULL".to_owned(), |value| value.to_string()))
        })
        .collect();
    let text = format!("Table t(name, grp, marks) holds: {}.", lines.join(", "));
    (rows, text)
}

fn make(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => match rng.random_range(0..2) {
            0 => counted(rng, level),
            _ => summed(rng, level),
        },
        Difficulty::Medium => match rng.random_range(0..3) {
            0 => nulls(rng, level),
            1 => having(rng, level),
            _ => summed(rng, level),
        },
        Difficulty::Hard => match rng.random_range(0..2) {
            0 => having(rng, level),
            _ => above_average(rng, level),
        },
    }
}

fn ask(text: &str, query: &str) -> String {
    format!("{text} What does this give?\n{query}")
}

fn counted(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (rows, text) = table(rng, false);
    let (limit, or_more) = (rng.random_range(5..18) * 5, rng.random_bool(0.5));
    let good = |value: i64| if or_more { value >= limit } else { value > limit };
    let answer = rows.iter().filter(|row| row.value.is_some_and(good)).count() as i64;
    let sign = if or_more { ">=" } else { ">" };
    let mistakes = numbers(rng, answer, &[6 - answer, 6], 0);
    let query = format!("SELECT COUNT(*) FROM t WHERE marks {sign} {limit};");
    draft(
        level,
        ask(&text, &query),
        answer,
        mistakes,
        format!("{}: those with marks {sign} {limit}.", many(answer, "row")),
    )
}

fn nulls(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (rows, text) = table(rng, true);
    if rng.random_bool(0.5) {
        let mistakes = numbers(rng, 5, &[6, 4, 1], 0);
        let why = "COUNT of a column leaves NULL out; COUNT(*) would give 6.";
        return draft(level, ask(&text, "SELECT COUNT(marks) FROM t;"), 5, mistakes, why);
    }
    let limit = rng.random_range(5..18) * 5;
    let answer = rows.iter().filter(|row| row.value.is_some_and(|value| value != limit)).count() as i64;
    let mistakes = numbers(rng, answer, &[answer + 1, 6, 0], 0);
    let query = format!("SELECT COUNT(*) FROM t WHERE marks <> {limit};");
    let why = "A comparison with NULL is unknown, so that row is left out.";
    draft(level, ask(&text, &query), answer, mistakes, why)
}

fn summed(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (rows, text) = table(rng, false);
    let group = rows[0].group;
    let of_group: Vec<i64> = rows.iter().filter(|row| row.group == group).filter_map(|row| row.value).collect();
    let (word, answer) = match rng.random_range(0..3) {
        0 => ("SUM", of_group.iter().sum::<i64>()),
        1 => ("MAX", *of_group.iter().max()?),
        _ => ("MIN", *of_group.iter().min()?),
    };
    let all: Vec<i64> = rows.iter().filter_map(|row| row.value).collect();
    let others =
        [all.iter().sum(), *all.iter().max()?, *all.iter().min()?, of_group.len() as i64, answer + 5, answer - 5];
    let mistakes = numbers(rng, answer, &others, 0);
    let query = format!("SELECT {word}(marks) FROM t WHERE grp = '{group}';");
    draft(level, ask(&text, &query), answer, mistakes, format!("{group} has {}.", many(of_group.len() as i64, "row")))
}

fn groups_of(rows: &[Row]) -> Vec<&'static str> {
    let mut groups: Vec<&str> = rows.iter().map(|row| row.group).collect();
    groups.sort_unstable();
    groups.dedup();
    groups
}

fn having(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (rows, text) = table(rng, false);
    let least: usize = rng.random_range(2..4);
    let groups = groups_of(&rows);
    let size = |group: &str| rows.iter().filter(|row| row.group == group).count();
    let answer = groups.iter().filter(|group| size(group) >= least).count() as i64;
    let mistakes = numbers(rng, answer, &[groups.len() as i64, least as i64, 6], 0);
    let query = format!("SELECT COUNT(*) FROM (SELECT grp FROM t GROUP BY grp HAVING COUNT(*) >= {least}) AS g;");
    draft(level, ask(&text, &query), answer, mistakes, format!("{} with {least} rows or more.", many(answer, "group")))
}

fn above_average(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (rows, text) = table(rng, true);
    let values: Vec<i64> = rows.iter().filter_map(|row| row.value).collect();
    let sum: i64 = values.iter().sum();
    let answer = values.iter().filter(|value| **value * values.len() as i64 > sum).count() as i64;
    let with_zero = values.iter().filter(|value| **value * 6 > sum).count() as i64;
    let mistakes = numbers(rng, answer, &[with_zero, 5 - answer, 6 - answer], 0);
    let query = "SELECT COUNT(*) FROM t WHERE marks > (SELECT AVG(marks) FROM t);";
    draft(level, ask(&text, query), answer, mistakes, format!("AVG leaves NULL out: {sum} / 5."))
}
