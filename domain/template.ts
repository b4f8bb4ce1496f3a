import { isCarriedNumber, stringifyJson } from "./json";
import { HIDDEN } from "./scrub/scrub-text";

/** What the templates of a tool may name. Null: this case has none. Addresses are filled by `fillAddress`. */
export type TemplateValues = Readonly<Record<string, string | null>>;

/** The names that need no looking up; `attr.x` names an attribute of the newest attempt's event. */
export const TEMPLATE_NAMES = [
  "idempotency_key",
  "case_id",
  "tool",
  "tenant",
  "environment",
  "service",
  "reference",
  "event_id",
  "run_id",
  "call_id",
] as const;

/** What is filled in; with the name as its group. */
export const PLACEHOLDER = /\{([a-z_]+(?:\.[^{}\s]{1,100})?)\}/g;
const ATTRIBUTE = /^attr\.(.+)$/;

/** The names in a template, once each, in order. */
export function namesInTemplate(template: string): string[] {
  return [...new Set([...template.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ""))];
}

/** Whether a name can ever have a value. */
export function isTemplateName(name: string): boolean {
  return ATTRIBUTE.test(name) || TEMPLATE_NAMES.some((known) => known === name);
}

export type FilledTemplate = { text: string } | { problem: string };

/** The template with each value percent-encoded, so that a key with `&` or `/` in it stays one value; or what is missing. */
export function fillTemplate(template: string, values: TemplateValues): FilledTemplate {
  const known = new Map(Object.entries(values));
  const missing = namesInTemplate(template).find((name) => (known.get(name) ?? "") === "");
  if (missing !== undefined) {
    const possible = known.has(missing) || ATTRIBUTE.test(missing);
    return { problem: possible ? `this case has no ${missing}` : `{${missing}} is not known` };
  }
  return {
    text: template.replace(PLACEHOLDER, (_, name: string) => encodeURIComponent(known.get(name) ?? "")),
  };
}

type CaseParts = Record<"case_id", string> &
  Record<"tool" | "service" | "tenant" | "environment" | "idempotency_key", string | null>;
type AttemptParts = Record<"reference" | "event_id" | "run_id" | "call_id", string | null>;

/** What a case's templates may name; the attempt is the last one. */
export function templateValues(of: CaseParts, last: AttemptParts | null | undefined): TemplateValues {
  const { case_id, tool, service, tenant, environment, idempotency_key } = of;
  return {
    ...{ case_id, tool, service, tenant, environment, idempotency_key },
    reference: last?.reference ?? null,
    event_id: last?.event_id ?? null,
    run_id: last?.run_id ?? null,
    call_id: last?.call_id ?? null,
  };
}

/**
 * The attributes that a template names, from the copy of an event, by path: `attr.order.id`. What is no plain
 * value is left out; so is what was redacted, since it would lead to the wrong place.
 */
export function attributeValues(template: string, snapshot: unknown): TemplateValues {
  const attributes = memberOf(snapshot, "attributes");
  const values: Record<string, string | null> = {};
  for (const name of namesInTemplate(template)) {
    const path = ATTRIBUTE.exec(name)?.[1];
    if (path !== undefined) values[name] = plainText(attributeAt(attributes, path));
  }
  return values;
}

function attributeAt(attributes: unknown, path: string): unknown {
  // A name that holds dots itself, such as `order.id`, wins over the path.
  const whole = memberOf(attributes, path);
  return whole === undefined ? path.split(".").reduce<unknown>(memberOf, attributes) : whole;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** A text, number or truth as it reads in JSON without quotes; null for anything else. */
export function plainText(value: unknown): string | null {
  if (isCarriedNumber(value)) return stringifyJson(value);
  if (typeof value === "string") return value.includes(HIDDEN) ? null : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}
