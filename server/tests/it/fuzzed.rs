//! What fuzzing has kept, tried again: each input of `fuzz/corpus`, through the same code as the fuzz targets (fuzz/README.md).
//! New inputs are found there, not here.

use std::path::Path;

#[path = "../../../fuzz/src/archives.rs"]
mod archives;
#[path = "../../../fuzz/src/outside.rs"]
mod outside;
#[path = "../../../fuzz/src/pictures.rs"]
mod pictures;
#[path = "../../../fuzz/src/requests.rs"]
mod requests;
#[path = "../../../fuzz/src/words.rs"]
mod words;

#[expect(clippy::disallowed_macros, reason = "the tally is for `cargo xtask trust`")]
fn replay(target: &str, least: usize, try_one: fn(&[u8])) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
    let mut tried = 0;
    for file in std::fs::read_dir(corpus).expect("a corpus") {
        let data = std::fs::read(file.expect("a file").path()).expect("an input");
        try_one(&data);
        tried += 1;
    }
    println!("{target}: {tried} inputs of the corpus tried again");
    // Where one breaks something, it does not come that far.
    println!("trust: bad inputs: {tried} / 0");
    assert!(tried >= least, "only {tried}");
}

#[test]
fn words_of_the_corpus_hold() {
    replay("words", 20, words::try_one);
}

#[test]
fn requests_of_the_corpus_hold() {
    replay("requests", 20, requests::try_one);
}

#[test]
fn pictures_of_the_corpus_hold() {
    replay("pictures", 10, pictures::try_one);
}

#[test]
fn what_others_sent_in_the_corpus_holds() {
    replay("outside", 20, outside::try_one);
}

#[test]
fn backups_of_the_corpus_hold() {
    replay("archives", 20, archives::try_one);
}
