//! Recomputation of mathematics and aptitude questions: by enumerating, by putting options into the equation, by
//! another formula.

use super::Judge;
use super::parse::{
    at, counts, gaps, integral, is, list, polynomial, reads, rounds, rupees, same, value, whole, wholes,
};

pub fn judge(text: &str) -> Option<Judge> {
    [
        arithmetic, algebra, calculus, geometry, linear, counting, chance, statistics, sequence, money, motion, dates,
        units,
    ]
    .iter()
    .find_map(|kind| kind(text))
}

fn arithmetic(text: &str) -> Option<Judge> {
    if let Some(n) = wholes(text, "What is ¤ + ¤ × ¤?") {
        return Some(counts((0..n[1]).fold(n[0], |sum, _| sum + n[2])));
    }
    if let Some(n) = wholes(text, "What is ¤ % of ¤?") {
        return Some(is(n[0] as f64 / 100.0 * n[1] as f64, ""));
    }
    if let Some(n) = wholes(text, "What is the highest common factor of ¤ and ¤?") {
        return (1..=n[0]).rev().find(|by| n[0] % by == 0 && n[1] % by == 0).map(counts);
    }
    if let Some(n) = wholes(text, "What is the least common multiple of ¤ and ¤?") {
        return (1..=n[1]).map(|times| n[0] * times).find(|many| many % n[1] == 0).map(counts);
    }
    if let Some(n) = wholes(text, "What is ¤/¤ + ¤/¤ in lowest terms?") {
        return Some(is(n[0] as f64 / n[1] as f64 + n[2] as f64 / n[3] as f64, ""));
    }
    if let Some(n) = wholes(text, "A value rises from ¤ to ¤. By what percentage has it risen?") {
        return Some(is(n[1] as f64 / n[0] as f64 * 100.0 - 100.0, " %"));
    }
    let change = "A price is raised by ¤ % and then lowered by ¤ %. How does it compare with the first price?";
    if let Some(n) = wholes(text, change) {
        let left = (1.0 + n[0] as f64 / 100.0) * (1.0 - n[1] as f64 / 100.0) * 100.0 - 100.0;
        let said = |option: &str| match option.split_once(" % ") {
            None if option == "no change" => Some(0.0),
            Some((by, "more")) => value(by),
            Some((by, "less")) => value(by).map(|by| -by),
            _ => None,
        };
        return Some(Box::new(move |option| said(option).is_some_and(|by| same(by, left))));
    }
    if let Some(n) = wholes(text, "What is the remainder when ¤^¤ is divided by ¤?") {
        return Some(counts(power(n[0], n[1], n[2])));
    }
    let n = wholes(text, "How many positive divisors does ¤ have, counting 1 and itself?")?;
    let (mut left, mut many) = (n[0], 1);
    for prime in 2..=n[0] {
        let mut exponent = 0;
        while left % prime == 0 {
            left /= prime;
            exponent += 1;
        }
        many *= exponent + 1;
        if left == 1 {
            break;
        }
    }
    Some(counts(many))
}

/// By squaring.
fn power(base: i64, exponent: i64, modulus: i64) -> i64 {
    if exponent == 0 {
        return 1 % modulus;
    }
    let half = power(base, exponent / 2, modulus);
    let square = half * half % modulus;
    if exponent % 2 == 0 { square } else { square * base % modulus }
}

