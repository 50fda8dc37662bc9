//! Reply classification. A mail server refuses for good (5xx) for three kinds of reasons: the recipient (nobody there, mailbox
//! closed or full), us (greeting, address and its DNS, sender, log-in, relaying, limits of ours, our name with block lists), or
//! the mail as a filter sees it. Only the first is final. The others an operator can mend, or they lift by themselves, so the mail
//! is tried again like after an outage.
//!
//! The code alone does not tell which: 550 and 554 stand before all of them. So the rule is the other way round: final is what
//! is *known* to speak of the recipient, and whatever is not known waits. A mistake then costs a few tries, not a mail.
//!
//! 1. Words of us ([`MENDED`], [`LIFTED`]) make it wait, whatever the code: "550 5.1.1 sender is blacklisted" and "554 5.7.1
//!    Recipient address rejected: You have exceeded your quota" are real.
//! 2. An enhanced code that speaks of the recipient alone ([`RECIPIENT`]) is final.
//! 3. An enhanced code that speaks of us (5.1.7, 5.1.8, 5.7 from 5.7.2 on) waits.
//! 4. Other enhanced codes, or none: final with words of the recipient ([`OF_THE_RECIPIENT`]) or with 556, otherwise it waits.
//!
//! Sources for the codes: RFC 5321, 4.2.3 (550 also stands for "command rejected for policy reasons"); RFC 3463, 3.2 to 3.8; RFC
//! 4954, 6 (530 to 538); RFC 6531 (5.6.7, 5.6.9); RFC 7293 (5.7.17, 5.7.18); RFC 7372 (5.7.20 to 5.7.26); RFC 7504 (521, 556);
//! RFC 7505 (5.1.10, 5.7.27); and IANA's "SMTP Enhanced Status Codes Registry" (RFC 5248).
//!
//! Sources for the words: Google "Gmail SMTP errors and codes" (5.4.5 is a daily limit, though RFC 3463 has "mail system
//! congestion" there); Microsoft "Email non-delivery reports and SMTP errors in Exchange Online"; Amazon "SMTP response codes
//! returned by Amazon SES" and "Amazon SES email sending errors"; Twilio "SMTP Errors and Troubleshooting"; Yahoo "SMTP Error
//! Codes"; Zoho ZeptoMail "SMTP Error Codes"; "Mimecast SMTP Error Codes"; ActiveCampaign "SMTP Field Manual" (smtp.codes), which
//! collects what arrives; the rules of Sisimai; Debian's exim4 (`/etc/exim4/conf.d/acl`).

/// Enhanced codes (subject and detail) that speak of the recipient alone.
const RECIPIENT: [(u16, u16); 13] = [
    // No such mailbox, no such domain, no such form of address, ambiguous, moved, a domain without mail.
    (1, 1),
    (1, 2),
    (1, 3),
    (1, 4),
    (1, 6),
    (1, 10),
    // Mailbox disabled, mailbox full, mailing list broken. Not 5.2.0 and 5.2.3, which servers also use for filters.
    (2, 1),
    (2, 2),
    (2, 4),
    // An address beyond ASCII that is not taken there.
    (6, 7),
    (6, 9),
    // Mailbox or domain has another owner.
    (7, 17),
    (7, 18),
];

/// Words about us that somebody has to do something about. All in lower case.
const MENDED: [&str; 45] = [
    // Greeting and address.
    "helo",
    "ehlo",
    "hostname",
    "dns",
    "ptr record",
    "client host",
    "your ip",
    "sending ip",
    "ip address",
    // Sender.
    "sender",
    "from address",
    "mail from",
    "mailfrom",
    "absender",
    "spf",
    "dkim",
    "dmarc",
    // Log-in and relaying. A bare "relay" also stands in postfix's "unknown in relay recipient table".
    "authentic",
    "smtp auth",
    "authoriz",
    "authoris",
    "credentials",
    "starttls",
    "your account",
    "relaying",
    "relay access",
    "relay denied",
    "relay not",
    "to relay",
    // Reputation and filters.
    "blacklist",
    "black list",
    "blocklist",
    "block list",
    "blocked",
    "block-send",
    "banned",
    "is listed",
    "listed by",
    "listed at",
    "reputation",
    "spam",
    "spoof",
    "virus",
    "content",
    "policy",
];

