"use client";

import { Markdown, type MarkdownToJSX } from "markdown-to-jsx/react";
import type { ReactNode } from "react";
import { isWebAddress } from "./fill-template";

/** Raw HTML is text, and links lead to the web or nowhere: whoever writes a runbook must not reach its reader's session. */
const OPTIONS: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  sanitizer: (value) => (isWebAddress(value) ? value : null),
  overrides: { a: RunbookLink, img: () => null },
};

/** A tool's runbook, written by engineers in Markdown. */
export function Runbook({ text }: { text: string }) {
  return (
    <div className="max-w-prose break-words text-sm [&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_blockquote]:text-muted [&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_h1]:pt-2 [&_h1]:font-semibold [&_h2]:pt-2 [&_h2]:font-semibold [&_h3]:pt-2 [&_h3]:font-medium [&_li]:my-0.5 [&_ol]:my-1 [&_ol]:list-decimal [&_ol]:pl-5 [&_p]:my-1.5 [&_pre]:my-1.5 [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:border [&_pre]:bg-sunken [&_pre]:p-2 [&_table]:my-1.5 [&_table]:block [&_table]:overflow-x-auto [&_td]:border-t [&_td]:py-1 [&_td]:pr-4 [&_th]:py-1 [&_th]:pr-4 [&_th]:text-left [&_th]:font-medium [&_ul]:my-1 [&_ul]:list-disc [&_ul]:pl-5">
      <Markdown options={OPTIONS}>{text}</Markdown>
    </div>
  );
}

function RunbookLink({ href, children }: { href?: string; children: ReactNode }) {
  if (!href) return <span>{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="text-accent underline underline-offset-2"
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
