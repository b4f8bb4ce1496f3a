import { isDomainError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import type { ProbeTemplate } from "@/domain/probe";
import { type ProbeReading, readAnswer } from "@/domain/probe-answer";
import { fillProbe, isSameOrigin } from "@/domain/probe-request";
import { HIDDEN, scrubText } from "@/domain/redaction";
import type { TemplateValues } from "@/domain/template";
import { cutToBytes, sanitizeText } from "@/domain/text";
import { type OutgoingAnswer, sendOutgoing } from "@/lib/platform/outgoing";
import { outgoingPolicy } from "@/lib/platform/outgoing-policy";
import { sealingKeys, unseal } from "@/lib/platform/sealed";
import type { Runtime } from "./context";

const MAX_BYTES = 256 * 1024;
const MAX_REDIRECTS = 3;
const EXCERPT_BYTES = 2_000;

export type Question = Pick<ProbeTemplate, "url" | "headers" | "rules"> & { timeout_seconds: number };

export type Asked = ProbeReading & {
  /** Before it was sent: what was seen may be as old as that. */
  asked_at: string;
  duration_ms: number;
  /** Without secrets and arguments; null when it could not be filled in. */
  url: string | null;
  status: number | null;
  /** The beginning of the answer, scrubbed. */
  excerpt: string | null;
};

/** What a probe's secret is sealed for. */
export const sealPurpose = (tool: string) => `probe:${tool}`;

/** A stored secret in the clear, or why it cannot be had. */
export function openSecret(
  rt: Runtime,
  probe: { tool: string; secret: string | null },
): { secret: string | null } | { error: { code: string; message: string } } {
  if (probe.secret === null) return { secret: null };
  const keys = sealingKeys(rt.env);
  if (keys === null)
    return { error: { code: "secrets_key_missing", message: "ERRATA_SECRETS_KEY is not set any more." } };
  try {
    return { secret: unseal(probe.secret, keys, sealPurpose(probe.tool)) };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

/**
 * Asks the outside one question and reads the answer by the rules. Never throws for what happens out there: a
 * refusal, a time-out or an answer from elsewhere is a failure with its code. The secret leaves in headers
 * only, and is hidden where an answer echoes it.
 */
export async function askOutside(
  rt: Runtime,
  question: Question,
  values: TemplateValues,
  secret: string | null,
  now: () => Date,
): Promise<Asked> {
  const asked_at = instantFromDate(now()).iso;
  const request = fillProbe(question, values, secret);
  if ("problem" in request)
    return failure(asked_at, null, { code: "not_askable", message: `It was not asked: ${request.problem}.` });
  const started = performance.now();
  try {
    const answer = await send(rt, question, request);
    const read = { asked_at, url: request.shown_url, duration_ms: answer.duration_ms, status: answer.status };
    // A log-in page of somebody else's would fit many a rule.
    if (!isSameOrigin(request.url, answer.url))
      return { ...failure(asked_at, request.shown_url, ELSEWHERE), ...read };
    const reading = readAnswer(answer, question.rules);
    const found = reading.found === null ? null : hide(reading.found, secret);
    return { ...reading, found, ...read, excerpt: excerptOf(answer, secret) };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const duration_ms = Math.round(performance.now() - started);
    const reason = { code: error.code, message: error.message };
    return { ...failure(asked_at, request.shown_url, reason), duration_ms };
  }
}

const ELSEWHERE = {
  code: "answered_elsewhere",
  message: "It was redirected to another host, whose answer means nothing here.",
};

function send(
  rt: Runtime,
  { timeout_seconds }: Question,
  request: { url: string; headers: Record<string, string> },
) {
  const headers = { accept: "application/json", "user-agent": "Errata", ...request.headers };
  return sendOutgoing(
    {
      ...{ method: "GET", url: request.url, headers, timeout_ms: timeout_seconds * 1000 },
      ...{ max_bytes: MAX_BYTES, max_redirects: MAX_REDIRECTS },
    },
    outgoingPolicy(rt.env),
  );
}

function failure(asked_at: string, url: string | null, error: { code: string; message: string }): Asked {
  return {
    ...{ outcome: "failed", rule: null, found: null, error },
    ...{ asked_at, duration_ms: 0, url, status: null, excerpt: null },
  };
}

function excerptOf({ body }: OutgoingAnswer, secret: string | null): string | null {
  const text = hide(sanitizeText(body.slice(0, EXCERPT_BYTES * 4)), secret);
  return cutToBytes(scrubText(text).text, EXCERPT_BYTES).text || null;
}

/** Also in the forms in which it may come back: as part of an address, or of a basic authorization. */
function hide(text: string, secret: string | null): string {
  if (secret === null) return text;
  const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")];
  return forms.reduce((hidden, form) => hidden.replaceAll(form, HIDDEN), text);
}
