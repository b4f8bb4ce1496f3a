import { setTimeout as pause } from "node:timers/promises";
import type { EmbeddedDatabase } from "@/db/embedded";

/** Stops PostgreSQL at once, and again whenever it is back, until the time is over; `meanwhile` runs all along. */
export async function takeAway(
  embedded: Pick<EmbeddedDatabase, "pid">,
  ms: number,
  meanwhile: () => void = () => {},
): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const pid = embedded.pid();
    if (pid !== null) stopAtOnce(pid);
    meanwhile();
    await pause(20);
  }
}

function stopAtOnce(pid: number): void {
  try {
    process.kill(pid, "SIGQUIT");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