fn algebra(text: &str) -> Option<Judge> {
    if let Some(n) = wholes(text, "Solve for x: ¤x + ¤ = ¤") {
        return Some(Box::new(move |option| whole(option).is_some_and(|x| n[0] * x + n[1] == n[2])));
    }
    if let Some(term) = text.strip_prefix("Simplify: ") {
        let right = exponents(term)?;
        // Powers of two are exact.
        return Some(Box::new(move |option| exponents(option) == Some(right)));
    }
    if let Some(n) = wholes(text, "Solve: x + y = ¤ and ¤x − ¤y = ¤") {
        let fits = move |p: &[i64]| p[0] + p[1] == n[0] && n[1] * p[0] - n[2] * p[1] == n[3];
        return Some(Box::new(move |option| wholes(option, "x = ¤, y = ¤").is_some_and(|pair| fits(&pair))));
    }
    if let Some(term) = gaps(text, "What are the roots of ¤ = 0?") {
        let term = polynomial(term[0])?;
        let fits = move |p: &[i64]| p[0] != p[1] && p.iter().all(|x| same(at(&term, *x as f64), 0.0));
        return Some(Box::new(move |option| wholes(option, "¤ and ¤").is_some_and(|pair| fits(&pair))));
    }
    if let Some(n) = wholes(text, "What is the logarithm of ¤ to the base ¤?") {
        let fits = move |power: i64| (0..power).try_fold(1_i64, |so_far, _| so_far.checked_mul(n[1])) == Some(n[0]);
        return Some(Box::new(move |option| whole(option).is_some_and(&fits)));
    }
    if let Some(n) = wholes(text, "The roots of x² − ¤x + ¤ = 0 are α and β. What is α² + β²?") {
        // Real part and, when there is one, imaginary part of the roots.
        let (half, under) = (n[0] as f64 / 2.0, (n[0] * n[0] - 4 * n[1]) as f64 / 4.0);
        let sum = if under >= 0.0 {
            (half + under.sqrt()).powi(2) + (half - under.sqrt()).powi(2)
        } else {
            2.0 * (half * half - (-under).sqrt().powi(2))
        };
        return Some(rounds(sum, 3, ""));
    }
    let found = gaps(text, "What is the remainder when ¤ is divided by x − ¤?")?;
    let (term, by) = (polynomial(found[0])?, whole(found[1])?);
    // Synthetic division, from the highest power down.
    let rest = (0..=3).rev().fold(0, |carried, power| carried * by + term.get(&power).copied().unwrap_or(0));
    Some(counts(rest))
}

/// The exponent of 2 that an expression of powers comes to, when its letter is 2.
fn exponents(text: &str) -> Option<i64> {
    let single = |text: &str| whole(text.split_once('^')?.1);
    if let Some((one, other)) = text.split_once(" × ") {
        return Some((2_f64.powi(single(one)? as i32) * 2_f64.powi(single(other)? as i32)).log2() as i64);
    }
    if let Some((one, other)) = text.split_once(" ÷ ") {
        return Some((2_f64.powi(single(one)? as i32) / 2_f64.powi(single(other)? as i32)).log2() as i64);
    }
    if let Some((inner, outer)) = text.strip_prefix('(').and_then(|rest| rest.split_once(")^")) {
        return Some(2_f64.powi(single(inner)? as i32).powi(whole(outer)? as i32).log2() as i64);
    }
    single(text)
}

fn calculus(text: &str) -> Option<Judge> {
    if let Some(found) = gaps(text, "What is the derivative of ¤?") {
        let term = polynomial(found[0])?;
        let slope = move |x: f64| (at(&term, x + 1e-4) - at(&term, x - 1e-4)) / 2e-4;
        let agrees = move |option: &str| {
            let Some(said) = polynomial(option) else { return false };
            [0.5, 1.0, 1.7].iter().all(|x| (at(&said, *x) - slope(*x)).abs() < 0.01)
        };
        return Some(Box::new(agrees));
    }
    if let Some(found) = gaps(text, "What is the slope of y = ¤ at x = ¤?") {
        let (term, x) = (polynomial(found[0])?, value(found[1])?);
        return Some(is((at(&term, x + 1.0) - at(&term, x - 1.0)) / 2.0, ""));
    }
    if let Some(found) = gaps(text, "What is the limit of (¤) / (x − ¤) as x approaches ¤?") {
        let (term, x) = (polynomial(found[0])?, value(found[2])?);
        let beside = |by: f64| at(&term, x + by) / by;
        return Some(rounds(f64::midpoint(beside(1e-5), beside(-1e-5)), 3, ""));
    }
    if let Some(found) = gaps(text, "What is the integral of ¤ from ¤ to ¤?") {
        let term = polynomial(found[0])?;
        return Some(is(integral(|x| at(&term, x), value(found[1])?, value(found[2])?), ""));
    }
    if let Some(found) = gaps(text, "What is the least value of ¤?") {
        let term = polynomial(found[0])?;
        let lowest = (-1000..=1000).map(|tenth| at(&term, f64::from(tenth) / 10.0)).fold(f64::MAX, f64::min);
        return Some(rounds(lowest, 6, ""));
    }
    let found = gaps(text, "What is the area between y = ¤ and y = ¤?")?;
    let (one, other) = (polynomial(found[0])?, polynomial(found[1])?);
    let gap = |x: f64| at(&other, x) - at(&one, x);
    let meet: Vec<f64> = (-100..=100).map(f64::from).filter(|x| same(gap(*x), 0.0)).collect();
    Some(is(integral(gap, meet[0], *meet.last()?).abs(), ""))
}

