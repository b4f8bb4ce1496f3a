"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Ellipsis } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Menu } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { usePageKeys } from "@/components/ui/page-keys";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { alertHistoryHref, alertHref, alertQuery } from "@/lib/client/alerts";
import { describeError } from "@/lib/client/api-error";
import { useLive } from "@/lib/client/live";
import type { Alert } from "@/lib/contract/alerts";
import { type AlertActions, AlertMenuItems, asksForAcknowledgement, useAlertActions } from "./alert-actions";
import { definitionOf } from "./alert-draft";
import { AlertNotes } from "./alert-notes";
import { AlertPreview } from "./alert-preview";
import { AlertStateMark } from "./alert-state";
import { AlertStats } from "./alert-stats";
import { conditionWords, holdWords, placeWords } from "./alert-words";
import { HistoryList } from "./history-list";
import { WebhookHint } from "./webhook-hint";

/** One alert: where it stands, what it did in the last month, and what people did about it. */
export function AlertView({ alert_id }: { alert_id: string }) {
  const { data: alert, error, refetch, isFetching } = useQuery(alertQuery(alert_id));
  const router = useRouter();
  useLive();
  const toAll = () => router.push("/alerts");
  const actions = useAlertActions(toAll);
  usePageKeys([{ keys: "Escape", shown: "Esc", label: "All alerts", run: toAll }]);
  if (!alert && error)
    return <ErrorState page {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!alert) return <SkeletonRows rows={6} label="Loading the alert" />;
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="break-words">{alert.name}</span>
            <span className="font-normal text-base">
              <AlertStateMark of={alert.state} />
            </span>
          </span>
        }
        description={
          <Link href="/alerts" className="underline-offset-2 hover:underline">
            All alerts
          </Link>
        }
        actions={alert.may_change && <Actions alert={alert} actions={actions} />}
      />
      {error && <StaleNotice what="This alert is" message={describeError(error).message} />}
      <WebhookHint alerts={[alert]} />
      <p className="max-w-prose pb-4">
        Watches {conditionWords(alert.condition)}, {placeWords(alert)}.{" "}
        <span className="text-muted">{holdWords(alert)}</span>
      </p>
      <div className="pb-4 empty:hidden">
        <AlertNotes alert={alert} />
      </div>
      <AlertStats alert={alert} />
      <Section
        title="Last 30 days"
        description="What it does by the data as it is known now, late events included; the history says what it did."
      >
        <AlertPreview definition={definitionOf(alert)} saved />
      </Section>
      <Section
        title="History"
        actions={
          <Link
            href={alertHistoryHref(alert_id)}
            className="text-accent text-sm underline-offset-2 hover:underline"
          >
            In the history of all
          </Link>
        }
      >
        <HistoryList alert={alert_id} show="all" ofOne />
      </Section>
      {actions.dialogs}
    </>
  );
}

function Actions({ alert, actions }: { alert: Alert; actions: AlertActions }) {
  const router = useRouter();
  usePageKeys([
    { keys: "e", label: "Edit the alert", run: () => router.push(`${alertHref(alert.alert_id)}/edit`) },
    { keys: "m", label: "Mute the alert", run: () => actions.mute(alert) },
    ...(asksForAcknowledgement(alert)
      ? [{ keys: "a", label: "Acknowledge what fires", run: () => actions.acknowledge(alert) }]
      : []),
  ]);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button>
            <Ellipsis aria-hidden />
            Change
          </Button>
        }
      >
        <AlertMenuItems alert={alert} actions={actions} />
      </Menu>
      {asksForAcknowledgement(alert) && (
        <Button variant="primary" onClick={() => actions.acknowledge(alert)}>
          <Check aria-hidden />
          Acknowledge
        </Button>
      )}
    </>
  );
}
