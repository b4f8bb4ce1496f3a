import { isCarriedNumber, parseJson } from "./json";
import type { ProbeOutcome, ProbeRule } from "./probe";
import { readPath } from "./probe-request";
import { scrubText } from "./scrub/scrub-text";
import { plainText } from "./template";
import { cutToBytes, sanitizeText } from "./text";

/** What came back. */
export type ProbeAnswer = { status: number; body: string; truncated: boolean };

export type ProbeReading = {
  outcome: ProbeOutcome;
  /** The rule that held, counted from 0. */
  rule: number | null;
  /** What stood at its path, hidden, scrubbed and then cut. */
  found: string | null;
  /** Why it says nothing. */
  error: { code: string; message: string } | null;
};

const FOUND_BYTES = 200;

/**
 * What an answer says about the effect: the first rule that holds decides. No rule is stretched: an answer that
 * is no JSON, or is cut, fits no path, and `missing` holds only where the place it would be at is there, so
 * that an error page is never taken for an absence. `hide` takes out what nobody may see of what was found.
 */
export function readAnswer(
  answer: ProbeAnswer,
  rules: readonly ProbeRule[],
  hide: (text: string) => string = (text) => text,
): ProbeReading {
  const refused = refusalOf(answer.status);
  if (refused !== null) return { outcome: "failed", rule: null, found: null, error: refused };
  const body = jsonOf(answer);
  for (const [index, rule] of rules.entries()) {
    const held = holds(rule, answer.status, body);
    if (held === null) continue;
    const found = held.found === null ? null : shorten(hide(sanitizeText(held.found)));
    return { outcome: rule.effect, rule: index, found, error: null };
  }
  const asked = rules.some(({ statuses, path }) => path !== null && statuses.includes(answer.status));
  const message =
    asked && body === null
      ? `It answered ${answer.status} with ${answer.truncated ? "more than is read" : "what is no JSON"}.`
      : `It answered ${answer.status}, and no rule says what that means.`;
  return { outcome: "inconclusive", rule: null, found: null, error: { code: "no_rule_held", message } };
}

function refusalOf(status: number): ProbeReading["error"] {
  const message = `It answered ${status}, which says nothing about the effect.`;
  if (status >= 500) return { code: "server_error", message };
  if (status >= 300 && status < 400) return { code: "redirected", message };
  if (status === 429) return { code: "too_many_requests", message };
  return [401, 403, 407].includes(status) ? { code: "not_let_in", message } : null;
}

/** A JSON body in a box, so that `null` is told from none. */
type Body = { json: unknown } | null;

function jsonOf({ body, truncated }: ProbeAnswer): Body {
  if (truncated) return null;
  try {
    return { json: parseJson(body) };
  } catch {
    return null;
  }
}

function holds(rule: ProbeRule, status: number, body: Body): { found: string | null } | null {
  if (!rule.statuses.includes(status)) return null;
  if (rule.path === null) return { found: null };
  const place = body === null ? null : placeAt(body.json, readPath(rule.path) ?? []);
  if (place === null) return null;
  const { value } = place;
  const text = plainText(value);
  switch (rule.comparison) {
    case "exists":
      return isThere(value) ? { found: text } : null;
    case "missing":
      return isThere(value) ? null : { found: null };
    case "equals":
    case "one_of":
      return text !== null && rule.values.includes(text) ? { found: text } : null;
    case null:
      return null;
  }
}

const isThere = (value: unknown) => value !== undefined && value !== null;

/** The value at a path, undefined where only the last step leads nowhere; null when an earlier one does. */
function placeAt(json: unknown, steps: readonly string[]): { value: unknown } | null {
  const last = steps.at(-1);
  const parent = steps.slice(0, -1).reduce<unknown>(memberOf, json);
  if (last === undefined || typeof parent !== "object" || parent === null || isCarriedNumber(parent))
    return null;
  return { value: memberOf(parent, last) };
}

/** Own members only: `constructor` and `length` are nobody's data. */
function memberOf(value: unknown, step: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value) && !/^(?:0|[1-9]\d{0,8})$/.test(step)) return undefined;
  return Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined;
}

/** Scrubbed first: the beginning of a secret is not known for one. */
function shorten(text: string): string {
  return cutToBytes(scrubText(text).text, FOUND_BYTES).text;
}