fn geometry(text: &str) -> Option<Judge> {
    let root = |square: i64| (square as f64).sqrt();
    if let Some(n) = wholes(text, "What is the area of a rectangle of ¤ cm by ¤ cm?") {
        return Some(is((n[0] * n[1]) as f64, " cm²"));
    }
    if let Some(n) = wholes(text, "What is the perimeter of a rectangle of ¤ cm by ¤ cm?") {
        return Some(is((n[0] + n[1] + n[0] + n[1]) as f64, " cm"));
    }
    if let Some(n) = wholes(text, "The legs of a right triangle are ¤ cm and ¤ cm. How long is the hypotenuse?") {
        return Some(is(root(n[0] * n[0] + n[1] * n[1]), " cm"));
    }
    let other_leg = "The hypotenuse of a right triangle is ¤ cm, one leg ¤ cm. How long is the other leg?";
    if let Some(n) = wholes(text, other_leg) {
        return Some(is(root(n[0] * n[0] - n[1] * n[1]), " cm"));
    }
    if let Some(n) = wholes(text, "What do the inner angles of a polygon with ¤ sides add up to?") {
        return Some(is((n[0] * 180 - 360) as f64, "°"));
    }
    let cubes = "A cube with an edge of ¤ cm is cut into cubes with an edge of ¤ cm. What is the surface of all of them together?";
    if let Some(n) = wholes(text, cubes) {
        let many = n[0].pow(3) / n[1].pow(3);
        return Some(is((0..many).map(|_| 6 * n[1] * n[1]).sum::<i64>() as f64, " cm²"));
    }
    let n = wholes(text, "What is the volume of a cone with a radius of ¤ cm and a height of ¤ cm?")?;
    // Slices from the tip, each a square of the radius there.
    let (radius, height) = (n[0] as f64, n[1] as f64);
    Some(is(integral(|x| (radius * x / height).powi(2), 0.0, height), "π cm³"))
}

fn linear(text: &str) -> Option<Judge> {
    if let Some(n) = wholes(text, "What is the determinant of the matrix [[¤, ¤], [¤, ¤]]?") {
        return Some(counts(determinant(&[vec![n[0], n[1]], vec![n[2], n[3]]])));
    }
    if let Some(n) = wholes(text, "What is the dot product of (¤, ¤, ¤) and (¤, ¤, ¤)?") {
        return Some(counts((0..3).map(|at| n[at] * n[at + 3]).sum()));
    }
    let product = "A = [[¤, ¤], [¤, ¤]] and B = [[¤, ¤], [¤, ¤]]. What stands in row ¤, column ¤ of AB?";
    if let Some(n) = wholes(text, product) {
        let (row, column) = (n[8] as usize - 1, n[9] as usize - 1);
        return Some(counts((0..2).map(|k| n[row * 2 + k] * n[4 + k * 2 + column]).sum()));
    }
    if let Some(n) = wholes(text, "What is the determinant of [[¤, ¤, ¤], [¤, ¤, ¤], [¤, ¤, ¤]]?") {
        return Some(counts(determinant(&[n[..3].to_vec(), n[3..6].to_vec(), n[6..].to_vec()])));
    }
    let n = wholes(text, "What are the eigenvalues of [[¤, ¤], [¤, ¤]]?")?;
    // Both must solve the characteristic equation, and together they make the trace.
    let fits =
        move |p: &[i64]| p.iter().all(|x| (n[0] - x) * (n[3] - x) - n[1] * n[2] == 0) && p[0] + p[1] == n[0] + n[3];
    Some(Box::new(move |option| wholes(option, "¤ and ¤").is_some_and(|pair| fits(&pair))))
}

