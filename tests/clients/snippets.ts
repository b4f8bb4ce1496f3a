import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");

export type Block = { language: string; text: string };

/** The fenced blocks of a page of docs/producers. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(ROOT, "docs/producers", page), "utf8");
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", body = ""]) => ({
    language,
    text: body,
  }));
}

/** All blocks of a language, which are one program, or all that it prints. */
export const textOf = (blocks: readonly Block[], language: string) =>
  blocks.flatMap((block) => (block.language === language ? block.text : [])).join("");

/** A folder of a team's own, with the helpers copied into it as the pages say. */
export function openProducer(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "errata-producer-"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  copyFileSync(join(ROOT, "clients/typescript/errata.ts"), join(folder, "errata.ts"));
  copyFileSync(join(ROOT, "clients/python/errata.py"), join(folder, "errata.py"));
  for (const language of ["typescript", "python"])
    cpSync(join(ROOT, "clients", language, "adapters"), join(folder, "adapters"), { recursive: true });
  const run = async (command: string, ...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(command, args, {
      cwd: folder,
      env: { ...process.env, NO_COLOR: "1", PYTHONDONTWRITEBYTECODE: "1", ...env },
      maxBuffer: 50_000_000,
    });
    return stdout;
  };
  return {
    folder,
    /** What it prints. Fails when it ends with another code than 0. */
    run,
    /** A TypeScript program beside the helper. Bundled first: to start tsx for each takes seconds. */
    runTypescript: async (program: string, ...args: string[]): Promise<string> => {
      writeFileSync(join(folder, "program.ts"), program);
      const outfile = join(folder, "program.mjs");
      const from = { entryPoints: [join(folder, "program.ts")], preserveSymlinks: true };
      // Packages stay outside: some of them ask for Node's own modules in ways that no bundle takes.
      const into = { outfile, bundle: true, packages: "external", platform: "node", format: "esm" } as const;
      await build({ ...from, ...into, logLevel: "error" });
      return run(process.execPath, outfile, ...args);
    },
    runPython: (program: string, ...args: string[]): Promise<string> =>
      run("python3", "-c", program, ...args),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
