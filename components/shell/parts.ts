import type { Capability } from "@/domain/permissions";
import { GROUPINGS } from "@/domain/rate-rows";
import { newAlertHref } from "@/lib/client/alerts";
import { CODE_VIEW_LABELS, CODE_VIEWS } from "@/lib/client/codes";
import { exploreHref } from "@/lib/client/explore-params";
import { intakePagesFor } from "@/lib/client/intake-pages";
import { QUEUE_VIEW_LABELS, queueViewsFor } from "@/lib/client/queue-views";
import { settingsPagesFor } from "@/lib/client/settings-pages";

/** A part of a place, for the command palette. */
export type Part = { href: string; label: string };

/** What Explore groups by, the queue's views and the pages of intake and settings that these capabilities open. */
export function partsFor(capabilities: readonly Capability[]): readonly Part[] {
  const groupings = capabilities.includes("rates.read") ? GROUPINGS : [];
  return [
    ...groupings.map((by) => ({ href: exploreHref({ by }), label: `Explore: by ${by}` })),
    ...queueViewsFor(capabilities).map((view) => ({
      href: `/queue?view=${view}`,
      label: `Queue: ${QUEUE_VIEW_LABELS[view].toLowerCase()}`,
    })),
    ...(capabilities.includes("rates.read") ? CODE_VIEWS : []).map((view) => ({
      href: `/codes?show=${view}`,
      label: `Codes: ${CODE_VIEW_LABELS[view].toLowerCase()}`,
    })),
    ...(capabilities.includes("rates.read") ? [{ href: "/alerts/history", label: "Alerts: history" }] : []),
    ...(capabilities.includes("tools.manage") ? [{ href: newAlertHref(), label: "Alerts: new alert" }] : []),
    ...intakePagesFor(capabilities).map(({ href, label }) => ({
      href,
      label: `Intake: ${label.toLowerCase()}`,
    })),
    ...settingsPagesFor(capabilities).map(({ href, label }) => ({
      href,
      label: `Settings: ${label.toLowerCase()}`,
    })),
  ];
}
