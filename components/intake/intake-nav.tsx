"use client";

import { PageTabs } from "@/components/ui/page-tabs";
import { useFilterSearch } from "@/lib/client/filters";
import { intakePagesFor } from "@/lib/client/intake-pages";
import { useSession } from "@/lib/client/session";

/** The parts of the intake that this person may open; the range goes along. */
export function IntakeNav() {
  const { capabilities } = useSession();
  const search = useFilterSearch();
  return <PageTabs label="Intake" pages={intakePagesFor(capabilities)} search={search} />;
}
