const ESC = "\u001b";
/** The one-character forms of `ESC [`, and of what takes a text with it (`ESC P`, `ESC X`, `ESC ]`, `ESC ^`, `ESC _`). */
const CSI = "\u009b";
const STRINGS = "\u0090\u0098\u009d\u009e\u009f";

/**
 * Colours and other control sequences, the links that terminals draw, and choices of a character set (`ESC ( B`, which
 * `tput sgr0` and `less` write); a character that a backspace takes back, as bold and underlined text is overstruck.
 */
const CONTROL = new RegExp(
  [
    `(?:${ESC}\\[|${CSI})[0-9;:?<=>]*[ -/]*[@-~]`,
    `${ESC}[P\\]X^_][^\u0007\u009c${ESC}]*(?:\u0007|\u009c|${ESC}\\\\)?`,
    // Only with an end: where UTF-8 was read as Latin-1, a quotation mark ends in one of these.
    `[${STRINGS}][^\n\u0007\u009c${ESC}${STRINGS}]*(?:\u0007|\u009c|${ESC}\\\\)`,
    `${ESC}[ -/]+[0-~]`,
    `${ESC}[0-Z\\\\^-~]`,
    "[^\\n\u0008\u001b]\u0008",
    "[\u0080-\u0084\u0086-\u009f]",
  ].join("|"),
  "g",
);
const MAY_HOLD = new RegExp(`[\u0008${ESC}\u0080-\u0084\u0086-\u009f]`);

/** Whether a terminal shows a text other than it is written; a quick look, which may say so of what it does not. */
export function mayHoldControls(text: string): boolean {
  return MAY_HOLD.test(text);
}

/** The text without colours and whatever else a terminal does not show. */
export function withoutControls(text: string): string {
  return mayHoldControls(text) ? text.replace(CONTROL, "") : text;
}
