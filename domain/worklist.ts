import { compareInstants } from "./instant";

/** That people gave a group a code, and from which release on; `release` null: from the moment it was marked. */
export type GroupMark = { code: string; release: string | null; marked_at: string; marked_by: string };

/** When a group was seen in a release of a service; both null where the producer said none. */
export type Sighting = {
  service: string | null;
  release: string | null;
  first_seen_at: string;
  last_seen_at: string;
};

/** When a release of a service went out. */
export type ReleaseTime = { service: string | null; release: string; released_at: string };

export type Return = { at: string; release: string | null };

/**
 * Where a group that was marked as mapped came unmapped again: in the release that was to name it or a later one, whatever
 * the clock says, since older releases may still run beside it. What names no release counts by time. A release that
 * never went out anywhere has broken no promise yet. Null: it holds.
 */
export function findReturn(
  mark: Pick<GroupMark, "release" | "marked_at">,
  sightings: readonly Sighting[],
  releases: readonly ReleaseTime[],
): Return | null {
  const returns = sightings.flatMap((sighting) => {
    const at = returnOf(mark, sighting, releases);
    return at === null ? [] : [{ at, release: sighting.release }];
  });
  return returns.sort((a, b) => compareInstants(a.at, b.at))[0] ?? null;
}

function returnOf(
  { release, marked_at }: Pick<GroupMark, "release" | "marked_at">,
  seen: Sighting,
  releases: readonly ReleaseTime[],
): string | null {
  if (release === null) return seenAfter(seen, marked_at);
  if (seen.release === release) return seen.first_seen_at;
  const promised = releasedAt(releases, seen.service, release);
  if (promised === null) return null;
  if (seen.release === null) return seenAfter(seen, promised);
  const released = releasedAt(releases, seen.service, seen.release);
  return released !== null && compareInstants(released, promised) > 0 ? seen.first_seen_at : null;
}

function seenAfter({ first_seen_at, last_seen_at }: Sighting, moment: string): string | null {
  if (compareInstants(first_seen_at, moment) > 0) return first_seen_at;
  return compareInstants(last_seen_at, moment) > 0 ? last_seen_at : null;
}

/** In this service, else at the first of all: several services may go out under one name. */
function releasedAt(
  releases: readonly ReleaseTime[],
  service: string | null,
  release: string,
): string | null {
  const named = releases.filter((one) => one.release === release);
  const own = named.filter((one) => one.service === service);
  const times = (own.length > 0 ? own : named).map(({ released_at }) => released_at);
  return times.sort(compareInstants)[0] ?? null;
}
