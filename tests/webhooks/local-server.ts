import http, { type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import type { Address } from "@/lib/platform/guarded-address";
import { parseAllowList } from "@/lib/platform/guarded-address";
import type { OutgoingRequest } from "@/lib/platform/outgoing";
import type { OutgoingPolicy } from "@/lib/platform/outgoing-policy";
import { CERTIFICATE, CERTIFICATE_KEY } from "./certificate";

export type Seen = { method: string; path: string; headers: Record<string, string>; body: string };
export type Answerer = (seen: Seen, response: ServerResponse, request: IncomingMessage) => void;

/** A real server on loopback that keeps what it was sent and answers as it is told. */
export async function startLocalServer(answer: Answerer, { tls = false } = {}) {
  const seen: Seen[] = [];
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const one: Seen = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString("utf8"),
    };
    seen.push(one);
    answer(one, response, request);
  };
  const server = tls
    ? https.createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, listener)
    : http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    seen,
    port,
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type LocalServer = Awaited<ReturnType<typeof startLocalServer>>;

/** A policy that opens what is listed and resolves names by this table; each look-up takes the next answer. */
export function policyOf(
  allow: string[],
  names: Record<string, string[][]> = {},
): OutgoingPolicy & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    allow: parseAllowList(allow),
    ca: CERTIFICATE,
    resolve: async (host): Promise<Address[]> => {
      asked.push(host);
      const answers = names[host] ?? [];
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return (answer ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  };
}

/** What is permitted in most tests. */
export const LOOPBACK = policyOf(["127.0.0.1"]);

/** A request with limits that no test waits for. */
export function get(url: string, extra: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return { method: "GET", url, timeout_ms: 5_000, max_bytes: 1_000, max_redirects: 3, ...extra };
}

/** Starts servers that one test uses; `closeAll` belongs into `afterEach`. */
export function localServers() {
  const open: { close: () => Promise<unknown> }[] = [];
  return {
    serve: async (answer: Answerer, options?: { tls: boolean }): Promise<LocalServer> => {
      const server = await startLocalServer(answer, options);
      open.push(server);
      return server;
    },
    /** Something else that has to be closed. */
    keep: (server: { close: () => Promise<unknown> }) => open.push(server),
    closeAll: async () => {
      for (const server of open.splice(0)) await server.close();
    },
  };
}
