import type { Transaction } from "@/db/client";
import { countBySteps, inSnapshot, withDays } from "@/db/queries/rates";
import {
  readGroupCounts,
  readGroupRows,
  type WorklistFilters,
  type WorklistQuestion,
} from "@/db/queries/worklist";
import { foldedPartOf } from "@/domain/folded-part";
import { compareInstants, isoFromMillis } from "@/domain/instant";
import { may } from "@/domain/permissions";
import { chooseRateRows } from "@/domain/rate-rows";
import { readRange } from "@/domain/reading-range";
import type { GroupMark } from "@/domain/worklist";
import type { ServiceContext } from "../context";
import { describeGroups } from "../unmapped-groups";

export type ListWorklistInput = WorklistFilters & { from?: string | undefined; to?: string | undefined };

const GROUPS_MOST = 300;
const HOUR_MS = 3_600_000;

/**
 * What to map next: unmapped failures by what one mapping takes away together, with how much of the unmapped share that
 * is (decision 0114). Exception types and frames are read only for who may see frames. Throws `invalid_range`.
 */
export async function listWorklist(ctx: ServiceContext, input: ListWorklistInput) {
  const question = wholeHours(ctx, input);
  const shows_frames = may(ctx.caller, "frames.read");
  return inSnapshot(ctx.db, async (tx) => {
    const rows = await readGroupRows(tx, question, question);
    const [totals, counts] = await Promise.all([
      readTotals(tx, ctx, question),
      readGroupCounts(tx, question, rows, GROUPS_MOST),
    ]);
    const described = await describeGroups(tx, question, {
      ...{ counts: counts.rows, rows, withFrames: shows_frames },
    });
    const groups = described.map((group) => ({
      ...group,
      share: totals.failures === 0 ? null : group.events / totals.failures,
    }));
    const isMapped = ({ mark, returned }: (typeof groups)[number]) => mark !== null && returned === null;
    return {
      ...{ from: isoFromMillis(question.from), to: isoFromMillis(question.to), shows_frames },
      totals: { ...totals, grouped: Math.min(counts.events, totals.unmapped) },
      groups: counts.groups,
      items: groups.filter((group) => group.events > 0 && !isMapped(group)),
      mapped: groups.filter(isMapped).sort(byMark),
    };
  });
}

const byMark = (a: { mark: GroupMark | null }, b: { mark: GroupMark | null }) =>
  compareInstants(b.mark?.marked_at ?? "", a.mark?.marked_at ?? "");

function wholeHours(ctx: ServiceContext, { from, to, ...filters }: ListWorklistInput): WorklistQuestion {
  const range = readRange({ from, to }, ctx.now());
  return {
    from: Math.floor(range.from / HOUR_MS) * HOUR_MS,
    to: Math.ceil(range.to / HOUR_MS) * HOUR_MS,
    ...{ filters, confinement: ctx.caller.confinement },
  };
}

/** Numerator and denominator, from the rows that every other reading counts by. */
async function readTotals(tx: Transaction, ctx: ServiceContext, question: WorklistQuestion) {
  const { from, to, filters, confinement } = question;
  const rows = chooseRateRows({
    ...{ filters, confinement, group_by: undefined, step: "1h", from, now: ctx.now().getTime() },
  });
  const whole = { rows, boundaries: [from, to], filters, confinement };
  const asked = await withDays(tx, whole, foldedPartOf(question, undefined));
  const [cell] = await countBySteps(tx, asked, undefined);
  const { failures, unmapped } = cell ?? { failures: 0, unmapped: 0 };
  return { failures, unmapped, unmapped_share: failures === 0 ? null : unmapped / failures };
}
