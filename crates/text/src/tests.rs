//! Tests of cleaning, likeness, folding and cuts: cases that the web client reads as well, and properties.

use std::collections::BTreeMap;

use proptest::prelude::*;
use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::*;
use crate::search::searched;

/// Whether a search finds a text.
fn finds(typed: &str, text: &str) -> bool {
    let text = searched(text);
    search_words(typed).iter().all(|word| text.contains(word))
}

/// The table that the web client also reads.
#[derive(serde::Deserialize)]
struct Table {
    clean: BTreeMap<String, String>,
    nothing: Vec<String>,
    drawn: Vec<String>,
    alike: Vec<Vec<String>>,
    alike_as_names: Vec<Vec<String>>,
    alike_as_places: Vec<Vec<String>>,
    apart: Vec<(String, String)>,
    found: BTreeMap<String, Vec<String>>,
    found_by_words: BTreeMap<String, Vec<String>>,
    not_found: BTreeMap<String, Vec<String>>,
    beginnings: Vec<(String, usize, String)>,
}

fn table() -> Table {
    serde_json::from_str(include_str!("../../../server/tests/it/texts.json")).unwrap_or_else(|no| panic!("{no}"))
}

#[test]
fn what_nobody_sees_goes_and_what_changes_the_look_stays() {
    for (typed, kept) in table().clean {
        assert_eq!(clean(&typed), kept, "{typed:?}");
        assert!(is_visible(&kept), "{typed:?}");
    }
}

#[test]
fn a_text_needs_something_to_see() {
    for nothing in table().nothing {
        assert!(!is_visible(&nothing) && !is_visible(&clean(&nothing)), "{nothing:?}");
    }
    for drawn in table().drawn {
        assert!(is_visible(&drawn) && clean(&drawn) == drawn, "{drawn:?}");
    }
}

#[test]
fn what_looks_the_same_is_alike() {
    let table = table();
    for (group, key) in table.alike.iter().map(|group| (group, likeness as fn(&str) -> String)).chain(
        table.alike_as_names.iter().chain(&table.alike).map(|group| (group, likeness_of_names as fn(&str) -> String)),
    ) {
        for other in group {
            assert_eq!(key(other), key(&group[0]), "{other:?} and {:?}", group[0]);
            assert_eq!(fold(other), fold(&group[0]), "{other:?} and {:?} are found by each other", group[0]);
        }
    }
    for group in table.alike_as_places.iter().chain(&table.alike_as_names).chain(&table.alike) {
        for other in group {
            assert_eq!(likeness_of_places(other), likeness_of_places(&group[0]), "{other:?} and {:?}", group[0]);
        }
    }
    assert_ne!(likeness_of_places("Hall 7-1"), likeness_of_places("Hall 71"));
    for group in &table.alike_as_names {
        assert_ne!(likeness(&group[0]), likeness(&group[1]), "{group:?}");
    }
}

#[test]
fn what_looks_otherwise_stays_apart() {
    for (one, other) in table().apart {
        assert_ne!(likeness(&one), likeness(&other), "{one:?} and {other:?}");
    }
}

#[test]
fn a_search_finds_what_is_meant() {
    let table = table();
    for (text, searches) in table.found.iter().chain(&table.found_by_words) {
        for typed in searches.iter().chain([text]) {
            let (words, searched) = (search_words(typed), searched(text));
            assert!(!words.is_empty() && finds(typed, text), "{typed:?} ({words:?}) in {text:?} ({searched:?})");
        }
    }
    for (text, searches) in &table.not_found {
        for typed in searches {
            assert!(!finds(typed, text), "{typed:?} in {text:?}");
        }
    }
}

#[test]
fn a_cut_ends_where_a_character_ends() {
    for (text, most, cut) in table().beginnings {
        assert_eq!(beginning(&text, most), cut, "{text:?}");
    }
    assert_eq!(shortened("कक्षा", 5), "कक्षा");
    assert_eq!(shortened("कक्षा दस", 5), "क…");
    assert_eq!(shortened("one two", 5), "one…");
}

#[test]
fn digits_of_all_scripts_are_read() {
    assert_eq!(ascii_digits("+९१ ٩٨٧٦۵ ４３𝟐𝟙0 ½Ⅳ²"), "+91 98765 43210 ½Ⅳ²");
}

#[test]
fn a_number_of_any_keyboard_is_one_of_ascii() {
    for (typed, plain) in [
        ("\u{2212}5", "-5"),
        ("\u{2013}\u{967}.\u{96b}", "-1.5"),
        ("\u{66b}\u{665}", ".5"),
        ("\u{ff0b}\u{ff13}\u{ff0e}\u{ff15}", "+3.5"),
        ("\u{fe63}1\u{2044}3", "-1/3"),
        ("1,5 1\u{66c}000 \u{bd} \u{2160}", "1,5 1\u{66c}000 \u{bd} \u{2160}"),
    ] {
        assert_eq!(ascii_number(typed), plain);
    }
}

