//! Item analysis: what the answers to a contest say of its questions. Whether a question goes together with the rest of the
//! paper, how reliable the whole is, and whether a key is likely to be wrong. Pure rules.
//!
//! Who answered no question that counts is left out; what somebody else left open is worth as much as a blank. Questions that
//! count for nobody are left out too. All sums are whole numbers: whether everybody has the same mark is found exactly.

/// What a person left open.
pub const BLANK: u8 = u8::MAX;
/// With fewer answers a number says nothing.
pub const ENOUGH: u32 = 10;
/// So many of the strongest have to agree on another option before a key is doubted.
const AGREEING: u32 = 5;
/// The reliability of the other questions from which on they can tell who is strong.
const RELIABLE: f64 = 0.3;

/// A question, as far as its answers are counted.
#[derive(Clone, Debug)]
pub struct Item {
    /// What each choice is worth, in whole units: each option, or where several may be chosen each set of them. Those worth the most are
    /// the key.
    pub marks: Vec<i64>,
    /// Each choice is an option, so that the strongest may agree on another one than the key.
    pub is_single: bool,
    /// What it is worth to somebody who left it open.
    pub blank: i64,
    /// It counts for nobody.
    pub is_void: bool,
}

impl Item {
    fn mark(&self, choice: u8) -> i64 {
        if choice == BLANK { self.blank } else { self.marks[usize::from(choice)] }
    }

    fn in_key(&self, option: usize) -> bool {
        self.marks.iter().max() == Some(&self.marks[option])
    }
}

/// Answer sheets, one after the other, in a byte for each question: 10,000 sheets of 200 questions are 2 MB.
#[derive(Clone, Debug)]
pub struct Sheets {
    questions: usize,
    cells: Vec<u8>,
}

impl Sheets {
    /// None yet.
    pub fn new(questions: usize) -> Self {
        Self { questions, cells: Vec::new() }
    }

    /// Adds the sheet of one person: the choice made for each question, in their order, or [`BLANK`].
    pub fn push(&mut self, choices: impl IntoIterator<Item = (usize, u8)>) {
        let first = self.cells.len();
        self.cells.resize(first + self.questions, BLANK);
        for (question, choice) in choices {
            self.cells[first + question] = choice;
        }
    }

    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.cells.chunks_exact(self.questions.max(1))
    }
}

/// What the answers say of a contest.
#[derive(Clone, Debug)]
pub struct Summary {
    /// How many answered a question that counts.
    pub took_part: u32,
    /// Cronbach's alpha, which is KR-20 where a question has one mark; none where all totals are the same.
    pub reliability: Option<f64>,
    /// Of each question.
    pub items: Vec<ItemSummary>,
    /// How many of them had each question; of one that does not count also those who answered no other.
    pub had: Vec<u32>,
}

/// What the answers say of a question.
#[derive(Clone, Debug)]
pub struct ItemSummary {
    /// How often each choice was made.
    pub counts: Vec<u32>,
    /// The correlation of its marks with the marks for all other questions, among those who answered it; none where one of the
    /// two is the same for all of them.
    pub item_rest: Option<f64>,
    /// What there is to say; nothing of a question that counts for nobody.
    pub finding: Option<Finding>,
}

/// What there is to say of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Too few answered it.
    Few,
    /// Everybody who answered it has the same mark.
    Alike,
    /// The other questions do not tell who is strong: their scores lie too close together, or have nothing in common.
    Close,
    /// The correlation says how well it tells the strong from the weak.
    Told,
    /// The strongest agree on another option than the key.
    Doubtful(Doubt),
}

/// Why a key is likely to be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The option that the strongest agree on.
    pub option: usize,
    /// How many are in the strongest quarter of those who answered, by what they have for the other questions. Whoever has as
    /// much as the last of them is one of them.
    pub strongest: u32,
    /// How many of them chose that option.
    pub chose: u32,
    /// How many of them chose what is in the key.
    pub chose_key: u32,
}

/// Sums over pairs of numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    pairs: i128,
    x: i128,
    y: i128,
    xx: i128,
    yy: i128,
    xy: i128,
}

impl Sums {
    fn add(&mut self, x: i64, y: i64) {
        let (x, y) = (i128::from(x), i128::from(y));
        self.pairs += 1;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.yy += y * y;
        self.xy += x * y;
    }

    /// The variance of the first numbers, as many times over as all [`Sums`] of the same pairs have it; 0 exactly when they are
    /// all the same.
    fn spread_x(&self) -> i128 {
        self.pairs * self.xx - self.x * self.x
    }

