//! Own order: where the contest mixes them, each person sees the questions, or the options of a question, in another order, which the
//! attempt's seed decides. The browser mixes (`web/src/features/attempts/optionOrder.ts`); here the same is computed, to show an organiser
//! what somebody saw and to count what stood where. `own_order.json` has the cases for both.

use crate::contests::Question;

/// Numbers by chance, the same for the same text.
struct Chance(u32);

impl Chance {
    /// FNV-1a begins, and the finish of MurmurHash3 goes on.
    fn of(text: &str) -> Self {
        Self(text.bytes().fold(0x811c_9dc5, |state, byte| (state ^ u32::from(byte)).wrapping_mul(0x0100_0193)))
    }

    /// A number below `many`.
    fn below(&mut self, many: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x85eb_ca6b);
        mixed = (mixed ^ (mixed >> 13)).wrapping_mul(0xc2b2_ae35);
        // The browser multiplies a number from 0 to below 1, which is exact so far.
        ((u64::from(mixed ^ (mixed >> 16)) * many as u64) >> 32) as usize
    }

    fn mix(&mut self, places: &mut [usize]) {
        for last in (1..places.len()).rev() {
            let other = self.below(last + 1);
            places.swap(last, other);
        }
    }
}

/// The places of so many questions on the paper, from 0, in the order in which whoever has this seed sees them.
pub fn of_questions(seed: &str, many: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..many).collect();
    Chance::of(&format!("{seed} questions")).mix(&mut places);
    places
}

/// The places of the options of a question, from 0, in the order in which whoever has this seed sees them; `fixed` says of each whether it
/// stays where it is.
pub fn of_options(seed: &str, question: &Question, fixed: &[bool]) -> Vec<usize> {
    let free: Vec<usize> = (0..fixed.len()).filter(|place| !fixed[*place]).collect();
    let mut drawn = free.clone();
    Chance::of(&format!("{seed} {}", question.id)).mix(&mut drawn);
    let mut places: Vec<usize> = (0..fixed.len()).collect();
    for (place, from) in free.into_iter().zip(drawn) {
        places[place] = from;
    }
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;
    use crate::contests::{Kind, Marking, QuestionMarks};
    use quad_kernel::ids::QuestionId;

    fn question(id: &str, options: Vec<String>, fixed_options: Option<u8>) -> Question {
        Question {
            id: QuestionId::parse(id).expect("an id"),
            no: 1,
            kind: Kind::Single,
            text: String::new(),
            options,
            accepted: 1,
            typed: None,
            marking: Marking::Key,
            difficulty: None,
            explanation: None,
            fixed_options,
            marks: QuestionMarks::default(),
            tags: Vec::new(),
        }
    }

    fn numbers(value: &Value) -> Vec<usize> {
        value.as_array().expect("a list").iter().map(|one| one.as_u64().expect("a place") as usize).collect()
    }

    #[test]
    fn the_browser_mixes_alike() {
        let table: Value = serde_json::from_str(include_str!("own_order.json")).expect("JSON");
        let (questions, options) =
            (table["questions"].as_array().expect("cases"), table["options"].as_array().expect("cases"));
        assert!(questions.len() >= 20 && options.len() >= 60, "the table is read");
        for case in questions {
            let order = numbers(&case["order"]);
            assert_eq!(of_questions(case["seed"].as_str().expect("a seed"), order.len()), order, "{case}");
        }
        for case in options {
            let texts = case["options"].as_array().expect("texts").iter();
            let texts: Vec<String> = texts.map(|text| text.as_str().expect("a text").to_owned()).collect();
            let bits = |places: &Value| numbers(places).into_iter().fold(0, |bits, place| bits | 1 << place);
            let fixed_options = Some(&case["fixedOptions"]).filter(|places| !places.is_null()).map(bits);
            let question = question(case["id"].as_str().expect("an id"), texts, fixed_options);
            let fixed = question.keeps_places();
            let kept: Vec<usize> = (0..fixed.len()).filter(|place| fixed[*place]).collect();
            assert_eq!(kept, numbers(&case["fixed"]), "{case}");
            let order = of_options(case["seed"].as_str().expect("a seed"), &question, &fixed);
            assert_eq!(order, numbers(&case["order"]), "{case}");
        }
    }

    proptest! {
        #[test]
        fn each_stands_once_and_the_fixed_where_they_were(
            seed in "[0-9a-f]{16}",
            many in 0_usize..201,
            fixed in prop::collection::vec(any::<bool>(), 2..9),
        ) {
            let mut questions = of_questions(&seed, many);
            prop_assert_eq!(&questions, &of_questions(&seed, many));
            questions.sort_unstable();
            prop_assert!(questions.into_iter().eq(0..many));
            let texts = (0..fixed.len()).map(|option| format!("option {option}")).collect();
            let question = question("00000000-0000-7000-8000-000000000001", texts, None);
            let mut options = of_options(&seed, &question, &fixed);
            prop_assert!(fixed.iter().zip(&options).enumerate().all(|(at, (fixed, from))| !fixed || at == *from));
            options.sort_unstable();
            prop_assert!(options.into_iter().eq(0..fixed.len()));
        }
    }
}
