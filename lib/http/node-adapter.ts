import type { IncomingMessage, ServerResponse } from "node:http";
import type { RouteHandler } from "./define-route";
import { type DoorAnswer, doorAnswerOf } from "./door-answer";
import { toWebRequest } from "./door-request";
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

/** Sends a web response; also used for answers that no handler made. */
export async function writeResponse(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
): Promise<void> {
  const answer = doorAnswerOf(response);
  if (answer !== null) return writeAnswer(req, res, answer);
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

/** Headers and text leave in one write: each write to a socket is a call of the system. */
function writeAnswer(req: IncomingMessage, res: ServerResponse, answer: DoorAnswer): void {
  res.statusCode = answer.status;
  for (const [name, value] of answer.headers) res.setHeader(name, value);
  res.end(req.method === "HEAD" ? undefined : answer.text);
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
