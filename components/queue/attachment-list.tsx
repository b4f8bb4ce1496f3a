"use client";

import { Paperclip, Trash2, X } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatBytes } from "@/components/ui/file-size";
import { IconButton } from "@/components/ui/icon-button";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { attachmentHref, removeAttachment } from "@/lib/client/attachments";
import { useMay, useSession } from "@/lib/client/session";
import type { Attachment } from "@/lib/contract/attachments";
import type { CaseDetail } from "@/lib/contract/cases";
import { AttachmentDrop } from "./attachment-drop";

import { RefusalNote } from "./refusal-note";
import { type Upload, useAttachments } from "./use-attachments";
import { useCaseWrite } from "./use-case-write";

/** Files among people: a statement, a screenshot. They never go to a runtime. */
export function AttachmentList({ of }: { of: CaseDetail }) {
  const mayAdd = useMay("cases.open");
  const files = of.attachments ?? [];
  const kept = files.filter(({ removed_at }) => removed_at === null);
  const { uploads, refused, add } = useAttachments(of.case_id, kept.length);
  if (of.attachments === undefined) return null;
  return (
    <Section title={`Files (${kept.length})`} description="Among people. Never sent to a runtime.">
      <ul className="flex flex-col">
        {files.map((file) => (
          <File key={file.attachment_id} case_id={of.case_id} file={file} />
        ))}
        {uploads.map((upload) => (
          <OnItsWay key={upload.id} upload={upload} />
        ))}
      </ul>
      {refused.length > 0 && (
        <ul role="alert" className="flex flex-col pt-1 text-danger text-sm">
          {refused.map((why) => (
            <li key={why}>{why}</li>
          ))}
        </ul>
      )}
      {mayAdd && <AttachmentDrop onFiles={(chosen) => void add(chosen)} />}
    </Section>
  );
}

const ROW = "flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 border-t py-1 text-sm first:border-t-0";

function File({ case_id, file }: { case_id: string; file: Attachment }) {
  const { name, byte_count, by, created_at, removed_at, removed_by } = file;
  return (
    <li className={ROW}>
      <Paperclip aria-hidden className="size-4 shrink-0 text-faint" />
      {removed_at === null ? (
        <a
          href={attachmentHref(case_id, file.attachment_id)}
          download
          className="min-w-0 break-all font-medium underline-offset-2 hover:underline"
        >
          {name}
        </a>
      ) : (
        <span className="min-w-0 break-all text-muted line-through">{name}</span>
      )}
      <span className="text-muted">{formatBytes(byte_count)}</span>
      {removed_at === null ? (
        <span className="text-muted">
          {by}, <Time past iso={created_at} display="relative" />
        </span>
      ) : (
        <span className="text-muted">
          taken away by {removed_by}, <Time past iso={removed_at} display="relative" />
        </span>
      )}
      {removed_at === null && <Remove case_id={case_id} file={file} />}
    </li>
  );
}

/** Who added a file may take it away, and so may an admin. */
function Remove({ case_id, file: { attachment_id, name, by_id } }: { case_id: string; file: Attachment }) {
  const { id, roles } = useSession();
  const [asking, setAsking] = useState(false);
  const { run, isPending, error, reset } = useCaseWrite(
    () => removeAttachment(case_id, attachment_id),
    () => setAsking(false),
  );
  if (by_id !== id && !roles.includes("admin")) return null;
  return (
    <>
      <IconButton
        size="sm"
        label={`Take ${name} away`}
        icon={<Trash2 />}
        className="ml-auto"
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          reset();
          setAsking(open);
        }}
        title={`Take ${name} away?`}
        confirm="Take it away"
        busy={isPending}
        onConfirm={() => run(undefined)}
        error={error && <RefusalNote error={error} />}
      >
        Its content is gone for good. That it was here, and who took it away, stays on record.
      </ConfirmDialog>
    </>
  );
}

function OnItsWay({ upload: { name, size, error, stop } }: { upload: Upload }) {
  return (
    <li className={ROW}>
      <Paperclip aria-hidden className="size-4 shrink-0 text-faint" />
      <span className="min-w-0 break-all">{name}</span>
      {error === null && (
        <span role="status" className="animate-pulse text-muted">
          {formatBytes(size)} on its way …
        </span>
      )}
      <IconButton
        size="sm"
        label={error === null ? `Stop adding ${name}` : "Put away"}
        icon={<X />}
        className="ml-auto"
        onClick={stop}
      />
      {error !== null && (
        <div className="basis-full">
          <RefusalNote error={error} />
        </div>
      )}
    </li>
  );
}
