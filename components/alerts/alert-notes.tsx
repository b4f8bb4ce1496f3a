import { BellOff, Check } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { Alert } from "@/lib/contract/alerts";

/** Who looks at it, and whether anybody is told. */
export function AlertNotes({ alert }: { alert: Alert }) {
  const { muted_until, muted_by, mute_note, firing, state } = alert;
  const acknowledged = state === "firing" && firing?.acknowledged_at;
  if (!acknowledged && muted_until === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
      {acknowledged && (
        <>
          <Badge tone="accent" icon={<Check aria-hidden />}>
            acknowledged
          </Badge>
          <span>
            by {firing.acknowledged_by} <Time iso={acknowledged} display="relative" past />
            {firing.acknowledged_note && `: ${firing.acknowledged_note}`}
          </span>
        </>
      )}
      {muted_until !== null && (
        <>
          <Badge tone="outline" icon={<BellOff aria-hidden />}>
            muted
          </Badge>
          <span>
            until <Time iso={muted_until} display="absolute" seconds={false} />
            {muted_by && ` by ${muted_by}`}
            {mute_note && `: ${mute_note}`}
          </span>
        </>
      )}
    </p>
  );
}
