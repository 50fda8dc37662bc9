#!/usr/bin/env bash
# text2qti 0.8.0 (PyPI) rounds numbers and their bounds to four decimals, which can remove the margin and the answer.
#
# One would expect: `= 0.00125 +- 1%` accepts 0.0012375 to 0.0012625. The README ("Numerical questions") allows numbers
#   from 0.0001 upwards and a margin as a number or in percent, and names no other limit.
# Instead: answer and bounds are written with four decimals. 0.00125 +- 1% accepts 0.0012 to 0.0013, which is 4 % to
#   either side, and names 0.0013 as the answer. 0.0012 +- 1% and 0.5 +- 0.00004 have no margin any more. Nothing is
#   reported.
# To a quiz user: 0.00121 for 0.0012 is marked wrong by every program that takes the bounds as they stand in the file,
#   and 0.0013 for 0.00125 right. Densities, rates and coefficients are of this size.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m pip install --quiet --no-cache-dir --disable-pip-version-check --root-user-action=ignore --no-deps --target py \
  text2qti==0.8.0 bespon==0.7.0 Markdown==3.11.3

cat >quiz.txt <<'QUIZ'
1.  What is the coefficient?
=   0.00125 +- 1%

2.  What is the strain?
=   0.0012 +- 1%

3.  What is the ratio?
=   0.5 +- 0.00004

4.  What is pi?
=   3.1416 +- 1%
QUIZ
cat >run.py <<'PY'
import io, re, zipfile
from pathlib import Path
from text2qti.config import Config
from text2qti.quiz import Quiz
from text2qti.qti import QTI
config = Config()
config.load()
text = Path("quiz.txt").read_text(encoding="utf-8")
QTI(Quiz(text, config=config, source_name="quiz.txt")).save("quiz.zip")
asked = re.findall(r"^=\s+(.*)$", text, re.M)
with zipfile.ZipFile("quiz.zip") as pack:
    [xml] = [pack.read(name).decode() for name in pack.namelist() if b"<questestinterop" in pack.read(name)]
for line, item in zip(asked, re.findall(r"<item .*?</item>", xml, re.S)):
    exact = re.search(r"<varequal[^>]*>([^<]*)", item)[1]
    low = re.search(r"<vargte[^>]*>([^<]*)", item)[1]
    high = re.search(r"<varlte[^>]*>([^<]*)", item)[1]
    print(f"{line}: answer {exact}, accepted from {low} to {high}")
PY
HOME=$work PYTHONPATH=py python3 run.py | tee seen
cat >expected <<'SEEN'
0.00125 +- 1%: answer 0.0013, accepted from 0.0012 to 0.0013
0.0012 +- 1%: answer 0.0012, accepted from 0.0012 to 0.0012
0.5 +- 0.00004: answer 0.5000, accepted from 0.5000 to 0.5000
3.1416 +- 1%: answer 3.1416, accepted from 3.1102 to 3.1730
SEEN
diff expected seen || { echo "CHANGED: text2qti no longer rounds the bounds as stated above." >&2; exit 1; }
echo "As stated: two margins are gone, one is four times as wide, and only the last is what was asked for."
