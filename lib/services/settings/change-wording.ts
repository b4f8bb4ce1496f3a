import { recordAudit } from "@/db/queries/audit";
import { lockSetting, writeSettings } from "@/db/queries/settings";
import { conflictError, forbiddenError } from "@/domain/errors";
import { isUnconfined } from "@/domain/permissions";
import type { Settings } from "@/domain/settings";
import {
  isSameWording,
  type Wording,
  type WordingCell,
  withWording,
  wordingOfCell,
  wordings,
} from "@/domain/wordings";
import type { ServiceContext } from "../context";
import { SETTINGS_CHANGED } from "../load-settings";

export type ChangeWordingInput = WordingCell & { wording: Wording | null; instead_of: Wording | null };

/**
 * Words one cell, or gives it back to the default, and answers all settings as they now hold; what others worded in other
 * cells meanwhile stays. Throws `wording_changed`, with the `wording` that is there, where it is not the one that was to
 * be replaced, and `forbidden` for who is confined to a part: wordings hold for everybody.
 */
export async function changeWording(ctx: ServiceContext, input: ChangeWordingInput): Promise<Settings> {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  const { class: errorClass, standing, wording, instead_of } = input;
  const cell = { class: errorClass, standing };
  const changed = await ctx.db.transaction(async (tx) => {
    const stored = wordings.safeParse(await lockSetting(tx, "wordings", {}));
    const own = stored.data ?? {};
    const current = wordingOfCell(own, cell);
    if (!isSameWording(current, instead_of)) throw wordingChanged(current);
    const next = withWording(own, cell, wording);
    await writeSettings(tx, { wordings: next });
    await recordAudit(tx, {
      actor: ctx.caller,
      action: "settings.changed",
      subject_kind: "settings",
      subject_id: "installation",
      details: { wording: { ...cell, wording, instead_of: current } },
    });
    return next;
  });
  ctx.hub.publish(SETTINGS_CHANGED);
  return { ...ctx.settings, wordings: changed };
}

function wordingChanged(current: Wording | null) {
  return conflictError("wording_changed", "Somebody else has changed this wording meanwhile.", {
    field: "instead_of",
    hint: "Read what stands there now, and send yours again instead of it.",
    details: { wording: current },
  });
}
