import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import type { TestDatabase } from "./database";

/** Ways in which a secret stands in a text; each gives itself away by itself. */
export const FORMS: readonly ((secret: string) => string)[] = [
  (s) => `login failed, password:${s} in a sentence`,
  (s) => `{"user":{"accessToken":"${s} ${s}"}}`,
  (s) => `{\\"client_secret\\": \\"${s}\\"}`,
  (s) => `https://api.example/v1?api_key=${s}&page=2`,
  (s) => `postgres://app:${s}@db.internal/shop`,
  (s) => `Authorization: Basic ${s}==`,
  (s) => `Cookie: a=b; sid=${s}`,
  (s) => `deploy --token ${s} --to eu`,
  (s) => `got Bearer ${s}${s}`,
  (s) => `eyJhbGciOiJIUzI1NiJ9.eyJ${s}.${s}`,
  (s) => `-----BEGIN PRIVATE KEY-----\n${s}\n-----END PRIVATE KEY-----`,
  (s) => `used ghp_${s}${s} there`,
  (s) => `used sk-ant-${s} there`,
  (s) => `<password>${s}</password>`,
  (s) => `Key (reset_token)=(${s}) already exists.`,
  (s) => `const apiKey = '${s}';`,
];
/** Free text is scrubbed of these too; names are not (decision 0061). The last is a rule of the installation's own. */
export const FREE_FORMS: typeof FORMS = [
  ...FORMS,
  (s) => `DETAIL: Key (email)=(${s}@mail.example) already exists.`,
  (s) => `customer CUST-${s} is unknown`,
];
export const OWN_RULE = { name: "customer", pattern: "CUST-[A-Za-z0-9]+", label: "[customer]" };

const unit = fc.constantFrom(..."abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789");
const secrets = fc.string({ unit, minLength: 18, maxLength: 18 }).map((text) => `Zq7${text}`);
/** Half of a secret is too much. */
const BEGINNING = "Zq7".length + 6;

/** Secrets that were planted, and what of them stands in a text. */
export class Planted {
  readonly #beginnings = new Set<string>();
  #left: string[] = [];

  /** So many new secrets. */
  take(count: number): string[] {
    const taken = fc.sample(secrets, { numRuns: count, seed: 8100 + this.#beginnings.size });
    for (const secret of taken) this.#beginnings.add(secret.slice(0, BEGINNING));
    return taken;
  }

  next(): string {
    if (this.#left.length === 0) this.#left = this.take(100);
    return this.#left.pop() ?? "";
  }

  /** What is in a text of planted secrets, with what stands around; other texts may begin alike by chance. */
  tracesIn(text: string): string[] {
    return [...text.matchAll(/Zq7[A-Za-z0-9]{6}/g)]
      .filter(([beginning]) => this.#beginnings.has(beginning))
      .map(({ index }) => text.slice(Math.max(0, index - 80), index + 40));
  }
}

/** What can hold no words. */
const WORDLESS = /^(?:smallint|integer|bigint|numeric|real|double precision|boolean|uuid|date|time|interval)/;

/** The columns that can hold words, of every table there is: a new table falls under this by itself. */
export async function wordColumns({
  sql,
}: TestDatabase): Promise<{ table: string; column: string; type: string }[]> {
  const columns = await sql<{ table: string; column: string; type: string }[]>`
    select format('%I.%I', table_schema, table_name) as table, format('%I', column_name) as column, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1, ordinal_position`;
  return columns.filter(({ type }) => !WORDLESS.test(type));
}

/** All words of the database, a line for each value, with where it stands; what is compressed is unfolded. */
export async function dumpWords(database: TestDatabase): Promise<string> {
  const lines: string[] = [];
  for (const { table, column, type } of await wordColumns(database)) {
    const value = type === "bytea" ? column : `${column}::text`;
    const rows = await database.sql.unsafe<{ value: string | Buffer }[]>(
      `select ${value} as value from ${table} where ${column} is not null`,
    );
    for (const row of rows) lines.push(`${table}.${column} ${wordsOf(row.value)}`);
  }
  return lines.join("\n");
}

/** Bytes as whatever text they could be. */
function wordsOf(value: string | Buffer): string {
  if (!Buffer.isBuffer(value)) return value;
  if (value[0] === 0x1f && value[1] === 0x8b) return gunzipSync(value).toString("utf8");
  return `${value.toString("latin1")} ${value.toString("utf16le")}`;
}
