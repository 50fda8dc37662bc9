//! Question statistics: for the owner and ADMIN, how each question of a contest did. Here the answers are read and brought into
//! the form that [`super::item_analysis`] computes with.

use std::collections::HashMap;

use quad_db::DbError;

use crate::ContestsState;
use crate::contests::{self, ContestPictures, DealtPapers, MarkScheme, Marking, Marks, Maths, Question};
use quad_http::auth::Member;
use quad_kernel::error::{Error, MISSING, Result};
use quad_kernel::ids::ContestId;

use super::item_analysis::{self, ENOUGH, Finding, Item, Sheets, Summary};
use super::leaderboard;
use super::scoring::{self, Mark};
use super::store::AnswerSheet;
use super::store_typed::TypedCount;
use super::typed_clusters::Clusters;
use super::{store, store_typed};

/// The numbers of a contest.
#[derive(Debug)]
pub struct Analysis {
    /// How many joined.
    pub participants: u32,
    /// How many answered a question that counts.
    pub took_part: u32,
    /// Cronbach's alpha; none where too few took part, or all have the same total.
    pub reliability: Option<f64>,
    /// Answers taken within the grace after the end.
    pub late: u32,
    /// In order.
    pub questions: Vec<QuestionAnalysis>,
    /// What they show.
    pub pictures: ContestPictures,
}

/// The numbers of a question.
#[derive(Debug)]
pub struct QuestionAnalysis {
    /// The question with its key.
    pub question: Question,
    /// What answers give where a question says nothing else.
    pub scheme: MarkScheme,
    /// How often each option was chosen; where several may be, by as many people.
    pub counts: Vec<u32>,
    /// What was typed, where the answer is typed.
    pub clusters: Option<Clusters>,
    /// How many of those who took part had it, where each person has a part of the questions.
    pub had: Option<u32>,
    /// How many answered.
    pub answered: u32,
    /// How many who answered have the mark.
    pub correct: u32,
    /// How many of them are right in part.
    pub partly: u32,
    /// The correlation of its marks with those for all other questions, among those who answered it; none where too few did.
    pub item_rest: Option<f64>,
    /// What there is to say; nothing where the key does not decide.
    pub finding: Option<Finding>,
    /// What is drawn for its formulas.
    pub maths: Option<Maths>,
}

/// The numbers of a contest, for its owner and ADMIN; to everybody else they do not exist.
pub async fn analyse(app: &ContestsState, who: &Member, id: ContestId) -> Result<Analysis> {
    // Before anything is said of the board's time: it will not open these numbers to anybody else.
    let contest = app.contest_cache.get(app, id).await?;
    if contest.owner != who.id && !who.is_admin {
        return Err(MISSING.into());
    }
    let view = leaderboard::view(app, who, id).await?;
    let questions = contests::questions(&app.db, id).await?;
    let pictures = contests::pictures_of(&app.db, &contest).await?;
    let typed = store_typed::typed_counts(&app.db, id, &questions).await?;
    let right = store_typed::right_ones(&questions, &typed);
    let dealt = if view.contest.draw.is_some() { contests::papers(&app.db, id).await? } else { DealtPapers::new() };
    let is_drawn = !dealt.is_empty();
    // Of everybody, or of each paper apart.
    let mut answers = Vec::new();
    if dealt.is_empty() {
        answers.push(((0..questions.len()).collect(), sheets(app, id, None, right.as_deref()).await?));
    }
    for (variant, numbers) in &dealt {
        let own = (0..questions.len()).filter(|at| numbers.contains(&questions[*at].no)).collect();
        answers.push((own, sheets(app, id, Some(*variant), right.as_deref()).await?));
    }
    let scheme = view.board.paper.scheme;
    let unit = unit(scheme, &questions);
    let items: Vec<Item> = questions.iter().map(|question| item(scheme, unit, question)).collect();
    let places: HashMap<i32, usize> = questions.iter().map(|question| question.no).zip(0..).collect();
    let summarise = move || {
        let placed = |(own, answers): (Vec<usize>, Vec<AnswerSheet>)| {
            let sheets = placed(&items, &places, &own, answers);
            (own, sheets)
        };
        let papers: Vec<(Vec<usize>, Sheets)> = answers.into_iter().map(placed).collect();
        match &papers[..] {
            [(own, sheets)] if own.len() == items.len() => item_analysis::summarise(&items, sheets),
            papers => item_analysis::summarise_papers(&items, papers),
        }
    };
    // Millions of answers: not on a thread that others wait for.
    let summary = tokio::task::spawn_blocking(summarise);
    let Summary { took_part, reliability, items, had } =
        summary.await.map_err(|error| Error::Internal(error.into()))?;
    let mut maths = app.maths_cache.of_paper(&questions).await;
    let questions = questions.into_iter().zip(items).zip(had).map(|((question, item), had)| {
        let answers: Vec<(u8, u32)> = question.answers().zip(item.counts).collect();
        let answered: u32 = answers.iter().map(|(_, times)| times).sum();
        let many = |is_it: &dyn Fn(u8) -> bool| -> u32 {
            answers.iter().filter(|(chosen, _)| is_it(*chosen)).map(|(_, times)| times).sum()
        };
        let marked = |wanted| many(&|chosen| scoring::mark(scheme, &question, Some(chosen)) == wanted);
        QuestionAnalysis {
            had: is_drawn.then_some(had),
            answered,
            correct: marked(Mark::Right),
            partly: marked(Mark::Partly),
            counts: (0..question.options.len()).map(|option| many(&|chosen| chosen >> option & 1 == 1)).collect(),
            clusters: question.kind.is_typed().then(|| clusters(&question, &typed)),
            item_rest: item.item_rest.filter(|_| answered >= ENOUGH),
            // A mark that everybody or nobody has tells nobody apart.
            finding: item.finding.filter(|_| question.marking == Marking::Key),
            maths: maths.remove(&question.id),
            question,
            scheme,
        }
    });
    Ok(Analysis {
        participants: view.board.rows.len() as u32,
        took_part,
        reliability: reliability.filter(|_| took_part >= ENOUGH),
        late: view.board.late,
        questions: questions.collect(),
        pictures,
    })
}

