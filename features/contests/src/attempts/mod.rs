//! Attempts: how students take a contest. Contest lists, joining, answering, submitting, results.
//!
//! Rules, in the specification's words:
//! 1. One attempt per person and contest, one answer per question; the first wins, decided by a database key
//!    (`attempts::racing_one_question`, `attempts::racing_one_join`).
//! 2. An answer is acknowledged only after the commit that makes it durable (attempt_log.rs).
//! 3. The window is `start ≤ t < end` on the server's clock; an answer complete within the grace after the end counts
//!    and is marked late (`attempts::the_end_is_decided_by_the_servers_clock`).
//! 4. A participant's types have no answer field: nothing sent before the end depends on which option is right
//!    (`attempts::two_servers_with_other_keys_send_the_same_bytes`).
//! 5. The same answer again is fine, another is refused naming the stored one (`attempts::first_answer_wins`).
//! 6. At the end every open attempt counts as submitted; nothing has to run for that (`attempts::the_end_submits`).
//! 7. Rank: more correct, fewer wrong, less time up to the last answer that its key decides; equal on all three share a rank
//!    (`scoring.rs`, `corrections::the_time_of_a_void_question_decides_no_tie`). In a contest with marks: more marks, then what
//!    its tie chain names, in its order (`marks::marks_decide_and_then_the_chain`); a list that counts ranks and a board that
//!    sorts them agree (`marks::lists_and_boards_rank_alike_under_any_scheme`). Nobody joins by another rule than was shown
//!    (`marks::nobody_joins_by_another_rule_than_shown`).
//! 8. The owner cannot take the own contest (`attempts::the_owner_does_not_take_part`), nor ADMIN any: who may read the key stands
//!    on no board (`attempts::whoever_may_read_the_key_stands_on_no_board`).
//! 9. The answer key is told to participants only after the end and its grace, and if the owner shows it. `is_open` in
//!    `answer_review.rs` decides so for the review, the log of corrections (`log` in `correct_question.rs`), the mail about a
//!    correction (`SendCorrection` in `jobs.rs`) and the data export (`data_export.rs`); the review is for those who joined
//!    (`review::nothing_is_told_before_the_end`, `review::only_those_who_joined`,
//!    `corrections::the_log_tells_keys_where_the_review_does`). What owner and ADMIN see is decided by `contests::readable`.
//! 10. When an account ends, its attempts stay and count, under a pseudonym
//!     (`account::results_stand_under_a_pseudonym`).
//! 11. A correction marks a question otherwise and recomputes all scores from the answers, both in one transaction; what was
//!     looked at before it is what happens (`corrections::the_preview_is_what_happens`,
//!     `corrections::two_corrections_at_once_make_one`). Those whose score changed are told by mail
//!     (`corrections::those_whose_score_changed_are_told`).
//! 12. When the board opens its participants are told, once (`notify::results_are_told_to_participants_once`).
//! 13. A first join is one write together with all others that wait, and answers the empty attempt; neither it nor the paper
//!     nor a look at the own part asks the database anything about the person
//!     (`attempts::a_join_costs_one_write_and_the_paper_none`, `attempts::a_look_before_the_start_costs_nothing`), and what is
//!     remembered for that is what is stored (`attempts::the_own_part_is_remembered_as_it_grows`,
//!     `attempts::what_another_process_writes_is_in_the_own_part`).
//! 14. Whoever may see a contest can follow it live: where it stands and how many take part, the same for everybody
//!     (`live::a_contest_says_where_it_stands`, `live::a_private_contest_is_followed_by_its_own`).
//! 15. Who hands in before the end hears it at once in every other window and on every other device
//!     (`live::handing_in_reaches_the_persons_other_windows`).
//! 16. A board stands open when no answer can come any more, is final when the last one must be in, and is built once from
//!     then on until something on it changes (`leaderboards::a_board_is_final_when_the_last_answer_is_in`,
//!     `leaderboards::a_final_board_is_built_once`).
//! 17. Marks are computed from right and wrong answers where they are shown, and stored nowhere; what questions give beyond the
//!     contest's scheme, and right answers to starred ones, are counted with the answers
//!     (`own_marks::counters_are_what_the_answers_give`). Two totals of a board that differ never read alike, and neither do a
//!     total and the most there is to have (`mark_texts.rs`). A contest without marks is told of as if there were none
//!     (`marks::a_plain_contest_says_nothing_of_marks`).
//! 18. A client that does not say that it shows questions newer than the specification's gets nothing of a contest that has some: it
//!     neither joins nor reads half a paper (`kinds::a_client_of_the_specification_is_refused_kindly`).
//! 19. Of a question with several right options any of them may be chosen, as one answer: the same set again is fine in any order, another
//!     is refused. What a part of the right ones gives is one pure function (`given` in `scoring.rs`), by which the writer, corrections,
//!     review and statistics count (`several::parts_are_counted_as_they_are_given_for`).
//! 20. Where the answer is typed, what was typed is stored as it is, and what is right is asked about each text once, when answers are
//!     counted anew (`store_typed.rs`); in scores it is one of two choices. Equal numbers and texts that fold alike are the same answer
//!     (`typed_answers::the_same_typed_otherwise_is_one_answer`). After the end they stand in clusters for whoever may see the analysis
//!     (`typed_clusters.rs`).
//! 21. A picture of the paper is handed out like the paper, and after the end like the review; to everybody else it does not exist
//!     (`question_pictures::only_those_who_may_see_the_question_get_its_picture`), nor does one of another paper
//!     (`draw::a_picture_of_another_paper_does_not_exist`).
//! 22. Where answers may be changed until they are handed in, the change of a question with the highest number stands, whatever arrives
//!     when, and the counters are those of what stands (`answer_changes.rs`; `answer_changes::racing_changes_from_two_devices`,
//!     `answer_changes::what_stands_is_told_and_counted`). The person's other devices hear of it
//!     (`answer_changes::other_devices_hear_of_a_change`). Elsewhere nothing of it is written and nothing told
//!     (`answer_changes::where_the_first_answer_counts_nothing_is_new`).
//! 23. Where the contest mixes questions or options, the paper stays the same bytes for everybody, and the browser mixes it by the attempt's
//!     seed; the server computes the same order (`own_order.rs`, whose cases `own_order.json` has) only for the organiser: to show what somebody
//!     saw (`participant_answers.rs`), and after the end whether it mattered (`fairness.rs`; `fairness::tests` and
//!     `question_order::the_report_is_the_owners_after_the_end`).
//! 24. Where each person has a part of the questions, a person's paper is fixed in the transaction that begins the attempt and never changes
//!     (`draw::racing_first_joins_deal_one_set`). A question of another paper does not exist for them, and whatever is counted, told and
//!     corrected is of their own (`draw::everybody_is_counted_by_the_own_paper`, `draw::a_correction_touches_those_who_had_the_question`).
//!     A question is called by the number that it had for whoever reads of it, or by its text (`own_numbers.rs`;
//!     `draw::each_is_told_the_number_that_they_saw`), and what is told of the contest is true of each paper
//!     (`draw::what_is_told_of_the_contest_is_true_of_each_paper`). A contest without that costs no statement more (`draw::a_contest_without_a_draw_costs_what_it_did`).
//! 25. `attempts.ends_at` alone decides when a person's time ends; empty it ends with the contest (`personal_time.rs`). Answers, handing in,
//!     boards and results follow it (`personal_time::minutes_begin_with_the_join_and_end_with_the_contest`,
//!     `personal_time::results_wait_for_the_last_end`). Organisers move it, each change once and in a log
//!     (`personal_time::racing_pauses_and_resumes_move_each_end_once`, `personal_time::racing_reopenings_reopen_once`).

