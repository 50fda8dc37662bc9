//! Bounds of what the converter is asked for. It calls itself for whatever takes an argument and has no end of its own:
//! a thousand characters of nested indices need more stack than a thread of the server has.

/// Characters of a formula.
pub const LENGTH: usize = 1_000;
/// Groups within each other; also commands, indices and powers that follow upon each other, of which each may be the argument
/// of the one before.
pub const DEPTH: usize = 16;

/// The byte and the sentence of the first thing that is too much.
pub fn check(source: &str) -> Result<(), (usize, String)> {
    if source.chars().count() > LENGTH {
        return Err((0, "A formula has at most 1,000 characters.".to_owned()));
    }
    let (mut open, mut run) = (0_usize, 0_usize);
    let mut chars = source.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        match char {
            '\\' => {
                let mut name = String::new();
                while let Some((_, letter)) = chars.next_if(|(_, next)| next.is_ascii_alphabetic()) {
                    name.push(letter);
                }
                match name.as_str() {
                    "" => {
                        chars.next();
                        run = 0;
                    }
                    "left" | "begin" => open += 1,
                    "right" | "end" => open = open.saturating_sub(1),
                    _ => run += 1,
                }
            }
            '^' | '_' => run += 1,
            '{' => open += 1,
            '}' => open = open.saturating_sub(1),
            // The converter would take the rest of the line for a remark.
            '%' => return Err((at, r"Write \% for the percent sign.".to_owned())),
            ' ' | '\n' | '\r' | '\t' => {}
            _ => run = 0,
        }
        if open > DEPTH {
            return Err((at, format!("More than {DEPTH} groups stand within each other here.")));
        }
        if run > DEPTH {
            return Err((
                at,
                format!(
                    "More than {DEPTH} commands follow upon each other here: put braces or blanks and letters between them."
                ),
            ));
        }
    }
    Ok(())
}