/// Down the first column.
fn determinant(rows: &[Vec<i64>]) -> i64 {
    if rows.len() == 1 {
        return rows[0][0];
    }
    let without = |row: usize| -> Vec<Vec<i64>> {
        rows.iter().enumerate().filter(|(at, _)| *at != row).map(|(_, row)| row[1..].to_vec()).collect()
    };
    (0..rows.len()).map(|row| if row % 2 == 0 { 1 } else { -1 } * rows[row][0] * determinant(&without(row))).sum()
}

/// Pascal's triangle.
fn choose(n: i64, k: i64) -> i64 {
    let mut row = vec![1];
    for _ in 0..n {
        row = std::iter::once(1).chain(row.windows(2).map(|two| two[0] + two[1])).chain([1]).collect();
    }
    usize::try_from(k).ok().and_then(|k| row.get(k).copied()).unwrap_or(0)
}

fn counting(text: &str) -> Option<Judge> {
    if let Some(found) = gaps(text, "In how many ways can ¤ of ¤ ¤ be chosen, if the order does not matter?") {
        return Some(counts(choose(whole(found[1])?, whole(found[0])?)));
    }
    if let Some(n) = wholes(text, "In how many orders can ¤ of ¤ runners take the first ¤ places?") {
        // Who they are, and then their orders.
        return Some(counts(choose(n[1], n[0]) * (1..=n[0]).product::<i64>()));
    }
    let neither = "Of ¤ students ¤ play chess, ¤ play carrom and ¤ play both. How many play neither?";
    if let Some(n) = wholes(text, neither) {
        let (only_chess, only_carrom) = (n[1] - n[3], n[2] - n[3]);
        return Some(counts(n[0] - only_chess - only_carrom - n[3]));
    }
    for pairs in [
        "A group of ¤ people shake hands, each with each once. How many handshakes are there?",
        "A complete graph with ¤ vertices has how many edges?",
        "In a league ¤ teams play each other once. How many matches are there?",
    ] {
        if let Some(n) = wholes(text, pairs) {
            return Some(counts((0..n[0]).map(|one| (one + 1..n[0]).count() as i64).sum()));
        }
    }
    if let Some(found) = gaps(text, "In how many different orders can the letters of ¤ be written?") {
        // Letter by letter: the places left for each.
        let word = found[0];
        let mut places = word.len() as i64;
        let ways = ('A'..='Z').fold(1, |ways, letter| {
            let many = word.matches(letter).count() as i64;
            let ways = ways * choose(places, many);
            places -= many;
            ways
        });
        return Some(counts(ways));
    }
    let committee =
        "A committee of ¤ is chosen from ¤ men and ¤ women. In how many ways, if at least one woman is in it?";
    let n = wholes(text, committee)?;
    Some(counts((1..=n[0]).map(|women| choose(n[2], women) * choose(n[1], n[0] - women)).sum()))
}

fn chance(text: &str) -> Option<Judge> {
    let share = |good: usize, all: usize| Some(is(good as f64 / all as f64, ""));
    let bag =
        "A bag holds ¤ red, ¤ blue and ¤ green balls. One is drawn at random. What is the probability that it is red?";
    if let Some(n) = wholes(text, bag) {
        return share(n[0] as usize, n.iter().sum::<i64>() as usize);
    }
    let divisible =
        "A whole number from 1 to ¤ is chosen at random. What is the probability that it is divisible by ¤?";
    if let Some(n) = wholes(text, divisible) {
        return share((1..=n[0]).filter(|number| number % n[1] == 0).count(), n[0] as usize);
    }
    for dice in ["Two fair dice are rolled", "A fair die is rolled twice"] {
        let Some(asked) = text.strip_prefix(dice).and_then(|rest| rest.strip_prefix(". What is the probability that "))
        else {
            continue;
        };
        let rolls = (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)));
        let good = if let Some(n) = wholes(asked, "the sum is at least ¤?") {
            rolls.filter(|(a, b)| a + b >= n[0]).count()
        } else if let Some(n) = wholes(asked, "the sum is ¤?") {
            rolls.filter(|(a, b)| a + b == n[0]).count()
        } else {
            let n = wholes(asked, "the product is ¤?")?;
            rolls.filter(|(a, b)| a * b == n[0]).count()
        };
        return share(good, 36);
    }
    for (word, is_least) in [("exactly", false), ("at least", true)] {
        let form = format!("A fair coin is tossed ¤ times. What is the probability of {word} ¤ head¤?");
        let Some(found) = gaps(text, &form) else { continue };
        let (tosses, heads) = (whole(found[0])?, whole(found[1])? as u32);
        let good = |toss: &u32| if is_least { toss.count_ones() >= heads } else { toss.count_ones() == heads };
        return share((0..1_u32 << tosses).filter(good).count(), 1 << tosses);
    }
    let two = "A bag holds ¤ red and ¤ blue balls. Two are drawn one after the other without putting the first back. What is the probability that ¤?";
    if let Some(found) = gaps(text, two) {
        let (red, all) = (whole(found[0])?, whole(found[0])? + whole(found[1])?);
        let draws: Vec<(bool, bool)> =
            (0..all).flat_map(|a| (0..all).filter(move |b| *b != a).map(move |b| (a < red, b < red))).collect();
        let good = |(a, b): &&(bool, bool)| match found[2] {
            "both are red" => *a && *b,
            "they have the same colour" => a == b,
            "they have different colours" => a != b,
            other => panic!("{other}"),
        };
        return share(draws.iter().filter(good).count(), draws.len());
    }
    let machines = "Of 1,000 machines ¤ are faulty. A test reports ¤ % of the faulty ones and, wrongly, ¤ % of the others. A machine is reported. What is the probability that it is faulty?";
    let n = wholes(text, machines)?;
    let prior = n[0] as f64 / 1000.0;
    let (hit, alarm) = (n[1] as f64 / 100.0, n[2] as f64 / 100.0);
    Some(is(prior * hit / (prior * hit + (1.0 - prior) * alarm), ""))
}

