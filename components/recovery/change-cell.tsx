import { TrendingDown, TrendingUp } from "lucide-react";
import { Td } from "@/components/ui/table";
import type { RecoveryDifference } from "@/lib/contract/recovery";
import { surenessOf } from "./recovery-words";

type ChangeCellProps = { of: RecoveryDifference | null; say: (change: RecoveryDifference) => string };

/** A difference with its interval; an arrow and a word only where the interval leaves out zero. */
export function ChangeCell({ of, say }: ChangeCellProps) {
  const sureness = surenessOf(of);
  return (
    <Td numeric className="whitespace-nowrap">
      {of === null ? (
        <span className="text-faint">
          <span aria-hidden>–</span>
          <span className="sr-only">no value</span>
        </span>
      ) : (
        <span className="inline-flex items-center justify-end gap-1.5">
          {sureness === "fewer" && <TrendingDown aria-label="surely fewer" className="size-3.5 text-ok" />}
          {sureness === "more" && <TrendingUp aria-label="surely more" className="size-3.5 text-danger" />}
          {say(of)}
        </span>
      )}
    </Td>
  );
}
