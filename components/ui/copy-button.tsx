"use client";

import { Check, Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonLook } from "./button";
import { copyText } from "./copy";
import { IconButton } from "./icon-button";

type CopyButtonProps = ButtonLook & {
  text: string;
  /** What is copied, for readers: "Copy reference" */
  label?: string;
  /** Only the icon */
  compact?: boolean;
};

const icons = { idle: <Copy aria-hidden />, copied: <Check aria-hidden />, failed: <X aria-hidden /> };

/** Copies `text` and says so; works without a secure context. */
export function CopyButton({ text, label = "Copy", compact, variant, size = "sm" }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof icons>("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 1_500);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => setState((await copyText(text)) ? "copied" : "failed");
  const words = { idle: label, copied: "Copied", failed: "Select and copy by hand" }[state];
  return (
    <>
      {compact ? (
        <IconButton
          label={label}
          icon={icons[state]}
          size={size}
          variant={variant ?? "quiet"}
          onClick={copy}
        />
      ) : (
        <Button size={size} variant={variant} onClick={copy}>
          {icons[state]}
          {words}
        </Button>
      )}
      <span role="status" className="sr-only">
        {state === "idle" ? "" : words}
      </span>
    </>
  );
}
