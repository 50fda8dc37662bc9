#!/usr/bin/env bash
# onyx2moodle 0.1.0 (PyPI) drops the question when QTI has it in the <prompt> of the choices.
#
# One would expect: `<prompt>` inside `<choiceInteraction>` is what is asked (1EdTech QTI 2.1 Information Model, "Choice
#   Interaction" and "prompt"; the samples of the standard write questions so). The README lists choiceInteraction as
#   "multichoice", without conditions.
# Instead: all that stands inside the interaction but the choices is dropped. The question text in Moodle XML is empty. The
#   program says "Skipped 0 items". The same words in a <p> above the choices are kept.
# To a quiz user: four options and nothing that is asked.
# Quad: reads the prompt as the question.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m pip install --quiet --no-cache-dir --disable-pip-version-check --root-user-action=ignore --no-deps --target py \
  onyx2moodle==0.1.0 lxml==6.1.3

cat >pack.py <<'PY'
import zipfile

ITEM = """<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="{name}" title="{name}" adaptive="false"
  timeDependent="false">
  <responseDeclaration identifier="RESPONSE_1" cardinality="single" baseType="identifier">
    <correctResponse><value>A</value></correctResponse>
  </responseDeclaration>
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
  <itemBody>{above}<choiceInteraction responseIdentifier="RESPONSE_1" shuffle="false" maxChoices="1">{inside}
    <simpleChoice identifier="A">Jaipur</simpleChoice><simpleChoice identifier="B">Udaipur</simpleChoice>
  </choiceInteraction></itemBody>
  <responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>
</assessmentItem>"""
MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="m"><organizations/><resources>
<resource identifier="r" type="imsqti_item_xmlv2p1" href="{name}.xml"><file href="{name}.xml"/></resource></resources></manifest>"""
WORDS = "What is the capital of Rajasthan?"
with zipfile.ZipFile("bank.zip", "w") as bank:
    for name, above, inside in (("above", f"<p>{WORDS}</p>", ""), ("prompt", "", f"<prompt>{WORDS}</prompt>")):
        with zipfile.ZipFile(f"{name}.zip", "w") as item:
            item.writestr("imsmanifest.xml", MANIFEST.format(name=name))
            item.writestr(f"{name}.xml", ITEM.format(name=name, above=above, inside=inside))
        bank.write(f"{name}.zip", f"Bank/{name}.zip")
PY
cat >show.py <<'PY'
from xml.etree import ElementTree
for question in ElementTree.parse("moodle.xml").iter("question"):
    if question.get("type") == "multichoice":
        options = [answer.findtext("text") for answer in question.iter("answer")]
        print(f"{question.findtext('name/text')}: {question.findtext('questiontext/text')!r} {options}")
PY
python3 pack.py
export PYTHONPATH=py
python3 -m onyx2moodle.cli convert bank.zip -o moodle.xml --work unpacked | tee said
python3 show.py | tee seen
grep -qx "Skipped 0 items." said || { echo "CHANGED: onyx2moodle no longer says that it skipped nothing." >&2; exit 1; }
cat >expected <<'SEEN'
above: '<p>What is the capital of Rajasthan?</p>' ['Jaipur', 'Udaipur']
prompt: '' ['Jaipur', 'Udaipur']
SEEN
diff expected seen || { echo "CHANGED: onyx2moodle no longer drops the prompt as stated above." >&2; exit 1; }
echo "As stated: the question in the prompt is gone."
