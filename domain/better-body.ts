import type { Effect } from "./effect";
import type { EventClass } from "./event-class";
import { stringifyJson } from "./json";
import { leaksOfBody, maskBody } from "./leaks-in-body";
import { lacksOf, type SaidBody } from "./said-less";
import { saysNothing } from "./says-nothing";

/** A body as a model got it, as far as what would better it depends on it. */
export type ToBetter = SaidBody & {
  /** The code it counts as. */
  code: string;
  /** Whether that code names no condition. */
  unmapped: boolean;
  /** The value or arguments that were refused. */
  received?: unknown;
};

/** One member that is missing or says too little: why, and what could stand there. */
export type Betterment = { field: string; why: string; example: unknown };

/**
 * What the contract would have wanted in a body, for people who write tools and for whatever checks bodies before they
 * are shipped. Pure: `writes` is what is known of the tool (null: nobody declared it). Examples are made from the body
 * where it holds something to make them from; a value in ‹these› has to be put in by somebody who knows.
 * Empty: it says all that a failure of its class needs.
 */
export function bettermentsOf(body: ToBetter, writes: boolean | null): Betterment[] {
  return [...namelessOf(body), ...lacksOf(body, writes).map((lack) => withExample(lack, body))];
}

/** The body with what was missing put in, in the order in which it would be sent. */
export function betterBody(
  sent: Readonly<Record<string, unknown>>,
  betterments: readonly Betterment[],
): Record<string, unknown> {
  const added = Object.fromEntries(betterments.map(({ field, example }) => [field, example]));
  const { reference, ...rest } = { ...sent, ...added };
  return { ...rest, ...(reference === undefined ? {} : { reference }) };
}

/**
 * A body to better, without what leaked into it: a sentence of which nothing else is left counts as missing. A value handed
 * back stays as it is where nothing leaked into it that was not the caller's own.
 */
export function withoutLeaks<Body extends object>(body: Body): Body {
  const received: unknown = Reflect.get(body, "received");
  const masked = maskBody(body);
  const kept = leaksOfBody({ received }).length === 0 && received !== undefined ? { received } : {};
  const entries = Object.entries({ ...masked, ...kept });
  return Object.fromEntries(
    entries.filter(
      ([field, value]) => !SENTENCES.has(field) || typeof value !== "string" || !saysNothing(value),
    ),
  ) as Body;
}

const SENTENCES: ReadonlySet<string> = new Set(["message", "hint", "precondition"]);

/** A code that names no condition and a class that is none leave nothing to key on, whatever else is said. */
function namelessOf({ unmapped, class: errorClass }: ToBetter): Betterment[] {
  const nameless: Betterment[] = [];
  if (unmapped)
    nameless.push({
      field: "error",
      why: "The code names no condition: nobody can count it, branch on it or look it up.",
      example: "‹a code of your own, such as invalid_status›",
    });
  if (errorClass === "unclassified")
    nameless.push({
      field: "class",
      why: "Without one of the six classes the model cannot tell whether to repeat, correct, wait or stop.",
      example: "‹validation, authorization, not_found, transient, system or semantic›",
    });
  return nameless;
}

function withExample({ field, why }: { field: string; why: string }, body: ToBetter): Betterment {
  switch (field) {
    case "message":
      return { field, why, example: `‹one sentence: what was wrong with this call, in words of yours›` };
    case "field":
      return { field, why, example: onlyArgument(body.received) ?? "‹the argument that was refused›" };
    case "permitted or hint":
      return { field: "hint", why, example: hintFor(body) };
    case "retry_after":
      return { field, why, example: RETRY_AFTER_SECONDS };
    case "effect":
      return { field, why, example: EFFECT_OF[body.class] };
    default:
      return { field, why, example: `‹${field}›` };
  }
}

const RETRY_AFTER_SECONDS = 30;

/** What most failures of a class did; a tool that knows better says so. */
const EFFECT_OF: Readonly<Record<EventClass, Effect>> = {
  validation: "absent",
  authorization: "absent",
  not_found: "absent",
  transient: "unknown",
  system: "unknown",
  semantic: "committed",
  unclassified: "unknown",
};

/** The name of the one argument that came, if it was one. */
function onlyArgument(received: unknown): string | null {
  if (typeof received !== "object" || received === null || Array.isArray(received)) return null;
  const names = Object.keys(received);
  return names.length === 1 ? (names[0] ?? null) : null;
}

const SHOWN_CHARACTERS = 60;

function hintFor({ field, received }: ToBetter): string {
  const only = onlyArgument(received);
  const argument = typeof field === "string" && field !== "" ? field : only;
  const came = only === null ? received : Reflect.get(received as object, only);
  const text =
    came === undefined || came === null ? "" : typeof came === "string" ? came : stringifyJson(came);
  const instead = text.trim() !== "" && text.length <= SHOWN_CHARACTERS ? `, not ${text}` : "";
  return `${argument === null ? "Give" : `Give ${argument} as`} ‹what would have been accepted›${instead}.`;
}
