import { isUtf8 } from "node:buffer";
import { sanitizeParsed } from "@/domain/sanitize-json";

/** What stands for bytes that are no UTF-8 once they are decoded. */
const REPLACED = "\u{FFFD}";

/** A body's text, and whether bytes in it were no UTF-8 and read as U+FFFD. */
export type BodyText = { text: string; isReplaced: boolean };

/** The body as text; one bad byte never sinks a batch. */
export function decodeBody(bytes: Uint8Array): BodyText {
  const text = new TextDecoder().decode(bytes);
  return { text, isReplaced: !isUtf8(bytes) };
}

/** Whether the text may hold NUL or lone surrogates, or lost bytes. Most hold no escape of this kind at all. */
export function isSuspicious({ text, isReplaced }: BodyText): boolean {
  return (
    isReplaced || text.includes("\0") || (text.includes("\\u") && /\\u0000|\\u[dD][89a-fA-F]/.test(text))
  );
}

/** Makes an item of this body storable, at any depth, and says of it whether something was replaced. */
export function sanitizing({ isReplaced }: BodyText) {
  const wasReplaced = (text: string) => isReplaced && text.includes(REPLACED);
  return <Read extends { item: unknown; sanitized: boolean }>(read: Read): Read => {
    const { value, sanitized } = sanitizeParsed(read.item, wasReplaced);
    return { ...read, item: value, sanitized };
  };
}
