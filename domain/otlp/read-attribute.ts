import { holdsTooMuch } from "../holds-too-much";
import { isCarriedNumber, parseJson } from "../json";
import type { Attributes } from "./log-record";

/**
 * Attributes as the fields of an event want them. SDKs and processors on the way turn numbers and flags into texts and
 * back, and many SDKs take no list of mixed values and no object: what is meant beyond doubt is read. What is not is left
 * as it is, so that the event is refused and says why.
 */

/** The first of these that is there; an empty text is as good as none. */
export function firstOf(attributes: Attributes, names: readonly string[]): unknown {
  for (const name of names) {
    const value = attributes.get(name);
    if (value !== undefined && value !== null && value !== "") return value;
  }
  return undefined;
}

export function asText(value: unknown): unknown {
  return typeof value === "number" || typeof value === "boolean" || isCarriedNumber(value)
    ? String(value)
    : value;
}

export function asNumber(value: unknown): unknown {
  return typeof value === "string" && /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value;
}

export function asFlag(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const text = value.toLowerCase();
  return text === "true" ? true : text === "false" ? false : value;
}

/** A list, a list as JSON, or the one value of a list. */
export function asList(value: unknown): unknown {
  if (value === undefined || Array.isArray(value)) return value;
  const read = jsonOf(value);
  return Array.isArray(read) ? read : [value];
}

/** An object, or an object as JSON. */
export function asObject(value: unknown): unknown {
  const read = jsonOf(value);
  return isObject(read) ? read : value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isCarriedNumber(value);
}

/** What a text says as JSON where it is a list or an object, else the value itself. */
function jsonOf(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value) || holdsTooMuch(value)) return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}
