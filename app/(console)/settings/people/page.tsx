import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NotYours } from "@/components/settings/not-yours";
import { PeoplePanel } from "@/components/settings/people-panel";
import { may } from "@/domain/permissions";
import { peopleQuery } from "@/lib/client/people";
import { queryClient } from "@/lib/client/query-client";
import { requirePageCaller } from "@/lib/http/page-session";
import { listPeople } from "@/lib/services/people/list-people";

export const metadata: Metadata = { title: "People" };

export default async function PeoplePage() {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "people.manage")) return <NotYours />;
  const client = queryClient();
  await client.prefetchQuery({
    queryKey: peopleQuery.queryKey,
    queryFn: async () => ({ items: await listPeople(ctx), next_cursor: null }),
  });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PeoplePanel />
    </HydrationBoundary>
  );
}
