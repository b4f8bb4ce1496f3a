import { DEFAULT_TOOL_RULES } from "@/domain/tool-rules";
import type { FieldErrors } from "@/lib/client/field-errors";
import type { Tool, ToolBody } from "@/lib/contract/tools";
import { formatDuration, parseDuration } from "./duration";

export type Effects = "unsaid" | "writes" | "reads";
export type LinkDraft = { id: number; label: string; url: string };

/** A tool as it is typed: durations in words, absent texts as empty ones. */
export type ToolDraft = {
  tool: string;
  effects: Effects;
  in_flight: string;
  key_life: string;
  sla: string;
  needs_second_person: boolean;
  owner: string;
  runbook: string;
  links: readonly LinkDraft[];
};

/** One part of the form. */
export type ToolPartProps = {
  draft: ToolDraft;
  errors: FieldErrors;
  onChange: (part: Partial<ToolDraft>) => void;
};

/** What the fields hold at first; null is a tool that is only now declared. */
export function toolDraft(tool: Tool | null): ToolDraft {
  const rules = tool ?? DEFAULT_TOOL_RULES;
  return {
    tool: tool?.tool ?? "",
    effects: effectsOf(tool?.writes ?? null),
    in_flight: formatDuration(rules.in_flight_seconds),
    key_life: formatDuration(rules.key_life_seconds),
    sla: formatDuration(rules.sla_seconds),
    needs_second_person: rules.needs_second_person,
    owner: tool?.owner ?? "",
    runbook: tool?.runbook ?? "",
    links: (tool?.link_templates ?? []).map((link, id) => ({ id, ...link })),
  };
}

function effectsOf(writes: boolean | null): Effects {
  return writes === null ? "unsaid" : writes ? "writes" : "reads";
}

const DAY_SECONDS = 86_400;

/** The bounds of the contract, said in words before anything is sent. */
const BOUNDS = {
  in_flight: { least: 0, most: 30 * DAY_SECONDS },
  key_life: { least: 60, most: 365 * DAY_SECONDS },
  sla: { least: 60, most: 365 * DAY_SECONDS },
} as const;
type DurationName = keyof typeof BOUNDS;

/** The draft as the wire wants it, or what is wrong with its fields, by their wire names. */
export function readToolDraft(
  draft: ToolDraft,
): { body: ToolBody; errors: null } | { body: null; errors: FieldErrors } {
  const in_flight_seconds = parseDuration(draft.in_flight);
  const key_life_seconds = parseDuration(draft.key_life);
  const sla_seconds = parseDuration(draft.sla);
  const faults: [string, string | null][] = [
    ["tool", draft.tool.trim() === "" ? "Give the name that events carry." : null],
    ["in_flight_seconds", faultOf("in_flight", in_flight_seconds)],
    ["key_life_seconds", faultOf("key_life", key_life_seconds)],
    ["sla_seconds", faultOf("sla", sla_seconds)],
  ];
  const errors = faults.flatMap(([field, fault]) => (fault === null ? [] : [[field, fault]]));
  if (errors.length > 0 || in_flight_seconds === null || key_life_seconds === null || sla_seconds === null)
    return { body: null, errors: Object.fromEntries(errors) };
  const { needs_second_person, owner, runbook } = draft;
  const link_templates = draft.links
    .filter(({ label, url }) => label.trim() !== "" || url.trim() !== "")
    .map(({ label, url }) => ({ label: label.trim(), url: url.trim() }));
  const writes = draft.effects === "unsaid" ? null : draft.effects === "writes";
  const rules = { writes, in_flight_seconds, key_life_seconds, sla_seconds, needs_second_person };
  return { body: { ...rules, owner, runbook, link_templates }, errors: null };
}

function faultOf(name: DurationName, seconds: number | null): string | null {
  const { least, most } = BOUNDS[name];
  if (seconds === null) return "Write a duration such as 15 min, 24 h or 7 d.";
  if (seconds >= least && seconds <= most) return null;
  return `Must be from ${formatDuration(least)} to ${formatDuration(most)}.`;
}
