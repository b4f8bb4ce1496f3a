"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { limitOf } from "@/domain/alerts/condition";
import { firedData } from "@/domain/alerts/messages";
import type { AlertDefinition } from "./alert-draft";

/** As in the message itself, where the alert and its firing have ids. */
const MADE_UP_ID = "00000000-0000-4000-8000-000000000000";

type WebhookMessageProps = { definition: AlertDefinition; name: string };

/** What a webhook is told when it fires, with made-up ids. */
export function WebhookMessage({ definition, name }: WebhookMessageProps) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button size="sm" variant="quiet" className="-ml-2" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? "Hide what webhooks are told" : "What webhooks are told"}
      </Button>
      {open && <CodeBlock wrap label="message" className="mt-2" code={messageOf(definition, name)} />}
    </div>
  );
}

function messageOf({ condition, ...place }: AlertDefinition, name: string): string {
  const { tool, service, environment, tenant } = place;
  const alert = { alert_id: MADE_UP_ID, name, kind: condition.kind, condition };
  const value =
    condition.kind === "unmapped_share" ? Math.min(1, limitOf(condition) * 2 || 0.1) : limitOf(condition) + 1;
  const fired = { firing_id: MADE_UP_ID, fired_at: "2026-11-15T00:35:00.000000Z", value };
  const data = firedData({ ...alert, tenant, environment, service, tool }, fired);
  return JSON.stringify({ type: "alert.fired", timestamp: fired.fired_at, data }, null, 2);
}
