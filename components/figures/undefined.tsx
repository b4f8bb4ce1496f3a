/** What has no value because there is nothing to count it of: never 0. */
export function Undefined() {
  return (
    <span className="text-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">no value</span>
    </span>
  );
}
