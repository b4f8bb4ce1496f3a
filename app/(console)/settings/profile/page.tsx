import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ProfilePanel } from "@/components/settings/profile-panel";
import { timeZones } from "@/components/settings/zones";
import { profileQuery } from "@/lib/client/profile";
import { queryClient } from "@/lib/client/query-client";
import { requirePageCaller } from "@/lib/http/page-session";
import { readProfile } from "@/lib/services/people/read-profile";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfilePage() {
  const ctx = await requirePageCaller();
  const client = queryClient();
  await client.prefetchQuery({ queryKey: profileQuery.queryKey, queryFn: () => readProfile(ctx) });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ProfilePanel zones={timeZones()} installationZone={ctx.settings.time_zone} />
    </HydrationBoundary>
  );
}
