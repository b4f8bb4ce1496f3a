/** The name with its mark: a caret, as a proofreader sets it where something is missing. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-base tracking-tight">
      <svg aria-hidden viewBox="0 0 16 16" className="size-4 text-accent">
        <path
          d="M2 3.5h12M3.5 13 8 7.5l4.5 5.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Errata
    </span>
  );
}
