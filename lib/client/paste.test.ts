import { afterEach, expect, it, vi } from "vitest";
import { lookUpPaste } from "./paste";

type Asked = { q: string; signal: AbortSignal; answer: () => void };

/** A server that answers when it is told to, finding whatever it is asked for. */
function slowServer(): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", (_: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    const { q } = JSON.parse(body) as { q: string };
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      const matches = [{ reference: q, event_id: null, found_by: "reference" }];
      asked.push({ q, signal, answer: () => resolve(Response.json({ answer: "found", matches })) });
    });
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it("the last paste counts, and the one before is no longer waited for", async () => {
  const asked = slowServer();
  const [first, second] = [lookUpPaste("err_7c1f9a"), lookUpPaste("err_7c1f9b")];
  expect(asked.map(({ q, signal }) => [q, signal.aborted])).toEqual([
    ["err_7c1f9a", true],
    ["err_7c1f9b", false],
  ]);
  asked[1]?.answer();
  expect(await first).toBeNull();
  expect(await second).toContain("err_7c1f9b");
});

it("one whose answer had come already goes nowhere either", async () => {
  const asked = slowServer();
  const first = lookUpPaste("err_7c1f9a");
  asked[0]?.answer();
  const second = lookUpPaste("err_7c1f9b");
  asked[1]?.answer();
  expect(await first).toBeNull();
  expect(await second).toContain("err_7c1f9b");
});

it("a text that is too long says so, and takes the place of the one before", async () => {
  slowServer();
  const first = lookUpPaste("err_7c1f9a");
  await expect(lookUpPaste("x".repeat(20_001))).rejects.toMatchObject({ problem: { code: "invalid_q" } });
  expect(await first).toBeNull();
});
