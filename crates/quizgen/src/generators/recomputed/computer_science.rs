//! Recomputation of computer science questions: loops are counted; programs, queries and data structures are followed
//! by other code than the generator's.

use std::cell::RefCell;
use std::collections::HashMap;

use super::Judge;
use super::parse::{counts, gaps, list, reads, same, whole, wholes};

pub fn judge(text: &str) -> Option<Judge> {
    [complexity, logic, networks, bases, query, structures, sorting, python, c, javascript, codes]
        .iter()
        .find_map(|kind| kind(text))
}

/// `O(n² log n)` as powers of n and of log n.
fn growth(text: &str) -> Option<(i32, i32)> {
    let inner = gaps(text, "O(¤)")?[0];
    let (n, log) = match inner.find('l').map(|at| inner.split_at(at)) {
        None => (inner, ""),
        Some((before, _)) if before.ends_with('(') => (before.trim_end_matches('('), &inner[before.len() - 1..]),
        Some((before, after)) => (before, after),
    };
    let n = match n.trim() {
        "" | "1" => 0,
        "n" => 1,
        "n²" => 2,
        "n³" => 3,
        _ => return None,
    };
    let log = match log {
        "" => 0,
        "log n" => 1,
        "(log n)²" => 2,
        "(log n)³" => 3,
        _ => return None,
    };
    Some((n, log))
}

/// How often a loop's body runs for an n, by running it.
fn turns(code: &str, n: i64) -> Option<f64> {
    let found = gaps(code, "for (¤ = ¤; ¤; ¤)")?;
    let mut v = if found[1] == "n" { n } else { whole(found[1])? };
    let condition = found[2].strip_prefix(found[0])?;
    let goes_on = |v: i64| match condition {
        " < n" => v < n,
        " > 0" => v > 0,
        " > 1" => v > 1,
        other => panic!("{other}"),
    };
    let step = found[3].strip_prefix(found[0])?.trim_start();
    let mut many = 0;
    while goes_on(v) {
        many += 1;
        v = match step.split_once(' ') {
            None if step == "++" => v + 1,
            None => v - 1,
            Some(("+=", by)) => v + whole(by)?,
            Some(("*=", by)) => v * whole(by)?,
            Some((_, by)) => v / whole(by)?,
        };
    }
    Some(f64::from(many))
}

/// There are few loops, and they are long.
fn remembered(code: &str, n: i64) -> Option<f64> {
    thread_local! {
        static RUN: RefCell<HashMap<(String, i64), f64>> = RefCell::default();
    }
    let key = (code.to_owned(), n);
    if let Some(many) = RUN.with_borrow(|run| run.get(&key).copied()) {
        return Some(many);
    }
    let many = turns(code, n)?;
    RUN.with_borrow_mut(|run| run.insert(key, many));
    Some(many)
}

/// Loops inside each other, for an n.
fn nest(code: &str, n: i64) -> Option<f64> {
    code.match_indices("for (")
        .map(|(at, _)| remembered(&code[at..=at + code[at..].find(')')?], n))
        .try_fold(1.0, |so_far, many| Some(so_far * many?))
}

/// The growth whose quotient stays the same between these two sizes: an order too low or too high moves by a factor.
fn grows(small: f64, n: f64, large: f64, m: f64) -> Judge {
    Box::new(move |option| {
        let Some((power, log)) = growth(option) else { return false };
        let of = |n: f64| n.powi(power) * n.log2().powi(log);
        let moved = (large / of(m)) / (small / of(n));
        (0.62..1.45).contains(&moved)
    })
}

