"use client";

import { Webhook } from "lucide-react";
import Link from "next/link";
import { useMay } from "@/lib/client/session";
import type { Alert } from "@/lib/contract/alerts";

/** Says of which of these alerts no webhook would tell, and to whoever can change that where. */
export function WebhookHint({ alerts }: { alerts: readonly Pick<Alert, "webhook_listens">[] }) {
  const mayMake = useMay("settings.manage");
  const unheard = alerts.filter(({ webhook_listens }) => !webhook_listens).length;
  if (unheard === 0) return null;
  return (
    <p className="mb-4 flex items-start gap-2 border-warn border-l-2 pl-3 text-sm">
      <Webhook aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="text-muted">
        No webhook listens to {which(unheard, alerts.length)}: only this console says when{" "}
        {alerts.length === 1 ? "it" : "one"} fires.{" "}
        {mayMake && (
          <Link href="/settings/webhooks" className="text-accent underline underline-offset-2">
            Webhooks
          </Link>
        )}
      </span>
    </p>
  );
}

function which(unheard: number, all: number): string {
  if (all === 1) return "this alert";
  return unheard === all ? "these alerts" : `${unheard} of these ${all} alerts`;
}
