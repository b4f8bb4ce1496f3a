import Link from "next/link";
import { Time } from "@/components/ui/time";
import { referenceHref } from "@/lib/client/reference-href";
import type { FramesKind } from "@/lib/contract/frames-read";
import { describeKind } from "./describe-kind";

/** Where else this kind of failure was seen: a fingerprint keys on tool, type and top frame, never on wording. */
export function KindSeen({
  kind,
  reference,
  topFrame,
}: {
  kind: FramesKind;
  reference: string;
  topFrame: string | null;
}) {
  const others = distinct(kind.latest.filter((one) => one.reference !== reference));
  return (
    <section aria-label="Its kind" className="mb-2 rounded-md bg-sunken px-3 py-2 text-sm">
      <p>
        <span className="font-medium">{describeKind(kind)}</span>{" "}
        <span className="text-muted">
          first <Time iso={kind.first_seen_at} display="relative" past />, last{" "}
          <Time iso={kind.last_seen_at} display="relative" past />
        </span>
      </p>
      {topFrame && <p className="break-all font-mono text-muted text-xs">at {topFrame}</p>}
      {others.length > 0 && (
        <p className="flex flex-wrap gap-x-3 pt-1">
          <span className="text-muted">Others of it:</span>
          {others.map(({ reference: other, event_id }) => (
            <Link
              key={`${other} ${event_id}`}
              href={referenceHref(other, event_id)}
              className="break-all font-mono text-accent text-xs hover:underline"
            >
              {other}
            </Link>
          ))}
        </p>
      )}
    </section>
  );
}

/** Records without an event lead to the page of their reference, which one with its event leads to already. */
function distinct(latest: FramesKind["latest"]): FramesKind["latest"] {
  const named = new Set(latest.flatMap((one) => (one.event_id === null ? [] : [one.reference])));
  const apart = latest.filter((one) => one.event_id !== null || !named.has(one.reference));
  return [...new Map(apart.map((one) => [`${one.reference} ${one.event_id}`, one])).values()];
}
