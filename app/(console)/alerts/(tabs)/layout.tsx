import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { PageTabs } from "@/components/ui/page-tabs";
import { ALERT_PAGES } from "@/lib/client/alerts";

/** What is watched and what became of it: its name and its parts; each part is a page. */
export default function AlertsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Alerts" />
      <PageTabs label="Alerts" pages={ALERT_PAGES} />
      <div className="pt-4">{children}</div>
    </>
  );
}
