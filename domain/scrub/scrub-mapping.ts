import { type Mapping, type MappingStep, namesOf } from "../mapping";
import { scrubName, scrubString } from "./scrub-text";
import { type Scrub, scrubValue } from "./scrub-value";

/** What an item is known by: never touched, so that it can be found, mended and sent again as what it was. */
export const ID_FIELDS = ["reference", "run_id", "call_id", "idempotency_key", "arguments_hash"] as const;
export const AN_ID = /^\S{1,255}$/;

const IDS: ReadonlySet<string> = new Set(ID_FIELDS);
const NAMES: ReadonlySet<string> = new Set(["tool", "tenant", "environment", "service", "release"]);

/**
 * A mapping as it may be stored: what it fills in is scrubbed as the payloads it meets and as what it makes of them, so
 * that it does to an item what it would have done as typed.
 */
export function scrubMapping(mapping: Mapping, scrub: Scrub): Mapping {
  return mapping.map((step) => scrubStep(step, scrub));
}

function scrubStep(step: MappingStep, scrub: Scrub): MappingStep {
  const names = namesOf(step.path);
  const path = scrubString(step.path, scrub);
  switch (step.op) {
    case "set":
      return { ...step, path, value: scrubAt(names, step.value, scrub) };
    case "replace":
      return { ...step, path, from: scrubAt(names, step.from, scrub), to: scrubAt(names, step.to, scrub) };
    case "copy":
    case "move":
      return { ...step, path, from: scrubString(step.from, scrub) };
    default:
      return { ...step, path };
  }
}

/** A value as it may stand under these names, which may say that it is a secret. */
function scrubAt(names: readonly string[], value: unknown, scrub: Scrub): NonNullable<unknown> | null {
  const [field = "", ...below] = names;
  if (below.length === 0 && typeof value === "string") {
    if (IDS.has(field) && AN_ID.test(value)) return value;
    if (NAMES.has(field)) return scrubName(value, scrub);
  }
  const within = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  return (
    names.reduce<unknown>((outer) => Object.values(outer as object)[0], scrubValue(within, scrub)) ?? null
  );
}
