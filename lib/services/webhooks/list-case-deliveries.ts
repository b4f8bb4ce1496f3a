import { findCase } from "@/db/queries/cases";
import { type DeliveryRow, listCaseDeliveries as listRows, listTries } from "@/db/queries/deliveries";
import type { Try } from "@/db/queries/record-try";
import { caseNotFound } from "@/domain/case-errors";
import { caseScopeOf } from "@/domain/case-scope";
import { mayManageInstallation } from "@/domain/permissions";
import type { ServiceContext } from "../context";

type ShownTry = Omit<Try, "response"> & { try_number: number; response?: string | null };
export type CaseDelivery = DeliveryRow & { subscription: string; removed: boolean; tries: ShownTry[] };

/** More than this was never told of one case; the newest are shown. */
const SHOWN = 200;

/**
 * What was told of a case, to whom, and every try, newest first. What receivers answered is shown to those who
 * manage webhooks. Throws `case_not_found`, also for one outside the caller's confinement.
 */
export async function listCaseDeliveries(
  ctx: ServiceContext,
  input: { case_id: string },
): Promise<CaseDelivery[]> {
  const found = await findCase(ctx.db, caseScopeOf(ctx.caller), input.case_id);
  if (found === null) throw caseNotFound();
  const rows = await listRows(ctx.db, found.case_id, SHOWN);
  const tries = await listTries(
    ctx.db,
    rows.map(({ delivery_id }) => delivery_id),
  );
  const full = mayManageInstallation(ctx.caller);
  return rows.map(({ removed_at, ...row }) => ({
    ...row,
    removed: removed_at !== null,
    tries: tries
      .filter(({ delivery_id }) => delivery_id === row.delivery_id)
      .map(({ delivery_id: _delivery, response, ...tried }) => ({ ...tried, ...(full && { response }) })),
  }));
}
