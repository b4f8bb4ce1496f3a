"use client";

import { useFormat } from "./queue-clock";

type SeenLineProps = {
  external_id?: string | null | undefined;
  url?: string | null | undefined;
  note?: string | null | undefined;
  observed_at: string;
};

/** What a verdict over many cases rests on, in one line. */
export function SeenLine({ external_id, url, note, observed_at }: SeenLineProps) {
  const format = useFormat();
  return (
    <p className="break-words text-muted">
      Seen {format(observed_at)}: {[external_id, url, note].filter(Boolean).join(" · ")}
    </p>
  );
}
