import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type DomainError, notFoundError, transientError, validationError } from "@/domain/errors";
import { mintReference } from "@/domain/reference";
import type { Logger } from "@/lib/services/context";
import { answerBrokenRequests } from "./broken-requests";
import type { RouteHandler } from "./define-route";
import { aliveAnswer, type Phase, readyAnswer } from "./health";
import { doorOf } from "./measure-request";
import { createMountTable, type Mount } from "./mount-table";
import { isForMachines, takeOverFailures } from "./next-failures";
import { answerByHandler, pathWithin, writeResponse } from "./node-adapter";
import { PROBLEM_TYPE, problemBody, problemResponse } from "./problem";
import { HARDENING_HEADERS } from "./security-headers";
import { endIdleConnections, TIME_LIMITS, type TimeLimits } from "./time-limits";

/** Next's request handler, or another that answers what no door takes. */
export type Fallback = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

export type HttpServerOptions = {
  basePath: string;
  mounts: readonly Mount[];
  log: Logger;
  phase: () => Phase;
  isDatabaseUp: () => Promise<boolean>;
  /** What measures each request and answers `/metrics`; not before the start is over. */
  metrics?: {
    answer: (req: IncomingMessage) => Promise<Response>;
    measure: (req: IncomingMessage, res: ServerResponse, door: string) => void;
  };
  /** How long clients may take, where it is not as long as usual. */
  limits?: Partial<TimeLimits>;
  /** Null while there is none: everything but the doors is then unknown. */
  fallback: () => Fallback | null;
  /** The door that answers by a failure and keeps it; without one it is answered only. */
  refusing?: (thrown: unknown) => RouteHandler;
};

/** Longer than the idle time of the usual load balancers, so that they close first: no 502 by a race. */
const KEEP_ALIVE_MS = 75_000;

/** The HTTP front: health first, then the doors, then Next. It answers from the first moment on. */
export function createHttpServer(options: HttpServerOptions): Server {
  const find = createMountTable(options.mounts);
  const limits = { ...TIME_LIMITS, ...options.limits };
  const onRequest = (req: IncomingMessage, res: ServerResponse) => {
    for (const [name, value] of Object.entries(HARDENING_HEADERS)) res.setHeader(name, value);
    if (options.phase() === "stopping") res.setHeader("connection", "close");
    res.once("finish", () => letRestPass(req));
    route(req, res, options, find).catch((error: unknown) => answerFailure(req, res, error, options.log));
  };
  // Node's own answers have no body: to a request without a host, or with an expectation nobody knows.
  const server = createServer(
    { ...limits, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false },
    onRequest,
  );
  server.on("checkExpectation", onRequest);
  answerBrokenRequests(server, options.log);
  endIdleConnections(server, limits);
  rememberSockets(server);
  return server;
}

/**
 * What is left of a body that was refused in the middle is read and forgotten. Node does so only where nobody had begun
 * to read; left lying, it would hold up the connection's next request until the connection is cut, its answer unsent.
 */
function letRestPass(req: IncomingMessage): void {
  if (!req.complete) req.removeAllListeners("data").removeAllListeners("readable").resume();
}

const socketsOf = new WeakMap<Server, Set<Socket>>();

function rememberSockets(server: Server): void {
  const sockets = new Set<Socket>();
  socketsOf.set(server, sockets);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
}

