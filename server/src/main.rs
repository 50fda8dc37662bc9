//! Entry point of the binary `quad`: reads its arguments and does what they say (cli.rs).

use std::process::ExitCode;

fn main() -> ExitCode {
    quad::cli::run()
}
