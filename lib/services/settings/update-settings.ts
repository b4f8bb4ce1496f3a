import { recordAudit } from "@/db/queries/audit";
import { writeSettings } from "@/db/queries/settings";
import type { Settings } from "@/domain/settings";
import type { ServiceContext } from "../context";
import { SETTINGS_CHANGED } from "../load-settings";

/** Stores these settings, leaves the others, and answers all as they now hold. */
export async function updateSettings(ctx: ServiceContext, input: Partial<Settings>): Promise<Settings> {
  await ctx.db.transaction(async (tx) => {
    await writeSettings(tx, input);
    await recordAudit(tx, {
      actor: ctx.caller,
      action: "settings.changed",
      subject_kind: "settings",
      subject_id: "installation",
      details: { ...input },
    });
  });
  ctx.hub.publish(SETTINGS_CHANGED);
  return { ...ctx.settings, ...input };
}
