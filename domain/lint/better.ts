import { betterBody, bettermentsOf, withoutLeaks } from "../better-body";
import { readCode } from "../code";
import { maskLeaks } from "../leaks";
import { REPORTED_FIELDS } from "../reported-event";
import { saysNothing } from "../says-nothing";
import { type Body, factsOf, type LintFacts, type LintSetting } from "./facts";
import { pointerOf } from "./finding";
import { fieldLeaks } from "./leak-findings";
import { isPlaceholder } from "./placeholders";
import { mustNotRetry } from "./retry-findings";
import { invalidFields, unknownFields } from "./shape-findings";
import { isPoorMessage } from "./text-findings";

/** What somebody who knows has to put in or to confirm; `pointer` leads into the better body. */
export type Placeholder = { pointer: string; put_in: string };

export type Better = { body: Record<string, unknown>; placeholders: Placeholder[] };

/**
 * The body as it could have been: without what leaked, in the contract's spelling, with what its class needs. Nothing is
 * made up: what only the tool knows is a ‹placeholder›, and where the contract takes no text, a usual value that is named
 * among the placeholders. Its own linting finds no error, and ingest takes it.
 */
export function betterOf(body: Body, isEvent: boolean, setting: LintSetting): Better {
  const clean = saidAnew(named(storable(withoutInside(body, isEvent)), setting), setting);
  const { unmapped, code, ...facts } = factsOf(clean, setting);
  const missing = bettermentsOf(
    { ...toBetter(clean, facts), code: code.code, unmapped: unmapped && !isPlaceholder(clean.error) },
    // A tool of which nobody knows whether it writes may have no effect to report.
    setting.writes ?? false,
  ).filter(({ field }) => !isPlaceholder(clean[field]));
  const tooled = isEvent && clean.tool === undefined ? { ...clean, tool: "‹the name of the tool›" } : clean;
  const filled = renamed(betterBody(tooled, missing), body);
  const better = referenced(keyed(inContractOrder(filled), setting));
  const usual = missing.filter(({ example }) => !(typeof example === "string" && example.includes("‹")));
  return { body: better, placeholders: placeholdersOf(better, new Set(usual.map(({ field }) => field))) };
}

function toBetter(body: Body, { class: errorClass, effect }: Pick<LintFacts, "class" | "effect">) {
  const retryable = typeof body.retryable === "boolean" ? body.retryable : null;
  return { ...body, class: errorClass, effect, retryable };
}

/** Masked, and without what says nothing once it is masked, nor members that still leak: they belong into the frames. */
function withoutInside(body: Body, isEvent: boolean): Body {
  const masked: Body = withoutLeaks(body);
  return Object.fromEntries(
    Object.entries(masked).filter(([field, value]) => {
      if (typeof value === "string" && value !== body[field] && saysNothing(value)) return false;
      // A sentence in the place of the code is masked where it becomes the message.
      return field === "code" || field === "error" || !fieldLeaks(field, value, isEvent);
    }),
  );
}

const without = (body: Body, fields: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)));

/** What can be read as what the contract takes is written so; what cannot is left out. */
function storable(body: Body): Body {
  const present = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const wrong = invalidFields(present).map(({ path }) => String(path[0] ?? ""));
  const mended = Object.fromEntries(
    Object.entries(present).map(([field, value]) => [
      field,
      wrong.includes(field) ? mend(field, value) : value,
    ]),
  );
  return without(
    mended,
    invalidFields(mended).map(({ path }) => String(path[0] ?? "")),
  );
}

function mend(field: string, value: unknown): unknown {
  if (field === "retryable" && (value === "true" || value === "false")) return value === "true";
  if (field === "retry_after" && typeof value === "string" && /^\d{1,9}$/.test(value)) return Number(value);
  if (field === "permitted" && (typeof value === "string" || typeof value === "number")) return [value];
  if (field === "message" && typeof value !== "string") return undefined;
  return value;
}