fn complexity(text: &str) -> Option<Judge> {
    let (n, m) = (1_i64 << 8, 1_i64 << 16);
    let between = |count: &dyn Fn(i64) -> Option<f64>| Some(grows(count(n)?, n as f64, count(m)?, m as f64));
    if let Some(found) = gaps(text, "How often does the innermost line run, in order of growth?\n¤") {
        return between(&|n| nest(found[0], n));
    }
    if let Some(found) = gaps(text, "How often is step() called in all, in order of growth?\n¤\n¤") {
        return between(&|n| Some(nest(found[0], n)? + nest(found[1], n)?));
    }
    let found = gaps(text, "What is the order of growth of T(n) = ¤T(n/¤) + ¤, with T(1) = ¤?")?;
    let calls = if found[0].is_empty() { 1 } else { whole(found[0])? };
    let (by, first) = (whole(found[1])? as f64, whole(found[3])? as f64);
    let extra = |n: f64| match found[2] {
        "1" => 1.0,
        "n" => n,
        _ => n * n,
    };
    // Far out, so that the lower orders are gone.
    let after = |steps: i32| (1..=steps).fold(first, |t, step| calls as f64 * t + extra(by.powi(step)));
    Some(grows(after(60), by.powi(60), after(120), by.powi(120)))
}

fn gate(name: &str, a: bool, b: bool) -> Option<bool> {
    let ones = u8::from(a) + u8::from(b);
    Some(match name {
        "AND" => ones == 2,
        "OR" => ones > 0,
        "NAND" => ones < 2,
        "NOR" => ones == 0,
        "XOR" => ones == 1,
        "XNOR" => ones != 1,
        _ => return None,
    })
}

/// The value of an expression of gates from left to right, with brackets; letters are looked up.
fn holds(words: &mut std::iter::Peekable<std::vec::IntoIter<String>>, of: &dyn Fn(&str) -> bool) -> Option<bool> {
    fn one(words: &mut std::iter::Peekable<std::vec::IntoIter<String>>, of: &dyn Fn(&str) -> bool) -> Option<bool> {
        match words.next()?.as_str() {
            "NOT" => Some(!one(words, of)?),
            "(" => {
                let inner = holds(words, of)?;
                (words.next()? == ")").then_some(inner)
            }
            letter => Some(of(letter)),
        }
    }
    let mut so_far = one(words, of)?;
    while words.peek().is_some_and(|word| word != ")") {
        let name = words.next()?;
        let right = one(words, of)?;
        so_far = gate(&name, so_far, right)?;
    }
    Some(so_far)
}

/// The rows of the truth table, for these letters.
fn rows(expression: &str, letters: &[&str]) -> Option<Vec<bool>> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
    (0..1_usize << letters.len())
        .map(|row| {
            let of =
                |letter: &str| letters.iter().position(|known| *known == letter).is_some_and(|at| row >> at & 1 == 1);
            holds(&mut words.clone().into_iter().peekable(), &of)
        })
        .collect()
}

fn logic(text: &str) -> Option<Judge> {
    if let Some(found) = gaps(text, "A = ¤, B = ¤, C = ¤. P = A ¤ B and Q = P ¤ C. What is (P, Q)?") {
        let p = gate(found[3], found[0] == "1", found[1] == "1")?;
        let q = gate(found[4], p, found[2] == "1")?;
        return Some(reads(format!("({}, {})", u8::from(p), u8::from(q))));
    }
    if let Some(found) = gaps(text, "Which expression equals NOT (¤)?") {
        let letters: Vec<String> = found[0].split(' ').filter(|word| word.len() == 1).map(str::to_owned).collect();
        let table = move |expression: &str| rows(expression, &letters.iter().map(String::as_str).collect::<Vec<_>>());
        let right: Vec<bool> = table(found[0])?.into_iter().map(|value| !value).collect();
        return Some(Box::new(move |option| table(option).is_some_and(|rows| rows == right)));
    }
    let found = gaps(text, "For how many of the ¤ possible inputs is this true: ¤?")?;
    let letters: &[&str] = if found[0] == "4" { &["A", "B"] } else { &["A", "B", "C"] };
    Some(counts(rows(found[1], letters)?.into_iter().filter(|row| *row).count() as i64))
}

