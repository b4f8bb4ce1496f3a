import type { Server } from "node:http";
import { StartupError } from "@/domain/startup-error";
import type { Env } from "@/lib/platform/env";

/**
 * Connections that wait to be accepted; the kernel may allow fewer. With Node's 511, thousands of runtimes that
 * come back at once after a restart lose their first packet and try again a second later.
 */
const BACKLOG = 4_096;

/** Takes the port. Port 0 takes any; the answer is the port that was taken. */
export async function listen(server: Server, env: Pick<Env, "HOST" | "PORT">): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explain(error, env)));
    // Without a host Node listens on IPv4 and IPv6.
    server.listen({ port: env.PORT, host: env.HOST, backlog: BACKLOG }, resolve);
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : env.PORT;
}

function explain(error: Error, env: Pick<Env, "HOST" | "PORT">): Error {
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new StartupError(`Port ${env.PORT} is taken: stop what listens there, or set PORT to another.`);
  }
  if (code === "EACCES") {
    return new StartupError(
      `Port ${env.PORT} needs more rights than this user has: set PORT to 1024 or more.`,
    );
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new StartupError(`HOST ${env.HOST} is not an address of this machine.`);
  }
  return error;
}

/**
 * Ctrl-C under npm arrives twice at once: from the terminal and passed on by npm. Only a signal that comes
 * later means that someone has lost patience.
 */
const SAME_SIGNAL_MS = 500;

/** No stop takes longer than this, whatever hangs. */
const STOP_LIMIT_MS = 30_000;

let firstAt: number | null = null;

/** Whether a signal has begun the stop: what fails from then on fails because of it. */
export function isStopping(): boolean {
  return firstAt !== null;
}

/** On the first SIGTERM or SIGINT stops in order and leaves with 0; on a second one leaves at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  const onSignal = () => {
    if (firstAt !== null) {
      if (Date.now() - firstAt > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    firstAt = Date.now();
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error("Errata did not stop cleanly:", error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
