import { type ReadCode, readCode } from "../code";
import { type Effect, readEffect } from "../effect";
import { type ClassNames, type EventClass, readClass } from "../event-class";
import type { ScrubRules } from "../scrub/scrub-rules";

export type Body = Readonly<Record<string, unknown>>;

/** What is known of the call beside the body, and by which rules the installation reads bodies. */
export type LintSetting = {
  /** Whether the tool writes; null: nobody said. */
  writes: boolean | null;
  /** The idempotency key the call was made with, where the body does not say it. */
  idempotency_key?: string | null | undefined;
  unmapped_codes: ReadonlySet<string>;
  class_names?: ClassNames | undefined;
  scrub_rules?: ScrubRules | undefined;
};

/** A body as ingest reads it. */
export type LintFacts = {
  body: Body;
  /** The member the code was read from. */
  code_field: "code" | "error" | "type";
  code: ReadCode;
  unmapped: boolean;
  class: EventClass;
  class_sent: string | null;
  effect: Effect | null;
  effect_sent: string | null;
  keyed: boolean;
  writes: boolean | null;
};

const isSent = (value: unknown) => value !== undefined && value !== null;

/** Reads a body by the very rules of ingest (CONTRACT "Events"). */
export function factsOf(body: Body, setting: LintSetting): LintFacts {
  const code_field = (["code", "error", "type"] as const).find((name) => isSent(body[name])) ?? "error";
  const code = readCode(body[code_field]);
  const { class: errorClass, class_sent } = readClass(body.class, setting.class_names);
  const key = body.idempotency_key ?? setting.idempotency_key;
  return {
    ...{ body, code_field, code, class: errorClass, class_sent },
    ...readEffect(body.effect),
    unmapped: setting.unmapped_codes.has(code.code),
    keyed: typeof key === "string" && key.trim() !== "",
    writes: setting.writes,
  };
}