/** Code, class and effect by the names under which they are counted; a sentence for a code is a message. */
function named(body: Body, setting: LintSetting): Body {
  const { class: errorClass, effect } = factsOf(body, setting);
  const { token, from } = tokenOf(body);
  const rest = without(body, [
    "code",
    "error",
    "class",
    ...(from === "type" || token === undefined ? ["type"] : []),
  ]);
  const named = {
    error: token,
    class: errorClass === "unclassified" ? placeholderIn(body.class) : errorClass,
    ...rest,
    ...messageOf(body, token),
    effect: effect ?? undefined,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

const placeholderIn = (value: unknown) => (isPlaceholder(value) ? value : undefined);

/** The first that is a code, or a placeholder for one. */
function tokenOf(body: Body): { token: unknown; from: "code" | "error" | "type" } {
  for (const from of ["code", "error", "type"] as const) {
    const sent = body[from];
    if (sent === undefined || sent === null || sent === "") continue;
    const { code, malformed } = readCode(sent);
    if (isPlaceholder(sent) || !malformed) return { token: isPlaceholder(sent) ? sent : code, from };
  }
  return { token: undefined, from: "error" };
}

/** A sentence where the code belongs, where there is no message of its own. */
function messageOf({ message, error, code }: Body, token: unknown): Body {
  if (typeof message === "string" && message.trim() !== "") return {};
  const said = [error, code].find((one) => typeof one === "string" && one !== token && /\s/.test(one.trim()));
  return typeof said !== "string" || isPlaceholder(said) ? {} : { message: maskLeaks(said) };
}

/** Without words that are better said anew, nor advice that contradicts itself. */
function saidAnew(body: Body, setting: LintSetting): Body {
  const facts = factsOf(body, setting);
  const { message } = body;
  const poor =
    typeof message === "string" &&
    !isPlaceholder(message) &&
    (message.trim() === "" || isPoorMessage(message, facts.code.code));
  const said = poor ? without(body, ["message"]) : body;
  const stopped = mustNotRetry(facts) ? { ...said, retryable: false } : said;
  return stopped.retryable === false ? without(stopped, ["retry_after"]) : stopped;
}

/** Under the name by which the body says its code. */
function renamed({ error, ...rest }: Record<string, unknown>, sent: Body): Record<string, unknown> {
  return tokenOf(sent).from === "code" ? { code: error, ...rest } : { error, ...rest };
}

/** As a reader looks for them; what the contract does not know comes last. */
function inContractOrder(body: Record<string, unknown>): Record<string, unknown> {
  const known = [...REPORTED_FIELDS].filter((field) => field in body);
  return Object.fromEntries([...known, ...unknownFields(body)].map((field) => [field, body[field]]));
}

/** An effect nobody knows is found outside by its key, or not at all. */
function keyed(body: Record<string, unknown>, setting: LintSetting): Record<string, unknown> {
  const { effect } = factsOf(body, setting);
  const has = typeof body.idempotency_key === "string" && body.idempotency_key.trim() !== "";
  if (effect !== "unknown" || has) return body;
  const key = setting.idempotency_key?.trim();
  return { ...body, idempotency_key: key || "‹the idempotency key this call was made with›" };
}

function referenced({ reference, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const has = typeof reference === "string" && reference !== "";
  return { ...rest, reference: has ? reference : "‹err_…›" };
}

const PUT_IN: Readonly<Record<string, string>> = {
  code: "a code of your own for this condition, such as invalid_status",
  error: "a code of your own for this condition, such as invalid_status",
  class: "validation, authorization, not_found, transient, system or semantic",
  message: "one sentence of yours: what was wrong with this call",
  field: "the name of the argument that was refused",
  hint: "what would have been accepted",
  retry_after: "the seconds to wait: 30 is a guess",
  effect: "what the call did: this is what most failures of its class did",
  idempotency_key: "the key the call was made with",
  reference: "a reference minted for this failure; the helpers mint one",
};

function placeholdersOf(body: Record<string, unknown>, usual: ReadonlySet<string>): Placeholder[] {
  return Object.entries(body)
    .filter(([field, value]) => usual.has(field) || (typeof value === "string" && /‹[^‹›]+›/.test(value)))
    .map(([field]) => ({ pointer: pointerOf([field]), put_in: PUT_IN[field] ?? "what only you know" }));
}
