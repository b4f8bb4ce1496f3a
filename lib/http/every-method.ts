import type { RouteHandler } from "./define-route";

const METHODS = ["DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT"] as const;

/** One door for every method, for a route to export: Next answers by itself what a route leaves out. */
export function everyMethod(handler: RouteHandler): Record<(typeof METHODS)[number], RouteHandler> {
  const entries = METHODS.map((method) => [method, handler] as const);
  return Object.fromEntries(entries) as Record<(typeof METHODS)[number], RouteHandler>;
}
