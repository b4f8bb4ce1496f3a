"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { alertQuery, alertsQuery } from "@/lib/client/alerts";
import { describeError } from "@/lib/client/api-error";
import type { Alert } from "@/lib/contract/alerts";
import { alertDraft, type Prefill, prefilled } from "./alert-draft";
import { AlertForm } from "./alert-form";

/** The form of an alert that is there. */
export function EditAlert({ alert_id }: { alert_id: string }) {
  const { data: alert, error, refetch, isFetching } = useQuery(alertQuery(alert_id));
  const everywhere = useQuery(alertsQuery).data?.may_change_installation ?? true;
  const [opened, setOpened] = useState<Alert | null>(null);
  if (!alert && error)
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!alert) return <SkeletonRows rows={6} label="Loading the alert" />;
  const from = opened ?? alert;
  if (opened === null) setOpened(alert);
  const startAgain = () => void refetch().then(({ data }) => data && setOpened(data));
  return (
    <AlertForm
      key={from.version}
      alert={from}
      begin={alertDraft(from)}
      everywhere={everywhere}
      onStartAgain={startAgain}
    />
  );
}

type NewAlertProps = {
  /** The id of one to double */
  copy: string | null;
  /** The name of a suggested one */
  suggested: string | null;
  prefill: Prefill;
};

/** The form of a new alert, begun with another one, a suggested one, or what somebody came from. */
export function NewAlert({ copy, suggested, prefill }: NewAlertProps) {
  const { data, error, refetch, isFetching } = useQuery(alertsQuery);
  if (!data && error)
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <SkeletonRows rows={6} label="Loading alerts" />;
  const copied = data.items.find(({ alert_id }) => alert_id === copy);
  const like = data.suggested.find(({ alert }) => alert.name === suggested)?.alert;
  const begin = copied ? { ...alertDraft(copied), name: "" } : like ? alertDraft(like) : prefilled(prefill);
  return <AlertForm alert={null} begin={begin} everywhere={data.may_change_installation} />;
}
