import type { Runtime } from "./context";

/** Any long time: the wait ends by a publication or by the process's end. */
const WAIT_MS = 3_600_000;

/**
 * Calls `act` whenever the topic is published, here or by another process, until the process ends. The
 * publication is a hint that may get lost: what is kept by it needs a short life of its own as well.
 */
export async function onPublished(rt: Runtime, topic: string, act: () => void): Promise<void> {
  while ((await rt.hub.wait([topic], { timeoutMs: WAIT_MS })) !== "closed") act();
}
