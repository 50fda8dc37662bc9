//! Report of the flight check, as an operator reads it, and the line of progress before it.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use quad_load::Report;

use super::model::{self, MIB, Measured, Verdict, about, millis};

/// Where lines cannot change, one comes this often.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Tells how far it is: on a terminal in one line that changes, elsewhere in a line now and then.
#[derive(Debug)]
pub struct Progress {
    on_terminal: bool,
    last_line: Mutex<Instant>,
}

impl Progress {
    pub fn new() -> Self {
        Self { on_terminal: std::io::stderr().is_terminal(), last_line: Mutex::new(Instant::now()) }
    }

    /// A new phase begins.
    pub fn phase(&self, text: &str) {
        let begin = if self.on_terminal { "\r\x1b[2K" } else { "" };
        crate::terminal::say(&mut std::io::stderr(), &format!("{begin}{text}"));
        *self.last_line.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// How far the phase is.
    pub fn now(&self, text: &str) {
        if self.on_terminal {
            let mut out = std::io::stderr();
            // A terminal that is gone needs no progress.
            let _ = write!(out, "\r\x1b[2K  {text}").and_then(|()| out.flush());
        } else if self.last_line.lock().unwrap_or_else(PoisonError::into_inner).elapsed() >= LINE_EVERY {
            self.phase(&format!("  {text}"));
        }
    }

    /// The line of progress goes.
    pub fn end(&self) {
        if self.on_terminal {
            self.now("");
            let mut out = std::io::stderr();
            let _ = write!(out, "\r").and_then(|()| out.flush());
        }
    }
}

/// Everything that was found out.
pub fn report(m: &Measured, verdict: &Verdict, engine: &str, disk: &str) -> String {
    let mut out = String::new();
    // Writing into a text cannot fail.
    let _ = write_all(&mut out, m, verdict, engine, disk);
    out.trim_end().to_owned()
}

fn write_all(out: &mut String, m: &Measured, verdict: &Verdict, engine: &str, disk: &str) -> std::fmt::Result {
    writeln!(out, "\nDatabase: {engine}")?;
    writeln!(
        out,
        "\n{:<22} {:>9} {:>8} {:>7} {:>10} {:>10} {:>10}",
        "what", "done", "refused", "failed", "p50", "p99", "longest"
    )?;
    // What nobody asked for says nothing.
    for (name, report) in m.rows.iter().filter(|(_, report)| report.ended() > 0) {
        writeln!(out, "{}", line(name, report))?;
    }
    writeln!(out, "\nProcessors kept busy, of {}:", m.cores)?;
    writeln!(out, "{:<18} {:>9} {:>9} {:>14} {:>15}", "phase", "took", "server", "load program", "whole machine")?;
    for span in &m.spans {
        let share = |cpu: f64| format!("{:.2}", cpu / span.seconds.max(1e-9));
        writeln!(
            out,
            "{:<18} {:>9} {:>9} {:>14} {:>15}",
            span.what,
            format!("{:.1} s", span.seconds),
            share(span.server),
            share(span.own),
            share(span.machine)
        )?;
    }
    match &m.growth {
        Some(growth) => {
            let mib = |bytes: u64| format!("{:.0} MiB", bytes as f64 / MIB);
            writeln!(
                out,
                "\nMemory of the server: {} idle, {} after the log-ins, {} at the end, {} at most",
                mib(growth.idle.resident),
                mib(growth.logged_in.resident),
                mib(growth.end.resident),
                mib(growth.end.peak)
            )?;
            writeln!(
                out,
                "Its busiest second took {:.2} processors; {} files were open at most",
                growth.busiest, growth.most_files
            )?;
        }
        None => writeln!(out, "\nMemory, processors and files of a process are reported on Linux only.")?,
    }
    writeln!(out, "{disk}")?;
    writeln!(out, "Log-ins: {:.0} per second", m.log_ins_per_s)?;
    let balance = &m.balance;
    writeln!(
        out,
        "\nAnswers: {} acknowledged, {} stored, {} lost, {} doubled, {} changed, {} counted wrong (after the server was killed)",
        balance.acknowledged, balance.stored, balance.lost, balance.doubled, balance.changed, balance.miscounted
    )?;
    if balance.unconfirmed > 0 {
        writeln!(out, "{} more are stored whose acknowledgement never arrived.", balance.unconfirmed)?;
    }
    let kinds = &m.kinds;
    writeln!(
        out,
        "All kinds of question: {} acknowledged, {} lost or changed, {} graded otherwise than by hand",
        kinds.acknowledged,
        kinds.lost + kinds.invented,
        kinds.misgraded
    )?;
    writeln!(out, "\nWhat ends first, by this model:")?;
    for bound in model::bounds(m) {
        writeln!(out, "  {:>19}  {}: {}", about(bound.carries), bound.what, bound.how)?;
    }
    for (what, why) in model::untold(m) {
        writeln!(out, "  {:>19}  {what}: {why}", "not told")?;
    }
    writeln!(out, "\n{}", if verdict.go { "GO" } else { "NO-GO" })?;
    for sentence in verdict.reasons.iter().chain(&verdict.advice) {
        writeln!(out, "- {sentence}")?;
    }
    Ok(())
}

fn line(name: &str, report: &Report) -> String {
    let time = |part: f64| millis(report.latencies.quantile(part));
    let mut line = format!(
        "{name:<22} {:>9} {:>8} {:>7} {:>10} {:>10} {:>10}",
        report.done,
        report.refused_count(),
        report.failed_count(),
        time(0.5),
        time(0.99),
        time(1.0)
    );
    let refused = report.refused.iter().map(|(status, count)| format!("{count} × {status}"));
    let failed = report.failed.iter().map(|(reason, count)| format!("{count} × {reason}"));
    let why: Vec<String> = refused.chain(failed).collect();
    if !why.is_empty() {
        let _ = write!(line, "   {}", why.join(", "));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_told_says_so() {
        let mut m = model::tests::measured();
        let text = |m: &Measured| report(m, &model::verdict(m), "SQLite", "disk");
        assert!(!text(&m).contains("not told"), "{}", text(&m));
        assert!(text(&m).contains("more than 1,000,000  disk: "), "{}", text(&m));
        m.participants = 40;
        assert!(text(&m).contains("not told  memory: ask for 500 participants or more"), "{}", text(&m));
        m.spans[0].server = 0.1;
        assert!(text(&m).contains("not told  processor: "), "{}", text(&m));
        m.growth = None;
        assert!(text(&m).contains("not told  memory: this system"), "{}", text(&m));
    }

    #[test]
    fn columns_stand_under_their_heads_and_nothing_is_told_of_what_nobody_did() {
        let mut m = model::tests::measured();
        m.rows.push((model::row::RESULTS, Report::default()));
        let text = report(&m, &model::verdict(&m), "SQLite", "disk");
        assert!(text.contains("answer") && !text.contains(model::row::RESULTS), "{text}");
        let lines: Vec<&str> =
            text.lines().skip_while(|line| !line.starts_with("Processors kept busy, of 2:")).collect();
        assert_eq!(lines[1].chars().count(), lines[2].chars().count(), "{text}");
        assert!(lines[2].starts_with("start") && lines[2].contains(" 5.0 s "), "{text}");
        assert!(lines[2].ends_with("0.40"), "{text}");
    }
}
