#!/usr/bin/env python3
"""Requests made from server/openapi.json against a running demo campus, as a guest and as seven people who may do different
things.

    python3 tests/schemathesis/run.py [--bin target/debug/quad] [--examples 25] [--seed 1] [--actor guest …]

Installs schemathesis from PyPI into target/schemathesis, starts a fresh demo campus for each actor, and fails when an
answer is a 5xx or is not what the document says: its status, its content type, its body. The document is given ids that
exist there (own and foreign ones) and words that are taken, beside what is made up; an actor fails of whose requests too few
succeed, or who is somebody else in the end. Takes minutes; `cargo xtask test` does not run it.

Left out: GET /live, which has no end, and GET /logout, after which everybody would be a guest.
"""
import argparse
import collections
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = "4.32.5"
PASSWORD = "lawn-and-brick"
ANANYA, ROHAN, MEERA, ADMIN = (f"{name}@meridian.example" for name in ("ananya", "rohan", "meera", "admin"))
# Those of the demo campus, and those who are made beside them (`newcomer`).
ACTORS = {
    "guest": None,
    "student": ANANYA,
    "another student": "one@meridian.example",
    "organiser": ROHAN,
    "another organiser": "two@meridian.example",
    "club administrator": MEERA,
    "another club's administrator": "three@meridian.example",
    "ADMIN": ADMIN,
}
# Of the requests of somebody who is logged in at least so many in a hundred succeed; most are malformed on purpose.
SUCCEEDING = 5
# Of a guest's, who may do little, and at most so many in a hundred are answered with 401 to somebody who is logged in.
SUCCEEDING_OF_A_GUEST = 1
UNKNOWN = 2
LEFT_OUT = ["/live", "/logout"]
# What need not be there: a newcomer was told nothing.
MAY_LACK = {"notification"}
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
]


def target() -> pathlib.Path:
    told = os.environ.get("CARGO_TARGET_DIR")
    return pathlib.Path(told) if told else ROOT / "target"


def installed() -> pathlib.Path:
    folder = target() / "schemathesis"
    program = folder / "bin" / "st"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([folder / "bin" / "pip", "install", "--quiet", f"schemathesis=={VERSION}"], check=True)
    return program


def clean() -> dict[str, str]:
    """The environment without settings of Quad."""
    return {name: value for name, value in os.environ.items() if not name.startswith("QUAD_")}


def started(binary: str, folder: str) -> tuple[subprocess.Popen, str]:
    """A demo campus of its own, and its address."""
    log = open(pathlib.Path(folder) / "log", "w+")
    command = [binary, "serve", "--demo", "--listen", "127.0.0.1:0", "--data-dir", str(pathlib.Path(folder) / "data")]
    campus = subprocess.Popen(command, env=clean(), stdout=log, stderr=subprocess.STDOUT)
    for _ in range(1200):
        said = re.search(r"Quad is on (http://\S+)", pathlib.Path(log.name).read_text())
        if said:
            return campus, said.group(1)
        if campus.poll() is not None:
            break
        time.sleep(0.1)
    sys.exit(f"the demo campus did not start; see {log.name}")


class Person:
    """Somebody on the campus, or a guest."""

    def __init__(self, address: str, email: str | None):
        self.address, self.email, self.cookie = address, email, ""
        if email:
            body = json.dumps({"email": email, "passWord": PASSWORD}).encode()
            request = urllib.request.Request(f"{address}/api/login", body, {"content-type": "application/json"})
            with urllib.request.urlopen(request) as answer:
                self.cookie = answer.headers["set-cookie"].split(";")[0]

    def ask(self, method: str, path: str, body: object = None) -> dict:
        """The answer; nothing where it is refused."""
        data = None if body is None else json.dumps(body).encode()
        head = {"content-type": "application/json", "cookie": self.cookie}
        request = urllib.request.Request(f"{self.address}/api{path}", data, head, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            return {"refused": refused.code}


def soon(minutes: int) -> str:
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=minutes)).isoformat()