/// An address as its 32 digits.
fn digits(address: &str) -> Option<String> {
    let bytes: Vec<i64> = list(address, ".")?;
    let bits = bytes.iter().flat_map(|byte| (0..8).rev().map(move |at| byte >> at & 1));
    Some(bits.map(|bit| if bit == 1 { '1' } else { '0' }).collect())
}

fn networks(text: &str) -> Option<Judge> {
    /// The digits that an address must have: the first of these, then the same one again and again.
    fn like(address: &str, prefix: &str, rest: char, last: char) -> Option<Judge> {
        let prefix = whole(prefix)? as usize;
        let mut right = digits(address)?[..prefix].to_owned();
        right.extend(std::iter::repeat_n(rest, 31 - prefix));
        right.push(last);
        Some(Box::new(move |option| digits(option).is_some_and(|digits| digits == right)))
    }
    if let Some(found) = gaps(text, "Which mask belongs to the network of ¤ with the prefix /¤?") {
        return like("255.255.255.255", found[1], '0', '0');
    }
    if let Some(found) = gaps(text, "How many hosts can have an address in the IPv4 network ¤/¤?") {
        let all = (0..32 - whole(found[1])?).fold(1, |all, _| all * 2);
        return Some(counts(all - 2));
    }
    if let Some(found) = gaps(text, "To which network does ¤/¤ belong?") {
        return like(found[0], found[1], '0', '0');
    }
    if let Some(found) = gaps(text, "What is the broadcast address in the network of ¤/¤?") {
        return like(found[0], found[1], '1', '1');
    }
    let found = gaps(text, "What is the last address a host can have in the network of ¤/¤?")?;
    like(found[0], found[1], '1', '0')
}

/// A number by its digits; none for a digit that the base has not.
fn read(text: &str, base: i64) -> Option<i64> {
    text.chars().try_fold(0, |so_far, digit| Some(so_far * base + i64::from(digit.to_digit(base as u32)?)))
}

fn bases(text: &str) -> Option<Judge> {
    let written = |right: i64, base: i64| -> Option<Judge> {
        Some(Box::new(move |option| !option.starts_with('0') && read(option, base) == Some(right)))
    };
    if let Some(found) = gaps(text, "Which decimal number is binary ¤?") {
        return Some(counts(read(found[0], 2)?));
    }
    if let Some(n) = wholes(text, "How is decimal ¤ written in binary?") {
        return written(n[0], 2);
    }
    if let Some(found) = gaps(text, "Which decimal number is hexadecimal ¤?") {
        return Some(counts(read(found[0], 16)?));
    }
    if let Some(found) = gaps(text, "How is binary ¤ written in hexadecimal?") {
        return written(read(found[0], 2)?, 16);
    }
    if let Some(n) = wholes(text, "How is decimal ¤ written in octal?") {
        return written(n[0], 8);
    }
    if let Some(found) = gaps(text, "What is binary ¤ + ¤?") {
        return written(read(found[0], 2)? + read(found[1], 2)?, 2);
    }
    // A number and what it is stored as add up to nothing in eight bits.
    if let Some(n) = wholes(text, "How is ¤ stored in 8-bit two's complement?") {
        return Some(Box::new(move |option| {
            option.len() == 8 && read(option, 2).is_some_and(|stored| (stored - n[0]) % 256 == 0)
        }));
    }
    let found = gaps(text, "Which number is ¤ in 8-bit two's complement?")?;
    let stored = read(found[0], 2)?;
    let fits = move |number: i64| (-128..128).contains(&number) && (stored - number) % 256 == 0;
    Some(Box::new(move |option| whole(option).is_some_and(&fits)))
}