fn statistics(text: &str) -> Option<Judge> {
    let mean = |values: &[i64]| values.iter().sum::<i64>() as f64 / values.len() as f64;
    if let Some(found) = gaps(text, "What is the mean of ¤?") {
        return Some(is(mean(&list(found[0], ", ")?), ""));
    }
    if let Some(found) = gaps(text, "What is the range of ¤?") {
        let values = list(found[0], ", ")?;
        let apart = values.iter().flat_map(|a| values.iter().map(move |b| a - b)).max()?;
        return Some(counts(apart));
    }
    if let Some(found) = gaps(text, "What is the median of ¤?") {
        let mut values = list(found[0], ", ")?;
        // Taking away the least and the largest until one or two are left.
        values.sort_unstable();
        while values.len() > 2 {
            values.pop();
            values.remove(0);
        }
        return Some(is(mean(&values), ""));
    }
    if let Some(found) = gaps(text, "The mean of ¤ and one more number is ¤. What is that number?") {
        let (values, wanted) = (list(found[0], ", ")?, value(found[1])?);
        let fits = move |more: i64| same((values.iter().sum::<i64>() + more) as f64 / 5.0, wanted);
        return Some(Box::new(move |option| whole(option).is_some_and(&fits)));
    }
    if let Some(found) = gaps(text, "What is the population variance of ¤?") {
        // The mean of the squares less the square of the mean.
        let values = list(found[0], ", ")?;
        let squares: Vec<i64> = values.iter().map(|value| value * value).collect();
        return Some(rounds(mean(&squares) - mean(&values).powi(2), 2, ""));
    }
    let n = wholes(text, "¤ students score ¤ on average and ¤ others ¤. What is the average of all ¤?")?;
    if n[0] + n[2] != n[4] {
        return None;
    }
    Some(is((n[0] * n[1] + n[2] * n[3]) as f64 / n[4] as f64, ""))
}

/// Whether a series goes on by one of the rules that people look for.
fn goes_on(terms: &[i64]) -> bool {
    let steps = |terms: &[i64]| terms.windows(2).map(|two| two[1] - two[0]).collect::<Vec<_>>();
    let steady = |terms: &[i64]| terms.windows(2).all(|two| two[0] == two[1]);
    let every_second = |from: usize| terms.iter().skip(from).step_by(2).copied().collect::<Vec<_>>();
    let first = steps(terms);
    let second = steps(&first);
    let ratio = terms[0] != 0 && terms.windows(2).all(|two| two[1] * terms[0] == two[0] * terms[1]);
    let sums = terms.windows(3).all(|three| three[2] == three[0] + three[1]);
    // x → b·x − c, for whole b and c.
    let chain =
        first[0] != 0 && first[1] % first[0] == 0 && first.windows(2).all(|two| two[1] * first[0] == two[0] * first[1]);
    let takes_turns = terms.len() >= 7 && steady(&steps(&every_second(0))) && steady(&steps(&every_second(1)));
    steady(&first) || ratio || sums || steady(&second) || steady(&steps(&second)) || chain || takes_turns
}

