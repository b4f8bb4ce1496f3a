import { Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Time } from "@/components/ui/time";
import { useMay } from "@/lib/client/session";
import type { EventItem } from "@/lib/contract/events-list";
import { writeValue } from "./write-value";

/** What was noticed about an event at ingest, said in full: a mark that nobody understands helps nobody. */
export function EventMarks({ event }: { event: EventItem }) {
  const mayFrames = useMay("frames.read");
  return (
    <Remarks
      label="Noticed at ingest"
      remarks={event.marks.map((mark) => ({ key: mark, text: remarkOf(mark, event, mayFrames) }))}
      icon={<TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warn" />}
    />
  );
}

/** Spellings that were folded into ours: nothing to worry about, for whoever wonders why the body reads otherwise. */
export function FoldedSpellings({ event }: { event: EventItem }) {
  return (
    <Remarks
      label="Other spellings"
      remarks={foldedOf(event)}
      icon={<Info aria-hidden className="mt-0.5 size-3.5 shrink-0 text-faint" />}
    />
  );
}

type Remark = { key: string; text: ReactNode };

function Remarks({ label, remarks, icon }: { label: string; remarks: readonly Remark[]; icon: ReactNode }) {
  if (remarks.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-col gap-1 pt-3 text-sm">
      {remarks.map(({ key, text }) => (
        <li key={key} className="flex items-start gap-2 text-muted">
          {icon}
          <span className="min-w-0 break-words">{text}</span>
        </li>
      ))}
    </ul>
  );
}

function remarkOf(mark: string, event: EventItem, mayFrames: boolean): ReactNode {
  switch (mark) {
    case "skewed":
      return (
        <>
          Its clock was off or it came late: received <Time iso={event.received_at} display="absolute" />.
        </>
      );
    case "sanitized":
      return "Characters that no database keeps were replaced by �.";
    case "message_cut":
      return "A text was too long and is cut.";
    case "scrubbed":
      return "A secret was found in it and taken out before it was stored.";
    case "leaked":
      return `Something meant for the log stood in what its caller got${mayFrames ? "" : "; it is masked here"}.`;
    case "malformed_code":
      return (
        <>
          What was sent as its code is none: <Sent value={event.code_sent} />. It counts as unmapped.
        </>
      );
    default:
      return mark;
  }
}

function foldedOf(event: EventItem): Remark[] {
  const folded: readonly [name: string, sent: unknown, stored: string | null][] = [
    ["code", event.marks.includes("malformed_code") ? undefined : event.code_sent, event.code],
    ["class", event.class_sent, event.class],
    ["effect", event.effect_sent, event.effect],
  ];
  return folded
    .filter(([, sent]) => sent !== undefined)
    .map(([name, sent, stored]) => ({
      key: `${name}_sent`,
      text: (
        <>
          Its {name} was sent as <Sent value={sent} /> and counts as <code>{stored}</code>.
        </>
      ),
    }));
}

function Sent({ value }: { value: unknown }) {
  return <code className="break-all">{writeValue(value)}</code>;
}
