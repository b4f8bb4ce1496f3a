import type { KindRule } from "./kinds";
import type { Item, Unreadable } from "./read-items";
import { uuidFromContent } from "./report-id";

/** A request's share of a file: at most so many items and bytes, and always at least one item. */
export type Batch = { rule: KindRule; items: Item[] };

/** Well under the server's 20 MiB, and small enough that a progress bar moves. */
export const BATCH_BYTES = 2 * 1024 * 1024;

/**
 * Groups items in file order. Where a batch ends depends on nothing but the lines themselves, so that a
 * second replay makes the same batches and with them the same report ids.
 */
export async function* makeBatches(
  rule: KindRule,
  items: AsyncIterable<Item | Unreadable>,
  onUnreadable: (line: Unreadable) => void,
  maxItems = rule.batch_items,
): AsyncGenerator<Batch> {
  let held: Item[] = [];
  let bytes = 0;
  for await (const item of items) {
    if (!("text" in item)) {
      onUnreadable(item);
      continue;
    }
    const isFull = held.length >= maxItems || bytes + item.text.length > BATCH_BYTES;
    if (held.length > 0 && (isFull || item.is_report || held[0]?.is_report)) {
      yield { rule, items: held };
      held = [];
      bytes = 0;
    }
    held.push(item);
    bytes += item.text.length;
  }
  if (held.length > 0) yield { rule, items: held };
}

/** One half each, for finding the item that the server refuses a whole request for. */
export function splitBatch({ rule, items }: Batch): [Batch, Batch] {
  const middle = Math.ceil(items.length / 2);
  return [
    { rule, items: items.slice(0, middle) },
    { rule, items: items.slice(middle) },
  ];
}

/**
 * The request's body: the lines' own text, never parsed and printed again. NDJSON where the door takes it.
 * Calls get a report id made from their content, the shift in it, and from where in the file they stand:
 * sent again they count once, and two equal stretches of one file count twice.
 */
export function bodyOf({ rule, items }: Batch): { type: string; text: string } {
  const lines = items.map((item) => item.text);
  const [first] = items;
  if (rule.kind === "frames") return { type: "application/json", text: `[${lines.join(",")}]` };
  if (rule.kind !== "calls" || !first || first.is_report)
    return { type: "application/x-ndjson", text: lines.join("\n") };
  const reportId = uuidFromContent("errata replay of calls", String(first.line), ...lines);
  return { type: "application/json", text: `{"report_id":"${reportId}","calls":[${lines.join(",")}]}` };
}
