import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesOfOurs, ROOT } from "./check";

const MOST_LINES = 250;

/** A reason counts only where everyone sees it: in the first lines. */
const REASON = /(\/\/|\/\*|\*|#) over 250 lines because \S+/;

/** Longer files hold two ideas, unless they say why not. */
export async function checkFileLengths(): Promise<string[]> {
  return filesOfOurs(/\.(tsx?|mjs|cjs|css)$/).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    const lines = text.split("\n").length - 1;
    if (lines <= MOST_LINES || REASON.test(text.slice(0, 600))) return [];
    return [`${file} has ${lines} lines: split it by idea, or begin it with "// over 250 lines because …".`];
  });
}