/// What those chose who have such a paper, or everybody.
async fn sheets(
    app: &ContestsState,
    id: ContestId,
    variant: Option<u32>,
    right: Option<&[String]>,
) -> Result<Vec<AnswerSheet>, DbError> {
    match right {
        None => store::answer_sheets(&app.db, id, variant).await,
        Some(right) => store_typed::answer_sheets(&app.db, id, variant, right).await,
    }
}

/// Sheets of a paper that has these of the items, with their cells in its order.
fn placed(items: &[Item], places: &HashMap<i32, usize>, own: &[usize], answers: Vec<AnswerSheet>) -> Sheets {
    let within: HashMap<usize, usize> = own.iter().copied().zip(0..).collect();
    let mut sheets = Sheets::new(own.len());
    for sheet in answers {
        // What no option is chose nothing; `quad check` names it.
        let placed = sheet.choices().filter_map(|(no, chosen)| {
            let at = *places.get(&no)?;
            Some((*within.get(&at)?, choice(&items[at], chosen)?))
        });
        sheets.push(placed);
    }
    sheets
}

/// What was typed at a question.
fn clusters(question: &Question, typed: &[TypedCount]) -> Clusters {
    let own = typed.iter().filter(|one| one.question_no == question.no);
    Clusters::of(question, own.map(|one| (one.typed.as_str(), one.times as u32)))
}

/// The largest amount that everything which answers of the contest may give is a whole multiple of.
fn unit(scheme: MarkScheme, questions: &[Question]) -> Marks {
    let schemes = questions.iter().map(|question| question.scheme(scheme));
    let amounts = schemes.flat_map(|scheme| [scheme.of_right(), scheme.of_wrong()]);
    let several = questions.iter().filter(|question| question.kind.is_several());
    let parts = several.flat_map(|question| question.answers().map(|chosen| gives(scheme, question, Some(chosen))));
    amounts.chain(parts).fold(scheme.of_right(), Marks::common_divisor)
}

/// What a question gives whoever chose something, or nothing.
fn gives(scheme: MarkScheme, question: &Question, chosen: Option<u8>) -> Marks {
    scoring::given(scheme, question, chosen).marks
}

/// The place of what was chosen among the choices of a question, in the order of [`Question::answers`]; nothing of what is none.
fn choice(item: &Item, chosen: u8) -> Option<u8> {
    let place = if item.is_single {
        chosen.is_power_of_two().then(|| chosen.trailing_zeros() as u8)
    } else {
        chosen.checked_sub(1)
    };
    place.filter(|place| usize::from(*place) < item.marks.len())
}

/// A question as its answers are counted, in the smallest numbers that stand to each other as the marks of the contest: 1 and 0,
/// 4 and -1, 3 and -1 of thirds. A floor below the total is the total's alone: what a question gives does not depend on others.
fn item(scheme: MarkScheme, unit: Marks, question: &Question) -> Item {
    let marks = |chosen| gives(scheme, question, chosen).units() / unit.units();
    Item {
        marks: question.answers().map(|chosen| marks(Some(chosen))).collect(),
        is_single: question.kind.is_single(),
        blank: marks(None),
        is_void: question.marking == Marking::Void,
    }
}