fn sequence(text: &str) -> Option<Judge> {
    let shown = list(gaps(text, "Which number comes next? ¤, …")?[0], ", ")?;
    Some(Box::new(move |option| {
        let next = whole(option);
        next.is_some_and(|next| goes_on(&shown.iter().copied().chain([next]).collect::<Vec<_>>()))
    }))
}

fn money(text: &str) -> Option<Judge> {
    for (word, sign) in [("profit", 1.0), ("loss", -1.0)] {
        let form = format!("Something bought for ₹¤ is sold for ₹¤. What is the {word} per cent of the cost price?");
        if let Some(n) = wholes(text, &form) {
            return Some(is((n[1] as f64 / n[0] as f64 - 1.0) * sign * 100.0, " %"));
        }
    }
    if let Some(n) = wholes(text, "What is the simple interest on ₹¤ at ¤ % a year for ¤ years?") {
        let a_year = n[0] as f64 * n[1] as f64 / 100.0;
        return Some(rupees((0..n[2]).map(|_| a_year).sum()));
    }
    let profit = "Something bought for ₹¤ is sold with a profit of ¤ %. What is the selling price?";
    if let Some(n) = wholes(text, profit) {
        return Some(rupees(n[0] as f64 + n[0] as f64 * n[1] as f64 / 100.0));
    }
    let reduced = "A price of ₹¤ is reduced by ¤ % and then by a further ¤ % of the reduced price. What is paid?";
    if let Some(n) = wholes(text, reduced) {
        let less = |price: f64, by: i64| price - price * by as f64 / 100.0;
        return Some(rupees(less(less(n[0] as f64, n[1]), n[2])));
    }
    let compound = "What is the compound interest on ₹¤ at ¤ % a year for 2 years, compounded yearly?";
    if let Some(n) = wholes(text, compound) {
        let grown = (0..2).fold(n[0] as f64, |sum, _| sum + sum * n[1] as f64 / 100.0);
        return Some(rupees(grown - n[0] as f64));
    }
    let shared = "₹¤ is shared by A, B and C in the ratio ¤:¤:¤. By how much do the shares of A and B differ?";
    let n = wholes(text, shared)?;
    let share = |part: i64| n[0] as f64 * part as f64 / (n[1] + n[2] + n[3]) as f64;
    Some(rupees((share(n[1]) - share(n[2])).abs()))
}

fn motion(text: &str) -> Option<Judge> {
    if let Some(n) = wholes(text, "How far does a car travel in ¤ minutes at ¤ km/h?") {
        return Some(is(n[0] as f64 / 60.0 * n[1] as f64, " km"));
    }
    let train = "A train ¤ m long goes at ¤ km/h. How long does it take to cross a bridge of ¤ m completely?";
    if let Some(n) = wholes(text, train) {
        return Some(is((n[0] + n[2]) as f64 / (n[1] as f64 * 1000.0 / 3600.0), " s"));
    }
    let job = "A alone needs ¤ days for a job, B alone ¤ days. How long do they need together?";
    if let Some(n) = wholes(text, job) {
        return Some(rounds(1.0 / (1.0 / n[0] as f64 + 1.0 / n[1] as f64), 2, " days"));
    }
    let road = "A car goes from one town to another at ¤ km/h and returns at ¤ km/h. What is its average speed on the whole way?";
    if let Some(n) = wholes(text, road) {
        return Some(rounds(2.0 / (1.0 / n[0] as f64 + 1.0 / n[1] as f64), 1, " km/h"));
    }
    let river = "A boat takes ¤ for ¤ km downstream and ¤ for the same distance upstream. How fast is the stream?";
    let found = gaps(text, river)?;
    let hours = |time: &str| whole(time.strip_suffix(if time == "1 hour" { " hour" } else { " hours" })?);
    let (way, down, up) = (whole(found[1])? as f64, hours(found[0])? as f64, hours(found[2])? as f64);
    let (down, up) = (way / down, way / up);
    Some(is((down - up) / 2.0, " km/h"))
}

