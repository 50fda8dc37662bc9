//! Fixed options: which options of a question keep their places where a contest mixes them. Its author says so, or else the words do:
//! "all of the above", "both A and C", a scale, numbers that go up or down. The browser mixes; the server knows the same places, to say
//! where everybody saw what (`attempts/own_order.rs`). `web/src/lib/fixedPlaces.ts` says the same, and both read
//! `attempts/own_order.json`.

use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization as _;

use quad_kernel::error::Rejection;

use super::messages;
use super::model::{AskedFixed, MOST_OPTIONS, Question, bits_of};

impl AskedFixed {
    /// These places, from 0, of so many options.
    ///
    /// # Errors
    /// A place beyond the options, or one that is named twice.
    pub fn parse(places: Option<&[u32]>, options: usize) -> Result<Self, Rejection> {
        let Some(places) = places else { return Ok(Self::ByWords) };
        let bits = bits_of(places, options);
        bits.map(Self::These).ok_or_else(|| messages::FIXED_BEYOND_OPTIONS.with("field", "fixedOptions"))
    }

    /// What is stored of so many options, where `old` was until now.
    pub fn over(self, old: Option<u8>, options: usize) -> Option<u8> {
        let bits = match self {
            Self::Unsaid => old?,
            Self::ByWords => return None,
            Self::These(bits) => bits,
        };
        // Options that went are nowhere.
        let all = ((1_u16 << options.min(MOST_OPTIONS)) - 1) as u8;
        (options > 0).then_some(bits & all)
    }
}

impl Question {
    /// Whether each of the options keeps its place where they are mixed.
    pub fn keeps_places(&self) -> Vec<bool> {
        match self.fixed_options {
            Some(bits) => (0..self.options.len()).map(|option| bits >> option & 1 == 1).collect(),
            None => fixed_by_words(&self.options),
        }
    }
}

/// Speaks of the options before it, so it stays where it is.
static OF_THE_OTHERS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let patterns = [
        r"^(all|none|both|neither|any|some) (of )?(the )?(above|these|those|following|options?)(?-u:\b)",
        r"^(all|none|neither|both) of (them|the (above|given|other)( options| choices| answers)?)$",
        "(उपरोक्त|उपर्युक्त|इनमें|इन में|इन सभी|ये सभी|यह सभी)",
        // Hindi in Latin letters, as people spell it.
        r"^(upa?rokta?|upa?ry?ukta?|(in|un) ?me(in|n|i)? ?se)(?-u:\b)",
        r"^(in|ye|yeh) (sab|sabh?i|donon?)( (sah?i|galat))?( (hai|hain))?$",
        r"^(sab|sabh?i|donon?|koi)( bhi)?( (sah?i|galat|theek|thik))?( (hai|hain|nah?i|nahin))+$",
    ];
    patterns.into_iter().filter_map(|pattern| Regex::new(pattern).ok()).collect()
});

/// Names others by their letters, up to the last that a question of so many options has: mixed, it would name the wrong ones.
static BY_LETTER: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let letters = ('a'..='z').take(MOST_OPTIONS);
    let pattern = |last| {
        let one = format!(r"\(?[a-{last}]\)?");
        let before = "((both|only|either|neither|केवल|दोनों) )?";
        let between = "( ?[,&] ?| (and|or|nor|और|तथा|एवं|या) |, (and|or) )";
        Regex::new(&format!("^{before}{one}({between}{one})+( only| both| दोनों| केवल)?$")).ok()
    };
    letters.filter_map(pattern).collect()
});

/// Where both of a pair are among the options, those read as a scale: *True*, *False*, *Not given*.
const PAIRS: [[&str; 2]; 9] = [
    ["true", "false"],
    ["yes", "no"],
    ["correct", "incorrect"],
    ["right", "wrong"],
    ["agree", "disagree"],
    ["सत्य", "असत्य"],
    ["सही", "गलत"],
    ["सही", "ग़लत"],
    ["हाँ", "नहीं"],
];

/// Which options stay where they are, by their words.
pub fn fixed_by_words(options: &[String]) -> Vec<bool> {
    let plain: Vec<String> = options.iter().map(|option| words(option)).collect();
    let by_letter = options.len().checked_sub(1).and_then(|last| BY_LETTER.get(last));
    let names_others = by_letter.is_some_and(|pattern| plain.iter().any(|one| pattern.is_match(one)));
    let nfc = |text: &str| text.nfc().collect::<String>();
    let is_scale = PAIRS.iter().any(|pair| pair.iter().all(|one| plain.contains(&nfc(one))));
    let all = names_others || is_scale || are_in_order(&plain);
    plain.iter().map(|one| all || OF_THE_OTHERS.iter().any(|pattern| pattern.is_match(one))).collect()
}

