"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { caseDeliveriesQuery, resendDelivery } from "@/lib/client/case-deliveries";
import { useMay } from "@/lib/client/session";
import type { CaseItem } from "@/lib/contract/cases";
import type { CaseDelivery } from "@/lib/contract/webhooks";
import { describeTrouble, troubledDelivery } from "./delivery-trouble";
import { describeResent } from "./delivery-words";
import { useInstantWrite } from "./use-instant-write";
import { VERDICT_WORDS } from "./verdict-words";

/** A list asks for each of its rows, so not as often as the page of one case. */
const EVERY_MS = 60_000;

/** The columns about a verdict that nobody has taken. */
export function DeliveryHeads() {
  return (
    <>
      <Th>Verdict</Th>
      <Th className="max-lg:hidden">Last try</Th>
      <Th className="max-lg:hidden">Why</Th>
      <Th>
        <span className="sr-only">Send it again</span>
      </Th>
    </>
  );
}

/** When it was last tried to tell somebody, why that failed, and one more try; on small screens under the verdict. */
export function DeliveryColumns({ of }: { of: CaseItem }) {
  const standing = of.verdicts.find(({ verdict_id }) => verdict_id === of.verdict_id);
  const tried = standing !== undefined && standing.delivery.sent_at !== null;
  const asked = tried || of.flags.includes("delivery_failed");
  const { data, isPending } = useQuery({
    ...caseDeliveriesQuery(of.case_id),
    enabled: useMay("cases.read") && asked,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  });
  const trouble = troubledDelivery(data ?? [], of.verdict_id);
  const last = trouble?.tries.at(-1)?.started_at ?? standing?.delivery.sent_at;
  const lastTry = last ? (
    <Time iso={last} display="relative" past />
  ) : (
    <span className="text-faint">never</span>
  );
  const why = asked && isPending ? <Skeleton className="w-40 max-w-full" /> : <Why trouble={trouble} />;
  return (
    <>
      <Td className="py-2 align-top">
        <div className="lg:whitespace-nowrap">{standing && VERDICT_WORDS[standing.verdict].title}</div>
        {of.settled_at !== null && (
          <div className="whitespace-nowrap text-faint text-xs">
            settled <Time iso={of.settled_at} display="relative" past />
          </div>
        )}
        <div className="pt-1 text-xs lg:hidden">
          {last && <div className="text-faint">last try {lastTry}</div>}
          {why}
        </div>
      </Td>
      <Td className="whitespace-nowrap py-2 align-top max-lg:hidden">{lastTry}</Td>
      <Td className="w-1/4 max-w-0 py-2 align-top max-lg:hidden">{why}</Td>
      <Td className="py-1.5 text-right align-top">
        {trouble !== null && !trouble.removed && <Resend case_id={of.case_id} of={trouble} />}
      </Td>
    </>
  );
}

function Why({ trouble }: { trouble: CaseDelivery | null }): ReactNode {
  if (trouble === null) return <span className="text-muted">No runtime has asked for it yet.</span>;
  return (
    <div className="flex flex-col">
      <span className="break-words">{describeTrouble(trouble)}</span>
      {trouble.next_at !== null && (
        <span className="text-faint text-xs">
          next try <Time iso={trouble.next_at} display="relative" />
        </span>
      )}
    </div>
  );
}

function Resend({ case_id, of }: { case_id: string; of: CaseDelivery }) {
  const { run, isPending } = useInstantWrite(() => resendDelivery(case_id, of.delivery_id), describeResent);
  if (!useMay("cases.work")) return null;
  return (
    <Button size="sm" busy={isPending} className="relative z-1" onClick={run}>
      <RotateCcw aria-hidden />
      <span className="max-sm:sr-only">Send again</span>
    </Button>
  );
}