/// Texts of letters, marks, joiners and what nobody sees, of many scripts.
fn texts() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-zA-ZÀ-ỹΆ-ώа-я0-9 .'-]",
        "[\\u{900}-\\u{97f}\\u{980}-\\u{9fe}\\u{d00}-\\u{d7f}\\u{dca}\\u{dc1}]",
        "[\\u{600}-\\u{6ff}\\u{590}-\\u{5ea}\\u{1820}-\\u{1842}\\u{180b}-\\u{180f}]",
        "[\\u{200b}-\\u{200f}\\u{2010}-\\u{2060}\\u{ad}\\u{34f}\\u{fe00}-\\u{fe0f}\\u{feff}\\u{200d}\\u{e0061}-\\u{e007f}\\u{1f3f4}]",
        "[\\u{e19}\\u{e32}\\u{e33}\\u{e38}\\u{e48}-\\u{e4d}\\u{ebb}\\u{ec8}-\\u{ecd}\\u{bb0}\\u{bb6}\\u{bb8}\\u{bc0}\\u{bcd}\\u{6a9}\\u{6cc}\\u{6f0}-\\u{6f9}]",
        "[\\u{300}-\\u{36f}\\u{1100}-\\u{11ff}가-힣\\u{3099}\\u{304b}-\\u{30ff}\\u{ff01}-\\u{ffa0}\\u{fb00}-\\u{fefc}\\u{2070}-\\u{218b}\\u{1f466}-\\u{1f469}]",
        any::<char>().prop_map(|c| c.to_string()),
    ];
    proptest::collection::vec(part, 0..14).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn once_is_enough(text in texts()) {
        for key in [clean, likeness, likeness_of_names, likeness_of_places, fold] {
            let once = key(&text);
            prop_assert_eq!(key(&once), once.clone(), "{:?}", &text);
            prop_assert!(is_nfc(&once), "{:?}", once);
        }
    }

    #[test]
    fn spellings_of_one_text_are_one(text in texts()) {
        let spellings = [text.nfc().collect::<String>(), text.nfd().collect()];
        for key in [clean, likeness, likeness_of_names, fold] {
            for spelling in &spellings {
                prop_assert_eq!(key(spelling), key(&text), "{:?}", spelling);
            }
            prop_assert_eq!(key(&clean(&text)), key(&text));
        }
        prop_assert_eq!(is_visible(&clean(&text)), is_visible(&text));
        prop_assert_eq!(likeness(&likeness_of_names(&text)), likeness_of_names(&text));
    }

    #[test]
    fn a_search_for_a_text_finds_it(text in texts(), before in "[a-z]", after in "[a-z]") {
        let whole = format!("{before} {text} {after}");
        prop_assert!(fold(&whole).contains(&fold(&text)), "{:?} in {:?}", fold(&text), fold(&whole));
    }

    #[test]
    fn a_beginning_is_one(text in texts(), most in 0usize..20) {
        let cut = beginning(&text, most);
        prop_assert!(text.starts_with(cut) && cut.chars().count() <= most);
        prop_assert!(shortened(&text, most.max(1)).chars().count() <= most.max(1));
    }
}

#[test]
fn what_is_searched_is_one_line_for_each_text() {
    assert_eq!(search_text(&["Ārambh\nUtsav", "Room १२"]), "arambh utsav\nroom 12");
    assert_eq!(search_text(&["Miles O’Brien"]), "miles obrien");
    assert_eq!(
        search_text(&["Mary-Jane (S. K.) Iyer", "s.k.iyer@x.example"]),
        "maryjane skiyer\ns.k.iyer@x.example skiyer"
    );
    assert_eq!(search_patterns("o'brien"), search_patterns("OBrien"));
    assert_eq!(search_patterns(" 100% of_it "), ["%100!%%", "%of!_it%"]);
    assert_eq!(search_patterns("１００％"), ["%100!%%"], "a wide sign is a wildcard no more than a narrow one");
}

#[test]
fn each_word_is_looked_for_once_and_only_so_many() {
    assert_eq!(search_words("Kaur, Harpreet – kaur har"), ["kaur", "harpreet"]);
    assert_eq!(search_words(" ... – “” "), [""; 0]);
    assert_eq!(search_words("A.P.J. Kalam"), ["apj", "kalam"]);
    let many: Vec<String> = (10..60).map(|number| number.to_string()).collect();
    assert_eq!(search_words(&many.join(" ")), many[..12]);
}

/// As CLDR's root order has them (https://www.unicode.org/charts/collation/): accents and case decide last, scripts follow one another.
#[test]
fn names_stand_in_the_order_of_names() {
    let names = [
        "ada Lovelace",
        "Ada Lovelace",
        "Ägir",
        "Al",
        "Álvaro",
        "Bjørn",
        "Łódź",
        "Zoe",
        "Zoë",
        "Οδός",
        "Анна",
        "علی",
        "अदिति",
        "क़लम",
        "খোকা",
        "王",
    ];
    let mut sorted = names.map(str::to_owned);
    sorted.reverse();
    sorted.sort_by_key(|name| sort_key(name));
    assert_eq!(sorted, names);
    // Composed or not, a name has one place.
    assert_eq!(sort_key("Zoë"), sort_key(&"Zoë".nfd().collect::<String>()));
}

proptest! {
    #[test]
    fn what_is_there_is_found(before in "\\PC{0,8}", words in "\\PC{1,8}", after in "\\PC{0,8}") {
        // Blanks between: a letter may join what stands beside it.
        let text = format!("{before} {words} {after}");
        prop_assert!(finds(&words, &text), "{words:?} in {text:?}");
    }
}
