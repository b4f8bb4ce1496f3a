import type { ReportedFrames } from "../reported-frames";
import { asText, filledText, type Members, member, memberOf, membersOf } from "../sent-members";
import { argumentsOf, contextOf, tagsOf } from "./sentry-context";
import { exceptionsOfSentry } from "./sentry-exceptions";
import type { SentryKeep } from "./sentry-keeps";
import { sentryTime } from "./sentry-time";

/** As `POST /api/v1/frames` takes it; without a reference it is refused there, and kept in quarantine. */
export type FramesItem = Partial<ReportedFrames>;

/** What Sentry calls a platform, where a language is called otherwise. */
const LANGUAGES: ReadonlyMap<string, string | undefined> = new Map([
  ["node", "javascript"],
  ["other", undefined],
  ["native", undefined],
]);
const LANGUAGE_CHARACTERS = 50;

/**
 * A Sentry event as a frames record (CONTRACT "Standards' doors"). Only what is named is taken over, so that nothing of
 * the rest can be stored; `keeps` is what the installation allows besides. `event_id` is the envelope's, for an event
 * that has none. Never throws.
 */
export function framesOfSentry(
  sent: unknown,
  { event_id, keeps }: { event_id?: unknown; keeps: ReadonlySet<SentryKeep> },
): FramesItem {
  const event = membersOf(sent);
  const tags = tagsOf(event);
  const language = languageOf(event);
  return {
    reference: tags.get("reference"),
    frames_id: framesIdOf(member(event, "event_id")) ?? framesIdOf(event_id),
    captured_at: sentryTime(member(event, "timestamp")) ?? undefined,
    language,
    tool: tags.get("tool"),
    tenant: tags.get("tenant"),
    environment: filledText(memberOf(event, "environment")) ?? tags.get("environment"),
    service: tags.get("service"),
    exceptions: exceptionsOfSentry(event, language),
    arguments: argumentsOf(event),
    context: contextOf(event, tags, keeps),
  };
}

/** 32 hexadecimal digits, with dashes or without, as the UUID they are. */
export function framesIdOf(event_id: unknown): string | undefined {
  const digits = typeof event_id === "string" ? event_id.trim().replaceAll("-", "").toLowerCase() : "";
  if (!/^[0-9a-f]{32}$/.test(digits)) return undefined;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** A UUID as SDKs write the ids of events. */
export function eventIdOf(frames_id: string): string {
  return frames_id.replaceAll("-", "");
}

function languageOf(event: Members): string | undefined {
  const platform = asText(member(event, "platform"))?.trim().toLowerCase();
  if (platform === undefined || platform === "" || platform.length > LANGUAGE_CHARACTERS) return undefined;
  return LANGUAGES.has(platform) ? LANGUAGES.get(platform) : platform;
}
