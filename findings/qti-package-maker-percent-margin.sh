#!/usr/bin/env bash
# qti-package-maker 26.7.14 (PyPI) reads a margin in percent out of text2qti files as a plain number.
#
# One would expect: `= 1400 +- 10%` accepts 1260 to 1540. The README of text2qti ("Numerical questions") says that the
#   margin is a number or a percentage, and text2qti itself writes these bounds. qti-package-maker names text2qti as a
#   format that it reads.
# Instead: the sign `%` is passed over. 1400 +- 10% accepts 1390 to 1410, and 2 +- 5% accepts -3 to 7. There is no warning,
#   though there is one for other lines that it cannot read.
# To a quiz user: for large numbers right answers are marked wrong; for small ones nearly every answer is right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m pip install --quiet --no-cache-dir --disable-pip-version-check --root-user-action=ignore --no-deps --target py \
  text2qti==0.8.0 bespon==0.7.0 Markdown==3.11.3 \
  qti-package-maker==26.7.14 crcmod==1.7 lxml==6.1.3 num2words==0.5.14 docopt==0.6.2 PyYAML==6.0.4 tabulate==0.10.0

cat >quiz.txt <<'QUIZ'
1. How far is it by rail from Delhi to Mumbai, in km?
= 1400 +- 10%

2. What is the resistance in ohm?
= 2 +- 5%

3. What is the current in ampere?
= 2 +- 0.1
QUIZ
cat >run.py <<'PY'
import re, zipfile
from pathlib import Path
from text2qti.config import Config
from text2qti.quiz import Quiz
from text2qti.qti import QTI
from qti_package_maker import package_interface
text = Path("quiz.txt").read_text(encoding="utf-8")
config = Config()
config.load()
asked = re.findall(r"^= (.*)$", text, re.M)
QTI(Quiz(text, config=config, source_name="quiz.txt")).save("quiz.zip")
with zipfile.ZipFile("quiz.zip") as pack:
    [xml] = [pack.read(name).decode() for name in pack.namelist() if b"<questestinterop" in pack.read(name)]
for line, low, high in zip(asked, re.findall(r"<vargte[^>]*>([^<]*)", xml), re.findall(r"<varlte[^>]*>([^<]*)", xml)):
    print(f"text2qti:          {line}: from {float(low):g} to {float(high):g}")
bank = package_interface.QTIPackageInterface("quiz", allow_mixed=True)
bank.read_package("quiz.txt", "text2qti")
for line, item in zip(asked, bank.item_bank):
    low, high = item.answer_float - item.tolerance_float, item.answer_float + item.tolerance_float
    print(f"qti-package-maker: {line}: from {low:g} to {high:g}")
PY
HOME=$work PYTHONPATH=py python3 run.py | tee seen
cat >expected <<'SEEN'
text2qti:          1400 +- 10%: from 1260 to 1540
text2qti:          2 +- 5%: from 1.9 to 2.1
text2qti:          2 +- 0.1: from 1.9 to 2.1
qti-package-maker: 1400 +- 10%: from 1390 to 1410
qti-package-maker: 2 +- 5%: from -3 to 7
qti-package-maker: 2 +- 0.1: from 1.9 to 2.1
SEEN
diff expected seen || { echo "CHANGED: the two programs no longer read the margins as stated above." >&2; exit 1; }
echo "As stated: same file, same line, other bounds."