    fn spread_y(&self) -> i128 {
        self.pairs * self.yy - self.y * self.y
    }

    /// Pearson's correlation.
    fn correlation(&self) -> Option<f64> {
        let (x, y) = (self.spread_x(), self.spread_y());
        let together = (self.pairs * self.xy - self.x * self.y) as f64;
        (x > 0 && y > 0).then(|| (together / (x as f64).sqrt() / (y as f64).sqrt()).clamp(-1.0, 1.0))
    }
}

/// Cronbach's alpha of so many questions, whose spreads add up to `parts`, where that of their sum is `whole`.
fn alpha(questions: usize, parts: i128, whole: i128) -> Option<f64> {
    let questions = questions as f64;
    (questions > 1.0 && whole > 0).then(|| questions / (questions - 1.0) * ((whole - parts) as f64 / whole as f64))
}

/// What the answers say.
pub fn summarise(items: &[Item], sheets: &Sheets) -> Summary {
    measured(items, sheets).0
}

/// What the answers to several papers say together, each paper made of some of the items and with the sheets of those who had it. People of
/// different papers have no total in common: whether a question goes together with the rest is asked within each paper, and of what is
/// found there the sums are taken (the pooled correlation within papers). The reliability is the mean of that of the papers, by how many
/// took part. A key is doubted where the pooled correlation is negative and one of the papers doubts it by itself.
pub fn summarise_papers(items: &[Item], papers: &[(Vec<usize>, Sheets)]) -> Summary {
    let none = |item: &Item| ItemSummary { counts: vec![0; item.marks.len()], item_rest: None, finding: None };
    let mut summaries: Vec<ItemSummary> = items.iter().map(none).collect();
    let mut within = vec![Within::default(); items.len()];
    let (mut took_part, mut reliabilities) = (0, Vec::new());
    let mut had = vec![0; items.len()];
    for (places, sheets) in papers {
        let own: Vec<Item> = places.iter().map(|place| items[*place].clone()).collect();
        let (summary, answered) = measured(&own, sheets);
        took_part += summary.took_part;
        reliabilities.extend(summary.reliability.map(|alpha| (alpha, f64::from(summary.took_part))));
        for (place, own) in places.iter().zip(&summary.had) {
            had[*place] += own;
        }
        for ((place, item), sums) in places.iter().zip(summary.items).zip(answered) {
            for (all, count) in summaries[*place].counts.iter_mut().zip(item.counts) {
                *all += count;
            }
            within[*place].add(&sums, item.finding);
        }
    }
    for ((summary, within), _) in summaries.iter_mut().zip(within).zip(items).filter(|(_, item)| !item.is_void) {
        summary.item_rest = within.correlation();
        summary.finding = Some(within.finding());
    }
    let people: f64 = reliabilities.iter().map(|(_, people)| people).sum();
    let reliability = reliabilities.iter().map(|(alpha, many)| alpha * many).sum::<f64>() / people;
    Summary { took_part, reliability: Some(reliability).filter(|_| people > 0.0), items: summaries, had }
}

/// What is found of a question within papers, summed up.
#[derive(Clone, Debug, Default)]
struct Within {
    pairs: i128,
    /// Somebody of a paper has another mark than another of the same.
    has_spread: bool,
    x: f64,
    y: f64,
    xy: f64,
    /// What papers with enough answers say.
    findings: Vec<Finding>,
}

impl Within {
    fn add(&mut self, sums: &Sums, finding: Option<Finding>) {
        if sums.pairs == 0 {
            return;
        }
        let pairs = sums.pairs as f64;
        self.pairs += sums.pairs;
        self.has_spread |= sums.spread_x() > 0;
        self.x += sums.spread_x() as f64 / pairs;
        self.y += sums.spread_y() as f64 / pairs;
        self.xy += (sums.pairs * sums.xy - sums.x * sums.y) as f64 / pairs;
        self.findings.extend(finding.filter(|finding| *finding != Finding::Few));
    }

    fn correlation(&self) -> Option<f64> {
        (self.x > 0.0 && self.y > 0.0).then(|| (self.xy / self.x.sqrt() / self.y.sqrt()).clamp(-1.0, 1.0))
    }

