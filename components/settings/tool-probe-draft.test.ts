import { expect, test } from "vitest";
import type { Probe } from "@/lib/contract/probes";
import { type ProbeDraft, probeDraft, readProbeDraft } from "./tool-probe-draft";

const stored: Probe = {
  tool: "refund",
  url: "https://psp.example/refunds/{idempotency_key}",
  headers: [{ name: "Authorization", value: "Bearer {secret}" }],
  has_secret: true,
  rules: [
    {
      effect: "committed",
      statuses: [200, 201],
      path: "data.0.status",
      comparison: "one_of",
      values: ["paid", "sent"],
    },
    { effect: "absent", statuses: [200], path: "data.0", comparison: "missing", values: [] },
    { effect: "absent", statuses: [404], path: null, comparison: null, values: [] },
  ],
  automatic: true,
  timeout_seconds: 10,
  updated_at: "2026-11-01T00:00:00.000000Z",
  updated_by: "Eve",
};

test("what is not touched is sent as it was, and a secret nobody can read is left alone", () => {
  const { tool: _tool, has_secret: _has, updated_at: _at, updated_by: _by, ...body } = stored;
  expect(readProbeDraft(probeDraft(stored)).body).toEqual(body);
});

test.each<[string, ProbeDraft["secret"], object]>([
  ["set", { change: "set", text: " s3cret " }, { secret: "s3cret" }],
  ["removed", { change: "remove" }, { secret: null }],
])("a secret that is %s is said so", (_name, secret, sent) => {
  expect(readProbeDraft({ ...probeDraft(stored), secret }).body).toMatchObject(sent);
});

test("one value holds its commas, several are separated by them", () => {
  const [rule] = probeDraft(stored).rules;
  if (rule === undefined) throw new Error("the probe lost its rules");
  const sent = (parts: Partial<typeof rule>) =>
    readProbeDraft({ ...probeDraft(stored), rules: [{ ...rule, ...parts }] }).body?.rules[0]?.values;
  expect(sent({ comparison: "equals", values: "paid, in full" })).toEqual(["paid, in full"]);
  expect(sent({ comparison: "one_of", values: "paid, sent," })).toEqual(["paid", "sent"]);
  expect(sent({ comparison: "exists", values: "left over" })).toEqual([]);
});

test("what is missing or no number is named; nothing is sent", () => {
  const { body, errors } = readProbeDraft({
    ...probeDraft(null),
    timeout: "1 h",
    secret: { change: "set", text: " " },
    rules: [{ id: 0, effect: "absent", statuses: "not found", path: "", comparison: "equals", values: "" }],
  });
  expect(body).toBeNull();
  expect(Object.keys(errors ?? {}).sort()).toEqual(["rules", "secret", "timeout_seconds", "url"]);
  expect(readProbeDraft({ ...probeDraft(stored), rules: [] }).errors).toHaveProperty("rules");
});
