import { notFound } from "next/navigation";
import { isDomainError } from "@/domain/errors";
import { type Alert, alert, alertParams } from "@/lib/contract/alerts";
import { readAlert } from "@/lib/services/alerts/read-alert";
import type { ServiceContext } from "@/lib/services/context";

export type AlertPageParams = { params: Promise<{ alert_id: string }> };

/** The alert of a page's address; a page that says so when there is none, or none that the caller may see. */
export async function alertOr404(ctx: ServiceContext, params: AlertPageParams["params"]): Promise<Alert> {
  const asked = alertParams.safeParse(await params);
  if (!asked.success) notFound();
  try {
    return alert.parse(await readAlert(ctx, asked.data));
  } catch (error) {
    if (isDomainError(error) && error.code === "alert_not_found") notFound();
    throw error;
  }
}
