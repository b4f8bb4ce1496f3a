"use client";

import { Search } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";

type LookUpFormProps = {
  initial: string;
  busy: boolean;
  onLookUp: (text: string) => void;
  onClear: () => void;
};

/** A large field for whatever a user sent. Enter looks up, Shift and Enter breaks the line. */
export function LookUpForm({ initial, busy, onLookUp, onClear }: LookUpFormProps) {
  const [text, setText] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const submit = () => {
    if (text.trim() !== "") onLookUp(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor={id} className="font-medium">
        What did the user send?
      </label>
      <Textarea
        id={id}
        ref={field}
        mono
        rows={4}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        aria-describedby={`${id}-hint`}
        placeholder={"The ticket service failed; reference err_7c1f9a."}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="p-3 text-base"
      />
      <p id={`${id}-hint`} className="max-w-prose text-muted text-sm">
        Paste all of it: the reference is read out. What you paste stays out of addresses and logs.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" size="lg" busy={busy} disabled={text.trim() === ""}>
          <Search aria-hidden />
          Look it up
        </Button>
        <span className="pointer-coarse:hidden">
          <Kbd>Enter</Kbd>
        </span>
        {text !== "" && (
          <Button
            variant="quiet"
            size="lg"
            onClick={() => {
              setText("");
              onClear();
              field.current?.focus();
            }}
          >
            Clear
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {busy ? "Looking it up" : ""}
      </p>
    </form>
  );
}
