import { type DomainError, validationError } from "@/domain/errors";
import { holdsTooMuch, TOO_MUCH } from "@/domain/holds-too-much";
import { mapInSlices, slicing } from "@/domain/in-slices";
import { parseJson } from "@/domain/json";
import type { Rejection } from "@/domain/reported-event";
import type { Holding } from "./decode-body";
import { headerOf } from "./door-request";
import { awaitTurn, holdBytes, LARGE_BYTES } from "./held-bytes";
import { chargeFurther } from "./key-allowance";
import { readBytes } from "./read-body";
import { decodeBody, isSuspicious, sanitizing } from "./sanitize-item";
import { splitList } from "./split-list";

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
  const body = decodeBody(await readIngestBytes(request));
  const { text } = body;
  if (text.trim() === "") throw validationError("body_empty", "The request has no body; send one as JSON.");
  const admit = (count: number) => {
    chargeFurther(request, count - 1);
    if (count > MAX_INGEST_ITEMS) throw tooManyItems(count);
  };
  const items = await (isLines ? linesOf(text, admit) : valuesOf(text, member, admit));
  return isSuspicious(body) ? mapInSlices(items, sanitizing(body)) : items;
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

/**
 * The body of an ingest request, decompressed, once it is its turn: for every door that takes what producers send.
 * Throws what `readBytes` throws, and `buffer_full`.
 */
export function readIngestBytes(request: Request): Promise<Uint8Array> {
  return readBytes(request, MAX_INGEST_BYTES, holdingFor(request));
}

/** What bounds the memory that such a request takes. */
export function holdingFor(request: Request): Holding {
  return {
    arrives: (bytes: number) => holdBytes(request, bytes),
    turn: (bytes: number) => awaitTurn(request, bytes),
    large: LARGE_BYTES,
  };
}

/** 413 naming the limit. */
export function tooManyItems(count: number): DomainError {
  return validationError("too_many_items", `One request takes at most ${MAX_INGEST_ITEMS} items.`, {
    received: count,
    hint: "Send the items in several requests; what was sent before counts once.",
    details: { max_items: MAX_INGEST_ITEMS },
  });
}

/** Up to here a body is read at once; a larger list is cut into its items, which are counted before any is read. */
const READ_AT_ONCE_CHARACTERS = 128 * 1024;

/** Hears how many items there are; throws what refuses them. */
type Admit = (count: number) => void;

async function valuesOf(text: string, member: string, admit: Admit): Promise<ReadItem[]> {
  const list = text.length > READ_AT_ONCE_CHARACTERS ? await splitList(text, member, MAX_INGEST_ITEMS) : null;
  if (list === null) {
    if (holdsTooMuch(text)) return tooMuch(text, member, admit);
    const items = listOf(readJson(text), member);
    admit(items.length);
    return items.map(readable);
  }
  admit(list.count);
  if (holdsTooMuch(list.around)) throw bodyHoldsTooMuch();
  readJson(list.around);
  return mapInSlices(list.items, (item) =>
    holdsTooMuch(item) ? unread(item, TOO_MUCH) : readable(readJson(item)),
  );
}

/** The one item that the body is. A list that could not be cut into its items is for its sender to divide. */
function tooMuch(text: string, member: string, admit: Admit): ReadItem[] {
  if (/^\s*\[/.test(text) || text.includes(`"${member}"`)) throw bodyHoldsTooMuch();
  admit(1);
  return [unread(text, TOO_MUCH)];
}

/** 413: sent in parts, it may be read. */
function bodyHoldsTooMuch(): DomainError {
  return validationError("body_too_large", "The body holds too many members or values beside its items.", {
    hint: "Send the items in several requests, and nothing beside them.",
  });
}

const readable = (item: unknown): ReadItem => ({ item, unreadable: null, sanitized: false });
const unread = (item: string, unreadable: Rejection): ReadItem => ({ item, unreadable, sanitized: false });

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw validationError("body_not_json", "The body is not valid JSON in UTF-8.", {
      hint: "Check for a body cut short, or send lines as application/x-ndjson.",
      cause,
    });
  }
}

function listOf(value: unknown, member: string): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return [value];
  const list: unknown = Object.hasOwn(value, member) ? Reflect.get(value, member) : undefined;
  return Array.isArray(list) ? list : [value];
}

/** A line that is not JSON is an item of its own, rejected; its neighbours are not. */
async function linesOf(text: string, admit: Admit): Promise<ReadItem[]> {
  const lines: string[] = [];
  const sliceEnd = slicing();
  for (let from = 0, looked = 0; from < text.length && lines.length <= MAX_INGEST_ITEMS; looked += 1) {
    if (looked % 1_000 === 0) await sliceEnd();
    const end = text.indexOf("\n", from);
    const line = text
      .slice(from, end === -1 ? undefined : end)
      .replace(/^\uFEFF/, "")
      .trim();
    if (line !== "") lines.push(line);
    from = end === -1 ? text.length : end + 1;
  }
  admit(lines.length);
  return mapInSlices(lines, readLine);
}

function readLine(line: string): ReadItem {
  if (holdsTooMuch(line)) return unread(line, TOO_MUCH);
  try {
    return readable(parseJson(line));
  } catch {
    return unread(line, NOT_JSON);
  }
}

const NOT_JSON: Rejection = {
  code: "item_not_json",
  class: "validation",
  message: "This line is not valid JSON.",
  retryable: false,
};
