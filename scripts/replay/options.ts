import { join } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "./usage-error";

export type ReplayOptions = {
  path: string;
  as: string | undefined;
  /** Without a trailing slash; a base path stays. */
  url: string;
  key: string;
  /** Items per second; null as fast as the server takes them. */
  rate: number | null;
  shift_to_now: boolean;
  /** Forget the remembered shift and compute another. */
  new_shift: boolean;
  /** The file that remembers shifts. */
  state_path: string;
};

export const USAGE = `Usage: npm run replay -- <folder or file> [options]

Sends NDJSON of the contract to a running server: releases.ndjson, calls.ndjson, events.ndjson,
frames.ndjson, recoveries.ndjson of a folder, or one such file.

  --url <url>        the server (ERRATA_URL, else http://localhost:3000)
  --key <key>        an ingest key (ERRATA_KEY, else ERRATA_BOOTSTRAP_KEY)
  --as <kind>        what a single file of another name holds: releases, calls, events, frames, recoveries
  --rate <n>         at most n items a second
  --shift-to-now     move all times by whole days so that the newest is less than a day old; the shift is
                     remembered per data set and server, so that a second replay repeats the first exactly
  --new-shift        with --shift-to-now: forget the remembered shift; what was sent before counts again`;

const NO_KEY = `No key. Pass --key, or set ERRATA_KEY.
Make one in the console under Settings → Keys with the scope "ingest", or start the server with
ERRATA_BOOTSTRAP_KEY=<a long secret of your own> and set the same here.`;

function parseRate(text: string | undefined): number | null {
  if (text === undefined) return null;
  const rate = Number(text);
  if (!(rate > 0 && Number.isFinite(rate))) throw new UsageError(`--rate ${text}: say a number above 0.`);
  return rate;
}

function parseUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new UsageError(`--url ${text}: say an http or https address, e.g. http://localhost:3000.`);
  return text.replace(/\/+$/, "");
}

function readArguments(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        url: { type: "string" },
        key: { type: "string" },
        as: { type: "string" },
        rate: { type: "string" },
        "shift-to-now": { type: "boolean", default: false },
        "new-shift": { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : String(cause)}\n\n${USAGE}`);
  }
}

/**
 * Reads the command line; null when help was asked for. Shifts are remembered in the checkout's `.data`,
 * beside the embedded database: whoever deletes the one to begin anew has deleted the other with it.
 * Throws UsageError.
 */
export function parseOptions(
  argv: string[],
  env: Record<string, string | undefined>,
  root: string,
): ReplayOptions | null {
  const { values, positionals } = readArguments(argv);
  if (values.help) return null;
  const [path, ...more] = positionals;
  if (!path || more.length > 0) throw new UsageError(USAGE);
  if (values["new-shift"] && !values["shift-to-now"])
    throw new UsageError("--new-shift only goes with --shift-to-now.");
  const key = values.key || env.ERRATA_KEY || env.ERRATA_BOOTSTRAP_KEY;
  if (!key) throw new UsageError(NO_KEY);
  return {
    path,
    as: values.as,
    url: parseUrl(values.url || env.ERRATA_URL || `http://localhost:${env.PORT || 3000}`),
    key,
    rate: parseRate(values.rate),
    shift_to_now: values["shift-to-now"],
    new_shift: values["new-shift"],
    state_path: env.ERRATA_REPLAY_STATE || join(root, ".data", "replay-shifts.json"),
  };
}
