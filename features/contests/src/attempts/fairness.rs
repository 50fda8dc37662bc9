//! Fairness report, for the owner and ADMIN, once a contest is over: whether it mattered in which order people saw the paper. How often
//! questions were right by where they stood, and how often options were chosen by where they stood; with a warning only where chance would
//! hardly do that (`chance.rs`). Who saw what in which place is computed as the browser does it (`own_order.rs`).
//!
//! What somebody answered is taken as it is; by chance is only where it stood. So hard questions, weak participants and keys that
//! are often A change nothing: of a person with so many right answers each place is as likely to have one.

use std::collections::HashMap;

use crate::ContestsState;
use crate::contests::{self, ContestRules, DealtPapers, MarkScheme, Marking, Question};
use quad_http::auth::Member;
use quad_kernel::error::{Error, MISSING, Result};
use quad_kernel::ids::{ContestId, UserId};

use super::chance;
use super::fairness_counts::{Facility, OptionPlace, Verdict};
use super::papers_fairness::{self, VariantsOut};
use super::scoring::{self, Mark};
use super::store::AnswerSheet;
use super::{leaderboard, messages, own_order, store_fairness, store_typed};

/// With fewer people nothing is said.
const ENOUGH_PEOPLE: u32 = 20;
/// With less than this to be expected somewhere, what is counted is too far from a normal number.
const ENOUGH_EXPECTED: f64 = 5.0;

/// What there is to say of the order.
#[derive(Debug)]
pub struct Fairness {
    /// How many answered a question that its key decides.
    pub took_part: u32,
    /// Of the questions, where each person had them in another order.
    pub positions: Option<Positions>,
    /// Of the options, where each person had them in another order.
    pub options: Option<OptionPlaces>,
    /// Of the papers, where each person had a part of the questions.
    pub variants: Option<VariantsOut>,
}

/// Questions by where they stood.
#[derive(Debug)]
pub struct Positions {
    /// The early, the middle and the late third of the paper; none of a paper with fewer questions.
    pub thirds: Vec<Facility>,
    /// Each place.
    pub each: Vec<Facility>,
    /// Of the thirds.
    pub thirds_verdict: Verdict,
    /// Of the places one by one.
    pub verdict: Verdict,
}

/// Options by where they stood.
#[derive(Debug)]
pub struct OptionPlaces {
    /// Each place, from A on.
    pub places: Vec<OptionPlace>,
    /// Whether people chose by the place.
    pub verdict: Verdict,
}

/// What was counted of questions so far.
#[derive(Debug)]
struct PositionCount {
    people: u32,
    each: Vec<Facility>,
    /// The sum over everybody of the variance of one place, but for the share of the others.
    spread: f64,
}

impl PositionCount {
    fn new(questions: usize) -> Self {
        let each = (0..questions).map(|from| Facility { from, to: from + 1, ..Facility::default() });
        Self { people: 0, each: each.collect(), spread: 0.0 }
    }

    /// Adds a person, who had the questions in this order. Of each question on the paper: whether it was right; nothing where it is left
    /// out.
    fn add(&mut self, order: &[usize], sheet: &[Option<bool>]) {
        self.people += 1;
        for (place, question) in self.each.iter_mut().zip(order) {
            place.asked += u32::from(sheet[*question].is_some());
            place.right += u32::from(sheet[*question] == Some(true));
        }
        let (all, right) = (sheet.len() as f64, sheet.iter().filter(|one| **one == Some(true)).count() as f64);
        if all > 1.0 {
            self.spread += right * (all - right) / (all * (all - 1.0));
        }
    }

    /// Cochran's Q of so many parts: how far the right answers in each lie from its share of all of them.
    fn verdict(&self, parts: &[Facility]) -> Verdict {
        let (questions, all) = (self.each.len() as f64, self.each.iter().map(|one| f64::from(one.right)).sum::<f64>());
        let wide = |part: &Facility| (part.to - part.from) as f64;
        let is_enough = parts.len() > 1
            && self.people >= ENOUGH_PEOPLE
            && parts.iter().all(|part| self.spread * wide(part) >= ENOUGH_EXPECTED);
        if !is_enough {
            return Verdict::Few;
        }
        let square = |part: &Facility| {
            let away = f64::from(part.right) - all * wide(part) / questions;
            away * away / (self.spread * wide(part))
        };
        Verdict::of(true, chance::chi_square_above(parts.iter().map(square).sum(), parts.len() - 1))
    }

