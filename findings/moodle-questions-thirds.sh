#!/usr/bin/env bash
# moodle-questions 0.2.1 (PyPI) writes the Moodle fractions 33.33333 and -12.5 as 33 and -12.
#
# One would expect: `add_answer(fraction, …)` names its argument a float, so three right options of 33.33333 each
#   should be written as they are. Moodle takes fractions out of a fixed list (MoodleDocs, page "Import questions",
#   "Match grades"), and 33.33333 is in it. 33 is not.
# Instead: the fraction is cut to a whole number, silently. Three thirds make 99, and -12.5 becomes -12.
# To a quiz user: Moodle's default setting refuses the question at import; with "nearest grade" it takes it. Who never
#   uses thirds, sixths or eighths (33.33333, 16.66667, 12.5) sees nothing of it.
# Quad: snaps such fractions to Moodle's list and says so (docs/question-files/moodle-xml.md, "Read").
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m pip install --quiet --no-cache-dir --disable-pip-version-check --root-user-action=ignore --no-deps --target py \
  moodle-questions==0.2.1

cat >write.py <<'PY'
from xml.etree import ElementTree
from moodle_questions.quiz import Quiz
from moodle_questions.questions import MultipleChoiceQuestion
question = MultipleChoiceQuestion(name="Primes", question_text="Which are prime?", default_mark=1)
given = [("2", 33.33333), ("3", 33.33333), ("5", 33.33333), ("9", -12.5)]
for text, fraction in given:
    question.add_answer(fraction, text)
quiz = Quiz()
quiz.add_question(question)
quiz.save("quiz.xml")
written = [answer.get("fraction") for answer in ElementTree.parse("quiz.xml").iter("answer")]
for (text, fraction), now in zip(given, written):
    print(f"option {text}: given {fraction}, written {now}")
print("right options together:", sum(float(now) for now in written if float(now) > 0))
PY
PYTHONPATH=py python3 write.py | tee seen
cat >expected <<'SEEN'
option 2: given 33.33333, written 33
option 3: given 33.33333, written 33
option 5: given 33.33333, written 33
option 9: given -12.5, written -12
right options together: 99.0
SEEN
diff expected seen || { echo "CHANGED: moodle-questions no longer cuts the fractions as stated above." >&2; exit 1; }
echo "As stated: the three thirds of a mark are 99 % of it."