const WEEK: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
/// Days of an ordinary year before each month.
const BEFORE: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

fn dates(text: &str) -> Option<Judge> {
    let step = |today: &str, days: i64, by: usize| {
        let mut day = WEEK.iter().position(|name| *name == today)?;
        for _ in 0..days {
            day = (day + by) % 7;
        }
        Some(reads(WEEK[day].to_owned()))
    };
    if let Some(found) = gaps(text, "Today is ¤. Which day was it ¤ days ago?") {
        return step(found[0], whole(found[1])?, 6);
    }
    if let Some(found) = gaps(text, "Today is ¤. Which day will it be in ¤ days?") {
        return step(found[0], whole(found[1])?, 1);
    }
    let month = |name: &str| MONTHS.iter().position(|known| *known == name);
    if let Some(found) = gaps(text, "In a year that is no leap year, how many days after ¤ ¤ is ¤ ¤?") {
        let no = |day: &str, name: &str| Some(BEFORE[month(name)?] + whole(day)?);
        return Some(counts(no(found[2], found[3])? - no(found[0], found[1])?));
    }
    if let Some(n) = wholes(text, "How many leap years are there from ¤ to ¤, both counted (Gregorian calendar)?") {
        let until = |year: i64| year / 4 - year / 100 + year / 400;
        return Some(counts(until(n[1]) - until(n[0] - 1)));
    }
    if let Some(found) = gaps(text, "Which day of the week is ¤ ¤ ¤ (Gregorian calendar)?") {
        // Sakamoto's rule.
        let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
        let (day, at, mut year) = (whole(found[0])?, month(found[1])?, whole(found[2])?);
        if at < 2 {
            year -= 1;
        }
        let day = (year + year / 4 - year / 100 + year / 400 + shift[at] + day) % 7;
        return Some(reads(WEEK[day as usize].to_owned()));
    }
    let n = wholes(text, "What is the smaller angle between the hands of a clock at ¤:¤?")?;
    // In half degrees from twelve, minute by minute.
    let (hour, minute) = ((n[0] * 60 + n[1]) % 720, n[1] * 12 % 720);
    let apart = (hour - minute).rem_euclid(720);
    Some(is(apart.min(720 - apart) as f64 / 2.0, "°"))
}

fn units(text: &str) -> Option<Judge> {
    if let Some(n) = wholes(text, "How fast is ¤ m/s in km/h?") {
        return Some(is(n[0] as f64 * 3.6, " km/h"));
    }
    if let Some(n) = wholes(text, "How fast is ¤ km/h in m/s?") {
        return Some(is(n[0] as f64 / 3.6, " m/s"));
    }
    if let Some(n) = wholes(text, "What is ¤ °C in °F?") {
        return Some(is(n[0] as f64 * 1.8 + 32.0, " °F"));
    }
    let file = "How long does a file of ¤ MB take over a line of ¤ Mbit/s (1 MB = 8 Mbit, nothing lost)?";
    if let Some(n) = wholes(text, file) {
        return Some(is(n[0] as f64 * 8.0 / n[1] as f64, " seconds"));
    }
    if let Some(found) = gaps(text, "A liquid has a density of ¤ g/cm³. What is that in kg/m³?") {
        // A cubic metre has a million cubic centimetres, a kilogram a thousand grams.
        return Some(is(value(found[0])? * 1_000_000.0 / 1000.0, " kg/m³"));
    }
    let found = gaps(text, "How many ¤ are ¤ ¤?")?;
    // In one small unit of its kind each.
    let size = |unit: &str| {
        Some(match unit {
            "millilitres" | "grams" | "bits" | "seconds" | "centimetres" | "square centimetres" => 1_i64,
            "bytes" => 8,
            "kilobytes (KiB)" => 8 * 1024,
            "metres" => 100,
            "kilometres" => 100_000,
            "minutes" => 60,
            "hours" => 60 * 60,
            "days" => 24 * 60 * 60,
            "weeks" => 7 * 24 * 60 * 60,
            "kilograms" | "litres" => 1000,
            "square metres" => 100 * 100,
            "hectares" => 100 * 100 * 100 * 100,
            _ => return None,
        })
    };
    Some(is((whole(found[1])? * size(found[2])?) as f64 / size(found[0])? as f64, ""))
}
