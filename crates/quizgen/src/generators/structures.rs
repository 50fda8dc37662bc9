//! Data structures: stacks, queues, trees, heaps and sorting passes, followed step by step.

use std::collections::VecDeque;

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::draft_parts::{Generator, draft, numbers};
use crate::draft::{Difficulty, Draft};

pub(super) static GENERATOR: Generator =
    Generator { topics: &["Data structures"], synonyms: &[], parts: &[], make: structures };
pub(super) static SORTING: Generator = Generator {
    topics: &["Sorting and searching", "Algorithms"],
    synonyms: &["sorting", "searching", "sorting algorithms", "searching algorithms", "sorting techniques"],
    parts: &[
        (&["binary search"], &[]),
        (&["bubble sort"], &[]),
        (&["insertion sort", "selection sort"], &["insertion", "selection"]),
    ],
    make: sorting,
};

fn distinct(rng: &mut StdRng, many: usize) -> Vec<i64> {
    let mut all: Vec<i64> = (1..60).collect();
    all.shuffle(rng);
    all.truncate(many);
    all
}

fn said(values: &[i64]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn structures(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => stack_or_queue(rng, level),
        Difficulty::Medium => tree(rng, level),
        Difficulty::Hard => heap(rng, level),
    }
}

fn stack_or_queue(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let values = distinct(rng, 5);
    let is_stack = rng.random_bool(0.5);
    let (put, take) = if is_stack { ("push", "pop") } else { ("enqueue", "dequeue") };
    let mut held: VecDeque<i64> = VecDeque::new();
    let mut steps = Vec::new();
    let mut last = None;
    for (at, value) in values.iter().enumerate() {
        held.push_back(*value);
        steps.push(format!("{put} {value}"));
        if at > 0 && rng.random_bool(0.5) {
            last = if is_stack { held.pop_back() } else { held.pop_front() };
            steps.push(take.to_owned());
        }
    }
    last = if is_stack { held.pop_back() } else { held.pop_front() }.or(last);
    steps.push(take.to_owned());
    let answer = last?;
    let mistakes = values.iter().filter(|value| **value != answer).map(ToString::to_string);
    let kind = if is_stack { "stack" } else { "queue" };
    let question = format!("An empty {kind} sees: {}. What does the last {take} give?", steps.join(", "));
    let why = if is_stack { "What was put in last comes out first." } else { "What was put in first comes out first." };
    draft(level, question, answer, mistakes, why)
}

/// A binary search tree in an arena; `None` is no child.
struct Tree(Vec<(i64, Option<usize>, Option<usize>)>);

impl Tree {
    fn of(values: &[i64]) -> Self {
        let mut tree = Self(Vec::new());
        for value in values {
            tree.insert(*value);
        }
        tree
    }

    fn insert(&mut self, value: i64) {
        let new = self.0.len();
        let mut at = 0;
        while at < new {
            let (held, left, right) = self.0[at];
            let child = if value < held { left } else { right };
            if let Some(child) = child {
                at = child;
                continue;
            }
            let node = &mut self.0[at];
            if value < held {
                node.1 = Some(new);
            } else {
                node.2 = Some(new);
            }
            break;
        }
        self.0.push((value, None, None));
    }

    fn walk(&self, at: Option<usize>, order: &str, out: &mut Vec<i64>) {
        let Some(at) = at else { return };
        let (value, left, right) = self.0[at];
        for step in order.chars() {
            match step {
                'N' => out.push(value),
                'L' => self.walk(left, order, out),
                _ => self.walk(right, order, out),
            }
        }
    }

    fn walked(&self, order: &str) -> Vec<i64> {
        let mut out = Vec::new();
        self.walk(Some(0), order, &mut out);
        out
    }

    fn height(&self, at: Option<usize>) -> i64 {
        at.map_or(0, |at| 1 + self.height(self.0[at].1).max(self.height(self.0[at].2)))
    }
}

fn tree(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let values = distinct(rng, 6);
    let tree = Tree::of(&values);
    if rng.random_bool(0.3) {
        let height = tree.height(Some(0));
        let mistakes = numbers(rng, height, &[height - 1, height + 1, 6], 1);
        let question = format!(
            "{} are inserted in this order into an empty binary search tree. How many levels does it have?",
            said(&values)
        );
        return draft(level, question, height, mistakes, "The longest way from the root to a leaf, counted in nodes.");
    }
    let orders = [("preorder", "NLR"), ("postorder", "LRN"), ("inorder", "LNR")];
    let (name, order) = orders[rng.random_range(0..3)];
    let mistakes = ["NLR", "LRN", "LNR", "NRL", "RNL"].map(|other| said(&tree.walked(other)));
    let question = format!(
        "{} are inserted in this order into an empty binary search tree. What is its {name} traversal?",
        said(&values)
    );
    draft(
        level,
        question,
        said(&tree.walked(order)),
        mistakes,
        "Smaller keys go to the left, larger ones to the right.",
    )
}

