import { promisify } from "node:util";
import { gunzip, gzip, gzipSync } from "node:zlib";
import type { FramesPayload } from "@/domain/frames-payload";
import { parseJson } from "@/domain/json";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Up to here a payload is compressed at once: the thread pool would take longer to be asked. */
const SMALL_CHARACTERS = 32 * 1024;
/** A small window is enough for what is small: half the time of the defaults, 7% more bytes. */
const SMALL = { level: 3, memLevel: 7, windowBits: 13 };
/** A payload is at most 1 MiB of text when it is stored; more than this is not ours. */
const PAYLOAD_BYTES_MOST = 16 * 1024 * 1024;

/** The text of a payload as it is stored: gzip, in base64 for the way there. */
export async function packPayload(text: string): Promise<string> {
  const bytes = text.length <= SMALL_CHARACTERS ? gzipSync(text, SMALL) : await compress(text);
  return bytes.toString("base64");
}

/** A payload as it was stored; rejects where it is damaged. */
export async function openPayload(bytes: Buffer): Promise<FramesPayload> {
  const text = await decompress(bytes, { maxOutputLength: PAYLOAD_BYTES_MOST });
  return parseJson(text.toString("utf8")) as FramesPayload;
}
