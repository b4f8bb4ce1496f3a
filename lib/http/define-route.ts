import type { z } from "zod";
import { forbiddenError, validationError } from "@/domain/errors";
import { type Caller, type Capability, may } from "@/domain/permissions";
import { createContext, type Runtime, type ServiceContext } from "@/lib/services/context";
import { loadSettings } from "@/lib/services/load-settings";
import { runtime } from "@/lib/services/runtime";
import { authenticate } from "./authenticate";
import { exactJson } from "./exact-json";
import { releaseBytes } from "./held-bytes";
import { admitRequest, withAllowance } from "./key-allowance";
import { paramsRecord, parseInput, queryRecord } from "./parse-input";
import { problemResponse } from "./problem";
import { readJsonBody } from "./read-body";
import { type Asking, rememberFailure } from "./remember-failure";
import { describing, type RouteSaying } from "./route-description";
import { assertSameOrigin } from "./same-origin";
import { withApiHeaders } from "./security-headers";

type Schema = z.ZodType;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

export type RouteInput<P, Q, B> = {
  ctx: ServiceContext;
  caller: Caller;
  /** Null when the caller came with a key. */
  session_id: string | null;
  request: Request;
  params: Output<P>;
  query: Output<Q>;
  body: Output<B>;
};

export type RouteDefinition<P, Q, B> = RouteSaying & {
  /**
   * What the caller must hold; of an array any one is enough. `null`: whoever is authenticated.
   * A route for callers nobody knows yet is made by `definePublicRoute` instead.
   */
  capability: Capability | readonly Capability[] | null;
  params?: P;
  query?: Q;
  /** A schema that accepts undefined makes the body optional. Without a schema the body is left unread. */
  body?: B;
  maxBodyBytes?: number;
  /** A Response is answered as it is; undefined is 204; anything else is 200 JSON. */
  handle: (input: RouteInput<P, Q, B>) => unknown;
};

export type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };
export type RouteHandler = (request: Request, context?: RouteContext) => Promise<Response>;

/**
 * One HTTP door of one verb: authenticates by key or session, checks the capability and, for writes by
 * session, the origin; parses by Zod; turns whatever is thrown into problem+json. The same function is
 * exported by `app/api/**\/route.ts` and mounted by `server.ts`.
 */
export function defineRoute<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(definition: RouteDefinition<P, Q, B>): RouteHandler {
  const handler = answering(async (rt, request, context, asking) => {
    const { caller, session_id } = await authenticate(rt, request);
    asking.caller = caller;
    const allowance = admitRequest(rt, caller, request);
    if (!isAllowed(caller, definition.capability)) throw forbiddenError();
    if (session_id !== null) assertSameOrigin(rt, request);
    const ctx = createContext(rt, caller, await loadSettings(rt));
    const input = await readInput(definition, request, context);
    const response = answer(await definition.handle({ ctx, caller, session_id, request, ...input }));
    return allowance === null ? response : withAllowance(response, allowance);
  });
  return describing(handler, definition);
}

export type PublicRouteInput<P, Q, B> = Omit<RouteInput<P, Q, B>, "ctx" | "caller" | "session_id"> & {
  rt: Runtime;
};

/** A door that needs no caller, such as the welcome link. Writes still need the same origin. */
export function definePublicRoute<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  definition: Omit<RouteDefinition<P, Q, B>, "capability" | "handle"> & {
    handle: (input: PublicRouteInput<P, Q, B>) => unknown;
  },
): RouteHandler {
  const handler = answering(async (rt, request, context) => {
    assertSameOrigin(rt, request);
    const input = await readInput(definition, request, context);
    return answer(await definition.handle({ rt, request, ...input }));
  });
  return describing(handler, { ...definition, capability: "public" });
}

function isAllowed(caller: Caller, capability: Capability | readonly Capability[] | null): boolean {
  if (capability === null) return true;
  if (typeof capability === "string") return may(caller, capability);
  return capability.some((one) => may(caller, one));
}

/** Runs a handler and answers what it throws; also for doors that read their own bodies. */
export function answering(
  handler: (
    rt: Runtime,
    request: Request,
    context: RouteContext | undefined,
    asking: Asking,
  ) => Promise<Response>,
): RouteHandler {
  return async (request, context) => {
    const rt = runtime();
    const asking: Asking = { caller: null };
    try {
      return withApiHeaders(await handler(rt, request, context, asking));
    } catch (thrown) {
      const params = await context?.params;
      const remember = rememberFailure(rt, thrown, { ...asking, request, params });
      return withApiHeaders(problemResponse(thrown, rt.log, request, remember));
    } finally {
      releaseBytes(request);
    }
  };
}

async function readInput<P, Q, B>(
  definition: { params?: P; query?: Q; body?: B; maxBodyBytes?: number },
  request: Request,
  context: RouteContext | undefined,
): Promise<{ params: Output<P>; query: Output<Q>; body: Output<B> }> {
  const { params, query, body } = definition as { params?: Schema; query?: Schema; body?: Schema };
  const search = new URL(request.url).searchParams;
  return {
    params: params && parseInput(params, paramsRecord((await context?.params) ?? {}), "params"),
    query: query && parseInput(query, queryRecord(search), "query"),
    body: body && (await readBody(body, request, definition.maxBodyBytes)),
  } as { params: Output<P>; query: Output<Q>; body: Output<B> };
}

async function readBody(schema: Schema, request: Request, maxBytes?: number): Promise<unknown> {
  const value = await readJsonBody(request, maxBytes);
  if (value === undefined && !schema.safeParse(undefined).success)
    throw validationError("body_empty", "The request has no body; send one as JSON.");
  return parseInput(schema, value, "body");
}

function answer(result: unknown): Response {
  if (isResponse(result)) return result;
  return result === undefined ? new Response(null, { status: 204 }) : exactJson(result);
}

/** Next patches the global Response in places, so it is told by shape. */
function isResponse(value: unknown): value is Response {
  return value instanceof Response || Object.prototype.toString.call(value) === "[object Response]";
}
