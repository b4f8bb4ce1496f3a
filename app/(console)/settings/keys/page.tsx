import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { KeysPanel } from "@/components/settings/keys-panel";
import { NotYours } from "@/components/settings/not-yours";
import { may } from "@/domain/permissions";
import { keysQuery } from "@/lib/client/keys";
import { queryClient } from "@/lib/client/query-client";
import { requirePageCaller } from "@/lib/http/page-session";
import { listKeys } from "@/lib/services/keys/list-keys";

export const metadata: Metadata = { title: "Keys" };

export default async function KeysPage() {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "keys.manage")) return <NotYours />;
  const client = queryClient();
  await client.prefetchQuery({
    queryKey: keysQuery.queryKey,
    queryFn: async () => ({ items: await listKeys(ctx), next_cursor: null }),
  });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <KeysPanel />
    </HydrationBoundary>
  );
}
