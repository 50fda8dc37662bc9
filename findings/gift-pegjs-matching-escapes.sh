#!/usr/bin/env bash
# gift-pegjs 1.0.2 (npm) leaves its own placeholders in the right-hand side of matching questions.
#
# One would expect: `\=` `\:` `\~` `\#` `\}` stand for the sign itself wherever they occur (MoodleDocs, page
#   "GIFT format", section on special characters). gift-pegjs does so in questions, options, feedback and in the
#   left-hand side of a pair.
# Instead: in the right-hand side the sign becomes `&&061;`, `&&058;` and so on. Nothing is reported.
# To a quiz user: the choices of a matching question read `y &&061; 2` in place of `y = 2`, in every tool built on
#   the parser. Formulas, times (`10:30`) and ratios are what it hits.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix "$work" --cache "$work/cache" --silent --no-audit --no-fund --ignore-scripts gift-pegjs@1.0.2

cat >quiz.gift <<'GIFT'
Match each line with its equation. {
  =slope 2, y\:x is 2\:1 -> y \= 2x
  =train of the morning -> 10\:30
  =about ten -> \~10
}

Which one is a line? {=y \= 2x ~about \~10}
GIFT
cat >read.js <<'JS'
const { parse } = require("gift-pegjs");
const [matching, single] = parse(require("fs").readFileSync("quiz.gift", "utf8"));
for (const pair of matching.matchPairs) console.log(`pair:   ${pair.subquestion.text} | ${pair.subanswer}`);
for (const choice of single.choices) console.log(`option: ${choice.text.text}`);
JS
node read.js | tee seen
cat >expected <<'SEEN'
pair:   slope 2, y:x is 2:1 | y &&061; 2x
pair:   train of the morning | 10&&058;30
pair:   about ten | &&126;10
option: y = 2x
option: about ~10
SEEN
diff expected seen || { echo "CHANGED: gift-pegjs no longer reads the pairs as stated above." >&2; exit 1; }
echo "As stated: the same escapes are undone in options and on the left, and not on the right of a pair."
