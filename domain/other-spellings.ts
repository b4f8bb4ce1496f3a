/** How else a text may be spelled that people copied by hand: only ever a reason to suggest something. */

/** What people write in place of a reference's own prefix, with a separator, or right before figures and hex. */
const OTHER_PREFIX =
  /^(?:(?:error|reference|referenz|fehler|ref|ticket|incident)(?:[\W_]+|(?=\d|[\da-f]+$))|(?:code|case|id|nr|no|number|request)[\W_]+)(?=.*\d)(.{4,})$/is;
/** A ticket's number, before which zeros are left away or written. */
const NUMBERED = /^(\p{L}[\p{L}_-]{0,8})0*([1-9]\d{2,9})$/u;
const NUMBER_MAX = 10;

/** `7c1f9a` of `error_7c1f9a`; `INC12345`, `INC012345` and so on of any of them. */
export function otherSpellings(reading: string): string[] {
  const rest = OTHER_PREFIX.exec(reading)?.[1];
  const [, prefix = "", number = ""] = NUMBERED.exec(reading) ?? [];
  // Of a checked reference each zero counts.
  if (number === "" || /^err/i.test(prefix)) return rest === undefined ? [] : [rest];
  const widths = Array.from({ length: NUMBER_MAX - number.length + 1 }, (_, more) => number.length + more);
  const padded = widths.map((width) => prefix + number.padStart(width, "0"));
  return [...(rest === undefined ? [] : [rest]), ...padded.filter((one) => one !== reading)];
}

const SEPARATORS = /[\s_\-:/.]+/u;
const JOINERS = ["-", "_", "", ":", "/"];
const PARTS_MAX = 3;

/** An identifier in other case and with other separators: `run-1122aa` of `RUN 1122AA` and of `run1122aa`. */
export function otherIdentifiers(reading: string): string[] {
  const parts = partsOf(reading);
  const joined = parts.length > 1 && parts.length <= PARTS_MAX ? JOINERS.map((one) => parts.join(one)) : [];
  const spelled = [reading, ...joined].flatMap((one) => [
    one,
    one.toLowerCase(),
    one.toUpperCase(),
    capital(one),
  ]);
  return [...new Set(spelled)].filter((one) => one !== reading);
}

function partsOf(reading: string): string[] {
  const parts = reading.split(SEPARATORS).filter((part) => part !== "");
  const [, letters, figures] = (parts.length === 1 && /^(\p{L}+)(\d.*)$/u.exec(reading)) || [];
  return letters !== undefined && figures !== undefined ? [letters, figures] : parts;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
