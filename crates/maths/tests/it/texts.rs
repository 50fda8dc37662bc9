//! What of a text is maths, code, or just a dollar. `texts.json` is read by web/src/lib/mathsMask.test.ts as well: `T` text, `C` code,
//! `B` a block of code, `M` maths in the line, `D` maths on its own.

use quad_maths::{Drawn, Piece, formulas, pieces};

#[derive(serde::Deserialize)]
struct Row {
    text: String,
    pieces: Vec<(String, String)>,
}

fn rows() -> Vec<Row> {
    serde_json::from_str(include_str!("texts.json")).unwrap_or_else(|no| panic!("{no}"))
}

fn read(text: &str) -> Vec<(String, String)> {
    let read = |piece: Piece<'_>| match piece {
        Piece::Text(text) => ("T".to_owned(), text.into_owned()),
        Piece::Code(code) => ("C".to_owned(), code.to_owned()),
        Piece::CodeBlock(code) => ("B".to_owned(), code.to_owned()),
        Piece::Maths { source, display, .. } => (if display { "D" } else { "M" }.to_owned(), source.to_owned()),
    };
    pieces(text).into_iter().map(read).collect()
}

#[test]
fn pieces_stand_in_their_order() {
    let rows = rows();
    assert!(rows.len() > 30, "{}", rows.len());
    for Row { text, pieces } in rows {
        assert_eq!(read(&text), pieces, "{text:?}");
    }
}

#[test]
fn formulas_are_named_by_what_stands_in_the_text() {
    let told = |text: &str| formulas(text).drawn.into_keys().collect::<Vec<_>>();
    assert_eq!(told("$x$ and $x$, $$x$$"), ["$$x$$", "$x$"]);
    assert_eq!(told("$$\r\nx\r\n$$"), ["$$\nx\n$$"]);
    assert_eq!(told(r"$x$ and $\foo$"), ["$x$"], "what cannot be converted stays as it stands");
    assert_eq!(told("It costs $5 and $10."), Vec::<String>::new());
}

#[test]
fn a_backslash_before_a_dollar_goes_where_it_keeps_a_formula_away() {
    let drawn = formulas(r"\$5 and $x$").drawn;
    assert_eq!(drawn.get(r"\$"), Some(&Drawn::Dollar));
    assert_eq!(formulas(r"\$5 or 6\$").drawn.into_keys().collect::<Vec<_>>(), [r"\$"]);
    for program in [r"echo \$HOME and \$PATH", r"`\$a\$`", r"\$5"] {
        assert_eq!(formulas(program).drawn.len(), 0, "{program}");
    }
}

#[test]
fn a_client_reads_arrays() {
    let json = serde_json::to_value(formulas(r"$\binom{n}{2}$, \$1").drawn).expect("JSON");
    let fraction = serde_json::json!(["mfrac", {"linethickness": "0"}, ["mi", "n"], ["mn", "2"]]);
    let text = json.to_string();
    assert!(text.contains(&fraction.to_string()), "{text}");
    assert_eq!(json[r"\$"], "$");
}
