import { DEFAULT_WORDINGS, QUOTED_REFERENCE, WHAT_HAPPENED } from "./default-wordings";
import type { Effect } from "./effect";
import { withoutHidden } from "./hidden-characters";
import { maskLeaks } from "./leaks";
import { saysNothing } from "./says-nothing";
import { type CaseStanding, isUnchanged, type Standing, standingOf } from "./standing";
import { type Retry, retryWords, whatNext } from "./what-next";
import { fillWording, ownWording, type Placeholder, type Wording, type Wordings } from "./wordings";

export type ToSay = Retry & {
  reference: string;
  tool: string;
  code: string;
  effect: Effect | null;
  /** The sentence the user was given at the time, if the producer sent it. */
  user_message: string | null;
  /** Whether a person declared that the tool only reads. */
  read_only: boolean;
  case: CaseStanding | null;
};

/** In whose words and whose time it is said. */
export type Saying = { wordings: Wordings; zone: string; now: string };

export type SayToUser = Wording & { standing: Standing };

/**
 * What support may say about a failure: the installation's wording for its class and where its effect stands, else the
 * default, filled in. The sentence has the reference in it, and says nothing that is not known (decision 0094).
 */
export function sayToUser(event: ToSay, saying: Saying): SayToUser {
  const standing = standingOf(event);
  const wording = ownWording(saying.wordings, event.class, standing) ?? DEFAULT_WORDINGS[standing];
  const values = valuesOf(event, standing, saying);
  return { ...fillAll(wording, values), standing };
}

function fillAll(wording: Wording, values: Values): Wording {
  const named =
    wording.sentence.includes("{what_happened}") && isNamedIn(values.what_happened(), values.reference());
  const sentence = named ? wording.sentence.replace(QUOTED_REFERENCE, "") : wording.sentence;
  return {
    sentence: fillWording(sentence, values),
    promise: fillWording(wording.promise, values),
    do_not: wording.do_not === null ? null : fillWording(wording.do_not, values),
  };
}

const OF_A_WORD = /[\p{L}\p{N}\p{M}_-]/u;

/** Whether a text names a reference as a word of its own: `12` is not named by `4123`, nor by `12.50`. */
function isNamedIn(text: string, reference: string): boolean {
  for (let at = text.indexOf(reference); at >= 0; at = text.indexOf(reference, at + 1)) {
    const before = text.slice(0, at);
    const after = text.slice(at + reference.length);
    const runsOn = OF_A_WORD.test(after.slice(0, 2).match(/./u)?.[0] ?? "") || /^[.,:/]\p{N}/u.test(after);
    const began = OF_A_WORD.test(before.slice(-2).match(/.$/u)?.[0] ?? "") || /\p{N}[.,:/]$/u.test(before);
    if (!runsOn && !began) return true;
  }
  return false;
}

/** Each made only where a template names it. */
type Values = Readonly<Record<Placeholder, () => string>>;

function valuesOf(event: ToSay, standing: Standing, { zone, now }: Saying): Values {
  const { occurred_at } = event;
  const settled_at = event.case?.settled_at;
  return {
    reference: () => withoutHidden(event.reference),
    tool: () => withoutHidden(event.tool),
    code: () => withoutHidden(event.code),
    what_happened: () => whatHappened(event, standing),
    when: () => instantInWords(occurred_at, zone),
    what_next: () => whatNext(event, now),
    retry_after: () => retryWords(event, now),
    settled: () => (settled_at ? instantInWords(settled_at, zone) : "at a time that is not known"),
  };
}

/**
 * What the user was told is repeated as it is only where it is known that nothing was changed. Elsewhere it may have been
 * wrong ("Your refund failed"), so it is quoted as what was said at the time.
 */
function whatHappened({ user_message, class: errorClass }: ToSay, standing: Standing): string {
  const told = maskLeaks(withoutHidden(user_message ?? "").trim()); // what leaked then is not said again
  if (saysNothing(told)) return WHAT_HAPPENED[errorClass];
  const ended = /[.!?…]["”’)]?$/u.test(told) ? told : `${told}.`;
  return isUnchanged(standing) ? ended : `At the time you were told: “${ended}”`;
}

/** `30 November 2026 at 08:12 UTC` */
function instantInWords(iso: string, zone: string): string {
  const parts = {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  const format = new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: zone, timeZoneName: "short" });
  return format.format(new Date(iso));
}
