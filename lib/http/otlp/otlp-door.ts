import protobuf from "protobufjs/minimal.js";
import type { RouteHandler } from "../define-route";
import { describing, descriptionOf } from "../route-description";
import { encodingOf, MEDIA_TYPES } from "./encoding";

/** gRPC's codes by HTTP's status, as far as this door answers them. */
const CODES: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  405: 12,
  413: 3,
  415: 3,
  429: 8,
  503: 14,
};
const UNKNOWN = 2;

/**
 * Exporters try again five times and then let a batch go, by default after 10 s. Two waits of four seconds fit into
 * that, and under a longer limit five of them outlast an outage of nearly 20 s.
 */
const RETRY_SECONDS = 4;

/**
 * Makes a door one of OTLP's: what it refuses is said as a `google.rpc.Status` in the encoding of the request. Exporters
 * drop a batch on any status but 429, 502, 503 and 504, so a failure that nobody thought of is answered as 503 too.
 */
export function otlpDoor(handler: RouteHandler): RouteHandler {
  const door: RouteHandler = async (request, context) => {
    const response = await handler(request, context);
    return response.status < 400 ? response : statusAnswer(request, response);
  };
  return describing(door, descriptionOf(handler) ?? {});
}

async function statusAnswer(request: Request, refused: Response): Promise<Response> {
  const status = refused.status >= 500 ? 503 : refused.status;
  const encoding = encodingOf(request);
  const headers = new Headers(refused.headers);
  headers.set("content-type", MEDIA_TYPES[encoding]);
  headers.delete("content-length");
  if (status === 429 || status === 503)
    headers.set("retry-after", String(Math.max(RETRY_SECONDS, Number(headers.get("retry-after")))));
  const said = { code: CODES[status] ?? UNKNOWN, message: messageOf(await refused.json()) };
  const body = encoding === "json" ? JSON.stringify(said) : encodeStatus(said);
  return new Response(body, { status, headers });
}

/** All that a Status has room for: exporters print it. */
function messageOf({ message, hint, code, reference }: Record<string, unknown>): string {
  return [message, hint, `(${code}, reference ${reference})`].filter(Boolean).join(" ");
}

function encodeStatus({ code, message }: { code: number; message: string }): Uint8Array<ArrayBuffer> {
  const bytes = protobuf.Writer.create()
    .uint32((1 << 3) | 0)
    .int32(code);
  return Uint8Array.from(
    bytes
      .uint32((2 << 3) | 2)
      .string(message)
      .finish(),
  );
}
