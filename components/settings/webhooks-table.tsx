"use client";

import { Ellipsis } from "lucide-react";
import Link from "next/link";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { Webhook } from "@/lib/contract/webhooks";
import { WebhookMenuItems, type WebhookOpen } from "./webhook-actions";
import { WebhookState } from "./webhook-state";
import { WebhookTest } from "./webhook-test";

type WebhooksTableProps = { webhooks: readonly Webhook[]; onOpen: (open: WebhookOpen) => void };

/** Webhooks with what they tell, how their receivers do, and a test. */
export function WebhooksTable({ webhooks, onOpen }: WebhooksTableProps) {
  return (
    <Table caption="Webhooks" className="max-lg:scroll-hint">
      <TableHead>
        <Th>Receiver</Th>
        <Th>State</Th>
        <Th>Tells of</Th>
        <Th>Last taken</Th>
        <Th numeric>Waiting</Th>
        <Th>Test</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </TableHead>
      <TableBody>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.subscription_id} webhook={webhook} onOpen={onOpen} />
        ))}
      </TableBody>
    </Table>
  );
}

function WebhookRow({ webhook, onOpen }: { webhook: Webhook; onOpen: (open: WebhookOpen) => void }) {
  const { subscription_id, name, url, types, last_delivered_at, waiting } = webhook;
  return (
    <Tr>
      <Td className="max-w-72">
        <Link
          href={`/settings/webhooks/${subscription_id}`}
          className="font-medium underline-offset-2 hover:underline"
        >
          {name}
        </Link>
        <div className="truncate text-muted text-xs" title={url}>
          {new URL(url).host}
        </div>
      </Td>
      <Td className="min-w-32">
        <WebhookState webhook={webhook} />
      </Td>
      <Td className="min-w-40">
        <div className="flex flex-wrap gap-x-2">
          {types.map((type) => (
            <code key={type} className="text-xs">
              {type}
            </code>
          ))}
        </div>
        <Narrowed webhook={webhook} />
      </Td>
      <Td>
        {last_delivered_at ? (
          <Time iso={last_delivered_at} display="relative" />
        ) : (
          <span className="whitespace-nowrap text-faint">nothing yet</span>
        )}
      </Td>
      <Td numeric>{waiting >= 1_000 ? "1,000+" : waiting}</Td>
      <Td className="min-w-56 max-w-96">
        <WebhookTest id={subscription_id} name={name} />
      </Td>
      <Td className="w-8 text-right">
        <Menu
          align="end"
          trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis />} size="sm" />}
        >
          <WebhookMenuItems webhook={webhook} onOpen={onOpen} />
        </Menu>
      </Td>
    </Tr>
  );
}

/** To what a webhook is narrowed, when it is. */
function Narrowed({ webhook: { tools, services, tenants, environments } }: { webhook: Webhook }) {
  const values = [tools, services, tenants, environments].flatMap((part) => part ?? []);
  if (values.length === 0) return null;
  return (
    <div className="truncate text-muted text-xs" title={values.join(", ")}>
      only {values.join(", ")}
    </div>
  );
}
