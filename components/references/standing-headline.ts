import type { Standing } from "@/domain/standing";

export type HeadlineTone = "ok" | "warn" | "danger" | "neutral";

/** Where the effect stands in a few words: what support has to know before they read anything else. */
export const STANDING_HEADLINES: Readonly<Record<Standing, { tone: HeadlineTone; words: string }>> = {
  absent: { tone: "ok", words: "Nothing was changed" },
  read_only: { tone: "ok", words: "Nothing was changed: it only looks things up" },
  not_reported: { tone: "neutral", words: "Whether it changed anything was not reported" },
  committed: { tone: "danger", words: "It did happen, in spite of the error" },
  unknown: { tone: "warn", words: "Nobody knows yet whether it happened" },
  open: { tone: "warn", words: "Nobody knows yet whether it happened; a person will check" },
  open_committed: { tone: "danger", words: "It did happen, in spite of the error; a person is checking it" },
  awaiting_second: { tone: "warn", words: "Nobody knows for certain yet; a second person has to confirm" },
  settled_committed: { tone: "ok", words: "Checked: it did happen" },
  settled_absent: { tone: "ok", words: "Checked: it did not happen" },
  settled_compensated: { tone: "ok", words: "Checked: it happened and was undone" },
  settled_undeterminable: { tone: "danger", words: "Checked: nobody can tell whether it happened" },
};
