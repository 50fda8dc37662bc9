//! Typed answers: which texts are one answer. Case, accents, blanks, punctuation and the digits of all scripts make no other; vowel
//! signs make another word. What stands between two digits, or as a sign before the first, stays: 1.5 and 15, -5 and 5, 12 5 and 125
//! are different answers, and so are C, C# and C++.

use crate::clean::is_blank;
use crate::fold::fold;

/// The key of an answer. Two texts that share one are the same answer.
#[must_use]
pub fn likeness_of_answers(text: &str) -> String {
    let folded = fold(text);
    let mut kept = String::with_capacity(folded.len());
    // Blanks and punctuation since what was kept last.
    let mut between = String::new();
    for c in folded.chars() {
        if is_blank(c) || is_soft(c) {
            between.push(c);
            continue;
        }
        if c.is_ascii_digit() && !between.is_empty() {
            match kept.chars().next_back() {
                None => kept.extend(between.chars().filter(|c| matches!(c, '-' | '.' | ','))),
                Some(last) if last.is_ascii_digit() => {
                    let signs = kept.len();
                    kept.extend(between.chars().filter(|c| !is_blank(*c)));
                    if kept.len() == signs {
                        kept.push(' ');
                    }
                }
                Some(_) => {}
            }
        }
        between.clear();
        kept.push(c);
    }
    // An answer of punctuation alone is that.
    if kept.is_empty() { folded } else { kept }
}

/// Punctuation that people leave out, or type otherwise.
const fn is_soft(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | '\''
            | '"'
            | '-'
            | '_'
            | '('
            | ')'
            | '['
            | ']'
            | '{'
            | '}'
            | '/'
            | '\u{a1}'
            | '\u{b7}'
            | '\u{bf}'
            | '\u{60c}'
            | '\u{61b}'
            | '\u{61f}'
            | '\u{6d4}'
            | '\u{964}'
            | '\u{965}'
            | '\u{3001}'
            | '\u{3002}'
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_people_type_otherwise_is_one_answer() {
        for alike in [
            &["Mysuru", "MYSURU", " mysuru ", "Mysuru.", "\u{201c}Mysuru\u{201d}", "M y s u r u"][..],
            &["New Delhi", "new  delhi", "New-Delhi", "NewDelhi", "new\u{a0}delhi"],
            &["C. V. Raman", "CV Raman", "c.v. raman"],
            &["Caf\u{e9}", "cafe", "CAFE\u{301}"],
            &["O'Brien", "O\u{2019}Brien", "OBrien"],
            &["H\u{2082}O", "H2O", "h2o"],
            &["Article 21", "Article \u{968}\u{967}", "article-21", "Article21"],
            &["1.5", " 1.5", "\u{967}.\u{96b}"],
            &["-5", "\u{2212}5", "- 5"],
            &["\u{926}\u{93f}\u{932}\u{94d}\u{932}\u{940}", "\u{926}\u{93f}\u{932}\u{94d}\u{932}\u{940}\u{964}"],
        ] {
            for text in alike {
                assert_eq!(likeness_of_answers(text), likeness_of_answers(alike[0]), "{text}");
            }
        }
    }

    #[test]
    fn other_answers_stay_others() {
        for unlike in [
            &["C", "C#", "C++"][..],
            &["15", "1.5", "1 5", "1:5", "1-5"],
            &["5", "-5", ".5"],
            // Vowel signs of Devanagari make words: kal, kala, kali.
            &["\u{915}\u{932}", "\u{915}\u{932}\u{93e}", "\u{915}\u{932}\u{940}", "\u{915}\u{94d}\u{932}"],
            &["Mysuru", "Mysore"],
            &["!", "?"],
        ] {
            let mut keys: Vec<String> = unlike.iter().map(|text| likeness_of_answers(text)).collect();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), unlike.len(), "{unlike:?}: {keys:?}");
        }
    }

    proptest! {
        #[test]
        fn a_key_is_its_own(text in "[a-zA-Z0-9 .,:'+#\u{e9}\u{2212}\u{900}-\u{97f}-]{0,24}") {
            let key = likeness_of_answers(&text);
            prop_assert_eq!(likeness_of_answers(&key), key);
        }
    }
}
