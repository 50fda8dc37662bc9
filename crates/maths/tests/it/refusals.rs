//! What is refused, with its place and sentence.

use quad_maths::{DEPTH, LENGTH, problems};

#[test]
fn a_problem_has_its_place_in_the_text_and_a_sentence() {
    let table = [
        (r"दूरी $x + \foo$", 10, r"\foo is not known here."),
        (r"$x$ and $\ce{H2O}$", 9, r"\ce is not known here."),
        (r"$\begin{smallmatrix} 1 \end{smallmatrix}$", 7, r"\begin{smallmatrix} is not known here."),
        (r"$\frac{1}{2$", 11, "} is missing at the end."),
        (r"$\left( x$", 9, r"\right is missing at the end."),
        (r"$a}$", 2, "Nothing is open that } could close."),
        (r"$a & b$", 3, r"& belongs in tables, as in \begin{matrix}. Write \& for the sign itself."),
        (r"$50% of x$", 3, r"Write \% for the percent sign."),
        (r"$\color{red} x$", 1, "Colours are not known here."),
        (r"$x + \cancel{y}$", 5, r"Striking out (\cancel) cannot be shown here."),
        (r"$a\hspace{900em}b$", 2, "A space or line of more than 20 em is too wide."),
        (
            r"$x^2^3$",
            4,
            "A second index, or a second power, at the same place: put braces around what belongs together.",
        ),
    ];
    let found = table.map(|(text, _, _)| {
        let [problem] = problems(text).try_into().unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        (text, problem.place, problem.reason)
    });
    assert_eq!(found, table.map(|(text, place, reason)| (text, place, reason.to_owned())));
}

/// The converter makes a variable of each character.
#[test]
fn a_word_is_torn_apart_by_no_formula() {
    let table = [
        ("$हिन्दी$", 1, "हिन्दी"),
        ("$x = हिन्दी + 1$", 5, "हिन्दी"),
        ("$क + हि^2$", 5, "हि"),
        (r"$\frac{दूरी}{t}$", 7, "दूरी"),
        (r"$\text{दूरी} = ती / 2$", 15, "ती"),
        ("$ক্ষ$", 1, "ক্ষ"),
        ("$கி$", 1, "கி"),
        ("$جذر$", 1, "جذر"),
        ("$جذ^2$", 1, "جذ"),
        ("$x + שטח$", 5, "שטח"),
    ];
    for (text, place, word) in table {
        let found = problems(text);
        let [problem] = found.as_slice() else { panic!("{text}: {found:?}") };
        let say = format!(r"Write “{word}” as a text, \text{{{word}}}: a formula tears it apart.");
        assert_eq!((problem.place, problem.reason.as_str()), (place, say.as_str()), "{text}");
        assert_eq!(problems(&format!(r"$\text{{{word}}} + 1$")), [], "{word}");
    }
    // A letter alone is a variable, and what is one text stays so.
    let whole = [
        r"$क^2 + ب$",
        "$ب^ج$",
        r"$\mathrm{हिन्दी}$",
        r"$\operatorname{हिन्दी}$",
        r"$\textbf{दूरी}$",
        r"$\vec{ب}$",
        "$é + π$",
        r"$\hat{x}$",
    ];
    for text in whole {
        assert_eq!(problems(text), [], "{text}");
    }
    let [quad_maths::Piece::Maths { maths: Ok(element), .. }] = &quad_maths::pieces(r"$\text{हिन्दी}$")[..]
    else {
        panic!("a formula")
    };
    assert_eq!(element.to_string(), "<math><mtext>हिन्दी</mtext></math>");
}

#[test]
fn each_formula_has_a_problem_of_its_own() {
    let places: Vec<_> = problems(r"$\foo$, $x$, $$\bar$$").into_iter().map(|problem| problem.place).collect();
    assert_eq!((places.len(), places[0]), (2, 1), "{places:?}");
}

#[test]
fn what_goes_too_deep_or_too_far_is_refused_before_it_is_converted() {
    let (deep, flat) = (format!("{}x{}", "{".repeat(DEPTH + 1), "}".repeat(DEPTH + 1)), r"\hat".repeat(DEPTH + 1));
    let long = "x".repeat(LENGTH + 1);
    for (formula, words) in [(deep, "within each other"), (flat, "follow upon each other"), (long, "at most 1,000")] {
        let problems = problems(&format!("${formula}$"));
        assert!(problems.len() == 1 && problems[0].reason.contains(words), "{formula}: {problems:?}");
    }
    let (deep, long) = (format!("{}x{}", "{".repeat(DEPTH), "}".repeat(DEPTH)), "x".repeat(LENGTH));
    assert_eq!(problems(&format!("${deep}$ ${long}$")), []);
}
