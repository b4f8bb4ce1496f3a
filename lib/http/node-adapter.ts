import type { IncomingMessage, ServerResponse } from "node:http";
import type { RouteHandler } from "./define-route";
import { wholeBody } from "./whole-body";

export type Params = Record<string, string>;

/**
 * Answers a Node request by a web handler. The handler's request streams its body, and its `signal` aborts
 * when the client goes away. Responses follow the client's pace. A response that breaks in the middle ends
 * the connection, so that nobody takes half an answer for a whole one.
 *
 * Rejects when the handler does, before anything was answered.
 */
export async function answerByHandler(
  req: IncomingMessage,
  res: ServerResponse,
  handler: RouteHandler,
  options: { path: string; params: Params },
): Promise<void> {
  const request = toWebRequest(req, res, options.path);
  const response = await handler(request, { params: Promise.resolve(options.params) });
  await writeResponse(req, res, response);
}

/** The path and query behind the base path, or null when the address lies outside it. */
export function pathWithin(basePath: string, target: string): string | null {
  const path = originForm(target);
  if (basePath === "") return path;
  if (!path.startsWith(basePath)) return null;
  const rest = path.slice(basePath.length);
  if (rest === "" || rest.startsWith("?")) return `/${rest}`;
  return rest.startsWith("/") ? rest : null;
}

/** A proxy may send the whole address (`GET http://host/path`); what follows the host is ours. */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  return /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1] || "/";
}

/**
 * A request whose parts are made when someone asks for them. undici's constructor copies every header,
 * wraps the body and gives each request a dependent signal with finalisers: with that, a small POST cost
 * five times what plain Node needs for it.
 */
class DoorRequest {
  readonly method: string;
  readonly url: string;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  #headers: Headers | undefined;
  #body: ReadableStream<Uint8Array> | null | undefined;
  #signal: AbortSignal | undefined;

  constructor(req: IncomingMessage, res: ServerResponse, path: string) {
    this.method = req.method ?? "GET";
    this.url = addressOf(req, path);
    this.#req = req;
    this.#res = res;
  }

  get headers(): Headers {
    this.#headers ??= new Headers(headersOf(this.#req));
    return this.#headers;
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.#body === undefined) this.#body = hasBody(this.#req) ? bodyOf(this.#req) : null;
    return this.#body;
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#res);
    return this.#signal;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Response(this.body).arrayBuffer();
  }

  async text(): Promise<string> {
    return new Response(this.body).text();
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

/** The doors use these parts and no others of a Request. */
function toWebRequest(req: IncomingMessage, res: ServerResponse, path: string): Request {
  return new DoorRequest(req, res, path) as unknown as Request;
}

/** Built as text, because `new URL("//evil/x", base)` would take `evil` for the host. */
function addressOf(req: IncomingMessage, path: string): string {
  const candidate = `http://${req.headers.host ?? "localhost"}${path}`;
  return URL.canParse(candidate) ? candidate : `http://localhost${path}`;
}

function hasBody(req: IncomingMessage): boolean {
  if (req.method === "GET" || req.method === "HEAD") return false;
  return req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
}

function headersOf(req: IncomingMessage): [string, string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < req.rawHeaders.length; i += 2) {
    pairs.push([req.rawHeaders[i] ?? "", req.rawHeaders[i + 1] ?? ""]);
  }
  return pairs;
}

/** Reads from the socket only when asked, so a slow handler slows its client down. */
function bodyOf(req: IncomingMessage): ReadableStream<Uint8Array> {
  const open = () => req.iterator({ destroyOnReturn: false });
  let chunks: ReturnType<typeof open> | undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= open();
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  // `for await` over the body then asks the socket itself, without a stream between.
  return Object.defineProperty(stream, Symbol.asyncIterator, { value: open });
}

function signalOf(res: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (res.closed && !res.writableFinished) gone.abort();
  else res.once("close", () => !res.writableFinished && gone.abort());
  return gone.signal;
}

/** Sends a web response; also used for answers that no handler made. */
export async function writeResponse(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
): Promise<void> {
  res.statusCode = response.status;
  if (response.statusText) res.statusMessage = response.statusText;
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie") res.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) res.setHeader("set-cookie", cookies);
  if (req.method === "HEAD" || response.body === null) {
    await response.body?.cancel();
    res.end();
    return;
  }
  const whole = wholeBody(response);
  if (whole === undefined) await pump(response.body.getReader(), res);
  else res.end(whole);
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function pump(reader: Reader, res: ServerResponse): Promise<void> {
  // A stream that has nothing to say right now would otherwise outlive its client.
  res.once("close", () => void reader.cancel().catch(() => {}));
  try {
    const first = await reader.read();
    if (first.done) return void res.end();
    const second = reader.read();
    const next = await Promise.race([second, nextTurn()]);
    // Whole in one piece: `end` then sends its length along.
    if (next?.done) return void res.end(first.value);
    await write(res, first.value);
    for (let chunk = await second; !chunk.done; chunk = await reader.read()) {
      await write(res, chunk.value);
    }
    res.end();
  } catch (error) {
    res.destroy(error instanceof Error ? error : undefined);
  }
}

function nextTurn(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(resolve, undefined));
}

async function write(res: ServerResponse, chunk: Uint8Array): Promise<void> {
  if (res.closed || res.write(chunk)) return;
  await new Promise<void>((resolve) => {
    const proceed = () => {
      res.off("drain", proceed);
      res.off("close", proceed);
      resolve();
    };
    res.once("drain", proceed);
    res.once("close", proceed);
  });
}
