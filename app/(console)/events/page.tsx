import type { Metadata } from "next";
import { EventList } from "@/components/rates/event-list";
import { SavedViewMenu } from "@/components/saved-views/saved-view-menu";
import { NotYours } from "@/components/settings/not-yours";
import { may } from "@/domain/permissions";
import { requirePageCaller } from "@/lib/http/page-session";

export const metadata: Metadata = { title: "Events" };

export default async function EventsPage() {
  const ctx = await requirePageCaller();
  return may(ctx.caller, "events.read") ? (
    <EventList views={<SavedViewMenu page="events" />} />
  ) : (
    <NotYours />
  );
}
