import { z } from "zod";
import { instantFromMicros } from "@/domain/instant";
import type { Verdict } from "@/domain/verdict";
import type { ApiAnswer, ApiClient } from "../replay/api-client";
import { describeError } from "../replay/read-answer";
import { MINUTE } from "./plan";
import { DemoRefused } from "./post-items";
import type { UnknownEffect } from "./unknown-effect";

const standing = z.looseObject({
  state: z.enum(["none", "pending", "settled"]),
  case_id: z.string().nullish(),
  verdict: z.string().nullish(),
  directive: z.string().nullish(),
  retry_with: z.string().nullish(),
  verdict_id: z.string().nullish(),
});
/** What `GET /verdicts` says of an effect. */
export type Standing = z.infer<typeof standing>;

export const RUNTIME_NAME = "support-agent runtime";
const POLL_MARGIN_MS = 15_000;

function ok(answer: ApiAnswer, what: string): unknown {
  if (answer.status < 300) return answer.body;
  throw new DemoRefused(`${what}: ${describeError(answer.body, answer.status)}`);
}

/** Asks for the verdict of an effect, waiting up to so many seconds for one. By its intent, as a runtime would; by its event where there is no key. */
export async function askForVerdict(
  client: ApiClient,
  effect: UnknownEffect,
  waitSeconds: number,
): Promise<Standing> {
  const { tool, place, idempotency_key } = effect;
  const intent = {
    idempotency_key: idempotency_key ?? "",
    tool: tool.name,
    tenant: place.tenant,
    environment: place.environment,
    service: tool.service,
  };
  const query = new URLSearchParams(idempotency_key === null ? { event_id: effect.event_id } : intent);
  if (waitSeconds > 0) query.set("wait_seconds", String(waitSeconds));
  const answer = await client.send({
    method: "GET",
    path: `/api/v1/verdicts?${query}`,
    timeout_ms: waitSeconds * 1000 + POLL_MARGIN_MS,
  });
  return standing.parse(ok(answer, "GET /verdicts"));
}

/** Tells that a runtime has read a verdict; false when the verdict has been superseded meanwhile. */
export async function acknowledge(client: ApiClient, verdictId: string): Promise<boolean> {
  const path = `/api/v1/verdicts/${encodeURIComponent(verdictId)}/acknowledgements`;
  const answer = await client.send({ method: "POST", path, body: json({ by: RUNTIME_NAME }) });
  if (answer.status === 409) return false;
  ok(answer, "acknowledging a verdict");
  return true;
}

const json = (body: unknown) => ({ type: "application/json", text: JSON.stringify(body) });

const NOTES: Record<Verdict, string> = {
  committed: "Found in the provider's list, amount and customer match.",
  absent: "Nothing under this key in the provider's list, and the request can no longer be in flight.",
  compensated: "It had gone through and was cancelled by hand before the customer noticed.",
  undeterminable: "The provider's log for that minute is missing; they could not say either.",
};

function evidenceFor(effect: UnknownEffect, settledAt: number) {
  const { fate } = effect;
  const found = fate.landed && { external_id: fate.external_id };
  const observed_at = instantFromMicros(settledAt - 5 * MINUTE).iso;
  return { kind: "looked_up", ...found, note: NOTES[fate.verdict], observed_at };
}

/**
 * What a reconciler does: claims the case, looks outside, gives the verdict. A case that someone else holds
 * or has settled is left to them. Answers the verdict's id, or null.
 */
export async function settleCase(
  client: ApiClient,
  effect: UnknownEffect,
  settledAt: number,
): Promise<string | null> {
  const { state, case_id } = await askForVerdict(client, effect, 0);
  if (state !== "pending" || !case_id) return null;
  const path = `/api/v1/cases/${encodeURIComponent(case_id)}`;
  const claim = await client.send({ method: "POST", path: `${path}/claim` });
  if (claim.status === 409) return null;
  ok(claim, "claiming a case");
  const body = json({ verdict: effect.fate.verdict, evidence: [evidenceFor(effect, settledAt)] });
  const answer = await client.send({ method: "POST", path: `${path}/verdict`, body });
  if (answer.status === 409) return null;
  ok(answer, "giving a verdict");
  return (await askForVerdict(client, effect, 0)).verdict_id ?? null;
}
