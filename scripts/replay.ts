import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ServerUnreachable } from "./replay/api-client";
import { parseOptions, USAGE } from "./replay/options";
import { ProgressView } from "./replay/progress";
import { replay } from "./replay/replay";
import { ReplayRefused } from "./replay/send-file";
import { UsageError } from "./replay/usage-error";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const INTERRUPTED = new Error("Stopped.");
const AGAIN = "What was sent is there; run the same command again, and it counts once.";

/** 0 all taken · 1 something rejected, unreadable or not sent · 2 called wrongly · 130 interrupted. */
async function main(): Promise<number> {
  const view = new ProgressView(process.stdout);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort(INTERRUPTED));
  try {
    const options = parseOptions(process.argv.slice(2), process.env, ROOT);
    if (!options) {
      view.say(USAGE);
      return 0;
    }
    const { total } = await replay(options, view, stop.signal);
    return total.rejected + total.unreadable > 0 ? 1 : 0;
  } catch (cause) {
    if (stop.signal.aborted) {
      view.say(`Stopped. ${AGAIN}`);
      return 130;
    }
    if (cause instanceof UsageError || cause instanceof ReplayRefused) {
      console.error(cause.message);
      return cause instanceof UsageError ? 2 : 1;
    }
    if (!(cause instanceof ServerUnreachable)) throw cause;
    console.error(`${cause.message}, and I waited long enough. Is the server running there? ${AGAIN}`);
    return 1;
  }
}

process.exitCode = await main();
