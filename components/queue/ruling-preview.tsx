"use client";

import { ClockAlert, TriangleAlert } from "lucide-react";
import { formatCountdown } from "./countdown";
import type { Preview } from "./draft";
import { useFormat } from "./queue-clock";
import { TellsExactly } from "./tells-exactly";
import { cautionOf, sentenceOf } from "./verdict-words";

type RulingPreviewProps = {
  preview: Preview | null;
  needs_second_person: boolean;
  nowMs: number;
  /** Evidence that says the opposite was not looked at yet */
  against: boolean;
};

/** What the runtime will be told, before it is sent; or from when it may be told that. */
export function RulingPreview({ preview, needs_second_person, nowMs, against }: RulingPreviewProps) {
  return (
    <section aria-label="What the runtime will be told" aria-live="polite" className="text-sm">
      {preview === null ? (
        <p className="text-faint">What the runtime will be told stands here once you choose.</p>
      ) : preview.permitted_from !== null ? (
        <TooEarly permitted_from={preview.permitted_from} nowMs={nowMs} />
      ) : against ? (
        <LookFirst />
      ) : (
        <Told preview={preview} needs_second_person={needs_second_person} />
      )}
    </section>
  );
}

function Told({
  preview: { ruling, seen },
  needs_second_person,
}: {
  preview: Preview;
  needs_second_person: boolean;
}) {
  const format = useFormat();
  const caution = cautionOf(ruling);
  return (
    <div className="flex gap-2 border-accent border-l-2 pl-3">
      <div className="flex flex-col gap-1">
        <p className="eyebrow">The runtime will be told</p>
        <p className="font-medium text-base">{sentenceOf(ruling, format)}</p>
        {caution !== null && <p className="text-muted">{caution}</p>}
        <TellsExactly ruling={ruling} seen={seen} />
        {needs_second_person && (
          <p className="text-muted">
            This tool asks for a second person: nothing is sent until another one agrees.
          </p>
        )}
      </div>
    </div>
  );
}

function LookFirst() {
  return (
    <div className="flex flex-col gap-1 border-warn border-l-2 pl-3">
      <p className="flex items-center gap-1.5 font-medium">
        <TriangleAlert aria-hidden className="size-4 text-warn" />
        Evidence says that it happened
      </p>
      <p>
        The runtime would do it again. Look at each piece above; if one speaks of this effect, it happened.
      </p>
    </div>
  );
}

function TooEarly({ permitted_from, nowMs }: { permitted_from: string; nowMs: number }) {
  const format = useFormat();
  const left = Date.parse(permitted_from) - nowMs;
  return (
    <div className="flex gap-2 border-warn border-l-2 pl-3">
      <div className="flex flex-col gap-1">
        <p className="flex items-center gap-1.5 font-medium">
          <ClockAlert aria-hidden className="size-4 text-warn" />
          Too early to say that it did not happen
        </p>
        <p>
          The request may still land, and no key catches a repeat. Look at {format(permitted_from)} or later
          {left > 0 && `, in ${formatCountdown(left)}`}, and give what you see then.
        </p>
        {left <= 0 && <p className="text-muted">That time has come: look again and set “Seen at” to now.</p>}
      </div>
    </div>
  );
}
