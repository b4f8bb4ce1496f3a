import { expect, test } from "vitest";
import { SCOPES } from "@/domain/permissions";
import { curlForKey } from "./curl-for-key";

test("a producer's key comes with a whole first event", () => {
  const command = curlForKey("https://errata.example/base", "erk_x", ["ingest"]) ?? "";
  expect(command).toContain("curl -X POST 'https://errata.example/base/api/v1/events'");
  expect(command).toContain("-H 'Authorization: Bearer erk_x'");
  const body = JSON.parse(/-d '(.*)'$/.exec(command)?.[1] ?? "");
  expect(body).toMatchObject({ tool: "issue_refund", error: "invalid_status" });
});

test("every scope has a first call, and reporting goes before the rest", () => {
  for (const scope of SCOPES) expect(curlForKey("http://x", "k", [scope])).toMatch(/^curl /);
  expect(curlForKey("http://x", "k", [...SCOPES])).toContain("/events");
  expect(curlForKey("http://x", "k", [])).toBeNull();
});

test("no quote in a body ends the shell's own", () => {
  for (const scope of SCOPES)
    expect((curlForKey("http://x", "k", [scope]) ?? "").split("'").length % 2).toBe(1);
});
