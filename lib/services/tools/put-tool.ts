import { recordAudit } from "@/db/queries/audit";
import { QUEUE_TOPIC } from "@/db/queries/case-topics";
import { retimeCases } from "@/db/queries/retime-cases";
import { lockTool, putToolRow, type ToolRow, type ToolSettings } from "@/db/queries/tools";
import { isHostFixed } from "@/domain/address-template";
import { forbiddenError, validationError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { isUnconfined } from "@/domain/permissions";
import { DEFAULT_TOOL_RULES } from "@/domain/tool-rules";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { saidBy } from "../said";

export type PutToolInput = { tool: string } & { [K in keyof ToolSettings]?: ToolSettings[K] | undefined };

const DEFAULTS: ToolSettings = {
  writes: null,
  ...DEFAULT_TOOL_RULES,
  owner: null,
  runbook: null,
  link_templates: [],
};

/**
 * Declares what a person knows about a tool; what is left out stays as it is. Living cases of the tool get
 * their new times in the same transaction, so that no rule is judged by two settings. A tool's rules hold in
 * every tenant, so who is confined to a part may not change them: throws `forbidden`, and `host_not_fixed` for a link.
 */
export async function putTool(ctx: ServiceContext, input: PutToolInput): Promise<ToolRow> {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  checkLinks(input.link_templates ?? []);
  const now = instantFromDate(ctx.now()).iso;
  const { tool: named, ...sent } = input;
  const tool = saidBy(ctx).name(named);
  const row = await ctx.db.transaction(async (tx) => {
    const before = await lockTool(tx, tool);
    const settings = merge(before ?? DEFAULTS, sent);
    const row = await putToolRow(tx, tool, settings, ctx.caller.name, now);
    const retimed = await retimeCases(tx, tool, row, now);
    await recordAudit(tx, {
      actor: ctx.caller,
      action: "tool.changed",
      subject_kind: "tool",
      subject_id: tool,
      details: { before: before && merge(before, {}), after: settings, cases_retimed: retimed },
    });
    return row;
  });
  publishTopics(ctx, [QUEUE_TOPIC]);
  return row;
}

function checkLinks(templates: ToolSettings["link_templates"]): void {
  const loose = templates.findIndex(({ url }) => !isHostFixed(url));
  if (loose === -1) return;
  throw validationError("host_not_fixed", `The host of link ${loose + 1} must stand there as it is.`, {
    field: `link_templates.${loose}.url`,
    hint: "Or an event could choose where a person is sent. Fill in the path or the query.",
  });
}

function merge(known: ToolSettings, sent: Omit<PutToolInput, "tool">): ToolSettings {
  return {
    writes: sent.writes === undefined ? known.writes : sent.writes,
    in_flight_seconds: sent.in_flight_seconds ?? known.in_flight_seconds,
    key_life_seconds: sent.key_life_seconds ?? known.key_life_seconds,
    sla_seconds: sent.sla_seconds ?? known.sla_seconds,
    needs_second_person: sent.needs_second_person ?? known.needs_second_person,
    remind_seconds: sent.remind_seconds ?? known.remind_seconds,
    infers_unknown: sent.infers_unknown ?? known.infers_unknown,
    settles_automatically: sent.settles_automatically ?? known.settles_automatically,
    owner: sent.owner === undefined ? known.owner : sent.owner,
    runbook: sent.runbook === undefined ? known.runbook : sent.runbook,
    link_templates: sent.link_templates ?? known.link_templates,
  };
}