def newcomer(address: str, email: str) -> None:
    body = {"fullName": "New Comer", "email": email, "contact": "9000000001", "passWord": PASSWORD, "Batch": 2027}
    told = Person(address, None).ask("POST", "/register", body)
    if "refused" in told:
        sys.exit(f"{email} cannot be registered: {told}")


def quiz(organiser: Person, title: str, starts: int) -> str:
    """A contest of two questions."""
    about = {"title": title, "description": "", "isPublic": True, "QuestionSet": []}
    told = organiser.ask("POST", "/post/createcontest", about | {"startDate": soon(starts), "endDate": soon(starts + 120)})
    contest = told["contest"]["_id"]
    options = ["one", "two", "three", "four"]
    for question in ("How many?", "How much?"):
        one = {"contestId": contest, "Question": question, "Options": options, "Answer": "two"}
        organiser.ask("POST", "/post/addQuestion", one)
    return contest


def peopled(binary: str, folder: str, address: str) -> None:
    """Makes the people whom the demo campus does not have: another student, another organiser with creations of their own, and
    somebody who administers another club."""
    for actor in ("another student", "another organiser", "another club's administrator"):
        newcomer(address, ACTORS[actor])
    given = ["admin", "grant", ACTORS["another organiser"], "--contests", "20", "--polls", "20"]
    data = ["--data-dir", str(pathlib.Path(folder) / "data")]
    subprocess.run([binary, *given, *data], check=True, capture_output=True, env=clean())
    admin, another = Person(address, ADMIN), Person(address, ACTORS["another organiser"])
    club = next(one["shortName"] for one in admin.ask("GET", "/clubs")["clubs"] if one["shortName"] != "HOBBY")
    told = admin.ask("POST", f"/clubs/{club}/administrators", {"email": ACTORS["another club's administrator"]})
    if "refused" in told:
        sys.exit(f"nobody can be made administrator of {club}: {told}")
    Person(address, None).ask("POST", "/enquiries", {"topic": "contact", "name": "A", "email": ANANYA, "message": "When does the library open?"})
    quiz(another, "Another Quiz", 60)
    quiz(another, "Open Quiz", 0)


def found(answer: object, *keys: str) -> list[str]:
    """What stands under these keys, at any depth."""
    if isinstance(answer, list):
        return [text for one in answer for text in found(one, *keys)]
    if not isinstance(answer, dict):
        return []
    here = [value for key, value in answer.items() if key in keys and isinstance(value, str)]
    return here + [text for value in answer.values() for text in found(value, *keys)]


