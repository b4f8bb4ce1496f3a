import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { type DomainError, isDomainError, validationError } from "@/domain/errors";
import { headerOf } from "./door-request";
import { GatheredBytes } from "./gathered-bytes";

/** Bounds what a request makes the process hold. */
export type Holding = {
  /** Hears of bytes as they arrive and as they are inflated; throws what refuses them. */
  arrives: (bytes: number) => void;
  /** What is to be awaited before so many are worked on; null where it is nothing, as when asked again. */
  turn: (bytes: number) => Promise<void> | null;
  /** From how many on they are inflated no further before that. */
  large: number;
};
type Decode = (sent: readonly Uint8Array[], maxBytes: number, holding?: Holding) => Promise<Buffer>;

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
  return encoding === "" || encoding === "identity" ? null : decoderFor(encoding);
}

/** How bytes in this encoding are decoded, for a body that does not say it in its header. */
export function decoderFor(encoding: string): Decode {
  const open = DECODERS.get(encoding);
  if (open === undefined) throw notSupported(encoding);
  return async (sent, maxBytes, holding) => {
    try {
      return await inflated(open(), sent, maxBytes, holding);
    } catch (cause) {
      if (isDomainError(cause)) throw cause;
      throw validationError("body_not_decodable", `The body is not complete, valid ${encoding}.`, { cause });
    }
  };
}

/** Part by part, so that many bombs at once are counted, and stopped or waiting, while they are still small. */
async function inflated(
  stream: Transform,
  sent: readonly Uint8Array[],
  maxBytes: number,
  holding: Holding | undefined,
): Promise<Buffer> {
  const whole = new GatheredBytes(maxBytes);
  for (const part of sent) stream.write(part);
  stream.end();
  for await (const part of stream as AsyncIterable<Buffer>) {
    const size = whole.size + part.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    holding?.arrives(part.length);
    if (holding !== undefined && size > holding.large) await holding.turn(maxBytes);
    whole.add(part);
  }
  await holding?.turn(whole.size);
  return whole.bytes();
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
