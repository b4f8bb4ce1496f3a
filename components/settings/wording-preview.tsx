import { useState } from "react";
import { CheckRow } from "@/components/ui/check-row";
import { useNow, useZone } from "@/components/ui/time";
import type { Wording, WordingCell } from "@/domain/wordings";
import { previewOf } from "./wording-draft";

/** What support would read, as it is being written. */
export function WordingPreview({ cell, wording }: { cell: WordingCell; wording: Wording }) {
  const [told, setTold] = useState(true);
  const zone = useZone();
  const now = new Date(useNow()).toISOString();
  const { sentence, promise, do_not } = previewOf(cell, wording, { told, zone, now });
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3">
      <h3 className="font-medium text-sm">What support would read</h3>
      <div aria-live="polite" className="flex flex-col gap-3 text-sm">
        <blockquote className="break-words border-accent border-l-2 pl-3">{sentence}</blockquote>
        <div>
          <h4 className="eyebrow">Safe to promise</h4>
          <p className="break-words">{promise}</p>
        </div>
        {do_not && (
          <div>
            <h4 className="eyebrow">Do not</h4>
            <p className="break-words">{do_not}</p>
          </div>
        )}
      </div>
      <CheckRow
        className="-mx-2"
        label="The user was told something at the time"
        description="“Your refund could not be completed.”"
        checked={told}
        onChange={setTold}
      />
    </section>
  );
}
