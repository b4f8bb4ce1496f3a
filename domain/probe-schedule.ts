import { addSeconds } from "./instant";

/** 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h: an effect shows within minutes, or somebody has to see to it. */
const WAITS_SECONDS = [30, 120, 600, 1_800, 3_600, 10_800, 21_600] as const;
/** After the deadline: often enough to notice, seldom enough for a case that stays for weeks. */
const OVERDUE_SECONDS = 3_600;

type Timed = { safe_after: string; deadline_at: string };

/**
 * When the outside is asked again after the `tries`th time in this opening. Past the deadline once an hour; but
 * at the moment from which an absence is final, and at the deadline, in any case.
 */
export function nextProbeAt({ safe_after, deadline_at }: Timed, tries: number, now: string): string {
  const step = WAITS_SECONDS[Math.min(Math.max(tries, 1), WAITS_SECONDS.length) - 1] ?? OVERDUE_SECONDS;
  const regular = addSeconds(now, now >= deadline_at ? OVERDUE_SECONDS : step);
  const turns = [safe_after, deadline_at].filter((at) => at > now && at < regular);
  return turns.sort()[0] ?? regular;
}
