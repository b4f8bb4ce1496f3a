import type { Query } from "@tanstack/react-query";
import { useEffect } from "react";
import { type LiveEvent, liveConnection } from "./live-connection";
import { queryClient } from "./query-client";

/** The queue changes with every event that comes in; a list is not read more often than this. */
const LIST_EVERY_MS = 2_000;

let listening = false;
let lists: { again: boolean } | null = null;

/**
 * Keeps the queries of the queue, of this case, of reports that show it and of the notices fresh while the page is in
 * sight: others' moves appear at once. Where no stream can be held, they are asked again from time to time as before.
 */
export function useLive({ case_id = null }: { case_id?: string | null } = {}): void {
  useEffect(() => {
    if (!listening) {
      listening = true;
      liveConnection.listen(refresh);
    }
    return liveConnection.want(case_id);
  }, [case_id]);
}

function refresh(event: LiveEvent): void {
  const stale = (...queryKey: string[]) => void queryClient().invalidateQueries({ queryKey });
  switch (event.topic) {
    case "everything":
      stale("cases");
      stale("alerts");
      stale("notices");
      stale("references");
      return;
    case "alerts":
    case "notices":
      stale(event.topic);
      return;
    case "case":
      stale("cases", "one", event.case_id);
      void queryClient().invalidateQueries({ predicate: isReportOf(event.case_id) });
      return;
    case "queue":
      refreshLists();
  }
}

/** A report is asked for by its reference; which case it shows stands in its answer. */
const isReportOf =
  (case_id: string) =>
  ({ queryKey, state }: Query): boolean => {
    if (queryKey[0] !== "references") return false;
    const report = state.data as { case?: { case_id: string } | null } | undefined;
    return report?.case?.case_id === case_id;
  };

/** At once, then at most every two seconds while it goes on. */
function refreshLists(): void {
  if (lists !== null) {
    lists.again = true;
    return;
  }
  const turn = { again: false };
  lists = turn;
  for (const part of ["list", "overview"])
    void queryClient().invalidateQueries({ queryKey: ["cases", part] });
  setTimeout(() => {
    lists = null;
    if (turn.again) refreshLists();
  }, LIST_EVERY_MS);
}
