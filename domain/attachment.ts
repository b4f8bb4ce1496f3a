import { conflictError, type DomainError, validationError } from "./errors";
import { scrubText } from "./scrub/scrub-text";
import { sanitizeText } from "./text";

/** Of one file, of all files a case still has, and how many those may be. */
export const ATTACHMENT_MOST_BYTES = 10 * 1024 * 1024;
export const ATTACHMENTS_MOST_BYTES = 100 * 1024 * 1024;
export const ATTACHMENTS_MOST = 50;

const NAME_MOST = 200;
const UNNAMED = "file";

/** Controls, and the invisible characters that turn the reading direction: `gpj.exe` must not read `exe.jpg`. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const RESERVED = /["*:<>?|\\/]/g;

/**
 * The name a file is kept and downloaded under: its last part, without what a file system or a terminal takes for
 * something else, without credentials, and cut in the middle so that its ending stays.
 */
export function attachmentName(sent: string | null): string {
  // Scrubbed while its marks are there: without them a credential is not known for one.
  const last =
    scrubText(sent ?? "")
      .text.split(/[/\\]/)
      .at(-1) ?? "";
  const plain = sanitizeText(last).normalize("NFC").replace(INVISIBLE, "").replace(RESERVED, "_");
  const clean = scrubText(plain).text.replace(/^[\s.]+|[\s.]+$/g, "");
  if (clean === "") return UNNAMED;
  const letters = [...clean];
  if (letters.length <= NAME_MOST) return clean;
  return `${letters.slice(0, NAME_MOST - 21).join("")}…${letters.slice(-20).join("")}`;
}

const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,60}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,60}$/;
/** What a browser would run if it ever showed it. */
const ACTIVE = /html|[/+]xml$|svg|script|xslt|multipart|rfc822|shockwave|wasm/;
export const UNKNOWN_TYPE = "application/octet-stream";

/** The type as declared, where it is one and nothing a browser would run; files are downloaded, never shown. */
export function attachmentType(declared: string | null): string {
  const type = (declared ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return MEDIA_TYPE.test(type) && !ACTIVE.test(type) ? type : UNKNOWN_TYPE;
}

/** Why a case takes no further file of this size; null when it does. */
export function whyNotAttach(
  has: { count: number; byte_count: number },
  byte_count: number,
): DomainError | null {
  if (byte_count === 0)
    return validationError("attachment_empty", "The file is empty.", { hint: "Send the file as the body." });
  if (has.count >= ATTACHMENTS_MOST)
    return conflictError("too_many_attachments", `A case has at most ${ATTACHMENTS_MOST} files.`, {
      hint: "Take one away first.",
      details: { most: ATTACHMENTS_MOST },
    });
  if (has.byte_count + byte_count > ATTACHMENTS_MOST_BYTES)
    return conflictError("attachments_too_large", "The files of a case have at most 100 MiB together.", {
      hint: "Take one away first.",
      details: { most_bytes: ATTACHMENTS_MOST_BYTES, byte_count: has.byte_count },
    });
  return null;
}
