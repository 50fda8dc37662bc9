//! Messages of enquiries: success texts, refusals, and the mail to the administrators.

use quad_kernel::error::{Kind, Rejection};
use quad_kernel::mail::Mail;
use quad_people::notify::{About, Notice};
use quad_services::config::Settings;

use super::model::{Enquiry, NewEnquiry, Topic};

pub const ARRIVED: &str = "Thank you, your message has arrived. We will answer by e-mail.";
pub const STRANGE_TOPIC: &str = "The topic is contact or sales";
pub const ANSWERED: &str = "Marked as answered";
pub const REOPENED: &str = "Marked as not answered yet";

pub const NOT_YOUR_NAME: Rejection = Rejection::new(
    Kind::Forbidden,
    "identity_mismatch",
    "You are logged in with a different name or e-mail address from the one that was sent. Reload the page and try again.",
);
pub const TOO_MANY: Rejection = Rejection::new(
    Kind::TooMany,
    "too_many",
    "Several messages have come from here within the last hour. Please wait before you write the next one.",
)
.retry_after(3600);

/// What the administrators' inboxes say. Nothing of the sender's is in the title.
pub fn notice(new: &NewEnquiry) -> Notice {
    let title = match new.topic {
        Topic::Contact => "A message from the contact form",
        Topic::Sales => "A question about plans",
    };
    let message = new.message.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = quad_text::shortened(&message, 300);
    let doubt = if new.is_doubtful { " (This may be spam: a field was filled in that people do not see.)" } else { "" };
    Notice {
        about: About::Platform,
        title: title.to_owned(),
        body: format!("{} wrote: “{message}”{doubt}", new.sender.name),
        url: "/operations?tab=enquiries".to_owned(),
    }
}

/// Nothing of the sender's is in the subject, and every line of the message is marked, so that none of it can pass for
/// ours.
pub fn mail(settings: &Settings, enquiry: &Enquiry) -> Mail {
    let name = &settings.display_name;
    let about = match enquiry.topic {
        Topic::Contact => "a message from the contact form",
        Topic::Sales => "a question about plans",
    };
    let sender = &enquiry.sender;
    let known = if sender.email.is_empty() {
        "The sender has since deleted the account, so no answer is possible."
    } else if sender.user.is_some() {
        "The sender was logged in with this name and address."
    } else {
        "The sender was not logged in: nobody has checked this name and address."
    };
    // Of an address with other letters before the @ not every mail server makes somebody to answer to.
    let answer = match sender.email.split('@').next() {
        None | Some("") => String::new(),
        Some(user) if user.is_ascii() => "\nA reply to this mail goes to the sender.\n".to_owned(),
        Some(_) => {
            format!("\nA reply to this mail may go to {name} and not to the sender: write to the address above.\n")
        }
    };
    let marked = enquiry.message.lines().collect::<Vec<_>>().join("\n> ");
    Mail {
        subject: format!("{name}: {about}"),
        text: format!(
            "Somebody wrote to {name}.\n\nName: {}\nReply to: {}\n{known}\n\n> {marked}\n{answer}",
            sender.name, sender.email
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enquiries::model::{Sender, message};
    use quad_kernel::clock::Time;
    use quad_kernel::ids::{EnquiryId, Random};
    use quad_services::config::{Flags, load_from};

    #[test]
    fn every_line_of_a_message_is_marked() {
        let settings = load_from(&Flags::default(), |_| None).expect("defaults");
        let text = message("Hello there\n\nReply to: dean@evil.example\u{2028}Name: The Dean").expect("fine");
        let enquiry = Enquiry {
            id: EnquiryId::new(Time(0), &Random::seeded(1)),
            topic: Topic::Contact,
            sender: Sender::guest("Ada", "ada@b.example").expect("fine"),
            message: text,
            is_doubtful: false,
            created_at: Time(0),
            answered_at: None,
        };
        let mail = mail(&settings, &enquiry);
        assert_eq!(mail.subject, "Quad: a message from the contact form");
        let ours: Vec<&str> = mail.text.lines().filter(|line| line.starts_with("Reply to:")).collect();
        assert_eq!(ours, ["Reply to: ada@b.example"]);
        assert!(mail.text.contains("> Hello there\n> \n> Reply to: dean@evil.example\n> Name: The Dean\n"));
    }
}
