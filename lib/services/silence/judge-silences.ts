import {
  type CandidateRule,
  type CodeHours,
  readCallHours,
  readCodeHours,
  readGroupHours,
  readPlaceReleases,
  readProducerHours,
  readSilenceCandidates,
  type SilenceCandidate,
  type SilencePlace,
} from "@/db/queries/silence-hours";
import {
  endSilences,
  type JudgedSilence,
  rememberJudged,
  storeSilences,
  trimSilences,
} from "@/db/queries/silences";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { LEARNED_HOURS } from "@/domain/rhythm";
import {
  HOURS_OF_WEEK,
  type Hour,
  type HourCounts,
  type HourOfWeek,
  hourOf,
  hourOfWeekIn,
  sumBetween,
} from "@/domain/rhythm-hours";
import { type Heard, judgeSilence, RISE_HOURS, type SilenceJudgement } from "@/domain/silence";
import { releaseOfSilence, releasesFrom } from "@/domain/silence-release";
import { loadSettings } from "@/lib/services/load-settings";
import type { Runtime } from "../context";

/** A code unseen for longer is no news; its last judgement stays until it is a year old. */
const LOOKED_BACK_HOURS = 26 * HOURS_OF_WEEK;
const FORGOTTEN_SECONDS = 365 * 86_400;
const RULE: Omit<CandidateRule, "now"> = {
  looked_back_hours: LOOKED_BACK_HOURS,
  quiet_hours: 3,
  active_hours: 12,
  // The lowest threshold there is: that of two pauses, at chance.
  passed_least: 8,
};

type Judging = Pick<Runtime, "db"> & { now: Hour; hourOfWeek: HourOfWeek };

/**
 * Judges every code that may have gone silent by its own rhythm, place by place so that memory stays small, and keeps what
 * was found (docs/silence.md). Bears being cut off and being run twice at once.
 */
export async function judgeSilences(rt: Runtime & { now: () => Date }, signal?: AbortSignal): Promise<void> {
  const at = instantFromDate(rt.now()).iso;
  const { time_zone } = await loadSettings(rt);
  const judging: Judging = {
    db: rt.db,
    now: hourOf(rt.now().getTime()),
    hourOfWeek: hourOfWeekIn(time_zone),
  };
  const candidates = await readSilenceCandidates(rt.db, { ...RULE, now: at });
  for (const [place, codes] of byPlace(candidates)) {
    if (signal?.aborted) return;
    const judged = await judgePlace(judging, place, codes);
    await rt.db.transaction((tx) => storeSilences(tx, judged, at));
  }
  await rt.db.transaction(async (tx) => {
    await endSilences(tx, at);
    await trimSilences(tx, addSeconds(at, -FORGOTTEN_SECONDS));
    await rememberJudged(tx, at);
  });
}

function byPlace(candidates: readonly SilenceCandidate[]): [SilencePlace, SilenceCandidate[]][] {
  const places = new Map<string, [SilencePlace, SilenceCandidate[]]>();
  for (const candidate of candidates) {
    const { level, tool, service, environment, tenant } = candidate;
    const key = JSON.stringify([level, tool, service, environment, tenant]);
    const found = places.get(key) ?? [{ level, tool, service, environment, tenant }, []];
    found[1].push(candidate);
    places.set(key, found);
  }
  return [...places.values()];
}

async function judgePlace(
  judging: Judging,
  place: SilencePlace,
  codes: readonly SilenceCandidate[],
): Promise<JudgedSilence[]> {
  const { db, now } = judging;
  const range = { from: Math.min(...codes.map(({ last }) => last)) - LEARNED_HOURS, to: now };
  const hours = await readCodeHours(db, place, range);
  const judged: JudgedSilence[] = [];
  for (const code of codes) {
    const own = hours.find((one) => one.code === code.code && !one.unmapped);
    if (own === undefined) continue;
    const heard: Heard = {
      failures: own.hours,
      calls: await readCallHours(db, place, range),
      others: sumOf(hours.filter((one) => one !== own).map((one) => one.hours)),
      unmapped: await unmappedOf(judging, place, range, hours),
      producer: [],
    };
    const found = judgeSilence(heard, now, judging.hourOfWeek);
    if (found === null) continue;
    const judgement = await withProducer(judging, { place, range, heard, found });
    judged.push(await toSilence(judging, place, code, judgement));
  }
  return judged;
}

type Range = { from: Hour; to: Hour };

/** By group; where groups do not tell of most of them, e.g. for the first hours, all together. */
async function unmappedOf(
  { db }: Judging,
  place: SilencePlace,
  range: Range,
  hours: readonly CodeHours[],
): Promise<readonly HourCounts[]> {
  const all = sumOf(hours.flatMap((one) => (one.unmapped ? [one.hours] : [])));
  const groups = await readGroupHours(db, place, range);
  const total = (counts: HourCounts) => sumBetween(counts, range.from, range.to);
  const told = groups.reduce((sum, counts) => sum + total(counts), 0);
  return told >= 0.9 * total(all) ? groups : [all];
}

/** Only where the tool's own use explains nothing: the calls of a whole service are many rows. */
async function withProducer(
  { db, now, hourOfWeek }: Judging,
  asked: { place: SilencePlace; range: Range; heard: Heard; found: SilenceJudgement },
): Promise<SilenceJudgement> {
  const { place, range, heard, found } = asked;
  if (found.state !== "no_traffic" && found.state !== "unexplained") return found;
  const all = await readProducerHours(db, place, range);
  const own = new Map(heard.failures);
  const producer = all.flatMap(([hour, reported]): [Hour, number][] => {
    const others = reported - (own.get(hour) ?? 0);
    return others > 0 ? [[hour, others]] : [];
  });
  return judgeSilence({ ...heard, producer }, now, hourOfWeek) ?? found;
}

async function toSilence(
  { db, now, hourOfWeek }: Judging,
  place: SilencePlace,
  { code, since }: SilenceCandidate,
  { state, rhythm, evidence }: SilenceJudgement,
): Promise<JudgedSilence> {
  const range = { from: releasesFrom(rhythm.last), to: Math.min(now, rhythm.last + RISE_HOURS) };
  const release = releaseOfSilence(await readPlaceReleases(db, place, range), rhythm, hourOfWeek);
  return {
    ...{ ...place, code, state, since, evidence },
    release: release?.release ?? null,
    released_at: release?.released_at ?? null,
    release_url: release?.url ?? null,
  };
}

function sumOf(parts: readonly HourCounts[]): HourCounts {
  const sums = new Map<Hour, number>();
  for (const counts of parts)
    for (const [hour, count] of counts) sums.set(hour, (sums.get(hour) ?? 0) + count);
  return [...sums].sort(([one], [other]) => one - other);
}
