import { formatDuration } from "@/components/ui/duration";
import { ALERTING_SILENCES, type AlertKind, type RateUnit } from "@/domain/alerts/condition";
import type { EventClass } from "@/domain/event-class";
import { LEAK_KINDS, type LeakKind } from "@/domain/leak-kinds";
import type { Alert, AlertDefinitionBody } from "@/lib/contract/alerts";
import { percentOf } from "./alert-words";

type AlertingSilence = (typeof ALERTING_SILENCES)[number];

/** The form, as it is typed; what the chosen kind has no use for stays, for when it is chosen again. */
export type AlertDraft = {
  name: string;
  kind: AlertKind;
  /** Per cent */
  share: string;
  min_failures: string;
  subject: "code" | "class";
  code: string;
  class: EventClass;
  rate: string;
  per: RateUnit;
  window: string;
  /** Empty: any code */
  silent_code: string;
  silences: readonly AlertingSilence[];
  leaks: readonly LeakKind[];
  due: string;
  cases: string;
  tool: string;
  service: string;
  environment: string;
  tenant: string;
  fires_after: string;
  resolves_after: string;
};

const EMPTY: AlertDraft = {
  name: "",
  kind: "unmapped_share",
  share: "5",
  min_failures: "20",
  subject: "code",
  code: "",
  class: "transient",
  rate: "10",
  per: "minute",
  window: "15 min",
  silent_code: "",
  silences: ALERTING_SILENCES,
  leaks: LEAK_KINDS,
  due: "2 h",
  cases: "0",
  tool: "",
  service: "",
  environment: "",
  tenant: "",
  fires_after: "5 min",
  resolves_after: "10 min",
};

type Given = { name?: string | undefined } & AlertDefinitionBody;

const duration = (count: number) => formatDuration(count * 60);

/** The form of a new alert, or of what one is. */
export function alertDraft(given: Given | null): AlertDraft {
  if (given === null) return EMPTY;
  const { name = "", condition, tool, service, environment, tenant } = given;
  return {
    ...EMPTY,
    name,
    kind: condition.kind,
    tool: tool ?? "",
    service: service ?? "",
    environment: environment ?? "",
    tenant: tenant ?? "",
    fires_after: duration(given.for_minutes ?? 0),
    resolves_after: duration(given.resolve_after_minutes ?? 10),
    ...conditionDraft(condition),
  };
}

/** All that decides when an alert fires, nothing left out. */
export type AlertDefinition = Pick<
  Alert,
  "condition" | "tool" | "service" | "environment" | "tenant" | "for_minutes" | "resolve_after_minutes"
>;

/** A stored alert as its definition, to be asked what it would have done. */
export function definitionOf(alert: Alert): AlertDefinition {
  const { condition, tool, service, environment, tenant, for_minutes, resolve_after_minutes } = alert;
  return { condition, tool, service, environment, tenant, for_minutes, resolve_after_minutes };
}

function conditionDraft(condition: AlertDefinitionBody["condition"]): Partial<AlertDraft> {
  switch (condition.kind) {
    case "unmapped_share":
      return {
        share: String(percentOf(condition.above)),
        min_failures: String(condition.min_failures),
        window: duration(condition.window_minutes),
      };
    case "rate":
      return {
        subject: condition.class ? "class" : "code",
        code: condition.code ?? "",
        class: condition.class ?? EMPTY.class,
        rate: String(condition.above),
        per: condition.per,
        window: duration(condition.window_minutes),
      };
    case "silence":
      return { silent_code: condition.code ?? "", silences: condition.states ?? ALERTING_SILENCES };
    case "leak":
      return { leaks: condition.leak_kinds ?? LEAK_KINDS, window: duration(condition.window_minutes) };
    case "cases_due":
      return { due: duration(condition.within_minutes), cases: String(condition.above ?? 0) };
  }
}

/** Asks of the URL for a new alert: a code, a class or a tool that somebody came from. */
export type Prefill = {
  kind: AlertKind | null;
  code: string | null;
  tool: string | null;
  service: string | null;
};

/** A new form as the page it was opened from suggests. */
export function prefilled({ kind, code, tool, service }: Prefill): AlertDraft {
  return {
    ...EMPTY,
    kind: kind ?? (code === null ? EMPTY.kind : "rate"),
    code: code ?? "",
    silent_code: code ?? "",
    tool: tool ?? "",
    service: service ?? "",
  };
}
