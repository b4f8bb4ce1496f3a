import { z } from "zod";
import { isCarriedNumber, isNestedWithin, stringifyJson, withSortedKeys } from "./json";
import { readPath, removeAt, setAt } from "./value-path";

const MAX_STEPS = 50;
const MAX_DEPTH = 32;
const MAX_VALUE_CHARACTERS = 16 * 1024;

/** Names that reach a prototype instead of a member. */
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** Dotted, such as `error.code`; a dot within a name is written `\.`, and a place in a list by its number. */
export const mappingPath = z
  .string()
  .min(1)
  .max(300)
  .refine(
    (path) => namesOf(path).every((name) => name !== ""),
    "must name a field, such as tool or error.code",
  )
  .refine((path) => namesOf(path).length <= 8, "must not be deeper than 8 names")
  .refine((path) => namesOf(path).every((name) => !FORBIDDEN.has(name)), "must not name a prototype");

/** A constant would give many items one identity, of which all but one were conflicts. */
const IDENTITIES: ReadonlySet<string> = new Set(["event_id", "frames_id", "recovery_id", "report_id"]);

const settablePath = mappingPath.refine(
  (path) => !IDENTITIES.has(path),
  "cannot be the same for every item; remove it, or copy it from another field",
);

const value = z
  .unknown()
  .refine((sent) => sent !== undefined, "must be given")
  .refine((sent) => isNestedWithin(sent, MAX_DEPTH), {
    error: `must not nest deeper than ${MAX_DEPTH} levels`,
    abort: true,
  })
  .refine((sent) => stringifyJson(sent).length <= MAX_VALUE_CHARACTERS, "must be at most 16 KiB of JSON");

const when = z.enum(["missing", "always"]).default("missing");

/** One change to an item; a step whose field is not there changes nothing. */
export const mappingStep = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("set"), path: settablePath, value, when }),
  z.strictObject({ op: z.literal("copy"), from: mappingPath, path: mappingPath, when }),
  z.strictObject({ op: z.literal("move"), from: mappingPath, path: mappingPath, when }),
  z.strictObject({ op: z.literal("remove"), path: mappingPath }),
  /** Where the field holds exactly `from`. */
  z.strictObject({ op: z.literal("replace"), path: settablePath, from: value, to: value }),
  /** When the item was last received, for one that says no usable time. */
  z.strictObject({ op: z.literal("received_at"), path: mappingPath.default("occurred_at"), when }),
  /** White space at both ends. */
  z.strictObject({ op: z.literal("trim"), path: mappingPath }),
  /** What cannot be read as the other kind stays as it is. */
  z.strictObject({ op: z.literal("cast"), path: mappingPath, to: z.enum(["string", "number", "boolean"]) }),
]);
export type MappingStep = z.output<typeof mappingStep>;

/** How quarantined items are mended, in this order. Empty: they are sent again as they are. */
export const mapping = z.array(mappingStep).max(MAX_STEPS);
export type Mapping = z.output<typeof mapping>;

/** The names of a path. */
export function namesOf(path: string): string[] {
  return path.split(/(?<!\\)\./).map((name) => name.replaceAll("\\.", "."));
}

/** What a mapping may use beside the item. */
export type MappingFacts = { received_at: string };

/** The item as mended; the one given is left as it was. What is no object has no fields, and stays as it is. */
export function applyMapping(item: unknown, steps: Mapping, facts: MappingFacts): unknown {
  if (!isObject(item)) return item;
  return steps.reduce<unknown>((mended, step) => applyStep(mended, step, facts), item);
}

function applyStep(item: unknown, step: MappingStep, facts: MappingFacts): unknown {
  const path = namesOf(step.path);
  switch (step.op) {
    case "set":
      return fill(item, path, step.value, step.when);
    case "received_at":
      return fill(item, path, facts.received_at, step.when);
    case "copy":
      return copy(item, step, path);
    case "move": {
      const copied = copy(item, step, path);
      const stays = copied === item || stringifyJson(namesOf(step.from)) === stringifyJson(path);
      return stays ? copied : removeAt(copied, namesOf(step.from));
    }
    case "remove":
      return removeAt(item, path);
    case "replace": {
      const sent = readPath(item, path);
      return sent !== undefined && isSame(sent, step.from) ? setAt(item, path, step.to) : item;
    }
    case "trim":
      return change(item, path, (sent) => (typeof sent === "string" ? sent.trim() : sent));
    case "cast":
      return change(item, path, (sent) => castTo(step.to, sent));
  }
}

function copy(item: unknown, step: { from: string; when: "missing" | "always" }, path: string[]): unknown {
  const found = readPath(item, namesOf(step.from));
  return isMissing(found) ? item : fill(item, path, found, step.when);
}

function fill(item: unknown, path: string[], filling: unknown, when: "missing" | "always"): unknown {
  return when === "always" || isMissing(readPath(item, path)) ? setAt(item, path, filling) : item;
}

function change(item: unknown, path: string[], how: (sent: unknown) => unknown): unknown {
  const sent = readPath(item, path);
  const changed = how(sent);
  return changed === sent ? item : setAt(item, path, changed);
}

/** Absent, null and blank are the same to a producer that fills a form. */
function isMissing(sent: unknown): boolean {
  return sent === undefined || sent === null || (typeof sent === "string" && sent.trim() === "");
}

function isObject(item: unknown): boolean {
  return typeof item === "object" && item !== null && !Array.isArray(item) && !isCarriedNumber(item);
}

function isSame(a: unknown, b: unknown): boolean {
  return stringifyJson(withSortedKeys(a)) === stringifyJson(withSortedKeys(b));
}

function castTo(kind: "string" | "number" | "boolean", sent: unknown): unknown {
  if (kind === "string")
    return isCarriedNumber(sent) || typeof sent === "number" || typeof sent === "boolean"
      ? stringifyJson(sent)
      : sent;
  if (typeof sent !== "string") return sent;
  const text = sent.trim();
  if (kind === "number")
    return /^-?\d+(\.\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : sent;
  const truth = new Map([
    ["true", true],
    ["false", false],
  ]);
  return truth.get(text.toLowerCase()) ?? sent;
}