    fn told(self) -> Positions {
        let questions = self.each.len();
        let third = |part: usize| {
            let (from, to) = (part * questions / 3, (part + 1) * questions / 3);
            let sum = |count: fn(&Facility) -> u32| self.each[from..to].iter().map(count).sum();
            Facility { from, to, asked: sum(|one| one.asked), right: sum(|one| one.right) }
        };
        let thirds: Vec<Facility> = if questions < 3 { Vec::new() } else { (0..3).map(third).collect() };
        let (thirds_verdict, verdict) = (self.verdict(&thirds), self.verdict(&self.each));
        Positions { thirds, each: self.each, thirds_verdict, verdict }
    }
}

impl Positions {
    /// What to warn of, where there is something.
    pub fn warning(&self) -> Option<String> {
        if self.thirds_verdict == Verdict::Beyond {
            return messages::third_warning(&self.thirds);
        }
        (self.verdict == Verdict::Beyond).then(|| messages::position_warning(&self.each)).flatten()
    }
}

/// What was counted of options so far.
#[derive(Debug, Default)]
struct OptionCount {
    people: u32,
    places: Vec<OptionPlace>,
    covariances: Vec<Vec<f64>>,
}

impl OptionCount {
    /// Adds an answer of somebody who had the options in this order, where those of which it says so stayed where they are.
    fn add(&mut self, order: &[usize], fixed: &[bool], chosen: u8) {
        let free: Vec<usize> = (0..order.len()).filter(|place| !fixed[*place]).collect();
        let is_chosen = |place: usize| chosen >> order[place] & 1 == 1;
        let (many, picked) = (free.len() as f64, free.iter().filter(|place| is_chosen(**place)).count() as f64);
        if many < 2.0 {
            return;
        }
        if let Some(last) = free.last().filter(|last| **last >= self.places.len()) {
            self.places.resize(last + 1, OptionPlace::default());
            self.covariances.resize(last + 1, Vec::new());
            for row in &mut self.covariances {
                row.resize(last + 1, 0.0);
            }
        }
        // Of so many free places so many are picked: each by the same chance, and one less likely beside another.
        let spread = picked * (many - picked) / (many * (many - 1.0));
        for place in &free {
            self.places[*place].chosen += u32::from(is_chosen(*place));
            self.places[*place].expected += picked / many;
            for other in &free {
                self.covariances[*place][*other] += spread * (f64::from(u8::from(place == other)) - 1.0 / many);
            }
        }
    }

    fn told(self) -> OptionPlaces {
        let enough = (0..self.places.len()).filter(|place| self.places[*place].expected >= ENOUGH_EXPECTED);
        let enough: Vec<usize> = enough.collect();
        let of = |place: &usize| f64::from(self.places[*place].chosen) - self.places[*place].expected;
        let away: Vec<f64> = enough.iter().map(of).collect();
        let row = |one: &usize| enough.iter().map(|other| self.covariances[*one][*other]).collect();
        let covariances: Vec<Vec<f64>> = enough.iter().map(row).collect();
        let (sum, squares) = chance::distance(&covariances, &away);
        let is_enough = self.people >= ENOUGH_PEOPLE && squares > 0;
        let verdict = Verdict::of(is_enough, chance::chi_square_above(sum, squares));
        OptionPlaces { places: self.places, verdict }
    }
}

impl OptionPlaces {
    /// What to warn of, where there is something.
    pub fn warning(&self) -> Option<String> {
        (self.verdict == Verdict::Beyond).then(|| messages::option_warning(&self.places)).flatten()
    }
}

/// Those who had the same questions, and what each of them chose.
type OfPaper = (Vec<Question>, Vec<(UserId, AnswerSheet)>);

