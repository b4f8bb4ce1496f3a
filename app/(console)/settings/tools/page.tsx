import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NotYours } from "@/components/settings/not-yours";
import { ToolsPanel } from "@/components/settings/tools-panel";
import { may } from "@/domain/permissions";
import { queryClient } from "@/lib/client/query-client";
import { toolsQuery } from "@/lib/client/tools";
import { requirePageCaller } from "@/lib/http/page-session";
import { listTools } from "@/lib/services/tools/list-tools";

export const metadata: Metadata = { title: "Tools" };

export default async function ToolsPage() {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "tools.read")) return <NotYours />;
  const client = queryClient();
  await client.prefetchQuery({ queryKey: toolsQuery.queryKey, queryFn: () => listTools(ctx) });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ToolsPanel />
    </HydrationBoundary>
  );
}
