"use client";

import { PageTabs } from "@/components/ui/page-tabs";
import { useSession } from "@/lib/client/session";
import { settingsPagesFor } from "@/lib/client/settings-pages";

/** The parts of the settings that this person may open. */
export function SettingsNav() {
  const { capabilities } = useSession();
  return <PageTabs label="Settings" pages={settingsPagesFor(capabilities)} />;
}