    fn finding(&self) -> Finding {
        let doubts = self.findings.iter().filter_map(|finding| match finding {
            Finding::Doubtful(doubt) => Some(*doubt),
            _ => None,
        });
        let is_close = !self.findings.is_empty() && self.findings.iter().all(|finding| *finding == Finding::Close);
        match self.correlation() {
            _ if self.pairs < i128::from(ENOUGH) => Finding::Few,
            _ if !self.has_spread => Finding::Alike,
            Some(r) if !is_close => {
                let doubt = doubts.filter(|_| r < 0.0).max_by_key(|doubt| doubt.strongest);
                doubt.map_or(Finding::Told, Finding::Doubtful)
            }
            _ => Finding::Close,
        }
    }
}

/// What the answers say, and of each question the sums over those who answered it.
fn measured(items: &[Item], sheets: &Sheets) -> (Summary, Vec<Sums>) {
    let counted: Vec<usize> = (0..items.len()).filter(|at| !items[*at].is_void).collect();
    let mut counts: Vec<Vec<u32>> = items.iter().map(|item| vec![0; item.marks.len()]).collect();
    // Of those who took part, with their totals.
    let mut kept: Vec<(&[u8], i64)> = Vec::new();
    let mut had = vec![0; items.len()];
    for row in sheets.rows() {
        let took_part = counted.iter().any(|at| row[*at] != BLANK);
        for ((counts, had), choice) in counts.iter_mut().zip(&mut had).zip(row) {
            *had += u32::from(took_part || *choice != BLANK);
            if *choice != BLANK {
                counts[usize::from(*choice)] += 1;
            }
        }
        if took_part {
            kept.push((row, counted.iter().map(|at| items[*at].mark(row[*at])).sum()));
        }
    }
    // The mark and the rest: of all, and of those who answered.
    let mut all = vec![Sums::default(); items.len()];
    let mut answered = all.clone();
    let mut totals = Sums::default();
    for (row, total) in &kept {
        totals.add(*total, 0);
        for at in &counted {
            let mark = items[*at].mark(row[*at]);
            all[*at].add(mark, total - mark);
            if row[*at] != BLANK {
                answered[*at].add(mark, total - mark);
            }
        }
    }
    let parts: i128 = counted.iter().map(|at| all[*at].spread_x()).sum();
    let summary = |(at, counts)| {
        let (item, answered, all): (&Item, Sums, Sums) = (&items[at], answered[at], all[at]);
        if item.is_void {
            return ItemSummary { counts, item_rest: None, finding: None };
        }
        let item_rest = answered.correlation();
        let rest_reliability = alpha(counted.len() - 1, parts - all.spread_x(), all.spread_y());
        let finding = match (item_rest, rest_reliability) {
            _ if answered.pairs < i128::from(ENOUGH) => Finding::Few,
            _ if answered.spread_x() == 0 => Finding::Alike,
            (Some(r), Some(alpha)) if alpha > 0.0 => {
                let doubt = (item.is_single && r < 0.0 && alpha >= RELIABLE).then(|| doubt(item, at, &kept)).flatten();
                doubt.map_or(Finding::Told, Finding::Doubtful)
            }
            _ => Finding::Close,
        };
        ItemSummary { counts, item_rest, finding: Some(finding) }
    };
    let summary = Summary {
        took_part: kept.len() as u32,
        reliability: alpha(counted.len(), parts, totals.spread_x()),
        items: counts.into_iter().enumerate().map(summary).collect(),
        had,
    };
    (summary, answered)
}

