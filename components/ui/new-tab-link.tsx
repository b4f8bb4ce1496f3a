/** A link that leaves the page, and what is written in it, where it is. */
export function NewTabLink({ href, label }: { href: string; label: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center font-medium underline underline-offset-2"
    >
      {label}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