/// A text as it is compared: in small letters, without marks of code, without a full stop, with one blank between words.
fn words(option: &str) -> String {
    let small = without_code_marks(option).nfc().collect::<String>().to_lowercase();
    let ended = small.trim_end_matches(['.', '!', '।']);
    ended.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A blank, as the browser's expressions have it.
fn is_blank(sign: char) -> bool {
    sign == '\u{feff}' || (sign.is_whitespace() && sign != '\u{85}')
}

/// Without the lines that begin and end a block of code, and without the marks of code within lines.
fn without_code_marks(option: &str) -> String {
    if !option.contains('`') {
        return option.to_owned();
    }
    let lines = option.split('\n').map(|line| line.trim_end_matches('\r')).filter(|line| !is_fence(line));
    lines.map(without_inline_marks).collect::<Vec<_>>().join("\n")
}

/// Three backticks or more on a line of their own, perhaps with a name behind.
fn is_fence(line: &str) -> bool {
    let text = line.trim_matches([' ', '\t']);
    let name = text.trim_start_matches('`');
    text.len() - name.len() >= 3 && !name.trim_start_matches([' ', '\t']).contains(|sign| is_blank(sign) || sign == '`')
}

/// As many backticks as begin code in a line end it; one without its other half is a backtick.
fn without_inline_marks(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(begin) = rest.find('`') {
        let (before, marked) = rest.split_at(begin);
        out.push_str(before);
        let many = marked.len() - marked.trim_start_matches('`').len();
        let (marks, behind) = marked.split_at(many);
        let Some(end) = end_of_code(behind, many) else {
            out.push_str(marks);
            rest = behind;
            continue;
        };
        out.push_str(&unpadded(&behind[..end]));
        rest = &behind[end + many..];
    }
    out.push_str(rest);
    out
}

/// Without the blanks that keep code apart from a backtick of its own.
fn unpadded(code: &str) -> String {
    let begun = code.strip_prefix(" `").map_or_else(|| code.to_owned(), |rest| format!("`{rest}"));
    begun.strip_suffix("` ").map_or_else(|| begun.clone(), |rest| format!("{rest}`"))
}

/// Where the next run of exactly so many backticks begins.
fn end_of_code(text: &str, many: usize) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = text[from..].find('`') {
        let begin = from + found;
        let run = text[begin..].len() - text[begin..].trim_start_matches('`').len();
        if run == many {
            return Some(begin);
        }
        from = begin + run;
    }
    None
}

/// Numbers that go up or down, whatever unit follows them.
fn are_in_order(options: &[String]) -> bool {
    let numbers: Vec<Option<f64>> = options.iter().map(|option| number(option)).collect();
    let steps = |wanted: fn(f64, f64) -> bool| {
        numbers.windows(2).all(|pair| matches!(pair, [Some(one), Some(next)] if wanted(*one, *next)))
    };
    steps(|one, next| one < next) || steps(|one, next| one > next)
}

/// The number that a text begins with.
fn number(text: &str) -> Option<f64> {
    static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^[-+−]?[0-9][0-9,]*(\.[0-9]+)?").ok());
    let found = NUMBER.as_ref()?.find(text)?.as_str();
    found.replace(',', "").replace('−', "-").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_fixed_stays_unless_something_is_said() {
        let these = AskedFixed::parse(Some(&[0, 3]), 4).expect("two of four");
        assert_eq!(these, AskedFixed::These(0b1001));
        for (asked, old, options, stored) in [
            (AskedFixed::Unsaid, None, 4, None),
            (AskedFixed::Unsaid, Some(0b1001), 4, Some(0b1001)),
            (AskedFixed::Unsaid, Some(0b1001), 3, Some(0b001)),
            (AskedFixed::Unsaid, Some(0b1001), 0, None),
            (AskedFixed::Unsaid, Some(0xff), 8, Some(0xff)),
            (AskedFixed::ByWords, Some(0b1001), 4, None),
            (AskedFixed::These(0), Some(0b1001), 4, Some(0)),
            (these, None, 4, Some(0b1001)),
        ] {
            assert_eq!(asked.over(old, options), stored, "{asked:?} over {old:?}");
        }
        assert_eq!(AskedFixed::parse(None, 4), Ok(AskedFixed::ByWords));
        for places in [&[4][..], &[1, 1], &[u32::MAX]] {
            assert!(AskedFixed::parse(Some(places), 4).is_err(), "{places:?}");
        }
    }

    #[test]
    fn the_patterns_can_be_read() {
        assert_eq!((OF_THE_OTHERS.len(), BY_LETTER.len()), (6, MOST_OPTIONS));
    }
}
