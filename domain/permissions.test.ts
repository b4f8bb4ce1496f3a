import { describe, expect, it } from "vitest";
import {
  applyPins,
  type Capability,
  capabilitiesOfRoles,
  capabilitiesOfScopes,
  confinementOfPins,
  isInside,
  ROLES,
  type Role,
  SCOPES,
  UNCONFINED,
  UNPINNED,
} from "./permissions";

const EXPERIENCE_TABLE: [Capability, Record<Role, boolean>][] = [
  ["rates.read", { support: true, reconciler: true, engineer: true, admin: true }],
  ["events.read", { support: true, reconciler: true, engineer: true, admin: true }],
  ["references.read", { support: true, reconciler: true, engineer: true, admin: true }],
  ["tools.read", { support: true, reconciler: true, engineer: true, admin: true }],
  ["frames.read", { support: false, reconciler: false, engineer: true, admin: true }],
  ["arguments.read", { support: false, reconciler: true, engineer: true, admin: true }],
  ["quarantine.read", { support: false, reconciler: false, engineer: true, admin: true }],
  ["quarantine.manage", { support: false, reconciler: false, engineer: true, admin: true }],
  ["cases.read_own", { support: true, reconciler: true, engineer: true, admin: true }],
  ["cases.read", { support: false, reconciler: true, engineer: true, admin: true }],
  ["cases.work", { support: false, reconciler: true, engineer: false, admin: false }],
  ["cases.approve", { support: false, reconciler: true, engineer: false, admin: false }],
  ["tools.manage", { support: false, reconciler: false, engineer: true, admin: true }],
  ["people.manage", { support: false, reconciler: false, engineer: false, admin: true }],
  ["keys.manage", { support: false, reconciler: false, engineer: false, admin: true }],
  ["settings.manage", { support: false, reconciler: false, engineer: false, admin: true }],
  ["audit.read", { support: false, reconciler: false, engineer: false, admin: true }],
  ["events.report", { support: false, reconciler: false, engineer: false, admin: false }],
  ["verdicts.acknowledge", { support: false, reconciler: false, engineer: false, admin: false }],
];

describe("roles", () => {
  for (const [capability, expected] of EXPERIENCE_TABLE) {
    it.each(ROLES)(`${capability} for %s is as the table of roles says`, (role) => {
      expect(capabilitiesOfRoles([role]).has(capability)).toBe(expected[role]);
    });
  }

  it("add up: an engineer who reconciles sees frames and settles cases", () => {
    const both = capabilitiesOfRoles(["engineer", "reconciler"]);
    expect(both.has("frames.read")).toBe(true);
    expect(both.has("cases.work")).toBe(true);
    expect(both.has("people.manage")).toBe(false);
  });

  it("no role, no capability", () => {
    expect(capabilitiesOfRoles([]).size).toBe(0);
  });
});

describe("scopes", () => {
  it("a key with every scope still never approves as the second person", () => {
    expect(capabilitiesOfScopes(SCOPES).has("cases.approve")).toBe(false);
  });

  it("ingest reports and reads nothing", () => {
    expect([...capabilitiesOfScopes(["ingest"])]).toEqual(["events.report"]);
  });

  it("read does not reach frames, arguments, quarantine or the queue", () => {
    const read = capabilitiesOfScopes(["read"]);
    for (const hidden of ["frames.read", "arguments.read", "quarantine.read", "cases.read"] as const)
      expect(read.has(hidden)).toBe(false);
  });
});

describe("confinement", () => {
  it("holds on each part, and a row without the part is outside", () => {
    const confined = { tenants: ["acme"], environments: null, services: ["billing", "mail"] };
    expect(isInside(confined, { tenant: "acme", environment: null, service: "mail" })).toBe(true);
    expect(isInside(confined, { tenant: "other", service: "mail" })).toBe(false);
    expect(isInside(confined, { tenant: null, service: "mail" })).toBe(false);
    expect(isInside(confined, { tenant: "acme" })).toBe(false);
  });

  it("an empty list lets nothing through", () => {
    expect(isInside({ ...UNCONFINED, tenants: [] }, { tenant: "acme" })).toBe(false);
  });

  it("a key's pins confine its reads", () => {
    const confinement = confinementOfPins({ ...UNPINNED, tenant: "acme" });
    expect(isInside(confinement, { tenant: "acme" })).toBe(true);
    expect(isInside(confinement, { tenant: "other" })).toBe(false);
  });
});

describe("pins", () => {
  const pins = { tenant: "acme", environment: null, service: "billing" };

  it("fill in what is missing and leave the unpinned part as sent", () => {
    expect(applyPins(pins, { environment: "production" })).toEqual({
      parts: { tenant: "acme", environment: "production", service: "billing" },
      conflict: null,
    });
  });

  it("the same value is fine, another one is a conflict naming the field", () => {
    expect(applyPins(pins, { tenant: "acme" }).conflict).toBeNull();
    expect(applyPins(pins, { tenant: "other" }).conflict).toBe("tenant");
    expect(applyPins(pins, { service: "mail" }).conflict).toBe("service");
  });

  it("an empty string is another value, not a missing one", () => {
    expect(applyPins(pins, { tenant: "" }).conflict).toBe("tenant");
  });
});
