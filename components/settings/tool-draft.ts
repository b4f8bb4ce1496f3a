import { formatDuration, parseDuration } from "@/components/ui/duration";
import { type AutomaticSettling, DEFAULT_TOOL_RULES } from "@/domain/tool-rules";
import type { FieldErrors } from "@/lib/client/field-errors";
import type { Tool, ToolBody } from "@/lib/contract/tools";

export type Effects = "unsaid" | "writes" | "reads";
export type LinkDraft = { id: number; label: string; url: string };

/** A tool as it is typed: durations in words, absent texts as empty ones. */
export type ToolDraft = {
  tool: string;
  effects: Effects;
  in_flight: string;
  key_life: string;
  sla: string;
  remind: string;
  needs_second_person: boolean;
  infers_unknown: boolean;
  settles_automatically: AutomaticSettling;
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
    remind: formatDuration(rules.remind_seconds),
    needs_second_person: rules.needs_second_person,
    infers_unknown: rules.infers_unknown,
    settles_automatically: rules.settles_automatically,
    owner: tool?.owner ?? "",
    runbook: tool?.runbook ?? "",
    links: (tool?.link_templates ?? []).map((link, id) => ({ id, ...link })),
  };
}

function effectsOf(writes: boolean | null): Effects {
  return writes === null ? "unsaid" : writes ? "writes" : "reads";
}

const DAY_SECONDS = 86_400;

/** The wire's name of each duration, and the bounds of the contract, said in words before anything is sent. */
const DURATIONS = {
  in_flight: { wire: "in_flight_seconds", least: 0, most: 30 * DAY_SECONDS },
  key_life: { wire: "key_life_seconds", least: 60, most: 365 * DAY_SECONDS },
  sla: { wire: "sla_seconds", least: 60, most: 365 * DAY_SECONDS },
  remind: { wire: "remind_seconds", least: 0, most: 365 * DAY_SECONDS },
} as const;
type DurationName = keyof typeof DURATIONS;
const DURATION_NAMES = Object.keys(DURATIONS) as DurationName[];

type ReadDraft = { body: ToolBody; errors: null } | { body: null; errors: FieldErrors };

/** The draft as the wire wants it, or what is wrong with its fields, by their wire names. */
export function readToolDraft(draft: ToolDraft): ReadDraft {
  const errors: Record<string, string> = {};
  if (draft.tool.trim() === "") errors.tool = "Give the name that events carry.";
  const times: Partial<Record<(typeof DURATIONS)[DurationName]["wire"], number>> = {};
  for (const name of DURATION_NAMES) {
    const { wire } = DURATIONS[name];
    const seconds = parseDuration(draft[name]);
    const fault = faultOf(name, seconds);
    if (fault !== null) errors[wire] = fault;
    else if (seconds !== null) times[wire] = seconds;
  }
  if (Object.keys(errors).length > 0) return { body: null, errors };
  const { needs_second_person, infers_unknown, settles_automatically, owner, runbook } = draft;
  const link_templates = draft.links
    .filter(({ label, url }) => label.trim() !== "" || url.trim() !== "")
    .map(({ label, url }) => ({ label: label.trim(), url: url.trim() }));
  const writes = draft.effects === "unsaid" ? null : draft.effects === "writes";
  const rules = { writes, ...times, needs_second_person, infers_unknown, settles_automatically };
  return { body: { ...rules, owner, runbook, link_templates }, errors: null };
}

function faultOf(name: DurationName, seconds: number | null): string | null {
  const { least, most } = DURATIONS[name];
  if (seconds === null) return "Write a duration such as 15 min, 24 h or 7 d.";
  if (seconds >= least && seconds <= most) return null;
  return `Must be from ${formatDuration(least)} to ${formatDuration(most)}.`;
}
