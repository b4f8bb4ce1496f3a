import { type DomainError, validationError } from "@/domain/errors";
import { parseJson } from "@/domain/json";
import type { Rejection } from "@/domain/reported-event";
import { headerOf } from "./door-request";
import { holdBytes } from "./held-bytes";
import { chargeFurther } from "./key-allowance";
import { readBytes } from "./read-body";
import { type BodyText, decodeBody, isSuspicious, sanitizing } from "./sanitize-item";

/** CONTRACT "Events": both limits hold after decompression. */
export const MAX_INGEST_BYTES = 20 * 1024 * 1024;
export const MAX_INGEST_ITEMS = 5_000;

/** One item of a batch: a value, or the text that is not JSON and why. */
export type ReadItem = { item: unknown; unreadable: Rejection | null; sanitized: boolean };

const NDJSON_TYPES = new Set([
  "application/x-ndjson",
  "application/ndjson",
  "application/jsonl",
  "application/x-jsonlines",
]);

/**
 * The items of an ingest request: one object, an array, `{"<member>": […]}`, or NDJSON; plain, gzip,
 * deflate or br. Throws `body_empty`, `body_not_json`, `body_not_decodable`, `body_too_large`,
 * `too_many_items`, `buffer_full`, `content_type_not_supported`, `content_encoding_not_supported`.
 */
export async function readItems(request: Request, member: string): Promise<ReadItem[]> {
  const isLines = assertType(request);
  const body = await readText(request);
  const { text } = body;
  if (text.trim() === "") throw validationError("body_empty", "The request has no body; send one as JSON.");
  const items = isLines ? linesOf(text) : valuesOf(text, member);
  chargeFurther(request, items.length - 1);
  if (items.length > MAX_INGEST_ITEMS) throw tooManyItems(items.length);
  return isSuspicious(body) ? items.map(sanitizing(body)) : items;
}

/** Whether the body is NDJSON; a missing content type is taken as JSON. */
function assertType(request: Request): boolean {
  const type = headerOf(request, "content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (NDJSON_TYPES.has(type)) return true;
  if (type === "" || type === "application/json" || type.endsWith("+json")) return false;
  throw validationError("content_type_not_supported", "Send the body as JSON or NDJSON.", {
    field: "content-type",
    received: type.slice(0, 100),
    permitted: ["application/json", "application/x-ndjson"],
  });
}

async function readText(request: Request): Promise<BodyText> {
  const arrives = (bytes: number) => holdBytes(request, bytes);
  return decodeBody(await readBytes(request, MAX_INGEST_BYTES, arrives));
}

function tooManyItems(count: number): DomainError {
  return validationError("too_many_items", `One request takes at most ${MAX_INGEST_ITEMS} items.`, {
    received: count,
    hint: "Send the items in several requests; what was sent before counts once.",
    details: { max_items: MAX_INGEST_ITEMS },
  });
}

function valuesOf(text: string, member: string): ReadItem[] {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw validationError("body_not_json", "The body is not valid JSON in UTF-8.", {
      hint: "Check for a body cut short, or send lines as application/x-ndjson.",
      cause,
    });
  }
  return listOf(value, member).map((item) => ({ item, unreadable: null, sanitized: false }));
}

function listOf(value: unknown, member: string): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return [value];
  const list: unknown = Object.hasOwn(value, member) ? Reflect.get(value, member) : undefined;
  return Array.isArray(list) ? list : [value];
}

/** A line that is not JSON is an item of its own, rejected; its neighbours are not. */
function linesOf(text: string): ReadItem[] {
  const items: ReadItem[] = [];
  for (const line of text.split("\n")) {
    const trimmed = line.replace(/^\uFEFF/, "").trim();
    if (trimmed === "") continue;
    try {
      items.push({ item: parseJson(trimmed), unreadable: null, sanitized: false });
    } catch {
      items.push({ item: trimmed, unreadable: NOT_JSON, sanitized: false });
    }
    if (items.length > MAX_INGEST_ITEMS) throw tooManyItems(items.length);
  }
  return items;
}

const NOT_JSON: Rejection = {
  code: "item_not_json",
  class: "validation",
  message: "This line is not valid JSON.",
  retryable: false,
};
