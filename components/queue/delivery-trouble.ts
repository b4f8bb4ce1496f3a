import type { CaseDelivery } from "@/lib/contract/webhooks";
import { describeTry } from "./delivery-words";

/** The message about this verdict that its receiver did not take; one given up on before one that is tried again. */
export function troubledDelivery(
  deliveries: readonly CaseDelivery[],
  verdict_id: string | null,
): CaseDelivery | null {
  const about = deliveries.filter(
    (each) => each.verdict_id === verdict_id && verdict_id !== null && each.state !== "delivered",
  );
  return (
    about.find(({ state }) => state === "failed") ?? about.find(({ removed }) => !removed) ?? about[0] ?? null
  );
}

/** Why nobody has the verdict yet, as far as a webhook is to blame: `billing: 503 refused, in 84 ms`. */
export function describeTrouble({ subscription, tries, removed }: CaseDelivery): string {
  const last = tries.at(-1);
  const what = last === undefined ? "waits for its first try" : describeTry(last);
  return `${subscription}: ${removed ? "the webhook was removed" : what}`;
}