mod answer_changes;
mod answer_review;
mod attempt_cache;
mod attempt_log;
mod chance;
mod change_answer;
mod change_time;
mod contest_list;
mod correct_question;
mod correction;
mod data_export;
mod demo_seed;
mod fairness;
mod fairness_by_variant;
mod fairness_counts;
mod flight_check_rows;
mod integrity_check;
mod item_analysis;
mod jobs;
mod join_and_submit;
mod leaderboard;
mod live_updates;
mod mark_texts;
mod messages;
mod model;
mod own_numbers;
mod own_order;
mod paper_cache;
mod papers_fairness;
mod participant_answers;
mod personal_time;
mod question_stats;
mod regrading;
mod routes;
mod scoring;
mod serve_picture;
mod store;
mod store_batches;
mod store_changes;
mod store_fairness;
mod store_invariants;
mod store_lists;
mod store_regrading;
mod store_time;
mod store_typed;
mod submit_answer;
mod time_change;
mod typed_clusters;
mod wire;
mod wire_time;

pub use attempt_log::{AttemptLog, Writer};
pub use change_time::delete_account;
pub use data_export::{KeptAnswer, KeptAttempt, KeptChange, KeptTimeChange, export_data};
pub use demo_seed::{DemoCorrection, correct_for_demo, insert_for_demo};
pub use integrity_check::{miscounted_marks, unreadable_answers};
pub use jobs::jobs;
pub use leaderboard::LeaderboardCache;
pub use live_updates::{belongs_to, followed, is_taking, live_attempt};
// Single steps, measured by bench/benches.
pub use attempt_cache::AttemptCache;
pub use flight_check_rows::{StoredAttempt, StoredSheet, sheets_after_rehearsal, stored_after_rehearsal};
pub use model::{AnswerInput, DemoAnswer, DemoAttempt, SUBMIT_GRACE};
pub use own_order::of_questions as order_of_questions;
pub use paper_cache::{GradedChoice, Paper, PaperCache};
pub use routes::routes;
pub use scoring::{Counters, Score, rank};
pub use store_invariants::INVARIANTS;
pub use wire::{FollowedOut, MarksOut, OrdersOut, OwnPartOut};
