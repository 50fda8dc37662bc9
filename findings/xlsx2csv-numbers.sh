#!/usr/bin/env bash
# xlsx2csv 0.8.6 (PyPI) rounds numbers to six decimals, and writes percents with decimals as fractions.
#
# One would expect: the CSV has the number of the cell, as it is stored or as it is shown. The README names an option to
#   set the shape of such numbers (`--floatformat`) and no rounding without it. A cell that shows 25% becomes `25%`.
# Instead: 0.00000045 becomes 0, 0.0000007 becomes 0.000001, 1.6e-19 becomes 0. A cell that shows 25.5% becomes `0.255`,
#   while its neighbour without decimals stays `25%`. Nothing is reported.
# To a quiz user: wavelengths, charges and concentrations among the options are all 0, right and wrong ones. A key
#   written as 25.5% is the text of no option.
# Quad: reads numbers in General with all digits, and percents as they are shown (docs/question-files/spreadsheets.md).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m pip install --quiet --no-cache-dir --disable-pip-version-check --root-user-action=ignore --no-deps --target py \
  xlsx2csv==0.8.6 openpyxl==3.1.5 et_xmlfile==2.0.0

cat >make.py <<'PY'
from openpyxl import Workbook
book = Workbook()
sheet = book.active
rows = [
    ("Wavelength of blue light in m?", "General", [0.00000045, 0.0000007, 0.045]),
    ("Charge of an electron in C?", "0.00E+00", [1.6e-19, 9.1e-31, 1.6]),
    ("Share of land, whole percents?", "0%", [0.25, 0.5, 0.75]),
    ("Share of land, one decimal?", "0.0%", [0.255, 0.5, 0.75]),
]
for number, (question, shape, options) in enumerate(rows, 1):
    sheet.append([question, *options])
    for cell in sheet[number][1:]:
        cell.number_format = shape
book.save("quiz.xlsx")
PY
export PYTHONPATH=py
python3 make.py
python3 py/bin/xlsx2csv quiz.xlsx | tr -d '\r' | tee seen
cat >expected <<'SEEN'
Wavelength of blue light in m?,0,0.000001,0.045
Charge of an electron in C?,0,0,1.600000
"Share of land, whole percents?",25%,50%,75%
"Share of land, one decimal?",0.255,0.500,0.750
SEEN
diff expected seen || { echo "CHANGED: xlsx2csv no longer writes the cells as stated above." >&2; exit 1; }
echo "As stated: three numbers are 0, one is half as large again, and percents come out in two notations."
