import { z } from "zod";
import { ITEMS_PER_MINUTE_MOST } from "@/domain/allowance";
import { inPlainWords } from "@/domain/plain-words";
import { timeZone } from "@/domain/settings";
import { StartupError } from "@/domain/startup-error";
import { type AllowList, parseAllowList } from "./guarded-address";
import { parseSecretsKey } from "./secrets-key";

/** `""` in a shell or a compose file means "not set". */
const blankIsUnset = (value: unknown) => (value === "" ? undefined : value);
const text = z.preprocess(blankIsUnset, z.string().trim().optional());
const integer = (least: number, most: number, fallback: number) =>
  z.preprocess(blankIsUnset, z.coerce.number().int().min(least).max(most).default(fallback));

const basePath = z
  .string()
  .regex(/^(\/[A-Za-z0-9._~-]+)*$/, "must begin with a slash and end without one, like /errata")
  .default("");

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
  .optional();

const secretsKey = z.preprocess(blankIsUnset, z.string().trim().transform(orSay(parseSecretsKey)).optional());

/** Every variable Errata reads, and nothing else is read anywhere. `.env.example` tells what each is for. */
const Env = z.object({
  PORT: integer(0, 65535, 3000),
  HOST: text,
  DATABASE_URL: z.preprocess(blankIsUnset, databaseUrl),
  DATABASE_POOL: integer(2, 200, 16),
  DATABASE_PREPARE: z.preprocess(blankIsUnset, z.enum(["true", "false"]).default("true")),
  ERRATA_DATA_DIR: z.preprocess(blankIsUnset, z.string().default(".data")),
  ERRATA_BASE_PATH: z.preprocess(blankIsUnset, basePath),
  ERRATA_ROLE: z.preprocess(blankIsUnset, z.enum(["all", "web", "ingest", "duties"]).default("all")),
  ERRATA_BOOTSTRAP_KEY: text,
  ERRATA_ADMIN_EMAIL: z.preprocess(blankIsUnset, z.email("is not an e-mail address").optional()),
  ERRATA_ADMIN_PASSWORD: text,
  ERRATA_PUBLIC_URL: z.preprocess(
    blankIsUnset,
    z.url({ protocol: /^https?$/, error: "must be like https://errata.example" }).optional(),
  ),
  ERRATA_SECRET: text,
  /** Encrypts probes' and webhooks' secrets: 32 bytes as base64 or hex. */
  ERRATA_SECRETS_KEY: secretsKey,
  /** The key before the present one; still opens what it sealed. */
  ERRATA_SECRETS_KEY_OLD: secretsKey,
  /** Where probes and webhooks may go beyond the public internet: hosts and ranges, separated by commas. */
  ERRATA_OUTGOING_ALLOW: z.preprocess(
    blankIsUnset,
    z
      .string()
      .default("")
      .transform(orSay((list) => parseAllowList(splitList(list)))),
  ),
  /** Who reads /metrics without a key: nobody (`key`), anybody (`open`), or these addresses and ranges. */
  ERRATA_METRICS: z.preprocess(blankIsUnset, z.string().trim().default("key").transform(orSay(parseReaders))),
  ERRATA_LOG_LEVEL: z.preprocess(
    blankIsUnset,
    z.enum(["silent", "error", "warn", "info", "debug"]).default("warn"),
  ),
  /** Set by the demo: the console says on every page that its data is made up. */
  ERRATA_DEMO: z.preprocess(blankIsUnset, z.enum(["0", "1"]).default("0")),
  ERRATA_TIME_ZONE: z.preprocess(blankIsUnset, timeZone.default("UTC")),
  ERRATA_RETENTION_DAYS: integer(1, 3650, 90),
  /** Requests and reported items a minute of a key without a limit of its own. Not set: no limit. */
  ERRATA_ITEMS_PER_MINUTE: z.preprocess(
    blankIsUnset,
    z.coerce.number().int().min(1).max(ITEMS_PER_MINUTE_MOST).optional(),
  ),
  /** What the bodies of reports that are not answered yet may take in memory, decompressed, in MiB. */
  ERRATA_INGEST_MB: integer(1, 4096, 64),
  /** Codes that count as unmapped, besides `internal_error`: separated by commas. */
  ERRATA_UNMAPPED_CODES: z.preprocess(blankIsUnset, z.string().default("").transform(splitList)),
});

export type Env = z.output<typeof Env>;

/**
 * Reads the process's environment once.
 * @throws StartupError naming each variable that does not hold what it should.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const parsed = Env.safeParse(source);
  if (!parsed.success) throw new StartupError(parsed.error.issues.map(sentence).join(" "));
  const { ERRATA_ADMIN_EMAIL: email, ERRATA_ADMIN_PASSWORD: password } = parsed.data;
  if ((email === undefined) !== (password === undefined)) {
    throw new StartupError("ERRATA_ADMIN_EMAIL and ERRATA_ADMIN_PASSWORD are set together or not at all.");
  }
  if (parsed.data.ERRATA_SECRETS_KEY_OLD !== undefined && parsed.data.ERRATA_SECRETS_KEY === undefined) {
    throw new StartupError("ERRATA_SECRETS_KEY_OLD is set beside a new ERRATA_SECRETS_KEY, never alone.");
  }
  return parsed.data;
}

/** A text that is no number was made one, and what came of that is nobody's word. */
function sentence(issue: z.core.$ZodIssue): string {
  return `${issue.path.join(".")} ${inPlainWords(issue.message).replace(/, not no number at all$/, "")}.`;
}

function parseReaders(text: string): "key" | "open" | AllowList {
  return text === "key" || text === "open" ? text : parseAllowList(splitList(text));
}

/** A parser that throws a sentence, as a step of a schema. */
function orSay<T>(parse: (text: string) => T) {
  return (text: string, ctx: z.RefinementCtx): T => {
    try {
      return parse(text);
    } catch (error) {
      ctx.addIssue({ code: "custom", message: error instanceof Error ? error.message : "is not valid" });
      return z.NEVER;
    }
  };
}

function splitList(list: string): string[] {
  return list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
