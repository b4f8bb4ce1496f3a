import { Errata } from "@/clients/typescript/errata";

/** Reports 1,000 events and ends: `exiting-process.ts <url> <key> <tool> <how>`, by itself or by `process.exit`. */
const [url = "", key = "", tool = "", how] = process.argv.slice(2);
const errata = new Errata({ url, key, exit_timeout_ms: 60_000 });
const write = errata.tool(tool, { writes: true });
for (let index = 0; index < 1_000; index += 1) write.fail(new Error("no answer"), { index });
if (how === "exit") process.exit(0);
