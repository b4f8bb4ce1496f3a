import type { ServiceContext } from "@/lib/services/context";
import { recordRecoveries } from "@/lib/services/recoveries/record-recoveries";
import { recordReleases } from "@/lib/services/releases/record-releases";

const asItems = (items: readonly unknown[]) => ({
  items: items.map((item) => ({ item, unreadable: null })),
});

/** Reports recoveries; every one must be new. */
export async function recover(ctx: ServiceContext, items: readonly unknown[]): Promise<void> {
  const answer = await recordRecoveries(ctx, asItems(items));
  if (answer.accepted !== items.length) throw new Error(`not accepted: ${JSON.stringify(answer)}`);
}

/** Reports releases. */
export async function release(ctx: ServiceContext, items: readonly unknown[]): Promise<void> {
  const answer = await recordReleases(ctx, asItems(items));
  if (answer.rejected > 0) throw new Error(`not accepted: ${JSON.stringify(answer)}`);
}

const HOUR = 3_600_000;

/** So many hours ago, as text. */
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR).toISOString();

/** A recovery as a producer reports it, valid as it is. */
export function recovery(parts: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    run_id: crypto.randomUUID(),
    tool: "issue_refund",
    code: "invalid_status",
    class: "validation",
    attempts: 2,
    outcome: "recovered",
    occurred_at: hoursAgo(1),
    ...parts,
  };
}
