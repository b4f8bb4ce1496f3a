import { BellRing, CircleCheck, CircleDashed, Hourglass, type LucideIcon, RotateCcw } from "lucide-react";
import type { AlertState } from "@/domain/alerts/states";

type StateLook = { word: string; icon: LucideIcon; tone: string };

/** How a state looks: icon, tone and word go together. */
export const STATE_LOOKS: Readonly<Record<AlertState, StateLook>> = {
  firing: { word: "firing", icon: BellRing, tone: "text-danger" },
  pending: { word: "pending", icon: Hourglass, tone: "text-warn" },
  no_data: { word: "no data", icon: CircleDashed, tone: "text-muted" },
  resolved: { word: "resolved", icon: RotateCcw, tone: "text-ok" },
  ok: { word: "ok", icon: CircleCheck, tone: "text-ok" },
};

/** The state of an alert by icon, tone and word. */
export function AlertStateMark({ of }: { of: AlertState }) {
  const { word, icon: Icon, tone } = STATE_LOOKS[of];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap align-middle">
      <Icon aria-hidden className={`size-3.5 shrink-0 ${tone}`} strokeWidth={2.25} />
      {word}
    </span>
  );
}
