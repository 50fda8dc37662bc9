//! The command line as an operator types it, against the real binary and a folder of its own.

use std::path::Path;
use std::process::Command;

fn quad(folder: &Path, words: &[&str]) -> (bool, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_quad"))
        .args(words)
        .arg("--data-dir")
        .arg(folder)
        .env_clear()
        .output()
        .expect("the binary runs");
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    (run.status.success(), said)
}

#[test]
fn a_mistyped_folder_does_not_become_an_installation() {
    let base = tempfile::tempdir().expect("a folder");
    let typo = base.path().join("quad-dta");
    for words in [
        vec!["admin", "promote", "ada@meridian.example"],
        vec!["admin", "grant", "ada@meridian.example", "--contests", "1"],
        vec!["admin", "sessions", "ada@meridian.example"],
        vec!["admin", "reset-code", "ada@meridian.example"],
    ] {
        let (done, said) = quad(&typo, &words);
        assert!(!done && said.contains("there is no Quad database"), "{words:?}: {said}");
    }
    assert!(!typo.exists());
}

#[test]
fn the_first_administrator_is_made_on_the_host() {
    let base = tempfile::tempdir().expect("a folder");
    let folder = base.path().join("data");
    let (done, said) = quad(&folder, &["admin", "create", "ada@meridian.example", "Ada Rao"]);
    assert!(done, "{said}");
    for words in [
        vec!["admin", "promote", "ada@meridian.example"],
        vec!["admin", "grant", "ada@meridian.example", "--contests", "2", "--polls", "1"],
        vec!["admin", "reset-code", "ada@meridian.example"],
        vec!["admin", "sessions", "ada@meridian.example", "--end"],
        vec!["migrate"],
    ] {
        let (done, said) = quad(&folder, &words);
        assert!(done, "{words:?}: {said}");
    }
    let (done, said) = quad(&folder, &["admin", "promote", "nobody@meridian.example"]);
    assert!(!done && said.contains("No account has this e-mail address"), "{said}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&folder).expect("the folder").permissions().mode();
        assert_eq!(mode & 0o077, 0, "password hashes are in it");
    }
}
