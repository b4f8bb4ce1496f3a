import { dropPartitions } from "@/lib/duties/drop-partitions";
import { parseEnv } from "@/lib/platform/env";
import { startRuntime } from "@/lib/services/runtime";

/** What a process of its own needs to do what the duty does at this moment. */
export type RetainStart = { database_url: string; now: string };

process.on("message", ({ database_url, now }: RetainStart) => {
  const env = parseEnv({ ERRATA_LOG_LEVEL: "error", DATABASE_URL: database_url });
  const rt = startRuntime({ databaseUrl: database_url, env });
  dropPartitions.run({ ...rt, now: () => new Date(now) }).then(
    () => process.send?.("done"),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
