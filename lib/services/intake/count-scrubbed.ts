import { readScrubCounts } from "@/db/queries/scrub-counts";
import { forbiddenError } from "@/domain/errors";
import { isUnconfined } from "@/domain/permissions";
import type { ServiceContext } from "../context";

/** Days of UTC, both included. */
export type CountScrubbedInput = { from: string; to: string };

/**
 * How many strings each kind of rule hid, by source. A source reports for every tenant, so who is confined to a part
 * may not see it: throws `forbidden`.
 */
export async function countScrubbed(ctx: ServiceContext, { from, to }: CountScrubbedInput) {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  const items = await readScrubCounts(ctx.db, from, to);
  return { from, to, items, found: items.reduce((sum, { found }) => sum + found, 0) };
}
