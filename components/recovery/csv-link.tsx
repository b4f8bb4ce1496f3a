import { Download } from "lucide-react";

/** A download; a plain link, because it is a file and no page. */
export function CsvLink({ href, label }: { href: string; label: string }) {
  return (
    <a
      href={href}
      download
      className="inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-muted text-sm hover:bg-hover hover:text-ink [&_svg]:size-4"
    >
      <Download aria-hidden />
      {label}
    </a>
  );
}
