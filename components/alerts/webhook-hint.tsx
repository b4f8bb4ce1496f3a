"use client";

import { useQuery } from "@tanstack/react-query";
import { Webhook } from "lucide-react";
import Link from "next/link";
import { useMay } from "@/lib/client/session";
import { webhooksQuery } from "@/lib/client/webhooks";

/** Says that nobody is told by webhook, to whoever can change that. */
export function WebhookHint() {
  return useMay("settings.manage") ? <Hint /> : null;
}

function Hint() {
  const { data } = useQuery(webhooksQuery);
  const isTold = data?.items.some(({ types, state }) => state === "active" && types.includes("alert.fired"));
  if (data === undefined || isTold) return null;
  return (
    <p className="mb-4 flex items-start gap-2 border-warn border-l-2 pl-3 text-sm">
      <Webhook aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="text-muted">
        No webhook tells of <code>alert.fired</code>, so only this console says when an alert fires.{" "}
        <Link href="/settings/webhooks" className="text-accent underline underline-offset-2">
          Make one
        </Link>
      </span>
    </p>
  );
}
