import { conflictError, type DomainError, notFoundError } from "./errors";

/** There is no such case, or the caller may not know of it. */
export function caseNotFound(): DomainError {
  return notFoundError("case_not_found", "There is no such case.");
}

export function verdictNotFound(): DomainError {
  return notFoundError("verdict_not_found", "There is no such verdict.");
}

type Given = { verdict_id: string; verdict: string; by: string };

/** 409 naming the verdict that stands. */
export function alreadySettled({ verdict_id, verdict, by }: Given, settled_at: string | null): DomainError {
  return conflictError("already_settled", `This case was settled as ${verdict} by ${by}.`, {
    hint: "Reopen it with a reason if that is wrong.",
    details: { verdict_id, verdict, by, settled_at },
  });
}

/** 409 naming the verdict that waits for a second person. */
export function awaitingSecond({ verdict_id, verdict, by }: Given): DomainError {
  return conflictError(
    "awaiting_second",
    `The verdict ${verdict} by ${by} waits for the agreement of another person.`,
    { details: { verdict_id, verdict, by } },
  );
}
