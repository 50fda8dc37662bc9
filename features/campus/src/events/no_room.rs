//! Locations that are no room: a meeting on the network, somewhere still to be said, the whole campus, the gate where people meet.
//! Any number of events are there at once, so nothing is booked. A location with any other word, such as a room's number, is one.

/// Words of which such a location consists, as people write them; compared as places are.
const WORDS: [&str; 56] = [
    // On the network.
    "online",
    "on-line",
    "virtual",
    "virtually",
    "remote",
    "google",
    "meet",
    "gmeet",
    "zoom",
    "ms",
    "microsoft",
    "teams",
    "webex",
    "discord",
    "youtube",
    "live",
    "webinar",
    "meeting",
    "link",
    "via",
    "ऑनलाइन",
    "ऑनलाईन",
    "অনলাইন",
    "ஆன்லைன்",
    "ఆన్‌లైన్",
    "ఆన్లైన్",
    "ಆನ್‌ಲೈನ್",
    "ಆನ್ಲೈನ್",
    "ഓൺലൈൻ",
    "ઓનલાઇન",
    "ઓનલાઈન",
    "ਆਨਲਾਈਨ",
    "ଅନଲାଇନ୍",
    "آن",
    "لائن",
    "آنلائن",
    // Not said yet.
    "tba",
    "tbd",
    "tbc",
    "to",
    "be",
    "announced",
    "decided",
    "confirmed",
    // Everywhere, or where people meet.
    "whole",
    "entire",
    "all",
    "over",
    "campus",
    "campus-wide",
    "everywhere",
    "anywhere",
    "various",
    "venues",
    "main",
    "gate",
];

/// Whether a location is no room.
pub(super) fn is_no_room(location: &str) -> bool {
    let text = location.trim().to_lowercase();
    if ["http://", "https://", "www.", "meet.google.com/", "zoom.us/"].iter().any(|start| text.starts_with(start)) {
        return true;
    }
    let known: Vec<String> = WORDS.iter().map(|word| quad_text::likeness_of_places(word)).collect();
    let is_between = |c: char| quad_text::is_blank(c) || "()[]{}/|,;:.&+".contains(c);
    let mut words = text.split(is_between).filter(|word| !word.is_empty() && *word != "-" && *word != "–").peekable();
    words.peek().is_some() && words.all(|word| known.contains(&quad_text::likeness_of_places(word)))
}

#[cfg(test)]
mod tests {
    use super::is_no_room;

    #[test]
    fn what_is_no_room_is_nobodys_alone() {
        for location in [
            "Online",
            " ONLINE (Google Meet)",
            "Google Meet",
            "Zoom / YouTube Live",
            "ऑनलाइन",
            "ஆன்லைன்",
            "آن لائن",
            "TBA",
            "To be announced",
            "Main gate",
            "Whole campus",
            "https://meet.google.com/abc-defg-hij",
            "meet.google.com/abc-defg-hij",
        ] {
            assert!(is_no_room(location), "{location}");
        }
    }

    #[test]
    fn a_room_is_a_room() {
        for location in [
            "",
            " ",
            "-",
            "LH 1",
            "Main Hall",
            "Gate 2",
            "Zoom Room 3",
            "Online, LH 1",
            "Old Workshop",
            "सभागार",
            "Campus Theatre",
        ] {
            assert!(!is_no_room(location), "{location}");
        }
    }
}
