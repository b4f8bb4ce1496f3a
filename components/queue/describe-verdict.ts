import { REOPENED_BECAUSE, type ReopenedBecause } from "@/domain/case-rules";
import { REOPENED_WORDS } from "./flag-words";

type Format = (iso: string) => string;

function isReason(because: string | null): because is ReopenedBecause {
  return (REOPENED_BECAUSE as readonly (string | null)[]).includes(because);
}

/** Why a case is open again, as the end of a sentence. */
export function becauseOf(because: string | null): string {
  return isReason(because) ? REOPENED_WORDS[because] : "it was reopened";
}

type Superseded = { superseded_at: string | null; superseded_because: string | null };

/** When and why a verdict stopped standing. */
export function describeSuperseded(
  { superseded_at, superseded_because }: Superseded,
  format: Format,
): string {
  const when = superseded_at === null ? "" : ` since ${format(superseded_at)}`;
  return `It does not stand any more${when}: ${becauseOf(superseded_because)}. Nobody may act on it now.`;
}

type Voided = { voided_at: string | null; voided_because: string | null };

/** Why a proposal was never sent. */
export function describeVoided({ voided_at, voided_because }: Voided, format: Format): string {
  const when = voided_at === null ? "" : ` at ${format(voided_at)}`;
  const why =
    voided_because === "refused"
      ? "the second person did not agree"
      : "new evidence or another attempt came before anybody agreed";
  return `Withdrawn${when}: ${why}.`;
}
