//! Option labels: `A) A. (A) [A] A: A -` in Latin, Cyrillic and Devanagari letters, kana, Roman numerals and full-width
//! signs. A label is a letter with its punctuation; a lone letter in a sentence is none.

/// The row of letters a label belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// A B C.
    Latin,
    /// А Б В.
    Cyrillic,
    /// क ख ग.
    Devanagari,
    /// अ ब स.
    DevanagariAbas,
    /// ア イ ウ.
    Kana,
    /// i ii iii.
    Roman,
    /// 1 2 3.
    Digit,
}

/// A label, without what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label {
    /// Its row of letters.
    pub scheme: Scheme,
    /// Its place there, from 0.
    pub index: usize,
    /// Opening bracket, if any.
    pub open: Option<char>,
    /// What closes it.
    pub close: char,
    /// Whether it is a capital.
    pub upper: bool,
}

impl Label {
    /// Whether both are written alike.
    pub fn is_like(&self, other: &Self) -> bool {
        (self.scheme, self.open, self.close, self.upper) == (other.scheme, other.open, other.close, other.upper)
    }

    /// The letter, as it is said to people.
    pub fn shown(&self) -> String {
        shown(self.scheme, self.index)
    }
}

const CYRILLIC: &str = "АБВГДЕЖЗ";
const CYRILLIC_SMALL: &str = "абвгдежз";
const DEVANAGARI: &str = "कखगघङचछज";
const DEVANAGARI_ABAS: &str = "अबसदइ";
const KANA: &str = "アイウエオカキク";
const ROMAN: [&str; 10] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];

/// A letter of a row, as it is said to people.
pub fn shown(scheme: Scheme, index: usize) -> String {
    let letters = match scheme {
        Scheme::Latin => return char::from(b'A' + (index % 26) as u8).to_string(),
        Scheme::Digit => return (index + 1).to_string(),
        Scheme::Roman => return ROMAN.get(index).copied().unwrap_or_default().to_owned(),
        Scheme::Cyrillic => CYRILLIC,
        Scheme::Devanagari => DEVANAGARI,
        Scheme::DevanagariAbas => DEVANAGARI_ABAS,
        Scheme::Kana => KANA,
    };
    letters.chars().nth(index).map(String::from).unwrap_or_default()
}

/// A full-width sign as its plain one.
pub fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        c => c,
    }
}

/// The row and place of a letter, and whether it is a capital.
pub fn letter(c: char) -> Option<(Scheme, usize, bool)> {
    let c = narrow(c);
    let among = |letters: &str| letters.chars().position(|letter| letter == c);
    match c {
        'A'..='Z' => return Some((Scheme::Latin, c as usize - 'A' as usize, true)),
        'a'..='z' => return Some((Scheme::Latin, c as usize - 'a' as usize, false)),
        _ if c.is_ascii() => return None,
        _ => {}
    }
    [
        (CYRILLIC, Scheme::Cyrillic, true),
        (CYRILLIC_SMALL, Scheme::Cyrillic, false),
        (DEVANAGARI, Scheme::Devanagari, true),
        (DEVANAGARI_ABAS, Scheme::DevanagariAbas, true),
        (KANA, Scheme::Kana, true),
    ]
    .into_iter()
    .find_map(|(letters, scheme, upper)| among(letters).map(|index| (scheme, index, upper)))
}

/// All labels a text may begin with, with what follows: `i)` is a letter and a Roman numeral.
pub fn at_start(text: &str) -> Vec<(Label, &str)> {
    let mut chars = text.char_indices().peekable();
    let open = chars.next_if(|(_, c)| matches!(narrow(*c), '(' | '[')).map(|(_, c)| narrow(c));
    let start = chars.peek().map_or(text.len(), |(at, _)| *at);
    let mut found = Vec::new();
    let word: String = text[start..].chars().take_while(|c| narrow(*c).is_ascii_alphanumeric()).map(narrow).collect();
    let small = word.to_ascii_lowercase();
    if let Some(index) = ROMAN.iter().position(|roman| *roman == small) {
        let length: usize = text[start..].chars().take(word.len()).map(char::len_utf8).sum();
        found
            .extend(closed(&text[start + length..], open).map(|(close, rest)| {
                (Label { scheme: Scheme::Roman, index, open, close, upper: word != small }, rest)
            }));
    }
    if let Some(c) = text[start..].chars().next()
        && let Some((scheme, index, upper)) = letter(c)
        && let Some((close, rest)) = closed(&text[start + c.len_utf8()..], open)
    {
        found.insert(0, (Label { scheme, index, open, close, upper }, rest));
    }
    found
}

/// The sign that closes a label, and what follows.
fn closed(text: &str, open: Option<char>) -> Option<(char, &str)> {
    let after = text.trim_start_matches([' ', '\u{3000}']);
    let spaced = after.len() < text.len();
    let sign = after.chars().next()?;
    let rest = &after[sign.len_utf8()..];
    let is_ascii = sign.is_ascii();
    let sign = if matches!(sign, '、' | '।') { '.' } else { narrow(sign) };
    // An opened bracket is closed by its own.
    let sound = match (open, sign) {
        (Some('('), ')') | (Some('['), ']') => true,
        (None, ')' | ']') => !spaced,
        (None, '.' | ':') => !(spaced || is_ascii && is_abbreviation(rest)),
        (None, '-' | '\u{2013}') => rest.starts_with(' '),
        _ => false,
    };
    sound.then(|| (sign, rest.trim_start()))
}

/// `C.V.` and `e.g` are no labels; `A.Lyon` is one.
fn is_abbreviation(rest: &str) -> bool {
    let mut chars = rest.chars();
    match (chars.next(), chars.next()) {
        (Some(first), _) if first.is_ascii_lowercase() || first == '.' => true,
        (Some(first), Some('.')) if first.is_alphabetic() => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_in_all_their_clothes() {
        for text in ["A) x", "A. x", "(A) x", "[A] x", "A: x", "A - x", "Ａ．x", "(A)x", "A.Xy", "A)x", "（Ａ）x"]
        {
            let (label, rest) = at_start(text)[0];
            assert_eq!(
                (label.scheme, label.index, rest.to_lowercase().starts_with('x')),
                (Scheme::Latin, 0, true),
                "{text}"
            );
        }
        assert_eq!(at_start("(ख) x")[0].0.scheme, Scheme::Devanagari);
        assert_eq!(at_start("б) x")[0].0.index, 1);
        assert_eq!(at_start("ii) x")[0].0.scheme, Scheme::Roman);
        for text in ["A x", "e.g. x", "C.V. Raman", "A-level", "(A x", "Ax) y", "a.m."] {
            assert!(at_start(text).is_empty(), "{text}");
        }
    }
}
