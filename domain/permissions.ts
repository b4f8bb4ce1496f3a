/** Who may do what, in one table: EXPERIENCE "Roles" for people, CONTRACT "Who may call" for keys. */

export const CAPABILITIES = [
  "events.report",
  "verdicts.read",
  "verdicts.acknowledge",
  "evidence.report",
  "rates.read",
  "events.read",
  "references.read",
  "frames.read",
  "arguments.read",
  "quarantine.read",
  "quarantine.manage",
  "cases.read",
  "cases.read_own",
  "cases.open",
  "cases.work",
  "cases.approve",
  "tools.read",
  "tools.manage",
  "people.manage",
  "keys.manage",
  "settings.manage",
  "audit.read",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

export const ROLES = ["support", "reconciler", "engineer", "admin"] as const;
export type Role = (typeof ROLES)[number];

export const SCOPES = ["ingest", "verdicts", "evidence", "read", "frames", "cases", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

const READ_RATES_AND_REFERENCES = ["rates.read", "events.read", "references.read", "tools.read"] as const;

/** What an engineer may; an admin may all of it as well. */
const ENGINEERING = [
  ...READ_RATES_AND_REFERENCES,
  "frames.read",
  "arguments.read",
  "quarantine.read",
  "quarantine.manage",
  "cases.read",
  "cases.read_own",
  "cases.open",
  "verdicts.read",
  "tools.manage",
] as const;

/** Roles add up. `cases.read_own` is "the cases they opened"; `cases.read` is the whole queue. */
export const ROLE_CAPABILITIES: Readonly<Record<Role, readonly Capability[]>> = {
  support: [...READ_RATES_AND_REFERENCES, "cases.read_own", "cases.open"],
  reconciler: [
    ...READ_RATES_AND_REFERENCES,
    "arguments.read",
    "cases.read",
    "cases.read_own",
    "cases.open",
    "cases.work",
    "cases.approve",
    "verdicts.read",
  ],
  engineer: ENGINEERING,
  admin: [...ENGINEERING, "people.manage", "keys.manage", "settings.manage", "audit.read"],
};

/** No scope holds `cases.approve`: the second pair of eyes belongs to a person. */
export const SCOPE_CAPABILITIES: Readonly<Record<Scope, readonly Capability[]>> = {
  ingest: ["events.report"],
  verdicts: ["verdicts.read", "verdicts.acknowledge"],
  evidence: ["evidence.report"],
  read: READ_RATES_AND_REFERENCES,
  frames: ["frames.read", "arguments.read"],
  cases: ["cases.read", "cases.read_own", "cases.open", "cases.work"],
  admin: [
    "quarantine.read",
    "quarantine.manage",
    "tools.read",
    "tools.manage",
    "people.manage",
    "keys.manage",
    "settings.manage",
    "audit.read",
  ],
};

/** null = not confined on that part; a list = only these; a row without that part is outside. */
export type Confinement = {
  tenants: string[] | null;
  environments: string[] | null;
  services: string[] | null;
};

/** The parts a key fills in where an item lacks them; null = not pinned. */
export type Pins = { tenant: string | null; environment: string | null; service: string | null };

export type Caller = {
  kind: "person" | "key" | "system";
  /** The person's id, the key's id, or "system". */
  id: string;
  name: string;
  capabilities: ReadonlySet<Capability>;
  confinement: Confinement;
  /** The source a key reports for; null for people. */
  source_id: number | null;
  pins: Pins;
  /** Requests and reported items a minute that a key may send; null or none: the installation's default. */
  items_per_minute?: number | null;
};

export const UNCONFINED: Confinement = { tenants: null, environments: null, services: null };
export const UNPINNED: Pins = { tenant: null, environment: null, service: null };

/** Duties and start-up act as this caller. */
export const SYSTEM_CALLER: Caller = {
  kind: "system",
  id: "system",
  name: "Errata",
  capabilities: new Set(CAPABILITIES),
  confinement: UNCONFINED,
  source_id: null,
  pins: UNPINNED,
};

/** Whether the caller holds the capability. */
export function may(caller: Caller, capability: Capability): boolean {
  return caller.capabilities.has(capability);
}

/** The capabilities of several roles together. */
export function capabilitiesOfRoles(roles: readonly Role[]): ReadonlySet<Capability> {
  return new Set(roles.flatMap((role) => ROLE_CAPABILITIES[role]));
}

/** The capabilities of several scopes together. */
export function capabilitiesOfScopes(scopes: readonly Scope[]): ReadonlySet<Capability> {
  return new Set(scopes.flatMap((scope) => SCOPE_CAPABILITIES[scope]));
}

/** A key's pins confine what it may read as well. */
export function confinementOfPins(pins: Pins): Confinement {
  return {
    tenants: pins.tenant === null ? null : [pins.tenant],
    environments: pins.environment === null ? null : [pins.environment],
    services: pins.service === null ? null : [pins.service],
  };
}

type Parts = { tenant?: string | null; environment?: string | null; service?: string | null };

/** Whether a row with these parts lies inside the confinement; the same rule as `db/queries/confinement.ts`. */
export function isInside(confinement: Confinement, parts: Parts): boolean {
  const inside = (allowed: string[] | null, value: string | null | undefined) =>
    allowed === null || (typeof value === "string" && allowed.includes(value));
  return (
    inside(confinement.tenants, parts.tenant) &&
    inside(confinement.environments, parts.environment) &&
    inside(confinement.services, parts.service)
  );
}

export type PinField = keyof Pins;

/**
 * What a key's pins make of an item: missing parts are filled in; the first part that says something
 * else is named in `conflict` and the item must be rejected as `pinned_by_key` (CONTRACT "Who may call").
 */
export function applyPins(pins: Pins, parts: Parts): { parts: Pins; conflict: PinField | null } {
  const settled = {
    tenant: pins.tenant ?? parts.tenant ?? null,
    environment: pins.environment ?? parts.environment ?? null,
    service: pins.service ?? parts.service ?? null,
  };
  return { parts: settled, conflict: conflictOf(parts, settled) };
}

/** The first part that was sent and is not what it was settled to. */
function conflictOf(sent: Parts, settled: Pins): PinField | null {
  if ((sent.tenant ?? settled.tenant) !== settled.tenant) return "tenant";
  if ((sent.environment ?? settled.environment) !== settled.environment) return "environment";
  return (sent.service ?? settled.service) !== settled.service ? "service" : null;
}

/** Whether everything inside `inner` is inside `outer` too: nobody hands out more than they may see. */
export function isNarrower(inner: Confinement, outer: Confinement): boolean {
  const narrower = (part: string[] | null, limit: string[] | null) =>
    limit === null || (part?.every((value) => limit.includes(value)) ?? false);
  return (
    narrower(inner.tenants, outer.tenants) &&
    narrower(inner.environments, outer.environments) &&
    narrower(inner.services, outer.services)
  );
}

/** Whether the caller may change what holds for the whole installation: nobody who is confined to a part of it. */
export function mayManageInstallation(caller: Caller): boolean {
  return may(caller, "settings.manage") && isUnconfined(caller.confinement);
}

/** Whether no part is confined. */
export function isUnconfined(confinement: Confinement): boolean {
  return confinement.tenants === null && confinement.environments === null && confinement.services === null;
}
