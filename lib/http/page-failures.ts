import { instantFromDate } from "@/domain/instant";
import { referenceOfDigest } from "@/domain/page-reference";
import { mintReference } from "@/domain/reference";
import { tellSources } from "@/lib/platform/mapped-stack";
import type { Runtime } from "@/lib/services/context";
import { recordOwnFailure } from "@/lib/services/own-failures";
import { statusOf, toDomainError } from "./problem";

/** What Next says of the page: `/(console)/queue/[case_id]`, never the address itself. */
export type FailedPage = { method: string; routePath: string; routeType: string };

/**
 * Keeps what failed while a page or route of Next was answered, as any failure of our own, under the reference that the
 * page shows.
 */
export async function rememberPageFailure(
  rt: Runtime,
  thrown: unknown,
  { method, routePath, routeType }: FailedPage,
): Promise<void> {
  const reference = referenceOf(thrown);
  const error = toDomainError(thrown);
  const route = templateOf(routePath);
  // Next has logged the failure itself.
  rt.log.error({ reference, code: error.code, route }, "a page failed");
  await tellSources(thrown);
  recordOwnFailure(
    rt,
    {
      ...{ thrown, reference, occurred_at: instantFromDate(new Date()).iso },
      ...{ tool: `page ${route}`, code: error.code, errorClass: error.errorClass },
      context: { method, route, kind: routeType, caller: null },
    },
    statusOf(error) < 500 ? "callers" : "own",
  );
}

function referenceOf(thrown: unknown): string {
  const digest: unknown = thrown instanceof Error ? Reflect.get(thrown, "digest") : null;
  return typeof digest === "string" ? referenceOfDigest(digest) : mintReference();
}

/** `/(console)/queue/[case_id]/page` as our routes are written: `/queue/{case_id}`. */
function templateOf(routePath: string): string {
  const parts = routePath.split("/").filter((part) => !/^\(.*\)$/.test(part));
  const template = parts.map((part) => part.replace(/^\[{1,2}(.+?)\]{1,2}$/, "{$1}")).join("/");
  return template.replace(/\/(?:page|route)$/, "") || "/";
}
