import type { Transaction } from "@/db/client";
import { holdItems } from "@/db/queries/quarantine-decide";
import { chosenOpen, countQuarantine, listQuarantineRows } from "@/db/queries/quarantine-read";
import { instantFromDate } from "@/domain/instant";
import { stringifyJson } from "@/domain/json";
import type { Mapping } from "@/domain/mapping";
import { PREVIEW_EXAMPLES, type QuarantineChoice, type ReplayOutcome } from "@/domain/replay";
import { scrubMapping } from "@/domain/scrub/scrub-mapping";
import type { ServiceContext } from "../context";
import { runtime } from "../runtime";
import { newScrub } from "../scrubbing";
import { type Judged, sendAgain } from "../send-again";

export type ReplayExample = {
  quarantine_id: number;
  door: string;
  reason: string;
  before: string;
  after: string | null;
  outcome: ReplayOutcome;
  code: string | null;
  message: string | null;
  field: string | null;
  event_id: string | null;
};

export type ReplayPreviewAnswer = { total: number; examples: ReplayExample[] };

/** Thrown to have nothing of a preview stay. */
class NothingStays extends Error {}

/**
 * How many open items are chosen, and what the door would say of the first of them, mended. They are really sent, in a
 * transaction that is rolled back: so the answer is the door's, duplicates and conflicts included.
 */
export async function previewReplay(
  ctx: ServiceContext,
  input: { choose: QuarantineChoice; mapping: Mapping },
): Promise<ReplayPreviewAnswer> {
  const { confinement } = ctx.caller;
  const mapping = scrubMapping(input.mapping, newScrub(ctx.settings));
  const which = chosenOpen(confinement, input.choose);
  const total = await countQuarantine(ctx.db, which);
  const page = { cursor: null, limit: PREVIEW_EXAMPLES };
  const ids = (await listQuarantineRows(ctx.db, which, page)).map(({ quarantine_id }) => quarantine_id);
  let examples: ReplayExample[] = [];
  try {
    await ctx.db.transaction(async (tx) => {
      examples = await judgeExamples(ctx, tx, ids, mapping);
      throw new NothingStays();
    });
  } catch (error) {
    if (!(error instanceof NothingStays)) throw error;
  }
  return { total, examples };
}

async function judgeExamples(
  ctx: ServiceContext,
  tx: Transaction,
  ids: readonly number[],
  mapping: Mapping,
): Promise<ReplayExample[]> {
  const now = instantFromDate(ctx.now()).iso;
  const held = (await holdItems(tx, ctx.caller.confinement, ids)).filter(({ state }) => state === "open");
  const sending = {
    rt: runtime(),
    tx,
    mapping,
    by: ctx.caller,
    replay_id: null,
    settings: ctx.settings,
    now,
  };
  const { judged } = await sendAgain(sending, held);
  const byId = new Map(judged.map((one) => [one.quarantine_id, one]));
  const rows = new Map(held.map((row) => [row.quarantine_id, row]));
  return ids.flatMap((id) => {
    const [row, one] = [rows.get(id), byId.get(id)];
    return row === undefined || one === undefined ? [] : [exampleOf(row, one)];
  });
}

function exampleOf(row: { door: string; reason: string; payload: string }, one: Judged): ReplayExample {
  const { item, id, ...judged } = one;
  return {
    ...judged,
    door: row.door,
    reason: row.reason,
    before: row.payload,
    after: item === undefined ? null : stringifyJson(item),
    event_id: id,
  };
}
