"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral, useQueryState } from "nuqs";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { Segmented } from "@/components/ui/segmented";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { useOpen } from "@/components/ui/use-open";
import { DELIVERY_STATES } from "@/domain/webhook";
import { describeError } from "@/lib/client/api-error";
import { deliveriesQuery } from "@/lib/client/webhooks";
import type { DeliveryItem, Webhook } from "@/lib/contract/webhooks";
import { WebhookDeliveryDialog } from "./webhook-delivery-dialog";
import { WebhookResendDialog } from "./webhook-resend-dialog";
import { DeliveryState } from "./webhook-state";
import { tryWords } from "./webhook-words";

const SHOWN = ["all", ...DELIVERY_STATES] as const;
const OPTIONS = SHOWN.map((value) => ({ value, label: value }));

/** Everything that was and is to be sent to one receiver, newest first; each opens with its tries. */
export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const id = webhook.subscription_id;
  const [state, setState] = useQueryState("state", parseAsStringLiteral(SHOWN).withDefault("all"));
  const [shown, setShown] = useQueryState("delivery", parseAsString);
  const [resending, setResending] = useOpen<true>();
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(
    deliveriesQuery(id, state === "all" ? null : state),
  );
  const rows = data?.pages.flatMap((page) => page.items) ?? [];
  const failure = error && describeError(error);
  return (
    <Section
      title="Messages"
      actions={
        <>
          <Button onClick={() => setResending(true)}>Send failed ones again…</Button>
          <Segmented label="State" value={state} onChange={(next) => void setState(next)} options={OPTIONS} />
        </>
      }
    >
      {failure && data && <StaleNotice what="This list is" message={failure.message} />}
      {failure && !data && <ErrorState {...failure} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <SkeletonRows rows={5} label="Loading messages" />}
      {data && rows.length === 0 && <Nothing state={state} />}
      {rows.length > 0 && <DeliveryTable rows={rows} onOpen={(row) => void setShown(row.delivery_id)} />}
      {hasNextPage && (
        <Button className="mt-3" onClick={() => void fetchNextPage()} busy={isFetching}>
          Show more
        </Button>
      )}
      {shown && <WebhookDeliveryDialog id={id} delivery_id={shown} onClose={() => void setShown(null)} />}
      {resending && <WebhookResendDialog webhook={webhook} onClose={() => setResending(null)} />}
    </Section>
  );
}

function Nothing({ state }: { state: (typeof SHOWN)[number] }) {
  if (state !== "all") return <EmptyState title={`Nothing is ${state}`} />;
  return (
    <EmptyState
      title="Nothing was sent yet"
      text="Messages appear here as soon as something happens that this webhook tells of. A test shows now whether the receiver takes them."
    />
  );
}

function DeliveryTable({
  rows,
  onOpen,
}: {
  rows: readonly DeliveryItem[];
  onOpen: (row: DeliveryItem) => void;
}) {
  return (
    <Table caption="Messages" className="max-lg:scroll-hint">
      <TableHead>
        <Th>Message</Th>
        <Th>State</Th>
        <Th>Happened</Th>
        <Th>Last try</Th>
        <Th>Next try</Th>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <Tr key={row.delivery_id}>
            <Td>
              <button
                type="button"
                onClick={() => onOpen(row)}
                className="text-left font-medium underline-offset-2 hover:underline"
              >
                <code>{row.type}</code>
                <span className="sr-only"> of {row.created_at}, its tries</span>
              </button>
            </Td>
            <Td>
              <DeliveryState state={row.state} />
            </Td>
            <Td>
              <Time iso={row.created_at} display="relative" />
            </Td>
            <Td className="min-w-56">
              {row.last_try ? (
                <>
                  #{row.last_try.try_number} {tryWords(row.last_try)}
                  {row.last_try.by && <span className="text-muted"> · by {row.last_try.by}</span>}
                </>
              ) : (
                <span className="text-faint">none yet</span>
              )}
            </Td>
            <Td>{row.next_at && row.last_try && <Time iso={row.next_at} display="relative" />}</Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
