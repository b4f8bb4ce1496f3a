"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { Select } from "@/components/ui/input";
import { usePageKeys } from "@/components/ui/page-keys";
import { Segmented } from "@/components/ui/segmented";
import { alertsQuery, HISTORY_PARAMS, HISTORY_VIEW_LABELS, HISTORY_VIEWS } from "@/lib/client/alerts";
import { useLive } from "@/lib/client/live";
import { HistoryList } from "./history-list";

/** When alerts fired and what people did about it, of all or one. */
export function History() {
  const [{ alert, show }, setView] = useQueryStates(HISTORY_PARAMS, { history: "push" });
  const alerts = useQuery(alertsQuery).data?.items ?? [];
  useLive();
  usePageKeys(
    HISTORY_VIEWS.map((view, at) => ({
      keys: String(at + 1),
      label: `Show ${HISTORY_VIEW_LABELS[view].toLowerCase()}`,
      run: () => void setView({ show: view }),
    })),
  );
  const options = alerts.map(({ alert_id, name }) => ({ value: alert_id, label: name }));
  // What was chosen stays to be seen, and taken back, when it is removed.
  if (alert !== null && !options.some(({ value }) => value === alert))
    options.push({ value: alert, label: "An alert that is removed" });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <Segmented
          label="What"
          value={show}
          onChange={(view) => void setView({ show: view })}
          options={HISTORY_VIEWS.map((value) => ({ value, label: HISTORY_VIEW_LABELS[value] }))}
        />
        <Select
          aria-label="Alert"
          placeholder="Any alert"
          className="w-64 max-sm:w-full"
          value={alert ?? ""}
          options={options}
          onChange={({ target }) => void setView({ alert: target.value || null })}
        />
      </div>
      <HistoryList alert={alert} show={show} />
    </>
  );
}
