import type { Drift } from "@/domain/code-drift";
import type { SilenceState } from "@/domain/silence-states";
import type { CodeView } from "@/lib/client/codes";
import type { RegisteredCode } from "@/lib/contract/codes";
import type { SilenceItem } from "@/lib/contract/silences";

/** What is said where a view is empty. */
export const NONE_WORDS: Record<CodeView, string> = {
  all: "No failure in this range",
  drift: "No code says two things in this range",
  less: "Every body says what its class needs",
  silent: "No code has gone silent",
  new: "No code was seen for the first time in this range",
  retired: "No code is retired",
};

export const DRIFT_WORDS: Record<Drift, { label: string; why: string }> = {
  class: { label: "two classes", why: "Whoever branches on the class is wrong for some of these failures." },
  retry: {
    label: "two retry answers",
    why: "The same code may be repeated now and not then, with nothing that tells which.",
  },
  effect: {
    label: "two meanings of effect",
    why: "The same code means that nothing happened, and that it did.",
  },
};

/** States that ask for a look; `fixed` and `returned` do not. */
const LOUD: readonly SilenceState[] = ["hidden", "unexplained", "producer_stopped", "no_traffic"];

export const SILENCE_WORDS: Record<SilenceState, string> = {
  hidden: "silent: hidden in unmapped",
  unexplained: "silent: not explained",
  producer_stopped: "silent: producer stopped",
  no_traffic: "silent: no traffic",
  fixed: "silent: fixed",
  returned: "back after silence",
};

/** Silences by code, the one that most asks for a look first. */
export function silencesByCode(items: readonly SilenceItem[]): ReadonlyMap<string, SilenceItem> {
  const order: readonly SilenceState[] = [...LOUD, "fixed", "returned"];
  const sorted = [...items].sort((a, b) => order.indexOf(b.state) - order.indexOf(a.state));
  return new Map(sorted.map((item) => [item.code, item]));
}

/** Whether a silence stands for a code of its own: one that is retired is expected. */
export function isSilent(code: RegisteredCode, silence: SilenceItem | undefined): boolean {
  return silence !== undefined && silence.state !== "returned" && code.retired_at === null;
}

/** The codes of a view, in the order in which that view is read. */
export function codesOfView(
  codes: readonly RegisteredCode[],
  view: CodeView,
  silences: ReadonlyMap<string, SilenceItem>,
): RegisteredCode[] {
  if (view === "drift") return codes.filter(({ drifts }) => drifts.length > 0);
  if (view === "new") return codes.filter(({ is_new }) => is_new);
  if (view === "retired") return codes.filter(({ retired_at }) => retired_at !== null);
  if (view === "silent") return codes.filter((code) => isSilent(code, silences.get(code.code)));
  if (view === "less")
    return codes
      .filter(({ saying }) => saying.lacking > 0)
      .sort((a, b) => (b.saying.share ?? 0) - (a.saying.share ?? 0) || b.saying.lacking - a.saying.lacking);
  return [...codes];
}
