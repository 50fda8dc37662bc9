#!/usr/bin/env bash
# docx2python 3.7.1 (PyPI) reads the fraction 1/2 of Word's formula editor as "12", and says that it is LaTeX.
#
# One would expect: what stands between `<latex>` and `</latex>` in the output is LaTeX for the formula, so a fraction
#   (ECMA-376 Part 1, "f (Fraction Object)", with `num` and `den`) is `\frac{1}{2}`, and x squared is `x^2`. Or the
#   formula is left out, as other readers do.
# Instead: the texts inside the formula are put one behind the other. One half becomes 12, three quarters 34, x squared x2,
#   and the root of 16 is 16. All are valid LaTeX, of other numbers.
# To a quiz user: "Which is larger, 1/2 or 3/4?" is asked of 12 and 34, set neatly as formulas.
# Quad: reads `1/2`, and says that a formula was read as a line (docs/question-files/word.md, "Read").
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m pip install --quiet --no-cache-dir --disable-pip-version-check --root-user-action=ignore --no-deps --target py \
  docx2python==3.7.1 paragraphs==1.0.1 lxml==6.1.3 typing_extensions==4.16.0

cat >make.py <<'PY'
import zipfile
W = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def run(text):
    return f"<m:r><m:t>{text}</m:t></m:r>"


formulas = [
    ("one half: ", f"<m:f><m:num>{run(1)}</m:num><m:den>{run(2)}</m:den></m:f>"),
    ("three quarters: ", f"<m:f><m:num>{run(3)}</m:num><m:den>{run(4)}</m:den></m:f>"),
    ("x squared: ", f"<m:sSup><m:e>{run('x')}</m:e><m:sup>{run(2)}</m:sup></m:sSup>"),
    ("root of 16: ", f'<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>{run(16)}</m:e></m:rad>'),
]
body = "".join(
    f'<w:p><w:r><w:t xml:space="preserve">{text}</w:t></w:r><m:oMath>{formula}</m:oMath></w:p>' for text, formula in formulas
)
head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
with zipfile.ZipFile("quiz.docx", "w") as pack:
    pack.writestr("[Content_Types].xml", f'{head}<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/word/document.xml" ContentType="application/'
        'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>')
    pack.writestr("_rels/.rels", f'{head}<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>')
    pack.writestr("word/document.xml", f"{head}<w:document {W} {M}><w:body>{body}</w:body></w:document>")
PY
export PYTHONPATH=py
python3 make.py
python3 -c 'from docx2python import docx2python; print(docx2python("quiz.docx").text)' | sed '/^$/d' | tee seen
cat >expected <<'SEEN'
one half: <latex>12</latex>
three quarters: <latex>34</latex>
x squared: <latex>x2</latex>
root of 16: <latex>16</latex>
SEEN
diff expected seen || { echo "CHANGED: docx2python no longer reads the formulas as stated above." >&2; exit 1; }
echo "As stated: one half is twelve and three quarters are thirty-four."
