/** A dash where a number does not exist: neither 0 nor 100. */
export function Undefined({ label = "undefined" }: { label?: string }) {
  return (
    <span className="text-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
