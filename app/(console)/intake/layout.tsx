import type { ReactNode } from "react";
import { IntakeNav } from "@/components/intake/intake-nav";
import { PageHeader } from "@/components/ui/page-header";

/** What comes in: its name and its parts; each part is a page. */
export default function IntakeLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Intake" />
      <IntakeNav />
      <div className="pt-4">{children}</div>
    </>
  );
}
