import { expect, test } from "vitest";
import type { Alert } from "@/lib/contract/alerts";
import { rowsHref } from "./rows-href";

const AT = "2026-11-15T12:00:00.000000Z";
const PLACE = { tool: "refund", service: "payments", environment: null, tenant: null };

function paramsOf(condition: Alert["condition"]) {
  const { pathname, searchParams } = new URL(rowsHref({ condition, ...PLACE }, AT), "https://errata.test");
  return { pathname, ...Object.fromEntries(searchParams) };
}

test("a share leads to the unmapped failures of its own window and place", () => {
  expect(paramsOf({ kind: "unmapped_share", above: 0.1, window_minutes: 30, min_failures: 1 })).toEqual({
    pathname: "/events",
    ...{ from: "2026-11-15T11:30:00.000000Z", to: AT, tool: "refund", service: "payments", unmapped: "true" },
  });
});

test("a rate leads to the failures of its code or class, and no other filter", () => {
  const condition = { kind: "rate", above: 1, per: "hour", window_minutes: 60 } as const;
  expect(paramsOf({ ...condition, code: "a b&c", class: null })).toMatchObject({ code: "a b&c" });
  expect(paramsOf({ ...condition, code: null, class: "transient" })).not.toHaveProperty("code");
});

test("cases lead to those of the queue that are due by then", () => {
  expect(paramsOf({ kind: "cases_due", within_minutes: 60, above: 0 })).toMatchObject({
    ...{ pathname: "/queue", deadline_to: "2026-11-15T13:00:00.000000Z", tool: "refund" },
  });
});

test("silence leads to its code where one is watched, else to all that are silent", () => {
  const condition = { kind: "silence", states: ["hidden"] } as const;
  expect(paramsOf({ ...condition, states: ["hidden"], code: "a/b" }).pathname).toBe("/codes/a%2Fb");
  expect(paramsOf({ ...condition, states: ["hidden"], code: null }).pathname).toBe("/recovery/silent");
});