/// Counts what everybody had where. All papers have as many questions.
fn count(id: ContestId, rules: ContestRules, papers: &[OfPaper]) -> Fairness {
    let mut positions = PositionCount::new(papers.first().map_or(0, |(questions, _)| questions.len()));
    let mut options = OptionCount::default();
    let took_part =
        papers.iter().map(|paper| count_paper(id, rules, paper, (&mut positions, &mut options))).sum::<u32>();
    Fairness {
        took_part,
        positions: (!rules.question_order.is_fixed()).then(|| positions.told()),
        options: (!rules.option_order.is_fixed()).then(|| options.told()),
        variants: None,
    }
}

/// Counts what those had where who had one paper, and returns how many they are.
fn count_paper(
    id: ContestId,
    rules: ContestRules,
    (questions, sheets): &OfPaper,
    (positions, options): (&mut PositionCount, &mut OptionCount),
) -> u32 {
    let scheme: MarkScheme = rules.marks;
    let at: HashMap<i32, usize> = questions.iter().map(|question| question.no).zip(0..).collect();
    let fixed: Vec<Vec<bool>> = questions.iter().map(Question::keeps_places).collect();
    let mut took_part = 0;
    for (user, sheet) in sheets {
        let mut chosen: Vec<Option<u8>> = vec![None; questions.len()];
        for (no, answer) in sheet.choices() {
            if let Some(at) = at.get(&no) {
                chosen[*at] = Some(answer);
            }
        }
        let answered = questions.iter().zip(&chosen).map(|(question, chosen)| {
            let is_right = || scoring::mark(scheme, question, *chosen) == Mark::Right;
            (question.marking == Marking::Key).then(is_right)
        });
        let answered: Vec<Option<bool>> = answered.collect();
        // Whoever answered nothing says nothing of any place.
        if !answered.iter().zip(&chosen).any(|(right, chosen)| right.is_some() && chosen.is_some()) {
            continue;
        }
        took_part += 1;
        let Some(seed) = rules.seed(id, *user) else { continue };
        positions.add(&own_order::of_questions(&seed, questions.len()), &answered);
        options.people += 1;
        let of_options =
            questions.iter().zip(&fixed).zip(&chosen).filter(|((question, _), _)| !question.kind.is_typed());
        for ((question, fixed), chosen) in of_options {
            if let Some(chosen) = chosen {
                options.add(&own_order::of_options(&seed, question, fixed), fixed, *chosen);
            }
        }
    }
    took_part
}

