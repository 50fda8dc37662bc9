"""What schemathesis does around each request: it goes with the actor's session, and who was logged out by the last request (one's
own session can be ended) logs in again. Read by schemathesis itself, which run.py starts."""
import json
import os
import urllib.request

import schemathesis

ADDRESS, EMAIL, PASSWORD = (os.environ.get(f"ACTOR_{name}", "") for name in ("ADDRESS", "EMAIL", "PASSWORD"))
session = {"cookie": ""}


def log_in() -> None:
    body = json.dumps({"email": EMAIL, "passWord": PASSWORD}).encode()
    request = urllib.request.Request(f"{ADDRESS}/api/login", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        session["cookie"] = answer.headers["set-cookie"].split(";")[0]


@schemathesis.hook
def before_call(context, case, kwargs):
    if EMAIL and not session["cookie"]:
        log_in()
    if session["cookie"]:
        case.headers["cookie"] = session["cookie"]


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code == 401 and case.operation.path != "/login":
        session["cookie"] = ""
