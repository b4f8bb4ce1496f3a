"use client";

import { useEffect, useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { referenceOfPage, saysDatabaseAway } from "@/domain/page-reference";
import { isDatabaseUp } from "@/lib/client/database-status";

const ASK_EVERY_MS = 2_000;

type PageFailureProps = { title: string; message: string; error: unknown; retry: () => void };

/** In place of a page that could not be drawn; where only the database was away, it is drawn once that is back. */
export function PageFailure({ title, message, error, retry }: PageFailureProps) {
  const isAway = useDatabaseAway(error, retry);
  const said = isAway
    ? { title: "The database does not answer", message: AWAY, code: "database_unavailable" }
    : { title, message, code: "internal_error" };
  return <ErrorState page {...said} reference={referenceOfPage(error)} onRetry={retry} />;
}

const AWAY =
  "Errata itself is running. This page comes by itself as soon as the database answers; nothing you did is lost on the server.";

/**
 * Whether the page failed because the database is away: as its digest says, or as the server does when asked, for what
 * failed further in. Asks on while it is, and retries when it is back, each time after a pause.
 */
function useDatabaseAway(error: unknown, retry: () => void): boolean {
  const [foundFor, setFoundFor] = useState<unknown>(null);
  const isAway = saysDatabaseAway(error) || foundFor === error;
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const isUp = isAway && document.hidden ? null : await isDatabaseUp();
      if (isGone) return;
      if (!isAway && isUp === false) setFoundFor(error);
      if (isAway && isUp) retry();
      if (isAway && !isUp) timer = setTimeout(ask, ASK_EVERY_MS);
    };
    let timer = setTimeout(ask, isAway ? ASK_EVERY_MS : 0);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [error, isAway, retry]);
  return isAway;
}
