import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NotYours } from "@/components/settings/not-yours";
import { RetentionPanel } from "@/components/settings/retention-panel";
import { mayManageInstallation } from "@/domain/permissions";
import { queryClient } from "@/lib/client/query-client";
import { retentionQuery } from "@/lib/client/retention";
import { requirePageCaller } from "@/lib/http/page-session";
import { readRetention } from "@/lib/services/settings/read-retention";

export const metadata: Metadata = { title: "Retention" };

export default async function RetentionPage() {
  const ctx = await requirePageCaller();
  if (!mayManageInstallation(ctx.caller)) return <NotYours />;
  const client = queryClient();
  client.setQueryData(retentionQuery.queryKey, await readRetention(ctx, {}));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <RetentionPanel />
    </HydrationBoundary>
  );
}
