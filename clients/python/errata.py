"""Errata for tools in Python: one file without dependencies, for Python >= 3.8. Copy it into your project.

    errata = Errata(url, key, service="billing-agent")
    refund = errata.tool("refund_payment", writes=True, input=RefundArguments.model_validate)
    outcome = refund.call(args, gateway.refund, run_id=run_id, idempotency_key=idempotency_key)
    return outcome.value if outcome.ok else outcome.body

The body is for the model: code, class, correction. The exception with its frames goes to Errata alone; the
sentence for the user is `outcome.user_message`. Nothing here raises into the tool or waits for the network.
In asyncio: `await refund.acall(...)`, `await errata.await_verdict_async(...)`.
"""

import asyncio
import atexit
import hashlib
import json
import linecache
import logging
import math
import os
import random
import re
import secrets
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
import weakref
from collections import OrderedDict, deque
from dataclasses import dataclass
from datetime import datetime, timezone

__all__ = ["Errata", "Tool", "ToolError", "Outcome", "mint_reference", "check_character"]

BATCH_BYTES = 4_000_000
ANSWER_BYTES = 8_000_000
REMEMBERED = 10_000
VALUE_LENGTH = 8_000
HASHED_LENGTH = 100_000
BACKOFF_MOST = 30.0
FAULTS_MOST = 8
"""So often an item alone is sent again to a server that fails over it."""


class ToolError(Exception):
    """A failure the tool has a name for. Raise it, or return it (or a dict of its parts) from a mapping.

    `error_class` is sent as `class`. Left out, `retryable` is true for `transient`, and never where a repeat could
    do it twice; left out, the `effect` of a transient or system failure of a writing tool is `unknown`.
    `user_message` is for the user; `{reference}` is put in.
    """

    def __init__(self, code, error_class, message, **parts):
        super().__init__(message)
        self.parts = {"code": code, "class": error_class, "message": message, **parts}


@dataclass(frozen=True)
class Outcome:
    """What the boundary answers: a value, or the body for the model and the sentence for the user."""

    ok: bool
    value: object = None
    body: "dict | None" = None
    user_message: "str | None" = None
    event_id: "str | None" = None


def present(item):
    return {key: value for key, value in item.items() if value is not None}


IDS = ("run_id", "call_id", "idempotency_key", "tenant", "trace_id", "span_id")


def id_of(value):
    """A number or a UUID is its text. An empty text is no id, least of all a key that would make a repeat safe."""
    text = None if value is None else value if isinstance(value, str) else quietly(str, value)
    return text if text and text.strip() else None


def count_of(value, least):
    return value if type(value) is int and value >= least else None


def context_of(given):
    """As Errata takes it: a report that it refuses would be a failure, or an effect, that nobody hears of."""
    counts = {"turn": count_of(given.get("turn"), 0), "attempt": count_of(given.get("attempt"), 1)}
    return present({**given, **{name: id_of(given.get(name)) for name in IDS}, **counts})


def now():
    return datetime.now(timezone.utc).isoformat(timespec="microseconds").replace("+00:00", "Z")


# References ---------------------------------------------------------------------------------------------------

CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"


def check_character(body):
    """The sum of a^i * c_i over GF(32): one wrong character or two swapped ones always change it."""
    total = 0
    for character in body:
        doubled = (total ^ CROCKFORD.index(character)) << 1
        total = (doubled ^ 37) & 31 if doubled & 32 else doubled
    return CROCKFORD[total]


def mint_reference():
    """A reference people can dictate: `err_`, ten characters (50 bits) and a check character."""
    body = "".join(CROCKFORD[byte & 31] for byte in secrets.token_bytes(10))
    return f"err_{body}{check_character(body)}"


# What a validator says ----------------------------------------------------------------------------------------

BOUNDS = {
    **{"minimum": "at least", "exclusiveMinimum": "more than", "maximum": "at most", "exclusiveMaximum": "less than"},
    **{"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"},
    **{"minLength": "at least", "minItems": "at least", "maxLength": "at most", "maxItems": "at most"},
    **{"min_length": "at least", "max_length": "at most"},
}
TYPES = {"int": "integer", "float": "number", "bool": "boolean", "list": "array", "dict": "object", "model": "object"}


class Missing:
    pass


def value_at(value, path):
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return Missing
    return value


def schemas_at(root, path, at=Missing, depth=0):
    """The parts of a JSON schema that describe the value at a path; `$ref` and alternatives are followed."""
    at = root if at is Missing else at
    if not isinstance(at, dict) or depth > 20:
        return []
    ref = at.get("$ref")
    if isinstance(ref, str) and ref.startswith("#/"):
        return schemas_at(root, path, value_at(root, ref[2:].split("/")), depth + 1)
    further = []
    for word in ("anyOf", "oneOf", "allOf"):
        for one in at.get(word) or []:
            further += schemas_at(root, path, one, depth + 1)
    if not path:
        return [at, *further]
    key, rest = path[0], path[1:]
    inner = at.get("items") if isinstance(key, int) else (at.get("properties") or {}).get(key)
    return (schemas_at(root, rest, inner, depth + 1) if inner is not None else []) + further


