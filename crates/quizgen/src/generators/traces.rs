//! Program traces: what a few lines of Python, C or JavaScript print. The program is built from parameters, and its
//! result is computed here by the rules of that language.

use rand::RngExt;
use rand::rngs::StdRng;

use super::draft_parts::{Generator, draft, numbers, pick};
use crate::draft::{Difficulty, Draft};

pub(super) static PYTHON: Generator = Generator { topics: &["Python"], synonyms: &[], parts: &[], make: python };
pub(super) static C: Generator = Generator { topics: &["C programming"], synonyms: &[], parts: &[], make: c };
pub(super) static JAVASCRIPT: Generator =
    Generator { topics: &["JavaScript"], synonyms: &[], parts: &[], make: javascript };

fn ask(language: &str, code: &str) -> String {
    format!("What does this {language} program print?\n{code}")
}

fn python(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => python_easy(rng, level),
        Difficulty::Medium => python_medium(rng, level),
        Difficulty::Hard => python_hard(rng, level),
    }
}

fn python_easy(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, b): (i64, i64) = (rng.random_range(7..60), rng.random_range(2..9));
    if rng.random_bool(0.5) {
        let answer = a / b * 10 + a % b;
        let mistakes = numbers(rng, answer, &[a % b * 10 + a / b, a / b + a % b, a * 10 / b], 0);
        let why = format!("{a} // {b} is {} and {a} % {b} is {}.", a / b, a % b);
        draft(level, ask("Python", &format!("print({a} // {b} * 10 + {a} % {b})")), answer, mistakes, why)
    } else {
        let step = rng.random_range(2..5);
        let answer: i64 = (b..a).step_by(step).sum();
        let inclusive: i64 = (b..=a).step_by(step).sum();
        let mistakes = numbers(rng, answer, &[inclusive, answer + a, answer - b, (b..a).sum()], 0);
        let why = "range leaves its end out.";
        draft(level, ask("Python", &format!("print(sum(range({b}, {a}, {step})))")), answer, mistakes, why)
    }
}

