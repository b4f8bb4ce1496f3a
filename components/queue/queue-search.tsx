"use client";

import { Search, X } from "lucide-react";
import { type ClipboardEvent, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";

type QueueSearchProps = { value: string; onChange: (value: string) => void };

/** One case by what names it exactly, or with `*` at the end by how that begins; what is pasted is looked for at once, what is typed with Enter. Mount anew for another value. */
export function QueueSearch({ value, onChange }: QueueSearchProps) {
  const [text, setText] = useState(value);
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData("text/plain").trim();
    if (text !== "" || pasted === "") return;
    event.preventDefault();
    onChange(pasted);
  };
  return (
    <form
      className="relative w-72 max-w-full max-sm:w-full"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim());
      }}
    >
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2 size-4 text-faint" />
      <Input
        aria-label="Key, reference or case id; a * at the end finds what begins so"
        placeholder="Key, reference or case id"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={onPaste}
        maxLength={255}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        className="border-line-strong pr-8 pl-8"
      />
      {value !== "" && (
        <IconButton
          label="Show all again"
          icon={<X />}
          size="sm"
          className="absolute top-0.5 right-0.5"
          onClick={() => onChange("")}
        />
      )}
    </form>
  );
}
