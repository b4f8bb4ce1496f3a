import { Download } from "lucide-react";

/** Downloads what the page shows, to the unit. */
export function ExportCsv({ href }: { href: string }) {
  return (
    <a
      href={href}
      download
      className="inline-flex h-8 items-center gap-1.5 rounded-md border border-line-strong bg-raised px-3 font-medium text-sm hover:bg-hover"
    >
      <Download aria-hidden className="size-4" />
      Export CSV
    </a>
  );
}
