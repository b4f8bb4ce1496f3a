import type { CaseFlag, CaseState } from "./case-rules";

/** Which part of the queue is meant. Repeated values mean "any of" (CONTRACT "Reading"); times are half-open. */
export type CaseFilter = {
  state?: CaseState[] | undefined;
  tool?: string[] | undefined;
  service?: string[] | undefined;
  tenant?: string[] | undefined;
  environment?: string[] | undefined;
  flag?: CaseFlag[] | undefined;
  opened_from?: string | undefined;
  opened_to?: string | undefined;
  deadline_from?: string | undefined;
  deadline_to?: string | undefined;
  /** People's ids; null in it: nobody is asked to see to it. */
  assignees?: (string | null)[] | undefined;
  /** Whether somebody holds it at that time. */
  held?: { is: boolean; at: string } | undefined;
  /** Exactly a key, or a reference or a case's id in whatever case of letters; with `*` at its end, how one begins. */
  q?: string | undefined;
};

/** As asked: by words that mean something else for everyone and at every time. */
export type AskedCaseFilter = Omit<CaseFilter, "assignees" | "held"> & {
  assigned_to?: string[] | undefined;
  claimed?: boolean | undefined;
};

/** What was asked, for this caller and this moment. */
export function meantFilter(asked: AskedCaseFilter, caller_id: string, now: string): CaseFilter {
  const { assigned_to, claimed, ...filter } = asked;
  const meant = (who: string) => (who === "nobody" ? null : who === "me" ? caller_id : who);
  return {
    ...filter,
    ...(assigned_to?.length && { assignees: assigned_to.map(meant) }),
    ...(claimed !== undefined && { held: { is: claimed, at: now } }),
  };
}

/** Fewer characters begin too much to be a search. */
export const BEGINNING_LEAST = 3;

/** How a name begins, where that is what was asked: the text before a last `*`; else null. */
export function beginningOf(q: string): string | null {
  const part = q.endsWith("*") ? q.slice(0, -1) : "";
  return [...part].length < BEGINNING_LEAST ? null : part;
}

/** The ids that begin so, both ends included; null for what begins none. */
export function idsBeginning(part: string): { from: string; to: string } | null {
  if (!/^[0-9a-f-]+$/i.test(part)) return null;
  const digits = part.toLowerCase().replaceAll("-", "");
  const whole = (filler: string) =>
    digits.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const ends = { from: whole("0"), to: whole("f") };
  const inPlace = [ends.from, ends.to].every((id) => id.length === 36 && id.startsWith(part.toLowerCase()));
  return inPlace ? ends : null;
}
