//! Compatibility forms: other codes for what looks the same, as full-width letters, the ﬁ of a printer, presentation forms. NFKC
//! folds those together with signs that look otherwise and mean something else (`2⁵` and `25`, `5½` and `51/2`, `ℝ` and `R`);
//! Unicode's tables tell them apart by a tag, which no crate offers.

/// Superscripts, subscripts, letters of a mathematical style, numbers and letters in circles, fractions, and accents that stand
/// alone (`¨`, which NFKC makes a blank with an accent).
pub const fn is_of_its_own(c: char) -> bool {
    is_raised_or_lowered(c) || is_styled(c) || is_circled(c) || is_fraction(c) || is_lone_accent(c)
}

const fn is_raised_or_lowered(c: char) -> bool {
    matches!(c, 'ª' | '²' | '³' | '¹' | 'º' | '\u{2b0}'..='\u{2b8}' | '\u{2e0}'..='\u{2e4}' | '\u{10fc}' | '\u{1d2c}'..='\u{1d6a}'
        | '\u{1d78}' | '\u{1d9b}'..='\u{1dbf}' | '\u{2070}'..='\u{209c}' | '\u{2120}' | '\u{2122}' | '\u{2c7c}' | '\u{2c7d}'
        | '\u{2d6f}' | '\u{3192}'..='\u{319f}' | '\u{a69c}' | '\u{a69d}' | '\u{a770}' | '\u{a7f1}'..='\u{a7f4}' | '\u{a7f8}'
        | '\u{a7f9}' | '\u{ab5c}'..='\u{ab5f}' | '\u{ab69}' | '\u{10781}'..='\u{107ba}' | '\u{1e030}'..='\u{1e06d}'
        | '\u{1f16a}'..='\u{1f16c}')
}

const fn is_styled(c: char) -> bool {
    matches!(c, '\u{2102}' | '\u{210a}'..='\u{2113}' | '\u{2115}' | '\u{2119}'..='\u{211d}' | '\u{2124}' | '\u{2128}'
        | '\u{212c}' | '\u{212d}' | '\u{212f}'..='\u{2131}' | '\u{2133}' | '\u{2134}' | '\u{2139}' | '\u{213c}'..='\u{2140}'
        | '\u{2145}'..='\u{2149}' | '\u{1d400}'..='\u{1d7ff}' | '\u{1ee00}'..='\u{1eebb}')
}

const fn is_circled(c: char) -> bool {
    matches!(c, '\u{2460}'..='\u{2473}' | '\u{24b6}'..='\u{24ea}' | '\u{3244}'..='\u{3247}' | '\u{3250}'..='\u{327e}'
        | '\u{3280}'..='\u{32bf}' | '\u{32d0}'..='\u{32fe}' | '\u{1f12b}'..='\u{1f14f}' | '\u{1f190}' | '\u{1f200}'..='\u{1f251}')
}

const fn is_fraction(c: char) -> bool {
    matches!(c, '\u{bc}'..='\u{be}' | '\u{2150}'..='\u{215f}' | '\u{2189}')
}

const fn is_lone_accent(c: char) -> bool {
    matches!(c, '\u{a8}' | '\u{af}' | '\u{b4}' | '\u{b8}' | '\u{2d8}'..='\u{2dd}' | '\u{37a}' | '\u{384}' | '\u{385}'
        | '\u{1fbd}'..='\u{1fc1}' | '\u{1fcd}'..='\u{1fcf}' | '\u{1fdd}'..='\u{1fdf}' | '\u{1fed}' | '\u{1fee}' | '\u{1ffe}'
        | '\u{2017}' | '\u{203e}' | '\u{309b}' | '\u{309c}')
}
