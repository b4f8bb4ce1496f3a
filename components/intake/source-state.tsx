import { CircleOff, Clock, KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { Time } from "@/components/ui/time";
import type { IntakeSource } from "@/lib/contract/intake";

/** When a source last reported, and loudly when it should and does not. */
export function SourceState({ state, last_received_at }: Pick<IntakeSource, "state" | "last_received_at">) {
  const last = last_received_at && <Time iso={last_received_at} display="relative" past />;
  if (state === "never") return <Mark icon={<Clock aria-hidden />}>never reported</Mark>;
  if (state === "without_key")
    return <Mark icon={<KeyRound aria-hidden />}>no key{last && <> · {last}</>}</Mark>;
  if (state === "silent")
    return (
      <Mark icon={<CircleOff aria-hidden className="text-warn" />}>
        <span className="text-warn">silent</span> · {last}
      </Mark>
    );
  return <span className="text-faint text-xs">{last}</span>;
}

function Mark({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-faint text-xs [&_svg]:size-3.5">
      {icon}
      <span>{children}</span>
    </span>
  );
}
