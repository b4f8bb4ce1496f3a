import { fillAddress, filledWith, hasDotSegment, isHostFixed } from "./address-template";
import { validationError } from "./errors";
import type { ProbeHeader, ProbeTemplate } from "./probe";
import { scrubText } from "./scrub/scrub-text";
import { isSecretName } from "./scrub/secret-name";
import {
  fillTemplate,
  isTemplateName,
  namesInTemplate,
  TEMPLATE_NAMES,
  type TemplateValues,
} from "./template";
import { sanitizeText } from "./text";

/** Where a header's value takes the secret. Nowhere else: addresses are logged along the way, headers seldom. */
const SECRET = "{secret}";

/**
 * What the client and the connection decide, and what makes the question another one: another method, host, path,
 * part or version. A cookie stays possible, as a secret: some internal systems know nothing else.
 */
const NOT_OURS =
  /^(host|connection|content-.*|transfer-encoding|te|trailer|upgrade|http2-settings|expect|keep-alive|accept-encoding|forwarded|via|x-forwarded-.*|x-original-.*|x-rewrite-.*|x-host|x-(http-)?method(-override)?|range|if-.*|proxy-.*|sec-.*)$/i;

/** Servers of the CGI kind take an underscore for a hyphen. */
const isOurs = (name: string) => !NOT_OURS.test(name.replaceAll("_", "-"));

/** Refused, not answered, too many, elsewhere: none of them says anything about an effect. */
const saysNothing = (status: number) =>
  (status >= 300 && status < 400) || [401, 403, 407, 408, 425, 429].includes(status);

/**
 * What is wrong with a probe as it was typed. Throws `url_not_usable`, `host_not_fixed`, `fragment_not_sent`,
 * `name_not_known`, `name_missing`, `secret_in_url`, `header_not_permitted`, `secret_in_header`, `rule_not_usable`.
 */
export function checkProbe({ url, headers, rules }: ProbeTemplate): void {
  checkUrlTemplate(url);
  headers.forEach(checkHeader);
  rules.forEach(({ statuses, path, comparison, values, effect }, index) => {
    const refuse = (field: string, message: string) => {
      throw validationError("rule_not_usable", message, { field: `rules.${index}.${field}` });
    };
    const idle = statuses.find(saysNothing);
    if (idle !== undefined)
      refuse("statuses", `An answer ${idle} says nothing about the effect, so it cannot mean ${effect}.`);
    if ((path === null) !== (comparison === null))
      refuse("comparison", "A path needs a comparison, and a comparison a path.");
    if (path !== null && readPath(path) === null)
      refuse("path", "Write names and positions with dots between, like data.0.status.");
    if (comparison === "equals" && values.length !== 1) refuse("values", "Give the one value it must equal.");
    if (comparison === "one_of" && values.length === 0) refuse("values", "Give the values it may have.");
  });
}

function checkUrlTemplate(template: string): void {
  const fault = urlFault(template);
  if (fault === null) return;
  const [code, message, hint] = fault;
  throw validationError(code, message, { field: "url", hint });
}

/** These tell one effect from another; a tenant or a tool do not. */
const TELLING = /^(idempotency_key|case_id|reference|event_id|run_id|call_id|attr\..+)$/;

function urlFault(template: string): [code: string, message: string, hint: string] | null {
  const names = namesInTemplate(template);
  // Filled with something harmless, it must be an address already.
  const filled = filledWith(template, "1");
  const sample = sampleUrl(template);
  if (
    sample === null ||
    !/^https?:$/.test(sample.protocol) ||
    /[{}\s\\]/.test(filled) ||
    hasDotSegment(template)
  )
    return ["url_not_usable", "This is no web address.", "Write https://…/{idempotency_key}."];
  if (sample.username !== "" || sample.password !== "")
    return ["secret_in_url", "A URL is no place for a password.", `Write ${SECRET} in a header instead.`];
  if (!isHostFixed(template))
    return [
      "host_not_fixed",
      "The host must stand there as it is.",
      "Or an event could choose who is asked.",
    ];
  if (filled.includes("#"))
    return [
      "fragment_not_sent",
      "What stands behind # is not sent.",
      "Name the effect in the path or the query.",
    ];
  if (scrubText(filledWith(template, "")).found > 0 || names.includes("secret"))
    return ["secret_in_url", "A URL is no place for a secret.", `Write ${SECRET} in a header instead.`];
  const strange = names.find((name) => !isTemplateName(name));
  if (strange !== undefined)
    return [
      "name_not_known",
      `{${strange}} is not known.`,
      `Known are ${TEMPLATE_NAMES.join(", ")}, attr.….`,
    ];
  if (!names.some((name) => TELLING.test(name)))
    return [
      "name_missing",
      "It asks the same for every case.",
      "Name the effect, e.g. by {idempotency_key}.",
    ];
  return null;
}

