import { describe, expect, it } from "vitest";
import { localPath } from "./local-path";

describe("the page to go on to after signing in", () => {
  it.each(["/", "/queue?view=mine", "/references/a%2Fb#frames"])("%s is ours", (path) => {
    expect(localPath(path)).toBe(path);
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "evil",
    "",
    "/\n/evil.example",
  ])("%j is not, and becomes the start page", (path) => {
    expect(localPath(path)).toBe("/");
  });

  it("a dotted path that would end as another site's is not ours", () => {
    expect(localPath("/.//evil.example")).not.toMatch(/^\/\//);
  });

  it("nothing, or several, is the start page", () => {
    expect(localPath(undefined)).toBe("/");
    expect(localPath(["/a", "/b"])).toBe("/");
  });
});
