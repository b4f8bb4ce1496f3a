import { parseJson } from "../json";

/** One item of an envelope: what it says it is, and its bytes. */
export type EnvelopeItem = { type: string; payload: Uint8Array };

export type Envelope = {
  header: object;
  items: EnvelopeItem[];
  /** Whether bytes are left behind that are no item. */
  is_broken: boolean;
};

const LINE_END = 0x0a;
const RETURN = 0x0d;

/**
 * Takes an envelope apart by bytes: a line of JSON, then items, each a line of JSON and a payload of `length` bytes or,
 * where it says none, up to the end of its line. Null when the first line is no JSON object. Reads no more than `most`
 * items. What stands before a broken item is kept: an SDK drops an envelope that was refused.
 */
export function readEnvelope(bytes: Uint8Array, most: number): Envelope | null {
  const first = lineFrom(bytes, 0);
  const header = objectOfLine(bytes.subarray(0, first.end));
  if (header === null) return null;
  const items: EnvelopeItem[] = [];
  let at = first.next;
  while (items.length < most) {
    at = skipBlank(bytes, at);
    if (at >= bytes.length) return { header, items, is_broken: false };
    const line = lineFrom(bytes, at);
    const head = objectOfLine(bytes.subarray(at, line.end));
    if (head === null) return { header, items, is_broken: true };
    const end = payloadEnd(bytes, line.next, Reflect.get(head, "length"));
    const type: unknown = Reflect.get(head, "type");
    items.push({ type: typeof type === "string" ? type : "", payload: bytes.subarray(line.next, end) });
    at = end;
  }
  return { header, items, is_broken: skipBlank(bytes, at) < bytes.length };
}

/** A length that does not lead to a line's end or the envelope's is a mistake: what was sent was changed on the way. */
function payloadEnd(bytes: Uint8Array, start: number, length: unknown): number {
  const end = typeof length === "number" && Number.isSafeInteger(length) && length >= 0 ? start + length : -1;
  const isEnd =
    end === bytes.length || bytes[end] === LINE_END || (bytes[end] === RETURN && bytes[end + 1] === LINE_END);
  return isEnd ? end : lineFrom(bytes, start).end;
}

function lineFrom(bytes: Uint8Array, start: number): { end: number; next: number } {
  const found = bytes.indexOf(LINE_END, start);
  return found === -1 ? { end: bytes.length, next: bytes.length } : { end: found, next: found + 1 };
}

/** Blank lines between items: what ends a payload, by `\r\n` as well. */
function skipBlank(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && isBlank(bytes[at])) at += 1;
  return at;
}

const isBlank = (byte: number | undefined) =>
  byte === LINE_END || byte === RETURN || byte === 0x20 || byte === 0x09;

function objectOfLine(line: Uint8Array): object | null {
  try {
    const value = parseJson(new TextDecoder().decode(line));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
