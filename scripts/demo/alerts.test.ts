import { expect, it } from "vitest";
import { newAlert } from "@/lib/contract/alerts";
import { ALERTS } from "./alerts";

it("are taken as they are, each under a name of its own", () => {
  for (const alert of ALERTS) expect(newAlert.parse(alert)).toMatchObject(alert);
  expect(new Set(ALERTS.map(({ name }) => name)).size).toBe(ALERTS.length);
});
