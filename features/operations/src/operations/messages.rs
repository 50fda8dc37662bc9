//! Messages of operations: success texts and refusals, and what each kind of job is for.

use quad_kernel::error::{Kind, Rejection};

pub const RETRIED: &str = "The job is being tried again.";
pub const DROPPED: &str = "The job has been dropped.";
pub const BACKING_UP: &str = "The backup is being made.";
pub const STRANGE_STATE: &str = "The state is waiting, running or parked";

pub const NOT_PARKED: Rejection =
    Rejection::new(Kind::Conflict, "job_not_parked", "This job is no longer parked: it is waiting or running.");
pub const RUNNING: Rejection =
    Rejection::new(Kind::Conflict, "job_running", "This job is running. It can be dropped only after it has failed.");
pub const TIMED: Rejection =
    Rejection::new(Kind::Conflict, "job_timed", "This is the next run of a scheduled job. It cannot be dropped.");

pub const UNKNOWN_DOES: &str = "A job of another version of Quad";
pub const UNKNOWN_DROPPED: &str = "Whatever it was for does not happen.";

const CLEANING: &str = "Nothing is lost: the next run does the same.";

/// Name in the queue, what it does, what it means to drop one.
pub const JOB_DESCRIPTIONS: [(&str, &str, &str); 38] = [
    (
        "accounts.mail_reset_code",
        "Makes and mails a code for a new password",
        "No code is mailed. The person who asked must ask again.",
    ),
    (
        "accounts.send_mail",
        "Sends a mail about an account",
        "That mail is not sent. Anyone who is waiting for a link must ask again.",
    ),
    (
        "accounts.send_reset_code",
        "Checks whether a code for a new password should be mailed",
        "No code is mailed. The person who asked must ask again.",
    ),
    ("accounts.sweep", "Deletes ended log-ins and used-up codes", CLEANING),
    ("attempts.announce_results", "Tells participants that results are ready", CLEANING),
    (
        "attempts.send_correction",
        "Mails a participant that a score was corrected",
        "That person gets no mail. The new score stands.",
    ),
    (
        "attempts.tell_correction",
        "Tells participants that scores were corrected",
        "People who have not been told yet are not told. The new scores stand.",
    ),
    (
        "attempts.tell_results",
        "Tells the participants of a contest that results are ready",
        "People it has not reached yet are not told. The results stand.",
    ),
    ("backups.look", "Makes a backup when the settings say that one is due", CLEANING),
    ("backups.make", "Makes a backup that an administrator asked for", "No backup is made. Earlier ones stay."),
    ("clubs.fan_out", "Delivers an announcement", "People it has not reached yet do not get it."),
    (
        "clubs.take_back",
        "Removes what inboxes say of a club that was deleted",
        "Some inboxes keep lines that lead to a page which is not there.",
    ),
    (
        "clubs.tell_renamed",
        "Gives what inboxes say of a club its new name",
        "Some inboxes keep the old name. The club keeps its new one.",
    ),
    (
        "contests.announce",
        "Tells everybody that a contest was made public",
        "People it has not reached yet are not told. The contest stays public.",
    ),
    (
        "contests.deal_papers",
        "Makes the papers of a contest of which each person gets a part of the questions, a minute before its start",
        "They are made when the first person joins.",
    ),
    (
        "contests.take_back",
        "Removes what inboxes say of a contest that was made private",
        "Some inboxes keep lines that lead to a page which is not there.",
    ),
    (
        "contests.tell_called_off",
        "Tells people who were notified of a contest that it was deleted",
        "People it has not reached yet are not told, and their inboxes lead to a page which is not there.",
    ),
    (
        "contests.tell_moved",
        "Tells people who were notified of a contest that its time was changed",
        "People it has not reached yet are not told, and their inboxes keep the old time. The contest keeps its new one.",
    ),
    (
        "contests.tell_renamed",
        "Gives what inboxes say of a contest its new title",
        "Some inboxes keep the old title. The contest keeps its new one.",
    ),
    ("contests.sweep", "Deletes counts of past minutes", CLEANING),
    (
        "enquiries.send",
        "Mails an enquiry to an administrator",
        "That administrator gets no mail. The enquiry stays in the list.",
    ),
    ("enquiries.sweep", "Deletes counts of past hours", CLEANING),
    (
        "events.carry_message",
        "Delivers a message from the organisers to people who have a place",
        "People it has not reached yet do not get it.",
    ),
    ("events.remind", "Reminds people of the events they registered for", CLEANING),
    (
        "events.tell_promoted",
        "Tells somebody that a place became free",
        "That person is not told. The place stays theirs.",
    ),
    (
        "events.tell_registrants",
        "Tells people who registered that an event was changed or cancelled",
        "People it has not reached yet are not told.",
    ),
    (
        "events.tell_renamed",
        "Gives what inboxes say of an event its new title",
        "Some inboxes keep the old title. The event keeps its new one.",
    ),
    (
        "notify.push",
        "Sends due notifications to people's devices",
        "Devices are told again with the next notification.",
    ),
    (
        "notify.send_mail",
        "Mails a notification to somebody who chose that",
        "That mail is not sent. The notification stays in the inbox.",
    ),
    ("notify.sweep", "Deletes old notifications", CLEANING),
    ("payments.reconcile", "Asks the payment provider about unpaid orders", CLEANING),
    (
        "payments.refund",
        "Has the payment provider give a payment back",
        "The provider is not asked. Give the payment back in its dashboard.",
    ),
    ("payments.send_receipt", "Mails a receipt", "That receipt is not mailed. The purchase is in the profile."),
    ("payments.send_refund", "Mails a note on a refund", "That note is not mailed. The refund stands."),
    ("payments.sweep", "Deletes orders that were never paid", CLEANING),
    ("pictures.drop", "Deletes a picture that is not used any more", "The next sweep deletes it."),
    ("pictures.sweep", "Deletes pictures that are not used any more", CLEANING),
    (
        "sandbox.deliver",
        "Delivers a test payment's webhook",
        "The webhook is not sent. Quad learns the state of the order by asking.",
    ),
];