/** Also those on which nothing ever came, as browsers open ahead of need: to Node they are busy, not idle. */
function closeIdle(server: Server): void {
  server.closeIdleConnections();
  for (const socket of socketsOf.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
}

async function route(
  req: IncomingMessage,
  res: ServerResponse,
  options: HttpServerOptions,
  find: ReturnType<typeof createMountTable>,
): Promise<void> {
  // A probe asks the process, not through the proxy, so health answers with and without the base path.
  const path = pathWithin(options.basePath, req.url ?? "/");
  const pathname = (path ?? req.url ?? "/").split("?", 1)[0] ?? "/";
  if (pathname === "/healthz") return writeResponse(req, res, aliveAnswer());
  if (pathname === "/readyz")
    return writeResponse(req, res, await readyAnswer(options.phase(), options.isDatabaseUp));
  if (pathname === "/metrics" && options.metrics && options.phase() !== "starting")
    return writeResponse(req, res, await options.metrics.answer(req));
  if (path === null) return writeResponse(req, res, problemResponse(nothingHere(), options.log));
  const refuse = (thrown: unknown) => refuseBy(options, thrown, { req, res, path });
  const refusal = whyNotRouted(req, pathname);
  if (refusal !== null) return refuse(refusal);
  if (options.phase() === "starting") return writeResponse(req, res, startingAnswer(req));
  const match = find(req.method ?? "GET", pathname);
  options.metrics?.measure(req, res, match?.path ?? doorOf(pathname));
  if (match) return answerByHandler(req, res, match.handler, { path, params: match.params });
  const fallback = options.fallback();
  if (!fallback) return refuse(nothingHere());
  if (isForMachines(pathname))
    takeOverFailures(res, (failure) => {
      refuse(failure).catch((error: unknown) => answerFailure(req, res, error, options.log));
    });
  // Next was built with the base path and wants to see it; its root has no slash at the end.
  req.url = options.basePath === "" ? path : options.basePath + path.replace(/^\/(?=\?|$)/, "");
  return fallback(req, res);
}

type Exchange = { req: IncomingMessage; res: ServerResponse; path: string };

function refuseBy(options: HttpServerOptions, thrown: unknown, { req, res, path }: Exchange): Promise<void> {
  if (!options.refusing || options.phase() === "starting")
    return writeResponse(req, res, problemResponse(thrown, options.log));
  return answerByHandler(req, res, options.refusing(thrown), { path, params: {} });
}

function nothingHere(): DomainError {
  return notFoundError("not_found", "There is nothing at this address.");
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** What Next would answer with a bare 500: a broken escape in the path, a method nothing here knows. */
function whyNotRouted(req: IncomingMessage, pathname: string): DomainError | null {
  if (req.headers.host === undefined && req.httpVersion === "1.1")
    return validationError("host_required", "The request has no Host header field.");
  if (!METHODS.includes(req.method ?? "GET"))
    return validationError("method_not_supported", "Nothing here answers this method.", {
      permitted: METHODS,
    });
  try {
    decodeURIComponent(pathname);
    return null;
  } catch {
    return validationError(
      "path_not_decodable",
      "The address holds a % that does not begin a UTF-8 escape.",
      {
        hint: "Encode a reference by encodeURIComponent before it goes into an address.",
      },
    );
  }
}

function startingAnswer(req: IncomingMessage): Response {
  const headers = { "retry-after": "1", "cache-control": "no-store" };
  if (!req.headers.accept?.includes("text/html")) {
    const error = transientError("starting", "Errata is starting.", 1);
    const type = { "content-type": PROBLEM_TYPE };
    return Response.json(problemBody(error, mintReference()), {
      status: 503,
      headers: { ...headers, ...type },
    });
  }
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1">
<meta name="color-scheme" content="light dark"><title>Errata is starting</title>
<p style="font:16px system-ui;margin:20vh auto;text-align:center">Errata is starting. This page reloads by itself.</p></html>`;
  return new Response(page, {
    status: 503,
    headers: { ...headers, "content-type": "text/html; charset=utf-8" },
  });
}

async function answerFailure(
  req: IncomingMessage,
  res: ServerResponse,
  error: unknown,
  log: Logger,
): Promise<void> {
  if (res.headersSent) {
    // Without the query: it may hold what somebody pasted.
    log.error({ err: error, path: req.url?.split("?", 1)[0] }, "an answer broke off");
    res.destroy();
    return;
  }
  await writeResponse(req, res, problemResponse(error, log));
}

/**
 * Ends the server: no new connections, idle and unused ones closed at once, busy ones after their answer, the rest cut
 * after `graceMs`.
 */
export async function closeHttpServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closeIdle(server);
  const sweep = setInterval(() => closeIdle(server), 20);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
