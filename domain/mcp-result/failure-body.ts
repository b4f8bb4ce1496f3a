import { holdsTooMuch } from "../holds-too-much";
import { parseJson } from "../json";
import { reportedEvent } from "../reported-event";
import { asText, isMembers, type Members, member, memberOf, membersOf } from "../sent-members";
import { textSaysUnknown } from "../text-says-unknown";
import { unfenced } from "../unfenced";
import { protocolFailure } from "./json-rpc-failure";

/** What a failure says of itself: the fields of the error contract, in which its `code` is whatever stands for one. */
export type FailureBody = Members;

/** Nothing of where it happened: a server that others run does not say whose tenant or tool it was. */
const FIELDS = [
  ...[
    "reference",
    "class",
    "message",
    "user_message",
    "field",
    "received",
    "permitted",
    "precondition",
    "hint",
  ],
  ...["retryable", "retry_after", "effect", "idempotency_key"],
] as const;
const SHAPES: Readonly<Record<string, { safeParse: (value: unknown) => { success: boolean } }>> =
  reportedEvent.shape;

/**
 * The body in a tool's result: field by field from `structuredContent`, then `_meta`, then the first text, of which what is
 * no JSON is the message (CONTRACT "Standards' doors").
 */
export function bodyOfResult(result: Members, is_read_only: boolean): FailureBody {
  const meta = membersOf(member(result, "_meta"));
  const bodies = [readBody(member(result, "structuredContent")), readBody(meta), readBody(namedError(meta))];
  return merged([...bodies, bodyOfText(firstText(member(result, "content")), is_read_only)]);
}

/** The body of a JSON-RPC error: its `data` where that is one, else what the protocol's number says. */
export function bodyOfError(error: Members, is_read_only: boolean): FailureBody {
  const code = member(error, "code");
  const message = asText(member(error, "message"))?.replace(PROTOCOL_WORDS, "");
  const named = typeof code === "string" ? { code } : {};
  return merged([
    readBody(member(error, "data")),
    { ...named, ...protocolFailure(code, is_read_only), ...(message && { message }) },
  ]);
}

/** Where a server of many puts its error under a name of its own: `error`, `com.example/error`, `tool_error`. */
function namedError(meta: Members): unknown {
  return Object.entries(meta).find(
    ([name, value]) => /(?:^|\/)(?:tool_)?error$/.test(name) && isMembers(value),
  )?.[1];
}

/** How SDKs begin a sentence that they make of a protocol's error, or of what a tool raised. */
const PROTOCOL_WORDS = /^MCP error (-?\d+): /;
const RAISED = /^Error (?:executing|calling) tool '?[\w./:-]{1,200}'?: /;
const REFUSED_INPUT = /^Input validation error: /;

function bodyOfText(text: string, is_read_only: boolean): FailureBody {
  const said = text.trim().replace(RAISED, "");
  const read = readBody(jsonOf(unfenced(said)));
  if (Object.keys(read).length > 0) return read;
  const message = said.replace(PROTOCOL_WORDS, "");
  return {
    ...protocolFailure(numberOf(said), is_read_only),
    ...(message && { message }),
    ...(isUnreadableDoubt(said) && { effect: "unknown" }),
  };
}

/** A body that was cut short, is as Python prints it, or too large to be read: its doubt reaches the queue all the same. */
const isUnreadableDoubt = (said: string) => OBJECT_BEGINS.test(said) && textSaysUnknown(said);
/** As it is, or in a fence, whose end may be cut off. */
const OBJECT_BEGINS = /^(?:```\w{0,20}\s{0,20})?\{/;

const INVALID_PARAMS = -32_602;

function numberOf(sentence: string): number | undefined {
  const number = PROTOCOL_WORDS.exec(sentence)?.[1];
  if (number !== undefined) return Number(number);
  return REFUSED_INPUT.test(sentence) ? INVALID_PARAMS : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return text.startsWith("{") && !holdsTooMuch(text) ? parseJson(text) : undefined;
  } catch {
    return undefined;
  }
}

function firstText(content: unknown): string {
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  return (
    blocks.map((block) => member(membersOf(block), "text")).find((text) => typeof text === "string") ?? ""
  );
}

/**
 * The fields of the contract in whatever was sent, also where they stand under `error`. What is not of its kind is left
 * out: a server of others must not be able to have its failure refused.
 */
function readBody(sent: unknown): FailureBody {
  const outer = membersOf(sent);
  const inner = membersOf(member(outer, "error"));
  const body = Object.keys(inner).length > 0 ? { ...outer, error: undefined, ...inner } : outer;
  const code = ["code", "error", "type"].map((name) => member(body, name)).find(isCode);
  const fields = FIELDS.flatMap((name) => {
    const value = memberOf(body, name);
    return value !== undefined && SHAPES[name]?.safeParse(value).success ? [[name, value]] : [];
  });
  return { ...(code !== undefined && { code }), ...Object.fromEntries(fields) };
}

/** A number is none, and is shown as such; `{"error": true}` says nothing. */
const isCode = (value: unknown) => typeof value === "number" || (typeof value === "string" && value !== "");

/** Of two that say the same, the first. */
function merged(bodies: readonly FailureBody[]): FailureBody {
  return Object.assign({}, ...bodies.toReversed());
}
