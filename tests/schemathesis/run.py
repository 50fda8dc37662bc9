#!/usr/bin/env python3
"""Requests made from server/openapi.json against a running demo campus, as a guest and as each of its people.

    python3 tests/schemathesis/run.py [--bin target/debug/quad] [--examples 25] [--seed 1] [--actor guest …]

Installs schemathesis from PyPI into target/schemathesis, starts a fresh demo campus for each actor, and fails when an
answer is a 5xx or is not what the document says: its status, its content type, its body. Takes minutes; `cargo xtask test`
does not run it.

Left out: GET /live, which has no end, and GET /logout, after which everybody would be a guest.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = "4.32.5"
ACTORS = {
    "guest": None,
    "student": "ananya@meridian.example",
    "organiser": "rohan@meridian.example",
    "club administrator": "meera@meridian.example",
    "ADMIN": "admin@meridian.example",
}
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


def started(binary: str, folder: str) -> tuple[subprocess.Popen, str]:
    """A demo campus of its own, and its address."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("QUAD_")}
    log = open(pathlib.Path(folder) / "log", "w+")
    command = [binary, "serve", "--demo", "--listen", "127.0.0.1:0", "--data-dir", str(pathlib.Path(folder) / "data")]
    campus = subprocess.Popen(command, env=kept, stdout=log, stderr=subprocess.STDOUT)
    for _ in range(1200):
        said = re.search(r"Quad is on (http://\S+)", pathlib.Path(log.name).read_text())
        if said:
            return campus, said.group(1)
        if campus.poll() is not None:
            break
        time.sleep(0.1)
    sys.exit(f"the demo campus did not start; see {log.name}")


def cookie(address: str, email: str) -> str:
    body = json.dumps({"email": email, "passWord": "lawn-and-brick"}).encode()
    request = urllib.request.Request(f"{address}/api/login", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return answer.headers["set-cookie"].split(";")[0]


def tried(program: pathlib.Path, actor: str, options: argparse.Namespace) -> tuple[int, int, int, list[str]]:
    """How many requests were made, how many answers were 2xx, how many 5xx, and what was wrong."""
    with tempfile.TemporaryDirectory(prefix="quad-schemathesis-") as folder:
        campus, address = started(options.bin, folder)
        try:
            report = pathlib.Path(folder) / "report.ndjson"
            command = [program, "run", ROOT / "server" / "openapi.json", "--url", f"{address}/api"]
            command += ["--checks", ",".join(CHECKS), "--phases", "examples,coverage,fuzzing", "--continue-on-failure"]
            command += ["--max-examples", str(options.examples), "--seed", str(options.seed), "--request-timeout", "20"]
            command += ["--exclude-path", "/live", "--exclude-path", "/logout", "--warnings", "off", "--no-color"]
            command += ["--report", "ndjson", "--report-ndjson-path", report]
            if ACTORS[actor]:
                command += ["--header", f"cookie: {cookie(address, ACTORS[actor])}"]
            done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True)
            kept = target() / "schemathesis" / f"{actor.replace(' ', '-')}.txt"
            kept.write_text(done.stdout + done.stderr)
            requests = re.search(r"(\d+) generated", done.stdout)
            failures = re.findall(r"^_+ (.+?) _+$", done.stdout, re.MULTILINE) if done.returncode else []
            if done.returncode and not failures:
                failures = [f"schemathesis ended with {done.returncode}: {done.stdout[-500:]} {done.stderr[-500:]}"]
            statuses = re.findall(r'"status_code": ?(\d{3})', report.read_text() if report.exists() else "")
            taken = sum(status.startswith("2") for status in statuses)
            if not taken:
                failures.append("nothing was answered with 2xx: is the actor who it should be?")
            broken = [line for line in (pathlib.Path(folder) / "log").read_text().splitlines() if "panicked at" in line]
            fallen = sum(status.startswith("5") for status in statuses)
            return int(requests.group(1)) if requests else 0, taken, fallen, failures + broken
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
        requests, taken, broken, failures = tried(program, actor, options)
        total, fallen, wrong = total + requests, fallen + broken, wrong + len(failures)
        took = time.monotonic() - began
        print(f"{actor}: {requests} requests, {taken} answered 2xx, {len(failures)} calls with faults, {took:.0f} s", flush=True)
        for failure in failures:
            print(f"  {failure}")
    print(f"schemathesis: {total} requests, {wrong} calls with faults")
    print(f"trust: bad inputs: {total} / {fallen}")
    sys.exit(1 if wrong or not total else 0)


if __name__ == "__main__":
    main()
