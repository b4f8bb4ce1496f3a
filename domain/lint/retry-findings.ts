import type { EventClass } from "../event-class";
import { lacksOf } from "../said-less";
import type { LintFacts } from "./facts";
import { finding, type LintFinding } from "./finding";
import { LINT_RULES, type LintCode } from "./rules";

const LACKS: Readonly<Record<string, LintCode>> = {
  message: "message_missing",
  field: "field_missing",
  "permitted or hint": "correction_missing",
  retry_after: "retry_after_missing",
  effect: "effect_missing",
};

/** What its class needs and it does not say (EXPERIENCE "saying less"), by the rule the registry of codes counts by. */
export function lackFindings(facts: LintFacts): LintFinding[] {
  const { body, effect, writes } = facts;
  const retryable = typeof body.retryable === "boolean" ? body.retryable : null;
  return lacksOf({ ...body, class: facts.class, effect, retryable }, writes).flatMap(({ field }) => {
    const code = LACKS[field];
    if (code === undefined) return [];
    return [finding(code, [], code === "effect_missing" && writes === true ? WRITES : {})];
  });
}

const WRITES = {
  severity: "error" as const,
  why: "The tool writes, and nobody can tell whether a repeat would do it twice.",
  fix: "Say effect: absent, committed or unknown.",
};

/** What repeating each class could not mend; of the rest it may be right. */
const AGAINST: { readonly [name in EventClass]?: Partial<LintFinding> } = {
  validation: { fix: "Say retryable: false; a corrected call is another call." },
  authorization: { fix: "Say retryable: false, and what permission is missing." },
  not_found: { severity: "warning", fix: "Say retryable: false; the plan has to change." },
  system: { severity: "warning", fix: "Say retryable: false; what is broken stays so for a while." },
  semantic: { severity: "warning", fix: "Say retryable: false; it ran, and the same call gives the same." },
};

/** What is wrong with its advice to repeat. */
export function retryFindings(facts: LintFacts): LintFinding[] {
  const { body, class: errorClass } = facts;
  const found: LintFinding[] = [];
  const against = AGAINST[errorClass];
  if (body.retryable === true && against !== undefined)
    found.push(finding("retry_against_class", ["retryable"], against));
  if (isUnsafeRetry(facts)) found.push(finding("unsafe_retry", ["retryable"], unsafeOf(facts)));
  return [...found, ...retryAfterFindings(facts)];
}

const MOST_SECONDS = 86_400;

function retryAfterFindings({ body, class: errorClass }: LintFacts): LintFinding[] {
  const { retry_after, retryable } = body;
  if (typeof retry_after !== "number") return [];
  const found: LintFinding[] = [];
  const idle = retryable === false || (typeof retryable !== "boolean" && errorClass !== "transient");
  if (idle && retry_after > 0) found.push(finding("retry_after_idle", ["retry_after"]));
  if (retry_after > MOST_SECONDS) found.push(finding("retry_after_long", ["retry_after"]));
  return found;
}

/** Told to repeat, while a repeat may do it twice. On a tool of which nobody knows whether it writes, it may be none. */
function isUnsafeRetry({ body, effect, keyed, writes }: LintFacts): boolean {
  return body.retryable === true && !keyed && effect !== "absent" && writes !== false;
}

function unsafeOf({ effect, writes, unmapped }: LintFacts): Partial<LintFinding> {
  if (writes !== true && effect === null)
    return {
      severity: "warning",
      why: "If the tool writes, this invites a repeat that may do the effect twice: no idempotency key protects it.",
    };
  const why = unmapped
    ? "The failure has no name, the tool may have written, and it invites a repeat that no idempotency key protects."
    : LINT_RULES.unsafe_retry.why;
  return { why };
}

/** Whether a repeat must not be advised: what the linter calls an error, not what it only warns of. */
export function mustNotRetry(facts: LintFacts): boolean {
  return retryFindings(facts).some(
    ({ severity, pointer }) => severity === "error" && pointer === "/retryable",
  );
}

const REFUSED: ReadonlySet<EventClass> = new Set(["validation", "authorization", "not_found"]);
/** What a call that got no answer is called. */
const NO_ANSWER = /time_?out|timed_out|deadline|hang_?up|connection_(?:reset|closed|lost)|no_answer|gateway/;

/** What is wrong with what it says of its effect. */
export function effectFindings(facts: LintFacts): LintFinding[] {
  const { effect, effect_sent, keyed, writes, code } = facts;
  const at = ["effect"];
  if (effect === null) return [];
  const found: LintFinding[] = [];
  if (effect_sent !== null)
    found.push(
      effect_sent.trim().toLowerCase() === effect
        ? finding("effect_folded", at)
        : finding("effect_unrecognised", at),
    );
  if (effect === "unknown" && !keyed) found.push(finding("unknown_without_key", at));
  if (writes === false && effect !== "absent") found.push(finding("effect_of_reading", at));
  if (REFUSED.has(facts.class) && effect !== "absent") found.push(finding("effect_against_class", at));
  if (effect === "absent" && facts.class === "transient" && writes !== false && NO_ANSWER.test(code.code))
    found.push(finding("absent_in_doubt", at));
  return found;
}
