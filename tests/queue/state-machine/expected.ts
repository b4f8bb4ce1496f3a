/** What must come of a step that is done alone, as the rules say it: `ok`, or the codes it may be refused with. */
export type Expected =
  | { ok: true; check?: (answer: unknown) => string | null }
  | { codes: readonly string[] };

export const ok = (check?: (answer: unknown) => string | null): Expected =>
  check ? { ok: true, check } : { ok: true };
export const refused = (...codes: string[]): Expected => ({ codes });