def bound(word, limit):
    """In words, or None where the word says no bound."""
    if word not in BOUNDS:
        return None
    is_whole = isinstance(limit, float) and limit.is_integer()
    length = " long" if re.search("(?i)length|items", word) else ""
    return f"{BOUNDS[word]} {int(limit) if is_whole else limit}{length}"


def pydantic_issue(issue):
    kind, path, context = issue.get("type", ""), list(issue.get("loc", ())), issue.get("ctx") or {}
    if kind in ("missing", "extra_forbidden"):
        return {"kind": "required" if kind == "missing" else "unknown", "path": path}
    if kind in ("literal_error", "enum"):
        return {"kind": "enum", "path": path}
    if kind in ("value_error", "assertion_error"):
        says = re.sub(r"^(Value error|Assertion failed), ", "", issue["msg"])
        return {"kind": "other", "path": path, "says": says}
    bounds = [bound(word, limit) for word, limit in context.items() if word in BOUNDS]
    if not bounds and kind.endswith(("_type", "_parsing")):
        word = kind.split("_")[0]
        return {"kind": "type", "path": path, "must": f"of type {TYPES.get(word, word)}"}
    return {"kind": "other", "path": path, "must": bounds[0] if bounds else None}


def schema_issue(error):
    """From `jsonschema.ValidationError`, by its looks."""
    word, limit, path = error.validator, error.validator_value, list(error.absolute_path)
    instance = error.instance if isinstance(error.instance, dict) else {}
    if word in ("enum", "const"):
        return {"kind": "enum", "path": path, "permitted": list(limit) if word == "enum" else [limit]}
    if word == "required":
        return {"kind": "required", "path": path + [name for name in limit if name not in instance][:1]}
    if word == "additionalProperties":
        known = (getattr(error, "schema", None) or {}).get("properties") or {}
        return {"kind": "unknown", "path": path + [name for name in instance if name not in known][:1]}
    if word == "type":
        return {"kind": "type", "path": path, "must": f"of type {','.join(limit) if isinstance(limit, list) else limit}"}
    return {"kind": "other", "path": path, "must": bound(word, limit)}


def read_issues(error):
    if hasattr(error, "validator") and hasattr(error, "absolute_path"):
        return [schema_issue(error)]
    return [pydantic_issue(issue) for issue in error.errors()] if callable(getattr(error, "errors", None)) else []


def in_words(permitted):
    if len(permitted) > 10:
        return f"one of {len(permitted)} values"
    words = ", ".join(json.dumps(one, ensure_ascii=False) for one in permitted)
    return f"one of {words}" if len(permitted) > 1 else words


def sentence_of(issue):
    """In words of our own: a library's wording changes with its version, and may hold what was refused."""
    kind, permitted, must = issue["kind"], issue.get("permitted"), issue.get("must")
    name = ".".join(map(str, issue["path"]))
    if issue.get("says"):
        return issue["says"][:300]
    if kind == "required":
        return f"{name} is required{': ' + in_words(permitted) if permitted else ''}."
    if kind == "unknown":
        return f"{name} is not a parameter of this tool."
    if must or permitted:
        return f"{name or 'The arguments'} must be {must or in_words(permitted)}."
    return f"{name} is not valid." if name else "The arguments are not valid."


def complete(issue, args, schema):
    """An issue with what the definition permits there, and told apart from a missing value."""
    kind, path = issue["kind"], issue["path"]
    if kind in ("enum", "type") and value_at(args, path) is Missing:
        issue = {**issue, "kind": "required"}
    if kind == "unknown":
        names = [name for at in schemas_at(schema, path[:-1]) for name in at.get("properties") or {}]
        return {**issue, "permitted": names or None}
    if issue.get("permitted") is None and issue["kind"] in ("enum", "required"):
        for at in schemas_at(schema, path):
            if "enum" in at or "const" in at:
                return {**issue, "permitted": at.get("enum") or [at["const"]]}
    return issue


def invalid_arguments(error, args, tool):
    """Arguments that were refused, with what is permitted instead, from the validator's own definition."""
    issues = [complete(issue, args, tool.schema) for issue in read_issues(error)] or [{"kind": "other", "path": []}]
    first = issues[0]
    field = ".".join(map(str, first["path"]))
    received = value_at(args, first["path"])
    shown = first["kind"] != "required" and field and not SECRET.search(field) and received is not Missing
    return present(
        {
            "code": tool.codes.get(field, "invalid_arguments"),
            **{"class": "validation", "message": sentence_of(first), "field": field or None},
            "received": plain(received, 200) if shown else None,
            "permitted": first["permitted"][:100] if first.get("permitted") else None,
            "hint": " ".join(map(sentence_of, issues[1:6])) or None,
            "retryable": False,
            "effect": "absent" if tool.writes else None,
        }
    )


# Values and frames --------------------------------------------------------------------------------------------

SECRET = re.compile(
    r"pass(word|wd|phrase)?$|secret|token|api_?key|authorization|cookie|credential|private_?key", re.IGNORECASE
)


