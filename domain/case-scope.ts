import { type Caller, type Confinement, may } from "./permissions";

/** Which cases a caller may see at all. */
export type CaseScope = {
  confinement: Confinement;
  /** Set: only the cases this person or key reported (`cases.read_own`). */
  reporter_id: string | null;
};

export function caseScopeOf(caller: Caller): CaseScope {
  return {
    confinement: caller.confinement,
    reporter_id: may(caller, "cases.read") || may(caller, "cases.work") ? null : caller.id,
  };
}

/** For what no caller's view may narrow, such as what a waiting runtime may match: only its key's pins. */
export function confinedScope(caller: Caller): CaseScope {
  return { confinement: caller.confinement, reporter_id: null };
}
