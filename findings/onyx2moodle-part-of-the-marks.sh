#!/usr/bin/env bash
# onyx2moodle 0.1.0 (PyPI) gives an option worth half the marks all of them.
#
# One would expect: with the template `map_response` the mapping is the score: A earns 1, B earns 0.5, C nothing
#   (1EdTech QTI 2.1 Information Model, "Mapping" and "Response Processing Templates"). Moodle has a fraction for that: 50.
# Instead: only the sign of a score is used. Above 0 it becomes 100 divided by the number of correct values, so B is
#   fully right in Moodle; below 0 it becomes -100 divided by the number of other options, so -0.25 is -33.3 here.
# To a quiz user: the answer that was meant as nearly right counts as right, and there are two right answers.
# Quad: takes the mapping as weights (docs/question-files/qti.md, "Read").
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m pip install --quiet --no-cache-dir --disable-pip-version-check --root-user-action=ignore --no-deps --target py \
  onyx2moodle==0.1.0 lxml==6.1.3

cat >item.xml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="bird" title="Bird" adaptive="false"
  timeDependent="false">
  <responseDeclaration identifier="RESPONSE_1" cardinality="single" baseType="identifier">
    <correctResponse><value>A</value></correctResponse>
    <mapping defaultValue="0">
      <mapEntry mapKey="A" mappedValue="1"/>
      <mapEntry mapKey="B" mappedValue="0.5"/>
      <mapEntry mapKey="D" mappedValue="-0.25"/>
    </mapping>
  </responseDeclaration>
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
  <itemBody>
    <p>Which bird is the national bird of India?</p>
    <choiceInteraction responseIdentifier="RESPONSE_1" shuffle="false" maxChoices="1">
      <simpleChoice identifier="A">Indian peafowl</simpleChoice>
      <simpleChoice identifier="B">Green peafowl</simpleChoice>
      <simpleChoice identifier="C">House crow</simpleChoice>
      <simpleChoice identifier="D">King penguin</simpleChoice>
    </choiceInteraction>
  </itemBody>
  <responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"/>
</assessmentItem>
XML
cat >show.py <<'PY'
from pathlib import Path
from xml.etree import ElementTree
from onyx2moodle.parser import parse_item
from onyx2moodle.translate import multichoice
item = parse_item(Path("item.xml"))
scores = item.response_decls["RESPONSE_1"].mapping
question = ElementTree.fromstring(multichoice.translate(item))
print("one choice only:", question.findtext("single"))
for choice, answer in zip(item.interactions[0].choices, question.iter("answer")):
    print(f"{answer.findtext('text')}: {scores.get(choice.identifier, 0)} in QTI, {float(answer.get('fraction'))} % in Moodle XML")
PY
PYTHONPATH=py python3 show.py | tee seen
cat >expected <<'SEEN'
one choice only: true
Indian peafowl: 1.0 in QTI, 100.0 % in Moodle XML
Green peafowl: 0.5 in QTI, 100.0 % in Moodle XML
House crow: 0 in QTI, 0.0 % in Moodle XML
King penguin: -0.25 in QTI, -33.3333333 % in Moodle XML
SEEN
diff expected seen || { echo "CHANGED: onyx2moodle no longer writes the fractions as stated above." >&2; exit 1; }
echo "As stated: half the marks have become all of them."
