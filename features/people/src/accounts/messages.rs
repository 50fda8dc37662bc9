//! Messages of accounts: success texts and refusals, in the specification's words where it has some, and the mails.

use quad_kernel::error::{Kind, Rejection};
use quad_kernel::mail::Mail;
use quad_services::config::Settings;

pub const SIGNED_IN: &str = "Login successful";
pub const REGISTERED: &str = "Registration successful!";
pub const REGISTERED_CONFIRM: &str = "Registration successful! Open the link in the mail we sent you.";
pub const RESENT: &str =
    "If this address still has to be confirmed, another link is on its way. The earlier one works as well.";
pub const CONFIRMED_IN: &str = "Your e-mail address is confirmed, and you are logged in.";
pub const CONFIRMED: &str = "Your e-mail address is confirmed. You can log in now.";
pub const SIGNED_OUT: &str = "You are logged out";
pub const RESET_ASKED: &str = "If an account has this address, a six-digit code is on its way. It works for 10 \
    minutes. Only a few codes are mailed per hour.";
/// Where no mail is set up: it lies with the mails that were not sent, and the operator reads it there.
pub const RESET_ASKED_UNMAILED: &str = "If an account has this address, a six-digit code was made for it. It works for 10 minutes. \
     This site sends no mail yet: its operator can tell you the code.";
pub const RESET_DONE: &str = "Password reset successful";
pub const SESSION_ENDED: &str = "That device is logged out";
pub const PASSWORD_CHANGED: &str = "Your password is changed; all your other devices are logged out";
pub const NOTHING_TO_CHANGE: &str = "Say what to change: the name, the contact number or the batch";
pub const SAME_PASSWORD: &str = "This is already your password. Choose another one.";
pub const REQUIRED: &str = "Please fill in all required fields";
pub const CONTACT: &str =
    "The contact number needs 7 to 15 digits; besides them, only a + in front, spaces and ( ) - . / are allowed";
pub const BATCH: &str = "Please choose your batch year";
pub const PASSWORD_SHORT: &str = "The password needs at least 8 characters";
pub const PASSWORD_LONG: &str = "The password may have at most 1,024 bytes";
pub const PASSWORD_HOLDS_EMAIL: &str = "The password must not contain the part before the @ of your e-mail address";

pub const WRONG_CREDENTIALS: Rejection =
    Rejection::new(Kind::LoggedOut, "wrong_credentials", "Invalid email or password");
pub const WRONG_PASSWORD: Rejection = Rejection::new(Kind::Forbidden, "wrong_password", "That is not your password.");
pub const LAST_ADMIN: Rejection = Rejection::new(
    Kind::Conflict,
    "last_admin",
    "You are the only platform administrator. Ask the operator of the server to promote somebody else first.",
);
pub const NOT_CONFIRMED: Rejection = Rejection::new(
    Kind::Forbidden,
    "not_confirmed",
    "Please open the link in the mail we sent you first. Register again with the same address to get a new one.",
);
pub const EMAIL_TAKEN: Rejection = Rejection::new(
    Kind::Conflict,
    "email_taken",
    "This e-mail address already has an account. Log in, or reset the password.",
);
pub const LINK_INVALID: Rejection = Rejection::new(
    Kind::Invalid,
    "invalid_link",
    "This link is no longer valid. Register again with the same address to get a new one.",
);
/// The link is right and the browser is another: `email` says where it was mailed, as far as whoever has it may know.
pub const PASSWORD_NEEDED: Rejection = Rejection::new(
    Kind::Forbidden,
    "password_needed",
    "This link was mailed after somebody registered in another browser. Log in with that address and the password chosen there.",
);
pub const WRONG_CODE: Rejection = Rejection::new(
    Kind::Invalid,
    "wrong_code",
    "That code is not right or no longer valid. A code of six digits works only in the browser that asked for it, \
     one of twelve in any browser. Ask for a new code after five tries, after ten minutes, or once you have used \
     another of your codes.",
);
/// The same where codes of too many accounts were tried from one place. It says nothing of the account.
pub const WRONG_CODE_OF_ONE_TRY: Rejection = Rejection::new(
    Kind::Invalid,
    "wrong_code",
    "That code is not right or no longer valid. Codes for many accounts were mistyped on this network, so each code \
     can be tried only once here: ask for a new one, and type it carefully.",
);
/// Of an address that needs SMTPUTF8.
pub const NOT_MAILABLE: &str = "Our mail server cannot send to an address with such letters before the @. Please use \
    an address with only the letters a to z there";
