//! Secrets. The one form of a password that is judged, counted and hashed: keyboards of one script write a letter in several
//! codes and a blank as several signs, and nobody sees which.

use unicode_normalization::UnicodeNormalization;

/// A password in one form, as RFC 8265 has it (`OpaqueString`): composed, and every blank an ordinary one. Nothing is refused,
/// folded or left out: what differs to the eye stays different.
#[must_use]
pub fn opaque(text: &str) -> String {
    text.chars().map(|c| if is_space(c) { ' ' } else { c }).nfc().collect()
}

/// Blanks of all widths (Unicode's category Zs).
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

#[cfg(test)]
mod tests {
    use super::opaque;

    #[test]
    fn what_a_keyboard_makes_by_itself_is_one_secret() {
        for (typed, same) in [
            ("Zoe\u{308} am Fluss", "Zo\u{eb} am Fluss"),
            ("Zo\u{eb}\u{a0}am\u{202f}Fluss", "Zo\u{eb} am Fluss"),
            ("\u{915}\u{93c}\u{3000}\u{958}", "\u{958} \u{915}\u{93c}"),
            ("\u{1112}\u{1161}\u{11ab}", "\u{d55c}"),
        ] {
            assert_eq!(opaque(typed), opaque(same), "{typed}");
            assert_eq!(opaque(&opaque(typed)), opaque(typed), "{typed}");
        }
    }

    #[test]
    fn what_differs_to_the_eye_is_two() {
        for (one, other) in [("Violet", "violet"), ("a b", "a  b"), (" ab", "ab"), ("\u{ff11}", "1"), ("\u{967}", "1")]
        {
            assert_ne!(opaque(one), opaque(other));
        }
    }
}
