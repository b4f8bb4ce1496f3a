import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { type DomainError, isDomainError, validationError } from "@/domain/errors";
import { headerOf } from "./door-request";

/** Hears of bytes as they are inflated; throws what refuses them. */
type Arriving = (bytes: number) => void;
type Decode = (bytes: Uint8Array, maxBytes: number, arrives?: Arriving) => Promise<Buffer>;

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/**
 * How the body is to be decoded; null when it comes as it is. Throws `content_encoding_not_supported`: bytes that
 * nobody understands must not be taken for something else.
 */
export function decoderOf(request: Request): Decode | null {
  const encoding = headerOf(request, "content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return null;
  const open = DECODERS.get(encoding);
  if (open === undefined) throw notSupported(encoding);
  return async (bytes, maxBytes, arrives) => {
    try {
      return await inflated(open(), bytes, maxBytes, arrives);
    } catch (cause) {
      if (isDomainError(cause)) throw cause;
      throw validationError("body_not_decodable", `The body is not complete, valid ${encoding}.`, { cause });
    }
  };
}

/** Part by part, so that many bombs at once are counted, and stopped, while they are still small. */
async function inflated(
  stream: Transform,
  bytes: Uint8Array,
  maxBytes: number,
  arrives: Arriving | undefined,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  stream.end(bytes);
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    arrives?.(part.length);
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

function notSupported(encoding: string): DomainError {
  return validationError(
    "content_encoding_not_supported",
    "Send the body plain or compressed by gzip, deflate or br.",
    {
      field: "content-encoding",
      received: encoding.slice(0, 100),
      permitted: ["gzip", "deflate", "br", "identity"],
    },
  );
}

function tooLarge(maxBytes: number): DomainError {
  return validationError("body_too_large", `The body is larger than ${maxBytes} bytes once decompressed.`, {
    hint: "Send less in one request.",
    details: { max_bytes: maxBytes },
  });
}
