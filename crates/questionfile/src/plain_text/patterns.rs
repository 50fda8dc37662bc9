//! Patterns of plain text: the words by which people mark answers, explanations, pages and questions, in the languages of
//! the campus. They run in linear time whatever they meet.

use std::sync::LazyLock;

use regex::Regex;

/// One of the usual units, with what is before and raised above it, as in `pastedTyped.ts`.
const ONE_UNIT: &str = r"(?:%|‰|°[CF]?|℃|℉|Ω|Å|₹|(?:da|[kMGTPhdcmµμnpf])?(?:m|g|s|A|K|mol|cd|Hz|N|Pa|J|W|C|V|F|S|T|H|L|l|eV|cal|bar|rad|lm|lx|Bq|Gy|Wh|Ω)|min|rpm|atm|dB|bits?|bytes?|[kKMGT]?i?B)(?:[¹²³]|⁻[¹²³]|\^?-?\d)?";

/// All patterns, built once.
#[derive(Debug)]
pub struct Patterns {
    /// `Q1.`, `1)`, `प्रश्न 3:`; the number and what follows.
    pub numbered: Option<Regex>,
    /// `Question 5` with or without a sign behind it.
    pub question_word: Option<Regex>,
    /// `Answer: …`; the word, the sign, the rest.
    pub answer: Option<Regex>,
    /// `Short answer: …` and `Number: …`, as this library writes them.
    pub open_answer: Option<Regex>,
    /// `Answer (number): …` and `Answer (text): …`; the kind and the key.
    pub said_answer: Option<Regex>,
    /// A key that may name options: `B`, `Option B`, `A, C`.
    pub of_options: Option<Regex>,
    /// Signs of numbers only.
    pub only_digits: Option<Regex>,
    /// `9.81 ± 0.05`; what stands before and behind.
    pub margin: Option<Regex>,
    /// What parts texts of which each is right.
    pub between_texts: Option<Regex>,
    /// One of the usual units, or several.
    pub unit: Option<Regex>,
    /// `… Ans: (B)` at the end of a line; the key.
    pub answer_at_end: Option<Regex>,
    /// `T1A03 (B) [97.1]`; the code and the key.
    pub code_and_key: Option<Regex>,
    /// `Explanation: …`; the rest.
    pub explanation: Option<Regex>,
    /// `Difficulty: …`, `Topic: …`, `Tags: …`, `Marks: …`; word and rest.
    pub property: Option<Regex>,
    /// `Page 3 of 12`.
    pub page: Option<Regex>,
    /// A line of signs that parts questions.
    pub rule: Option<Regex>,
    /// `Answer key` by itself.
    pub key_heading: Option<Regex>,
    /// A line of numbers with letters.
    pub key_line: Option<Regex>,
    /// One of them.
    pub key_pair: Option<Regex>,
    /// What stands before the right option.
    pub mark_before: Option<Regex>,
    /// What stands behind it.
    pub mark_after: Option<Regex>,
    /// A box before an option: what is in it, and what follows.
    pub checkbox: Option<Regex>,
    /// A bullet; what follows.
    pub bullet: Option<Regex>,
}

