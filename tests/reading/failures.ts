import type { Caller, Confinement, Role } from "@/domain/permissions";
import { capabilitiesOfRoles, UNCONFINED, UNPINNED } from "@/domain/permissions";
import { DEFAULT_SETTINGS, type Settings } from "@/domain/settings";
import { createContext, type Runtime, type ServiceContext } from "@/lib/services/context";
import { recordEvents } from "@/lib/services/events/record-events";

/** A failed call as a producer reports it, valid as it is. */
export function failure(parts: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    reference: `err_${crypto.randomUUID().slice(0, 8)}`,
    tool: "issue_refund",
    code: "invalid_status",
    class: "validation",
    event_id: crypto.randomUUID(),
    occurred_at: new Date(Date.now() - 60_000).toISOString(),
    ...parts,
  };
}

/** Reports failures through the ingest verb; every one must be new. */
export async function report(ctx: ServiceContext, items: readonly unknown[]): Promise<void> {
  const answer = await recordEvents(ctx, {
    items: items.map((item) => ({ item, unreadable: null, sanitized: false })),
  });
  if (answer.accepted !== items.length) throw new Error(`not accepted: ${JSON.stringify(answer)}`);
}

/** A person with these roles, unconfined unless said otherwise. */
export function personContext(
  rt: Runtime,
  roles: readonly Role[],
  confinement: Partial<Confinement> = {},
  settings: Partial<Settings> = {},
): ServiceContext {
  const caller: Caller = {
    kind: "person",
    id: "person-1",
    name: "Ada",
    capabilities: capabilitiesOfRoles(roles),
    confinement: { ...UNCONFINED, ...confinement },
    source_id: null,
    pins: UNPINNED,
  };
  return createContext(rt, caller, { ...DEFAULT_SETTINGS, ...settings });
}
