import { recordAudit } from "@/db/queries/audit";
import { isKnownCode, retireCode as retire } from "@/db/queries/code-registry";
import { noSuchCode } from "@/domain/code-errors";
import { forbiddenError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { isUnconfined } from "@/domain/permissions";
import type { ServiceContext } from "../context";

/**
 * Says that a code is no longer in use, so that its silence is expected; one that is retired stays as it was. Codes are
 * everybody's: throws `forbidden` for who is confined, and `no_such_code`.
 */
export async function retireCode(ctx: ServiceContext, { code }: { code: string }): Promise<void> {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  await ctx.db.transaction(async (tx) => {
    if (await retire(tx, code, ctx.caller.name, instantFromDate(ctx.now()).iso)) {
      await recordAudit(tx, {
        ...{ actor: ctx.caller, action: "code.retired", subject_kind: "code", subject_id: code },
      });
      return;
    }
    if (!(await isKnownCode(tx, code))) throw noSuchCode(code);
  });
}