def known(address: str, actor: str) -> dict[str, list[str]]:
    """Ids that exist on the campus, by what they are of: a few of each, own ones first."""
    # A guest is not told; whoever is a guest may have heard of it.
    me, admin, rohan = Person(address, ACTORS[actor] or ANANYA), Person(address, ADMIN), Person(address, ROHAN)
    another = Person(address, ACTORS["another organiser"])
    own = [one["_id"] for one in me.ask("GET", "/post/getcontest").get("contests", [])][:2]
    listed = [one["_id"] for one in me.ask("GET", "/post/getallcontest?size=50")["contests"]]
    contests = [*own, *found(another.ask("GET", "/post/getcontest"), "_id")[:2], listed[0], listed[-1]]
    questions = []
    for contest in contests[:4]:
        for owner in (rohan, another, admin):
            questions += found(owner.ask("GET", f"/post/{contest}").get("contest", {}).get("QuestionSet", []), "_id")[:2]
    clubs = found(admin.ask("GET", "/clubs"), "shortName")
    events = [one["id"] for one in me.ask("GET", "/events?size=50")["events"]]
    galleries = [one for club in clubs[:3] for one in found(me.ask("GET", f"/event/gallery/{club}"), "_id")[:2]]
    invited = rohan.ask("POST", f"/contests/{found(rohan.ask('GET', '/post/getcontest'), '_id')[0]}/invitation", {})
    users = [one.ask("GET", "/account/data")["account"]["id"] for one in (me, admin)]
    orders = [one.ask("POST", "/payment/order", {"amount": 9})["response"]["order"] for one in (me, another)]
    ids = {
        "contest": contests,
        "question": questions,
        "club": clubs[:4],
        "event": [*events[:3], *events[-1:]],
        "gallery": galleries,
        "poll": found(me.ask("GET", "/voting/getpolls"), "_id")[:4],
        "member": [one["_id"] for club in clubs[:2] for one in admin.ask("GET", f"/clubs/{club}/members")["members"][:3]],
        "user": users,
        "order": orders,
        "job": found(admin.ask("GET", "/jobs"), "id", "_id")[:3],
        "enquiry": found(admin.ask("GET", "/enquiries"), "id", "_id")[:2],
        "notification": found(me.ask("GET", "/notifications"), "id", "_id")[:4],
        "invitation": found(invited, "token"),
        "media": found(admin.ask("GET", "/clubs"), "key")[:2],
    }
    return {kind: list(dict.fromkeys(some)) for kind, some in ids.items()}


# Which ids a name stands for, in paths and bodies; `id` is of what the path is about.
IDS = {
    "contestId": "contest",
    "ContestId": "contest",
    "questionId": "question",
    "QuestionId": "question",
    "club": "club",
    "eventId": "event",
    "galleryId": "gallery",
    "pollId": "poll",
    "memberId": "member",
    "userId": "user",
    "token": "invitation",
    "key": "media",
}
ID_OF = {"payment": "order", "jobs": "job", "enquiries": "enquiry", "notifications": "notification"}
# Words that are taken where words are asked for.
WORDS = {
    "title": ["Friday Quiz"],
    "Title": ["Where to?"],
    "description": ["About this and that."],
    "text": ["Well done."],
    "body": ["See you there."],
    "reason": ["It was wrong."],
    "location": ["Hall 3"],
    "Organization": ["The chess club"],
    "Question": ["How many?"],
    "Options": [["one", "two", "three", "four"]],
    "Answer": ["two", "one"],
    "message": ["Hello?"],
    "fullName": ["Ada Rao"],
    "contact": ["9000000001"],
    "Batch": [2027],
    "topic": ["contact", "Sports"],
    "rating": [4],
    "index": [0, 1],
    "amount": [9, 249],
    "startDate": [soon(30)],
    "endDate": [soon(300)],
    "Starttime": [soon(30)],
    "Endtime": [soon(300)],
    "start": [soon(3000)],
    "end": [soon(3300)],
}


def either(schema: dict, values: list) -> dict:
    """What the document allows, and often one of these."""
    return {"anyOf": [{"enum": values}, schema]} if values else schema


def enriched(ids: dict[str, list[str]]) -> dict:
    """The document, with what exists beside what may be made up. What it allows of answers stays what it was."""
    document = json.loads((ROOT / "server" / "openapi.json").read_text())
    for path, operations in document["paths"].items():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "path":
                    kind = IDS.get(parameter["name"]) or ID_OF.get(path.split("/")[1])
                    parameter["schema"] = either(parameter["schema"], ids.get(kind or "", []))
    for schema in document["components"]["schemas"].values():
        for name, property in schema.get("properties", {}).items():
            schema["properties"][name] = either(property, ids.get(IDS.get(name, ""), []) or WORDS.get(name, []))
    return document


