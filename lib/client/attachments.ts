import type { Attachment } from "@/lib/contract/attachments";
import { readProblem, unreachable } from "./api-error";
import { BASE_PATH } from "./base-path";
import { api } from "./fetcher";

const path = (case_id: string) => `/api/v1/cases/${encodeURIComponent(case_id)}/attachments`;

/** Where the content of a file is downloaded; a link's `href`. */
export function attachmentHref(case_id: string, attachment_id: string): string {
  return `${BASE_PATH}${path(case_id)}/${encodeURIComponent(attachment_id)}`;
}

/**
 * Adds a file to a case; the same file again by the same person answers the one that is there.
 * @throws ApiError `body_too_large` (10 MiB), `too_many_attachments`, `attachment_empty`
 */
export async function addAttachment(case_id: string, file: File, signal?: AbortSignal): Promise<Attachment> {
  const name = encodeURIComponent(file.name);
  const response = await fetch(`${BASE_PATH}${path(case_id)}?name=${name}`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": file.type || "application/octet-stream" },
    credentials: "same-origin",
    body: file,
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    throw signal?.aborted ? cause : unreachable(cause);
  });
  if (!response.ok) throw await readProblem(response);
  return response.json();
}

/** Takes the content of a file away; that it was there stays on record. @throws ApiError */
export function removeAttachment(case_id: string, attachment_id: string): Promise<undefined> {
  return api(`${path(case_id)}/${encodeURIComponent(attachment_id)}`, { method: "DELETE" });
}
