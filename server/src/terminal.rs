//! Terminal: lines for the one who typed a command.

use std::io::Write;

/// A line for the one who typed the command.
pub fn print(text: &str) {
    say(&mut std::io::stdout(), text);
}

/// A closed pipe at the other end is not our problem.
pub fn say(out: &mut impl Write, text: &str) {
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
