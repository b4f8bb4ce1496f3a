import { instantFromMicros } from "../instant";
import { stringifyJson } from "../json";
import { MAX_FREE_BYTES } from "../reported-event";
import { OURS, TOOL_ERROR } from "./is-tool-error";
import type { Attributes, LogRecord } from "./log-record";
import { plainObject } from "./plain-value";
import { asFlag, asList, asNumber, asObject, asText, firstOf, isObject } from "./read-attribute";

/** The digest that ids are made of. */
export type Digest = (text: string) => { uuid: string };

/** An item as the doors of events and frames take it. */
export type Item = Record<string, unknown>;

type Read = (value: unknown) => unknown;
const asIs: Read = (value) => value;

/** The fields that come from `tool_error.<field>` alone (CONTRACT "Standards' doors"), and how each is read. */
const OWN: Readonly<Record<string, Read>> = {
  reference: asText,
  class: asIs,
  message: asText,
  user_message: asText,
  field: asText,
  received: asIs,
  permitted: asList,
  precondition: asText,
  hint: asText,
  retryable: asFlag,
  retry_after: asNumber,
  effect: asIs,
  idempotency_key: asText,
  attempt: asNumber,
  turn: asNumber,
  arguments_hash: asText,
  attributes: asObject,
};
const OWN_FIELDS = Object.entries(OWN).map(([field, read]) => ({ field, name: OURS + field, read }));

/** The fields that have names of the semantic conventions; the first attribute that is there counts. */
const CONVENTIONAL: Readonly<Record<string, readonly string[]>> = {
  tool: ["gen_ai.tool.name"],
  run_id: ["tool_error.run_id", "gen_ai.conversation.id", "session.id"],
  call_id: ["gen_ai.tool.call.id", "jsonrpc.request.id"],
};

/** The fields that a resource says of all its records. */
const OF_RESOURCE: Readonly<Record<string, readonly string[]>> = {
  tenant: ["tool_error.tenant"],
  service: ["service.name"],
  environment: ["deployment.environment.name", "deployment.environment"],
  release: ["service.version"],
};

export const ARGUMENTS = "gen_ai.tool.call.arguments";

/** The attribute that a field of ours is read from, for whoever has to mend it. */
export function attributeOf(field: string): string {
  return (CONVENTIONAL[field] ?? OF_RESOURCE[field])?.[0] ?? OURS + field;
}

/** The event of a record that reports a failed tool call. Nothing is judged here: the door of events does that. */
export function eventOfRecord(record: LogRecord, digest: Digest): Item {
  const { attributes } = record;
  const item: Item = {};
  for (const { field, name, read } of OWN_FIELDS) keep(item, field, read(sent(attributes.get(name), field)));
  for (const [field, names] of Object.entries(CONVENTIONAL))
    keep(item, field, asText(firstOf(attributes, names)));
  keep(item, "code", codeOf(record));
  if (!("message" in item) && typeof record.body === "string") keep(item, "message", record.body);
  keep(item, "trace_id", record.trace_id);
  keep(item, "span_id", record.span_id);
  return { ...item, ...partsOf(record), ...identityOf(record, digest, item.attributes) };
}

/** An empty text says nothing, except of what was received. */
function sent(value: unknown, field: string): unknown {
  return value === "" && field !== "received" ? undefined : value;
}

function keep(item: Item, field: string, value: unknown): void {
  if (value !== undefined && value !== null) item[field] = value;
}

/** A type of error that is a token of its own; a class of some library is not, and must not become a code. */
const SNAKE_CASE = /^[a-z][a-z0-9_]{0,99}$/;

function codeOf({ attributes }: LogRecord): unknown {
  const code = firstOf(attributes, ["tool_error.code"]);
  if (code !== undefined) return code;
  const type = attributes.get("error.type");
  return typeof type === "string" && type !== TOOL_ERROR && SNAKE_CASE.test(type) ? type : undefined;
}

/** Whom and what it belongs to: what the record says, else its resource. */
export function partsOf({ attributes, resource }: LogRecord): Item {
  const item: Item = {};
  for (const [field, names] of Object.entries(OF_RESOURCE)) {
    const value = asText(firstOf(attributes, names) ?? firstOf(resource, names));
    if (field !== "service" || !UNNAMED.test(String(value))) keep(item, field, value);
  }
  return item;
}

/** What SDKs say where nobody named the service. As a name it would stand for all of them, and against a key's pin. */
const UNNAMED = /^unknown_service(?::|$)/;

/** When it happened, finer than a microsecond cut; undefined where the record does not say: then the receipt counts. */
export function occurredAt({ time_unix_nano, observed_time_unix_nano }: LogRecord): string | undefined {
  const nanos = BigInt(time_unix_nano) || BigInt(observed_time_unix_nano);
  return nanos === 0n ? undefined : instantFromMicros(Number(nanos / 1000n)).iso;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const RECORD_UID = "log.record.uid";

/**
 * The id that a repeat of the export has again. Without a time an event takes an id only where it holds one, so the
 * record's id then stands among the attributes: it is part of the content by which the repeat is known.
 */
function identityOf(record: LogRecord, digest: Digest, attributes: unknown): Item {
  const occurred_at = occurredAt(record);
  const uid = asText(firstOf(record.attributes, [RECORD_UID]));
  const said = typeof uid === "string" ? uid : undefined;
  if (occurred_at !== undefined) return { occurred_at, event_id: idOf(record, said, digest) };
  if (said === undefined) return {};
  return { attributes: { ...(isObject(attributes) ? attributes : {}), [RECORD_UID]: said } };
}

function idOf(record: LogRecord, uid: string | undefined, digest: Digest): string {
  if (uid !== undefined) return UUID.test(uid) ? uid : digest(`otlp:${uid}`).uuid;
  return digest(`otlp:${wholeRecord(record)}`).uuid;
}

/** The same text whichever encoding it came in. */
function wholeRecord(record: LogRecord): string {
  const { time_unix_nano, observed_time_unix_nano, event_name, body, trace_id, span_id } = record;
  const said = [time_unix_nano, observed_time_unix_nano, event_name, body, trace_id, span_id];
  return stringifyJson([...said, plainObject(record.attributes)]) + textOf(record.resource);
}

/** Hundreds of records have one resource. */
const texts = new WeakMap<Attributes, string>();

function textOf(resource: Attributes): string {
  const known = texts.get(resource);
  if (known !== undefined) return known;
  const text = stringifyJson(plainObject(resource));
  texts.set(resource, text);
  return text;
}

/** Without a trace to go with, arguments are kept beside the event, where they fit. */
export function withArguments(event: Item, args: Item | undefined): Item {
  if (args === undefined) return event;
  if (event.attributes !== undefined && !isObject(event.attributes)) return event;
  const attributes = { ...event.attributes, [ARGUMENTS]: args };
  return stringifyJson(attributes).length > MAX_FREE_BYTES ? event : { ...event, attributes };
}
