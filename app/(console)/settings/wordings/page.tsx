import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NotYours } from "@/components/settings/not-yours";
import { WordingsPanel } from "@/components/settings/wordings-panel";
import { mayManageInstallation } from "@/domain/permissions";
import { queryClient } from "@/lib/client/query-client";
import { settingsQuery } from "@/lib/client/settings";
import { requirePageCaller } from "@/lib/http/page-session";

export const metadata: Metadata = { title: "Wordings" };

export default async function WordingsPage() {
  const ctx = await requirePageCaller();
  if (!mayManageInstallation(ctx.caller)) return <NotYours />;
  const client = queryClient();
  client.setQueryData(settingsQuery.queryKey, ctx.settings);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <WordingsPanel />
    </HydrationBoundary>
  );
}