fn list_of(values: &[i64]) -> String {
    format!("[{}]", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

fn python_medium(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let values: Vec<i64> = (0..6).map(|_| rng.random_range(1..10)).collect();
    if rng.random_bool(0.5) {
        let (from, to) = (rng.random_range(1..3), rng.random_range(4..6));
        let right = list_of(&values[from..to]);
        let mistakes = [
            list_of(&values[from..=to]),
            list_of(&values[from - 1..to]),
            list_of(&values[from - 1..to - 1]),
            list_of(&values[from + 1..to]),
        ];
        let code = format!("x = {}\nprint(x[{from}:{to}])", list_of(&values));
        draft(
            level,
            ask("Python", &code),
            right,
            mistakes,
            "A slice begins at 0-based index from and leaves the end out.",
        )
    } else {
        let by = rng.random_range(2..4);
        let kept: Vec<i64> = values.iter().filter(|v| *v % by == 0).map(|v| v * v).collect();
        let other: Vec<i64> = values.iter().filter(|v| *v % by == 0).copied().collect();
        let rest: Vec<i64> = values.iter().filter(|v| *v % by != 0).map(|v| v * v).collect();
        let all: Vec<i64> = values.iter().map(|v| v * v).collect();
        let code = format!("x = {}\nprint([v * v for v in x if v % {by} == 0])", list_of(&values));
        let mistakes = [list_of(&other), list_of(&rest), list_of(&all), list_of(&kept[kept.len().min(1)..])];
        draft(
            level,
            ask("Python", &code),
            list_of(&kept),
            mistakes,
            format!("Only values divisible by {by} are kept, and squared."),
        )
    }
}

fn python_hard(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, b, c): (i64, i64, i64) = (rng.random_range(1..10), rng.random_range(1..10), rng.random_range(1..10));
    if rng.random_bool(0.5) {
        // The default list is made once.
        let code = format!("def f(v, x=[]):\n    x.append(v)\n    return x\nf({a})\nf({b})\nprint(f({c}))");
        let mistakes = [list_of(&[c]), list_of(&[b, c]), list_of(&[c, b, a]), list_of(&[a, c])];
        draft(
            level,
            ask("Python", &code),
            list_of(&[a, b, c]),
            mistakes,
            "A default value is made once, when the function is defined.",
        )
    } else {
        let (low, by) = (-rng.random_range(7..60_i64), rng.random_range(2..9_i64));
        let answer = format!("{} {}", low.div_euclid(by), low.rem_euclid(by));
        let mistakes = [
            format!("{} {}", low / by, low % by),
            format!("{} {}", low / by, low.rem_euclid(by)),
            format!("{} {}", low.div_euclid(by), low % by),
            format!("{} {}", low / by - 2, -(low % by)),
        ];
        draft(
            level,
            ask("Python", &format!("print({low} // {by}, {low} % {by})")),
            answer,
            mistakes,
            "// rounds down, so the remainder has the divisor's sign.",
        )
    }
}

fn c(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, b): (i64, i64) = (rng.random_range(7..60), rng.random_range(2..9));
    match level {
        Difficulty::Easy => {
            let answer = a / b * b;
            let mistakes = numbers(rng, answer, &[a, a * b, a / b], 0);
            let code = format!("int a = {a}, b = {b};\nprintf(\"%d\", a / b * b);");
            draft(
                level,
                ask("C", &code),
                answer,
                mistakes,
                format!("Division of ints drops the fraction: {a} / {b} is {}.", a / b),
            )
        }
        Difficulty::Medium if rng.random_bool(0.5) => {
            let answer = a + (b + 1);
            let mistakes = [
                format!("{answer} {b}"),
                format!("{} {b}", a + b),
                format!("{} {}", a + b + 2, b + 1),
                format!("{} {}", a + b, b + 2),
            ];
            let code = format!("int a = {a}, b = {b};\nint s = a + ++b;\nprintf(\"%d %d\", s, b);");
            draft(level, ask("C", &code), format!("{answer} {}", b + 1), mistakes, "++b raises b before it is used.")
        }
        Difficulty::Medium => {
            let (low, most) = (rng.random_range(0..4), rng.random_range(6..14));
            let answer: i64 = (low..most).filter(|i| i % b != 0).sum();
            let mistakes = numbers(
                rng,
                answer,
                &[
                    (low..most).sum(),
                    (low..=most).filter(|i| i % b != 0).sum(),
                    (low..most).filter(|i| i % b == 0).sum(),
                ],
                0,
            );
            let code = format!(
                "int s = 0;\nfor (int i = {low}; i < {most}; i++) {{\n    if (i % {b} == 0) continue;\n    s += i;\n}}\nprintf(\"%d\", s);"
            );
            draft(level, ask("C", &code), answer, mistakes, format!("Multiples of {b} are left out."))
        }
        Difficulty::Hard if rng.random_bool(0.5) => {
            let (x, y): (i64, i64) = (rng.random_range(1..64), rng.random_range(1..64));
            let (op, answer) = *pick(rng, &[("&", x & y), ("|", x | y), ("^", x ^ y)]);
            let shift = rng.random_range(1..3_i64);
            let result = answer << shift;
            let mistakes =
                numbers(rng, result, &[x + y, (x ^ y) << shift, (x & y) << shift, (x | y) << shift, answer], 0);
            let code = format!("int x = {x}, y = {y};\nprintf(\"%d\", (x {op} y) << {shift});");
            draft(level, ask("C", &code), result, mistakes, format!("x {op} y is {answer}, shifted left by {shift}."))
        }
        Difficulty::Hard => {
            let values: Vec<i64> = (0..5).map(|_| rng.random_range(1..50)).collect();
            let (start, step) = (rng.random_range(0..2_usize), rng.random_range(1..3_usize));
            let answer = values[start] + values[start + step];
            let mistakes = numbers(
                rng,
                answer,
                &[
                    values[start] + step as i64 + values[start],
                    values[start + 1] + values[start + step + 1],
                    values[start] + values[start] + step as i64,
                ],
                0,
            );
            let list: Vec<String> = values.iter().map(ToString::to_string).collect();
            let code = format!(
                "int a[] = {{{}}};\nint *p = a + {start};\nprintf(\"%d\", *p + *(p + {step}));",
                list.join(", ")
            );
            draft(
                level,
                ask("C", &code),
                answer,
                mistakes,
                format!("p points at a[{start}], and p + {step} at a[{}].", start + step),
            )
        }
    }
}

