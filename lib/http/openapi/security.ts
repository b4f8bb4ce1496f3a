import {
  type Capability,
  ROLE_CAPABILITIES,
  ROLES,
  type Role,
  SCOPE_CAPABILITIES,
  SCOPES,
  type Scope,
} from "@/domain/permissions";
import type { RouteDescription } from "../route-description";

export type Permitted = { scopes: readonly Scope[]; roles: readonly Role[] };

/** Whom a door lets in: any one of these scopes of a key, or of these roles of a person. Null: anybody. */
export function permittedBy(capability: RouteDescription["capability"]): Permitted | null {
  if (capability === "public") return null;
  if (capability === null) return { scopes: SCOPES, roles: ROLES };
  const any = [capability].flat();
  const opens = (held: readonly Capability[]) => any.some((one) => held.includes(one));
  return {
    scopes: SCOPES.filter((scope) => opens(SCOPE_CAPABILITIES[scope])),
    roles: ROLES.filter((role) => opens(ROLE_CAPABILITIES[role])),
  };
}

/** The alternatives, as OpenAPI says them; a door for whoever is known names no scope. */
export function securityOf({
  capability,
  peopleOnly,
}: Pick<RouteDescription, "capability" | "peopleOnly">): Record<string, string[]>[] {
  if (capability === null) return [{ key: [] }, { session: [] }];
  const permitted = permittedBy(capability);
  if (permitted === null) return [];
  return [
    ...(peopleOnly ? [] : permitted.scopes).map((scope) => ({ key: [scope] })),
    ...permitted.roles.map((role) => ({ session: [role] })),
  ];
}

export const SECURITY_SCHEMES = {
  key: {
    type: "http",
    scheme: "bearer",
    description:
      "A key of a source, made under Settings → Keys. Named beside it is the scope that opens the door; a key may pin tenant, environment and service.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "errata.session_token",
    description: "A person who signed in. Named beside it is the role; writes only from the same origin.",
  },
};
