import type { IncomingMessage, ServerResponse } from "node:http";
import { measures } from "@/lib/services/measures";
import { NOUNS, nounOf } from "./openapi/nouns";

/** Measures from now until the answer is out. A stream lasts as long as its page, which says nothing. */
export function measureRequest(req: IncomingMessage, res: ServerResponse, door: string): void {
  const started = performance.now();
  res.once("close", () => {
    if (String(res.getHeader("content-type")).startsWith("text/event-stream")) return;
    const status = res.writableFinished ? String(res.statusCode) : "gone";
    const method = req.method ?? "GET";
    measures().httpSeconds.observe({ door, method, status }, (performance.now() - started) / 1000);
  });
}

/** Of what Next answers: the noun of the API, or a page. A path that somebody made up is no label. */
export function doorOf(pathname: string): string {
  if (!pathname.startsWith("/api/")) return "page";
  const noun = nounOf(pathname);
  return pathname.startsWith("/api/v1/") && Object.hasOwn(NOUNS, noun) ? `/api/v1/${noun}` : "/api";
}
