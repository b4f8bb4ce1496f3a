"use client";

import { useMutation } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useRef, useState } from "react";
import { Kbd } from "@/components/ui/kbd";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { lookUpPaste } from "@/lib/client/paste";
import { asOneLine, asPasted, NOTHING_PASTED } from "./one-line-paste";

const INPUT_ID = "paste-box";
let focusedBefore: HTMLElement | null = null;

/** Puts the cursor into the paste box; Esc brings it back. */
export function focusPasteBox(): void {
  const box = document.getElementById(INPUT_ID);
  if (!(box instanceof HTMLInputElement)) return;
  focusedBefore = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  box.focus();
  box.select();
}

/** Takes whatever a user quoted and goes to what it means. The text is posted, never put into a URL. */
export function PasteBox() {
  const [text, setText] = useState("");
  const pasted = useRef(NOTHING_PASTED);
  const input = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const lookUp = useMutation({
    mutationFn: ({ q }: { q: string; shown: string }) => lookUpPaste(q),
    onSuccess: (href, { shown }) => {
      if (href === null) return;
      // What was written since is the next question.
      if (input.current?.value === shown) {
        setText("");
        input.current.blur();
      }
      router.push(href);
    },
    onError: (error) => {
      const { message, hint, reference } = describeError(error);
      toast({ title: message, description: hint ?? reference, tone: "danger" });
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    input.current?.blur();
    focusedBefore?.focus();
  };
  return (
    <search className="min-w-0 flex-1 md:max-w-md">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") lookUp.mutate({ q: asPasted(text, pasted.current), shown: text });
        }}
      >
        <label htmlFor={INPUT_ID} className="sr-only">
          Find a reference: paste anything that holds one
        </label>
        <Search aria-hidden className="pointer-events-none absolute top-2 left-2 size-4 text-faint" />
        <input
          id={INPUT_ID}
          ref={input}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            const oneLine = asOneLine(event.clipboardData.getData("text/plain"));
            if (oneLine === null) return;
            event.preventDefault();
            pasted.current = oneLine;
            const { value, selectionStart, selectionEnd } = event.currentTarget;
            const after = value.slice(selectionEnd ?? value.length);
            setText(value.slice(0, selectionStart ?? 0) + oneLine.shown + after);
          }}
          onKeyDown={onKeyDown}
          placeholder="Paste a reference, or the text it stands in"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-busy={lookUp.isPending || undefined}
          className="peer h-8 w-full rounded-md border border-control bg-raised pr-8 pl-8 text-sm transition-colors hover:border-ink focus-visible:border-accent focus-visible:-outline-offset-1 pointer-coarse:text-lg"
        />
        <span className="pointer-events-none absolute top-1.5 right-1.5 peer-focus:hidden max-md:hidden">
          <Kbd>/</Kbd>
        </span>
        {lookUp.isPending && (
          <span role="status" className="absolute inset-x-2 bottom-0 h-0.5 animate-pulse bg-accent">
            <span className="sr-only">Looking it up</span>
          </span>
        )}
      </form>
    </search>
  );
}
