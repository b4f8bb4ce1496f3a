import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * A request whose parts are made when someone asks for them. undici's constructor copies every header,
 * wraps the body and gives each request a dependent signal with finalisers: with that, a small POST cost
 * five times what plain Node needs for it.
 */
export class DoorRequest {
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

  /** What `headers.get(name)` answers, `name` in lower case, without making the rest of them. */
  header(name: string): string | null {
    const raw = this.#req.rawHeaders;
    let found: string | null = null;
    for (let index = 0; index + 1 < raw.length; index += 2) {
      const [sent = "", value = ""] = [raw[index], raw[index + 1]];
      if (sent.length !== name.length || sent.toLowerCase() !== name) continue;
      found = found === null ? value : `${found}, ${value}`;
    }
    return found;
  }

  /**
   * The body from the socket itself, in parts, or null when it is longer. Rejects when the client goes away before its end, and
   * with what `arrives` throws, which hears of every part.
   */
  async bytes(maxBytes: number, arrives?: (bytes: number) => void): Promise<Buffer[] | null> {
    return hasBody(this.#req) ? readWhole(this.#req, maxBytes, arrives) : [];
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

/** The request as it came through a door; null for one that Next made. */
export function doorRequestOf(request: Request): DoorRequest | null {
  return (request as unknown) instanceof DoorRequest ? (request as unknown as DoorRequest) : null;
}

/** A header's value, `name` in lower case. */
export function headerOf(request: Request, name: string): string | null {
  const door = doorRequestOf(request);
  return door === null ? request.headers.get(name) : door.header(name);
}

/** The doors use these parts and no others of a Request. */
export function toWebRequest(req: IncomingMessage, res: ServerResponse, path: string): Request {
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

/** Without a stream between: its making and reading cost a small request 80 µs, more than its event. */
function readWhole(
  req: IncomingMessage,
  maxBytes: number,
  arrives: ((bytes: number) => void) | undefined,
): Promise<Buffer[] | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (settle: () => void) => {
      req.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone);
      settle();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      try {
        if (size <= maxBytes) arrives?.(chunk.length);
      } catch (refused) {
        req.pause();
        return end(() => reject(refused));
      }
      if (size <= maxBytes) return void chunks.push(chunk);
      req.pause();
      end(() => resolve(null));
    };
    const onEnd = () => end(() => resolve(chunks));
    const onGone = (cause?: Error) => end(() => reject(cause ?? new Error("the connection was closed")));
    if (req.destroyed) return onGone();
    req.on("data", onData).on("end", onEnd).on("error", onGone).on("close", onGone);
  });
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
