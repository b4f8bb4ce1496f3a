"use client";

import { PageTabs } from "@/components/ui/page-tabs";
import { useFilterSearch } from "@/lib/client/filters";
import { RECOVERY_PAGES } from "@/lib/client/recovery-pages";

/** The parts of Recovery; the range goes along. */
export function RecoveryNav() {
  return <PageTabs label="Recovery" pages={RECOVERY_PAGES} search={useFilterSearch()} />;
}
