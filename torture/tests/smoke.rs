//! Smoke test of the torture, a few seconds with every test run: the program is its own Quad (`quad-torture serve`),
//! and the faults happen.

use std::process::Command;

#[test]
fn quick_faults_are_survived() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quad-torture"));
    let output = command
        .args(["--quick", "--seed", "7", "kill", "disk-full", "slow-clients", "races"])
        .output()
        .expect("started");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("faults survived: 4/4\nlost: 0, doubled: 0, of "), "{said}");
}

#[test]
fn an_unknown_fault_is_named() {
    let output = Command::new(env!("CARGO_BIN_EXE_quad-torture")).arg("flood").output().expect("started");
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("flood"));
}