def tried(program: pathlib.Path, actor: str, options: argparse.Namespace) -> tuple[int, collections.Counter, list[str]]:
    """How many requests were made, the answers by status, and what was wrong."""
    with tempfile.TemporaryDirectory(prefix="quad-schemathesis-") as folder:
        campus, address = started(options.bin, folder)
        try:
            peopled(options.bin, folder, address)
            ids = known(address, actor)
            failures = [f"there is no {kind} to ask for" for kind, some in ids.items() if not some and kind not in MAY_LACK]
            document = pathlib.Path(folder) / "openapi.json"
            document.write_text(json.dumps(enriched(ids)))
            me = Person(address, ACTORS[actor])
            report = target() / "schemathesis" / f"{actor.replace(' ', '-')}.ndjson"
            command = [program, "run", document, "--url", f"{address}/api"]
            command += ["--checks", ",".join(CHECKS), "--phases", "examples,coverage,fuzzing", "--continue-on-failure"]
            command += ["--max-examples", str(options.examples), "--seed", str(options.seed), "--request-timeout", "20"]
            for path in LEFT_OUT:
                command += ["--exclude-path", path]
            # Of some names most that is made up is dropped: an address has no empty parts.
            command += ["--suppress-health-check", "filter_too_much", "--warnings", "off", "--no-color", "--report", "ndjson", "--report-ndjson-path", report]
            around = {"SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(pathlib.Path(__file__).parent)}
            if me.email and ACTORS[actor]:
                around |= {"ACTOR_ADDRESS": address, "ACTOR_EMAIL": me.email, "ACTOR_PASSWORD": PASSWORD}
            command = [str(part) for part in command]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=os.environ | around)
            kept = target() / "schemathesis" / f"{actor.replace(' ', '-')}.txt"
            kept.write_text(done.stdout + done.stderr)
            requests = re.search(r"(\d+) generated", done.stdout)
            faults = re.findall(r"^_+ (.+?) _+$", done.stdout, re.MULTILINE) if done.returncode else []
            if done.returncode and not faults:
                faults = [f"schemathesis ended with {done.returncode}: {done.stdout[-500:]} {done.stderr[-500:]}"]
            statuses = collections.Counter(re.findall(r'"status_code": ?(\d{3})', report.read_text() if report.exists() else ""))
            taken = sum(many for status, many in statuses.items() if status.startswith("2"))
            least = SUCCEEDING if ACTORS[actor] else SUCCEEDING_OF_A_GUEST
            if taken * 100 < least * statuses.total():
                failures.append(f"{taken} of {statuses.total()} were answered with 2xx: is the actor who it should be?")
            # Of somebody who is logged in only passwords, and a session that has just been ended, are refused so.
            if ACTORS[actor] and statuses["401"] * 100 > UNKNOWN * statuses.total():
                failures.append(f"{statuses['401']} of {statuses.total()} were answered with 401: who was asking?")
            broken = [line for line in (pathlib.Path(folder) / "log").read_text().splitlines() if "panicked at" in line]
            return int(requests.group(1)) if requests else 0, statuses, failures + faults + broken
        finally:
            campus.terminate()
            campus.wait()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--bin", default=str(target() / "debug" / "quad"))
    asked.add_argument("--examples", type=int, default=25)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--actor", action="append", choices=list(ACTORS))
    options = asked.parse_args()
    program = installed()
    total, fallen, wrong = 0, 0, 0
    for actor in options.actor or ACTORS:
        began = time.monotonic()
        requests, statuses, failures = tried(program, actor, options)
        broken = sum(many for status, many in statuses.items() if status.startswith("5"))
        total, fallen, wrong = total + requests, fallen + broken, wrong + len(failures)
        took = time.monotonic() - began
        counts = ", ".join(f"{status}: {many}" for status, many in sorted(statuses.items()))
        print(f"{actor}: {requests} requests ({counts}), {len(failures)} faults, {took:.0f} s", flush=True)
        for failure in failures:
            print(f"  {failure}")
    print(f"schemathesis: {total} requests, {wrong} faults")
    print(f"trust: bad inputs: {total} / {fallen}")
    sys.exit(1 if wrong or not total else 0)


if __name__ == "__main__":
    main()
