#!/usr/bin/env bash
# gift-pegjs 1.0.2 (npm) glues a comment line inside the braces to the option above it.
#
# One would expect: a line that begins with `//` is a comment and never part of the question (MoodleDocs, page "GIFT
#   format": comments begin with a double slash and are not imported; the table in gift-pegjs' own README: "Comment
#   until end of line"). Between questions gift-pegjs drops such lines.
# Instead: between two options the comment becomes the tail of the option before it. Nothing is reported.
# To a quiz user: authors note there which option is right and why. The players read the note as part of an option.
# Quad: leaves such lines out wherever they stand (crates/questionfile/tests/it/gift.rs,
#   `row_19_comments_carry_id_and_tags`).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix "$work" --cache "$work/cache" --silent --no-audit --no-fund --ignore-scripts gift-pegjs@1.0.2

cat >quiz.gift <<'GIFT'
// a comment above the question
Which river is the longest in India? {
=Ganga
// the key, 2525 km in the atlas of 2020
~Godavari
// often chosen
~Krishna
}
GIFT
cat >read.js <<'JS'
const { parse } = require("gift-pegjs");
const [question] = parse(require("fs").readFileSync("quiz.gift", "utf8"));
console.log(`question: ${question.stem.text}`);
for (const choice of question.choices) console.log(`option:   ${choice.text.text}`);
JS
node read.js | tee seen
cat >expected <<'SEEN'
question: Which river is the longest in India?
option:   Ganga // the key, 2525 km in the atlas of 2020
option:   Godavari // often chosen
option:   Krishna
SEEN
diff expected seen || { echo "CHANGED: gift-pegjs no longer reads the comments as stated above." >&2; exit 1; }
echo "As stated: the comment above the question is gone, the two between the options are part of them."
