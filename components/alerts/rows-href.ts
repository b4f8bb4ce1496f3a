import { addSeconds } from "@/domain/instant";
import { codeHref } from "@/lib/client/codes";
import { eventsHref } from "@/lib/client/events-href";
import { searchString } from "@/lib/client/fetcher";
import type { Alert } from "@/lib/contract/alerts";

type Watched = Pick<Alert, "condition" | "tool" | "service" | "environment" | "tenant">;

/** The rows that an alert measured up to `at`: the same window and place, so that they are as many as it says. */
export function rowsHref({ condition, tool, service, environment, tenant }: Watched, at: string): string {
  const place = { tool, service, environment, tenant };
  const shared = { service, environment };
  switch (condition.kind) {
    case "unmapped_share":
      return eventsHref({ ...windowUpTo(at, condition.window_minutes), ...place, unmapped: "true" });
    case "rate":
      return eventsHref({
        ...windowUpTo(at, condition.window_minutes),
        ...place,
        code: condition.code,
        class: condition.class,
      });
    case "silence":
      return condition.code === null
        ? `/recovery/silent${searchString(shared)}`
        : `${codeHref(condition.code)}${searchString(shared)}`;
    case "leak":
      return `/intake/leaks${searchString({ ...windowUpTo(at, condition.window_minutes), ...shared, kind: condition.leak_kinds })}`;
    case "cases_due":
      return `/queue${searchString({ ...place, deadline_to: addSeconds(at, condition.within_minutes * 60) })}`;
  }
}

function windowUpTo(at: string, window_minutes: number) {
  return { from: addSeconds(at, -window_minutes * 60), to: at };
}