def plain(value, most=2_000, depth=0, left=None):
    """A copy that JSON can hold and that stays small; values under secret names are left out."""
    left = left or [500]
    left[0] -= 1
    if isinstance(value, str):
        return value[:most] + "…" if len(value) > most else value
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**200 else "…"
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if depth >= 8 or left[0] <= 0:
        return "…"
    if callable(getattr(value, "model_dump", None)):
        value = value.model_dump()
    if isinstance(value, dict):
        entries = [(str(key)[:200], one) for key, one in list(value.items())[:100]]
        return {k: "[redacted]" if SECRET.search(k) else plain(v, most, depth + 1, left) for k, v in entries}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(one, most, depth + 1, left) for one in list(value)[:100]]
    return str(value)[:100]


def length_of(value):
    return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False))


def small(value, is_list):
    """What Errata takes as a value of an event (16 KiB): of lists and objects the first, of others the beginning."""
    copy = plain(value)
    if length_of(copy) <= VALUE_LENGTH:
        return copy
    if not is_list:
        return json.dumps(copy, separators=(",", ":"), ensure_ascii=False)[:2_000] + "…"
    kept, length = [], 0
    for one in copy.items() if isinstance(copy, dict) else copy:
        length += length_of(one)
        if length <= VALUE_LENGTH:
            kept.append(one)
    return dict(kept) if isinstance(copy, dict) else kept


def is_hashed(args):
    """Whether they are short enough to be hashed beside a call."""
    nodes, characters, waiting = 5_000, HASHED_LENGTH, [args]
    while waiting and nodes >= 0 and characters >= 0:
        one, nodes = waiting.pop(), nodes - 1
        if isinstance(one, str):
            characters -= len(one)
        elif isinstance(one, dict):
            waiting.extend(one.values())
        elif isinstance(one, (list, tuple)):
            waiting.extend(one)
    return nodes >= 0 and characters >= 0


