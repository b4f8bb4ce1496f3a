"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import { caseDeliveriesQuery, resendDelivery } from "@/lib/client/case-deliveries";
import { useMay } from "@/lib/client/session";
import type { CaseDelivery } from "@/lib/contract/webhooks";
import { DELIVERY_WORDS, DROPPED_WORDS, describeResent, describeTry, messageWords } from "./delivery-words";
import { useInstantWrite } from "./use-instant-write";

/** What webhooks were told of this case, each with its tries; any of them can be sent again. */
export function DeliveryList({ case_id }: { case_id: string }) {
  const { data, error, refetch, isFetching } = useQuery(caseDeliveriesQuery(case_id));
  if (error && !data) {
    return (
      <Section title="Deliveries">
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </Section>
    );
  }
  if (data === undefined || data.length === 0) return null;
  return (
    <Section
      title={`Deliveries (${data.length})`}
      description="What webhooks were told. Each message has one id, on every try."
    >
      <ul id="deliveries" className="flex flex-col">
        {data.map((delivery) => (
          <Delivery key={delivery.delivery_id} case_id={case_id} delivery={delivery} />
        ))}
      </ul>
    </Section>
  );
}

function Delivery({ case_id, delivery }: { case_id: string; delivery: CaseDelivery }) {
  const { subscription, type, state, tries, next_at, delivered_at, removed, dropped_because } = delivery;
  const { word, tone } = DELIVERY_WORDS[state];
  return (
    <li className="flex flex-col gap-1 border-t py-2 text-sm first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-words">
          <span className="font-medium">{subscription}</span>{" "}
          <span className="text-muted">is told {messageWords(type)}</span>
        </span>
        <Badge tone={tone}>{word}</Badge>
        {dropped_because && <span className="text-muted">{DROPPED_WORDS[dropped_because]}</span>}
        {delivered_at !== null && <Time past iso={delivered_at} display="relative" />}
        {next_at !== null && (
          <span className="text-muted">
            next try <Time iso={next_at} display="relative" />
          </span>
        )}
        {!removed && <Resend case_id={case_id} delivery_id={delivery.delivery_id} />}
      </div>
      {tries.length > 0 && <Tries tries={tries} open={state === "failed"} />}
    </li>
  );
}

function Resend({ case_id, delivery_id }: { case_id: string; delivery_id: string }) {
  const mayWork = useMay("cases.work");
  const { run, isPending } = useInstantWrite(() => resendDelivery(case_id, delivery_id), describeResent);
  if (!mayWork) return null;
  return (
    <Button size="sm" variant="quiet" className="ml-auto" busy={isPending} onClick={run}>
      <RefreshCw aria-hidden />
      Send again
    </Button>
  );
}

function Tries({ tries, open }: { tries: CaseDelivery["tries"]; open: boolean }) {
  return (
    <details open={open}>
      <summary className="text-muted text-xs">
        {tries.length === 1 ? "1 try" : `${tries.length} tries`}
      </summary>
      <ol className="flex flex-col pt-1 pl-4 text-xs">
        {tries.map((each) => (
          <li key={each.try_number} className="flex flex-wrap gap-x-3">
            <span className="text-faint">{each.try_number}.</span>
            <Time past iso={each.started_at} />
            <span className={each.error === null ? "text-ok" : "text-danger"}>{describeTry(each)}</span>
            {each.by !== null && <span className="text-muted">by {each.by}</span>}
            {each.response && <code className="min-w-0 break-words text-muted">{each.response}</code>}
          </li>
        ))}
      </ol>
    </details>
  );
}
