//! What of a text is maths, code, or just a dollar.

use quad_maths::{Piece, pieces};

/// `T` text, `C` code, `B` a block of code, `M` maths in the line, `D` maths on its own.
fn read(text: &str) -> Vec<(char, String)> {
    let read = |piece: Piece<'_>| match piece {
        Piece::Text(text) => ('T', text.into_owned()),
        Piece::Code(code) => ('C', code.to_owned()),
        Piece::CodeBlock(code) => ('B', code.to_owned()),
        Piece::Maths { source, display, .. } => (if display { 'D' } else { 'M' }, source.to_owned()),
    };
    pieces(text).into_iter().map(read).collect()
}

#[test]
fn dollars_that_are_just_dollars() {
    for text in [
        "It costs $5 and $10.",
        "It costs $5, or $5-$10 for two.",
        "$ x $",
        "$x $ and $ y$",
        "US$5",
        "A $ alone",
        "$$",
        "$$$$",
        "$$ $$",
        "$x",
        "$$x",
        "a $x\n\nb$ c",
        "$a$5",
        "$a$५",
        "`$5",
        "",
    ] {
        let kinds: String = read(text).iter().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, if text.is_empty() { "" } else { "T" }, "{text:?}");
    }
}

#[test]
fn pieces_stand_in_their_order() {
    let table: [(&str, &[(char, &str)]); 13] = [
        ("Find $x$.", &[('T', "Find "), ('M', "x"), ('T', ".")]),
        ("$x$ and $y$", &[('M', "x"), ('T', " and "), ('M', "y")]),
        ("₹500 is $500/83$ dollars", &[('T', "₹500 is "), ('M', "500/83"), ('T', " dollars")]),
        (r"\$5 and $x$", &[('T', "$5 and "), ('M', "x")]),
        (r"$\$5 + x$", &[('M', r"\$5 + x")]),
        ("$$x^2$$", &[('D', "x^2")]),
        ("$$\nx\n$$\nnext", &[('D', "\nx\n"), ('T', "\nnext")]),
        ("$a\n+ b$", &[('M', "a\n+ b")]),
        ("`$x$` is $x$", &[('C', "$x$"), ('T', " is "), ('M', "x")]),
        ("``a ` $b$``", &[('C', "a ` $b$")]),
        ("a\n```python\nprint('$x$')\n```\n$y$", &[('T', "a\n"), ('B', "print('$x$')"), ('M', "y")]),
        ("```\na\n```\n```\n$x$", &[('B', "a"), ('T', "```\n"), ('M', "x")]),
        ("दूरी $d$ है", &[('T', "दूरी "), ('M', "d"), ('T', " है")]),
    ];
    for (text, expected) in table {
        let expected: Vec<_> = expected.iter().map(|(kind, text)| (*kind, (*text).to_owned())).collect();
        assert_eq!(read(text), expected, "{text:?}");
    }
}
