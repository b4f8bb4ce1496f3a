import {
  type Caller,
  capabilitiesOfRoles,
  capabilitiesOfScopes,
  confinementOfPins,
  type Role,
  type Scope,
  UNPINNED,
} from "./permissions";

type Person = {
  id: string;
  name: string;
  roles: readonly string[];
  tenants?: string[] | null | undefined;
  environments?: string[] | null | undefined;
  services?: string[] | null | undefined;
};

/** Who a person is to every verb. */
export function callerOfPerson({ id, name, roles, tenants, environments, services }: Person): Caller {
  return {
    ...{ kind: "person", id, name },
    // A CHECK on the column allows nothing but roles.
    capabilities: capabilitiesOfRoles(roles as Role[]),
    confinement: {
      tenants: tenants ?? null,
      environments: environments ?? null,
      services: services ?? null,
    },
    source_id: null,
    pins: UNPINNED,
  };
}

type Key = {
  key_id: string;
  name: string;
  scopes: readonly string[];
  source_id: number;
  tenant: string | null;
  environment: string | null;
  service: string | null;
  items_per_minute: number | null;
};

/** Who a key is to every verb. */
export function callerOfKey(key: Key): Caller {
  const pins = { tenant: key.tenant, environment: key.environment, service: key.service };
  return {
    ...{ kind: "key", id: key.key_id, name: key.name },
    // A CHECK on the column allows nothing but scopes.
    capabilities: capabilitiesOfScopes(key.scopes as Scope[]),
    confinement: confinementOfPins(pins),
    source_id: key.source_id,
    pins,
    items_per_minute: key.items_per_minute,
  };
}
