import type { ServiceContext } from "./context";

/** Wakes those who wait for these topics. Call it after the commit: they read the row again. */
export function publishTopics(ctx: Pick<ServiceContext, "hub">, topics: Iterable<string>): void {
  for (const topic of new Set(topics)) ctx.hub.publish(topic);
}
