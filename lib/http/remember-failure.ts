import { instantFromDate } from "@/domain/instant";
import type { Caller } from "@/domain/permissions";
import type { Runtime } from "@/lib/services/context";
import { recordOwnFailure } from "@/lib/services/own-failures";
import { doorOf } from "./measure-request";
import type { AnsweredFailure } from "./problem";

/** Who asks, as soon as that is known; `route`, where its template cannot be made of the path. */
export type Asking = { caller: Caller | null; route?: string };

type Params = Record<string, string | string[] | undefined> | undefined;
type Asked = Asking & { request: Request; params: Params };

/**
 * Keeps an answered failure under its reference. Of a stranger's only those that are ours (5xx), and none of what says
 * "not you" or "not so fast": who knocks in vain must not be able to fill the database.
 */
export function rememberFailure(
  rt: Runtime,
  thrown: unknown,
  { request, params, caller, route: known }: Asked,
): (answered: AnsweredFailure) => void {
  return ({ error, status, reference }) => {
    if (status === 401 || status === 429 || (status < 500 && caller === null)) return;
    const route = known ?? routeOf(new URL(request.url).pathname, params);
    recordOwnFailure(
      rt,
      {
        ...{ thrown, reference, occurred_at: instantFromDate(new Date()).iso },
        ...{ tool: `${request.method} ${route}`, code: error.code, errorClass: error.errorClass },
        context: { method: request.method, route, status, ...callerFacts(caller) },
      },
      status < 500 ? "callers" : "own",
    );
  };
}

function callerFacts(caller: Caller | null): Record<string, string | null> {
  if (caller === null) return { caller: null };
  return caller.kind === "key" ? { caller: "key", key_id: caller.id } : { caller: caller.kind };
}

/**
 * The route's template, `/api/v1/cases/{case_id}`: a path itself may hold what a person pasted. From the end, for what
 * a parameter holds may be a word of the path too. Where a parameter is not found again, only the noun is told.
 */
export function routeOf(pathname: string, params: Params): string {
  const left = Object.entries(params ?? {}).filter(([, value]) => value !== undefined);
  const catchAll = left.find(([, value]) => Array.isArray(value));
  if (catchAll !== undefined) return `${doorOf(pathname)}/{...${catchAll[0]}}`;
  const segments = pathname.split("/");
  for (let at = segments.length - 1; at >= 0 && left.length > 0; at -= 1) {
    const segment = segments[at] ?? "";
    const index = left.findLastIndex(([, value]) => value === segment || value === decoded(segment));
    const [found] = index < 0 ? [] : left.splice(index, 1);
    if (found !== undefined) segments[at] = `{${found[0]}}`;
  }
  return left.length > 0 ? doorOf(pathname) : segments.join("/");
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
