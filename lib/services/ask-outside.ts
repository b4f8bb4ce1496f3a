import { isDomainError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import type { ProbeTemplate } from "@/domain/probe";
import { type ProbeReading, readAnswer } from "@/domain/probe-answer";
import { fillProbe } from "@/domain/probe-request";
import { hideSecrets } from "@/domain/scrub/hide-secrets";
import { scrubText } from "@/domain/scrub/scrub-text";
import type { TemplateValues } from "@/domain/template";
import { cutToBytes, sanitizeText } from "@/domain/text";
import { type OutgoingAnswer, sendOutgoing } from "@/lib/platform/outgoing";
import { outgoingPolicy } from "@/lib/platform/outgoing-policy";
import { sealingKeys, unseal } from "@/lib/platform/sealed";
import type { Runtime, ServiceContext } from "./context";
import { runtime } from "./runtime";
import { scrubRulesOf } from "./scrubbing";

const MAX_BYTES = 256 * 1024;
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
 * refusal, a time-out or a redirect is a failure with its code. The secret leaves in headers only, and is hidden
 * where an answer echoes it, with whatever else the installation has hidden.
 */
export async function askOutside(
  { now, settings }: Pick<ServiceContext, "now" | "settings">,
  question: Question,
  values: TemplateValues,
  secret: string | null,
): Promise<Asked> {
  const asked_at = instantFromDate(now()).iso;
  const request = fillProbe(question, values, secret);
  if ("problem" in request)
    return failure(asked_at, null, { code: "not_askable", message: `It was not asked: ${request.problem}.` });
  const started = performance.now();
  try {
    const answer = await send(runtime(), question, request);
    const read = { asked_at, url: request.shown_url, duration_ms: answer.duration_ms, status: answer.status };
    const rules = scrubRulesOf(settings);
    const hide = (text: string) => scrubText(hideSecrets(text, secret === null ? [] : [secret]), rules).text;
    const redirect = redirectOf(answer);
    if (redirect !== null) {
      const error = { code: "redirected", message: hide(redirect) };
      return { ...failure(asked_at, request.shown_url, error), ...read };
    }
    return { ...readAnswer(answer, question.rules, hide), ...read, excerpt: excerptOf(answer, hide) };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const duration_ms = Math.round(performance.now() - started);
    const reason = { code: error.code, message: error.message };
    return { ...failure(asked_at, request.shown_url, reason), duration_ms };
  }
}

/**
 * Where a redirect leads, of which only the origin is told. None is followed: what another address says is the answer
 * to another question, and a log-in page or a start page fits many a rule.
 */
function redirectOf({ status, headers, url }: OutgoingAnswer): string | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null;
  const { location = "" } = headers;
  const to = URL.canParse(location, url) ? new URL(location, url).origin : "somewhere unreadable";
  const where = to === new URL(url).origin ? "to another address of this host" : `to ${to}`;
  return `It answered ${status}, a redirect ${where}, which is not followed: give the probe the address that answers.`;
}

/** A run that never came to be asked. */
export function failedToAsk(now: () => Date, error: { code: string; message: string }): Asked {
  return failure(instantFromDate(now()).iso, null, error);
}

function send(
  rt: Runtime,
  { timeout_seconds }: Question,
  request: { url: string; headers: Record<string, string> },
) {
  const headers = { accept: "application/json", "user-agent": "Errata", ...request.headers };
  return sendOutgoing(
    {
      ...{ method: "GET", url: request.url, headers, timeout_ms: timeout_seconds * 1000 },
      ...{ max_bytes: MAX_BYTES, max_redirects: 0 },
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

/** Everything is hidden before anything is cut: half a secret is not known for one. */
function excerptOf({ body }: OutgoingAnswer, hide: (text: string) => string): string | null {
  return cutToBytes(hide(sanitizeText(body)), EXCERPT_BYTES).text || null;
}
