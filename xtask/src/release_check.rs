//! Release check: the checks that only the release binary can pass. It compiles; started in an empty folder it is
//! ready, serves packed files and knows no test hook; it does the main job in a browser.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::process::Running;
use crate::steps::{Steps, Stopped};
use crate::workspace::{QUAD, Workspace};
use crate::{browser_tests, build, process, rust_tests, tally};

const READY: Duration = Duration::from_mins(2);

pub fn steps(workspace: &Workspace, steps: &mut Steps, minutes: u64) -> Result<(), Stopped> {
    steps.check("release build", minutes, || build::server(workspace))?;
    steps.check("release binary in an empty folder", 5, || in_an_empty_folder(workspace))?;
    steps.tests("main job on the release binary", 20, || {
        let quad = workspace.quad_binary("release");
        let hooks = build::beside_tests(workspace, build::HOOKS)?;
        let mut command = browser_tests::command(workspace, &quad, &hooks)?;
        command.arg("specs/main-job.spec.ts");
        rust_tests::counted(command, tally::of_playwright)
    })
}

fn in_an_empty_folder(workspace: &Workspace) -> Result<()> {
    let folder = workspace.target.join("release-check");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let said = workspace.target.join("release-check.txt");
    // Away from the tree: a release that reads files of it would find none.
    let mut command = Command::new(workspace.quad_binary("release"));
    command.current_dir(&folder).env_clear();
    command.args(["serve", "--listen", "127.0.0.1:0", "--data-dir", "data"]).stdout(fs::File::create(&said)?);
    let mut quad = Running::start(command)?;
    let started = Instant::now();
    let is_ready = |port| ask(port, "GET", "/readyz").is_ok_and(|reply| status(&reply) == Some(200));
    let port = loop {
        if let Some(port) = port_said(&fs::read_to_string(&said)?).filter(|port| is_ready(*port)) {
            break port;
        }
        ensure!(quad.ended()?.is_none(), "{QUAD} ended before it was ready");
        ensure!(started.elapsed() < READY && !process::interrupted(), "{QUAD} was not ready within {READY:?}");
        std::thread::sleep(Duration::from_millis(100));
    };
    let page = ask(port, "GET", "/")?.to_lowercase();
    ensure!(page.contains("\r\ncontent-encoding: br\r\n"), "/ is not packed with Brotli:\n{page}");
    let hook = ask(port, "POST", "/test/clock")?;
    ensure!(matches!(status(&hook), Some(404 | 405)), "there is a test hook:\n{hook}");
    quad.stop(Duration::from_secs(30));
    Ok(())
}

/// The port of `Quad is on http://127.0.0.1:8080`, once that line is whole.
fn port_said(said: &str) -> Option<u16> {
    let (line, _) = said.split_once("Quad is on ")?.1.split_once('\n')?;
    line.rsplit(':').next()?.trim().parse().ok()
}

/// The head of a reply.
fn ask(port: u16, method: &str, path: &str) -> Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let body = if method == "POST" { "Content-Length: 0\r\n" } else { "" };
    let origin = format!("Origin: http://127.0.0.1:{port}\r\n");
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{origin}Accept-Encoding: br\r\n{body}Connection: close\r\n\r\n"
    )?;
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply)?;
    let reply = String::from_utf8_lossy(&reply).into_owned();
    let (head, _) = reply.split_once("\r\n\r\n").context("a reply without a head")?;
    Ok(format!("{head}\r\n"))
}

fn status(head: &str) -> Option<u16> {
    head.split(' ').nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_where_it_listens() {
        assert_eq!(port_said("started\nQuad is on http://127.0.0.1:41234\n"), Some(41234));
        // Half of a line is no port.
        assert_eq!(port_said("Quad is on http://127.0.0.1:412"), None);
        assert_eq!(port_said(""), None);
    }

    #[test]
    fn reads_a_status() {
        assert_eq!(status("HTTP/1.1 404 Not Found\r\nx: y\r\n"), Some(404));
        assert_eq!(status("nonsense"), None);
    }
}
