"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { usePageKeys } from "@/components/ui/page-keys";
import { useMay } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import { ApprovalPanel } from "./approval-panel";
import { useCaseClaim } from "./case-claim";
import { ClaimPanel } from "./claim-panel";
import { focusVerdictForm } from "./focus-verdict-form";
import { useLastList } from "./list-place";
import { loadQueueParams } from "./queue-params";
import { SettledPanel } from "./settled-panel";
import { useTakeNext } from "./use-take-next";
import { VerdictForm } from "./verdict-form";

/** What can be done about a case now. On wide screens it stays in sight beside what is known. */
export function Workbench({ of }: { of: CaseDetail }) {
  const mayWork = useMay("cases.work");
  const [sent, setSent] = useState(false);
  const open = of.state === "open";
  return (
    <aside
      aria-label="Settle this case"
      className="min-w-0 lg:sticky lg:top-[calc(var(--header-height)+1rem)] lg:max-h-[calc(100dvh-var(--header-height)-var(--note-height)-1rem)] lg:scroll-pb-52 lg:self-start lg:overflow-y-auto lg:px-1"
    >
      {mayWork && open && <OpenWork of={of} onSent={() => setSent(true)} />}
      {of.state === "awaiting_second" && <ApprovalPanel of={of} takeFocus={sent} />}
      {of.state === "settled" && <SettledPanel of={of} takeFocus={sent} />}
      {mayWork && <NextCase primary={of.state === "settled" || sent} shown={!open} />}
    </aside>
  );
}

function OpenWork({ of, onSent }: { of: CaseDetail; onSent: () => void }) {
  const work = useCaseClaim();
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

/** Settle, then `n`: the next of what the list behind is narrowed to. */
function NextCase({ primary, shown }: { primary: boolean; shown: boolean }) {
  const { take, isPending } = useTakeNext(loadQueueParams(useLastList()));
  usePageKeys([{ keys: "n", label: "Take the next unclaimed case", run: take }]);
  if (!shown) return null;
  return (
    <div className="border-t pt-3 pb-6">
      <Button variant={primary ? "primary" : "secondary"} busy={isPending} onClick={take}>
        Take the next
        <Kbd>n</Kbd>
      </Button>
    </div>
  );
}
