/** What is shown stays, but it is said that it no longer moves; `what` as in "This list is" or "These numbers are". */
export function StaleNotice({ what, message }: { what: string; message: string }) {
  return (
    <p role="status" className="mb-4 border-warn border-l-2 pl-3 text-muted text-sm">
      {what} not fresh: {message} Trying again.
    </p>
  );
}
