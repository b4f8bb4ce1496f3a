"use client";

import { useState } from "react";
import { usePageKeys } from "@/components/ui/page-keys";
import { useMay } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import { ApprovalPanel } from "./approval-panel";
import { ClaimPanel } from "./claim-panel";
import { SettledPanel } from "./settled-panel";
import { useClaim } from "./use-claim";
import { useTakeNext } from "./use-take-next";
import { focusVerdictForm, VerdictForm } from "./verdict-form";

/** What can be done about a case now. On wide screens it stays in sight beside what is known. */
export function Workbench({ of }: { of: CaseDetail }) {
  const mayWork = useMay("cases.work");
  const [sent, setSent] = useState(false);
  const open = of.state === "open";
  if (!mayWork && open) return null;
  return (
    <aside
      aria-label="Settle this case"
      className="min-w-0 lg:sticky lg:top-[calc(var(--header-height)+1rem)] lg:max-h-[calc(100dvh-var(--header-height)-1rem)] lg:scroll-pb-52 lg:self-start lg:overflow-y-auto lg:px-1"
    >
      {mayWork && <NextKey />}
      {mayWork && open && <OpenWork of={of} onSent={() => setSent(true)} />}
      {of.state === "awaiting_second" && <ApprovalPanel of={of} />}
      {of.state === "settled" && <SettledPanel of={of} takeFocus={sent} />}
    </aside>
  );
}

function OpenWork({ of, onSent }: { of: CaseDetail; onSent: () => void }) {
  const work = useClaim(of);
  usePageKeys([
    { keys: "c", label: "Claim, or renew the claim", run: () => work.take.run(undefined) },
    { keys: "r", label: "Settle: go to the answer", run: focusVerdictForm },
  ]);
  return (
    <>
      <ClaimPanel of={of} {...work} />
      <VerdictForm of={of} claim={work.claim} onSent={onSent} />
    </>
  );
}

function NextKey() {
  const { take } = useTakeNext({});
  usePageKeys([{ keys: "n", label: "Take the next unclaimed case", run: take }]);
  return null;
}
