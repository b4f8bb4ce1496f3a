import { addIntakeCounts } from "@/db/queries/intake-counts";
import { quarantineItems } from "@/db/queries/quarantine";
import { enterReleases, readReleases, releaseKey } from "@/db/queries/releases";
import { firstOfEach, judgeEntered } from "@/domain/entered-items";
import { mapInSlices } from "@/domain/in-slices";
import { tallyAnswer } from "@/domain/intake-tally";
import { countResults, type ItemStatus } from "@/domain/item-results";
import { type PreparedRelease, prepareRelease, RELEASE_CONFLICT } from "@/domain/reported-release";
import type { ServiceContext } from "../context";
import { countItems } from "../measures";
import { countScrubbed, refusedItem, reportRules, type SubmittedItem } from "../report-rules";

/**
 * Stores what deployments report. A release known from an event only is replaced; a second report with
 * other content is a conflict (CONTRACT "Counts, recoveries, releases").
 */
export async function recordReleases(ctx: ServiceContext, input: { items: readonly SubmittedItem[] }) {
  const rules = reportRules(ctx);
  const read = await mapInSlices(input.items, ({ item, unreadable }) => {
    const outcome = unreadable ? { ok: false as const, rejection: unreadable } : prepareRelease(item, rules);
    return { item, outcome };
  });
  const good = read.flatMap(({ outcome }) => (outcome.ok ? [outcome.value] : []));
  const answer = await ctx.db.transaction(async (tx) => {
    const entered = await enterReleases(tx, firstOfEach(good, releaseKey));
    const known = await readReleases(
      tx,
      good.filter((release) => !entered.has(releaseKey(release))),
    );
    const stored = new Map([...known].map(([key, release]) => [key, contentOf(release)]));
    const statuses = judgeEntered(good, releaseKey, contentOf, entered, stored).values();
    const outcomes = read.map(({ outcome }) => {
      if (!outcome.ok) return { status: "rejected" as const, error: outcome.rejection };
      const status: ItemStatus = statuses.next().value ?? "conflict";
      return { status, error: status === "conflict" ? RELEASE_CONFLICT : null };
    });
    const refused = await mapInSlices(outcomes, ({ error }, index) =>
      error === null ? [] : [refusedItem("releases", read[index]?.item, error, rules)],
    );
    await quarantineItems(tx, refused.flat());
    const answer = countResults(outcomes);
    await addIntakeCounts(tx, tallyAnswer("releases", rules, answer.results));
    return answer;
  });
  countScrubbed(rules);
  return countItems("releases", answer);
}

const contentOf = ({ released_at, url }: Pick<PreparedRelease, "released_at" | "url">) =>
  JSON.stringify([released_at, url]);
