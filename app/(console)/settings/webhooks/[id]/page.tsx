import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NotYours } from "@/components/settings/not-yours";
import { WebhookDetail } from "@/components/settings/webhook-detail";
import { isDomainError } from "@/domain/errors";
import { isUnconfined, may } from "@/domain/permissions";
import { queryClient } from "@/lib/client/query-client";
import { webhookQuery } from "@/lib/client/webhooks";
import { idParams } from "@/lib/contract/access";
import { requirePageCaller } from "@/lib/http/page-session";
import type { ServiceContext } from "@/lib/services/context";
import { readWebhook } from "@/lib/services/webhooks/read-webhook";

export const metadata: Metadata = { title: "Webhook" };

export default async function WebhookPage({ params }: { params: Promise<{ id: string }> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "settings.manage") || !isUnconfined(ctx.caller.confinement)) return <NotYours />;
  const asked = idParams.safeParse(await params);
  if (!asked.success) notFound();
  const { id } = asked.data;
  const client = queryClient();
  client.setQueryData(webhookQuery(id).queryKey, await webhookOr404(ctx, id));
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
