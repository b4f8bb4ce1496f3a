import type { ReactNode } from "react";
import { RecoveryNav } from "@/components/recovery/recovery-nav";
import { PageHeader } from "@/components/ui/page-header";

/** What agents do after a failure: its name and its parts; each part is a page. */
export default function RecoveryLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Recovery" />
      <RecoveryNav />
      <div className="pt-4">{children}</div>
    </>
  );
}
