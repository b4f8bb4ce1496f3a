import type { LogRecord } from "@/domain/otlp/log-record";
import { mapRecord } from "@/domain/otlp/map-record";

/* Log records by their attributes, and what becomes of them. */

export const record = (attributes: Record<string, unknown>, parts: Partial<LogRecord> = {}): LogRecord => ({
  ...{ resource: new Map(), body: null, event_name: "", trace_id: null, span_id: null, is_replaced: false },
  ...{ time_unix_nano: "1795996800000000000", observed_time_unix_nano: "0" },
  ...parts,
  attributes: new Map(Object.entries(attributes)),
});
/** Shows what was digested. */
export const digest = (text: string) => ({ uuid: `uuid of ${text}` });
export const FAILED = { "tool_error.reference": "err_1", "gen_ai.tool.name": "pay" };
export const eventOf = (attributes: Record<string, unknown>, parts?: Partial<LogRecord>) =>
  mapRecord(record({ ...FAILED, ...attributes }, parts), digest).event ?? {};
export const framesOf = (attributes: Record<string, unknown>, parts?: Partial<LogRecord>) =>
  mapRecord(record({ ...FAILED, ...attributes }, parts), digest).frames;
