import type { Metadata } from "next";
import { NotYours } from "@/components/settings/not-yours";
import { isUnconfined, may } from "@/domain/permissions";
import { requirePageCaller } from "@/lib/http/page-session";

export const metadata: Metadata = { title: "Intake" };

/** What comes in, by source. A source reports for every tenant, so who is confined to a part may not see it. */
export default async function IntakePage() {
  const { caller } = await requirePageCaller();
  if (!may(caller, "quarantine.read") || !isUnconfined(caller.confinement)) return <NotYours />;
  return null;
}
