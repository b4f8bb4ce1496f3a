import { recordAudit } from "@/db/queries/audit";
import { ensureSource, insertKey, type KeyRow, listKeyRows } from "@/db/queries/keys";
import { forbiddenError, validationError } from "@/domain/errors";
import { compareInstants, instantFromDate } from "@/domain/instant";
import { OWN_SOURCE } from "@/domain/own-failure";
import { confinementOfPins, isNarrower, type Pins, type Scope } from "@/domain/permissions";
import { mintToken, sha256Hex } from "@/lib/platform/tokens";
import type { ServiceContext } from "../context";
import { saidBy } from "../said";

export type NewKeyInput = Pins & {
  name: string;
  /** The source's name; made when it is new. */
  source: string;
  scopes: Scope[];
  expires_at: string | null;
  /** Null or left out: the installation's default. */
  items_per_minute?: number | null;
};

const PREFIX = "erk_";
/** 192 bits, of which the readable prefix gives away 24. */
const SECRET_BYTES = 24;
const PREFIX_LENGTH = PREFIX.length + 6;

/**
 * Makes a key and shows it this once: only its hash is kept.
 * Throws `forbidden` when the pins reach beyond the caller's own confinement, `source_reserved`, `invalid_expires_at`.
 */
export async function createKey(ctx: ServiceContext, input: NewKeyInput): Promise<KeyRow & { key: string }> {
  const { tenant, environment, service } = input;
  if (!isNarrower(confinementOfPins({ tenant, environment, service }), ctx.caller.confinement))
    throw forbiddenError();
  if (input.source.trim().toLowerCase() === OWN_SOURCE) throw sourceReserved(input.source);
  assertInFuture(ctx, input.expires_at);
  const { items_per_minute = null } = input;
  const said = saidBy(ctx);
  const [name, source] = [said.name(input.name), said.name(input.source)];
  const key = PREFIX + mintToken(SECRET_BYTES);
  const row = await ctx.db.transaction(async (tx) => {
    const keyId = await insertKey(tx, {
      name,
      prefix: key.slice(0, PREFIX_LENGTH),
      hash: sha256Hex(key),
      source_id: await ensureSource(tx, source),
      scopes: input.scopes,
      tenant,
      environment,
      service,
      created_by: ctx.caller.name,
      created_by_id: ctx.caller.id,
      expires_at: input.expires_at,
      items_per_minute,
    });
    if (keyId === null) throw new Error("two random keys were equal");
    await recordAudit(tx, {
      actor: ctx.caller,
      action: "key.created",
      subject_kind: "key",
      subject_id: keyId,
      tenant,
      environment,
      service,
      details: {
        ...{ name, source, scopes: input.scopes },
        ...{ expires_at: input.expires_at, items_per_minute },
      },
    });
    return (await listKeyRows(tx, ctx.caller.confinement, keyId))[0];
  });
  if (row === undefined) throw new Error("the key just made is not there");
  return { ...row, key };
}

function sourceReserved(received: string) {
  return validationError("source_reserved", "Under this source Errata reports its own failures.", {
    field: "source",
    received,
    hint: "Give the source another name.",
  });
}

function assertInFuture(ctx: ServiceContext, expiresAt: string | null): void {
  if (expiresAt === null || compareInstants(expiresAt, instantFromDate(ctx.now()).iso) > 0) return;
  throw validationError("invalid_expires_at", "expires_at lies in the past.", {
    field: "expires_at",
    received: expiresAt,
    hint: "Give a later time, or null for a key that does not expire.",
  });
}
