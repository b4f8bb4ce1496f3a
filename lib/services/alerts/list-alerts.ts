import type { AlertState } from "@/domain/alerts/states";
import { stillSuggested, suggestedAlerts } from "@/domain/alerts/suggested";
import { isUnconfined } from "@/domain/permissions";
import { kindsOf, mayChangeAlerts, viewAlerts } from "../alert-view";
import type { ServiceContext } from "../context";

/**
 * The alerts that the caller sees, with where they stand, and what else an installation usually watches. Alerts of the
 * whole installation are not for those who see a part of it; nor are they said to whoever asks for some states only.
 */
export async function listAlerts(ctx: ServiceContext, { state = [] }: { state?: AlertState[] } = {}) {
  const { caller, settings } = ctx;
  const items = await viewAlerts(ctx, { states: state });
  const may_change = mayChangeAlerts(caller);
  const may_change_installation = may_change && isUnconfined(caller.confinement);
  const watched = new Set(items.map(({ condition }) => condition.kind));
  const kinds = kindsOf(caller);
  const suggested = stillSuggested(suggestedAlerts(settings.unmapped_share_target), watched);
  return {
    items,
    suggested:
      may_change_installation && state.length === 0
        ? suggested.filter(({ alert }) => kinds.includes(alert.condition.kind))
        : [],
    ...{ may_change, may_change_installation, next_cursor: null },
  };
}
