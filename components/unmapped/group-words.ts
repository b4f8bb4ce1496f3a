import { STAYS_DAYS } from "@/domain/burn-down";
import type { CodeShape } from "@/domain/unmapped-group";
import type { WorklistGroup } from "@/lib/contract/unmapped";

const SHAPES: Record<CodeShape, string> = {
  number: "a number in the place of a code",
  words: "words in the place of a code",
  other: "no token in the place of a code",
};

/** What tells the group, below its tool; frames are there only for who may see them. */
export function describeGroup(group: WorklistGroup): { what: string; where: string | null } {
  const { kind, code, shape, exception_type, top_frame } = group;
  if (kind === "malformed") return { what: SHAPES[shape ?? "other"], where: null };
  if (kind === "plain")
    return { what: `${code}, no frames`, where: "Send frames to see where it is thrown." };
  if (exception_type === null && top_frame === null)
    return { what: "one kind of exception", where: "Which one is for engineers." };
  return { what: exception_type ?? "unnamed exception", where: top_frame };
}

/** Whether the guess is a bet on a key that is not there; `maybe` where nobody said that the tool writes. */
export function unsafeness({ unsafe, writes }: WorklistGroup): "yes" | "maybe" | "no" {
  if (unsafe === 0 || writes === false) return "no";
  return writes === true ? "yes" : "maybe";
}

const DAY_MS = 86_400_000;

/** Whether it stayed away for so long that it is likely mapped already (`burn-down.ts`); `now` in milliseconds. */
export function isGone({ last_seen_at }: WorklistGroup, now: number): boolean {
  return last_seen_at !== null && Date.parse(last_seen_at) < now - STAYS_DAYS * DAY_MS;
}

/** Groups that came back first, then as they were: a promise that did not hold comes before what was never promised. */
export function loudFirst(groups: readonly WorklistGroup[]): WorklistGroup[] {
  return [...groups].sort((a, b) => Number(b.returned !== null) - Number(a.returned !== null));
}
