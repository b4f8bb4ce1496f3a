import { setImmediate as nextTurn } from "node:timers/promises";
import { fileBytes, fileText, textPieces } from "@/domain/file-text";
import type { Said } from "./said";

/**
 * A file as it may be stored: what is text is scrubbed as typed text is, piece by piece, so that others are served
 * between; what is none stays as it is, since nothing can be read in it. Both come back as bytes.
 */
export async function scrubFile(content: Uint8Array, said: Said): Promise<Buffer> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const read = fileText(content);
  if (read === null) return bytes;
  let clean = "";
  for (const piece of textPieces(read.text)) {
    clean += said.text(piece);
    await nextTurn();
  }
  return clean === read.text ? bytes : fileBytes({ ...read, text: clean });
}
