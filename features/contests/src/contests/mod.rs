//! Contests and their questions, as organisers write them.
//!
//! Rules, in the specification's words:
//! 1. A contest has a title, a description, a window `start ≤ t < end`, and is public or private.
//! 2. Creating costs one contest credit, in the same transaction (`contests::creating_costs_one_credit`,
//!    `credits::racing_the_last_credit_makes_one_contest`).
//! 3. Only the owner changes a contest; ADMIN reads every contest and edits none but the own
//!    (`contests::only_the_owner_edits`). A private contest of somebody else answers like a missing one.
//! 4. Time may be changed until the end, never to before now once running (`contests::time_changes_within_the_rules`).
//!    Its owner may end a running one now, which is an end like any other (`contests::a_running_contest_is_ended_now`,
//!    `contests::racing_two_ends_now`, `contests::racing_an_end_now_against_answers`).
//! 5. A question has two to eight distinct options and its answer is one of them (`model.rs`). The specification's calls write
//!    questions of four; what only a newer client can show is counted with the contest (`kinds::two_to_eight_options_are_taken`).
//! 6. Questions are frozen by the first join, decided in the transaction that writes
//!    (`attempts::racing_the_first_join_against_an_edit`).
//! 7. The answer key of a contest may be seen by its owner and ADMIN (`access.rs: readable` decides). Participants see it
//!    after the end if the owner says so, which is off until said (`attempts/answer_review.rs: is_open` decides;
//!    `review::the_owner_decides_whether_answers_are_shown`).
//! 8. When an account ends, its contests that nobody has joined are deleted and the others stay
//!    (`account::contests_nobody_joined_go_and_the_others_stay`).
//! 9. A private contest is shared by a link, one per contest, which can be replaced and revoked. Whoever accepted it sees the
//!    contest like a public one and stays (`invitations::whoever_accepts_sees_a_private_contest_like_a_public_one`,
//!    `invitations::a_dead_link_lets_nobody_in_and_those_inside_stay`).
//! 10. After the end a question may be marked otherwise: another key, a mark for everybody, or void. The paper stays as it
//!     is; the scores are the attempts feature's (`corrections::the_key_was_wrong`).
//! 11. Questions can be drafted from a topic, for a person to review; nothing is saved by that. Without a provider only what is
//!     known is drafted (`generate_questions::an_unknown_topic_names_the_nearest`), a provider's failure is one sentence
//!     (`generate_questions::a_failure_is_one_clear_sentence`), and whoever goes away ends the work (`generate_questions::going_away_ends_the_work`).
//!     A provider drafts other kinds where they are asked for (`generate_questions::kinds_are_drafted_and_can_be_saved_as_they_are`).
//!     What stands in somebody else's contest that is not over is drafted for nobody, and for whoever is in the middle of a
//!     contest nothing is (`generate_questions::what_stands_in_a_contest_to_come_is_kept_back`, `generate_questions::nobody_drafts_during_a_contest`).
//!
//! 12. Everybody but its owner is told of a contest when it becomes public, once
//!     (`notify::a_contest_made_public_is_told_to_everybody_once`), but not before it has a question, and not when it is nearly
//!     over (`contest_news::a_contest_without_a_question_is_announced_with_its_first`,
//!     `contest_news::a_contest_nearly_over_is_announced_when_it_has_time`).
//! 13. Whoever was told of a contest, came in by its link or takes part is told when its time was changed, and no inbox keeps
//!     the time of before (`contest_news::a_changed_time_is_told_to_everybody_who_was_told`,
//!     `contest_news::a_changed_time_of_a_private_contest_is_told_to_those_inside`).
//!     Of a contest that was deleted they read that it was called off, and nothing once it is over
//!     (`contest_news::a_deleted_contest_is_called_off`). Lines have the title of today (`contest_news::no_inbox_keeps_an_earlier_title`), and
//!     those about a contest made private go from the inboxes of whoever cannot see it; made public again, it is announced again, up to
//!     ten times (`contest_news::what_was_told_of_a_contest_made_private_is_taken_back`, `contest_news::the_eleventh_time_public_is_told_to_nobody`).
//! 14. A contest may have marks: what a right and a wrong answer give, below what marks do not fall, and what decides between
//!     equal ones (`mark_scheme.rs`, exact amounts in `marks.rs`). They cannot change once somebody has joined
//!     (`marks::marks_are_frozen_by_the_first_join`). A contest for which nothing is said has none, and no reply but that of its
//!     rules speaks of them.
//! 15. A question of a contest with marks may give other marks than the contest, and may be starred (`question_marks.rs`;
//!     `own_marks::a_question_has_marks_of_its_own`). In a contest without marks it has neither, whichever of the two is set first
//!     (`own_marks::marks_of_questions_need_a_contest_with_marks`, `own_marks::racing_plain_rules_against_marks_of_a_question`).
//!     Amounts of its own that are the contest's are no other marks (`own_marks::amounts_that_are_the_contests_are_no_others`),
//!     and what a rewrite does not name stays (`own_marks::what_a_rewrite_does_not_name_stays`).
//!
//! 16. A question may have several right options, one or more (`kind.rs`), and then all of them and no other are the right answer. What a
//!     part of them gives is a rule of the contest with marks or of the question (`partial_marks.rs`), exactly or not at all: where a
//!     share would have to be rounded, rules, question and correction are refused
//!     (`several::a_part_that_is_not_exact_is_refused_wherever_it_would_come_to_be`).
//! 17. Texts of questions, options and explanations may hold formulas, `$…$`, which the server draws (`maths.rs`). Replies carry what is
//!     drawn beside the texts, and nothing where there is no formula (`maths::a_question_without_formulas_says_nothing_of_maths`).
//!     In Quad's own shape a formula that cannot be drawn is refused with its place; what was taken before and what the calls of the
//!     specification send is kept (`maths::a_formula_that_cannot_be_drawn_is_refused_with_its_place`).
//! 18. A question may be answered by a number or a text that is typed (`typed_key.rs`). Numbers are read and compared as exact fractions
//!     (`number_answers.rs`, whose cases `number_answers.txt` has), and texts folded (`quad_text::likeness_of_answers`). What may be
//!     meant in two ways is refused (`typed_answers::what_cannot_be_is_refused_under_its_name`).
//! 19. A question has up to four pictures and each option one, each told in words (`question_pictures.rs`). They are the contest's alone, and
//!     nobody but its owner and ADMIN gets one before the start (`question_pictures::only_those_who_may_see_the_question_get_its_picture`).
//!     They go with the question, the contest and the account (`question_pictures::pictures_go_with_what_shows_them`).
//! 20. The owner says whether answers may be changed until they are handed in (`changing` in `rules.rs`). It cannot change once somebody
//!     has joined (`answer_changes::the_rule_is_set_and_frozen_by_the_first_join`).
//! 21. A contest may show each person its questions, or their options, in an order of their own. Which options keep their places there is
//!     recognised by their words (`fixed_options.rs`), or said by the author (`question_order::an_author_says_which_options_stay`).
//!
//! 20. Each person may get a part of the questions, by a blueprint (`draw.rs`). Papers are dealt at the first join or a minute before the
//!     start, whichever is first, once for all, and all have as many questions and marks
//!     (`draw::racing_first_joins_deal_one_set`, `draw::papers_are_dealt_a_minute_before_the_start`); a later start takes that back while nobody has joined. Questions, marks and blueprint
//!     are only ever such that papers can be dealt (`draw::what_would_break_the_blueprint_is_refused`).
//!
//! What participants do with a contest is the attempts feature's.

