//! A short form of the fault `between` with every test run: people in Chromium, a hostile network, one engine, the proxies that
//! are installed. The program is its own Quad (`quad-torture serve`).

use std::process::Command;

#[test]
#[expect(clippy::disallowed_methods, reason = "tests are told by the environment what may be passed over")]
fn answers_come_through_a_hostile_network() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quad-torture"));
    let output = command.args(["--quick", "--seed", "7", "between"]).output().expect("started");
    let said = String::from_utf8_lossy(&output.stdout);
    let is_whole = std::env::var("QUAD_TEST_WHOLE").is_ok();
    if said.contains("left out: between") && !is_whole {
        return;
    }
    assert!(!is_whole || said.contains(" s behind nginx, Caddy, HAProxy, Apache; "), "not all proxies: {said}");
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("faults survived: 1/1\nlost: 0, doubled: 0, of "), "{said}");
}
