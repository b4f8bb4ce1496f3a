import { Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Time } from "@/components/ui/time";
import type { EventItem } from "@/lib/contract/events-list";
import { writeValue } from "./write-value";

/** What was noticed about an event at ingest, said in full: a mark that nobody understands helps nobody. */
export function EventMarks({ event }: { event: EventItem }) {
  const remarks = [...event.marks.flatMap((mark) => remarkOf(mark, event)), ...foldedOf(event)];
  if (remarks.length === 0) return null;
  return (
    <ul aria-label="Noticed at ingest" className="flex flex-col gap-1 pt-3 text-sm">
      {remarks.map(({ key, text, folded }) => (
        <li key={key} className="flex items-start gap-2 text-muted">
          {folded ? (
            <Info aria-hidden className="mt-0.5 size-3.5 shrink-0 text-faint" />
          ) : (
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warn" />
          )}
          <span className="min-w-0 break-words">{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** `folded`: only another spelling of what is stored, nothing to worry about */
type Remark = { key: string; text: ReactNode; folded?: boolean };

function remarkOf(mark: string, event: EventItem): Remark[] {
  switch (mark) {
    case "skewed":
      return [
        {
          key: mark,
          text: (
            <>
              Its clock was off or it came late: received <Time iso={event.received_at} display="absolute" />.
            </>
          ),
        },
      ];
    case "sanitized":
      return [{ key: mark, text: "Characters that no database keeps were replaced by �." }];
    case "message_cut":
      return [{ key: mark, text: "A text was too long and is cut." }];
    case "scrubbed":
      return [{ key: mark, text: "A secret was found in it and taken out before it was stored." }];
    case "leaked":
      return [{ key: mark, text: "Something meant for the log stood in what its caller got." }];
    case "malformed_code":
      return [
        {
          key: mark,
          text: (
            <>
              What was sent as its code is none: <Sent value={event.code_sent} />. It counts as unmapped.
            </>
          ),
        },
      ];
    default:
      return [{ key: mark, text: mark }];
  }
}

/** Spellings that were folded into ours; what was sent stays in sight. */
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
      folded: true,
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
