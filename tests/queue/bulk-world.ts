import { randomUUID } from "node:crypto";
import { findBulk, listAbandonedBulks } from "@/db/queries/bulk-actions";
import { topicOfBulk } from "@/db/queries/bulk-chunk";
import { readCaller } from "@/db/queries/callers";
import type { BulkParameters } from "@/domain/bulk";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import type { Verdict } from "@/domain/verdict";
import { type BulkChoice, freezeBulk } from "@/lib/services/bulk/freeze-bulk";
import { listBulkItems } from "@/lib/services/bulk/list-bulk-items";
import { startBulk } from "@/lib/services/bulk/start-bulk";
import { createContext, type ServiceContext } from "@/lib/services/context";
import { openQueueWorld, type QueueWorld, seen, unknown } from "./world";

type PersonParts = { roles?: string[]; tenants?: string[] | null; accepted?: boolean };

export type BulkWorld = Awaited<ReturnType<typeof openBulkWorld>>;

/** The queue's world with people who are there: what they may do is read from their rows while an action runs. */
export async function openBulkWorld() {
  const world = await openQueueWorld();
  const ann = await makePerson(world, "Ann");
  const bob = await makePerson(world, "Bob");
  return {
    ...world,
    ...{ ann, bob },
    makePerson: (name: string, parts?: PersonParts) => makePerson(world, name, parts),
    /** Opens so many cases of a tool, in one go; their ids. */
    openMany: async (count: number, tool = "refund"): Promise<string[]> => {
      const joined = await world.join(...Array.from({ length: count }, () => unknown(world.clock, { tool })));
      return joined.flatMap(({ case_id }) => case_id ?? []);
    },
    /** Freezes, starts by the exact count, and waits for the end. */
    run: async (by: ServiceContext, parameters: BulkParameters, choose: BulkChoice) => {
      const frozen = await freezeBulk(by, { parameters, choose });
      await startBulk(by, { bulk_id: frozen.bulk_id, count: frozen.total });
      return untilOver(world, frozen.bulk_id);
    },
    untilOver: (bulk_id: string) => untilOver(world, bulk_id),
    /** Every case's outcome with its code, by case. */
    outcomes: async (by: ServiceContext, bulk_id: string) => {
      const items = new Map<
        string,
        { outcome: string | null; code: string | null; message: string | null }
      >();
      for (let cursor: string | undefined; ; ) {
        const page = await listBulkItems(by, { bulk_id, limit: 1000, cursor });
        for (const { case_id, outcome, code, message } of page.items)
          items.set(case_id, { outcome, code, message });
        if (page.next_cursor === null) return items;
        cursor = page.next_cursor;
      }
    },
    abandoned: () => listAbandonedBulks(world.rt.db),
  };
}

export const CLAIM = { kind: "claim" } as const;

/** All open cases of a tool, as a person filters them. */
export const ofTool = (tool: string) => ({ view: "open" as const, tool: [tool] });

/** A verdict with one piece of evidence for all. */
export function verdictOf(
  world: Pick<QueueWorld, "clock">,
  verdict: Verdict = "committed",
  observed_at = world.clock.iso,
): BulkParameters {
  return { kind: "verdict", verdict, evidence: [seen(observed_at, "settlement-file-7")] };
}

async function untilOver({ rt }: QueueWorld, bulk_id: string) {
  for (;;) {
    const woken = rt.hub.wait([topicOfBulk(bulk_id)], { timeoutMs: 60_000 });
    const row = await findBulk(rt.db, null, bulk_id);
    if (row === null || row.finished_at !== null) return row ?? Promise.reject(new Error("it is gone"));
    if ((await woken) === "timeout") throw new Error(`the action did not get on: ${JSON.stringify(row)}`);
  }
}

async function makePerson(world: QueueWorld, name: string, parts: PersonParts = {}): Promise<ServiceContext> {
  const { roles = ["reconciler"], tenants = null, accepted = true } = parts;
  const { sql } = world.database;
  const [row] = await sql<{ id: string }[]>`insert into people (name, email, roles, tenants)
    values (${name}, ${`${randomUUID()}@errata.test`}, ${roles}, ${tenants}) returning id`;
  const id = row?.id ?? "";
  if (accepted)
    await sql`insert into accounts (person_id, account_id, provider_id, password) values (${id}, ${id}, 'credential', 'x')`;
  const caller = await readCaller(world.rt.db, { kind: "person", id }, world.clock.iso);
  if (caller === null) throw new Error("the person is not there");
  return { ...createContext(world.rt, caller, DEFAULT_SETTINGS), now: world.clock.read };
}
