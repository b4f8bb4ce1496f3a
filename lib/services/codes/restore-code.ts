import { recordAudit } from "@/db/queries/audit";
import { isKnownCode, unretireCode } from "@/db/queries/code-registry";
import { noSuchCode } from "@/domain/code-errors";
import { forbiddenError } from "@/domain/errors";
import { isUnconfined } from "@/domain/permissions";
import type { ServiceContext } from "../context";

/** Takes back that a code was retired; one that is in use stays so. Throws `forbidden` for who is confined, and `no_such_code`. */
export async function restoreCode(ctx: ServiceContext, { code }: { code: string }): Promise<void> {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  await ctx.db.transaction(async (tx) => {
    const was = await unretireCode(tx, code);
    if (was !== null) {
      await recordAudit(tx, {
        ...{
          actor: ctx.caller,
          action: "code.restored",
          subject_kind: "code",
          subject_id: code,
          details: was,
        },
      });
      return;
    }
    if (!(await isKnownCode(tx, code))) throw noSuchCode(code);
  });
}
