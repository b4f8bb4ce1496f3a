import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NotYours } from "@/components/settings/not-yours";
import { WebhooksPanel } from "@/components/settings/webhooks-panel";
import { mayManageInstallation } from "@/domain/permissions";
import { queryClient } from "@/lib/client/query-client";
import { webhooksQuery } from "@/lib/client/webhooks";
import { requirePageCaller } from "@/lib/http/page-session";
import { listWebhooks } from "@/lib/services/webhooks/list-webhooks";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage() {
  const ctx = await requirePageCaller();
  if (!mayManageInstallation(ctx.caller)) return <NotYours />;
  const client = queryClient();
  await client.prefetchQuery({
    queryKey: webhooksQuery.queryKey,
    queryFn: async () => ({ items: await listWebhooks(ctx), next_cursor: null }),
  });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <WebhooksPanel />
    </HydrationBoundary>
  );
}
