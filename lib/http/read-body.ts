import { type DomainError, isDomainError, validationError } from "@/domain/errors";
import { cutShort } from "./cut-short";
import { decoderOf, type Holding } from "./decode-body";
import { type DoorRequest, doorRequestOf, headerOf } from "./door-request";

/** For ordinary routes; the ingest doors read their own bodies under their own limit. */
export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;

const JSON_TYPE = /^application\/(?:[a-z0-9!#$&^_.+-]+\+)?json$/;

/** A missing content type is taken as JSON; anything else that is not JSON is refused. */
function assertJsonType(request: Request): void {
  const type = headerOf(request, "content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type === undefined || type === "" || JSON_TYPE.test(type)) return;
  throw validationError("content_type_not_supported", "Send the body as JSON.", {
    field: "content-type",
    received: type.slice(0, 100),
    permitted: ["application/json"],
  });
}

/** 413 naming the limit. */
export function bodyTooLarge(maxBytes: number): DomainError {
  return validationError("body_too_large", `The body is larger than ${maxBytes} bytes.`, {
    hint: "Send less in one request.",
    details: { max_bytes: maxBytes },
  });
}

/**
 * The whole body, decompressed, at most so many bytes before and after, once it is its turn.
 * Throws what `holding` throws, `body_too_large`, `body_cut_short`, `body_not_decodable`, `content_encoding_not_supported`.
 */
export async function readBytes(request: Request, maxBytes: number, holding?: Holding): Promise<Uint8Array> {
  const decode = decoderOf(request);
  const sent = await readAsSent(request, maxBytes, holding?.arrives);
  const isEmpty = sent.every(({ byteLength }) => byteLength === 0);
  if (decode !== null && !isEmpty) return decode(sent, maxBytes, holding);
  // Not before its turn: joined, a body is held twice for a moment.
  const turn = holding?.turn(sent.reduce((sum, { byteLength }) => sum + byteLength, 0));
  if (turn) await turn;
  const [first] = sent;
  return sent.length === 1 && first ? first : Buffer.concat(sent);
}

type Arriving = Holding["arrives"];

async function readAsSent(request: Request, maxBytes: number, arrives?: Arriving): Promise<Uint8Array[]> {
  const declared = Number(headerOf(request, "content-length"));
  if (declared > maxBytes) throw bodyTooLarge(maxBytes);
  const door = doorRequestOf(request);
  if (door !== null) return readDoor(door, maxBytes, arrives);
  return readStream(request, maxBytes, arrives);
}

async function readDoor(door: DoorRequest, maxBytes: number, arrives?: Arriving): Promise<Uint8Array[]> {
  const parts = await door.bytes(maxBytes, arrives).catch((cause: unknown) => {
    throw isDomainError(cause) ? cause : cutShort(cause);
  });
  if (parts === null) throw bodyTooLarge(maxBytes);
  return parts;
}

async function readStream(request: Request, maxBytes: number, arrives?: Arriving): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await readPart(reader); part !== undefined; part = await readPart(reader)) {
    size += part.byteLength;
    if (size > maxBytes) {
      await reader?.cancel().catch(() => {});
      throw bodyTooLarge(maxBytes);
    }
    arrives?.(part.byteLength);
    chunks.push(part);
  }
  return chunks;
}

async function readPart(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
): Promise<Uint8Array | undefined> {
  try {
    return (await reader?.read())?.value;
  } catch (cause) {
    throw cutShort(cause);
  }
}

/**
 * The request's JSON body, or undefined when it has none. A byte-order mark is dropped.
 * Throws `content_type_not_supported`, `body_not_json`, and what `readBytes` throws.
 */
export async function readJsonBody(request: Request, maxBytes = DEFAULT_MAX_BODY_BYTES): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength === 0) return undefined;
  assertJsonType(request);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    return text.trim() === "" ? undefined : JSON.parse(text);
  } catch (cause) {
    throw validationError("body_not_json", "The body is not valid JSON in UTF-8.", {
      hint: describeJsonFault(cause),
      cause,
    });
  }
}

/** The position is useful; the rest of V8's sentence quotes the body back, so it stays inside. */
function describeJsonFault(cause: unknown): string {
  const position = cause instanceof Error ? /at position (\d+)/.exec(cause.message)?.[1] : undefined;
  return position === undefined ? "Check for a cut-off end." : `Look at character ${position}.`;
}
