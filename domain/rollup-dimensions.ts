import type { PreparedEvent } from "./event";

/** What of an event decides which series it counts in. */
export type Counted = Pick<
  PreparedEvent,
  "service" | "environment" | "class" | "unmapped" | "tool" | "code" | "effect" | "release" | "tenant"
>;

/** The dimensions of one series; a dimension that its level does not know is null. */
export type SeriesDimensions = {
  level: "overview" | "full" | "tenant";
  service: string | null;
  environment: string | null;
  class: string;
  unmapped: boolean;
  tool: string | null;
  code: string | null;
  effect: string | null;
  release: string | null;
  tenant: string | null;
};

/** What a source's further combinations are counted under once it has made too many; visible as such. */
export const OTHER = "(other)";

/** The three series an event counts in (DESIGN 6). */
export function seriesOf(
  event: Counted,
): [overview: SeriesDimensions, full: SeriesDimensions, tenant: SeriesDimensions] {
  const { service, environment, unmapped, tool, code, effect, release, tenant } = event;
  const narrow = { service, environment, class: event.class, unmapped };
  const wide = { ...narrow, tool, code, effect, release };
  return [
    { level: "overview", ...narrow, tool: null, code: null, effect: null, release: null, tenant: null },
    { level: "full", ...wide, tenant: null },
    { level: "tenant", ...wide, tenant },
  ];
}

/**
 * A text that is equal for events that count in the same three series, by which a known event finds them: 1 µs where
 * making the three and their keys takes 20. NUL parts it, since no stored text holds one; nor is one ever empty, so that
 * absent parts are apart from any text.
 */
export function countedKey(event: Counted): string {
  const { service, environment, unmapped, tool, code, effect, release, tenant } = event;
  return [event.class, unmapped, tool, code, effect, service, environment, release, tenant].join("\0");
}

/** The series with tool, code and release folded into "other"; service, environment, class and tenant stay true. */
export function foldSeries(series: SeriesDimensions): SeriesDimensions {
  if (series.level === "overview") return series;
  return { ...series, tool: OTHER, code: OTHER, release: null };
}

/** A text that is equal for equal dimensions, and the order in which series are interned. */
export function seriesKey(series: SeriesDimensions): string {
  const { level, service, environment, unmapped, tool, code, effect, release, tenant } = series;
  return JSON.stringify([
    level,
    service,
    environment,
    series.class,
    unmapped,
    tool,
    code,
    effect,
    release,
    tenant,
  ]);
}

/** The start of the minute and of the hour (UTC) of an instant, and which quarter of the hour it is in. */
export function bucketsOf(instant: string): { minute: string; hour: string; quarter: 0 | 1 | 2 | 3 } {
  const quarter = Math.floor(Number(instant.slice(14, 16)) / 15) as 0 | 1 | 2 | 3;
  return { minute: `${instant.slice(0, 16)}:00Z`, hour: `${instant.slice(0, 13)}:00:00Z`, quarter };
}
