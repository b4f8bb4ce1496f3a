import { isCarriedNumber } from "../json";
import type { LeakKind } from "../leak-kinds";
import { maskedExample } from "../leaks";
import { leaksIn } from "../leaks-in-body";
import { REPORTED_FIELDS } from "../reported-event";
import type { ScrubRules } from "../scrub/scrub-rules";
import { type Scrub, scrubUnder, scrubValue } from "../scrub/scrub-value";
import type { Body } from "./facts";
import { finding, type LintFinding } from "./finding";

/** Names and numbers that are stored as they come; a token is looked at only where it is none. */
const AS_SENT: ReadonlySet<string> = new Set([
  "reference", "idempotency_key", "attempt", "run_id", "turn", "call_id", "arguments_hash", "trace_id", "span_id",
  "event_id", "occurred_at", "retryable", "retry_after",
]); // biome-ignore format: one list
const TOKENS: ReadonlySet<string> = new Set(["code", "error", "type", "class", "effect"]);
const TOKEN = /^[\w.-]{1,100}$/;

/** The body without the values that are hidden before anything is stored, and a finding for each place. */
export function hideSecrets(
  body: Body,
  rules: ScrubRules | undefined,
): { body: Body; findings: LintFinding[] } {
  const findings: LintFinding[] = [];
  const clean = Object.entries(body).map(([field, value]): [string, unknown] => {
    const scrub: Scrub = rules === undefined ? { found: 0 } : { found: 0, rules };
    const [name, hidden] = scrubField(field, value, body.field, scrub);
    if (scrub.found > 0) findings.push(finding("secret", changedAt(value, hidden, [name])));
    return [name, hidden];
  });
  return { body: Object.fromEntries(clean), findings };
}

function scrubField(field: string, value: unknown, named: unknown, scrub: Scrub): [string, unknown] {
  if (AS_SENT.has(field)) return [field, value];
  if (TOKENS.has(field) && typeof value === "string" && TOKEN.test(value)) return [field, value];
  if (field === "received" || field === "permitted") return [field, scrubUnder(named, field, value, scrub)];
  if (REPORTED_FIELDS.has(field)) return [field, scrubValue(value, scrub)];
  return Object.entries(scrubValue({ [field]: value }, scrub) as object)[0] ?? [field, value];
}

type Path = (string | number)[];

/** The first place in which the two differ. */
function changedAt(before: unknown, after: unknown, at: Path): Path {
  if (typeof before !== "object" || typeof after !== "object" || before === null || after === null) return at;
  for (const [name, value] of Object.entries(after)) {
    const was: unknown = Reflect.get(before, name);
    if (was !== value) return Object.hasOwn(before, name) ? changedAt(was, value, [...at, name]) : at;
  }
  return at;
}

/** What `attributes` of an event hold is for the log; everything else of it the caller got. */
function isForTheLog(field: string, isEvent: boolean): boolean {
  return AS_SENT.has(field) || (isEvent && LOG.has(field));
}
const LOG: ReadonlySet<string> = new Set([
  "attributes",
  "tool",
  "tenant",
  "environment",
  "service",
  "release",
]);

/** What leaked into the body: each kind once for each member, at the first place. */
export function leakFindings(body: Body, isEvent: boolean): LintFinding[] {
  return Object.entries(body).flatMap(([field, value]) =>
    isForTheLog(field, isEvent) ? [] : leaksOfField(field, value),
  );
}

/** Whether anything leaked into this member of what the caller got. */
export function fieldLeaks(field: string, value: unknown, isEvent: boolean): boolean {
  return !isForTheLog(field, isEvent) && leaksOfField(field, value).length > 0;
}

function leaksOfField(field: string, value: unknown): LintFinding[] {
  const found = new Map<LeakKind, LintFinding>();
  const look = (text: string, path: Path, isName: boolean) => {
    const leaks = leaksIn(field, text, isName);
    for (const { kind } of leaks)
      if (!found.has(kind))
        found.set(
          kind,
          finding("leak", path, {
            ...LEAK_SAYS[kind],
            leak: { kind, shown: maskedExample(text, leaks, kind) },
          }),
        );
  };
  if (!REPORTED_FIELDS.has(field)) look(field, [field], true);
  eachText(value, [field], look);
  return [...found.values()];
}

function eachText(
  value: unknown,
  path: Path,
  look: (text: string, path: Path, isName: boolean) => void,
): void {
  if (typeof value === "string") look(value, path, false);
  if (typeof value !== "object" || value === null || isCarriedNumber(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) look(name, [...path, name], true);
    eachText(member, [...path, name], look);
  }
}

const LEAK_SAYS: Readonly<Record<LeakKind, { why: string; fix: string }>> = {
  trace: {
    why: "A stack trace stands in what the caller gets: a model learns nothing from it, a stranger learns your inside.",
    fix: "Say the code and the correction; send the trace to the frames door.",
  },
  path: {
    why: "A path of your machines stands in what the caller gets.",
    fix: "Name the thing, not the file that holds it.",
  },
  sql: {
    why: "SQL or a database's own error stands in what the caller gets.",
    fix: "Map the database's error to a code of yours; its words belong to the frames.",
  },
  secret_url: {
    why: "An address with a credential in it stands in what the caller gets.",
    fix: "Leave credentials out of addresses, and change this one.",
  },
  email_address: {
    why: "An e-mail address that the caller did not send stands in what it gets.",
    fix: "Say whose it is by an id that the caller sent.",
  },
};
