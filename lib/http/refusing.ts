import type { Runtime } from "@/lib/services/context";
import { answering, type RouteHandler } from "./define-route";
import { doorOf } from "./measure-request";
import { recognise } from "./recognise";

/**
 * A door that answers everything by this failure, for what reaches no door: a caller who is known finds its frames as
 * any failure's.
 */
export function refusing(thrown: unknown): RouteHandler {
  return refusingBy(() => thrown);
}

/** The same where the failure says something of this installation or of the request. */
export function refusingBy(makeFailure: (rt: Runtime, request: Request) => unknown): RouteHandler {
  return answering(async (rt, request, _context, asking) => {
    asking.caller = await recognise(rt, request);
    // No door, so no template: the path itself may hold what a person pasted.
    asking.route = doorOf(new URL(request.url).pathname);
    throw makeFailure(rt, request);
  });
}
