import { type Rejection, rejectionOfIssue } from "../reported-event";
import { asText, filledText, isMembers, type Members, member, membersOf } from "../sent-members";
import { bodyOfError, bodyOfResult } from "./failure-body";
import { type ReportedMcpResult, reportedMcpResult } from "./reported-mcp-result";

export type ReadMcpResult =
  | { kind: "success" }
  | { kind: "failure"; event: Members }
  /** `item` is the report as it was sent, with what a person has to find it by where that stands further in. */
  | { kind: "unreadable"; rejection: Rejection; item: unknown };

/** What a harness says of where it happened, which no result may say otherwise. */
const PLACE = [
  ...["tool", "service", "tenant", "environment", "release", "run_id", "turn", "attempt", "call_id"],
  ...["arguments_hash", "idempotency_key", "trace_id", "span_id", "event_id", "occurred_at"],
] as const satisfies readonly (keyof ReportedMcpResult)[];

export type McpRules = {
  /** Whether a person declared that the tool changes nothing. */
  isReadOnly: (tool: string) => boolean;
  /** A reference for a failure that brings none; the same for the same item. */
  mint: (item: unknown) => string;
  /** Whether the key is of one service: a server's name is then not taken for another. */
  isServicePinned: boolean;
};

/** The rest is judged as that of an event. */
const answered = reportedMcpResult.pick({ result: true, error: true });

/** Reads an MCP result as an event, as `POST /api/v1/events` takes it (CONTRACT "Standards' doors"). Never throws. */
export function eventOfMcpResult(item: unknown, rules: McpRules): ReadMcpResult {
  const { result, error } = answered.safeParse(item).data ?? {};
  const tool = member(membersOf(item), "tool");
  const is_read_only = typeof tool === "string" && rules.isReadOnly(tool);
  if (error) return failure(item, bodyOfError(error, is_read_only), rules);
  if (result && result.isError !== true) return { kind: "success" };
  if (result) return failure(item, bodyOfResult(result, is_read_only), rules);
  return { kind: "unreadable", rejection: whyUnreadable(item), item: withDoubt(item, is_read_only) };
}

/** What the queue and the look-up read of an item that is kept in quarantine. */
const FOUND_BY = ["effect", "reference", "idempotency_key"];

/** However wrongly a report is written: an effect in it that nobody knows must not vanish with it. */
function withDoubt(item: unknown, is_read_only: boolean): unknown {
  const sent = membersOf(item);
  const [error, result] = [member(sent, "error"), membersOf(member(sent, "result"))];
  const body = isMembers(error)
    ? bodyOfError(membersOf(error), is_read_only)
    : member(result, "isError") === false
      ? {}
      : bodyOfResult(result, is_read_only);
  const found = FOUND_BY.flatMap((name) => {
    const value = member(body, name);
    return value === undefined || (member(sent, name) ?? null) !== null ? [] : [[name, value] as const];
  });
  return found.length === 0 ? item : { ...sent, ...Object.fromEntries(found) };
}

function failure(item: unknown, body: Members, rules: McpRules): ReadMcpResult {
  const sent = membersOf(item);
  const place = PLACE.flatMap((name) => {
    const value = member(sent, name);
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  const event = {
    service: rules.isServicePinned ? undefined : filledText(member(sent, "server")),
    call_id: asText(member(sent, "id") ?? undefined),
    ...body,
    ...Object.fromEntries(place),
    reference: member(body, "reference") ?? rules.mint(item),
    attributes: attributesOf(sent),
  };
  return { kind: "failure", event };
}

/** With the server's name and the protocol's number, where there is room: what is no object is refused as it is. */
function attributesOf(sent: Members): unknown {
  const attributes = member(sent, "attributes");
  if (attributes !== undefined && attributes !== null && !isMembers(attributes)) return attributes;
  const number = member(membersOf(member(sent, "error")), "code");
  const more = {
    mcp_server: filledText(member(sent, "server")),
    jsonrpc_code: typeof number === "number" ? number : undefined,
  };
  const named = Object.entries(more).filter(([, value]) => value !== undefined);
  return named.length === 0 ? attributes : { ...Object.fromEntries(named), ...membersOf(attributes) };
}

function whyUnreadable(item: unknown): Rejection {
  const { error } = answered.safeParse(item);
  if (error !== undefined) return rejectionOfIssue(error, item);
  return {
    ...{ code: "result_required", class: "validation", field: "result", retryable: false },
    message: "A report of an MCP call needs its result, or the JSON-RPC error.",
    hint: "Send what tools/call answered as result, or what it failed with as error: {code, message, data}.",
  };
}
