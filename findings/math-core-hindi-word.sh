#!/usr/bin/env bash
# math-core 0.7.0 (PyPI) makes a variable of each character of a Hindi word, its vowel signs among them.
#
# One would expect: what is read as one sign stays in one element. A vowel sign is no letter of its own: UAX #29 ("Grapheme
#   Cluster Boundaries") keeps it with its consonant, and the README promises "semantically correct MathML".
#   The mi of a letter with its vowel sign would be "हि".
# Instead: `हिन्दी` becomes six mi, of which three begin with a sign that combines with nothing, so that a browser draws it on
#   a dotted circle beside its letter. In `हि^2` the power belongs to the vowel sign alone. Letters of Arabic stand unjoined,
#   and from left to right. Nothing is reported. Within \text, \mathrm and \operatorname a word stays whole.
# To a quiz user: "v = दूरी / समय" (distance by time) is asked in a row of broken signs; the author typed it right.
# Quad: refuses such a word with its place and says what to write, \text{हिन्दी} (crates/maths/src/words.rs).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m pip install --quiet --no-cache-dir --disable-pip-version-check --root-user-action=ignore --no-deps --target py \
  math-core==0.7.0

cat >run.py <<'PY'
import re
from math_core import LatexToMathML
converter = LatexToMathML()
for formula in ["हिन्दी", "हि^2", "جذر", r"\text{हिन्दी}", r"\mathrm{हिन्दी}"]:
    mathml = converter.convert_with_local_state(formula, displaystyle=False)
    parts = re.findall(r"<(m[iont]\w*)[^>]*>([^<]*)</", mathml)
    print(formula + ": " + " ".join(f"{name}:{'+'.join(f'{ord(char):04x}' for char in text)}" for name, text in parts))
PY
PYTHONPATH=py PYTHONIOENCODING=utf-8 python3 run.py | tee seen
cat >expected <<'SEEN'
हिन्दी: mi:0939 mi:093f mi:0928 mi:094d mi:0926 mi:0940
हि^2: mi:0939 mi:093f mn:0032
جذر: mi:062c mi:0630 mi:0631
\text{हिन्दी}: mtext:0939+093f+0928+094d+0926+0940
\mathrm{हिन्दी}: mi:0939+093f+0928+094d+0926+0940
SEEN
diff expected seen || { echo "CHANGED: math-core no longer tears words apart as stated above." >&2; exit 1; }
echo "As stated: the vowel signs stand alone, and a power belongs to one of them."
