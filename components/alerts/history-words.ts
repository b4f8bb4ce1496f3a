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
      return toldWords(change);
    default:
      return null;
  }
}

/** A firing that was muted is told when the mute ends, if it still lasts. */
function toldWords({ told, webhooks }: AlertChangeItem): string {
  const muted = told ? null : webhooks === null ? "not told: muted" : "muted at first";
  const heard = webhooks === 0 ? "no webhook listened" : told || webhooks !== null ? "told" : null;
  return [muted, heard].filter((part) => part !== null).join(", then ");
}
