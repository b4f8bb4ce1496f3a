import type { LogRecord } from "./log-record";

/** The event, and the type of error, that the semantic conventions give a failed tool call. */
export const TOOL_ERROR = "tool_error";
export const OURS = "tool_error.";

/**
 * Whether a log record reports a failed tool call: it has an attribute `tool_error.…`, or is the event `tool_error`, or
 * its `error.type` is. Every other record is an ordinary line of a log, even one with an exception on it, and nothing of
 * it is kept (decision 0136).
 */
export function isToolError({ attributes, event_name }: LogRecord): boolean {
  if (event_name === TOOL_ERROR || attributes.get("event.name") === TOOL_ERROR) return true;
  if (attributes.get("error.type") === TOOL_ERROR) return true;
  for (const name of attributes.keys()) if (name.startsWith(OURS)) return true;
  return false;
}