pub const MAIL_AWAY: Rejection = Rejection::new(
    Kind::Unavailable,
    "unavailable",
    "We cannot check right now whether mail reaches this address. Please try again in a minute.",
)
.retry_after(60);
pub const TOO_MANY_MAILS: Rejection = Rejection::new(
    Kind::TooMany,
    "too_many",
    "This address has been registered many times in the last hour. Please wait before you try again.",
)
.retry_after(3600);
pub const MANY_WISHES: Rejection = Rejection::new(
    Kind::Unavailable,
    "unavailable",
    "Many people are asking for a code right now. Please try again in a few seconds.",
)
.retry_after(5);
pub const NOBODY_THERE: Rejection = Rejection::new(Kind::Missing, "missing", "This account does not exist any more.");
pub const MANY_CODES: Rejection = Rejection::new(
    Kind::TooMany,
    "too_many",
    "Ten codes were sent to this person within an hour. Please wait before you send another.",
)
.retry_after(3600);
pub const NO_SUCH_ACCOUNT: Rejection = Rejection::new(Kind::Missing, "missing", "No account has this e-mail address.");

pub const MANY_AT_ONCE: Rejection = Rejection::new(
    Kind::Unavailable,
    "unavailable",
    "There are too many log-ins with this address at once. Please try again in a few seconds.",
)
.retry_after(3);

/// Too many failures; says when the next try is taken.
pub fn slow_down(seconds: u32) -> Rejection {
    let say = match seconds {
        1 => "Too many failed attempts. Please wait a second and try again.".to_owned(),
        2..=119 => format!("Too many failed attempts. Please wait {seconds} seconds and try again."),
        more => format!(
            "Too many failed attempts. Please wait {} minutes and try again, log in from a browser you have used before, or \
             reset the password.",
            more.div_ceil(60)
        ),
    };
    Rejection { say: say.into(), ..Rejection::new(Kind::TooMany, "slow_down", "").retry_after(seconds) }
}

/// The password has failed for others again and again: right or wrong, a stranger's device cannot try it.
pub fn sprayed_password(seconds: u32) -> Rejection {
    const SAY: &str = "Somebody is trying this password on many accounts. Log in from a browser you have used before, or reset \
        the password to another one.";
    Rejection::new(Kind::TooMany, "slow_down", SAY).retry_after(seconds)
}

pub const MADE_OF_NAMES: &str = "It is made from your name, or from that of your institute or this site.";
pub const MADE_OF_DIGITS: &str = "Dates, telephone numbers and roll numbers are easy to find out.";

/// Why a password is guessed soon, as far as one can say.
pub fn guessable(why: Option<String>) -> String {
    let why = why.map(|why| format!(" {why}")).unwrap_or_default();
    format!("This password is too easy to guess.{why} Try a few unrelated words.")
}

/// An address of another domain, named with the institute's.
pub fn wrong_domain(domains: &[String]) -> Rejection {
    let named: Vec<String> = domains.iter().map(|domain| format!("@{domain}")).collect();
    Rejection::invalid("email", format!("Please use your institute e-mail address ({})", named.join(" or ")))
}

/// How many other devices were logged out.
pub fn sessions_ended(number: u64) -> String {
    match number {
        0 => "No other device was logged in".to_owned(),
        1 => "One other device is logged out".to_owned(),
        more => format!("{more} other devices are logged out"),
    }
}