/// Words about limits and times that pass.
const LIFTED: [&str; 18] = [
    "sending quota",
    "sending limit",
    "rate limit",
    "at a rate",
    "unusual rate",
    "daily",
    "hourly",
    "per hour",
    "per day",
    "too many",
    "exceeded your",
    "exceeded the max",
    "your limit",
    "your quota",
    "you are over",
    "number of messages",
    "temporar",
    "try again",
];

/// Words about the recipient.
const OF_THE_RECIPIENT: [&str; 50] = [
    "user unknown",
    "unknown user",
    "recipient unknown",
    "unknown recipient",
    "addressee unknown",
    "address unknown",
    "unknown address",
    "unknown local",
    "unknown mailbox",
    "unknown account",
    "no such user",
    "no such recipient",
    "no such mailbox",
    "no such address",
    "no such person",
    "no such account",
    "no mailbox",
    "not exist",
    "n't exist",
    "user not found",
    "recipient not found",
    "mailbox not found",
    "address not found",
    "account not found",
    "invalid recipient",
    "invalid mailbox",
    "invalid user",
    "mailbox unavailable",
    "mailbox disabled",
    "mailbox is disabled",
    "mailbox inactive",
    "mailbox is inactive",
    "account disabled",
    "account is disabled",
    "mailbox full",
    "mailbox is full",
    "over quota",
    "mailbox name not allowed",
    "recipient address rejected",
    "recipient rejected",
    "user not local",
    "no longer valid",
    "this user doesn't",
    "not a valid mailbox",
    "not our customer",
    "unrouteable",
    "unroutable",
    // German.
    "empfänger unbekannt",
    "unbekannter empfänger",
    "benutzer unbekannt",
];

/// Whether a permanent refusal (5xx) of a recipient or a mail speaks of the recipient. To everything else that we say, a
/// refusal is ours.
pub(crate) fn is_about_the_recipient(code: u16, text: &str) -> bool {
    // No service here, encryption and log-in (RFC 7504; RFC 4954 and the registry): whatever the words are.
    if matches!(code, 521 | 523..=525 | 530 | 534 | 535 | 538) {
        return false;
    }
    let said = words(text);
    let has = |known: &[&str]| known.iter().any(|words| said.contains(words));
    if has(&MENDED) || has(&LIFTED) {
        return false;
    }
    match enhanced(text) {
        Some(known) if RECIPIENT.contains(&known) => true,
        Some((1, 7 | 8) | (7, 2..)) => false,
        // What a server says to whoever it does not know, whoever is written to.
        Some((7, _)) | None if said.contains("access denied") => false,
        _ => code == 556 || has(&OF_THE_RECIPIENT),
    }
}

/// Words of a server that only wants to be asked again.
const PASSING: [&str; 5] = ["grey", "temporar", "try again", "later", "busy"];

/// Whether a temporary refusal (4xx) passes by itself: greylisting, a busy server, a full disk. Servers also say 4xx where
/// only we can mend it, postfix to relaying ("454 4.7.1 Relay access denied") and to a missing name ("450 4.7.25").
pub(crate) fn passes_by_itself(text: &str) -> bool {
    let said = words(text);
    let has = |known: &[&str]| known.iter().any(|words| said.contains(words));
    has(&PASSING) || !has(&MENDED)
}

/// What a reply says, in lower case and with single blanks. Addresses and links are no words: a recipient may be called
/// `spam@`, and `?p=NoSuchUser` is read by browsers.
fn words(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        said.push_str(before);
        said.push(' ');
        rest = after.split_once('>').map_or(after, |(_, after)| after);
    }
    said.push_str(rest);
    let kept: Vec<&str> = said.split_whitespace().filter(|word| !word.contains('@') && !word.contains("://")).collect();
    kept.join(" ").to_lowercase().replace('’', "'")
}

