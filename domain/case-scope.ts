import { type Caller, type Confinement, may } from "./permissions";

/** Which cases a caller may see at all. */
export type CaseScope = {
  confinement: Confinement;
  /** `own`: only the cases this person or key reported (`cases.read_own`); `none`: the caller may read no case. */
  reach: "all" | "none" | { own: string };
};

/** What the caller's capabilities reach; a door that forgot to ask for one shows nothing. */
export function caseScopeOf(caller: Caller): CaseScope {
  return { confinement: caller.confinement, reach: reachOf(caller) };
}

function reachOf(caller: Caller): CaseScope["reach"] {
  if (may(caller, "cases.read") || may(caller, "cases.work")) return "all";
  return may(caller, "cases.read_own") ? { own: caller.id } : "none";
}

/** For what no caller's view may narrow, such as what a waiting runtime may match: only its key's pins. */
export function confinedScope(caller: Caller): CaseScope {
  return { confinement: caller.confinement, reach: "all" };
}

/** Whether the caller may open the queue: the whole of it or the part they reported. */
export function mayReadCases(caller: Caller): boolean {
  return may(caller, "cases.read") || may(caller, "cases.read_own");
}
