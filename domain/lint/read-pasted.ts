import { isCarriedNumber, parseJson, withoutDepth } from "../json";
import { protocolFailure } from "../mcp-result/json-rpc-failure";
import { unfenced } from "../unfenced";
import { finding, type LintFinding } from "./finding";

type Item = Record<string, unknown>;

/** What was pasted, and the body in it. */
export type Pasted = {
  read_as: "body" | "event" | "mcp_result" | "json_rpc_error" | "text" | "nothing";
  /** Where in it the body was found, as a JSON pointer; into the text where that is JSON. */
  body_at: string;
  body: Record<string, unknown>;
  findings: LintFinding[];
  /** What a harness would hand on of it, where it came by MCP. */
  envelope?: { result: Item } | { error: Item };
};

const isObject = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isCarriedNumber(value);

/** Deeper than anything the contract takes within an MCP result. */
const DEPTH = 40;

/** Finds the body in whatever a tool returned: an object, its JSON, a sentence, an MCP result, a JSON-RPC answer. */
export function readPasted(result: unknown): Pasted {
  if (typeof result === "string") return readText(result);
  return readValue(withoutDepth(result, DEPTH), "");
}

function readText(pasted: string, at = ""): Pasted {
  const text = unfenced(pasted.trim());
  if (text === "") return nothing(at);
  const value = jsonOf(text);
  if (typeof value === "object" && value !== null) return readValue(withoutDepth(value, DEPTH), at);
  if (typeof value === "string" && value.trim() !== "") return sentence(value, at);
  return sentence(text, at);
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function sentence(text: string, at: string): Pasted {
  const code = /^[[{]/.test(text) ? "not_json" : "plain_text";
  return { read_as: "text", body_at: at, body: { message: text }, findings: [finding(code)] };
}

const nothing = (at: string): Pasted => ({
  ...{ read_as: "nothing", body_at: at, body: {} },
  findings: [finding("nothing_failed")],
});

function readValue(value: unknown, at: string): Pasted {
  if (Array.isArray(value)) return readList(value, at);
  if (!isObject(value))
    return { read_as: "text", body_at: at, body: {}, findings: [finding("not_an_object")] };
  if (isJsonRpcError(value)) return readJsonRpcError(value.error, `${at}/error`);
  if ("jsonrpc" in value && isObject(value.result)) return readValue(value.result, `${at}/result`);
  if (isMcpResult(value)) return readMcpResult(value, at);
  return readBody(value, at);
}

function readList(items: readonly unknown[], at: string): Pasted {
  const [first] = items;
  if (!isObject(first))
    return { read_as: "text", body_at: at, body: {}, findings: [finding("not_an_object")] };
  const read = readValue(first, `${at}/0`);
  return items.length === 1 ? read : { ...read, findings: [finding("several_results"), ...read.findings] };
}

/** `{"error": {"code": "…", "message": "…"}}`: what stands beside it is kept. */
function readBody(value: Item, at: string): Pasted {
  const read_as = "tool" in value ? ("event" as const) : ("body" as const);
  if (!isObject(value.error)) return { read_as, body_at: at, body: value, findings: [] };
  const { error, ...beside } = value;
  const body = { ...beside, ...error };
  return { read_as, body_at: `${at}/error`, body, findings: [finding("nested_body")] };
}

type JsonRpcError = { error: Item & { code: number } };

function isJsonRpcError(value: Item): value is Item & JsonRpcError {
  if (!isObject(value.error) || typeof value.error.code !== "number") return false;
  return "jsonrpc" in value || value.error.code <= -32_000;
}

/** Its `data` where that is a body, else what the protocol's number says; of the effect it says nothing. */
function readJsonRpcError(error: JsonRpcError["error"], at: string): Pasted {
  const read = {
    read_as: "json_rpc_error" as const,
    findings: [finding("protocol_error")],
    envelope: { error },
  };
  if (isObject(error.data) && saysFailure(error.data))
    return { ...read, body_at: `${at}/data`, body: error.data };
  const { code, class: errorClass } = protocolFailure(error.code, false) ?? {};
  const body = { ...(code && { code }), ...(errorClass && { class: errorClass }), message: error.message };
  return { ...read, body_at: at, body };
}

function isMcpResult(value: Item): boolean {
  if (typeof value.isError === "boolean" || isObject(value.structuredContent)) return true;
  return Array.isArray(value.content) && value.content.every((part) => isObject(part) && "type" in part);
}

/** `structuredContent`, then `_meta`, then the first text (CONTRACT "Standards' doors"). */
function readMcpResult(result: Item, at: string): Pasted {
  const read = { ...bodyOfResult(result, at), read_as: "mcp_result" as const, envelope: { result } };
  if (result.isError === true) return read;
  if (!saysFailure(read.body)) return nothing(at);
  return { ...read, findings: [finding("not_marked_as_error"), ...read.findings] };
}

function bodyOfResult(result: Item, at: string): Pasted {
  const { structuredContent, _meta, content } = result;
  if (isObject(structuredContent) && Object.keys(structuredContent).length > 0)
    return readBody(structuredContent, `${at}/structuredContent`);
  if (isObject(_meta) && saysFailure(_meta)) return readBody(_meta, `${at}/_meta`);
  const texts: readonly unknown[] = Array.isArray(content) ? content : [];
  const index = texts.findIndex((part) => isObject(part) && typeof part.text === "string");
  if (index < 0) return { read_as: "text", body_at: at, body: {}, findings: [finding("not_an_object")] };
  const read = readText(String(Reflect.get(texts[index] as object, "text")), `${at}/content/${index}/text`);
  if (read.read_as === "nothing" || read.read_as === "text") return read;
  return { ...read, findings: [...read.findings, finding("not_structured")] };
}

/** Whether an object that may be a success speaks of a failure. */
function saysFailure(value: Item): boolean {
  const error = value.code ?? value.error;
  return (
    (typeof error === "string" || isObject(error)) &&
    (isObject(error) || "class" in value || "message" in value)
  );
}
