import { expect, test } from "vitest";
import type { AlertList } from "@/lib/contract/alerts";
import { alertsQuery, unseenAlertsQuery } from "./alerts";

test("the navigation's count is refreshed with the alerts themselves", () => {
  expect(unseenAlertsQuery.queryKey[0]).toBe(alertsQuery.queryKey[0]);
});

test("what is muted or acknowledged asks for nobody", () => {
  const firing = { acknowledged_at: null };
  const items = [
    { muted_until: null, firing, name: "fires" },
    { muted_until: "2026-12-01T00:00:00Z", firing, name: "is muted" },
    { muted_until: null, firing: { acknowledged_at: "2026-11-30T00:00:00Z" }, name: "is looked at" },
  ];
  const counted = unseenAlertsQuery.select?.({ items } as AlertList);
  expect(counted?.map(({ name }) => name)).toEqual(["fires"]);
});
