"use client";

import { useQuery } from "@tanstack/react-query";
import { BellRing, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { focusedRowLink } from "@/components/ui/list-keys";
import { usePageKeys } from "@/components/ui/page-keys";
import { StaleNotice } from "@/components/ui/stale-notice";
import { alertsQuery, newAlertHref } from "@/lib/client/alerts";
import { describeError } from "@/lib/client/api-error";
import { useLive } from "@/lib/client/live";
import type { Alert, AlertList } from "@/lib/contract/alerts";
import { type AlertActions, useAlertActions } from "./alert-actions";
import { AlertsSkeleton } from "./alerts-skeleton";
import { AlertsTable } from "./alerts-table";
import { Suggestions } from "./suggestions";
import { WebhookHint } from "./webhook-hint";

/** What is watched: what fires now first, then what nearly does, what is not known, and what is well. */
export function Alerts() {
  const { data, error, refetch, isFetching } = useQuery(alertsQuery);
  useLive();
  const actions = useAlertActions();
  if (!data && error)
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <AlertsSkeleton />;
  return (
    <>
      {error && <StaleNotice what="These alerts are" message={describeError(error).message} />}
      <WebhookHint alerts={data.items} />
      {data.may_change && <NewAlertKey />}
      {data.items.length === 0 ? (
        <Nothing list={data} />
      ) : (
        <>
          <RowKeys alerts={data.items} actions={actions} />
          <Head list={data} />
          <AlertsTable alerts={data.items} actions={actions} />
        </>
      )}
      <div className="pt-6">
        <Suggestions suggested={data.suggested} />
      </div>
      {actions.dialogs}
    </>
  );
}

function Head({ list: { items, may_change } }: { list: AlertList }) {
  const firing = items.filter(({ state }) => state === "firing");
  // Said apart, for the navigation counts only what asks for somebody.
  const muted = firing.filter(({ muted_until }) => muted_until !== null).length;
  const seen = firing.filter((one) => one.firing?.acknowledged_at != null).length;
  const quiet = [muted > 0 && `${muted} of them muted`, seen > 0 && `${seen} acknowledged`].filter(Boolean);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="status" className="text-muted text-sm">
        {firing.length === 0 ? "Nothing fires now." : `${firing.length} of ${items.length} fire now`}
        {firing.length > 0 && `${["", ...quiet].join(", ")}.`}
      </p>
      {may_change && <NewAlertLink />}
    </div>
  );
}

function NewAlertLink() {
  return (
    <ButtonLink variant="primary" href={newAlertHref()}>
      <Plus aria-hidden />
      New alert
    </ButtonLink>
  );
}

function Nothing({ list: { may_change, suggested } }: { list: AlertList }) {
  return (
    <EmptyState
      icon={<BellRing aria-hidden />}
      title="Nothing is watched yet"
      text={
        may_change
          ? `An alert watches codes and classes that your team owns, and tells when they rise, fall silent or leak. ${suggested.length > 0 ? "Begin with what most teams want, or make one of your own." : "Make one for what you look after."}`
          : "An alert watches codes and classes and tells when they rise, fall silent or leak. Engineers and admins make them."
      }
      action={may_change && <NewAlertLink />}
    />
  );
}

function NewAlertKey() {
  const router = useRouter();
  usePageKeys([{ keys: "n", label: "New alert", run: () => router.push(newAlertHref()) }]);
  return null;
}

/** What can be done to the row that has the focus. */
function RowKeys({ alerts, actions }: { alerts: readonly Alert[]; actions: AlertActions }) {
  const focused = (run: (alert: Alert) => unknown) => () => {
    const id = focusedRowLink(document.body)?.dataset.alert;
    const alert = alerts.find(({ alert_id }) => alert_id === id);
    if (alert) run(alert);
  };
  const mayChange = alerts.some(({ may_change }) => may_change);
  usePageKeys(
    mayChange
      ? [
          { keys: "a", label: "Acknowledge what fires in this row", run: focused(actions.acknowledge) },
          { keys: "m", label: "Mute the alert of this row", run: focused(actions.mute) },
        ]
      : [],
  );
  return null;
}