function checkHeader({ name, value }: ProbeHeader, index: number): void {
  if (!isOurs(name))
    throw validationError("header_not_permitted", `The header ${name} is not yours to set.`, {
      field: `headers.${index}.name`,
    });
  const bare = value.replaceAll(SECRET, "");
  const readable = isSecretName(name) ? !value.includes(SECRET) : scrubText(`${name}: ${bare}`).found > 0;
  if (readable)
    throw validationError("secret_in_header", `The value of ${name} looks like a secret.`, {
      field: `headers.${index}.value`,
      hint: `Store it as secret, which is encrypted, and write ${SECRET} where it belongs.`,
    });
}

/** Whether the probe cannot ask without a secret. */
export function needsSecret(headers: readonly ProbeHeader[]): boolean {
  return headers.some(({ value }) => value.includes(SECRET));
}

/** Whether a stored secret may go on to this address: to another origin it has to be given anew. */
export function isSameOrigin(stored: string, typed: string): boolean {
  const origin = sampleUrl(stored)?.origin;
  return origin !== undefined && origin === sampleUrl(typed)?.origin;
}

function sampleUrl(template: string): URL | null {
  const filled = filledWith(template, "1");
  return URL.canParse(filled) ? new URL(filled) : null;
}

export type ProbeRequest =
  | { url: string; shown_url: string; headers: Record<string, string> }
  /** Why this case cannot be asked about. */
  | { problem: string };

/**
 * The request of a probe for one attempt or case. `shown_url` is what people and evidence get to see: attributes are a
 * call's arguments, which not everybody may read, so there they stay as named.
 */
export function fillProbe(
  { url: template, headers }: Pick<ProbeTemplate, "url" | "headers">,
  values: TemplateValues,
  secret: string | null,
): ProbeRequest {
  if (secret === null && needsSecret(headers)) return { problem: "its secret is not stored" };
  // Stored before a rule was, it may still be there.
  const fault = faultOfStored(template, headers);
  if (fault !== null) return { problem: fault };
  const known = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? null : sanitizeText(value)]),
  );
  const filled = fillAddress(template, known);
  if ("problem" in filled) return filled;
  const attributes = Object.keys(known).filter((name) => name.startsWith("attr."));
  const shown = fillTemplate(template, withoutAttributes(known, attributes));
  return {
    url: filled.text,
    shown_url: "text" in shown ? shown.text : template,
    headers: Object.fromEntries(
      headers.map(({ name, value }) => [name.toLowerCase(), value.replaceAll(SECRET, () => secret ?? "")]),
    ),
  };
}

function withoutAttributes(values: TemplateValues, attributes: readonly string[]): TemplateValues {
  return { ...values, ...Object.fromEntries(attributes.map((name) => [name, `{${name}}`])) };
}

function faultOfStored(template: string, headers: readonly ProbeHeader[]): string | null {
  const fault = urlFault(template);
  if (fault !== null) return `its address is not usable: ${fault[1]}`.replace(/\.$/, "");
  const foreign = headers.find(({ name }) => !isOurs(name));
  return foreign === undefined ? null : `its header ${foreign.name} is not to be set`;
}

/** The steps of a path like `data.0.status`; `\.` is a dot inside a name. Null when it is none. */
export function readPath(path: string): string[] | null {
  const steps = path.match(/(?:[^.\\]|\\[.\\])+/g) ?? [];
  if (steps.length === 0 || steps.join(".") !== path) return null;
  return steps.map((step) => step.replace(/\\([.\\])/g, "$1"));
}
