"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Ellipsis } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { KeyValues } from "@/components/ui/key-values";
import { Menu } from "@/components/ui/menu";
import { Section } from "@/components/ui/section";
import { Time, useNow } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import { webhookQuery } from "@/lib/client/webhooks";
import type { Webhook } from "@/lib/contract/webhooks";
import { useWebhookDialogs, WebhookMenuItems } from "./webhook-actions";
import { WebhookDeliveries } from "./webhook-deliveries";
import { WebhookState } from "./webhook-state";
import { WebhookTest } from "./webhook-test";

/** One webhook: where it goes, how its receiver does, and everything that was sent there. */
export function WebhookDetail({ id }: { id: string }) {
  const { data: webhook, error, refetch, isFetching } = useQuery(webhookQuery(id));
  const router = useRouter();
  const { setOpen, dialogs } = useWebhookDialogs(() => router.push("/settings/webhooks"));
  if (!webhook) {
    return (
      error && <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  return (
    <>
      <Link
        href="/settings/webhooks"
        className="inline-flex items-center gap-1 pb-2 text-muted text-sm hover:text-ink [&_svg]:size-4"
      >
        <ArrowLeft aria-hidden />
        All webhooks
      </Link>
      <Section
        className="border-t-0 pt-0"
        title={webhook.name}
        actions={
          <Menu
            align="end"
            trigger={
              <Button>
                <Ellipsis aria-hidden />
                Change
              </Button>
            }
          >
            <WebhookMenuItems webhook={webhook} onOpen={setOpen} />
          </Menu>
        }
      >
        <Facts webhook={webhook} />
        <div className="pt-3">
          <WebhookTest id={id} name={webhook.name} />
        </div>
      </Section>
      <WebhookDeliveries webhook={webhook} />
      {dialogs}
    </>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { url, types, last_delivered_at, previous_secret_until, created_at, created_by } = webhook;
  const now = useNow();
  const rotating = previous_secret_until !== null && Date.parse(previous_secret_until) > now;
  return (
    <KeyValues
      items={[
        { key: "State", value: <WebhookState webhook={webhook} /> },
        { key: "Address", value: <span className="break-all">{url}</span>, mono: true },
        { key: "Tells of", value: types.join(" · "), mono: true },
        { key: "Only about", value: onlyAbout(webhook) },
        { key: "Last taken", value: last_delivered_at ? <Time iso={last_delivered_at} /> : "nothing yet" },
        {
          key: "Old secret",
          value: rotating ? (
            <>
              signs as well until <Time iso={previous_secret_until} display="absolute" />
            </>
          ) : null,
        },
        {
          key: "Made",
          value: (
            <>
              <Time iso={created_at} /> by {created_by}
            </>
          ),
        },
      ]}
    />
  );
}

function onlyAbout({ tools, services, tenants, environments }: Webhook): string {
  const parts = [
    ["tools", tools],
    ["services", services],
    ["tenants", tenants],
    ["environments", environments],
  ] as const;
  const said = parts.flatMap(([name, values]) => (values === null ? [] : [`${name} ${values.join(", ")}`]));
  return said.length === 0 ? "everything" : said.join(" · ");
}