/// The patterns.
pub static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let build = |pattern: &str| Regex::new(pattern).ok();
    Patterns {
        numbered: build(
            r"(?i)^(?:(q(?:uestion|ue|ues|n|\.)?|प्रश्न|प्र\.?|вопрос|問題?|问题?|第)\s*[.\-]?\s*(?:no\.?|number|संख्या|№)?\s*)?([(\[]?)(\d{1,3})\s*(?:([.):\]।．）、：])|[-–](\s))\s*(.*)$",
        ),
        question_word: build(
            r"(?i)^(?:(?:q|question|प्रश्न|вопрос)\s*[.:)]\s*(\S.*)|(?:question|प्रश्न|вопрос)\s*(?:no\.?|number|#|№)?\s*(\d{1,3})(?:\s*(?:of|/)\s*\d{1,3})?\s*|q(\d{1,3})\s+(\S.*))$",
        ),
        answer: build(
            r"(?i)^(?:the\s+)?(?:(?:correct|right|सही|правильный|верный)\s+)?(answers?(?:\s*keys?)?|ans|keys?|(?:correct|right|सही)\s*(?:options?|choice|विकल्प)?|उत्तर|जवाब|ответы?|答え|答案|正解|réponse|respuesta|antwort)(\s*\(?s?\)?\s*(?:is\b|are\b|है\b)?\s*(?:[.:=।：．\-–—]+|\s|$))\s*(.*)$",
        ),
        open_answer: build(r"(?i)^(short answer|number)\s*:\s*(.+)$"),
        said_answer: build(
            r"(?i)^(?:the\s+)?(?:correct\s+|right\s+)?(?:answer|ans|key)\s*\((text|number)\)\s*[:=.-]?\s*(.+)$",
        ),
        of_options: build(
            r"(?i)^(?:both\s+)?(?:options?\s+|choices?\s+)?[(\[]?[A-H](?:[)\].:].*|(?:\s*(?:,|;|&|\band\b)\s*[(\[]?[A-H][)\].]?)*)$",
        ),
        only_digits: build(r"^[-+−]?[\d.,'’\s]*\d[\d.,'’\s]*$"),
        margin: build(r"^(.+?)\s*(?:±|\+/-|\+-)\s*(.+)$"),
        between_texts: build(r"\s+/\s+"),
        unit: build(&format!(r"^{ONE_UNIT}(?:\s?[·⋅*/.]\s?{ONE_UNIT}|\s{ONE_UNIT})*$")),
        answer_at_end: build(
            r"(?i)(?:\s+|[(\[])(?:correct\s+)?(?:ans(?:wer)?|उत्तर|ответ|key)\s*[.:\-–=：]+\s*[(\[]?\s*([a-h]|[कखगघ]|[абвг]|[1-8])\s*[)\]]?\s*[.)\]]*\s*$",
        ),
        code_and_key: build(r"^([A-Za-z0-9.\-]{0,8}\d[A-Za-z0-9.\-]{0,8})\s+\(([A-H])\)(?:\s*\[[^\]]*\])?$"),
        explanation: build(
            r"(?i)^(?:explanations?|solutions?|sol\.?|reasons?|rationale|व्याख्या|हल|स्पष्टीकरण|пояснение|объяснение|解説)\s*(?:[:=：\-–]\s*|\.\s+|$)(.*)$",
        ),
        property: build(
            r"(?i)^(difficulty|level|topic|category|subject|chapter|tags?|marks?|points?)\s*[:=]\s*(.{1,200})$",
        ),
        page: build(
            r"(?i)^(?:[-–—|]\s*)?(?:page|pg\.?|पृष्ठ|стр\.?|страница)\s*[:.]?\s*\d{1,4}(?:\s*(?:of|/|из)\s*\d{1,4})?(?:\s*[-–—|])?$|^\d{1,4}\s*\|\s*page$|^p\s*\.?\s*t\s*\.?\s*o\.?$",
        ),
        rule: build(r"^(?:[-_=~*•.·—–]\s*){3,}$|^~~$"),
        key_heading: build(
            r"(?i)^(?:the\s+)?(?:correct\s+)?(?:answers?\s*keys?|answers?|keys?|answer\s*sheet|उत्तर(?:\s*(?:कुंजी|माला|तालिका))?|उत्तरमाला|ответы|答え|答案)\s*[:：\-–]?$",
        ),
        key_line: build(
            r"^(?:\s*[(\[]?q?\.?\d{1,3}\s*[.):\]\-–=]*\s*[(\[]?(?:[A-Ha-h]|[कखगघ]|[АБВГДЕ])[)\]]?\s*(?:[,;|.]|\s|$))+$",
        ),
        key_pair: build(r"[(\[]?(\d{1,3})\s*[.):\]\-–=]*\s*[(\[]?([A-Ha-h]|[कखगघ]|[АБВГДЕ])[)\]]?\s*(?:[,;|.]|\s|$)"),
        mark_before: build(r"^(?:(\*)(?:[^*]|$)|([✓✔✅☑])|(\^)\S|(##)\s*\S)"),
        mark_after: build(
            r"(?i)\s*(?:(\*)|([✓✔✅☑])|(##)|([(\[](?:correct|right|correct answer|right answer|सही|верно|ans|answer)[)\]]))$",
        ),
        checkbox: build(r"^(?:[-*+•]\s+)?\[([ xX✓✔*]?)\]\s*(.+)$"),
        bullet: build(r"^[-–•·▪◦○●o*]\s+(.+)$"),
    }
});

impl Patterns {
    /// The groups of a pattern in a text, the whole first.
    pub fn groups<'t>(pattern: Option<&Regex>, text: &'t str) -> Option<regex::Captures<'t>> {
        pattern?.captures(text)
    }

    /// Whether a pattern is in a text.
    pub fn fits(pattern: Option<&Regex>, text: &str) -> bool {
        pattern.is_some_and(|pattern| pattern.is_match(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pattern that does not build would find nothing, silently.
    #[test]
    fn every_pattern_builds() {
        let shown = format!("{:?}", *PATTERNS);
        assert!(!shown.contains("None"), "{shown}");
    }
}
