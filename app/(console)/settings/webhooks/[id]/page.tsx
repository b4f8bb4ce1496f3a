import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NotYours } from "@/components/settings/not-yours";
import { WebhookDetail } from "@/components/settings/webhook-detail";
import { isDomainError } from "@/domain/errors";
import { mayManageInstallation } from "@/domain/permissions";
import { queryClient } from "@/lib/client/query-client";
import { deliveriesQuery as deliveriesPages, webhookQuery } from "@/lib/client/webhooks";
import { idParams } from "@/lib/contract/access";
import { deliveriesQuery } from "@/lib/contract/webhooks";
import { requirePageCaller } from "@/lib/http/page-session";
import type { ServiceContext } from "@/lib/services/context";
import { listDeliveries } from "@/lib/services/webhooks/list-deliveries";
import { readWebhook } from "@/lib/services/webhooks/read-webhook";

export const metadata: Metadata = { title: "Webhook" };

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ state?: string | string[] }>;
};

export default async function WebhookPage({ params, searchParams }: Props) {
  const ctx = await requirePageCaller();
  if (!mayManageInstallation(ctx.caller)) return <NotYours />;
  const asked = idParams.safeParse(await params);
  if (!asked.success) notFound();
  const { id } = asked.data;
  const client = queryClient();
  client.setQueryData(webhookQuery(id).queryKey, await webhookOr404(ctx, id));
  const state = deliveriesQuery.shape.state.safeParse((await searchParams).state).data;
  await client.prefetchInfiniteQuery({
    ...deliveriesPages(id, state ?? null),
    queryFn: () => listDeliveries(ctx, { ...deliveriesQuery.parse({}), id, state }),
  });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <WebhookDetail id={id} />
    </HydrationBoundary>
  );
}

async function webhookOr404(ctx: ServiceContext, id: string) {
  try {
    return await readWebhook(ctx, { id });
  } catch (error) {
    if (isDomainError(error) && error.code === "webhook_not_found") notFound();
    throw error;
  }
}
