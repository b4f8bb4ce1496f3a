import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { InstallationPanel } from "@/components/settings/installation-panel";
import { NotYours } from "@/components/settings/not-yours";
import { timeZones } from "@/components/settings/zones";
import { may } from "@/domain/permissions";
import { queryClient } from "@/lib/client/query-client";
import { settingsQuery } from "@/lib/client/settings";
import { requirePageCaller } from "@/lib/http/page-session";

export const metadata: Metadata = { title: "Installation" };

export default async function InstallationPage() {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "settings.manage")) return <NotYours />;
  const client = queryClient();
  client.setQueryData(settingsQuery.queryKey, ctx.settings);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <InstallationPanel zones={timeZones()} />
    </HydrationBoundary>
  );
}
