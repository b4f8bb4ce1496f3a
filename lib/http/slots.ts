import { DomainError } from "@/domain/errors";
import type { Runtime } from "@/lib/services/context";

/** How many of something may go on at once in this process, and for one caller. */
export type SlotRule = { name: string; code: string; message: string; most: number; most_each: number };

type Taken = { all: number; each: Map<string, number> };

function takenOf(rt: Runtime, name: string): Taken {
  return rt.once(`slots ${name}`, () => ({ all: 0, each: new Map() }));
}

/** How many of something go on now in this process. */
export function slotsTaken(rt: Runtime, name: string): number {
  return takenOf(rt, name).all;
}

/**
 * Takes a place for a caller, or throws the rule's code (429); the answer gives it back, once. Bounds what one caller,
 * or all of them together, can make this process hold.
 */
export function takeSlot(rt: Runtime, rule: SlotRule, caller_id: string): () => void {
  const taken = takenOf(rt, rule.name);
  const own = taken.each.get(caller_id) ?? 0;
  if (taken.all >= rule.most || own >= rule.most_each) {
    const most = own >= rule.most_each ? rule.most_each : rule.most;
    throw new DomainError({
      ...{ code: rule.code, errorClass: "transient", message: rule.message, retry_after: 5 },
      details: { most },
      quota: { most, unit: "concurrent-requests" },
    });
  }
  taken.all += 1;
  taken.each.set(caller_id, own + 1);
  let given = false;
  return () => {
    if (given) return;
    given = true;
    taken.all -= 1;
    const left = (taken.each.get(caller_id) ?? 1) - 1;
    if (left > 0) taken.each.set(caller_id, left);
    else taken.each.delete(caller_id);
  };
}
