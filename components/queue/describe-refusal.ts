import { ApiError, describeError } from "@/lib/client/api-error";

export type Refusal = {
  title: string;
  /** Who, what, when */
  text: string;
  /** The next step */
  next: string;
  /** Where the next step is, to be opened beside the page */
  link?: { href: string; label: string };
  code: string | null;
  reference: string | null;
};

type Format = (iso: string) => string;
type Said = { title: string; text: string; next: string };

function textOf(error: ApiError, detail: string): string | null {
  const value = error.problem[detail];
  return typeof value === "string" ? value : null;
}

/** The refusals that a person meets while working on a case, each in words and with what to do next. */
const REFUSALS: Readonly<Record<string, (error: ApiError, format: Format) => Said>> = {
  claimed_by_other: (error, format) => {
    const until = textOf(error, "claim_expires_at");
    const holder = textOf(error, "claimed_by") ?? "Somebody else";
    return {
      title: `${holder} holds this case`,
      text: until
        ? `Their claim lasts until ${format(until)}, unless they renew it.`
        : "Their claim is live.",
      next: "Wait for it to end, or ask them to give it back. What you wrote is kept in this tab.",
    };
  },
  claim_expired: (error, format) => {
    const at = textOf(error, "claim_expires_at");
    return {
      title: "Your claim has ended",
      text: `${at ? `It ended at ${format(at)}. ` : ""}Nothing was sent, and nothing changed.`,
      next: "Claim the case again and look once more before you send. What you wrote is kept.",
    };
  },
  unauthenticated: () => ({
    title: "You were signed out",
    text: "Nothing was sent, and nothing changed.",
    next: "Sign in again in a new tab, then send it again. What you wrote is kept.",
  }),
  claim_required: () => ({
    title: "You do not hold this case",
    text: "Nothing was sent: only who holds a case may settle it.",
    next: "Claim it first. What you wrote is kept.",
  }),
  already_settled: (error, format) => {
    const by = textOf(error, "by") ?? textOf(error, "settled_by") ?? "Somebody else";
    const at = textOf(error, "settled_at");
    return {
      title: `${by} has settled this case`,
      text: `${at ? `That was at ${format(at)}. ` : ""}Your verdict was not sent: a case has one answer at a time.`,
      next: "Read their verdict below. If yours is different, reopen the case and say why.",
    };
  },
  awaiting_second: (error) => ({
    title: "A verdict waits for a second person",
    text: `${textOf(error, "by") ?? "Somebody"} has proposed one, so nothing was sent.`,
    next: "Agree with it, or send it back.",
  }),
  attempts_not_settled: (error) => ({
    title: "Not every attempt is settled",
    text: error.problem.message,
    next: "It may have happened twice: say under Attempts what became of each, then send it again.",
  }),
  verdict_contradicts_attempts: (error) => ({
    title: "The answer contradicts what was found of its attempts",
    text: error.problem.message,
    next: "Choose the answer that follows from them, or look at the attempts again.",
  }),
  evidence_says_committed: (error) => ({
    title: "Evidence says that it happened",
    text: "Nothing was sent: told that it did not, the runtime would do it again.",
    next:
      typeof error.problem.evidence_count === "number" && error.problem.evidence_count > 1
        ? "Look at each piece, and tick what does not speak of this effect. What you wrote is kept."
        : "Look at it, and tick it if it does not speak of this effect. What you wrote is kept.",
  }),
  evidence_not_overruled: () => ({
    title: "The evidence has changed",
    text: "Nothing was sent: what you ticked does not speak against this answer any more.",
    next: "Look at the evidence once more, then send it again. What you wrote is kept.",
  }),
  snooze_past_deadline: (error, format) => {
    const permitted = textOf(error, "deadline_at");
    return {
      title: "That is after the deadline",
      text: "Nothing sleeps past its deadline, so nothing changed.",
      next: permitted ? `Choose a time until ${format(permitted)}.` : "Choose an earlier time.",
    };
  },
  effect_may_still_land: (error, format) => {
    const from = textOf(error, "permitted_from");
    return {
      title: "The request may still land",
      text: "Nothing was sent: what was seen so far is too early to say that it did not happen.",
      next: from
        ? `Look again at ${format(from)} or later, and give what you see then.`
        : "Look again later.",
    };
  },
};

/** Any failed write on a case in words; `format` writes an instant with its zone. */
export function describeRefusal(error: unknown, format: Format): Refusal {
  const { message, hint, link, code, reference } = describeError(error);
  const known = error instanceof ApiError ? REFUSALS[error.problem.code] : undefined;
  if (known && error instanceof ApiError)
    return { ...known(error, format), ...(link && { link }), code, reference };
  const unsure = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return {
    title: unsure ? "It is not certain that this arrived" : "This was refused",
    text: message,
    next: unsure
      ? "Send it again: the same verdict counts once, however often it is sent."
      : (hint ?? "What you wrote is kept."),
    code,
    reference,
  };
}
