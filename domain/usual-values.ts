/**
 * What a field usually holds. Says no too often, never yes too often: where it says no, the field's own schema decides.
 * A schema says why, but it takes several times as long to say yes.
 */
export type Usual = (value: unknown) => boolean;

/** Null, or a text of at most so many characters. */
export const text =
  (most: number): Usual =>
  (value) =>
    value === null || (typeof value === "string" && value.length <= most);

/** A text of this form. */
export const matching =
  (pattern: RegExp): Usual =>
  (value) =>
    typeof value === "string" && pattern.test(value);

export const usualReference = matching(/^[!-~]{1,128}$/);
export const usualTool: Usual = (value) =>
  typeof value === "string" && value.length <= 200 && value.trim() !== "";
export const usualPart = text(200);
export const usualUuid = matching(/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/);
