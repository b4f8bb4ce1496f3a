import { stringifyJson } from "@/domain/json";

/** A value as it was sent: text as it is, anything else as JSON, numbers digit for digit. */
export function writeValue(value: unknown): string {
  return typeof value === "string" ? value : stringifyJson(value);
}
