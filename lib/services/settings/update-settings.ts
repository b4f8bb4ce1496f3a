import { recordAudit } from "@/db/queries/audit";
import { writeSettings } from "@/db/queries/settings";
import { forbiddenError } from "@/domain/errors";
import { isUnconfined } from "@/domain/permissions";
import type { Settings } from "@/domain/settings";
import type { ServiceContext } from "../context";
import { SETTINGS_CHANGED } from "../load-settings";
import { assertScrubRules } from "../scrubbing";

/**
 * Stores these settings, leaves the others, and answers all as they now hold. They hold for everybody, so
 * who is confined to a part may not change them: throws `forbidden`; `invalid_scrub_rule` where a pattern cannot be used.
 */
export async function updateSettings(ctx: ServiceContext, input: Partial<Settings>): Promise<Settings> {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  if (input.scrub_rules) assertScrubRules(input.scrub_rules);
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
