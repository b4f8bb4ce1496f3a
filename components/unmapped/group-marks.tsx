import { RotateCcw, ShieldAlert } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { WorklistGroup } from "@/lib/contract/unmapped";
import { unsafeness } from "./group-words";

/** What is loud about a group: that it came back, or that its guess is a bet. */
export function GroupMarks({ group }: { group: WorklistGroup }) {
  const { returned, mark } = group;
  const unsafe = unsafeness(group);
  return (
    <>
      {returned && (
        <Badge tone="danger" icon={<RotateCcw aria-hidden />}>
          regressed{returned.release ? ` in ${returned.release}` : ""}: was {mark?.code}
        </Badge>
      )}
      {unsafe === "yes" && (
        <Badge tone="danger" icon={<ShieldAlert aria-hidden />}>
          unsafe guess
        </Badge>
      )}
      {unsafe === "maybe" && (
        <Badge tone="warn" icon={<ShieldAlert aria-hidden />}>
          unsafe if it writes
        </Badge>
      )}
    </>
  );
}
