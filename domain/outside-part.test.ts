import { expect, it } from "vitest";
import { outsidePart } from "./outside-part";
import { UNCONFINED } from "./permissions";

const here = { ...UNCONFINED, tenants: ["acme"], services: ["search", "billing"] };

it("names the first part that lies outside, and what it may be", () => {
  const missing = { field: "tenant", received: null, permitted: ["acme"] };
  expect(outsidePart(here, {})).toEqual(missing);
  expect(outsidePart(here, { tenant: null, service: "search" })).toEqual(missing);
  expect(outsidePart(here, { tenant: "acme", service: "mail" })).toEqual({
    ...{ field: "service", received: "mail", permitted: ["search", "billing"] },
  });
});

it("finds nothing wrong with what lies inside, and with anything for who sees all", () => {
  expect(outsidePart(here, { tenant: "acme", environment: "live", service: "billing" })).toBeNull();
  expect(outsidePart(UNCONFINED, { tenant: "globex" })).toBeNull();
});
