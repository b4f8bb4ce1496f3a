import type { EventClass } from "./event-class";
import type { Standing } from "./standing";
import type { Wording } from "./wordings";

/** Left out where the words before it name the reference already. */
export const QUOTED_REFERENCE = " (Reference {reference}.)";

/** What happened, where the user was told nothing that could be repeated. */
export const WHAT_HAPPENED: Readonly<Record<EventClass, string>> = {
  validation: "The request could not be carried out as it was given: a detail in it was not accepted.",
  authorization: "The request was stopped because the assistant is not allowed to do this.",
  not_found: "Something the request refers to could not be found.",
  transient: "A service we depend on did not answer as it should at that moment.",
  system: "Something failed on our side while the request was carried out.",
  semantic: "The step ran, but its result was not what had been asked for.",
  unclassified: "Something failed while the request was carried out.",
};

const sentence = (rest: string) => `{what_happened}${rest}${QUOTED_REFERENCE}`;
const AGAIN = "Until that is known, do not start it again: it may already have happened.";
const NEITHER = "Do not say either that it failed or that it worked.";

/** What Errata says before an admin has found better words: plain, and no more than is known. */
export const DEFAULT_WORDINGS: Readonly<Record<Standing, Wording>> = {
  absent: {
    sentence: sentence(""),
    promise: "Nothing was changed. {what_next}",
    do_not: null,
  },
  read_only: {
    sentence: sentence(""),
    promise: "Nothing was changed: this only looks things up. {what_next}",
    do_not: null,
  },
  not_reported: {
    sentence: sentence(""),
    promise:
      "Whether anything was changed was not reported. Promise only that the failure is known and recorded.",
    do_not: "Do not promise that nothing happened.",
  },
  committed: {
    sentence: sentence(" It did take effect all the same."),
    promise: "Although an error was shown, it did take effect. Nothing needs to be repeated.",
    do_not: "Do not start it again: it would happen twice.",
  },
  unknown: {
    sentence: sentence(" It is not certain whether it took effect."),
    promise: "It is not certain whether it took effect. Promise only that it will be looked into.",
    do_not: `${AGAIN} ${NEITHER}`,
  },
  open: {
    sentence: sentence(" It is not certain yet whether it took effect; it waits for a person to check."),
    promise:
      "It is not certain yet whether it took effect. A person will check; promise that the user will hear the outcome.",
    do_not: `${AGAIN} ${NEITHER}`,
  },
  open_committed: {
    sentence: sentence(" It did take effect all the same, and a person is checking it."),
    promise:
      "Although an error was shown, it did take effect. A person is checking it; promise that the user will hear the outcome.",
    do_not: "Do not start it again: it would happen twice.",
  },
  awaiting_second: {
    sentence: sentence(
      " It is not certain yet whether it took effect; it was checked once, and a second person has to confirm.",
    ),
    promise:
      "It is not certain yet whether it took effect. One person has checked, a second has to confirm; promise that the user will hear the outcome.",
    do_not: `${AGAIN} ${NEITHER}`,
  },
  settled_committed: {
    sentence: sentence(" It has been checked since: it did take effect."),
    promise: "It has been checked: it did happen. Nothing needs to be repeated.",
    do_not: "Do not start it again: it would happen twice.",
  },
  settled_absent: {
    sentence: sentence(" It has been checked since: it did not take effect."),
    promise: "It has been checked: it did not happen. The assistant is free to try it again.",
    do_not: "Do not repeat it by hand as well: the assistant's own repeat may be under way.",
  },
  settled_compensated: {
    sentence: sentence(" It has been checked since: it took effect and was undone."),
    promise: "It has been checked: it happened and was undone. As it stands, nothing has changed.",
    do_not: "Do not say that it never happened: the user may see both entries.",
  },
  settled_undeterminable: {
    sentence: sentence(" It has been checked since, and nobody can tell for certain whether it took effect."),
    promise:
      "It has been checked, and nobody can tell for certain whether it happened. It will not be tried again by itself.",
    do_not: "Do not start it again, and promise neither that it happened nor that it did not.",
  },
};
