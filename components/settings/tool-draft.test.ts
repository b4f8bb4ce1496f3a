import { expect, test } from "vitest";
import type { Tool } from "@/lib/contract/tools";
import { readToolDraft, toolDraft } from "./tool-draft";

const refund: Tool = {
  tool: "issue_refund",
  writes: true,
  in_flight_seconds: 900,
  key_life_seconds: 86_400,
  sla_seconds: 14_400,
  needs_second_person: true,
  remind_seconds: 3_600,
  infers_unknown: true,
  settles_automatically: "never",
  owner: "payments",
  runbook: null,
  link_templates: [{ label: "Provider", url: "https://pay.example/?key={idempotency_key}" }],
  first_seen_at: "2026-11-01T00:00:00Z",
  updated_at: null,
  updated_by: null,
};

test("what is not touched is sent as it was", () => {
  const { tool: _, first_seen_at: __, updated_at: ___, updated_by: ____, ...settings } = refund;
  expect(readToolDraft(toolDraft(refund)).body).toEqual({ ...settings, runbook: "" });
});

test("a tool that nobody declared starts from the rules that hold for it", () => {
  const draft = { ...toolDraft(null), tool: "new_tool" };
  expect(draft).toMatchObject({ effects: "unsaid", in_flight: "15 min", key_life: "24 h", sla: "4 h" });
  expect(readToolDraft(draft).body).toMatchObject({ writes: null, in_flight_seconds: 900 });
});

test("each duration that is none, or out of bounds, is named; nothing is sent", () => {
  const { body, errors } = readToolDraft({
    ...toolDraft(refund),
    in_flight: "soon",
    key_life: "5 s",
    sla: "400 d",
    remind: "later",
  });
  expect(body).toBeNull();
  expect(errors).toEqual({
    in_flight_seconds: "Write a duration such as 15 min, 24 h or 7 d.",
    key_life_seconds: "Must be from 1 min to 365 d.",
    sla_seconds: "Must be from 1 min to 365 d.",
    remind_seconds: "Write a duration such as 15 min, 24 h or 7 d.",
  });
});

test("nothing in flight at all is a rule too, and a link without words is no link", () => {
  const { body } = readToolDraft({
    ...toolDraft(refund),
    in_flight: "0",
    links: [{ id: 0, label: " ", url: "" }],
  });
  expect(body).toMatchObject({ in_flight_seconds: 0, link_templates: [] });
});

test("what machines may do is sent as it is chosen", () => {
  const { body } = readToolDraft({
    ...toolDraft(refund),
    infers_unknown: false,
    settles_automatically: "committed",
    remind: "0",
  });
  expect(body).toMatchObject({
    infers_unknown: false,
    settles_automatically: "committed",
    remind_seconds: 0,
  });
});

test("a tool needs a name", () => {
  expect(readToolDraft(toolDraft(null)).errors).toHaveProperty("tool");
});