fn query(text: &str) -> Option<Judge> {
    let found = gaps(text, "Table t(name, grp, marks) holds: (¤). What does this give?\n¤")?;
    let rows: Vec<(&str, Option<i64>)> = found[0]
        .split("), (")
        .map(|row| gaps(row, "¤, ¤, ¤").map(|cells| (cells[1], whole(cells[2]))))
        .collect::<Option<_>>()?;
    let marks: Vec<i64> = rows.iter().filter_map(|(_, marks)| *marks).collect();
    let many = |good: &dyn Fn(i64) -> bool| Some(counts(marks.iter().filter(|mark| good(**mark)).count() as i64));
    let asked = found[1];
    if asked == "SELECT COUNT(marks) FROM t;" {
        return many(&|_| true);
    }
    if asked == "SELECT COUNT(*) FROM t WHERE marks > (SELECT AVG(marks) FROM t);" {
        let average = marks.iter().sum::<i64>() as f64 / marks.len() as f64;
        return many(&|mark| mark as f64 > average && !same(mark as f64, average));
    }
    if let Some(found) = gaps(asked, "SELECT COUNT(*) FROM t WHERE marks ¤ ¤;") {
        let limit = whole(found[1])?;
        return many(&|mark| match found[0] {
            ">" => mark > limit,
            ">=" => mark >= limit,
            "<>" => mark != limit,
            other => panic!("{other}"),
        });
    }
    if let Some(found) = gaps(asked, "SELECT ¤(marks) FROM t WHERE grp = '¤';") {
        let mut of_group: Vec<i64> =
            rows.iter().filter(|(group, _)| *group == found[1]).filter_map(|(_, marks)| *marks).collect();
        of_group.sort_unstable();
        return Some(counts(match found[0] {
            "SUM" => of_group.iter().sum(),
            "MAX" => *of_group.last()?,
            _ => *of_group.first()?,
        }));
    }
    let having = "SELECT COUNT(*) FROM (SELECT grp FROM t GROUP BY grp HAVING COUNT(*) >= ¤) AS g;";
    let least = wholes(asked, having)?[0];
    let mut names: Vec<&str> = rows.iter().map(|(group, _)| *group).collect();
    names.sort_unstable();
    Some(counts(names.chunk_by(|a, b| a == b).filter(|run| run.len() as i64 >= least).count() as i64))
}

fn structures(text: &str) -> Option<Judge> {
    for (kind, put, take) in [("stack", "push ", "pop"), ("queue", "enqueue ", "dequeue")] {
        let form = format!("An empty {kind} sees: ¤. What does the last {take} give?");
        let Some(found) = gaps(text, &form) else { continue };
        let (mut held, mut last) = (Vec::new(), None);
        for step in found[0].split(", ") {
            match step.strip_prefix(put) {
                Some(value) => held.push(whole(value)?),
                None => last = Some(if kind == "stack" { held.pop()? } else { held.remove(0) }),
            }
        }
        return last.map(counts);
    }
    let found = gaps(text, "¤ are inserted in this order into an empty binary search tree. ¤");
    if let Some(found) = found {
        let values = list(found[0], " ")?;
        if found[1] == "How many levels does it have?" {
            return Some(counts(levels(&values)));
        }
        let order = gaps(found[1], "What is its ¤ traversal?")?[0];
        return Some(reads(spaced(&walk(&values, order))));
    }
    let form = "¤ are inserted in this order into an empty binary min-heap. Which array holds it then?";
    let mut heap = Vec::new();
    for value in list(gaps(text, form)?[0], " ")? {
        heap.push(value);
        rise(&mut heap, 0);
    }
    Some(reads(spaced(&heap)))
}

