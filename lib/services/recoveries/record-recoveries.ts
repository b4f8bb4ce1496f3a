import { addIntakeCounts } from "@/db/queries/intake-counts";
import { quarantineItems } from "@/db/queries/quarantine";
import { insertRecoveries, readRecoveryHashes } from "@/db/queries/recoveries";
import { firstOfEach, judgeEntered } from "@/domain/entered-items";
import { mapInSlices } from "@/domain/in-slices";
import { tallyAnswer } from "@/domain/intake-tally";
import { countResults, type ItemStatus } from "@/domain/item-results";
import { type PreparedRecovery, prepareRecovery, RECOVERY_CONFLICT } from "@/domain/reported-recovery";
import type { ServiceContext } from "../context";
import { countItems } from "../measures";
import { countScrubbed, refusedItem, reportRules, type SubmittedItem } from "../report-rules";

/**
 * Stores how runs got over their failures; each counts once, and a batch is one transaction (CONTRACT
 * "Counts, recoveries, releases"). Rejected and conflicting items are kept in quarantine.
 */
export async function recordRecoveries(ctx: ServiceContext, input: { items: readonly SubmittedItem[] }) {
  const rules = reportRules(ctx);
  const read = await mapInSlices(input.items, ({ item, unreadable }) => {
    const outcome = unreadable ? { ok: false as const, rejection: unreadable } : prepareRecovery(item, rules);
    return { item, outcome };
  });
  const good = read.flatMap(({ outcome }) => (outcome.ok ? [outcome.value] : []));
  const answer = await ctx.db.transaction(async (tx) => {
    const entered = await insertRecoveries(tx, firstOfEach(good, idOf));
    const known = good.map(idOf).filter((id) => !entered.has(id));
    const stored = await readRecoveryHashes(tx, rules.source_id, known);
    const statuses = judgeEntered(good, idOf, hashOf, entered, stored).values();
    const outcomes = read.map(({ outcome }) => {
      if (!outcome.ok) return { status: "rejected" as const, error: outcome.rejection };
      const status: ItemStatus = statuses.next().value ?? "conflict";
      return { status, error: status === "conflict" ? RECOVERY_CONFLICT : null };
    });
    const refused = await mapInSlices(outcomes, ({ error }, index) =>
      error === null ? [] : [refusedItem("recoveries", read[index]?.item, error, rules)],
    );
    await quarantineItems(tx, refused.flat());
    const answer = countResults(outcomes);
    await addIntakeCounts(tx, tallyAnswer("recoveries", rules, answer.results));
    return answer;
  });
  countScrubbed(rules);
  return countItems("recoveries", answer);
}

const idOf = ({ recovery_id }: PreparedRecovery) => recovery_id;
const hashOf = ({ content_hash }: PreparedRecovery) => content_hash;