mod access;
mod account_deletion;
mod contest_builder;
mod contest_cache;
mod contest_list_cache;
mod contest_notices;
mod contest_preview;
mod deal_papers;
mod draw;
mod edit_contest;
mod edit_draw;
mod edit_pictures;
mod edit_questions;
mod fixed_options;
mod generate_questions;
mod generation_limits;
mod generation_stream;
mod integrity_check;
mod invitations;
mod jobs;
mod kind;
mod mark_scheme;
mod marks;
mod maths;
mod messages;
mod model;
mod number_answers;
mod partial_marks;
mod question_marks;
mod question_pictures;
mod routes;
mod rules;
mod store;
mod store_draw;
mod store_ends;
mod store_generation_limits;
mod store_invariants;
mod store_invitations;
mod store_pictures;
mod typed_key;
mod wire;
mod wire_draw;
mod wire_pictures;

pub use access::{is_insider, is_open_to, own, readable};
pub use account_deletion::{delete_account, forget};
pub use contest_builder::ContestBuilder;
pub use contest_cache::{ContestCache, changed as contest_changed};
pub use contest_list_cache::{ContestIndex, ContestListCache, Entry};
pub use contest_preview::link_preview;
pub use draw::{Draw, Part as DrawPart};
pub use generate_questions::{IsTaking, QuestionDrafter, probe_provider};
pub use integrity_check::{inexact_parts, unreadable_keys};
pub use jobs::jobs;
pub use kind::{FeatureLevel, Kind};
pub use mark_scheme::{Floor, MOST_TIE_BREAKS, MarkScheme, MarkedQuestions, Preset, TieBreak};
pub use marks::Marks;
pub use maths::{Maths, MathsCache};
pub use messages::inexact_part;
pub use model::{
    AcceptedInvitation, AskedFixed, Contest, Details, Marking, NewQuestion, Question, Status, Window, bits_of,
    closes_at, options_of, places_of, status, text_of, texts_of,
};
pub use partial_marks::Partial;
pub use question_marks::QuestionMarks;
pub use question_pictures::{AskedPicture, ContestPictures, SHOWN_WIDTHS};
pub use routes::routes;
pub use rules::{ChangeRule, ContestRules, PaperOrder};
pub use store::{
    Frozen, find, freeze_at_join, lock, note_late_write, of_owner, question_ids, questions, take_results_untold,
    update_marking, with_marked_questions,
};
pub use store_draw::{DealtPapers, deal, papers, questions_of_paper};
pub use store_invariants::INVARIANTS;
pub use store_invitations::accepted_by as invitations_accepted_by;
pub use store_pictures::pictures_of;
pub use typed_key::{TYPED_RIGHT, TypedAnswer, TypedKey, likeness as likeness_of_answer};
pub use wire::{OwnMarksOut, QuestionMarksOut, RuleWordsOut, RulesOut};
pub use wire_pictures::QuestionPictureOut;
