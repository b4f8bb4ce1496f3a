import { listAttempts } from "@/db/queries/attempts";
import { recordAudit } from "@/db/queries/audit";
import { findCase } from "@/db/queries/cases";
import { findProbe, type ProbeRow } from "@/db/queries/probes";
import { caseNotFound } from "@/domain/case-errors";
import { caseScopeOf } from "@/domain/case-scope";
import { forbiddenError, notFoundError } from "@/domain/errors";
import { isUnconfined } from "@/domain/permissions";
import { checkProbe, fillProbe, isSameOrigin } from "@/domain/probe-request";
import { attributeValues, type TemplateValues, templateValues } from "@/domain/template";
import { type Asked, askOutside, openSecret, type Question } from "../ask-outside";
import type { ServiceContext } from "../context";
import { runtime } from "../runtime";
import { saidBy } from "../said";

export type TryProbeInput = {
  tool: string;
  case_id?: string | undefined;
  values: Record<string, string>;
  /** Undefined: the stored one. */
  probe?: (Question & { secret?: string | null | undefined }) | undefined;
};

/**
 * Asks with what is typed and attaches nothing. A stored secret goes along only to the origin it was stored for.
 * Throws `forbidden`, `case_not_found`, `probe_not_found`, and whatever `checkProbe` finds.
 */
export async function tryProbe(ctx: ServiceContext, sent: TryProbeInput): Promise<Omit<Asked, "asked_at">> {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  const input = { ...sent, tool: saidBy(ctx).name(sent.tool) };
  const stored = await findProbe(ctx.db, input.tool);
  const question = input.probe ?? stored;
  if (question === null) throw notFoundError("probe_not_found", "This tool has no probe.");
  checkProbe(question);
  const values = { ...(await valuesOf(ctx, input.case_id, question.url)), tool: input.tool, ...input.values };
  const secret = secretFor(input, stored, question.url);
  const { asked_at: _at, ...told } = await askOutside(ctx, question, values, secret);
  const asked = { ...told, url: told.url && shownUrl(question, { ...values, ...cleanValues(ctx, sent) }) };
  await recordAudit(ctx.db, {
    ...{ actor: ctx.caller, action: "tool.probe_tried", subject_kind: "tool", subject_id: input.tool },
    details: {
      url: asked.url,
      outcome: asked.outcome,
      status: asked.status,
      error: asked.error?.code ?? null,
    },
  });
  return asked;
}

/** What somebody typed to try is no id of ours: it is shown and kept as any name is. */
function cleanValues(ctx: ServiceContext, { values }: TryProbeInput): TemplateValues {
  const said = saidBy(ctx);
  return Object.fromEntries(Object.entries(values).map(([name, typed]) => [name, said.text(typed)]));
}

function shownUrl(question: Question, values: TemplateValues): string | null {
  const shown = fillProbe({ ...question, headers: [] }, values, null);
  return "problem" in shown ? null : shown.shown_url;
}

function secretFor({ probe }: TryProbeInput, stored: ProbeRow | null, url: string): string | null {
  if (probe !== undefined && probe.secret !== undefined) return probe.secret;
  if (stored === null || !isSameOrigin(stored.url, url)) return null;
  const opened = openSecret(runtime(), stored);
  return "secret" in opened ? opened.secret : null;
}

async function valuesOf(
  ctx: ServiceContext,
  case_id: string | undefined,
  template: string,
): Promise<TemplateValues> {
  if (case_id === undefined) return {};
  const row = await findCase(ctx.db, caseScopeOf(ctx.caller), case_id);
  if (row === null) throw caseNotFound();
  const [last] = await listAttempts(ctx.db, [case_id], 1);
  return { ...templateValues(row, last), ...attributeValues(template, last?.snapshot) };
}
