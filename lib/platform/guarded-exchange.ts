import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import zlib from "node:zlib";
import { type Address, bareHost } from "./guarded-address";

/** An answer's status line and headers together; beyond it the answer is refused. */
const MAX_HEADER_BYTES = 16_384;

type Exchange = {
  method: "GET" | "POST";
  url: URL;
  headers: Record<string, string>;
  body: string | undefined;
  /** Checked before; nothing else is connected to, whatever the name answers now. */
  addresses: readonly Address[];
  ca: string | undefined;
  max_bytes: number;
  signal: AbortSignal;
};

type Answer = { status: number; headers: Record<string, string>; body: string; truncated: boolean };

/** One request to addresses that were checked, and its answer. Follows nothing and decides nothing. */
export async function exchange(input: Exchange): Promise<Answer> {
  const response = await send(input);
  try {
    const { body, truncated } = await readBody(response, input.max_bytes);
    return { status: response.statusCode ?? 0, headers: headersOf(response), body, truncated };
  } finally {
    // A body that was cut would otherwise go on arriving.
    response.destroy();
  }
}

function send(input: Exchange): Promise<http.IncomingMessage> {
  const { url, body } = input;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(url, {
      method: input.method,
      headers: {
        "user-agent": "Errata",
        ...input.headers,
        "accept-encoding": "identity",
        ...(bytes === undefined ? {} : { "content-length": String(bytes.length) }),
      },
      // A socket of its own: a kept one might have been opened under another policy.
      agent: false,
      lookup: answerChecked(input.addresses),
      maxHeaderSize: MAX_HEADER_BYTES,
      signal: input.signal,
      ...tlsOf(input),
    });
    request.once("response", resolve);
    // Stays: a late error of a request that was answered must not end the process.
    request.on("error", reject);
    request.end(bytes);
  });
}

/** The certificate is checked against the URL's name, though the connection goes to an address. */
function tlsOf({ url, ca }: Exchange): https.RequestOptions {
  if (url.protocol !== "https:") return {};
  return {
    minVersion: "TLSv1.2",
    ...(ca === undefined ? {} : { ca }),
    ...serverName(bareHost(url.hostname)),
  };
}

function serverName(host: string): { servername?: string } {
  return /^[\d.]+$|:/.test(host) ? {} : { servername: host };
}

/** Answers Node's own look-up with what was checked, so that nothing is resolved a second time. */
function answerChecked(addresses: readonly Address[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (first === undefined) callback(new Error("no address"), "", 4);
    else if (options.all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

/** Reads up to so many bytes of the body, decompressed in case it was compressed unasked. */
async function readBody(
  response: http.IncomingMessage,
  limit: number,
): Promise<{ body: string; truncated: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoded(response)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) break;
  }
  const body = Buffer.concat(chunks).subarray(0, limit).toString("utf8");
  return { body, truncated: size > limit };
}

function decoded(response: http.IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.toLowerCase();
  const decoder =
    encoding === "gzip" || encoding === "x-gzip" || encoding === "deflate"
      ? zlib.createUnzip()
      : encoding === "br"
        ? zlib.createBrotliDecompress()
        : null;
  if (decoder === null) return response;
  response.once("error", (error) => decoder.destroy(error));
  return response.pipe(decoder);
}

function headersOf(response: http.IncomingMessage): Record<string, string> {
  const entries = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(", ")]);
  return Object.fromEntries(entries);
}
