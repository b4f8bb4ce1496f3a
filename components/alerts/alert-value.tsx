import Link from "next/link";
import { formatCount } from "@/components/charts/prepare-format";
import type { Alert } from "@/lib/contract/alerts";
import { limitWords, NO_DATA_WORDS, valueWords } from "./alert-words";
import { rowsHref } from "./rows-href";

/** What was measured last against the limit; the value leads to its rows. Without data it says so, and why. */
export function AlertValue({ alert }: { alert: Alert }) {
  const { condition, reading } = alert;
  if (reading === null || reading.value === null)
    return (
      <>
        <span className="text-muted">nothing known</span>
        <p className="text-muted text-xs">{NO_DATA_WORDS[reading?.no_data ?? "not_evaluated"]}</p>
      </>
    );
  const { at, value, numerator, denominator } = reading;
  const isOver = alert.state === "firing" || alert.state === "pending";
  return (
    <>
      <Link
        href={rowsHref(alert, at)}
        className={`relative whitespace-nowrap font-medium underline-offset-2 hover:underline ${isOver ? "text-danger" : ""}`}
      >
        {valueWords(condition, value)}
      </Link>
      <p className="whitespace-nowrap text-muted text-xs">
        {condition.kind === "unmapped_share" && numerator !== null && denominator !== null
          ? `${formatCount(numerator)} of ${formatCount(denominator)}, fires ${limitWords(condition)}`
          : `fires ${limitWords(condition)}`}
      </p>
    </>
  );
}
