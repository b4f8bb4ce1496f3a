"""The Python half of own-time.ts: `own_time.py <server> <url> <calls>` prints its rows as JSON."""

import json
import os
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../python"))
from errata import Errata  # noqa: E402

ARGS = {"amount": 40, "currency": "EUR", "note": "as agreed", "to": {"name": "A. Customer"}}


def times_of(act, calls):
    times = []
    for index in range(calls):
        started = time.thread_time()
        act(index)
        times.append(1_000 * (time.thread_time() - started))
        if index % 20 == 0:
            # Sending gets its turn, as it does beside any tool that waits for something.
            time.sleep(0)
    return sorted(times)


def measure(server, call, run, tool, calls):
    def alone(index):
        try:
            run(ARGS)
        except RuntimeError:
            pass

    base = times_of(alone, calls)[calls // 2]
    times = times_of(lambda index: tool.call(ARGS, run, run_id=f"run_{index % 100}"), calls)
    p50, p99 = times[calls // 2] - base, times[calls * 99 // 100] - base
    return {"server": server, "call": call, "p50_ms": p50, "p99_ms": p99}


def fail(args):
    raise RuntimeError("socket hang up")


def main(server, url, calls):
    errata = Errata(url, "k", interval=0.01, backoff=0.01, exit_timeout=0.0, on_problem=lambda *_: None)
    tool = errata.tool("refund_payment", writes=True)
    measure(server, "warming up", fail, tool, calls)
    rows = [
        measure(server, "succeeds", lambda args: None, tool, calls),
        measure(server, "fails", fail, tool, calls),
    ]
    json.dump(rows, sys.stdout)
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
