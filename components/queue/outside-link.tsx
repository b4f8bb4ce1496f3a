import { ExternalLink } from "lucide-react";
import { isWebAddress } from "./fill-template";

/** An address outside, named by `label` or by itself: a link if it leads to the web, else only its text. */
export function OutsideLink({ url, label }: { url: string; label?: string }) {
  if (!isWebAddress(url)) return <span className="break-all">{url}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-w-0 max-w-full items-center gap-1 text-accent underline-offset-2 hover:underline"
    >
      <span className="truncate">{label ?? url}</span>
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
