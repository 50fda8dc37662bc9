//! Symbol fonts. Word keeps a sign of the fonts Symbol and Wingdings as its place in the font (0xF020 to 0xF0FF, or without
//! the 0xF000), which means nothing to other programs. These tables say which character is meant: Symbol by the mapping
//! that Adobe and Unicode publish (`SYMBOL.TXT`), of the Wingdings only what people mark answers with.

/// Symbol from 0x20 on.
const SYMBOL_LOW: &str =
    " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
/// Symbol from 0xA0 on; the apple at 0xF0 is no character.
const SYMBOL_HIGH: &str =
    "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u{fffd}〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭";
const WINGDINGS: [(u32, char); 12] = [
    (0x6c, '●'),
    (0x6e, '■'),
    (0x6f, '□'),
    (0x9f, '•'),
    (0xa7, '▪'),
    (0xa8, '☐'),
    (0xd8, '➢'),
    (0xe0, '→'),
    (0xfb, '✗'),
    (0xfc, '✓'),
    (0xfd, '☒'),
    (0xfe, '☑'),
];
const WINGDINGS_2: [(u32, char); 6] = [(0x4f, '✗'), (0x50, '✓'), (0x51, '☒'), (0x52, '☑'), (0x54, '☒'), (0xa3, '☐')];

/// The character that a font shows at a place. Nothing where it is not known; a place outside the private area is the character
/// itself, except in these fonts.
pub fn character(font: &str, place: u32) -> Option<char> {
    let low = if (0xf020..=0xf0ff).contains(&place) { place - 0xf000 } else { place };
    let of = |table: &[(u32, char)]| table.iter().find(|(at, _)| *at == low).map(|(_, sign)| *sign);
    match font.to_ascii_lowercase().as_str() {
        "symbol" => {
            let (from, signs) = if low < 0xa0 { (0x20, SYMBOL_LOW) } else { (0xa0, SYMBOL_HIGH) };
            signs.chars().nth(low.checked_sub(from)? as usize).filter(|sign| *sign != '\u{fffd}')
        }
        "wingdings" => of(&WINGDINGS),
        "wingdings 2" => of(&WINGDINGS_2),
        _ if low == place => char::from_u32(place).filter(|sign| !sign.is_control()),
        _ => None,
    }
}

/// Whether a font is one of those whose text means other characters.
pub fn is_known(font: &str) -> bool {
    ["symbol", "wingdings", "wingdings 2"].contains(&font.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_where_the_fonts_have_them() {
        for (font, place, sign) in [
            ("Symbol", 0xf0b0, '°'),
            ("Symbol", 0xb0, '°'),
            ("symbol", 0xf061, 'α'),
            ("Symbol", 0xf070, 'π'),
            ("Symbol", 0xf0a3, '≤'),
            ("Symbol", 0xf0d6, '√'),
            ("Symbol", 0xf0de, '⇒'),
            ("Symbol", 0xf0fe, '⎭'),
            ("Symbol", 0xf07e, '∼'),
            ("Wingdings", 0xf0fc, '✓'),
            ("Wingdings 2", 0xf050, '✓'),
            ("Arial", 0x2264, '≤'),
        ] {
            assert_eq!(character(font, place), Some(sign), "{font} {place:x}");
        }
        assert_eq!(SYMBOL_LOW.chars().count(), 0x7f - 0x20);
        assert_eq!(SYMBOL_HIGH.chars().count(), 0xff - 0xa0);
        for (font, place) in [("Symbol", 0xf0f0), ("Symbol", 0x7f), ("Wingdings", 0xf041), ("Webdings", 0xf041)] {
            assert_eq!(character(font, place), None, "{font} {place:x}");
        }
    }
}
