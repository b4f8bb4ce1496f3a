import type { Metadata } from "next";
import { Linter } from "@/components/lint/linter";
import { NotYours } from "@/components/settings/not-yours";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/domain/permissions";
import { requirePageCaller } from "@/lib/http/page-session";

export const metadata: Metadata = { title: "Linter" };

/** A box for what tools return: what the contract finds wrong with it, and the better body. */
export default async function LintPage() {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return <NotYours />;
  return (
    <>
      <PageHeader
        title="Linter"
        description="What the contract finds wrong with what a tool returns, and the better body beside it."
      />
      <Linter />
    </>
  );
}
