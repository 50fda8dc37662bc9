#!/usr/bin/env python3
"""Where the processor time of a scenario goes, in groups: `python3 bench/profile.py answers --quad Q --bench B`.

Records both cores with Linux's `perf` while the scenario runs (SQLite, quick, without Express) and counts the samples of Quad's own
processes, told by a function of the program `quad` in their stacks. A sample belongs to the first group below one of whose words
stands in its stack. The program is built without frame pointers, so stacks of it are short; those of the kernel are whole.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import tempfile

# In this order.
GROUPS = [
    ("sockets: sending", r"tcp_sendmsg|sock_write_iter|__sys_sendto|tcp_write_xmit"),
    ("sockets: receiving", r"tcp_recvmsg|__sys_recvfrom|sock_read_iter|sock_recvmsg"),
    ("sockets: waiting for either", r"epoll_wait|ep_poll|epoll_ctl"),
    ("waking other threads and being woken", r"futex|eventfd|try_to_wake_up"),
    ("writing and syncing the log of SQLite", r"fsync|fdatasync|ext4_|pwrite|ksys_write|vfs_write\b|blk_mq|submit_bio"),
    ("SQLite: statements, JSON of the batch, counters", r"sqlite3|sqlx_sqlite|libsqlite3|jsonParse|vdbe"),
    ("memory allocation", r"malloc|_int_free|cfree|unlink_chunk|realloc|calloc"),
    ("the rest of the kernel: scheduling, page faults, interrupts", r"\[kernel|\[k\]|\(\[kernel"),
    ("the log line", r"tracing|Subscriber|EnvFilter"),
    ("memories of sessions, contests, papers and attempts", r"moka|cht::|BucketArray"),
    ("HTTP (hyper)", r"hyper|httparse"),
    ("headers", r"HeaderMap|http::header"),
    ("the runtime (tokio)", r"tokio::"),
    ("JSON", r"serde_json|serde::"),
    ("formatting", r"core::fmt"),
    ("copying and comparing", r"memmove|memcpy|memcmp|memset"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario")
    parser.add_argument("--quad", required=True, help="the release binary")
    parser.add_argument("--bench", required=True, help="the load program, quad-bench")
    parser.add_argument("--rate", default="999", help="samples a second of each core")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="quad-profile-") as folder:
        data = str(pathlib.Path(folder) / "perf.data")
        run = [asked.bench, "run", asked.scenario, "--rounds", "1", "--quick", "--express", "off", "--quad", asked.quad]
        run += ["--out", folder]
        record = ["perf", "record", "-F", asked.rate, "-g", "-a", "-o", data, "--", *run]
        subprocess.run(record, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        samples = list(read(data))
    print(f"perf record -F {asked.rate} -g -a -- quad-bench run {asked.scenario} --rounds 1 --quick --express off\n")
    tell(samples, pathlib.Path(asked.quad).name)


def read(data):
    """Each sample: its process, its thread's name, and its stack, the innermost function first."""
    script = ["perf", "script", "-i", data, "-F", "comm,pid,ip,sym,dso"]
    process = subprocess.Popen(script, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace")
    head, stack = None, []
    for line in process.stdout:
        if line.strip() and not line.startswith(("\t", " " * 8)):
            found = re.match(r"\s*(.*?)\s+(\d+)\s*$", line)
            head, stack = (int(found[2]), found[1]) if found else None, []
        elif line.strip():
            stack.append(line.strip().partition(" ")[2])
        elif head and stack:
            yield (*head, stack)
            head, stack = None, []
    process.wait()


def tell(samples, program):
    inside = f"/{program})"
    ours = {pid for pid, _, stack in samples if any(frame.endswith(inside) for frame in stack)}
    groups, threads, rest, count = collections.Counter(), collections.Counter(), collections.Counter(), 0
    for pid, comm, stack in samples:
        if pid not in ours:
            continue
        count += 1
        text = "\n".join(stack)
        name = next((name for name, words in GROUPS if re.search(words, text)), None)
        groups[name or "all else"] += 1
        threads[comm] += 1
        if name is None:
            rest[stack[0]] += 1
    print(f"{count} samples of Quad's processes, of {len(samples)} of all cores\n\nBy group\n")
    for name, number in groups.most_common():
        print(f"{100 * number / count:6.1f} %  {name}")
    print("\nBy thread\n")
    for name, number in threads.most_common(8):
        print(f"{100 * number / count:6.1f} %  {name}")
    print("\nThe largest of all else, of all samples\n")
    for name, number in rest.most_common(15):
        print(f"{100 * number / count:6.1f} %  {name}")


if __name__ == "__main__":
    main()