/// Whether the strongest quarter of those who answered a question agrees on another option than its key: at least five of
/// them, and at least twice as many as chose the key.
fn doubt(item: &Item, at: usize, kept: &[(&[u8], i64)]) -> Option<Doubt> {
    let answered = || {
        let answers = kept.iter().map(|(row, total)| (row[at], total));
        answers.filter(|(choice, _)| *choice != BLANK).map(|(choice, total)| (choice, total - item.mark(choice)))
    };
    let mut rests: Vec<i64> = answered().map(|(_, rest)| rest).collect();
    let last = (rests.len() / 4).checked_sub(1)?;
    let (_, least, _) = rests.select_nth_unstable_by(last, |one, other| other.cmp(one));
    let least = *least;
    let mut chosen = vec![0; item.marks.len()];
    for (choice, _) in answered().filter(|(_, rest)| *rest >= least) {
        chosen[usize::from(choice)] += 1;
    }
    let chose_key = (0..chosen.len()).filter(|option| item.in_key(*option)).map(|option| chosen[option]).sum();
    let others = (0..chosen.len()).filter(|option| !item.in_key(*option));
    // Of two options with as many, the first.
    let option = others.rev().max_by_key(|option| chosen[*option])?;
    let doubt = Doubt { option, strongest: chosen.iter().sum(), chose: chosen[option], chose_key };
    (doubt.chose >= AGREEING && doubt.chose >= 2 * chose_key).then_some(doubt)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Marks are counted in these parts of one mark.
    const UNITS: i64 = 10_080;

    /// Questions and sheets from rows of marks as people write them, a dot for a blank. An option for each mark.
    fn table(rows: &str) -> (Vec<Item>, Sheets) {
        let rows: Vec<Vec<Option<i64>>> =
            rows.split('/').map(|row| row.split_whitespace().map(units).collect()).collect();
        let questions = rows[0].len();
        let marks_of = |at: usize| {
            let mut marks: Vec<i64> = rows.iter().filter_map(|row| row[at]).collect();
            marks.sort_unstable();
            marks.dedup();
            marks
        };
        let items: Vec<Item> =
            (0..questions).map(|at| Item { marks: marks_of(at), is_single: true, blank: 0, is_void: false }).collect();
        let mut sheets = Sheets::new(questions);
        for row in &rows {
            let choices = row.iter().enumerate().filter_map(|(at, mark)| {
                let mark = (*mark)?;
                Some((at, items[at].marks.iter().position(|one| *one == mark)? as u8))
            });
            sheets.push(choices);
        }
        (items, sheets)
    }

    fn units(mark: &str) -> Option<i64> {
        // Thirds are written with a tilde, as the slash ends a row.
        let (above, below) = mark.split_once('~').unwrap_or((mark, "1"));
        Some(above.parse::<i64>().ok()? * UNITS / below.parse::<i64>().ok()?)
    }

    const A: &str = "1 1 1 1 1 1/1 1 1 1 1 0/1 1 1 1 0 1/1 1 1 0 1 0/1 1 0 1 0 0/1 0 1 0 1 0/1 1 0 0 0 0/0 1 0 0 0 1/1 0 0 0 0 0/0 0 0 1 0 0";
    const B: &str = "1 1 1 1 1/1 1 1 1 0/1 1 . 1 1/1 1 1 0 ./1 0 1 1 0/1 1 0 . 0/0 1 1 0 ./1 0 0 1 ./1 . 0 0 0/0 1 0 . ./0 0 1 0 0/. 0 0 0 0";
    const D: &str = "1 1 1 1 1 1 1 0/1 1 1 1 1 0 1 0/1 1 1 1 0 1 1 0/1 1 1 0 1 0 1 0/1 1 0 1 0 0 1 0/1 0 1 0 1 0 1 0/1 1 0 0 0 0 1 0/0 1 0 0 0 1 1 0/1 0 0 0 0 0 1 0/0 0 0 1 0 0 1 0";
    const E: &str = "4 4 4 4 -1 4/4 4 -1 4 4 ./4 4 4 -1 . 4/4 -1 4 4 . -1/4 4 . -1 4 -1/4 . -1 4 -1 ./-1 4 4 . -1 -1/4 -1 . -1 -1 4/. 4 -1 . -1 -1/-1 -1 -1 4 . -1/-1 . 4 -1 -1 ./-1 -1 -1 . -1 4";
    const F: &str = "1 1 1 1/1 1 1 -1~3/1 1 -1~3 1/1 -1~3 1 ./-1~3 1 . 1/1 -1~3 -1~3 -1~3/-1~3 -1~3 -1~3 1/-1~3 1 -1~3 -1~3/1 . . -1~3/. -1~3 -1~3 -1~3";
    const G: &str = "4 4 3 4/4 3 4 2/4 2 1 3/3 4 -2 4/2 -2 3 1/4 1 . -2/1 -2 2 ./-2 3 -2 1/4~3 8~3 0 -2/-2 . 1~2 -2";
    const H: &str = "1 1 1 1 1 1/1 1 1 1 1 0/1 1 1 1 0 0/1 1 1 0 1 0/1 1 0 1 0 1/1 0 1 0 1 0/1 1 0 0 0 0/0 1 0 0 0 1/1 0 0 0 0 1/0 0 0 1 0 1";
    const I: &str = "1 0 1/0 1 1/1 1 0";
    const J: &str = "1 0/0 1/1 0/0 1";
    const K: &str = "1~3 1 0/1~3 0 1/1~3 1 1/1~3 0 0/1~3 1 1/1~3 1 0/1~3 0 0/1~3 0 1/1~3 1 1/1~3 0 0";

    fn is_close(found: Option<f64>, expected: Option<f64>) -> bool {
        match (found, expected) {
            (Some(found), Some(expected)) => (found - expected).abs() < 1e-9,
            (found, expected) => found.is_none() && expected.is_none(),
        }
    }

    /// The numbers are those that named packages give: item-rest of scipy's `pearsonr` and mirt, alpha of pingouin.
    #[test]
    fn the_numbers_are_those_of_well_known_packages() {
        const NONE: f64 = f64::NAN;
        let plain = [
            0.300_668_897_151,
            0.381_024_964_049,
            0.709_299_365_615,
            0.201_801_838_199,
            0.408_248_290_464,
            0.187_463_173_066,
        ];
        let blanks = [0.266_666_666_667, 0.189_953_873_945, 0.346_410_161_514, 0.507_092_552_837, 0.518_475_847_365];
        let no_shows = format!("{B}/. . . . ./. . . . ./. . . . ./. . . . .");
        let six = |r: [f64; 6]| r.to_vec();
        let without_spread = [&plain[..], &[NONE, NONE]].concat();
        let minus_one = [
            0.511_265_425_749,
            0.182_720_420_689,
            0.048_788_550_562,
            -0.219_264_504_827,
            0.166_975_845_676,
            -0.037_383_358_971,
        ];
        let wrong_key =
            [0.25, 0.202_149_877_021, 0.478_913_142_611, 0.264_135_271_898, 0.372_677_996_25, -0.462_573_020_319];
        for (name, rows, took_part, reliability, item_rest) in [
            ("plain", A, 10, 72.0 / 115.0, six(plain)),
            ("blanks", B, 12, 345.0 / 592.0, blanks.to_vec()),
            ("no-shows", &no_shows, 12, 345.0 / 592.0, blanks.to_vec()),
            ("two without spread", D, 10, 96.0 / 161.0, without_spread),
            ("+4, -1", E, 12, 2564.0 / 9365.0, six(minus_one)),
            (
                "+1, -1/3",
                F,
                10,
                344.0 / 849.0,
                vec![0.022_118_697_76, 0.283_421_715_563, 0.428_431_555_386, 0.105_026_350_747],
            ),
            (
                "part marks",
                G,
                10,
                70_048.0 / 119_169.0,
                vec![0.605_046_119_643, 0.128_855_152_747, 0.107_711_358_386, 0.566_379_875_633],
            ),
            ("wrong key", H, 10, 36.0 / 115.0, six(wrong_key)),
            ("three people", I, 3, NONE, vec![-1.0; 3]),
            ("two contrary questions", J, 4, NONE, vec![-1.0; 2]),
            ("a constant third", K, 10, 0.25, vec![NONE, 0.2, 0.2]),
        ] {
            let (items, sheets) = table(rows);
            let summary = summarise(&items, &sheets);
            assert_eq!(summary.took_part, took_part, "{name}");
            let is_same = |found, number: f64| is_close(found, Some(number).filter(|number| !number.is_nan()));
            assert!(is_same(summary.reliability, reliability), "{name}: {:?}", summary.reliability);
            for (at, (item, expected)) in summary.items.iter().zip(&item_rest).enumerate() {
                assert!(is_same(item.item_rest, *expected), "{name}, question {}: {:?}", at + 1, item.item_rest);
            }
        }
    }

    fn findings(rows: &str) -> Vec<Option<Finding>> {
        let (items, sheets) = table(rows);
        summarise(&items, &sheets).items.into_iter().map(|item| item.finding).collect()
    }

    #[test]
    fn an_easy_paper_casts_no_doubt_on_its_keys() {
        for questions in [5, 6, 10] {
            let row = |wrong: &[usize]| {
                let marks = (0..questions).map(|at| if wrong.contains(&(at % questions)) { "0" } else { "1" });
                marks.collect::<Vec<_>>().join(" ")
            };
            let all = (0..10).map(|_| row(&[]));
            let one_short = (0..45).map(|number| row(&[number % questions]));
            let two_short = (0..5).map(|number| row(&[number % questions, (number + 1) % questions]));
            let rows: Vec<String> = all.chain(one_short).chain(two_short).collect();
            let (items, sheets) = table(&rows.join("/"));
            let summary = summarise(&items, &sheets);
            assert!(summary.reliability.is_some_and(|alpha| alpha < -2.5), "{:?}", summary.reliability);
            for item in &summary.items {
                assert!(item.item_rest.is_some_and(|r| r < -0.3), "{item:?}");
                assert_eq!(item.finding, Some(Finding::Close));
            }
        }
    }

    #[test]
    fn a_wrong_key_is_doubted_once_enough_agree() {
        // Without the third question the wrong key outweighs what the others have in common.
        let told = [Finding::Told, Finding::Told, Finding::Close, Finding::Told, Finding::Told].map(Some);
        let of_ten = findings(H);
        assert_eq!(
            (&of_ten[..5], of_ten[5]),
            (&told[..], Some(Finding::Told)),
            "of ten people no five are the strongest"
        );
        let (items, sheets) = table(&[H; 6].join("/"));
        let summary = summarise(&items, &sheets);
        let doubt = Doubt { option: 0, strongest: 24, chose: 18, chose_key: 6 };
        let found: Vec<_> = summary.items.iter().map(|item| item.finding).collect();
        assert_eq!(found[..5], told);
        assert_eq!(found[5], Some(Finding::Doubtful(doubt)));
        let sixth = &summary.items[5];
        assert!(is_close(sixth.item_rest, Some(-0.462_573_020_319)));
        let others = naive(&items, &sheets).1[5].1;
        assert!(others.is_some_and(|alpha| (alpha - 0.6441).abs() < 5e-5), "{others:?}");
    }

    /// Each of the four conditions alone keeps a key from being doubted.
    #[test]
    fn a_key_is_doubted_only_when_everything_speaks_against_it() {
        let sixfold = [H; 6].join("/");
        let doubted = |rows: &str| {
            findings(rows).last().copied().flatten().is_some_and(|last| matches!(last, Finding::Doubtful(_)))
        };
        assert!(doubted(&sixfold));
        // Sets of options: people who agree on one say less, as there are many.
        let (mut of_sets, sheets_of_sets) = table(&sixfold);
        of_sets[5].is_single = false;
        assert_eq!(summarise(&of_sets, &sheets_of_sets).items[5].finding, Some(Finding::Told));
        // The other questions have little in common: whoever is right at one is wrong at the next.
        let unreliable = sixfold.replace("1 1 1 1 0 0", "1 0 0 0 0 0").replace("1 1 1 0 1 0", "0 0 0 0 1 0");
        assert!(!doubted(&unreliable));
        // Those who are wrong chose three options instead of one.
        let (mut items, sheets) = table(&sixfold);
        items[5].marks = vec![0, UNITS, 0, 0];
        let mut spread = Sheets::new(6);
        for (number, row) in sheets.rows().enumerate() {
            let other = [0, 2, 3][number % 3];
            spread.push(
                row.iter().enumerate().map(|(at, choice)| (at, if at == 5 && *choice == 0 { other } else { *choice })),
            );
        }
        assert_eq!(summarise(&items, &spread).items[5].finding, Some(Finding::Told), "six each, and six with the key");
        // A key of all that the strongest chose.
        items[5].marks = vec![UNITS; 4];
        assert_eq!(summarise(&items, &spread).items[5].finding, Some(Finding::Alike));
    }

    #[test]
    fn what_cannot_be_said_has_its_reason() {
        let nine = A.rsplit_once('/').map(|(rows, _)| rows).unwrap_or_default();
        assert_eq!(findings(nine), [Some(Finding::Few); 6]);
        assert_eq!(findings(D)[6..], [Some(Finding::Alike); 2]);
        assert_eq!(findings(&[J; 3].join("/")), [Some(Finding::Close); 2], "one other question tells nothing");
        assert_eq!(findings(&["1"; 12].join("/")), [Some(Finding::Alike)]);
        assert_eq!(findings(""), []);
        let (mut items, sheets) = table(A);
        for item in &mut items {
            item.is_void = true;
        }
        let summary = summarise(&items, &sheets);
        assert_eq!((summary.took_part, summary.reliability), (0, None));
        assert_eq!(summary.items[0].counts, [2, 8], "what was chosen is told all the same");
    }

    /// Item-rest, and the alpha of the other questions.
    type Pair = (Option<f64>, Option<f64>);

    /// Alpha, and of each question item-rest and the alpha of the others: once more, in two passes of floating point.
    fn naive(items: &[Item], sheets: &Sheets) -> (Option<f64>, Vec<Pair>) {
        let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
        let variance = |list: &[f64]| list.iter().map(|one| (one - mean(list)).powi(2)).sum::<f64>();
        let rows: Vec<&[u8]> = sheets.rows().filter(|row| row.iter().any(|choice| *choice != BLANK)).collect();
        let all: Vec<usize> = (0..items.len()).collect();
        let total = |row: &[u8], of: &[usize]| of.iter().map(|at| items[*at].mark(row[*at]) as f64).sum::<f64>();
        let totals = |of: &[usize]| rows.iter().map(|row| total(row, of)).collect::<Vec<_>>();
        let alpha = |of: &[usize]| {
            let (count, whole) = (of.len() as f64, variance(&totals(of)));
            let parts: f64 = of.iter().map(|at| variance(&totals(&[*at]))).sum();
            (count > 1.0 && whole > 1e-6).then(|| count / (count - 1.0) * (1.0 - parts / whole))
        };
        let of_item = |at: usize| {
            let others: Vec<usize> = all.iter().copied().filter(|other| *other != at).collect();
            let answered: Vec<&&[u8]> = rows.iter().filter(|row| row[at] != BLANK).collect();
            let x: Vec<f64> = answered.iter().map(|row| total(row, &[at])).collect();
            let y: Vec<f64> = answered.iter().map(|row| total(row, &others)).collect();
            let (vx, vy) = (variance(&x), variance(&y));
            let together: f64 = x.iter().zip(&y).map(|(one, other)| (one - mean(&x)) * (other - mean(&y))).sum();
            ((vx > 1e-6 && vy > 1e-6).then(|| together / (vx * vy).sqrt()), alpha(&others))
        };
        (alpha(&all), all.iter().map(|at| of_item(*at)).collect())
    }

    /// Questions of four options, and what people chose.
    fn papers() -> impl Strategy<Value = (Vec<Item>, Vec<Vec<u8>>)> {
        (1_usize..7).prop_flat_map(|questions| {
            let item = (prop::collection::vec(-3_i64..5, 4), 0_i64..2).prop_map(|(marks, blank)| Item {
                marks,
                is_single: true,
                blank,
                is_void: false,
            });
            let choice = prop::sample::select(vec![0, 0, 0, 1, 1, 2, 3, BLANK]);
            let rows = prop::collection::vec(prop::collection::vec(choice, questions), 0..40);
            (prop::collection::vec(item, questions), rows)
        })
    }

    fn sheets_of(questions: usize, rows: &[Vec<u8>]) -> Sheets {
        let mut sheets = Sheets::new(questions);
        for row in rows {
            sheets.push(row.iter().copied().enumerate());
        }
        sheets
    }

    fn is_same(one: &Summary, other: &Summary) -> bool {
        one.took_part == other.took_part
            && is_close(one.reliability, other.reliability)
            && one.items.len() == other.items.len()
            && one.items.iter().zip(&other.items).all(|(one, other)| {
                is_close(one.item_rest, other.item_rest) && (&one.counts, one.finding) == (&other.counts, other.finding)
            })
    }

    proptest! {
        #[test]
        fn sums_of_whole_numbers_equal_the_textbook((items, rows) in papers()) {
            let sheets = sheets_of(items.len(), &rows);
            let summary = summarise(&items, &sheets);
            let (alpha, of_items) = naive(&items, &sheets);
            prop_assert!(is_close(summary.reliability, alpha), "{:?} {:?}", summary.reliability, alpha);
            for (item, (expected, _)) in summary.items.iter().zip(of_items) {
                prop_assert!(is_close(item.item_rest, expected), "{:?} {:?}", item, expected);
            }
        }

        /// One paper that everybody has is a contest without several.
        #[test]
        fn one_paper_of_several_is_as_if_there_were_no_others((items, rows) in papers()) {
            let sheets = sheets_of(items.len(), &rows);
            let together = summarise_papers(&items, &[((0..items.len()).collect(), sheets.clone())]);
            prop_assert!(is_same(&summarise(&items, &sheets), &together), "{:?}", together);
        }

        /// What somebody did not have is no blank: questions of other papers change nothing, and two groups with the same answers say
        /// together what each of them says.
        #[test]
        fn questions_of_other_papers_change_nothing((items, rows) in papers()) {
            let many = items.len();
            let twice: Vec<Item> = items.iter().chain(&items).cloned().collect();
            let sheets = sheets_of(many, &rows);
            let both = summarise_papers(&twice, &[((0..many).collect(), sheets.clone()), ((many..2 * many).collect(), sheets.clone())]);
            let one = summarise(&items, &sheets);
            prop_assert_eq!(both.took_part, 2 * one.took_part);
            prop_assert_eq!(both.had.clone(), [one.had.clone(), one.had.clone()].concat());
            for (item, had) in items.iter().zip(&one.had) {
                prop_assert!(*had == one.took_part || item.is_void && *had > one.took_part);
            }
            prop_assert!(is_close(both.reliability, one.reliability));
            for (at, item) in one.items.iter().enumerate() {
                for of_two in [&both.items[at], &both.items[many + at]] {
                    prop_assert!(is_close(of_two.item_rest, item.item_rest) && of_two.counts == item.counts);
                    prop_assert_eq!(of_two.finding, item.finding);
                }
            }
        }

        /// Neither the order of people, nor those who answered nothing, nor the unit of marks changes anything.
        #[test]
        fn nothing_hangs_on_order_no_shows_or_units((items, rows) in papers(), gone in 0_usize..50, unit in 1_i64..20_000) {
            let before = summarise(&items, &sheets_of(items.len(), &rows));
            let mut others: Vec<Vec<u8>> = rows.iter().rev().cloned().collect();
            others.extend((0..gone).map(|_| vec![BLANK; items.len()]));
            let scaled = |item: &Item| Item {
                marks: item.marks.iter().map(|mark| mark * unit).collect(), is_single: true, blank: item.blank * unit, is_void: false
            };
            let scaled: Vec<Item> = items.iter().map(scaled).collect();
            let after = summarise(&scaled, &sheets_of(items.len(), &others));
            prop_assert!(is_same(&before, &after), "{:?} {:?}", before, after);
        }

        /// A question that counts for nobody might as well not be there.
        #[test]
        fn a_void_question_is_as_if_it_were_not_there((mut items, rows) in papers(), at in 0_usize..7) {
            let at = at % items.len();
            items[at].is_void = true;
            let mut with = summarise(&items, &sheets_of(items.len(), &rows));
            prop_assert_eq!(with.items.remove(at).finding, None);
            items.remove(at);
            let rows: Vec<Vec<u8>> = rows.into_iter().map(|mut row| { row.remove(at); row }).collect();
            let without = summarise(&items, &sheets_of(items.len(), &rows));
            prop_assert!(items.is_empty() || is_same(&with, &without), "{:?} {:?}", with, without);
        }

        /// No key is doubted unless all four conditions hold, counted the slow way; and no number is told too early.
        #[test]
        fn a_doubt_has_its_four_reasons((items, rows) in papers(), times in 1_usize..5) {
            let rows: Vec<Vec<u8>> = std::iter::repeat_n(rows, times).flatten().collect();
            let sheets = sheets_of(items.len(), &rows);
            let summary = summarise(&items, &sheets);
            let of_items = naive(&items, &sheets).1;
            for (at, item) in summary.items.iter().enumerate() {
                let others = of_items[at].1;
                prop_assume!(others.is_none_or(|alpha| (alpha - RELIABLE).abs() > 1e-9));
                let answered: u32 = item.counts.iter().sum();
                prop_assert_eq!(item.finding == Some(Finding::Few), answered < ENOUGH);
                let total = |row: &[u8]| -> i64 { row.iter().zip(&items).map(|(choice, item)| item.mark(*choice)).sum() };
                let mut answers: Vec<(i64, u8)> = rows.iter().filter(|row| row[at] != BLANK)
                    .map(|row| (total(row) - items[at].mark(row[at]), row[at])).collect();
                answers.sort_unstable_by_key(|(rest, _)| -rest);
                let quarter = answers.len() / 4;
                let strongest: Vec<u8> = answers.iter().filter(|(rest, _)| quarter > 0 && *rest >= answers[quarter - 1].0)
                    .map(|(_, choice)| *choice).collect();
                let key = strongest.iter().filter(|choice| items[at].in_key(usize::from(**choice))).count();
                let agree = (0..4_u8).filter(|option| !items[at].in_key(usize::from(*option)))
                    .map(|option| strongest.iter().map(|choice| usize::from(*choice == option)).sum::<usize>()).max().unwrap_or(0);
                let all = answered >= ENOUGH && item.item_rest.is_some_and(|r| r < 0.0) && agree >= 5 && agree >= 2 * key
                    && others.is_some_and(|alpha| alpha >= 0.3);
                prop_assert_eq!(matches!(item.finding, Some(Finding::Doubtful(_))), all, "{:?}", item);
            }
        }
    }
}