fn javascript(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let (a, b): (i64, i64) = (rng.random_range(2..30), rng.random_range(2..30));
    match level {
        Difficulty::Easy => {
            let (code, answer, others, why) = match rng.random_range(0..2) {
                0 => (
                    format!("console.log('{a}' + {b})"),
                    format!("{a}{b}"),
                    [(a + b).to_string(), "NaN".into(), (a * b).to_string()],
                    "+ with a text joins texts.",
                ),
                _ => (
                    format!("console.log('{a}' - {b})"),
                    (a - b).to_string(),
                    [format!("{a}{b}"), "NaN".into(), (a + b).to_string()],
                    "- turns both sides into numbers.",
                ),
            };
            draft(level, ask("JavaScript", &code), answer, others, why)
        }
        Difficulty::Medium => {
            let values: Vec<i64> = (0..5).map(|_| rng.random_range(1..12)).collect();
            let limit = rng.random_range(3..9);
            let sum =
                |keep: &dyn Fn(i64) -> bool| values.iter().copied().filter(|v| keep(*v)).map(|v| v * 2).sum::<i64>();
            let answer = sum(&|v| v > limit);
            let mistakes =
                numbers(rng, answer, &[sum(&|v| v >= limit), sum(&|v| v <= limit), answer / 2, sum(&|_| true)], 0);
            let code = format!(
                "const x = {};\nconsole.log(x.filter(v => v > {limit}).map(v => v * 2).reduce((s, v) => s + v, 0))",
                list_of(&values)
            );
            draft(
                level,
                ask("JavaScript", &code),
                answer,
                mistakes,
                format!("Only values above {limit} are doubled and added."),
            )
        }
        Difficulty::Hard if rng.random_bool(0.5) => {
            let times = rng.random_range(3..7_i64);
            let of = |n: i64| (0..times).map(|_| n.to_string()).collect::<Vec<_>>().join(" ");
            let rising = |from: i64| (from..from + times).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
            let with_var = rng.random_bool(0.5);
            let word = if with_var { "var" } else { "let" };
            let answer = if with_var { of(a + times) } else { rising(a) };
            let mistakes = [if with_var { rising(a) } else { of(a + times) }, of(a + times - 1), rising(a + 1), of(a)];
            let code = format!(
                "const f = [];\nfor ({word} i = {a}; i < {}; i++) f.push(() => i);\nconsole.log(f.map(g => g()).join(' '))",
                a + times
            );
            draft(
                level,
                ask("JavaScript", &code),
                answer,
                mistakes,
                "let makes a new variable for every turn of the loop, var shares one.",
            )
        }
        Difficulty::Hard => {
            let values: Vec<i64> =
                (0..4).map(|_| *pick(rng, &[1, 2, 3, 5, 7, 10, 21, 25, 30, 100, 111, 200])).collect();
            let mut by_text = values.clone();
            by_text.sort_by_key(ToString::to_string);
            let mut by_number = values.clone();
            by_number.sort_unstable();
            let joined = |list: &[i64]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let down: Vec<i64> = by_number.iter().rev().copied().collect();
            let text_down: Vec<i64> = by_text.iter().rev().copied().collect();
            let code = format!("console.log({}.sort().join(' '))", list_of(&values));
            let mistakes = [joined(&by_number), joined(&down), joined(&values), joined(&text_down)];
            draft(
                level,
                ask("JavaScript", &code),
                joined(&by_text),
                mistakes,
                "Without a comparison, sort compares texts.",
            )
        }
    }
}