fn spaced(values: &[i64]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The root is the first; the smaller ones stand to its left in the order they came, the larger ones to its right.
fn split(values: &[i64]) -> Option<(i64, Vec<i64>, Vec<i64>)> {
    let (root, rest) = values.split_first()?;
    let (left, right) = rest.iter().partition(|value| *value < root);
    Some((*root, left, right))
}

fn levels(values: &[i64]) -> i64 {
    split(values).map_or(0, |(_, left, right)| 1 + levels(&left).max(levels(&right)))
}

fn walk(values: &[i64], order: &str) -> Vec<i64> {
    let Some((root, left, right)) = split(values) else { return Vec::new() };
    let (left, right) = (walk(&left, order), walk(&right, order));
    match order {
        "preorder" => [vec![root], left, right].concat(),
        "inorder" => [left, vec![root], right].concat(),
        "postorder" => [left, right, vec![root]].concat(),
        other => panic!("{other}"),
    }
}

/// Puts the last one in its place below this one, on the way down.
fn rise(heap: &mut [i64], top: usize) {
    let last = heap.len() - 1;
    // The way from the last one up to the top.
    let mut way = vec![last];
    while let Some(at) = way.last().copied().filter(|at| *at > top) {
        way.push((at - 1) / 2);
    }
    let new = heap[last];
    for two in way.windows(2) {
        if heap[two[1]] <= new {
            heap[two[0]] = new;
            return;
        }
        heap[two[0]] = heap[two[1]];
    }
    heap[top] = new;
}

fn sorting(text: &str) -> Option<Judge> {
    if let Some(n) = wholes(text, "How many elements does a binary search look at, at most, in a sorted list of ¤?") {
        let mut left = n[0];
        let mut looks = 0;
        while left > 0 {
            looks += 1;
            left /= 2;
        }
        return Some(counts(looks));
    }
    let swaps = "How many swaps of neighbours does bubble sort make to bring ¤ into ascending order?";
    if let Some(found) = gaps(text, swaps) {
        let mut values = list(found[0], " ")?;
        let mut many = 0;
        while let Some(at) = values.windows(2).position(|two| two[0] > two[1]) {
            values.swap(at, at + 1);
            many += 1;
        }
        return Some(counts(many));
    }
    let found =
        gaps(text, "¤ is sorted into ascending order. What does the list look like after ¤ pass¤ of ¤ sort (¤)?")?;
    let (mut values, passes) = (list(found[0], " ")?, whole(found[1])? as usize);
    for pass in 0..passes {
        match found[3] {
            "bubble" => {
                // The largest so far is carried along.
                let mut carried = values[0];
                for at in 1..values.len() {
                    values[at - 1] = carried.min(values[at]);
                    carried = carried.max(values[at]);
                }
                *values.last_mut()? = carried;
            }
            "selection" => {
                let least = *values[pass..].iter().min()?;
                let at = values.iter().position(|value| *value == least)?;
                values.swap(pass, at);
            }
            "insertion" => {
                let new = values.remove(pass + 1);
                let at = values[..=pass].iter().filter(|value| **value < new).count();
                values.insert(at, new);
            }
            other => panic!("{other}"),
        }
    }
    Some(reads(spaced(&values)))
}

fn printed(values: &[i64]) -> String {
    format!("{values:?}")
}

/// Rounded down, as Python divides.
fn floor(a: i64, b: i64) -> i64 {
    (a as f64 / b as f64).floor() as i64
}

fn python(text: &str) -> Option<Judge> {
    let code = text.strip_prefix("What does this Python program print?\n")?;
    if let Some(n) = wholes(code, "print(¤ // ¤ * 10 + ¤ % ¤)") {
        return Some(counts(floor(n[0], n[1]) * 10 + (n[2] - n[3] * floor(n[2], n[3]))));
    }
    if let Some(n) = wholes(code, "print(sum(range(¤, ¤, ¤)))") {
        let (mut at, mut sum) = (n[0], 0);
        while at < n[1] {
            sum += at;
            at += n[2];
        }
        return Some(counts(sum));
    }
    if let Some(found) = gaps(code, "x = [¤]\nprint(x[¤:¤])") {
        let (values, from, to) = (list(found[0], ", ")?, whole(found[1])? as usize, whole(found[2])? as usize);
        return Some(reads(printed(&values.into_iter().take(to).skip(from).collect::<Vec<_>>())));
    }
    if let Some(found) = gaps(code, "x = [¤]\nprint([v * v for v in x if v % ¤ == 0])") {
        let (mut values, by) = (list(found[0], ", ")?, whole(found[1])?);
        values.retain(|value| value - value / by * by == 0);
        return Some(reads(printed(&values.iter().map(|value| value.pow(2)).collect::<Vec<_>>())));
    }
    if let Some(n) = wholes(code, "def f(v, x=[]):\n    x.append(v)\n    return x\nf(¤)\nf(¤)\nprint(f(¤))") {
        // One list for all calls.
        return Some(reads(printed(&n)));
    }
    let n = wholes(code, "print(¤ // ¤, ¤ % ¤)")?;
    Some(reads(format!("{} {}", floor(n[0], n[1]), n[2] - n[3] * floor(n[2], n[3]))))
}

/// Cut towards zero, as C divides.
fn cut(a: i64, b: i64) -> i64 {
    (a as f64 / b as f64).trunc() as i64
}

fn c(text: &str) -> Option<Judge> {
    let code = text.strip_prefix("What does this C program print?\n")?;
    if let Some(n) = wholes(code, "int a = ¤, b = ¤;\nprintf(\"%d\", a / b * b);") {
        return Some(counts(cut(n[0], n[1]) * n[1]));
    }
    if let Some(n) = wholes(code, "int a = ¤, b = ¤;\nint s = a + ++b;\nprintf(\"%d %d\", s, b);") {
        let (a, mut b) = (n[0], n[1]);
        b += 1;
        return Some(reads(format!("{} {b}", a + b)));
    }
    let loops =
        "int s = 0;\nfor (int i = ¤; i < ¤; i++) {\n    if (i % ¤ == 0) continue;\n    s += i;\n}\nprintf(\"%d\", s);";
    if let Some(n) = wholes(code, loops) {
        let mut sum = 0;
        let mut i = n[0];
        while i < n[1] {
            if i - cut(i, n[2]) * n[2] != 0 {
                sum += i;
            }
            i += 1;
        }
        return Some(counts(sum));
    }
    if let Some(found) = gaps(code, "int x = ¤, y = ¤;\nprintf(\"%d\", (x ¤ y) << ¤);") {
        // Bit by bit.
        let (x, y, shift) = (whole(found[0])?, whole(found[1])?, whole(found[3])?);
        let bit = |n: i64, at: u32| n / 2_i64.pow(at) % 2;
        let joined = |at: u32| match (found[2], bit(x, at) + bit(y, at)) {
            ("&", 2) | ("|", 1 | 2) | ("^", 1) => 2_i64.pow(at),
            _ => 0,
        };
        return Some(counts((0..8).map(joined).sum::<i64>() * 2_i64.pow(shift as u32)));
    }
    let found = gaps(code, "int a[] = {¤};\nint *p = a + ¤;\nprintf(\"%d\", *p + *(p + ¤));")?;
    let (values, p, more) = (list(found[0], ", ")?, whole(found[1])? as usize, whole(found[2])? as usize);
    Some(counts(values.get(p)? + values.get(p + more)?))
}

fn javascript(text: &str) -> Option<Judge> {
    let code = text.strip_prefix("What does this JavaScript program print?\n")?;
    if let Some(found) = gaps(code, "console.log('¤' + ¤)") {
        return Some(reads([found[0], found[1]].concat()));
    }
    if let Some(n) = wholes(code, "console.log('¤' - ¤)") {
        return Some(reads((n[0] - n[1]).to_string()));
    }
    let chain = "const x = [¤];\nconsole.log(x.filter(v => v > ¤).map(v => v * 2).reduce((s, v) => s + v, 0))";
    if let Some(found) = gaps(code, chain) {
        let (values, limit) = (list(found[0], ", ")?, whole(found[1])?);
        return Some(counts(values.iter().filter(|value| **value > limit).map(|value| value + value).sum()));
    }
    let closures = "const f = [];\nfor (¤ i = ¤; i < ¤; i++) f.push(() => i);\nconsole.log(f.map(g => g()).join(' '))";
    if let Some(found) = gaps(code, closures) {
        let (from, to) = (whole(found[1])?, whole(found[2])?);
        let seen = |i: i64| if found[0] == "let" { i } else { to };
        return Some(reads(spaced(&(from..to).map(seen).collect::<Vec<_>>())));
    }
    let found = gaps(code, "console.log([¤].sort().join(' '))")?;
    let mut texts: Vec<&str> = found[0].split(", ").collect();
    texts.sort_unstable();
    Some(reads(texts.join(" ")))
}

/// By pairs of signs: a smaller one before a larger one is taken away.
fn roman(text: &str) -> Option<i64> {
    let values: Vec<i64> = text
        .chars()
        .map(|sign| "IVXLCDM".find(sign).map(|at| [1, 5, 10, 50, 100, 500, 1000][at]))
        .collect::<Option<_>>()?;
    let next = values.iter().skip(1).copied().chain([0]);
    Some(values.iter().zip(next).map(|(value, next)| if *value < next { -value } else { *value }).sum())
}

fn codes(text: &str) -> Option<Judge> {
    if let Some(found) = gaps(text, "Which number is ¤ in Roman numerals?") {
        return Some(counts(roman(found[0])?));
    }
    if let Some(n) = wholes(text, "How is ¤ written in Roman numerals?") {
        return Some(Box::new(move |option| roman(option) == Some(n[0])));
    }
    if let Some(found) = gaps(text, "If ¤ is coded as ¤, how is ¤ coded by the same rule?") {
        let alphabet: Vec<char> = ('A'..='Z').collect();
        let moved = |word: &str, by: &dyn Fn(usize) -> usize| -> String {
            let turned = |at: usize, c: char| alphabet[(c as usize - 'A' as usize + by(at)) % 26];
            word.chars().enumerate().map(|(at, c)| turned(at, c)).collect()
        };
        // All rules of these kinds that make the one code; right is what they make of the other word.
        let mut right = Vec::new();
        for by in 1..26 {
            let back = |text: String| text.chars().rev().collect::<String>();
            let rules: [&dyn Fn(&str) -> String; 3] = [
                &|word| moved(word, &|_| by),
                &|word| moved(word, &|at| if at % 2 == 0 { by } else { 26 - by }),
                &|word| back(moved(word, &|_| by)),
            ];
            right.extend(rules.iter().filter(|rule| rule(found[0]) == found[1]).map(|rule| rule(found[2])));
        }
        return Some(Box::new(move |option| right.iter().any(|code| code == option)));
    }
    let walked = "Somebody walks ¤ km ¤, then ¤ km ¤, then ¤ km ¤. How far from the start is that in a straight line?";
    let found = gaps(text, walked)?;
    let (mut x, mut y) = (0, 0);
    for leg in found.chunks(2) {
        let far = whole(leg[0])?;
        match leg[1] {
            "east" => x += far,
            "west" => x -= far,
            "north" => y += far,
            _ => y -= far,
        }
    }
    Some(super::parse::is(((x * x + y * y) as f64).sqrt(), " km"))
}

#[test]
fn growths_and_expressions_are_read() {
    assert_eq!(
        ["O(1)", "O(n)", "O(n² log n)", "O((log n)²)", "O(n (log n)³)"].map(growth),
        [Some((0, 0)), Some((1, 0)), Some((2, 1)), Some((0, 2)), Some((1, 3))]
    );
    assert_eq!(turns("for (i = 1; i < n; i *= 2)", 64), Some(6.0));
    assert_eq!(rows("(A AND NOT B) OR B", &["A", "B"]), Some(vec![false, true, true, true]));
    assert_eq!(roman("MCMXCIV"), Some(1994));
}
