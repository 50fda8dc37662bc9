//! Tokenizer of Rust and TypeScript: words, string literals and marks, without comments. It is not a compiler's lexer:
//! numbers are words, and in TypeScript the inside of a template and text between tags are read as code. A quote there
//! ends at the line's end, so a stray apostrophe costs one line at most.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Word(String),
    Text(String),
    Mark(char),
}

#[derive(Clone, Debug)]
pub struct Token {
    pub kind: Kind,
    pub line: usize,
}

impl Token {
    pub fn word(&self) -> Option<&str> {
        if let Kind::Word(word) = &self.kind { Some(word) } else { None }
    }

    pub fn text(&self) -> Option<&str> {
        if let Kind::Text(text) = &self.kind { Some(text) } else { None }
    }

    pub fn is(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }
}

pub fn of(text: &str, rust: bool) -> Vec<Token> {
    let mut reader = Reader { letters: text.chars().collect(), at: 0, line: 1, rust, tokens: Vec::new() };
    while reader.at < reader.letters.len() {
        reader.next();
    }
    reader.tokens
}

struct Reader {
    letters: Vec<char>,
    at: usize,
    line: usize,
    rust: bool,
    tokens: Vec<Token>,
}

impl Reader {
    fn peek(&self, ahead: usize) -> char {
        self.letters.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn step(&mut self) -> char {
        let letter = self.peek(0);
        self.line += usize::from(letter == '\n');
        self.at += 1;
        letter
    }

    fn push(&mut self, line: usize, kind: Kind) {
        self.tokens.push(Token { kind, line });
    }

    fn next(&mut self) {
        match (self.peek(0), self.peek(1)) {
            ('/', '/') => self.skip_line(),
            ('/', '*') => self.skip_block(),
            ('"', _) => self.quoted('"', self.rust),
            ('\'', _) if !self.rust => self.quoted('\'', false),
            ('\'', _) => self.letter_or_lifetime(),
            ('r' | 'b' | 'c', _) if self.rust && self.prefixed_string() => {}
            (letter, _) if is_word(letter) => self.word(),
            (letter, _) if letter.is_whitespace() => {
                self.step();
            }
            _ => {
                let line = self.line;
                let mark = self.step();
                self.push(line, Kind::Mark(mark));
            }
        }
    }

    fn skip_line(&mut self) {
        while self.at < self.letters.len() && self.peek(0) != '\n' {
            self.at += 1;
        }
    }

    fn skip_block(&mut self) {
        let mut depth = 0;
        while self.at < self.letters.len() {
            match (self.peek(0), self.peek(1)) {
                ('/', '*') if depth == 0 || self.rust => {
                    depth += 1;
                    self.at += 2;
                }
                ('*', '/') => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return;
                    }
                }
                _ => {
                    self.step();
                }
            }
        }
    }

    fn quoted(&mut self, quote: char, over_lines: bool) {
        let line = self.line;
        self.step();
        let mut text = String::new();
        while self.at < self.letters.len() {
            match self.peek(0) {
                '\\' => {
                    text.push(self.step());
                    text.push(self.step());
                }
                '\n' if !over_lines => break,
                letter if letter == quote => {
                    self.step();
                    break;
                }
                _ => text.push(self.step()),
            }
        }
        self.push(line, Kind::Text(text));
    }

    /// `r"…"`, `r#"…"#`, `b"…"`, `br#"…"#`, `c"…"`; and `r#type`, which is only a word.
    fn prefixed_string(&mut self) -> bool {
        let prefix = (0..2).take_while(|&ahead| matches!(self.peek(ahead), 'r' | 'b' | 'c')).count();
        let raw = (0..prefix).any(|ahead| self.peek(ahead) == 'r');
        let hashes = self.letters[self.at + prefix..].iter().take_while(|&&letter| raw && letter == '#').count();
        if self.peek(prefix + hashes) != '"' {
            if raw && prefix == 1 && hashes == 1 && is_word(self.peek(2)) {
                self.at += 2;
                self.word();
                return true;
            }
            return false;
        }
        self.at += prefix + hashes;
        if !raw {
            self.quoted('"', true);
            return true;
        }
        let line = self.line;
        self.step();
        let mut text = String::new();
        while self.at < self.letters.len() {
            if self.peek(0) == '"' && (1..=hashes).all(|ahead| self.peek(ahead) == '#') {
                self.at += 1 + hashes;
                break;
            }
            text.push(self.step());
        }
        self.push(line, Kind::Text(text));
        true
    }

    /// `'x'` and `'\n'` are letters, `'static` is a lifetime: neither matters to a rule.
    fn letter_or_lifetime(&mut self) {
        if self.peek(1) == '\\' {
            self.at += 3;
            while self.at < self.letters.len() && self.step() != '\'' {}
        } else if self.peek(2) == '\'' {
            self.at += 3;
        } else {
            self.at += 1;
            while is_word(self.peek(0)) {
                self.at += 1;
            }
        }
    }

    fn word(&mut self) {
        let line = self.line;
        let mut word = String::new();
        while is_word(self.peek(0)) {
            word.push(self.step());
        }
        self.push(line, Kind::Word(word));
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, rust: bool) -> String {
        let shown = |token: &Token| match &token.kind {
            Kind::Word(word) => word.clone(),
            Kind::Text(text) => format!("<{text}>"),
            Kind::Mark(mark) => mark.to_string(),
        };
        of(text, rust).iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn rust_without_its_comments() {
        assert_eq!(words("a /* x /* y */ z */ b // c\nd", true), "a b d");
        assert_eq!(
            words(r##"let s = r#"a "q" b"#; 'x'; '\''; &'static str; b"y""##, true),
            "let s = <a \"q\" b> ; ; ; & str ; <y>"
        );
        assert_eq!(words(r"fn f<'a>(x: &'a str) { r#type }", true), "fn f < > ( x : & str ) { type }");
        assert_eq!(words("brick(crate::x)", true), "brick ( crate : : x )");
    }

    #[test]
    fn typescript_without_its_comments() {
        assert_eq!(words("import x from '@/lib/x' // y", false), "import x from <@/lib/x>");
        assert_eq!(words("<p>Don't</p>\nconst a = 1", false), "< p > Don <t</p>> const a = 1");
        assert_eq!(words("`/a/${x._id}`", false), "` / a / $ { x . _id } `");
    }

    #[test]
    fn lines_are_counted_inside_strings_too() {
        let tokens = of("\"a\nb\"\nx", true);
        assert_eq!((tokens[0].line, tokens[1].line), (1, 3));
    }
}
