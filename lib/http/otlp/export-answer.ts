import protobuf from "protobufjs/minimal.js";
import { jsonAnswer } from "../door-answer";
import { encodingOf, MEDIA_TYPES } from "./encoding";

/** What became of an export; no message: all of it is stored. */
export type ExportOutcome = { rejected: number; message: string | null };

/**
 * `ExportLogsServiceResponse` in the encoding of the request: nothing where all went well, else a `partialSuccess`, which
 * with nothing rejected is a warning.
 */
export function exportAnswer(request: Request, { rejected, message }: ExportOutcome): Response {
  if (encodingOf(request) === "json") {
    // A 64-bit integer is text in protobuf's JSON.
    const partialSuccess = { rejectedLogRecords: String(rejected), errorMessage: message };
    return jsonAnswer(request, message === null ? {} : { partialSuccess }, 200);
  }
  const body = message === null ? new Uint8Array() : encodePartial(rejected, message);
  return new Response(body, { status: 200, headers: { "content-type": MEDIA_TYPES.protobuf } });
}

function encodePartial(rejected: number, message: string): Uint8Array<ArrayBuffer> {
  const answer = protobuf.Writer.create()
    .uint32((1 << 3) | 2)
    .fork();
  answer.uint32((1 << 3) | 0).int64(rejected);
  answer.uint32((2 << 3) | 2).string(message);
  return Uint8Array.from(answer.ldelim().finish());
}