/// Subject and detail of a permanent enhanced code at the beginning of a reply's text.
fn enhanced(text: &str) -> Option<(u16, u16)> {
    let mut numbers = text.split_whitespace().next()?.split('.');
    let (class, subject, detail) = (numbers.next()?, numbers.next()?, numbers.next()?);
    if class != "5" || numbers.next().is_some() {
        return None;
    }
    Some((subject.parse().ok()?, detail.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replies as servers word them, shortened, to `RCPT TO`, `DATA` or the end of a mail: those that speak of the recipient.
    const FINAL: &[(u16, &str)] = &[
        // Gmail.
        (550, "5.1.1 The email account that you tried to reach does not exist. Please check the address. - gsmtp"),
        (550, "5.2.1 The email account that you tried to reach is disabled. - gsmtp"),
        (552, "5.2.2 The recipient's inbox is out of storage space and inactive. - gsmtp"),
        // Microsoft 365 and Outlook.com.
        (550, "5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup"),
        (550, "5.1.1 RESOLVER.ADR.RecipNotFound; not found"),
        (550, "5.4.1 [zoe@example.org]: Recipient address rejected: Access denied. [mx.example.org]"),
        (550, "5.5.0 Requested action not taken: mailbox unavailable."),
        // Yahoo.
        (554, "delivery error: dd This user doesn't have a yahoo.com account (zoe@example.org) [-5]"),
        (554, "delivery error: dd Sorry, your message cannot be delivered. This mailbox is disabled (554.30)."),
        (554, "delivery error: dd zoe@example.org is no longer valid. [-20]"),
        // iCloud, Zoho, Comcast, Yandex, AT&T, Mail.ru.
        (550, "5.1.1 <zoe@example.org>: user does not exist"),
        (550, "5.1.1 <zoe@example.org> User unknown"),
        (550, "5.1.1 Not our Customer"),
        (550, "5.7.1 No such user!"),
        (550, "5.2.1 <zoe@example.org>... Addressee unknown, relay=[192.0.2.7]"),
        (550, "Message was not accepted -- invalid mailbox. Local mailbox is unavailable: account is disabled"),
        // Postfix.
        (550, "5.1.1 <zoe@example.org>: Recipient address rejected: User unknown in local recipient table"),
        (550, "5.1.1 <zoe@example.org>: Recipient address rejected: User unknown in relay recipient table"),
        (550, "5.1.1 <zoe@example.org>: Recipient address rejected: undeliverable address: host mx said: 550"),
        (550, "5.1.2 <zoe@nowhere.example>: Recipient address rejected: Domain not found"),
        (501, "5.1.3 Bad recipient address syntax"),
        (556, "5.1.10 Recipient address has null MX"),
        (556, "that domain takes no mail"),
        // German.
        (550, "5.1.0 Empfänger unbekannt"),
        // Exim, Sendmail, qmail.
        (550, "Unrouteable address"),
        (550, "Unknown user"),
        (550, "5.1.1 <zoe@example.org>... User unknown"),
        (550, "5.1.2 <zoe@nowhere.example>... Host unknown (Name server: nowhere.example: host not found)"),
        (550, "sorry, no mailbox here by that name. (#5.1.1)"),
        // Filters that know the recipients: Proofpoint, Mimecast, Barracuda, Symantec, Trend Micro.
        (550, "5.7.1 <zoe@example.org>: Recipient address rejected: User email address is marked as invalid."),
        (550, "5.1.1 - This is not a valid email address. Please verify it."),
        (550, "Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [x]"),
        (550, "cuda_nsu 5.1.1 <zoe@example.org>... User unknown"),
        (550, "No such user (zoe@example.org)"),
        (550, "Invalid recipient <zoe@example.org> (#5.1.1)"),
        (554, "5.7.1 <zoe@example.org>: Recipient address rejected: Invalid-Recipient."),
        // As the standards have them.
        (550, "Requested action not taken: mailbox unavailable"),
        (551, "User not local; please try <zoe@example.net>"),
        (552, "5.2.2 Mailbox full"),
        (552, "mailbox full"),
        (553, "Requested action not taken: mailbox name not allowed"),
        (553, "5.6.7 Non-ASCII addresses not permitted for that recipient"),
        (550, "5.7.17 Mailbox owner has changed"),
        // An address is no word.
        (550, "5.1.1 <spam.sender@blocklist.example>: user unknown"),
        (550, "no such user spf@dns.example"),
    ];

    /// The same, of everything else.
    const WAITS: &[(u16, &str)] = &[
        // Postfix's bare `reject`, after `permit_mynetworks` or `permit_sasl_authenticated`: it speaks of us.
        (554, "5.7.1 <zoe@example.org>: Recipient address rejected: Access denied"),
        (554, "<zoe@example.org>: Recipient address rejected: Access denied"),
        // Gmail.
        (550, "5.4.5 Daily user sending quota exceeded. - gsmtp"),
        (550, "5.4.5 Daily SMTP relay limit exceeded for user. - gsmtp"),
        (550, "5.2.1 The user you are trying to contact is receiving mail at a rate that prevents more. - gsmtp"),
        (550, "5.7.0 Mail relay denied [192.0.2.7]. Invalid credentials for relay for one of the domains. - gsmtp"),
        (550, "5.7.1 [192.0.2.7] This message is suspicious due to the very low reputation of the sending domain."),
        (550, "5.7.1 [192.0.2.7] Our system has detected that this message is likely unsolicited mail."),
        (550, "5.7.1 The user or domain that you are sending to (or from) has a policy that prohibited the mail."),
        (550, "5.7.25 The IP address sending this message does not have a PTR record setup. - gsmtp"),
        (550, "5.7.26 Unauthenticated email from campus.example is not accepted due to domain's DMARC policy."),
        (550, "5.7.28 There is an unusual rate of unsolicited mail originating from your IP address."),
        (552, "5.7.0 This message was blocked because its content presents a potential security issue."),
        (553, "5.1.7 The sender address <x> is not a valid RFC 5321 address. - gsmtp"),
        (554, "5.6.0 Mail message is malformed. Not accepted."),
        // Microsoft 365 and Outlook.com.
        (550, "5.1.8 Access denied, bad outbound sender AS(42003)"),
        (550, "5.1.90 Your message can't be sent because you've reached your daily limit for message recipients"),
        (554, "5.2.122 The recipient has exceeded their limit for the number of messages they can receive per hour."),
        (554, "5.2.252 SendAsDenied; quad@campus.example not allowed to send as club@campus.example"),
        (
            550,
            "5.7.1 Unfortunately, messages from [192.0.2.7] weren't sent: that network is on our block list (S3150).",
        ),
        (550, "5.7.1 Service unavailable, MailFrom domain is listed in Spamhaus."),
        (530, "5.7.57 Client not authenticated to send mail"),
        (550, "5.7.54 SMTP; Unable to relay recipient in non-accepted domain"),
        (550, "5.7.60 SMTP; Client does not have permissions to send as this sender"),
        (550, "5.7.64 TenantAttribution; Relay Access Denied"),
        (550, "5.7.134 RESOLVER.RST.SenderNotAuthenticatedForMailbox; authentication required"),
        (550, "5.7.501 Access denied, spam abuse detected from 192.0.2.7"),
        (550, "5.7.515 Access denied, sending domain does not meet the required authentication level"),
        (550, "5.7.606 Access denied, banned sending IP [192.0.2.7]"),
        (550, "5.7.708 Service unavailable. Access denied, traffic not accepted from this IP."),
        // Amazon SES and SendGrid.
        (554, "Message rejected: Email address is not verified. The following identities failed the check"),
        (554, "Message rejected: Sending suspended for this account."),
        (530, "Authentication required"),
        (550, "The from address does not match a verified Sender Identity. Mail cannot be sent until then."),
        (550, "Unauthenticated senders not allowed"),
        // Yahoo, iCloud, Zoho, Comcast, Yandex, AT&T.
        (554, "5.7.9 Message not accepted for policy reasons."),
        (553, "5.7.1 [BL21] Connections will not be accepted from 192.0.2.7, because the ip is in Spamhaus's list"),
        (554, "Message not allowed - [PH01] Email not accepted for policy reasons."),
        (550, "5.7.1 [CS01] Message rejected due to local policy."),
        (550, "5.7.1 Your email was rejected due to having a domain present in the Spamhaus DBL"),
        (550, "5.4.6 Unusual sending activity detected."),
        (553, "Relaying disallowed as quad@campus.example"),
        (554, "5.2.3 MailPolicy violation Error delivering to mailboxes"),
        (552, "5.1.1 <zoe@example.org> Mailbox delivery failure policy error"),
        (550, "5.2.0 Message rejected due to DMARC."),
        (550, "5.7.1 Policy rejection on the target address"),
        (550, "5.7.1 Connections not accepted from servers without a valid sender domain. Fix reverse DNS"),
        // Postfix, and what stands behind it.
        (504, "5.5.2 <vm>: Helo command rejected: need fully-qualified hostname"),
        (550, "5.7.1 <vm>: Helo command rejected: You are not me"),
        (501, "5.5.2 <v m>: Helo command rejected: Invalid name"),
        (554, "5.7.1 <zoe@example.org>: Relay access denied"),
        (554, "<zoe@example.org>: Recipient address rejected: Relay access denied"),
        (554, "5.7.1 Service unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org"),
        (550, "Service unavailable; [192.0.2.7] listed by zen.spamhaus.org"),
        (550, "5.7.25 Client host rejected: cannot find your hostname, [192.0.2.7]"),
        (550, "5.1.0 <quad@campus.example>: Sender address rejected: User unknown in virtual mailbox table"),
        (550, "5.1.8 <quad@campus.invalid>: Sender address rejected: Domain not found"),
        (550, "5.7.1 <zoe@example.org>: Recipient address rejected: Message rejected due to: SPF fail"),
        (
            550,
            "5.7.1 <zoe@example.org>: Recipient address rejected: Please see http://www.openspf.example, not authorized",
        ),
        (554, "5.7.1 <zoe@example.org>: Recipient address rejected: You have exceeded your Outmail quota."),
        (554, "5.7.1 <zoe@example.org>: Recipient address rejected: BLOCK-SEND-ER."),
        (550, "5.7.27 Sender address has null MX"),
        (552, "5.3.4 Message size exceeds fixed limit"),
        // Exim and cPanel.
        (550, "relay not permitted"),
        (550, "Access denied - Invalid HELO name (See RFC2821 4.1.1.1)"),
        (550, "Sender verify failed"),
        (550, "Verification failed for <quad@campus.example> Unrouteable address Sender verify failed"),
        (550, "sender IP address 192.0.2.7 is locally blacklisted here."),
        (550, "[SPF] 192.0.2.7 is not allowed to send mail from campus.example."),
        (550, "rejected because 192.0.2.7 is in a black list at bl.spamcop.example"),
        (550, "Rejected for too many bad recipients"),
        (550, "SMTP AUTH is required for message submission on port 587"),
        (550, "Domain campus.example has exceeded the max emails per hour (150/150 (100%)) allowed."),
        (550, "SPF check failed"),
        (550, "Your host's PTR record missing"),
        (550, "You have exceeded your hourly sending limit"),
        // Sendmail and qmail.
        (553, "5.1.8 <quad@campus.invalid>... Domain of sender address does not exist"),
        (550, "5.7.1 <zoe@example.org>... Relaying denied. Proper authentication required."),
        (550, "5.0.0 Access denied"),
        (553, "sorry, that domain isn't in my list of allowed rcpthosts; relaying denied (#5.7.1)"),
        // Filters: Mimecast, Proofpoint, Barracuda, others.
        (550, "Administrative prohibition - envelope blocked [x]"),
        (550, "Rejected by header based Anti-Spoofing policy: quad@campus.example [x]"),
        (554, "Email rejected due to security policies [x]"),
        (550, "5.7.0 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.7"),
        (550, "Blocked"),
        (550, "rejecting spoofed message"),
        (554, "rejecting banned content"),
        (554, "5.7.1 Spam message rejected"),
        (554, "looks like spam"),
        (550, "5.1.1 <zoe@example.org> sender is blacklisted"),
        (550, "5.1.0 0bcW1i00G blocked by SPF"),
        (552, "5.2.0 0biL1i00V spam detected"),
        (550, "Requested action not taken: mailbox unavailable; invalid DNS MX or A/AAAA resource record"),
        // Nothing is said, or something else.
        (550, ""),
        (550, "5.0.0 no"),
        (550, "5.1.0 Absender abgelehnt: Empfänger unbekannt"),
        (554, "Transaction failed"),
        (554, "no SMTP service here"),
        (521, "no mailbox, no such user, no service"),
        (530, "5.7.0 Must issue a STARTTLS command first"),
        (535, "5.7.8 unknown user or wrong password"),
        (503, "5.5.1 Error: need RCPT command"),
        (555, "RCPT TO parameters not recognized"),
    ];

    #[test]
    fn only_what_speaks_of_the_recipient_is_final() {
        for (code, text) in FINAL {
            assert!(is_about_the_recipient(*code, text), "{code} {text}");
        }
    }

    #[test]
    fn everything_else_waits() {
        for (code, text) in WAITS {
            assert!(!is_about_the_recipient(*code, text), "{code} {text}");
        }
    }

    #[test]
    fn what_passes_by_itself_is_told_from_what_we_have_to_mend() {
        for text in [
            "4.2.0 <zoe@example.org>: Recipient address rejected: Greylisted, see https://postgrey.example",
            "4.7.1 Greylisting in action, please come back in 00:05:00",
            "grey list",
            "too busy",
            "4.3.2 Service not available, closing transmission channel",
            "4.3.1 Insufficient system storage",
            "4.2.2 The email account that you tried to reach is over quota.",
            "4.2.1 The user you are trying to contact is receiving mail too quickly.",
            "4.7.0 [TSS04] Messages from 192.0.2.7 temporarily deferred due to unexpected volume",
            "4.7.0 Our system has detected mail from your IP address; it was temporarily rate limited.",
            "Internal resource temporarily unavailable",
            "",
        ] {
            assert!(passes_by_itself(text), "{text}");
        }
        for text in [
            "4.7.1 <zoe@example.org>: Relay access denied",
            "4.7.1 <vm>: Helo command rejected: Host not found",
            "4.7.25 Client host rejected: cannot find your hostname, [192.0.2.7]",
            "4.1.8 <quad@campus.invalid>: Sender address rejected: Domain not found",
            "4.7.26 This mail has been rate limited because it is unauthenticated.",
        ] {
            assert!(!passes_by_itself(text), "{text}");
        }
    }

    #[test]
    fn addresses_and_links_are_no_words() {
        for (text, said) in [
            ("5.1.1 <spam@x.example>: User  unknown", "5.1.1 : user unknown"),
            ("No such user (spam@x.example)", "no such user"),
            ("see https://x.example/?p=NoSuchUser - gsmtp", "see - gsmtp"),
            ("a < b, doesn’t", "a b, doesn't"),
        ] {
            assert_eq!(words(text), said, "{text}");
        }
    }

    #[test]
    fn an_enhanced_code_stands_first() {
        assert_eq!(enhanced("5.7.1 no"), Some((7, 1)));
        for text in ["", "no", "5.7", "4.7.1 later", "5.7.1.2 no", "5.x.1 no", "<zoe> 5.7.1"] {
            assert_eq!(enhanced(text), None, "{text}");
        }
    }
}
