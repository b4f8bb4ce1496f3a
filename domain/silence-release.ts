import type { Rhythm } from "./rhythm";
import { passedBetween } from "./rhythm";
import { type Hour, type HourOfWeek, hourOf } from "./rhythm-hours";

/** An old instance goes on for a while after a release. */
const ROLLOUT_HOURS = 6;
/** A code that comes now and then may not have been due for so much of its rhythm when the release came. */
const PASSED_BEFORE = 3;

/** From when on a release may have silenced a code that was last seen in this hour. */
export const releasesFrom = (last: Hour): Hour => last - ROLLOUT_HOURS;

/**
 * The release with which a code fell silent: the first after it was last seen, unless so much of its rhythm had passed by
 * then that it was silent already; else the last one shortly before. Null: none at about that time.
 */
export function releaseOfSilence<Release extends { released_at: string }>(
  releases: readonly Release[],
  { last, passing }: Pick<Rhythm, "last" | "passing">,
  hourOfWeek: HourOfWeek,
): Release | null {
  const at = ({ released_at }: Release) => hourOf(Date.parse(released_at));
  const after = releases.find((release) => at(release) >= last);
  if (after && passedBetween(passing, last + 1, at(after), hourOfWeek) <= PASSED_BEFORE) return after;
  return releases.findLast((release) => at(release) < last && at(release) >= releasesFrom(last)) ?? null;
}
