import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SCOPE_CAPABILITIES } from "@/domain/permissions";
import { descriptionOf } from "@/lib/http/route-description";
import { mounts } from "@/mounts";

const ROOT = join(import.meta.dirname, "../..", "app/api/v1");
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** What a key of a machine that reports and asks may do (CONTRACT "Who may call"). */
const OF_MACHINES = (["ingest", "verdicts", "evidence"] as const).flatMap((scope) => [
  ...SCOPE_CAPABILITIES[scope],
]);

async function doorsOfMachines(): Promise<string[]> {
  const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith("route.ts"),
  );
  const found = await Promise.all(
    files.map(async (file) => {
      const module: Record<string, unknown> = await import(join(ROOT, file));
      return METHODS.filter((method) => {
        const capability = descriptionOf(module[method])?.capability ?? [];
        return [capability].flat().some((one) => OF_MACHINES.some((held) => held === one));
      }).map((method) => `${method} /api/v1/${file.replace(/\/route\.ts$/, "")}`);
    }),
  );
  return found.flat().sort();
}

test("every door that machines report or ask at is answered by a process that is only there for them", async () => {
  const mounted = new Set(mounts.map(({ method, path }) => `${method} ${path}`));
  const doors = await doorsOfMachines();
  expect(doors).toContain("POST /api/v1/evidence");
  expect(doors.filter((door) => !mounted.has(door))).toEqual([]);
});
