import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesOfOurs, ROOT } from "./check";

/** Our own folders: what begins with one of them and sits in back-quotes is meant as a path. */
const FOLDERS = "app|components|lib|db|domain|scripts|tests|bench|docs|public|clients|types|\\.ci";
const QUOTED_PATH = new RegExp(`\`((?:${FOLDERS})/[\\w./()\\[\\]@-]+)\``, "g");
const LINK = /\]\(([^)\s]+)\)/g;

/** Every path and link that README and docs name leads somewhere. */
export async function checkDocsPaths(): Promise<string[]> {
  return filesOfOurs(/^([^/]+|docs\/.*)\.md$/).flatMap((file) => {
    const text = withoutCode(readFileSync(join(ROOT, file), "utf8"));
    const paths = [...text.matchAll(QUOTED_PATH)]
      .map((match) => match[1] ?? "")
      .map((path) => join(ROOT, path));
    const links = [...text.matchAll(LINK)].map((match) => match[1] ?? "").filter(isLocal);
    const targets = links.map((link) =>
      join(ROOT, dirname(file), decodeURIComponent(link.split("#", 1)[0] ?? "")),
    );
    return [...paths, ...targets]
      .filter((path) => !existsSync(path))
      .map((path) => `${file} names ${path.slice(ROOT.length + 1)}, which does not exist.`);
  });
}

/** Blocks of code are examples, not claims about this checkout. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```/gm, "");
}

function isLocal(link: string): boolean {
  return !/^[a-z]+:|^#|^\//i.test(link);
}
