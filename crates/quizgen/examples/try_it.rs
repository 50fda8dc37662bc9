//! Draft example: prints drafts of the built-in source:
//! `cargo run -p quad-quizgen --example try_quizgen -- "operating systems" 5 42`.

use quad_quizgen::{KnownQuestions, Library, LibraryDraft, LibraryRequest};

#[expect(clippy::disallowed_macros, reason = "an example that prints")]
fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(topic) = words.first() else {
        println!("{}", Library.topics().join("\n"));
        return;
    };
    let number = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(5);
    let seed = words.get(2).and_then(|word| word.parse().ok()).unwrap_or(1);
    match Library.draft(&LibraryRequest { topic, number, difficulty: None, known: KnownQuestions::default(), seed }) {
        Err(why) => println!("{why}: {why:?}"),
        Ok(found) => {
            println!("{}, taken as {}\n", found.topic, found.taken_as.as_deref().unwrap_or("typed"));
            for LibraryDraft { draft, is_about } in found.drafts {
                println!(
                    "[{}{}] {}",
                    draft.difficulty.word(),
                    if is_about { "" } else { ", fills up" },
                    draft.question
                );
                for option in &draft.options {
                    println!("  {} {option}", if *option == draft.answer { "*" } else { "-" });
                }
                println!("  ({})\n", draft.why);
            }
        }
    }
}
