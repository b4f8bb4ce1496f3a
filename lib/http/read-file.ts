import { ATTACHMENT_MOST_BYTES } from "@/domain/attachment";
import { validationError } from "@/domain/errors";
import { runtime } from "@/lib/services/runtime";
import { bodyTooLarge, readBytes } from "./read-body";
import { takeSlot } from "./slots";

/** A form's own lines around the file. */
const FORM_BYTES = 64 * 1024;

/** A file of 10 MiB takes some 50 MiB until it is stored. */
const UPLOADS = {
  ...{ name: "uploads", code: "too_many_uploads", most: 6, most_each: 2 },
  message: "Too many files are being sent at once.",
};

export type ReadFile = { name: string | null; media_type: string | null; content: Uint8Array };

/** Runs `store` while the caller may send a file; throws `too_many_uploads`. */
export async function whileUploading<T>(caller_id: string, store: () => Promise<T>): Promise<T> {
  const giveBack = takeSlot(runtime(), UPLOADS, caller_id);
  try {
    return await store();
  } finally {
    giveBack();
  }
}

/**
 * The one file of a request, at most 10 MiB: the body itself, under `name`, or the file in a form.
 * Throws `body_too_large`, `body_cut_short`, `form_not_readable`, `one_file_expected`.
 */
export async function readFile(request: Request, name: string | null): Promise<ReadFile> {
  const type = request.headers.get("content-type");
  if (type !== null && /^multipart\/form-data\b/i.test(type)) return readForm(request, type, name);
  return { name, media_type: type, content: await readBytes(request, ATTACHMENT_MOST_BYTES) };
}

async function readForm(request: Request, type: string, name: string | null): Promise<ReadFile> {
  const bytes = await readBytes(request, ATTACHMENT_MOST_BYTES + FORM_BYTES);
  // Only bytes that were counted are given to the parser.
  const parsed = new Response(new Uint8Array(bytes), { headers: { "content-type": type } });
  const form = await parsed.formData().catch((cause: unknown) => {
    throw validationError("form_not_readable", "The form could not be read.", {
      hint: "Send it as multipart/form-data with its boundary, or the file itself as the body.",
      cause,
    });
  });
  const files = [...form.values()].filter((value) => typeof value !== "string");
  const [file] = files;
  if (file === undefined || files.length > 1)
    throw validationError("one_file_expected", "Send exactly one file.", { received: files.length });
  if (file.size > ATTACHMENT_MOST_BYTES) throw bodyTooLarge(ATTACHMENT_MOST_BYTES);
  const content = new Uint8Array(await file.arrayBuffer());
  return { name: name ?? file.name, media_type: file.type || null, content };
}
