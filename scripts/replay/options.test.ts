import { expect, test } from "vitest";
import { findFiles } from "./find-files";
import { parseOptions } from "./options";
import { serverName } from "./replay";
import { UsageError } from "./usage-error";

const parse = (argv: string[], env: Record<string, string | undefined> = { ERRATA_KEY: "k" }) =>
  parseOptions(argv, env, "/root");

test("what is not said has a sensible value", () => {
  expect(parse(["folder"])).toMatchObject({
    path: "folder",
    url: "http://localhost:3000",
    key: "k",
    rate: null,
    shift_to_now: false,
    state_path: "/root/.data/replay-shifts.json",
  });
  expect(parse(["folder"], { ERRATA_BOOTSTRAP_KEY: "b", PORT: "4000" })).toMatchObject({
    key: "b",
    url: "http://localhost:4000",
  });
});

test("a base path stays, a trailing slash goes", () => {
  expect(parse(["f", "--url", "https://host/errata/"])?.url).toBe("https://host/errata");
});

test("this machine is the same server by each of its names", () => {
  const names = ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"].map(serverName);
  expect(new Set(names).size).toBe(1);
  expect(serverName("http://127.0.0.1.example:3000")).toBe("http://127.0.0.1.example:3000");
});

test("without a key it says where to get one", () => {
  expect(() => parse(["folder"], {})).toThrow(/Settings → Keys/);
});

test.each([
  [[]],
  [["a", "b"]],
  [["a", "--rate", "0"]],
  [["a", "--rate", "fast"]],
  [["a", "--url", "localhost:3000"]],
  [["a", "--new-shift"]],
  [["a", "--nonsense"]],
])("%j is refused with a word on what to say", (argv) => {
  expect(() => parse(argv)).toThrow(UsageError);
});

test("a path that is not there, or of no known name, says so", async () => {
  await expect(findFiles("/nowhere/at/all")).rejects.toThrow("/nowhere/at/all does not exist.");
  await expect(findFiles("package.json")).rejects.toThrow("--as events");
  await expect(findFiles("package.json", "things")).rejects.toThrow("releases, calls, events");
});
