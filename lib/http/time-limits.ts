import type { Server } from "node:http";

/** How long a client may take, in ms. */
export type TimeLimits = {
  /** For the header fields of a request. */
  headersTimeout: number;
  /** For a request with its body: 20 MiB at 1.4 Mbit/s. */
  requestTimeout: number;
  /** How often the two are looked at. */
  connectionsCheckingInterval: number;
  /** Without a byte either way: a client that takes no answer. Longer than a poll waits and than a stream is silent. */
  idleTimeout: number;
};

export const TIME_LIMITS: TimeLimits = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
  idleTimeout: 120_000,
};

/** Ends connections on which nothing moves; what is not taken would be held for as long as the client likes. */
export function endIdleConnections(server: Server, { idleTimeout }: TimeLimits): void {
  server.setTimeout(idleTimeout, (socket) => socket.destroy());
}
