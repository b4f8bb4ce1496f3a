import { findProbe, probeAnswer } from "@/db/queries/probes";
import { forbiddenError, notFoundError } from "@/domain/errors";
import { isUnconfined } from "@/domain/permissions";
import type { ServiceContext } from "../context";

/** How a tool's outside system is asked; that there is a secret, never which. Throws `forbidden`, `probe_not_found`. */
export async function readProbe(ctx: ServiceContext, input: { tool: string }) {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  const row = await findProbe(ctx.db, input.tool);
  if (row === null) throw notFoundError("probe_not_found", "This tool has no probe.");
  return probeAnswer(row);
}
