import type { Effect } from "./effect";
import type { EventClass } from "./event-class";
import { maskLeaks } from "./leaks";
import type { Verdict } from "./verdict";

export type ToSay = {
  reference: string;
  class: EventClass;
  effect: Effect | null;
  /** The sentence the user was given at the time, if the producer sent it. */
  user_message: string | null;
  /** Whether a person declared that the tool only reads. */
  read_only: boolean;
  case: { state: "open" | "awaiting_second" | "settled"; verdict: Verdict | null } | null;
};

export type SayToUser = {
  /** What happened, with the reference in it. */
  sentence: string;
  /** What is safe to promise, given the effect and the case. */
  promise: string;
  /** What must not be said or tried; null when nothing is dangerous. */
  do_not: string | null;
};

/**
 * What support may say about a failure. The settled case speaks for the whole intent and goes before the
 * effect of one attempt; an unknown effect promises nothing but an answer.
 */
export function sayToUser(event: ToSay): SayToUser {
  return { sentence: sentenceOf(event), ...promiseOf(event) };
}

const WHAT_HAPPENED: Readonly<Record<EventClass, string>> = {
  validation: "The request could not be carried out as it was given: a detail in it was not accepted",
  authorization: "The request was stopped because the assistant is not allowed to do this",
  not_found: "Something the request refers to could not be found",
  transient: "A service we depend on did not answer as it should at that moment",
  system: "Something failed on our side while the request was carried out",
  semantic: "The step ran, but its result was not what had been asked for",
  unclassified: "Something failed while the request was carried out",
};

/** What leaked then is not said again, whoever reads it out. */
function sentenceOf({ user_message, reference, class: errorClass }: ToSay): string {
  const told = maskLeaks(user_message?.trim() ?? "");
  if (told === "") return `${WHAT_HAPPENED[errorClass]} (reference ${reference}).`;
  if (told.includes(reference)) return told;
  return `${/[.!?…]$/u.test(told) ? told : `${told}.`} (Reference ${reference}.)`;
}

type Advice = Omit<SayToUser, "sentence">;

function promiseOf(event: ToSay): Advice {
  if (event.case?.state === "settled" && event.case.verdict !== null) return SETTLED[event.case.verdict];
  if (event.case !== null) return BEING_CHECKED;
  if (event.effect === "unknown") return NOT_YET_CHECKED;
  if (event.effect === "committed") return COMMITTED;
  if (event.effect === "absent" || event.read_only) return nothingChanged(event);
  return NOT_REPORTED;
}

const SETTLED: Readonly<Record<Verdict, Advice>> = {
  committed: {
    promise: "It has been checked: it did happen. Nothing needs to be repeated.",
    do_not: "Do not start it again: it would happen twice.",
  },
  absent: {
    promise: "It has been checked: it did not happen. The assistant has been told that it may try again.",
    do_not: "Do not repeat it by hand as well: the assistant's own repeat may be under way.",
  },
  compensated: {
    promise: "It has been checked: it happened and was undone. As it stands, nothing has changed.",
    do_not: "Do not say that it never happened: the user may see both entries.",
  },
  undeterminable: {
    promise:
      "It has been checked, and nobody can tell for certain whether it happened. It will not be tried again by itself.",
    do_not: "Promise neither that it happened nor that it did not.",
  },
};

const CHECKING =
  "Do not say that it failed or that it worked, and do not start it again: it may already have happened.";

const BEING_CHECKED: Advice = {
  promise:
    "It is not certain yet whether it took effect. A person is checking; promise that the user will hear the outcome.",
  do_not: CHECKING,
};

const NOT_YET_CHECKED: Advice = {
  promise: "It is not certain whether it took effect. Promise only that it will be looked into.",
  do_not: CHECKING,
};

const COMMITTED: Advice = {
  promise: "Although an error was shown, it did take effect.",
  do_not: "Do not start it again: it would happen twice.",
};

const NOT_REPORTED: Advice = {
  promise:
    "Whether anything was changed was not reported. Promise only that the failure is known and recorded.",
  do_not: "Do not promise that nothing happened.",
};

const WHAT_NEXT: Readonly<Record<EventClass, string>> = {
  validation: "It can be tried again with that detail corrected.",
  authorization: "Trying again will not help; it needs somebody who is allowed to do it.",
  not_found: "It can be tried again once it is clear what is meant, for instance with the right number.",
  transient: "It can be tried again in a little while.",
  system: "The user has done nothing wrong and cannot fix it; trying again at once will probably fail too.",
  semantic: "It can be asked for again in other words.",
  unclassified: "What would help is not known.",
};

function nothingChanged({ class: errorClass, read_only }: ToSay): Advice {
  const nothing = read_only ? "Nothing was changed: this only looks things up." : "Nothing was changed.";
  return { promise: `${nothing} ${WHAT_NEXT[errorClass]}`, do_not: null };
}
