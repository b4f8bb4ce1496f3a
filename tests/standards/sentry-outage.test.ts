import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as postEnvelope } from "@/app/sentry/api/[n]/envelope/route";
import { parseEnv } from "@/lib/platform/env";
import { type runtime, startRuntime } from "@/lib/services/runtime";

/** Where nothing listens. */
const databaseUrl = "postgres://errata@127.0.0.1:1/errata";

let rt: ReturnType<typeof runtime>;
beforeAll(() => {
  rt = startRuntime({
    databaseUrl,
    env: parseEnv({ ERRATA_LOG_LEVEL: "silent", DATABASE_URL: databaseUrl }),
  });
});
afterAll(() => rt.close());

it("an SDK of Sentry is told to come again while the database is away, and not to stop sending", async () => {
  const request = new Request("http://localhost/sentry/api/1/envelope/?sentry_key=erk_any", {
    method: "POST",
    body: '{}\n{"type":"event"}\n{}',
  });
  const { status, headers } = await postEnvelope(request, { params: Promise.resolve({ n: "1" }) });
  expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
  expect(headers.get("x-sentry-rate-limits")).toBeNull();
});
