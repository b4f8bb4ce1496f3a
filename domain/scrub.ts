import { mapStrings } from "./json";
import { HIDDEN, scrubText } from "./redaction";
import { isSecretName } from "./secret-name";

/** Counts what was hidden; what it was is not kept. */
export type Scrub = { found: number };

/** Any JSON value with the credentials in its strings hidden, by their form or by the name of their key. */
export function scrubValue(value: unknown, scrub: Scrub): unknown {
  return mapStrings(value, (text, key) => {
    if (key !== null && text !== "" && isSecretName(key)) {
      scrub.found += 1;
      return HIDDEN;
    }
    const result = scrubText(text);
    scrub.found += result.found;
    return result.text;
  });
}
