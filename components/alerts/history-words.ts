import type { AlertChangeItem } from "@/lib/contract/alerts";
import { NO_DATA_WORDS, RESOLVED_WORDS } from "./alert-words";

/** What a change says beside its mark; values come without their limit, which may have been another one then. */
export function changeWords(change: AlertChangeItem): string | null {
  switch (change.kind) {
    case "no_data":
      return change.no_data && NO_DATA_WORDS[change.no_data];
    case "resolved":
      return change.resolved_because && RESOLVED_WORDS[change.resolved_because];
    case "firing":
      return change.told ? "told" : "not told: muted";
    default:
      return null;
  }
}
