import { untimedBy } from "../event-identity";
import { inPlainWords } from "../plain-words";
import { checkReference } from "../reference";
import { REPORTED_FIELDS, reportedEvent } from "../reported-event";
import type { Body } from "./facts";
import { finding, type LintFinding } from "./finding";
import { isPlaceholder } from "./placeholders";

/** Stands for what the body of a tool need not say: the tool is named beside it, and a missing reference is found apart. */
const FILLED = { tool: "tool", reference: "reference" };

/** The members that ingest would refuse, with what it would say of each. */
export function invalidFields(body: Body): { path: (string | number)[]; message: string }[] {
  const sent = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== null),
  );
  const { error } = reportedEvent.safeParse({ ...FILLED, ...sent });
  const wrong = (error?.issues ?? []).map(({ path, message }) => ({
    path: path.map((step) => (typeof step === "number" ? step : String(step))),
    message: inPlainWords(message),
  }));
  return [...wrong, ...untimed(sent)];
}

const TIMELESS = {
  occurred_at: "must be an existing RFC 3339 time with an offset, such as 2026-11-15T00:34:38Z",
  event_id: "needs its occurred_at, or must be a UUID of version 7, which holds one",
};

/** What says no time that can be read: the shape alone does not tell. */
function untimed(sent: Body): { path: string[]; message: string }[] {
  const { event_id, occurred_at } = reportedEvent.shape;
  const field = untimedBy({
    event_id: event_id.safeParse(sent.event_id).data,
    occurred_at: occurred_at.safeParse(sent.occurred_at).data,
  });
  return field === null ? [] : [{ path: [field], message: TIMELESS[field] }];
}

/** Members that are not what the contract takes, each once. */
export function invalidFindings(body: Body): LintFinding[] {
  const seen = new Set<string>();
  return invalidFields(body).flatMap(({ path, message }) => {
    const field = String(path[0] ?? "");
    if (seen.has(field)) return [];
    seen.add(field);
    const why = `The field ${field} ${message}; the event is rejected.`;
    return [
      finding("field_invalid", path, { why, fix: `Send ${field} as the contract says, or leave it out.` }),
    ];
  });
}

const UNKNOWN_MOST = 20;

/** Members the contract does not know: ignored, and counted. */
export function unknownFindings(body: Body): LintFinding[] {
  return unknownFields(body)
    .slice(0, UNKNOWN_MOST)
    .map((field) => finding("field_unknown", [field]));
}

export function unknownFields(body: Body): string[] {
  return Object.keys(body).filter((field) => !REPORTED_FIELDS.has(field));
}

const SHORT = /^[a-z]{0,8}[-_:]?[0-9a-f]{1,6}$/i;
const UUID = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/i;
const QUOTABLE = /^(?:[a-z]+[-_:])?(?:[a-z0-9_-]+|[A-Z0-9_-]+)$|^[A-Z0-9_-]+$/;
const QUOTABLE_CHARACTERS = 40;

const MINTED = {
  why: "Without a reference in it nobody was told by what to find the failure; one that is minted at the door comes too late.",
};

/** Whether people can find the failure by what they were told. `minted`: it comes by a door that mints what is missing. */
export function referenceFindings({ reference }: Body, minted: boolean): LintFinding[] {
  const at = ["reference"];
  if (reference === undefined || reference === null || reference === "")
    return [finding("reference_missing", [], minted ? MINTED : {})];
  if (typeof reference !== "string" || isPlaceholder(reference)) return [];
  if (checkReference(reference) === "invalid") return [finding("reference_check_failed", at)];
  if (SHORT.test(reference)) return [finding("reference_short", at)];
  const isLong = reference.length > QUOTABLE_CHARACTERS || UUID.test(reference);
  return isLong || !QUOTABLE.test(reference) ? [finding("reference_unquotable", at)] : [];
}
