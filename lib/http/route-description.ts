import type { z } from "zod";
import type { Capability } from "@/domain/permissions";

/** A JSON shape of the contract, a body of another media type, or null: no body. */
export type Answer = z.ZodType | `${string}/${string}` | null;

/** The bodies of an ingest door, which `handle` reads by itself: items under a name, or raw bytes. */
export type Accepts = { item: z.ZodType; member: string; example?: unknown } | "bytes";

/** What a door says of itself in `/api/v1/openapi.json`, beside what it checks anyway. */
export type RouteSaying = {
  /** The operation's id: a verb and its noun, as `claimCase`. */
  operation?: string;
  /** One sentence. */
  summary?: string;
  /** By status; one alone is the answer with 200, null alone 204. Failures are said for every door at once. */
  answers?: Answer | Readonly<Record<number, Answer>>;
  accepts?: Accepts;
  /** Its verb is for people: whatever a key may, it is refused. */
  peopleOnly?: true;
};

export type RouteDescription = RouteSaying & {
  /** What the caller must hold, any one of several; null: whoever is known. `public`: nobody need be known. */
  capability: Capability | readonly Capability[] | null | "public";
  params?: z.ZodType | undefined;
  query?: z.ZodType | undefined;
  body?: z.ZodType | undefined;
};

const DESCRIPTION = Symbol.for("errata.route_description");

/** Lets a door carry its own declaration, so that its documentation can have no other source. */
export function describing<Handler extends object>(
  handler: Handler,
  description: RouteDescription | RouteSaying,
): Handler {
  return Object.defineProperty(handler, DESCRIPTION, { value: description });
}

/** The declaration a door was made from; null for a function that is no door of the API. */
export function descriptionOf(handler: unknown): RouteDescription | null {
  if (typeof handler !== "function") return null;
  return (Reflect.get(handler, DESCRIPTION) as RouteDescription | undefined) ?? null;
}
