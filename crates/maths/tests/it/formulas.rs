//! `formulas.txt`: a name, a formula as it is typed, and its MathML, which somebody has looked at in a browser.

use crate::formula;

/// What the file has between its empty lines.
fn rows() -> Vec<[&'static str; 3]> {
    let row = |block: &'static str| {
        let lines: Vec<_> = block.lines().collect();
        <[&str; 3]>::try_from(lines).unwrap_or_else(|lines| panic!("a name, a formula and its MathML: {lines:?}"))
    };
    include_str!("formulas.txt").trim_end().split("\n\n").map(row).collect()
}

#[test]
fn formulas_become_the_mathml_of_the_table() {
    let rows = rows();
    assert!(rows.len() >= 60, "{}", rows.len());
    for [name, typed, expected] in rows {
        let maths = formula(typed).unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
        assert_eq!(maths.to_string(), expected, "{name}: {typed}");
    }
}

#[test]
fn a_line_over_a_group_is_a_border() {
    let maths = formula(r"$\overline{A+B} = \underline{C}$").expect("maths").to_string();
    assert!(maths.contains("data-line=\"top\"") && maths.contains("data-line=\"bottom\""), "{maths}");
    assert!(!maths.contains('\u{332}') && !maths.contains("mover"), "{maths}");
}

#[test]
fn the_arrow_of_a_vector_stands_over_its_letter() {
    let maths = formula(r"$\vec{a}$").expect("maths").to_string();
    let arrow = "<mover accent=\"true\"><mi>a</mi><mo stretchy=\"false\">→</mo></mover>";
    assert_eq!(maths, format!("<math>{arrow}</math>"));
}

#[test]
fn columns_say_how_they_are_aligned() {
    let aligned = formula(r"$$\begin{aligned} 2x + 3y &= 7 \\ x - y &= 1 \end{aligned}$$").expect("maths").to_string();
    let first = "<mtr><mtd columnalign=\"right\" data-join=\"right\"><mn>2</mn>";
    let second = "<mtd columnalign=\"left\" data-join=\"left\"><mo>=</mo>";
    assert!(aligned.contains(first) && aligned.contains(second), "{aligned}");
    let starred = formula(r"$$\begin{align*} x &= 1 \\ y &= 2 \end{align*}$$").expect("maths").to_string();
    assert_eq!(starred.matches("<mtd").count(), 4, "no columns that only hold a place: {starred}");
    let ruled = formula(r"$\begin{array}{c|c} 1 & 2 \end{array}$").expect("maths").to_string();
    assert!(ruled.contains("<mtd data-line=\"right\"><mn>1</mn>"), "{ruled}");
}

#[test]
fn digits_of_every_script_are_numbers() {
    let maths = formula("$१२ + ৫ = x$").expect("maths").to_string();
    assert_eq!(maths, "<math><mn>१२</mn><mo>+</mo><mn>৫</mn><mo>=</mo><mi>x</mi></math>");
}

#[test]
fn letters_of_a_text_keep_their_weight() {
    let maths = formula(r"$\textbf{a < b} \textit{c}$").expect("maths").to_string();
    assert!(maths.contains("<mtext mathvariant=\"bold\">a\u{a0}&lt;\u{a0}b</mtext>"), "{maths}");
    assert!(maths.contains("<mtext mathvariant=\"italic\">c</mtext>"), "{maths}");
}
