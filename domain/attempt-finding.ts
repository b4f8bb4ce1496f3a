import { VERDICTS } from "./verdict";

/** What a person may find of one attempt; the words of a verdict, said of that attempt only. */
export const ATTEMPT_FINDINGS = VERDICTS;
export type AttemptFinding = (typeof ATTEMPT_FINDINGS)[number];
