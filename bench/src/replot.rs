//! `quad-bench plot`: draws the plot of the growth again from the JSON that a run wrote down.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context;
use serde::Deserialize;

use crate::{plot, say};

/// Which run, and where the picture goes.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The JSON of a run with the scenario growth
    results: PathBuf,
    /// Where the picture is drawn, as SVG
    #[arg(long)]
    to: PathBuf,
}

#[derive(Deserialize)]
struct Kept {
    commit: String,
    figures: Vec<KeptFigure>,
}

#[derive(Deserialize)]
struct KeptFigure {
    scenario: String,
    name: String,
    values: Vec<f64>,
}

/// Draws.
pub fn plot(options: &Options) -> anyhow::Result<()> {
    let path = options.results.display();
    let text = std::fs::read_to_string(&options.results).with_context(|| format!("cannot read {path}"))?;
    let kept: Kept = serde_json::from_str(&text).with_context(|| format!("{path} is not the JSON of a run"))?;
    let costs = costs(&kept.figures);
    anyhow::ensure!(!costs.is_empty(), "{path} has no figures of the scenario growth");
    std::fs::write(&options.to, plot::growth(&costs))
        .with_context(|| format!("cannot write {}", options.to.display()))?;
    say(&format!("the growth at {} is in {}", kept.commit, options.to.display()));
    Ok(())
}

/// Costs by engine and participants: `SQLite: 1000 participants`.
fn costs(figures: &[KeptFigure]) -> BTreeMap<(&str, usize), Vec<f64>> {
    let of = |figure: &KeptFigure| -> Option<usize> {
        figure.name.split_once(": ")?.1.strip_suffix(" participants")?.parse().ok()
    };
    let grown = figures.iter().filter(|figure| figure.scenario == "growth");
    let sized = grown.filter_map(|figure| Some((figure, of(figure)?)));
    sized
        .map(|(figure, size)| ((figure.name.split(": ").next().unwrap_or_default(), size), figure.values.clone()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_growth_of_a_kept_run_is_found_among_its_figures() {
        let figure = |scenario: &str, name: &str, values: &[f64]| KeptFigure {
            scenario: scenario.to_owned(),
            name: name.to_owned(),
            values: values.to_vec(),
        };
        let figures = [
            figure("growth", "SQLite: 1000 participants", &[91.2, 90.8]),
            figure("growth", "SQLite: 1000 participants, not done", &[0.0]),
            figure("growth", "SQLite: most by fewest people", &[1.02]),
            figure("growth", "PostgreSQL: 100000 participants", &[108.6]),
            figure("answers", "SQLite: 1000 participants", &[1.0]),
        ];
        let wanted = BTreeMap::from([(("PostgreSQL", 100_000), vec![108.6]), (("SQLite", 1_000), vec![91.2, 90.8])]);
        assert_eq!(costs(&figures), wanted);
    }

    #[test]
    fn a_file_without_growth_is_refused() {
        let folder = tempfile::tempdir().expect("folder");
        let results = folder.path().join("run.json");
        let options = |text: &str| {
            std::fs::write(&results, text).expect("written");
            Options { results: results.clone(), to: folder.path().join("growth.svg") }
        };
        for text in ["", "{}", r#"{"commit": "abc", "figures": []}"#] {
            assert!(plot(&options(text)).is_err(), "{text}");
        }
        let told = r#"{"commit": "abc", "figures":
            [{"scenario": "growth", "name": "SQLite: 10 participants", "values": [3.0]}]}"#;
        assert!(plot(&options(told)).is_ok() && folder.path().join("growth.svg").is_file());
    }
}
