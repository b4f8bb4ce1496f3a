import { withoutDepth } from "../json";
import { readTrace } from "../raw-trace/read-trace";
import { FREE_OBJECT_DEPTH } from "../reported-frames";
import { ARGUMENTS, type Item, occurredAt, partsOf } from "./event-of-record";
import type { LogRecord } from "./log-record";
import { asObject, asText, firstOf, isObject } from "./read-attribute";

/** The frames record of a log record with an exception on it; null where there is none. */
export function framesOfRecord(record: LogRecord): Item | null {
  const { attributes, resource } = record;
  const language = asText(firstOf(resource, ["telemetry.sdk.language"]));
  const exception = exceptionOf(record, typeof language === "string" ? language : null);
  if (exception === null) return null;
  const { service, environment, tenant } = partsOf(record);
  const item: Item = {
    ...exception,
    reference: asText(firstOf(attributes, ["tool_error.reference"])),
    captured_at: occurredAt(record),
    tool: asText(firstOf(attributes, ["gen_ai.tool.name"])),
    arguments: argumentsOf(record),
    ...{ language, service, environment, tenant },
  };
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
}

/** The arguments of the call as an object: as such, as JSON, or else whatever they are as its `value`. */
export function argumentsOf({ attributes }: LogRecord): Item | undefined {
  const sent = firstOf(attributes, [ARGUMENTS]);
  if (sent === undefined) return undefined;
  const read = asObject(sent);
  // One level is spent on the attribute where they stand beside an event.
  return withoutDepth(isObject(read) ? read : { value: read }, FREE_OBJECT_DEPTH - 1) as Item;
}

/**
 * The trace as it was printed is enough, as everywhere. Where it does not say what the exception is called (as a Go
 * stack does not), its frames are read at once and put under the name that was sent.
 */
function exceptionOf({ attributes }: LogRecord, language: string | null): Item | null {
  const [type, message, raw] = ["type", "message", "stacktrace"].map((part) => {
    const text = asText(firstOf(attributes, [`exception.${part}`]));
    return typeof text === "string" ? text : null;
  });
  if (!raw) return type || message ? { exceptions: [{ type, message }] } : null;
  if (raw.includes(type ?? "") && raw.includes(message ?? "")) return { raw };
  const [outermost, ...others] = readTrace(raw, language);
  const named = { ...outermost, type: type ?? outermost?.type, message: message ?? outermost?.message };
  return { raw, exceptions: [named, ...others] };
}
