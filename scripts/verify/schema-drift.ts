import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ROOT, runProgram } from "./check";

/** The migrations say what `db/schema` says: generating into a copy of them must add nothing. */
export async function checkSchemaDrift(): Promise<string[]> {
  const copy = mkdtempSync(join(tmpdir(), "errata-drift-"));
  try {
    cpSync(join(ROOT, "db", "migrations"), copy, { recursive: true });
    const before = readdirSync(copy);
    // drizzle-kit joins `out` to the working directory, so it has to be relative.
    const out = relative(ROOT, copy);
    const schema = ["--dialect", "postgresql", "--schema", "./db/schema", "--out", out];
    const { code, output } = await runProgram(["drizzle-kit", "generate", ...schema]);
    const added = readdirSync(copy).filter((file) => !before.includes(file));
    if (code !== 0) return [output];
    return added.length === 0 ? [] : ["db/schema says more than db/migrations: run `npm run db:generate`."];
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
