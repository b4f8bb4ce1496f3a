import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { authAdapter } from "@/db/auth-adapter";
import { ensureSecret } from "@/db/queries/settings";
import { maySignIn } from "@/db/queries/sign-in";
import { scrubName } from "@/domain/scrub/scrub-text";
import { COOKIE_PREFIX } from "@/lib/platform/session-cookie";
import { mintToken } from "@/lib/platform/tokens";
import type { Runtime } from "./context";

export const PASSWORD_MIN_LENGTH = 10;
export const PASSWORD_MAX_LENGTH = 128;

const DAY_SECONDS = 86_400;

export type Auth = ReturnType<typeof makeAuth>;
type Slot = { auth: Promise<Auth> | null };

/** The process's one sign-in library, made when first needed. A failure is not remembered. */
export function authOf(rt: Runtime): Promise<Auth> {
  const slot = rt.once<Slot>("auth", () => ({ auth: null }));
  slot.auth ??= secretOf(rt).then((secret) => makeAuth(rt, secret));
  slot.auth.catch(() => {
    slot.auth = null;
  });
  return slot.auth;
}

function secretOf(rt: Runtime): Promise<string> {
  if (rt.env.ERRATA_SECRET !== undefined) return Promise.resolve(rt.env.ERRATA_SECRET);
  return ensureSecret(rt.db, "sessions", mintToken(32));
}

/**
 * Our names for its tables; nobody signs up by themselves; cookies get `Secure` in `lib/http/auth-door.ts`,
 * by the request's own scheme, so that one process serves http://localhost and a proxy's https alike.
 */
function makeAuth(rt: Runtime, secret: string) {
  return betterAuth({
    appName: "Errata",
    baseURL: rt.env.ERRATA_PUBLIC_URL ?? "http://localhost",
    basePath: "/api/auth",
    secret,
    database: authAdapter(rt.db),
    telemetry: { enabled: false },
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN_LENGTH,
      maxPasswordLength: PASSWORD_MAX_LENGTH,
    },
    user: {
      modelName: "people",
      fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
      additionalFields: {
        roles: { type: "string[]", required: true, input: false, defaultValue: [] },
        tenants: { type: "string[]", required: false, input: false },
        environments: { type: "string[]", required: false, input: false },
        services: { type: "string[]", required: false, input: false },
        time_zone: { type: "string", required: false, input: false },
        disabled_at: { type: "date", required: false, input: false },
      },
    },
    session: {
      modelName: "sessions",
      fields: {
        userId: "person_id",
        expiresAt: "expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
      },
      expiresIn: 7 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      // Without a cookie cache, deleting the row ends the session at once, in every process.
      cookieCache: { enabled: false },
    },
    account: { modelName: "accounts", fields: ACCOUNT_FIELDS },
    verification: {
      modelName: "verifications",
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
    },
    databaseHooks: {
      session: { create: { before: (session) => newSession(rt, session) } },
    },
    // The door counts attempts by account and address itself: this one knows the address only.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax" },
      database: { generateId: "uuid" },
    },
  });
}

const ACCOUNT_FIELDS = {
  userId: "person_id",
  accountId: "account_id",
  providerId: "provider_id",
  accessToken: "access_token",
  refreshToken: "refresh_token",
  idToken: "id_token",
  accessTokenExpiresAt: "access_token_expires_at",
  refreshTokenExpiresAt: "refresh_token_expires_at",
  createdAt: "created_at",
  updatedAt: "updated_at",
};

/** What a browser says of itself is stored without the credentials in it. */
async function newSession<Session extends { userId: string; userAgent?: string | null | undefined }>(
  rt: Runtime,
  session: Session,
): Promise<{ data: Session }> {
  await refuseDisabled(rt, session.userId);
  const { userAgent } = session;
  return { data: { ...session, userAgent: userAgent && scrubName(userAgent, { found: 0 }) } };
}

/** The same answer as for a wrong password: who is disabled is nobody else's business. */
async function refuseDisabled(rt: Runtime, personId: string): Promise<void> {
  if (!(await maySignIn(rt.db, personId)))
    throw new APIError("UNAUTHORIZED", { code: "INVALID_EMAIL_OR_PASSWORD" });
}
