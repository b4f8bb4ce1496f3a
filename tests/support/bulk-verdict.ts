import { findBulk } from "@/db/queries/bulk-actions";
import { topicOfBulk } from "@/db/queries/bulk-chunk";
import { readCaller } from "@/db/queries/callers";
import { instantFromDate } from "@/domain/instant";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { freezeBulk } from "@/lib/services/bulk/freeze-bulk";
import { startBulk } from "@/lib/services/bulk/start-bulk";
import { createContext, type Runtime, type ServiceContext } from "@/lib/services/context";

export type BulkVerdict = { total: number; started_at: number; finished_at: number };

/** Settles every open case by one bulk verdict of a person, in this process; times in ms since 1970. */
export async function settleAllInBulk(rt: Runtime): Promise<BulkVerdict> {
  const ctx = await reconciler(rt);
  const observed_at = instantFromDate(new Date()).iso;
  const evidence = [
    { kind: "provider", external_id: "settlement-file-7", url: null, note: null, observed_at },
  ];
  const frozen = await freezeBulk(ctx, {
    parameters: { kind: "verdict", verdict: "committed", evidence },
    choose: { view: "open" },
  });
  const started_at = Date.now();
  await startBulk(ctx, { bulk_id: frozen.bulk_id, count: frozen.total });
  for (;;) {
    const woken = rt.hub.wait([topicOfBulk(frozen.bulk_id)], { timeoutMs: 60_000 });
    const row = await findBulk(rt.db, null, frozen.bulk_id);
    if (row?.finished_at) {
      if (row.done !== row.total) throw new Error(`${row.done} of ${row.total} were settled`);
      return { total: row.total, started_at, finished_at: Date.parse(row.finished_at) };
    }
    if ((await woken) === "timeout") throw new Error("the bulk verdict did not get on");
  }
}

async function reconciler(rt: Runtime): Promise<ServiceContext> {
  const [person] = await rt.sql<{ id: string }[]>`
    insert into people (name, email, roles) values ('Ann', 'ann@errata.test', '{reconciler}') returning id`;
  const id = person?.id ?? "";
  await rt.sql`
    insert into accounts (person_id, account_id, provider_id, password) values (${id}, ${id}, 'credential', 'x')`;
  const caller = await readCaller(rt.db, { kind: "person", id }, instantFromDate(new Date()).iso);
  if (caller === null) throw new Error("the person is not there");
  return createContext(rt, caller, DEFAULT_SETTINGS);
}
