/**
 * What of a Sentry event an installation may decide to keep: the local variables of frames, the versions of packages, what
 * happened before, the HTTP request, the user, and the command line. Unless it does, they are dropped before anything is
 * stored (CONTRACT "Standards' doors").
 */
export const SENTRY_KEEPS = ["vars", "modules", "breadcrumbs", "request", "user", "argv"] as const;
export type SentryKeep = (typeof SENTRY_KEEPS)[number];
