"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addAttachment } from "@/lib/client/attachments";
import { caseQuery } from "@/lib/client/cases";
import { sortFiles } from "./attachment-rules";

export type Upload = {
  id: number;
  name: string;
  size: number;
  /** What it came to; null while it is on its way */
  error: unknown;
  stop: () => void;
};

let lastId = 0;

/** Adds files to a case one after the other, each of which can be stopped; `refused` says which were not even sent. */
export function useAttachments(case_id: string, count: number) {
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const without = (id: number) => setUploads((now) => now.filter((each) => each.id !== id));

  const send = async (file: File) => {
    const id = ++lastId;
    const abort = new AbortController();
    const stop = () => {
      abort.abort();
      without(id);
    };
    setUploads((now) => [...now, { id, name: file.name, size: file.size, error: null, stop }]);
    try {
      await addAttachment(case_id, file, abort.signal);
      await queries.invalidateQueries({ queryKey: caseQuery(case_id).queryKey });
      without(id);
    } catch (error) {
      if (abort.signal.aborted) return;
      setUploads((now) => now.map((each) => (each.id === id ? { ...each, error } : each)));
    }
  };

  const add = async (files: readonly File[]) => {
    const sorted = sortFiles(files, count + uploads.filter(({ error }) => error === null).length);
    setRefused(sorted.refused);
    for (const file of sorted.fit) await send(file);
  };
  return { uploads, refused, add };
}
