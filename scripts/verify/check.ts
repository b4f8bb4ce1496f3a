import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

/** Something that must hold; an empty list means it does. */
export type Check = { name: string; run: () => Promise<string[]> };

export type Outcome = { code: number; output: string };

/** Runs a program of node_modules/.bin from the root. */
export function runProgram([program, ...args]: [string, ...string[]]): Promise<Outcome> {
  const child = spawn(join(ROOT, "node_modules", ".bin", program), args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
    shell: process.platform === "win32",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output: output.trim() }));
  });
}

/** Holds when the program exits with 0; else its output is the problem. */
export function commandCheck(name: string, command: [string, ...string[]]): Check {
  return {
    name,
    run: async () => {
      const { code, output } = await runProgram(command);
      return code === 0 ? [] : [output || `${command.join(" ")} exited with ${code}`];
    },
  };
}

const SKIPPED = new Set(["node_modules", ".next", ".data", ".git", "coverage", "clients", "migrations"]);

/** Paths from the root of every file of ours that matches, with forward slashes. */
export function filesOfOurs(matches: RegExp, folder = ROOT): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesOfOurs(matches, path);
    const name = relative(ROOT, path).replaceAll("\\", "/");
    return matches.test(name) ? [name] : [];
  });
}
