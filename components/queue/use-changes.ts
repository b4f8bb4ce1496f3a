"use client";

import { useState } from "react";
import { useSession } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import { describeChanges } from "./describe-changes";

/** What has changed by others since the page was opened or the news were put away. */
export function useChanges(of: CaseDetail) {
  const { id } = useSession();
  const [seen, setSeen] = useState(of);
  const [news, setNews] = useState<readonly string[]>([]);
  if (seen !== of) {
    const fresh = describeChanges(seen, of, id);
    setSeen(of);
    if (fresh.length > 0) setNews([...news.filter((words) => !fresh.includes(words)), ...fresh]);
  }
  return { news, dismiss: () => setNews([]) };
}