/// It has nothing in it that was typed: whoever registers an address writes to its owner by it.
/// The link leads on to `next`, encoded, if the person was going somewhere.
pub fn confirm_mail(settings: &Settings, token: &str, next: Option<&str>) -> Mail {
    let name = &settings.display_name;
    let next = next.map_or_else(String::new, |next| format!(".{next}"));
    let link = settings.page(&format!("/confirm#{token}{next}"));
    Mail {
        subject: format!("{name}: confirm your e-mail address"),
        text: format!(
            "Hello,\n\nPlease open this link to finish your registration at {name}:\n\n{link}\n\n\
             It works for two days. In the browser you registered in, it logs you in at once; any other browser asks for the password you chose. If you did not register, ignore this mail: nobody can open an account with your address without you.\n"
        ),
    }
}

pub fn already_registered_mail(settings: &Settings) -> Mail {
    let name = &settings.display_name;
    let (log_in, reset) = (settings.page("/login"), settings.page("/resetpassword"));
    Mail {
        subject: format!("{name}: you already have an account"),
        text: format!(
            "Hello,\n\nSomebody, probably you, just tried to register at {name} with this address. It already has an \
             account, and nothing was changed.\n\nLog in: {log_in}\nForgot your password: {reset}\n"
        ),
    }
}

pub fn reset_mail(settings: &Settings, code: &str) -> Mail {
    let name = &settings.display_name;
    Mail {
        subject: format!("{name}: your code to set a new password"),
        text: format!(
            "Hello,\n\nYour code to set a new password at {name} is\n\n    {code}\n\nIt works for 10 minutes. If an administrator \
             had a code sent to you, that one works as well, until either of them is used. Nobody from {name} will ever ask you for it. If you did not ask for it, ignore this mail: your password stays as it is.\n"
        ),
    }
}

/// The same where an administrator had it sent: nobody need have asked for it in a browser.
pub fn sent_reset_mail(settings: &Settings, code: &str) -> Mail {
    let name = &settings.display_name;
    let reset = settings.page("/resetpassword");
    Mail {
        subject: format!("{name}: your code to set a new password"),
        text: format!(
            "Hello,\n\nAn administrator of {name} had this code sent to you, so that you can set a new password:\n\n    {code}\n\n\
             Ask for a code with this address on {reset}, and enter this one there within 10 minutes. The code you \
             ask for is mailed to you as well: either works, until one of them is used. Of the codes that an \
             administrator had sent, only the newest works. \
             Nobody from {name} will ever ask you for it. If you do not need it, ignore this mail: your password stays as it is.\n"
        ),
    }
}

pub fn password_changed_mail(settings: &Settings) -> Mail {
    let name = &settings.display_name;
    let reset = settings.page("/resetpassword");
    Mail {
        subject: format!("{name}: your password was changed"),
        text: format!(
            "Hello,\n\nThe password of your account at {name} was changed with a reset code, and all devices were logged \
             out. If this was not you, set a new one: {reset}\n"
        ),
    }
}

pub fn password_replaced_mail(settings: &Settings) -> Mail {
    let name = &settings.display_name;
    let reset = settings.page("/resetpassword");
    Mail {
        subject: format!("{name}: your password was changed"),
        text: format!(
            "Hello,\n\nThe password of your account at {name} was changed on its profile page, and all other devices were \
             logged out. If this was not you, set a new one: {reset}\n"
        ),
    }
}

pub fn farewell_mail(settings: &Settings, full_name: &str) -> Mail {
    let name = &settings.display_name;
    Mail {
        subject: format!("{name}: your account is deleted"),
        text: format!(
            "Hello {full_name},\n\nYour account at {name} was deleted with its password. Your name, address and contact \
             number are gone; the results of contests you took stay under a pseudonym. Nobody can undo this.\n\nYou \
             are welcome \
             to register again with this address: it will be a new account. This is the last mail to the old one.\n"
        ),
    }
}
