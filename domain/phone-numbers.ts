import { isReferenceLabel } from "./reference-likeness";

/** `+49 151 4711`, `0049 (0)151 4711`, and behind a word for it without the country: `Tel. 0151 4711`. */
const PHONE =
  /(^|[^\p{L}\p{N}+])((?:(?:tel|phone|telefon|téléphone|mobil|mobile|cell|fax|fon|call me at|whatsapp)[.:]{0,2}[ \t\u00a0]{0,3}\(?\d|\+[1-9]|00[1-9]\d{0,2}(?=[ \t\u00a0()/-]))[\d \t\u00a0()./-]{5,24}\d)(?![\p{L}\p{N}_])/giu;
const LABEL_MAX = 40;
const DIGITS_MIN = 7;
const DIGITS_MAX = 15;

/**
 * The text with the blanks within phone numbers taken out, so that no group of their figures stands there by itself: a
 * user's number is not the reference `4711`. Left as it is where the text calls it a reference.
 */
export function withWholePhones(text: string): string {
  return text.replace(PHONE, (whole, before: string, number: string, at: number) => {
    const digits = number.replace(/\D/g, "").length;
    const isPhone = digits >= DIGITS_MIN && digits <= DIGITS_MAX;
    if (!isPhone || isReferenceLabel(text.slice(Math.max(0, at - LABEL_MAX), at + before.length)))
      return whole;
    const start = number.search(/[+\d(]/);
    return before + number.slice(0, start) + number.slice(start).replace(/[^\d+]/g, "");
  });
}
