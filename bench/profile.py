#!/usr/bin/env python3
"""Where the processor time of a scenario goes, in groups: `python3 bench/profile.py answers --quad Q --bench B`.

Records both cores with Linux's `perf` while the scenario runs (quick, without Express) and counts the samples of Quad's own
processes, told by a function of the program `quad` in their stacks. A sample belongs to the first group below one of whose words
stands in its stack. The program is built without frame pointers, so stacks of it are short; those of the kernel are whole.

On SQLite, or with `--postgres URL` (maintenance database of a server that nobody else uses) on PostgreSQL: there SQLite has its turns
as well, and what counts are the tenths of a second in which Quad on PostgreSQL (the processes without a thread of SQLite's) and
PostgreSQL took a quarter of the cores or more. Then it tells who had the cores, and of the processes of PostgreSQL.
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
    ("the client of PostgreSQL", r"sqlx_postgres"),
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

# Of PostgreSQL's processes, in this order.
GROUPS_OF_POSTGRES = [
    ("sockets: sending, receiving, waiting", r"__sys_sendto|tcp_|__sys_recvfrom|sock_|epoll|WaitEventSet|secure_read|secure_write"),
    ("writing and syncing its log", r"XLogFlush|XLogWrite|fdatasync|fsync|ext4_|ksys_write|ksys_pwrite|blk_mq|submit_bio"),
    ("keys of other tables", r"\bRI_|ri_|ri_Check"),
    ("its indexes", r"\b_bt|\bbt(insert|gettuple|getbitmap|rescan)|index_"),
    ("making records of its log", r"XLogInsert|XLogRecord|XLogRegister|pg_comp_crc32c"),
    ("tables and pages", r"heap_|Buffer|\bPage|ReadBuffer|visibilitymap"),
    ("beginning and ending transactions, snapshots, locks", r"CommitTransaction|StartTransaction|Snapshot|LWLock|LockAcquire|LockRelease|ProcArray"),
    ("parsing and planning", r"raw_parser|base_yy|parse_|transform|planner|plan_|Plan|cost_|eval_const"),
    ("JSON, texts, numbers", r"json|Json|text|numeric|escape|appendString"),
    ("memory", r"palloc|AllocSet|MemoryContext|malloc|cfree"),
    ("executing statements", r"Exec|exec_|slot_|tuplesort|hash_search"),
    ("the rest of the kernel: scheduling, page faults, interrupts", r"\[kernel|\[k\]|\(\[kernel"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario")
    parser.add_argument("--quad", required=True, help="the release binary")
    parser.add_argument("--bench", required=True, help="the load program, quad-bench")
    parser.add_argument("--rate", default="999", help="samples a second of each core")
    parser.add_argument("--postgres", help="maintenance database of a PostgreSQL server: its side of the scenario")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="quad-profile-") as folder:
        data = str(pathlib.Path(folder) / "perf.data")
        run = [asked.bench, "run", asked.scenario, "--rounds", "1", "--quick", "--express", "off", "--quad", asked.quad]
        run += ["--out", folder]
        run += ["--postgres", asked.postgres] if asked.postgres else []
        record = ["perf", "record", "-F", asked.rate, "-g", "-a", "-o", data, "--", *run]
        subprocess.run(record, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        samples = list(read(data))
    engine = " --postgres …" if asked.postgres else ""
    print(f"perf record -F {asked.rate} -g -a -- quad-bench run {asked.scenario} --rounds 1 --quick --express off{engine}\n")
    quad = processes(samples, f"/{pathlib.Path(asked.quad).name})")
    if not asked.postgres:
        return tell("Quad", [sample for sample in samples if sample.pid in quad], GROUPS, len(samples))
    others = processes(samples, f"/{pathlib.Path(asked.bench).name})")
    quad -= {sample.pid for sample in samples if sample.comm.startswith("sqlx-sqlite")} | others
    samples = busy(samples, quad)
    share(samples, quad, others)
    tell("Quad", [sample for sample in samples if sample.pid in quad], GROUPS, len(samples))
    tell("PostgreSQL", [sample for sample in samples if sample.comm == "postgres"], GROUPS_OF_POSTGRES, len(samples))


Sample = collections.namedtuple("Sample", "pid comm time stack")


def read(data):
    """Each sample: its process, its thread's name, when, and its stack, the innermost function first."""
    script = ["perf", "script", "-i", data, "-F", "comm,pid,time,ip,sym,dso"]
    process = subprocess.Popen(script, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace")
    head, stack = None, []
    for line in process.stdout:
        if line.strip() and not line.startswith(("\t", " " * 8)):
            found = re.match(r"\s*(.*?)\s+(\d+)\s+([\d.]+):\s*$", line)
            head, stack = (int(found[2]), found[1], float(found[3])) if found else None, []
        elif line.strip():
            stack.append(line.strip().partition(" ")[2])
        elif head and stack:
            yield Sample(*head, stack)
            head, stack = None, []
    process.wait()


def processes(samples, inside):
    return {sample.pid for sample in samples if any(frame.endswith(inside) for frame in sample.stack)}


def busy(samples, quad):
    """What was recorded in the tenths of a second in which Quad on PostgreSQL was at work."""
    tenths = collections.defaultdict(list)
    for sample in samples:
        tenths[int(sample.time * 10)].append(sample)
    of_it = lambda sample: sample.pid in quad or sample.comm == "postgres"
    return [one for tenth in tenths.values() if 4 * sum(map(of_it, tenth)) >= len(tenth) for one in tenth]


def share(samples, quad, others):
    """Of the cores: one that has nothing to do gives samples as well."""
    whose = collections.Counter()
    for sample in samples:
        is_other = sample.pid in others
        idle = "idle" if sample.comm.startswith("swapper") else "all else"
        known = "Quad" if sample.pid in quad else "PostgreSQL" if sample.comm == "postgres" else None
        whose[known or ("the load program and the bare framework" if is_other else idle)] += 1
    print("Who had the cores\n")
    for name, number in whose.most_common():
        print(f"{100 * number / len(samples):6.1f} %  {name}")
    print()


def tell(whose, samples, known, of):
    groups, threads, rest = collections.Counter(), collections.Counter(), collections.Counter()
    for sample in samples:
        text = "\n".join(sample.stack)
        name = next((name for name, words in known if re.search(words, text)), None)
        groups[name or "all else"] += 1
        threads[sample.comm] += 1
        if name is None:
            rest[sample.stack[0]] += 1
    count = len(samples)
    print(f"{count} samples of {whose}'s processes, of {of} of all cores\n\nBy group\n")
    for name, number in groups.most_common():
        print(f"{100 * number / count:6.1f} %  {name}")
    print("\nBy thread\n")
    for name, number in threads.most_common(8):
        print(f"{100 * number / count:6.1f} %  {name}")
    print("\nThe largest of all else, of all samples\n")
    for name, number in rest.most_common(15):
        print(f"{100 * number / count:6.1f} %  {name}")
    print()


if __name__ == "__main__":
    main()
