import { Time } from "@/components/ui/time";
import type { FrameViewer } from "@/lib/contract/report";

/** Who opened the frames, the last first; from the audit, for those who may open them as well. */
export function FrameViewers({ viewers }: { viewers: readonly FrameViewer[] }) {
  if (viewers.length === 0) return <>Nobody has opened them before.</>;
  return (
    <>
      Seen by{" "}
      {viewers.map(({ name, kind, at, times, view }, index) => (
        <span key={`${kind} ${name} ${at}`}>
          {index > 0 && ", "}
          <span className="font-medium text-ink">{name}</span>
          {view === "arguments" && " (arguments only)"}, <Time iso={at} display="relative" past />
          {times > 1 && ` (${times} times)`}
        </span>
      ))}
      .
    </>
  );
}
