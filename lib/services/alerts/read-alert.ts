import { type AlertAnswer, viewOneAlert } from "../alert-view";
import type { ServiceContext } from "../context";

/** One alert with where it stands. Throws `alert_not_found`. */
export function readAlert(ctx: ServiceContext, input: { alert_id: string }): Promise<AlertAnswer> {
  return viewOneAlert(ctx, input.alert_id);
}
