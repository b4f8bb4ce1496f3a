import type { Metadata } from "next";
import { LookUpPanel } from "@/components/references/look-up-panel";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/domain/permissions";
import { requirePageCaller } from "@/lib/http/page-session";

export const metadata: Metadata = { title: "References" };

export default async function ReferencesPage() {
  const { caller } = await requirePageCaller();
  return (
    <>
      <PageHeader title="References" description="From what a user quotes to exactly what happened." />
      {may(caller, "references.read") ? (
        <LookUpPanel />
      ) : (
        <EmptyState
          title="Your roles do not open references"
          text="An admin can give you a role that does."
        />
      )}
    </>
  );
}
