import { recordAudit } from "@/db/queries/audit";
import { QUEUE_TOPIC } from "@/db/queries/case-topics";
import { askAnew, lockProbe, type ProbeRow, probeAnswer, putProbeRow } from "@/db/queries/probes";
import { seeTools } from "@/db/queries/tools";
import { forbiddenError, validationError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { isUnconfined } from "@/domain/permissions";
import type { ProbeTemplate } from "@/domain/probe";
import { checkProbe, isSameOrigin, needsSecret } from "@/domain/probe-request";
import { requireSealingKeys, seal } from "@/lib/platform/sealed";
import { sealPurpose } from "../ask-outside";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { runtime } from "../runtime";
import { saidBy } from "../said";

export type PutProbeInput = ProbeTemplate & {
  tool: string;
  /** Undefined: stays; null: taken away. */
  secret?: string | null | undefined;
  automatic: boolean;
  timeout_seconds: number;
};

export type AnsweredProbe = ReturnType<typeof probeAnswer>;

/**
 * Declares how a tool's outside system is asked. A stored secret stays only as long as it goes to the same
 * origin: who may change an address must not thereby read it. Cases that are open are asked about anew.
 * Throws `forbidden` for who is confined, `secrets_key_missing`, `secret_required`, `secret_missing`, and
 * whatever `checkProbe` finds.
 */
export async function putProbe(ctx: ServiceContext, input: PutProbeInput): Promise<AnsweredProbe> {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  checkProbe(input);
  const now = instantFromDate(ctx.now()).iso;
  const tool = saidBy(ctx).name(input.tool);
  const { url, headers, rules, automatic, timeout_seconds } = input;
  const row = await ctx.db.transaction(async (tx) => {
    const before = await lockProbe(tx, tool);
    const secret = secretFor({ ...input, tool }, before);
    const row: ProbeRow = {
      ...{ tool, url, headers, secret, rules, automatic, timeout_seconds },
      ...{ updated_at: now, updated_by: ctx.caller.name },
    };
    await seeTools(tx, [tool], now);
    await putProbeRow(tx, row);
    await askAnew(tx, tool);
    await recordAudit(tx, {
      ...{ actor: ctx.caller, action: "tool.probe_changed", subject_kind: "tool", subject_id: tool },
      details: {
        before: before && probeAnswer(before),
        after: probeAnswer(row),
        secret_changed: secret !== (before?.secret ?? null),
      },
    });
    return row;
  });
  publishTopics(ctx, [QUEUE_TOPIC]);
  return probeAnswer(row);
}

/** The secret to be stored, sealed. */
function secretFor(input: PutProbeInput, before: ProbeRow | null): string | null {
  const { secret, tool, url, headers } = input;
  if (typeof secret === "string") return seal(secret, requireSealingKeys(runtime().env), sealPurpose(tool));
  const stored = secret === undefined ? (before?.secret ?? null) : null;
  if (stored !== null && before !== null && !isSameOrigin(before.url, url))
    throw validationError("secret_required", "To another host the secret has to be given anew.", {
      field: "secret",
      hint: "Give it again, or null to take it away.",
    });
  if (stored === null && needsSecret(headers))
    throw validationError("secret_missing", "A header names the secret, and there is none.", {
      field: "secret",
    });
  return stored;
}
