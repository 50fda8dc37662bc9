#!/usr/bin/env bash
# pygiftparser 1.1 (PyPI) shows the accepted answers of a short-answer question as soon as one earns part of the marks.
#
# One would expect: answers that all begin with `=` make a short-answer question, also where `=%75%…` gives a spelling
#   part of the marks (MoodleDocs, page "GIFT format", sections "Short Answer" and "Percentage Answer Weights").
#   Players see an empty field.
# Instead: without weights there is a field to type in. With one weight below 100 the same question becomes a list
#   of radio buttons, and every accepted spelling stands beside one of them.
# To a quiz user: a question to recall becomes a question to click; each thing to click is right.
# Quad: keeps a text question and says that the spelling with part of the marks was left out.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m pip install --quiet --no-cache-dir --disable-pip-version-check --root-user-action=ignore --no-deps --target py \
  pygiftparser==1.1 yattag==1.16.1 Markdown==3.0.1 MarkdownSuperscript==2.1.1

cat >read.py <<'PY'
import io, logging, re
logging.disable(logging.CRITICAL)
from pygiftparser import parser
for braces in ("{=Brahmaputra =Bramaputra}", "{=Brahmaputra =%75%Bramaputra}"):
    [question] = parser.parseFile(io.StringIO("[html]Which river flows past Guwahati? " + braces + "\n"))
    html = question.toHTML().getvalue()
    fields = re.findall(r'<input[^>]*type="(\w+)"', html)
    shown = [name for name in ("Brahmaputra", "Bramaputra") if name in html]
    print(f"{braces} -> {type(question.answers).__name__}, fields {fields}, shown {shown}")
PY
PYTHONPATH=py python3 read.py | tee seen
cat >expected <<'SEEN'
{=Brahmaputra =Bramaputra} -> ShortSet, fields ['text'], shown []
{=Brahmaputra =%75%Bramaputra} -> SelectSet, fields ['radio', 'radio'], shown ['Brahmaputra', 'Bramaputra']
SEEN
diff expected seen || { echo "CHANGED: pygiftparser no longer reads the weight as stated above." >&2; exit 1; }
echo "As stated: one weight turns the field into a list that gives the answers away."
