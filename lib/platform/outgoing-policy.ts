import { lookup } from "node:dns/promises";
import type { Env } from "./env";
import type { Address, AllowList } from "./guarded-address";

/** Where this installation may send to. Made once from the environment; tests bring their own resolver. */
export type OutgoingPolicy = {
  allow: AllowList;
  /** Every address of a name. Asked once a hop: what it answered is checked and connected to. */
  resolve: (host: string) => Promise<Address[]>;
  /** Certificates to trust instead of the system's, as PEM. */
  ca?: string | undefined;
};

/** The policy of this process (`ERRATA_OUTGOING_ALLOW`). */
export function outgoingPolicy(env: Pick<Env, "ERRATA_OUTGOING_ALLOW">): OutgoingPolicy {
  return { allow: env.ERRATA_OUTGOING_ALLOW, resolve: resolveBySystem };
}

async function resolveBySystem(host: string): Promise<Address[]> {
  const found = await lookup(host, { all: true, verbatim: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}
