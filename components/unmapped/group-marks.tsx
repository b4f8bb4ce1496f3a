import { Check, RotateCcw, ShieldAlert } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { WorklistGroup } from "@/lib/contract/unmapped";
import { unsafeness } from "./group-words";

/** What is loud about a group: that it came back, or that its guess is a bet. */
export function GroupMarks({ group }: { group: WorklistGroup }) {
  const { returned, mark } = group;
  const unsafe = unsafeness(group);
  const isMapped = mark !== null && returned === null;
  return (
    <>
      {mark && isMapped && (
        <Badge tone="ok" icon={<Check aria-hidden />}>
          {mark.code}
          {mark.release ? ` since ${mark.release}` : ""}
        </Badge>
      )}
      {returned && (
        <Badge tone="danger" icon={<RotateCcw aria-hidden />}>
          regressed{returned.release ? ` in ${returned.release}` : ""}: was {mark?.code}
        </Badge>
      )}
      {!isMapped && unsafe === "yes" && (
        <Badge tone="danger" icon={<ShieldAlert aria-hidden />}>
          unsafe guess
        </Badge>
      )}
      {!isMapped && unsafe === "maybe" && (
        <Badge tone="warn" icon={<ShieldAlert aria-hidden />}>
          unsafe if it writes
        </Badge>
      )}
    </>
  );
}