/// What there is to say of the order that people had, for the contest's owner and ADMIN; to everybody else it does not exist.
pub async fn fairness(app: &ContestsState, who: &Member, id: ContestId) -> Result<Fairness> {
    let contest = contests::find(&app.db, id).await?.ok_or(MISSING)?;
    if contest.owner != who.id && !who.is_admin {
        return Err(MISSING.into());
    }
    if !leaderboard::is_open(app, contest.closes_at()) {
        return Err(messages::TOO_EARLY.into());
    }
    let questions = contests::questions(&app.db, id).await?;
    let typed = store_typed::typed_counts(&app.db, id, &questions).await?;
    let right = store_typed::right_ones(&questions, &typed);
    let dealt = if contest.draw.is_some() { contests::papers(&app.db, id).await? } else { DealtPapers::new() };
    let variants = papers_fairness::of_contest(app, &contest).await?;
    let mut papers: Vec<OfPaper> = Vec::new();
    for (variant, numbers) in &dealt {
        let own = questions.iter().filter(|question| numbers.contains(&question.no)).cloned().collect();
        papers.push((own, store_fairness::sheets_by_person(&app.db, id, Some(*variant), right.as_deref()).await?));
    }
    if papers.is_empty() {
        let sheets = store_fairness::sheets_by_person(&app.db, id, None, right.as_deref()).await?;
        papers.push((questions, sheets));
    }
    // Thousands of papers are mixed anew: not on a thread that others wait for.
    let counted = tokio::task::spawn_blocking(move || count(id, contest.rules, &papers));
    let counted = counted.await.map_err(|error| Error::Internal(error.into()))?;
    Ok(Fairness { variants, ..counted })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contests::{Kind, PaperOrder, QuestionMarks};
    use quad_kernel::ids::QuestionId;
    use uuid::Uuid;

    /// Of one paper that everybody has.
    fn count(id: ContestId, rules: ContestRules, questions: &[Question], sheets: &[(UserId, AnswerSheet)]) -> Fairness {
        super::count(id, rules, &[(questions.to_vec(), sheets.to_vec())])
    }

    const CONTEST: ContestId = ContestId(Uuid::from_u128(7));

    /// Numbers by chance, always the same.
    struct Dice(u64);

    impl Dice {
        /// From 0 to below 1.
        fn roll(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    /// Questions of four options, whose key is mostly A; one has two, and one three of which the last stays where it is.
    fn paper(questions: usize) -> Vec<Question> {
        let question = |at: usize| {
            let options = match at {
                1 => vec!["Ada", "Bo"],
                2 => vec!["Ada", "Bo", "None of these"],
                _ => vec!["Ada", "Bo", "Cy", "Di"],
            };
            Question {
                id: QuestionId(Uuid::from_u128(1000 + at as u128)),
                no: at as i32 + 1,
                kind: Kind::Single,
                text: String::new(),
                options: options.into_iter().map(str::to_owned).collect(),
                accepted: if at % 5 == 4 { 0b10 } else { 1 },
                typed: None,
                marking: Marking::Key,
                difficulty: None,
                explanation: None,
                marks: QuestionMarks::default(),
                fixed_options: None,
                tags: Vec::new(),
            }
        };
        (0..questions).map(question).collect()
    }

    fn mixed() -> ContestRules {
        let (question_order, option_order) = (PaperOrder::Shuffled, PaperOrder::Shuffled);
        ContestRules { option_order, question_order, ..ContestRules::default() }
    }

    /// The sheets of so many people, of whom `chosen` says what they choose at a question: whether by knowledge (from 0 to 1, by the
    /// person, the question and its place), and else by which place, if by any.
    fn sheets(
        dice: &mut Dice,
        questions: &[Question],
        people: usize,
        knows: impl Fn(f64, f64, usize) -> f64,
        guessed: impl Fn(f64) -> Option<usize>,
    ) -> Vec<(UserId, AnswerSheet)> {
        let hard: Vec<f64> = questions.iter().map(|_| dice.roll()).collect();
        let person = |_| {
            let user = UserId(Uuid::from_u128((dice.roll() * 1e15) as u128));
            let strong = dice.roll();
            let seed = mixed().seed(CONTEST, user).expect("mixed");
            let order = own_order::of_questions(&seed, questions.len());
            let mut cells = Vec::new();
            for (place, at) in order.into_iter().enumerate() {
                let question = &questions[at];
                let options = own_order::of_options(&seed, question, &question.keeps_places());
                let right = question.accepted.trailing_zeros() as usize;
                let chosen = if dice.roll() < knows(strong, hard[at], place) {
                    right
                } else {
                    match guessed(dice.roll()) {
                        Some(place) => options[place.min(options.len() - 1)],
                        None => (dice.roll() * options.len() as f64) as usize,
                    }
                };
                cells.push((question.no * 256 + (1 << chosen)).to_string());
            }
            (user, AnswerSheet::from(cells.join(",")))
        };
        (0..people).map(person).collect()
    }

    fn warnings(fairness: &Fairness) -> [bool; 3] {
        let (positions, options) =
            (fairness.positions.as_ref().expect("mixed"), fairness.options.as_ref().expect("mixed"));
        [positions.thirds_verdict, positions.verdict, options.verdict].map(|verdict| verdict == Verdict::Beyond)
    }

    /// Contests in which the place does not matter, with people of all kinds and keys that are mostly A: at most one in a hundred is
    /// warned of.
    #[test]
    fn a_fair_contest_is_hardly_ever_warned_of() {
        const CONTESTS: usize = 1000;
        let mut dice = Dice(44);
        let (mut warned, mut enough) = (0, 0);
        for number in 0..CONTESTS {
            let (people, questions) = ([25, 40, 60, 120][number % 4], [6, 10, 15, 20][number / 4 % 4]);
            let paper = paper(questions);
            let knows = |strong: f64, hard: f64, _| (0.5 + strong - hard).clamp(0.05, 0.95);
            let sheets = sheets(&mut dice, &paper, people, knows, |_| None);
            let fairness = count(CONTEST, mixed(), &paper, &sheets);
            enough += usize::from(fairness.options.as_ref().is_some_and(|options| options.verdict != Verdict::Few));
            warned += usize::from(warnings(&fairness).contains(&true));
        }
        assert!(enough == CONTESTS, "{enough} of {CONTESTS} have enough answers");
        assert!(warned * 100 <= CONTESTS, "{warned} of {CONTESTS} fair contests are warned of");
    }

    #[test]
    fn what_is_not_fair_is_found() {
        let mut dice = Dice(45);
        let paper = paper(15);
        let tired = |strong: f64, _, place: usize| (0.4 + strong / 2.0) * if place >= 10 { 0.6 } else { 1.0 };
        let late = count(CONTEST, mixed(), &paper, &sheets(&mut dice, &paper, 100, tired, |_| None));
        assert_eq!(warnings(&late), [true, true, false]);
        let positions = late.positions.expect("mixed");
        let [early, _, last] = positions.thirds[..] else { panic!("three thirds") };
        assert!(early.share() > last.share() + 0.15 && (early.from, early.to, last.to) == (0, 5, 15));
        let said = positions.warning().expect("a warning");
        assert!(said.starts_with("Questions in the last third of the paper were right less often"), "{said}");

        let knows = |strong: f64, _, _| strong / 2.0;
        let lazy = |roll: f64| (roll < 0.3).then_some(2);
        let guessed = count(CONTEST, mixed(), &paper, &sheets(&mut dice, &paper, 100, knows, lazy));
        assert_eq!(warnings(&guessed), [false, false, true]);
        let said = guessed.options.expect("mixed").warning().expect("a warning");
        assert!(said.contains("stood at C"), "{said}");
    }

    #[test]
    fn with_few_people_nothing_is_said() {
        let mut dice = Dice(46);
        let paper = paper(10);
        let sheets = sheets(&mut dice, &paper, 19, |_, _, place| if place < 5 { 1.0 } else { 0.0 }, |_| Some(0));
        let fairness = count(CONTEST, mixed(), &paper, &sheets);
        let (positions, options) = (fairness.positions.expect("mixed"), fairness.options.expect("mixed"));
        assert_eq!([positions.thirds_verdict, positions.verdict, options.verdict], [Verdict::Few; 3]);
        assert_eq!((positions.warning(), options.warning()), (None, None));
        assert_eq!(count(CONTEST, mixed(), &[], &[]).positions.expect("mixed").verdict, Verdict::Few);
    }

    /// What counts for nobody or for everybody is left out, and so is an option that stays where it is.
    #[test]
    fn only_what_stood_there_by_chance_is_counted() {
        let mut paper = paper(3);
        paper[0].marking = Marking::Void;
        paper[1].marking = Marking::Everyone;
        let user = UserId(Uuid::from_u128(1));
        let all = [(user, AnswerSheet::from(format!("{},{},{}", 256 + 1, 512 + 1, 768 + 0b100)))];
        let fairness = count(CONTEST, mixed(), &paper, &all);
        let positions = fairness.positions.expect("mixed");
        let sum = |count: fn(&Facility) -> u32| positions.each.iter().map(count).sum::<u32>();
        assert_eq!((fairness.took_part, sum(|one| one.asked), sum(|one| one.right)), (1, 1, 0));
        let options = fairness.options.expect("mixed");
        assert_eq!(options.places.iter().map(|place| place.chosen).sum::<u32>(), 2, "not the last of three");
        assert!((options.places.iter().map(|place| place.expected).sum::<f64>() - 2.0).abs() < 1e-9);
        let nothing_of_it = [(user, AnswerSheet::from(format!("{}", 256 + 1)))];
        assert_eq!(count(CONTEST, mixed(), &paper, &nothing_of_it).took_part, 0);
        let fixed = count(CONTEST, ContestRules::default(), &paper, &all);
        assert!(fixed.positions.is_none() && fixed.options.is_none());
    }
}
