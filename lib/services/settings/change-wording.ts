import { recordAudit } from "@/db/queries/audit";
import { lockSetting, writeSettings } from "@/db/queries/settings";
import { conflictError, forbiddenError } from "@/domain/errors";
import { isUnconfined } from "@/domain/permissions";
import type { Settings } from "@/domain/settings";
import {
  isSameWording,
  type Wording,
  type WordingCell,
  type Wordings,
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
 * be replaced, `wordings_unreadable` where other cells that cannot be read would be lost, and `forbidden` for who is
 * confined to a part: wordings hold for everybody.
 */
export async function changeWording(ctx: ServiceContext, input: ChangeWordingInput): Promise<Settings> {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  const { class: errorClass, standing, wording, instead_of } = input;
  const cell = { class: errorClass, standing };
  const changed = await ctx.db.transaction(async (tx) => {
    const own = readStored(await lockSetting(tx, "wordings", {}), cell);
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

/**
 * What is stored, without the cell that is about to be replaced where that one cannot be read. Anything else that cannot
 * is somebody's words from before a rule became stricter: refused rather than written over.
 */
function readStored(stored: unknown, cell: WordingCell): Wordings {
  const parsed = wordings.safeParse(stored);
  if (parsed.success) return parsed.data;
  const others = wordings.safeParse(withoutCell(stored, cell));
  if (others.success) return others.data;
  const at = others.error.issues.map(({ path }) => path.slice(0, 2).join(" "));
  throw conflictError("wordings_unreadable", "Other stored wordings cannot be read; nothing was changed.", {
    field: "wordings",
    received: [...new Set(at)],
    hint: "Send all wordings at once by PUT /api/v1/settings, those named here mended.",
  });
}

function withoutCell(stored: unknown, { class: errorClass, standing }: WordingCell): unknown {
  if (typeof stored !== "object" || stored === null) return stored;
  const ofClass: unknown = Reflect.get(stored, errorClass);
  if (typeof ofClass !== "object" || ofClass === null) return stored;
  const rest = Object.entries(ofClass).filter(([name]) => name !== standing);
  return { ...stored, [errorClass]: Object.fromEntries(rest) };
}

function wordingChanged(current: Wording | null) {
  return conflictError("wording_changed", "Somebody else has changed this wording meanwhile.", {
    field: "instead_of",
    hint: "Read what stands there now, and send yours again instead of it.",
    details: { wording: current },
  });
}