fn heap(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let values = distinct(rng, 6);
    let mut heap: Vec<i64> = Vec::new();
    for value in &values {
        heap.push(*value);
        let mut at = heap.len() - 1;
        while at > 0 && heap[(at - 1) / 2] > heap[at] {
            heap.swap((at - 1) / 2, at);
            at = (at - 1) / 2;
        }
    }
    let mut sorted = values.clone();
    sorted.sort_unstable();
    let down: Vec<i64> = sorted.iter().rev().copied().collect();
    let mut near = heap.clone();
    near.swap(1, 2);
    let mut other = heap.clone();
    other.swap(4, 5);
    let mistakes = [said(&near), said(&sorted), said(&other), said(&values), said(&down)];
    let question = format!(
        "{} are inserted in this order into an empty binary min-heap. Which array holds it then?",
        said(&values)
    );
    draft(level, question, said(&heap), mistakes, "Each new key changes places with its parent while it is smaller.")
}

fn sorting(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    match level {
        Difficulty::Easy => match rng.random_range(0..3) {
            0 => search_steps(rng, level),
            1 => inversions(rng, level, 4),
            _ => passes(rng, level, 5, 1),
        },
        Difficulty::Medium => match rng.random_range(0..3) {
            0 => search_steps(rng, level),
            _ => passes(rng, level, 6, 2),
        },
        Difficulty::Hard => match rng.random_range(0..2) {
            0 => inversions(rng, level, 7),
            _ => passes(rng, level, 7, 3),
        },
    }
}

fn search_steps(rng: &mut StdRng, level: Difficulty) -> Option<Draft> {
    let many: i64 = rng.random_range(10..3000);
    let answer = i64::from(64 - (many as u64).leading_zeros());
    let mistakes = numbers(rng, answer, &[many / 2, answer - 1, answer + 1, many], 1);
    let question = format!("How many elements does a binary search look at, at most, in a sorted list of {many}?");
    draft(level, question, answer, mistakes, format!("2^{} ≤ {many} < 2^{answer}.", answer - 1))
}

fn bubble(values: &[i64], passes: usize) -> Vec<i64> {
    let mut list = values.to_vec();
    for _ in 0..passes {
        for at in 1..list.len() {
            if list[at - 1] > list[at] {
                list.swap(at - 1, at);
            }
        }
    }
    list
}

fn select(values: &[i64], passes: usize) -> Vec<i64> {
    let mut list = values.to_vec();
    for at in 0..passes {
        let least = (at..list.len()).min_by_key(|i| list[*i]).unwrap_or(at);
        list.swap(at, least);
    }
    list
}

fn insert(values: &[i64], passes: usize) -> Vec<i64> {
    let mut list = values.to_vec();
    list[..=passes].sort_unstable();
    list
}

fn passes(rng: &mut StdRng, level: Difficulty, length: usize, many: usize) -> Option<Draft> {
    let values = distinct(rng, length);
    let all = [
        bubble(&values, many),
        select(&values, many),
        insert(&values, many),
        bubble(&values, many + 1),
        select(&values, many + 1),
    ];
    let which = rng.random_range(0..3);
    let why = [
        "Each pass carries the largest of the unsorted elements to the end of them.",
        "Each pass swaps the smallest of the unsorted elements to the front of them.",
        "Each pass puts the next element in its place among those to its left.",
    ][which];
    let name = [
        "bubble sort (largest to the end)",
        "selection sort (smallest to the front)",
        "insertion sort (from the left)",
    ][which];
    let plural = if many == 1 { "pass" } else { "passes" };
    let question = format!(
        "{} is sorted into ascending order. What does the list look like after {many} {plural} of {name}?",
        said(&values)
    );
    let mut sorted = values.clone();
    sorted.sort_unstable();
    let mistakes = all.iter().chain([&sorted]).map(|list| said(list)).collect::<Vec<_>>();
    draft(level, question, said(&all[which]), mistakes, why)
}

fn inversions(rng: &mut StdRng, level: Difficulty, length: usize) -> Option<Draft> {
    let values = distinct(rng, length);
    let all = (length * (length - 1) / 2) as i64;
    let answer =
        (0..length).flat_map(|i| (i + 1..length).map(move |j| (i, j))).filter(|(i, j)| values[*i] > values[*j]).count()
            as i64;
    let mistakes = numbers(rng, answer, &[all - answer, answer + 1, answer - 1, all], 0);
    let question =
        format!("How many swaps of neighbours does bubble sort make to bring {} into ascending order?", said(&values));
    draft(level, question, answer, mistakes, "As many as there are pairs that stand in the wrong order.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_walked_in_three_ways() {
        let tree = Tree::of(&[5, 3, 8, 1, 4, 9]);
        assert_eq!(tree.walked("NLR"), [5, 3, 1, 4, 8, 9]);
        assert_eq!(tree.walked("LRN"), [1, 4, 3, 9, 8, 5]);
        assert_eq!(tree.walked("LNR"), [1, 3, 4, 5, 8, 9]);
        assert_eq!(tree.height(Some(0)), 3);
    }

    #[test]
    fn passes_are_followed() {
        assert_eq!(bubble(&[3, 2, 1], 1), [2, 1, 3]);
        assert_eq!(select(&[3, 2, 1], 1), [1, 2, 3]);
        assert_eq!(insert(&[3, 2, 1], 1), [2, 3, 1]);
    }
}
