import { hashKey } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Alert, AlertList } from "@/lib/contract/alerts";
import { alertsQuery, firingAlertsQuery } from "./alerts";

test("the navigation asks by another key than a page brings its rows by, and is refreshed with them", () => {
  expect(hashKey(firingAlertsQuery.queryKey)).not.toBe(hashKey(alertsQuery.queryKey));
  expect(firingAlertsQuery.queryKey[0]).toBe(alertsQuery.queryKey[0]);
});

test("what is muted asks for nobody", () => {
  const items = [
    { state: "firing", muted_until: null, name: "fires" },
    { state: "firing", muted_until: "2026-12-01T00:00:00Z", name: "is muted" },
    { state: "pending", muted_until: null, name: "nearly fires" },
  ] as Alert[];
  const counted = firingAlertsQuery.select?.({ items } as AlertList);
  expect(counted?.map(({ name }) => name)).toEqual(["fires"]);
});