def hash_of(args):
    """Tells a repeat from another call: 16 hexadecimal digits over the arguments, whatever the order of their names."""
    if not is_hashed(args):
        return None
    text = json.dumps(args, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def is_in_app(file):
    return not re.search(r"site-packages|dist-packages|/lib/python\d|^<frozen", file.replace("\\", "/"))


def frames_of(error):
    """Newest first. Only names and numbers: the lines are read from disk when they are sent."""
    frames, at = deque(maxlen=200), error.__traceback__
    while at is not None:
        code = at.tb_frame.f_code
        name = getattr(code, "co_qualname", code.co_name)
        if code.co_filename != __file__:
            frames.appendleft({"file": code.co_filename, "line": at.tb_lineno, "function": name})
        at = at.tb_next
    return list(frames)


def exceptions_of(error):
    """The chain, outermost first."""
    chain, waiting, seen = [], [(error, None)], set()
    while waiting and len(chain) < 20:
        one, relation = waiting.pop(0)
        if id(one) in seen:
            continue
        seen.add(id(one))
        kind = type(one)
        said = present({"type": kind.__name__, "module": kind.__module__, "relation": relation})
        chain.append({**said, "message": (quietly(str, one) or "")[:8_192], "frames": frames_of(one)})
        if one.__cause__ is not None:
            waiting.append((one.__cause__, "cause"))
        elif one.__context__ is not None and not one.__suppress_context__:
            waiting.append((one.__context__, "context"))
        waiting += [(each, "group") for each in getattr(one, "exceptions", ()) if isinstance(each, BaseException)]
    return chain


def with_lines(record):
    for one in record.get("exceptions", ()):
        for frame in one["frames"]:
            code = linecache.getline(frame["file"], frame["line"]).strip()[:500]
            frame.update({"in_app": is_in_app(frame["file"]), **({"code": code} if code else {})})
    return record


# The body -----------------------------------------------------------------------------------------------------


def unmapped(writes, idempotency_key, attempt):
    """The failure fell through every named case. One retry at most, and none that could do it twice."""
    message, once = "The tool failed for a reason it has no name for.", (attempt or 1) <= 1
    said = {"code": "internal_error", "class": "transient", "message": message}
    if not writes:
        hint = "Repeat the call once, then go on without it." if once else "Do not repeat it; go on without it."
        return {**said, "hint": hint, "retryable": once}
    said.update({"message": f"{message} It may have taken effect.", "effect": "unknown"})
    if idempotency_key is None:
        return {**said, "class": "system", "hint": "Do not repeat it: that could do it twice.", "retryable": False}
    hint = "Repeat it once at most, and only with the same idempotency key."
    return {**said, "hint": hint if once else "Do not repeat it; wait for a verdict.", "retryable": once}


def body_of(parts, writes, idempotency_key, reference):
    doubtful = writes and parts["class"] in ("transient", "system")
    effect = parts.get("effect") or ("unknown" if doubtful else None)
    asked = parts["class"] == "transient" if parts.get("retryable") is None else parts["retryable"]
    is_safe = effect != "committed" and (not writes or effect == "absent" or idempotency_key is not None)
    said = {key: value for key, value in parts.items() if key != "user_message"}
    for name in {"received", "permitted"} & said.keys():
        said[name] = small(said[name], name == "permitted")
    wait = said.get("retry_after")
    if not (isinstance(wait, (int, float)) and math.isfinite(wait) and wait >= 0):
        said["retry_after"] = None
    return present({**said, "retryable": bool(asked and is_safe), "effect": effect, "reference": reference})


def user_message_of(parts, body):
    reference = body["reference"]
    if isinstance(parts.get("user_message"), str):
        return parts["user_message"].replace("{reference}", reference)
    if body.get("effect") == "unknown":
        doubt = "We cannot tell yet whether this went through. Please do not try again;"
        return f"{doubt} quote {reference} if you contact us."
    if body["class"] == "validation":
        return None
    return f"Something went wrong. If you contact us, please quote {reference}."


# The boundary -------------------------------------------------------------------------------------------------


class Tool:
    """One tool's boundary. Made by `errata.tool`."""

    def __init__(
        self, errata, name, writes, input=None, schema=None, codes=None, map=(), external_id=None, control_flow=(),
    ):  # fmt: skip
        self.errata, self.name, self.writes, self.external_id = errata, name, writes, external_id
        self.control_flow = control_flow or ()
        self.input, self.codes, self.mappings = input, codes or {}, tuple(map or ())
        model = getattr(input, "__self__", input)
        self.schema = schema
        if schema is None and callable(getattr(model, "model_json_schema", None)):
            self.schema = quietly(model.model_json_schema)

    def call(self, args, run, **context):
        """Runs the tool; never raises what it raises, except `control_flow` and what ends the process or the task.

        Context: run_id, turn, call_id, attempt, idempotency_key, tenant, trace_id, span_id, attributes.
        Without `run_id` neither attempts nor recoveries are counted.
        """
        with _Call(self, args, context) as call:
            call.value = run(call.read())
        return call.outcome

    async def acall(self, args, run, **context):
        """`call` for a coroutine function."""
        with _Call(self, args, context) as call:
            call.value = await run(call.read())
        return call.outcome

    def refuse(self, error, args, **context):
        """For dispatchers that run the tool themselves: the arguments were refused before it ran."""
        if isinstance(error, ToolError):
            return self._report(error, args, context, lambda: error.parts)
        return self._report(error, args, context, lambda: invalid_arguments(error, args, self))

    def fail(self, error, args, **context):
        """For dispatchers that run the tool themselves: it raised."""
        return self._report(error, args, context, lambda: self._named(error))

    def succeed(self, external_id=None, **context):
        """For dispatchers that run the tool themselves: it did what it should."""
        context = context_of(context)
        quietly(self.errata._count_call, self.name, context)
        quietly(self.errata._recover, self.name, context)
        if self.writes:
            quietly(self.errata._confirm_repeat, self.name, context, id_of(external_id))

    def external_id_of(self, value):
        return self.external_id and quietly(self.external_id, value)

    def cut_short(self, error, args, **context):
        """For dispatchers that run the tool themselves: a cancelled write may have landed, a read is no failure."""
        if self.writes:
            self._report(error, args, context, lambda: None)

    def _named(self, error):
        if isinstance(error, ToolError):
            return error.parts
        for mapping in (*self.mappings, *self.errata.mappings):
            found = quietly(mapping, error)
            parts = found.parts if isinstance(found, ToolError) else found
            # One that is still to be filled in names nothing.
            if parts and all(parts.get(name) for name in ("code", "class", "message")):
                return parts
        return None

    def _report(self, error, args, context, name):
        reference, event_id, context = mint_reference(), str(uuid.uuid4()), context_of(context)
        key = context.get("idempotency_key")
        attempt = context.get("attempt") or quietly(self.errata._attempt_of, self.name, context)

        def named():
            parts = name()
            return parts and (parts, body_of(parts, self.writes, key, reference))

        # A mapping, or a value in what it says, may itself raise: then the failure has no name.
        parts, body = quietly(named) or (None, None)
        if body is None:
            parts = unmapped(self.writes, key, attempt)
            body = body_of(parts, self.writes, key, reference)
        user_message = quietly(user_message_of, parts, body)
        quietly(self.errata._count_call, self.name, context)
        event = {"event_id": event_id, "tool": self.name, **body, "user_message": user_message, "attempt": attempt}
        quietly(self.errata._keep_failure, event, error, args, context)
        return Outcome(False, None, body, user_message, event_id)


class _Call:
    """A call on its way through the boundary; how the block is left decides what it was."""

    def __init__(self, tool, args, context):
        self.tool, self.args, self.context = tool, args, context
        self.is_read, self.value, self.outcome = False, None, None

    def read(self):
        read = self.tool.input(self.args) if self.tool.input else self.args
        self.is_read = True
        return read

    def __enter__(self):
        return self

    def __exit__(self, _kind, error, _traceback):
        tool = self.tool
        if error is None:
            tool.succeed(tool.external_id_of(self.value), **self.context)
            self.outcome = Outcome(True, self.value)
        elif not self.is_read and isinstance(error, Exception):
            self.outcome = tool.refuse(error, self.args, **self.context)
        elif not self.is_read or isinstance(error, tool.control_flow):
            return False
        elif isinstance(error, Exception):
            self.outcome = tool.fail(error, self.args, **self.context)
        else:
            tool.cut_short(error, self.args, **self.context)
        return self.outcome is not None


def json_of(item):
    """What JSON cannot hold is told in words: in a batch it would take all others with it, alone it would be lost."""
    try:
        return json.dumps(item, allow_nan=False)
    except (TypeError, ValueError):
        return json.dumps(plain(item, VALUE_LENGTH))


def quietly(act, *given):
    """Nothing that goes wrong in here may reach the tool."""
    try:
        return act(*given)
    except Exception:
        return None


# Sending ------------------------------------------------------------------------------------------------------


class Box:
    """What waits to be sent of one kind. What matters most is dropped last and sent first."""

    def __init__(self, kind, path, most, batch):
        self.kind, self.path, self.most = kind, path, most
        # In one request; fewer after one was too large, or too much for the server.
        self.batch = self.full_batch = batch
        self.is_overfull = False
        self.answer = "evidence_id" if kind == "evidence" else "accepted"
        self.precious, self.others, self.sending = deque(), deque(), []
        self.counts = dict.fromkeys(("accepted", "duplicate", "conflict", "rejected", "dropped"), 0)

    def __len__(self):
        return len(self.precious) + len(self.others)

    def put(self, item, is_precious):
        (self.precious if is_precious else self.others).append((item, is_precious))
        if len(self) + len(self.sending) > self.most and len(self) > 0:
            (self.others or self.precious).popleft()
            self.counts["dropped"] += 1
            self.is_overfull = True

    def take(self):
        """The next batch. It stays in `sending` until it is done or put back."""
        for waiting in (self.precious, self.others):
            while waiting and len(self.sending) < self.batch:
                self.sending.append(waiting.popleft())
        return self.sending

    def put_back(self):
        for item, is_precious in reversed(self.sending):
            (self.precious if is_precious else self.others).appendleft((item, is_precious))
        self.sending = []

    def halve(self):
        self.batch = max(1, len(self.sending) // 2)
        self.put_back()

    def done(self, is_taken):
        self.sending = []
        if is_taken:
            self.batch = min(self.full_batch, self.batch * 2)
        if len(self) == 0:
            self.is_overfull = False


class Errata:
    """The connection to Errata: one a process. `map` names exceptions for every tool, after the tool's own.

    `buffer`: at most so many events wait; beyond that the oldest are dropped, of unknown effect last.
    `on_rejected(kind, item, error)`: an item that Errata did not take. `on_problem(status, code)`: not all is taken,
    told once for each reason until it works again; else it goes to the log `errata`. Both are called on the sending
    thread. Times are in seconds.
    """

    def __init__(
        self, url, key, *, tenant=None, environment=None, service=None, release=None, map=(), buffer=10_000,
        interval=1.0, backoff=0.5, request_timeout=10.0, exit_timeout=5.0, on_rejected=None, on_problem=None,
    ):  # fmt: skip
        self.url, self.key, self.mappings = url.rstrip("/"), key, tuple(map or ())
        parts = {"tenant": tenant, "environment": environment, "service": service, "release": release}
        self.parts = present({name: id_of(part) for name, part in parts.items()})
        self.interval, self.backoff, self.request_timeout = interval, backoff, request_timeout
        self.exit_timeout, self.on_rejected, self.on_problem = exit_timeout, on_rejected, on_problem or log_problem
        self._buffer = buffer
        self._start_afresh()
        _living.add(self)

    def _start_afresh(self):
        buffer = self._buffer
        self._lock, self._send_lock, self._wakes = threading.RLock(), threading.Lock(), threading.Event()
        self._thread, self._is_closed, self._told = None, False, set()
        self._boxes = {
            "events": Box("events", "/api/v1/events?results=rejected", buffer, 500),
            "evidence": Box("evidence", "/api/v1/evidence", buffer, 1),
            "frames": Box("frames", "/api/v1/frames", max(1, buffer // 10), 100),
            "recoveries": Box("recoveries", "/api/v1/recoveries", buffer, 500),
            "calls": Box("calls", "/api/v1/calls", 1_000, 1),
        }
        self._calls, self._episodes, self._doubts = {}, OrderedDict(), OrderedDict()
        self._failures, self._not_before, self._calls_due, self._until = 0, 0.0, 0.0, math.inf

    def tool(self, name, *, writes, **options):
        """The boundary of a tool.

        `writes`: whether it changes something outside; a guess here is a bet with other people's money. `input`
        reads the arguments before the tool runs (`Model.model_validate`, or any function that raises). `schema`:
        their JSON schema, where `input` does not say what is permitted. `codes`: codes of your own by argument. `map`:
        names exceptions. `external_id`: what the outside system calls the effect, from the tool's result.
        `control_flow`: exceptions that are no failure, such as a framework's interrupt.
        """
        return Tool(self, name, writes, **options)

    def unknown_tool(self, name, tools, args, **context):
        """A model asked for a tool that is not there: it is told which are."""
        error = ToolError("unknown_tool", "not_found", "There is no tool of this name.", permitted=list(tools))
        return self.tool(name, writes=False).fail(error, args, **context)

    @property
    def stats(self):
        """How many wait, and what became of the items of each kind; of calls, their lines."""
        with self._lock:
            waiting = sum(len(box) + len(box.sending) for box in self._boxes.values())
            return {"waiting": waiting, **{kind: dict(box.counts) for kind, box in self._boxes.items()}}

    def end_run(self, run_id, outcome="gave_up"):
        """The run is over: what it did not get over counts as given up, or as handed to a person (`escalated`)."""

        def end():
            with self._lock:
                for tool, episode in self._episodes.pop(id_of(run_id), {}).items():
                    self._report_recovery(tool, id_of(run_id), episode, episode["failures"], outcome)

        quietly(end)

    def report_evidence(self, *, tool, idempotency_key, effect, source, kind, observed_at, **more):
        """What was seen outside of an effect: from a provider's callback, or a reconciliation."""
        said = {"tool": tool, "idempotency_key": idempotency_key, "effect": effect, "source": source, "kind": kind}
        item = {**self._intent_parts(), **said, "observed_at": observed_at, **present(more)}
        quietly(self._put, "evidence", item, True)

    def await_verdict(self, *, by, timeout=900.0, **target):
        """Waits until a person or a machine has settled what became of an effect; takes the verdict for `by`, the run
        that will act on it.

        Asked by tool and idempotency_key (and tenant), by event_id or by case_id. Answers a dict with `state` and
        `directive`; a directive is only there once Errata has taken the acknowledgement, and None means: go on
        waiting, or see `problem`. Never raises.
        """
        until = time.monotonic() + timeout
        target.update({name: id_of(target.get(name)) for name in ("idempotency_key", "tenant")})
        parts = self._intent_parts() if target.get("idempotency_key") is not None else {}
        answer = {"state": "none", "directive": None}
        # Else Errata would be asked about something it has not heard of yet.
        self._deliver(until, ["events"])

        def ask():
            wait = max(0, min(50, int(until - time.monotonic())))
            query = urllib.parse.urlencode({**parts, **present(target), "wait_seconds": wait})
            return self._ask(f"/api/v1/verdicts?{query}", "state", None, wait)

        def read(status, body):
            nonlocal answer
            if status != 200:
                return {**answer, "problem": str(body.get("code"))}
            answer = {**body, "directive": None}
            if body["state"] != "settled":
                return None
            refusal = self._acknowledge(body.get("verdict_id"), by, until)
            if refusal == "":
                return {**answer, "directive": body.get("directive")}
            if refusal not in ("verdict_superseded", "verdict_expired"):
                return {**answer, "problem": refusal}
            answer = {"state": "pending", "directive": None}
            return None

        return self._ask_until(until, ask, read) or answer

    async def await_verdict_async(self, **asked):
        """`await_verdict` without holding up the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(None, lambda: self.await_verdict(**asked))

    def flush(self, timeout=None):
        """Sends what waits, at most for so long; whether all of it arrived."""
        self._calls_due = 0.0
        return self._deliver(time.monotonic() + (self.exit_timeout if timeout is None else timeout))

    def _deliver(self, until, kinds=None):
        while True:
            left = until - time.monotonic()
            if self._drain(max(0.0, left), until, kinds):
                return True
            if left <= 0:
                return False
            time.sleep(max(0.001, min(self._not_before, until) - time.monotonic()))

    def close(self, timeout=None):
        """Sends what waits and ends the sending thread. Call it where you handle SIGTERM."""
        is_sent = self.flush(timeout)
        self._is_closed = True
        self._wakes.set()
        _living.discard(self)
        return is_sent

    # What the boundary calls ----------------------------------------------------------------------------------

    def _count_call(self, tool, context):
        minute, tenant = int(time.time() // 60), context.get("tenant")
        with self._lock:
            known = self._calls.get((minute, tool, tenant))
            if known is not None:
                known["count"] += 1
            elif len(self._calls) < REMEMBERED:
                at = datetime.fromtimestamp(minute * 60, timezone.utc).isoformat().replace("+00:00", "Z")
                named = {**self.parts, **present({"tenant": tenant}), "tool": tool, "minute": at, "count": 1}
                self._calls[(minute, tool, tenant)] = named
        self._wake()

    def _attempt_of(self, tool, context):
        run_id = context.get("run_id")
        if run_id is None:
            return None
        with self._lock:
            return self._episodes.get(run_id, {}).get(tool, {"failures": 0})["failures"] + 1

    def _keep_failure(self, event, error, args, context):
        occurred_at, tenant = now(), context.get("tenant")
        attributes, where = context.get("attributes"), {k: v for k, v in context.items() if k != "attributes"}
        event = {**self.parts, "occurred_at": occurred_at, **where, **event, "arguments_hash": quietly(hash_of, args)}
        if attributes:
            event["attributes"] = small(attributes, True)
        self._put("events", present(event), event.get("effect") == "unknown")
        quietly(self._remember, event, context)
        record = {**self._intent_parts(), **present({"tenant": tenant})}
        record.update({"reference": event["reference"], "event_id": event["event_id"], "tool": event["tool"]})
        record.update({"captured_at": occurred_at, "language": "python", "exceptions": exceptions_of(error)})
        kept = quietly(plain, args)
        self._put("frames", {**record, **({"arguments": kept} if isinstance(kept, dict) else {})})

    def _recover(self, tool, context):
        run_id = context.get("run_id")
        with self._lock:
            run = self._episodes.get(run_id) or {}
            episode = run.pop(tool, None)
            if not run:
                self._episodes.pop(run_id, None)
            if episode is not None:
                self._report_recovery(tool, run_id, episode, episode["failures"] + 1, "recovered")

    def _confirm_repeat(self, tool, context, external_id):
        """A repeat that succeeds under the same key proves the effect, whatever became of the first."""
        key, tenant = context.get("idempotency_key"), context.get("tenant")
        if key is None:
            return
        with self._lock:
            was_in_doubt = self._doubts.pop((tool, tenant, key), False)
        if not was_in_doubt and (context.get("attempt") or 1) <= 1:
            return
        said = {**self._intent_parts(), **present({"tenant": tenant, "external_id": external_id})}
        said.update({"tool": tool, "idempotency_key": key, "effect": "committed", "kind": "successful_repeat"})
        said.update({"source": self.parts.get("service", "runtime"), "observed_at": now()})
        self._put("evidence", said, True)

    def _remember(self, event, context):
        key, run_id = context.get("idempotency_key"), context.get("run_id")
        with self._lock:
            if event.get("effect") == "unknown" and key is not None:
                self._doubts[(event["tool"], context.get("tenant"), key)] = True
                if len(self._doubts) > REMEMBERED:
                    self._doubts.popitem(last=False)
            if run_id is None:
                return
            run = self._episodes.setdefault(run_id, {})
            begun = {"code": event["code"], "class": event["class"], "tenant": context.get("tenant"), "failures": 0}
            run.setdefault(event["tool"], begun)["failures"] += 1
            if len(self._episodes) > REMEMBERED:
                self._episodes.popitem(last=False)

    def _report_recovery(self, tool, run_id, episode, attempts, outcome):
        named = present({name: episode[name] for name in ("code", "class", "tenant")})
        said = {**self.parts, **named, "recovery_id": str(uuid.uuid4()), "run_id": run_id, "tool": tool}
        self._put("recoveries", {**said, "attempts": attempts, "outcome": outcome, "occurred_at": now()})

    def _intent_parts(self):
        return {name: value for name, value in self.parts.items() if name != "release"}

    # Sending --------------------------------------------------------------------------------------------------

    def _put(self, kind, item, is_precious=False):
        # Frames are written as JSON when they are sent, with their lines: until then nobody else holds them.
        kept = item if kind == "frames" else json_of(item)
        with self._lock:
            self._boxes[kind].put(kept, is_precious)
            is_full = len(self._boxes[kind]) >= self._boxes[kind].batch > 1
        self._wake(is_full)

    def _wake(self, at_once=False):
        if self._thread is None and not self._is_closed:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._send_for_ever, name="errata", daemon=True)
                    # An interpreter that ends starts no threads: what waits is sent as it exits.
                    quietly(self._thread.start)
        if at_once:
            self._wakes.set()

    def _send_for_ever(self):
        while not self._is_closed:
            self._wakes.wait(max(self.interval, self._not_before - time.monotonic()))
            self._wakes.clear()
            if time.monotonic() < self._not_before:
                time.sleep(min(1.0, max(0.0, self._not_before - time.monotonic())))
            else:
                quietly(self._drain, 0.0)

    def _drain(self, patience, until=math.inf, kinds=None):
        """Whether all that waited was sent. One thread sends at a time."""
        if not self._send_lock.acquire(timeout=patience):
            return False
        try:
            self._until = until
            if time.monotonic() < self._not_before:
                return False
            if time.monotonic() >= self._calls_due:
                self._close_minutes()
            return all(self._send_box(self._boxes[kind]) for kind in kinds or self._boxes)
        finally:
            self._send_lock.release()

    def _close_minutes(self):
        """Calls are reported once a minute: a report for each send would be a row for each."""
        self._calls_due = time.monotonic() + 60
        with self._lock:
            calls, self._calls = list(self._calls.values()), {}
            if calls:
                self._put("calls", {"report_id": str(uuid.uuid4()), "calls": calls})

    def _send_box(self, box):
        if box.is_overfull:
            self._tell(None, "buffer_full")
        while len(box) > 0:
            if not self._send_batch(box):
                return False
        return True

    def _send_batch(self, box):
        """False when it is to be tried again later. Sent twice, an item counts once: each has an identity."""
        with self._lock:
            items = list(box.take())
        texts = [item if isinstance(item, str) else json.dumps(with_lines(item)) for item, _ in items]
        listed = ",".join(texts)
        if len(listed) > BATCH_BYTES and len(items) > 1:
            return self._halve(box)
        wrapped = listed if box.full_batch == 1 else f'{{"{box.kind}":[{listed}]}}'
        status, body, retry_after = self._ask(box.path, box.answer, wrapped, until=self._until)
        if status == 413 and len(items) > 1:
            return self._halve(box)
        # What Errata fails over may be one item. Alone it is not sent for ever, or all others would wait behind it.
        is_fault = status == 500 and (len(items) > 1 or self._failures < FAULTS_MOST)
        if not is_fault and not is_passing(status):
            self._count(box, texts, status, body)
            return True
        with self._lock:
            box.halve() if is_fault else box.put_back()
        self._failures += 1
        self._not_before = time.monotonic() + self._back_off(self._failures, retry_after)
        self._tell(status or None, body.get("code"))
        return False

    def _halve(self, box):
        with self._lock:
            box.halve()
        return True

    def _count(self, box, texts, status, body):
        is_counted = isinstance(body.get("accepted"), int)
        is_taken = is_counted or 200 <= status <= 202
        if is_taken and self._failures > 0:
            self._told.clear()
        self._failures = 0
        said = body if is_counted else {"accepted": 1} if is_taken else {"rejected": len(texts)}
        with self._lock:
            box.done(is_taken)
            for name in ("accepted", "duplicate", "conflict", "rejected"):
                box.counts[name] += said[name] if isinstance(said.get(name), int) else 0
        if not is_taken:
            for text in texts:
                self._refused(box.kind, status, text, body)
        for result in body["results"] if isinstance(body.get("results"), list) else []:
            if isinstance(result, dict) and result.get("status") == "rejected":
                index = 0 if box.kind == "calls" else result.get("index")
                if isinstance(index, int) and 0 <= index < len(texts):
                    self._refused(box.kind, status, texts[index], result.get("error"))

    def _refused(self, kind, status, text, error):
        self._tell(status, error.get("code") if isinstance(error, dict) else None)
        if self.on_rejected:
            quietly(lambda: self.on_rejected(kind, json.loads(text), error))

    def _tell(self, status, code):
        problem = (status, code if isinstance(code, str) else "unreachable")
        if problem not in self._told:
            self._told.add(problem)
            quietly(self.on_problem, *problem)

    def _back_off(self, failures, retry_after):
        doubled = min(BACKOFF_MOST, self.backoff * 2 ** min(failures - 1, 16))
        return max(retry_after or 0, doubled * (0.75 + random.random() / 4))

    def _ask(self, path, member, body, patience=0.0, until=math.inf):
        """An answer of Errata's own, told by its `member` or by being a problem, or status 0: away, slow, or something
        else in its place, such as a proxy. Never raises.
        """
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        data = None if body is None else body.encode("utf-8", "surrogatepass")
        try:
            request = urllib.request.Request(self.url + path, data=data, headers=headers)
            timeout = max(0.05, min(patience + self.request_timeout, until - time.monotonic()))
            end = time.monotonic() + timeout
            try:
                with _opener.open(request, timeout=timeout) as response:
                    return read_answer(response.status, response, member, end)
            except urllib.error.HTTPError as refusal:
                with refusal:
                    return read_answer(refusal.code, refusal, member, end)
        except Exception:
            return 0, {}, None

    def _acknowledge(self, verdict_id, by, until):
        """Empty when taken; else the code of the refusal."""
        path = f"/api/v1/verdicts/{urllib.parse.quote(str(verdict_id), safe='')}/acknowledgements"
        refusal = self._ask_until(
            until,
            lambda: self._ask(path, "acknowledged_at", json.dumps({"by": by})),
            lambda status, body: "" if status == 200 else str(body.get("code")),
        )
        return "not_acknowledged" if refusal is None else refusal

    def _ask_until(self, until, ask, read):
        """Asks until something can be made of an answer; None when the time is over."""
        misses = 0
        while True:
            asking = time.monotonic()
            status, body, retry_after = ask()
            was_held = not is_passing(status) and time.monotonic() - asking >= 1
            found = None if is_passing(status) else read(status, body)
            left = until - time.monotonic()
            if found is not None or left <= 0:
                return found
            misses = 0 if was_held else misses + 1
            if misses:
                time.sleep(max(0.0, min(self._back_off(misses, retry_after), left)))


def is_passing(status):
    return status in (0, 429, 503)


def log_problem(status, code):
    logging.getLogger("errata").warning("Errata: %s", code if status is None else f"{status} {code}")


class _StayHere(urllib.request.HTTPRedirectHandler):
    """Elsewhere nobody is to get the key, or what is sent with it."""

    def redirect_request(self, *_):
        return None


_opener = urllib.request.build_opener(_StayHere)


def read_answer(status, response, member, end):
    text = b""
    # The time-out of the socket is one for each read, and an answer may come byte by byte. What breaks off is no JSON,
    # but how long to wait stands in the header.
    while time.monotonic() < end and len(text) < ANSWER_BYTES:
        read = quietly(response.read1, 65_536)
        if not read:
            break
        text += read
    body = quietly(json.loads, text)
    body = body if isinstance(body, dict) else {}
    is_ours = body.get(member) is not None or (status >= 400 and isinstance(body.get("code"), str))
    wait = response.headers.get("Retry-After") or ""
    retry_after = min(300.0, float(wait)) if re.fullmatch(r"\d{1,9}(\.\d+)?", wait) else None
    known = status if is_ours or status in (429, 503) else 0
    return known, body if is_ours else {"code": "redirected"} if 300 <= status < 400 else {}, retry_after


# Ending -------------------------------------------------------------------------------------------------------

_living = weakref.WeakSet()


@atexit.register
def _send_what_is_left():
    for one in list(_living):
        quietly(one.flush)


def _forget_the_parents():
    """A forked child has no sending thread; what waited is the parent's to send."""
    for one in list(_living):
        one._start_afresh()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_the_parents)
