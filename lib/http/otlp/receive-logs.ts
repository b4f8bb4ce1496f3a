import { mapInSlices } from "@/domain/in-slices";
import type { Item } from "@/domain/otlp/event-of-record";
import type { LogRecord } from "@/domain/otlp/log-record";
import { type Mapped, mapRecord } from "@/domain/otlp/map-record";
import { sanitizeParsed } from "@/domain/sanitize-json";
import { digest } from "@/lib/platform/digest";
import type { ServiceContext } from "@/lib/services/context";
import { recordEvents } from "@/lib/services/events/record-events";
import { attachFrames } from "@/lib/services/frames/attach-frames";
import type { ExportOutcome } from "./export-answer";
import { Refused } from "./refused";

/** What is mapped and stored at once, so that of a large export only a part is held as items too. */
const PIECE_RECORDS = 1_000;

/**
 * Stores what these records report, through the same doors as everything else: their events, then their frames, which
 * belong to them. Answers after both are durable; `quarantine` is where people look at what is refused. Where it throws, a part may be stored; sent again, that counts once.
 */
export async function receiveLogs(
  ctx: ServiceContext,
  records: readonly LogRecord[],
  quarantine: string,
): Promise<ExportOutcome> {
  const refused = new Refused();
  for (let from = 0; from < records.length; from += PIECE_RECORDS)
    await receivePiece(ctx, records.slice(from, from + PIECE_RECORDS), refused);
  return refused.outcome(quarantine);
}

type Submitted = { item: Item; unreadable: null; sanitized: boolean };
/** An item and the record it comes from. */
type Numbered = Submitted & { record: number };

async function receivePiece(
  ctx: ServiceContext,
  records: readonly LogRecord[],
  refused: Refused,
): Promise<void> {
  const mapped = await mapInSlices(records, (record) => mapRecord(record, digest));
  const events = itemsOf(records, mapped, ({ event }) => event);
  const recorded = await recordEvents(ctx, { items: events });
  const known = refused.add(recorded.results, events);
  const ids = new Map(
    events.map(({ record, item }, at) => [record, recorded.results[at]?.event_id ?? item.event_id]),
  );
  const frames = itemsOf(records, mapped, ({ frames }, at) => frames && { ...frames, event_id: ids.get(at) });
  if (frames.length === 0) return;
  refused.add((await attachFrames(ctx, { items: frames })).results, frames, known);
}

function itemsOf(
  records: readonly LogRecord[],
  mapped: readonly Mapped[],
  pick: (mapped: Mapped, record: number) => Item | null,
): Numbered[] {
  return mapped.flatMap((one, record) => {
    const item = pick(one, record);
    return item === null ? [] : { record, ...storable(item, records[record]?.is_replaced ?? false) };
  });
}

/** As PostgreSQL takes it, and whether something had to be replaced in it. */
function storable(item: Item, isReplaced: boolean): Submitted {
  const wasReplaced = (text: string) => isReplaced && text.includes("\u{FFFD}");
  const { value, sanitized } = sanitizeParsed(item, wasReplaced);
  return { item: value as Item, unreadable: null, sanitized };
}
