import { type Digest, eventOfRecord, type Item, withArguments } from "./event-of-record";
import { argumentsOf, framesOfRecord } from "./frames-of-record";
import { OURS, TOOL_ERROR } from "./is-tool-error";
import type { LogRecord } from "./log-record";

/** What a record is: an event, a frames record, or both. One of the two is always there. */
export type Mapped = { event: Item | null; frames: Item | null };

/** What only says whose frames they are. */
const NAMES_ONLY: ReadonlySet<string> = new Set(["tool_error.reference", "tool_error.tenant"]);
const EVENT_SIGNS = ["gen_ai.tool.name", "error.type"];

/**
 * A log record that reports a failed tool call, as the items that the doors of events and frames take (CONTRACT
 * "Standards' doors"). Of its attributes only those are kept that the table there names.
 */
export function mapRecord(record: LogRecord, digest: Digest): Mapped {
  const frames = framesOfRecord(record);
  if (frames === null)
    return { event: withArguments(eventOfRecord(record, digest), argumentsOf(record)), frames };
  return { event: saysEvent(record) ? eventOfRecord(record, digest) : null, frames };
}

/** An exception under a reference, and nothing more, is the frames of an event that is reported elsewhere. */
function saysEvent({ attributes, event_name }: LogRecord): boolean {
  if (event_name === TOOL_ERROR || attributes.get("event.name") === TOOL_ERROR) return true;
  if (EVENT_SIGNS.some((name) => attributes.has(name))) return true;
  for (const name of attributes.keys()) if (name.startsWith(OURS) && !NAMES_ONLY.has(name)) return true;
  return false;
}
