"""Runs the shared conformance suite against the Python helper: `conformance.py <suite.json> <url> <key>`.

Writes one JSON object to standard output: for each case by name what the boundary answered and what it counted.
`{case}` in the key is the number of the case.
"""

import asyncio
import json
import sys

sys.dont_write_bytecode = True
from errata import Errata, ToolError  # noqa: E402

LONG = "x" * 50_000


def filled(value):
    if value == "$long":
        return LONG
    if value == "$many":
        return [f"{number:0100}" for number in range(300)]
    if isinstance(value, dict):
        return {key: filled(one) for key, one in value.items()}
    return value


def exception_of(said):
    error = type(said["type"], (Exception,), {})(said["message"])
    if "cause" in said:
        error.__cause__ = exception_of(said["cause"])
    return error


def tool_error_of(parts):
    return ToolError(parts["code"], parts["class"], parts["message"], **{k: v for k, v in parts.items() if k not in ("code", "class", "message")})


def refusal_of(refused):
    if "jsonschema" in refused:
        return type("ValidationError", (Exception,), refused["jsonschema"])()
    errors = refused["pydantic"]
    return type("ValidationError", (Exception,), {"errors": lambda self: errors})()


def tool_of(errata, said, step_of):
    def read(args):
        if "refused" in step_of():
            raise refusal_of(step_of()["refused"])
        return args

    def fails(error):
        raise RuntimeError("a mapping that fails")

    def by_type(one):
        return lambda error: one["parts"] if type(error).__name__ == one["type"] else None

    map = [fails] if said.get("map_throws") else [by_type(one) for one in said.get("map", [])]
    return errata.tool(
        said["name"], writes=said["writes"], input=read, schema=said.get("schema"), codes=said.get("codes"), map=map,
        external_id=(lambda value: value[said["external_id"]]) if "external_id" in said else None,
    )  # fmt: skip


def outcome_of(outcome):
    return {"ok": outcome.ok, "value": outcome.value, "body": outcome.body, "user_message": outcome.user_message}


def run_step(tool, step, is_async):
    def run(args):
        if "returns" in step:
            return step["returns"]
        said = filled(step["throws"])
        raise tool_error_of(said["tool_error"]) if "tool_error" in said else exception_of(said["exception"])

    async def arun(args):
        return run(args)

    args, context = filled(step["args"]), filled(step.get("context", {}))
    outcome = asyncio.run(tool.acall(args, arun, **context)) if is_async else tool.call(args, run, **context)
    return outcome_of(outcome)


def run_failures(case, url, key, number):
    parts = {"service": "conformance", "environment": "test", "release": "1.2.3"}
    # A busy machine is no slow server: what is sent again would be recorded twice.
    errata = Errata(url, key, **parts, interval=0.01, request_timeout=60.0)
    current = {}
    tool = tool_of(errata, case["tool"], lambda: current["step"])
    outcomes = []
    for step in case["steps"]:
        current["step"] = step
        # Half of the cases go by way of asyncio, which must make no difference.
        outcomes.append(run_step(tool, step, number % 2 == 1))
    if "end_run" in case:
        errata.end_run(*case["end_run"])
    errata.close(60)
    return {"outcomes": outcomes, "stats": errata.stats}


def run_delivery(case, url, key):
    problems, rejected, throws = [], [], case.get("callbacks_throw")

    def on_problem(status, code):
        problems.append([status, code])
        if throws:
            raise RuntimeError("a callback that fails")

    def on_rejected(kind, item, error):
        rejected.append(error["code"])
        if throws:
            raise RuntimeError("a callback that fails")

    errata = Errata(
        url, key, interval=60.0, backoff=case.get("backoff_s", 0.01), request_timeout=case.get("request_timeout_s", 60.0), buffer=case.get("buffer", 1_000),
        on_problem=on_problem, on_rejected=on_rejected,
    )  # fmt: skip
    for index in range(case["failures"]):
        effect = "unknown" if index in case.get("unknown", []) else "absent"
        error = ToolError("busy", "transient", "It is busy.", effect=effect)
        errata.tool("deliver", writes=True).fail(error, {}, call_id=str(index))
    is_sent = errata.close(60)
    return {"is_sent": is_sent, "stats": errata.stats, "problems": problems, "rejected": rejected}


def run_verdict(case, url, key):
    errata = Errata(url, key, service="conformance", backoff=0.01, interval=60.0, request_timeout=60.0)
    tool = errata.tool("refund_payment", writes=True)
    asked = {"by": "run_1", "tool": "refund_payment", "idempotency_key": "refund-1", "timeout": case.get("timeout_s", 60)}
    tool.fail(RuntimeError("no answer"), {}, idempotency_key="refund-1")
    answer = asyncio.run(errata.await_verdict_async(**asked)) if case.get("acknowledgements") else errata.await_verdict(**asked)
    errata.close(60)
    return {"answer": answer}


def run_case(case, url, key, number):
    if "steps" in case:
        return run_failures(case, url, key, number)
    return run_verdict(case, url, key) if "verdicts" in case else run_delivery(case, url, key)


def main(suite, url, key):
    with open(suite, encoding="utf-8") as file:
        cases = json.load(file)
    results = []
    for number, case in enumerate(cases):
        own_key = key.replace("{case}", str(number))
        results.append({"name": case["name"], **run_case(case, url, own_key, number)})
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
