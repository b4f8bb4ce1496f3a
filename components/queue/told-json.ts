import type { Ruling } from "@/domain/verdict";

/**
 * The answer that a waiting runtime gets to `GET /api/v1/verdicts`, as far as it is decided before it is sent: in the
 * order and with the names of the wire, parts that say nothing left out.
 */
export function toldJson({ verdict, directive, retry_with, valid_until }: Ruling): string {
  const told = {
    state: "settled",
    verdict,
    directive,
    ...(retry_with !== null && { retry_with }),
    ...(valid_until !== null && { valid_until }),
  };
  const parts = Object.entries(told).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{${parts.join(", ")}}`;
}
