"use client";

import { Upload } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ATTACHMENT_LIMITS } from "./attachment-rules";

type AttachmentDropProps = { onFiles: (files: readonly File[]) => void };

/** Where files come in: dropped here, pasted anywhere on the page, or chosen. */
export function AttachmentDrop({ onFiles }: AttachmentDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  usePastedFiles(onFiles);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label="Add files"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        "mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line-strong border-dashed p-2 text-sm",
        over && "border-accent bg-accent-soft",
      )}
    >
      <input
        ref={input}
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Files to add"
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be chosen again after it failed.
          event.target.value = "";
        }}
      />
      <Button size="sm" onClick={() => input.current?.click()}>
        <Upload aria-hidden />
        Add files
      </Button>
      <span className="text-muted">or drop or paste them here. {ATTACHMENT_LIMITS}</span>
    </section>
  );
}

/** A screenshot is pasted wherever the person is; text that is pasted is left to the field it goes to. */
function usePastedFiles(onFiles: (files: readonly File[]) => void): void {
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || event.clipboardData?.types.includes("text/plain")) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
}
