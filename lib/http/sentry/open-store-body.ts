import { validationError } from "@/domain/errors";
import { decoderFor } from "../decode-body";
import { holdingFor, MAX_INGEST_BYTES } from "../read-items";

/** Old SDKs compress an event, write it in base64, and say nothing of it. */
const NOT_BASE64 = /[^A-Za-z0-9+/=_\-\s]/;

/**
 * The JSON of an event that an SDK sent to the store: as it is, or compressed by zlib or gzip without a header that says
 * so, or that in base64. Throws
 * `body_empty`, `body_not_json`, `body_too_large`, `body_not_decodable`, `buffer_full`.
 */
export async function openStoreBody(request: Request, bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length === 0)
    throw validationError("body_empty", "The request has no body; send an event as JSON.");
  const opened = await inflated(request, looksLikeJson(bytes) ? bytes : fromBase64(bytes));
  if (!looksLikeJson(opened)) throw validationError("body_not_json", "The body is not one event as JSON.");
  return opened;
}

async function inflated(request: Request, bytes: Uint8Array): Promise<Uint8Array> {
  const encoding = encodingOf(bytes);
  if (encoding === null) return bytes;
  return decoderFor(encoding)([bytes], MAX_INGEST_BYTES, holdingFor(request));
}

/** By the first two bytes: those of gzip, or a zlib header, which is a multiple of 31. */
function encodingOf([first = 0, second = 0]: Uint8Array): "gzip" | "deflate" | null {
  if (first === 0x1f && second === 0x8b) return "gzip";
  return first === 0x78 && (first * 256 + second) % 31 === 0 ? "deflate" : null;
}

function looksLikeJson(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*[{[]/.test(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, 64)));
}

function fromBase64(bytes: Uint8Array): Uint8Array {
  if (encodingOf(bytes) !== null) return bytes;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return NOT_BASE64.test(text) ? bytes : Buffer.from(text, "base64");
}
