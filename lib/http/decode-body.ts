import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { type DomainError, validationError } from "@/domain/errors";
import { headerOf } from "./door-request";

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ["gzip", promisify(gunzip) as Decoder],
  ["x-gzip", promisify(gunzip) as Decoder],
  ["deflate", promisify(inflate) as Decoder],
  ["br", promisify(brotliDecompress) as Decoder],
]);

/**
 * How the body is to be decoded; null when it comes as it is. Throws `content_encoding_not_supported`: bytes that
 * nobody understands must not be taken for something else.
 */
export function decoderOf(
  request: Request,
): ((bytes: Uint8Array, maxBytes: number) => Promise<Buffer>) | null {
  const encoding = headerOf(request, "content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return null;
  const decoder = DECODERS.get(encoding);
  if (decoder === undefined) throw notSupported(encoding);
  return async (bytes, maxBytes) => {
    try {
      return await decoder(bytes, { maxOutputLength: maxBytes });
    } catch (cause) {
      if (cause instanceof Error && Reflect.get(cause, "code") === "ERR_BUFFER_TOO_LARGE")
        throw tooLarge(maxBytes, cause);
      throw validationError("body_not_decodable", `The body is not complete, valid ${encoding}.`, { cause });
    }
  };
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

function tooLarge(maxBytes: number, cause: unknown): DomainError {
  return validationError("body_too_large", `The body is larger than ${maxBytes} bytes once decompressed.`, {
    hint: "Send less in one request.",
    details: { max_bytes: maxBytes },
    cause,
  });
}
