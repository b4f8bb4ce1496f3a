/** What is reported at once is not told apart: two times that say the same only take up room. */
const APART_MS = 3_600_000;

/** Whether a case's first failure lies so far before its opening that the age alone would mislead. */
export function failedLongBefore(first_attempt_at: string, since: string): boolean {
  return Date.parse(since) - Date.parse(first_attempt_at) > APART_MS;
}
