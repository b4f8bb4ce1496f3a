/** How a text file writes its letters. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be";
export type FileText = { text: string; encoding: TextEncoding };

/**
 * The text of a file that is one: UTF-8 without NUL, or UTF-16 that says so, as PowerShell writes it. Null for anything
 * else, such as an image, a PDF or an archive. The bytes decide, not the declared type.
 */
export function fileText(content: Uint8Array): FileText | null {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return decoded(content, "utf-16le");
  if (first === 0xfe && second === 0xff) return decoded(content, "utf-16be");
  return content.includes(0) ? null : decoded(content, "utf-8");
}

function decoded(content: Uint8Array, encoding: TextEncoding): FileText | null {
  try {
    return { text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(content), encoding };
  } catch {
    return null;
  }
}

/** The bytes of a text, written as the file was. */
export function fileBytes({ text, encoding }: FileText): Buffer {
  if (encoding === "utf-8") return Buffer.from(text, "utf8");
  const bytes = Buffer.from(text, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}

const PIECE = 512 * 1024;
/** How far beyond its size a piece may go for a better end. */
const STRETCH = 64 * 1024;

/**
 * The text in pieces which end where nothing goes on: before a line that is not indented, and not within a private key.
 * A line is never cut, however long it is.
 */
export function* textPieces(text: string, size = PIECE): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const end = pieceEnd(text, from, from + size);
    yield text.slice(from, end);
    from = end;
  }
}

function pieceEnd(text: string, from: number, wanted: number): number {
  if (wanted >= text.length) return text.length;
  const piece = text.slice(from, wanted);
  const key = piece.lastIndexOf("-----BEGIN ");
  const keyEnd = key < 0 || piece.includes("-----END ", key) ? -1 : text.indexOf("-----END ", wanted);
  const at = keyEnd < 0 || keyEnd > wanted + STRETCH ? wanted : keyEnd;
  const unindented = /\n(?=[^\s)\]}])/g;
  unindented.lastIndex = at;
  const line = unindented.exec(text.slice(0, at + STRETCH))?.index ?? text.indexOf("\n", at);
  return line < 0 ? text.length : line + 1;
}
