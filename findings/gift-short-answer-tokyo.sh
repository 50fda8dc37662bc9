#!/usr/bin/env bash
# pygiftparser 1.1 (PyPI) takes the short answer Tokyo for True; gift-pegjs 1.0.2 (npm) refuses the file for it.
#
# One would expect: a single short answer may stand without `=` unless it can be confused with true or false
#   (MoodleDocs, page "GIFT format", section "Short Answer"). `{Tokyo}`, `{Ton}` and `{Four}` cannot: what means true
#   or false is `T`, `TRUE`, `F` and `FALSE`.
# Instead: pygiftparser asks only for the first letter. `{Tokyo}` becomes a true-false question with the key True,
#   `{Four}` one with the key False. gift-pegjs reads `{Paris}` as a short answer, and stops with a syntax error at
#   `{Tokyo}`, which costs all other questions of the file.
# To a quiz user: "The capital of Japan is" is asked with True and False to choose from, and True is right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix "$work" --cache "$work/cache" --silent --no-audit --no-fund --ignore-scripts gift-pegjs@1.0.2
python3 -m pip install --quiet --no-cache-dir --disable-pip-version-check --root-user-action=ignore --no-deps --target py \
  pygiftparser==1.1 yattag==1.16.1 Markdown==3.0.1 MarkdownSuperscript==2.1.1

cat >read.py <<'PY'
import io, logging
logging.disable(logging.CRITICAL)
from pygiftparser import parser
for text in ("The capital of Japan is {Tokyo}", "A thousand kilograms are a {Ton}", "Two and two is {Four}"):
    [question] = parser.parseFile(io.StringIO(text + "\n"))
    print(f"pygiftparser: {text} -> {type(question.answers).__name__}, key {question.answers.answer}")
PY
cat >read.js <<'JS'
const { parse } = require("gift-pegjs");
for (const text of ["The capital of France is {Paris}", "The capital of Japan is {Tokyo}", "Two and two is {Four}"]) {
  let what;
  try {
    const [question] = parse(text);
    what = `${question.type}, ${question.choices[0].text.text}`;
  } catch (error) {
    what = error.name;
  }
  console.log(`gift-pegjs:   ${text} -> ${what}`);
}
JS
{ PYTHONPATH=py python3 read.py; node read.js; } | tee seen
cat >expected <<'SEEN'
pygiftparser: The capital of Japan is {Tokyo} -> TrueFalseSet, key True
pygiftparser: A thousand kilograms are a {Ton} -> TrueFalseSet, key True
pygiftparser: Two and two is {Four} -> TrueFalseSet, key False
gift-pegjs:   The capital of France is {Paris} -> Short, Paris
gift-pegjs:   The capital of Japan is {Tokyo} -> SyntaxError
gift-pegjs:   Two and two is {Four} -> SyntaxError
SEEN
diff expected seen || { echo "CHANGED: the two parsers no longer read these answers as stated above." >&2; exit 1; }
echo "As stated: an answer that begins with T or F is no short answer to either of them."
