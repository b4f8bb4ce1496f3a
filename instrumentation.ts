import type { Instrumentation } from "next";

/** Next tells here what failed while it answered; loaded only then, for the process's own doors have it already. */
export const onRequestError: Instrumentation.onRequestError = async (thrown, { method }, context) => {
  if (process.env.NEXT_RUNTIME === "edge") return;
  const { rememberPageFailure } = await import("@/lib/http/page-failures");
  const { runtime } = await import("@/lib/services/runtime");
  const { routePath, routeType } = context;
  await rememberPageFailure(runtime(), thrown, { method, routePath, routeType });
};
