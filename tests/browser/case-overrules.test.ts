import { afterAll, beforeAll, expect, test } from "vitest";
import { type CaseWorld, claim, openCaseWorld } from "./case-world";
import { expectAccessible } from "./world";

/* "It did not happen" over evidence that it did: not before a person has looked at each piece, by mouse or by keys. */

let world: CaseWorld;
beforeAll(async () => {
  world = await openCaseWorld();
});
afterAll(() => world?.close());

const report = (idempotency_key: string, external_id: string) =>
  world.callApi("POST", "/api/v1/evidence", {
    ...{ tool: "issue_refund", idempotency_key, effect: "committed", source: "psp", kind: "callback" },
    ...{ external_id, observed_at: new Date().toISOString() },
  });

test("each piece is looked at before it is sent; what arrives meanwhile comes into sight and nothing is lost", async () => {
  const { rita } = world;
  const case_id = await world.openCase("refund-over");
  await report("refund-over", "re_first");
  await world.visit(rita, case_id);
  await claim(rita);
  await rita.keyboard.press("r");
  await rita.keyboard.press("ArrowDown");
  const form = rita.locator("#verdict-form");
  await form.getByRole("group", { name: "Evidence says that it happened" }).waitFor();
  await form.getByLabel("Note").fill("re_first is of another order.");
  const send = rita.getByRole("button", { name: "Review and send" });
  expect(await send.isDisabled()).toBe(true);
  await expectAccessible(rita);

  const first = form.getByRole("checkbox", { name: /psp, re_first/ });
  await first.focus();
  await rita.keyboard.press("Space");
  await rita.getByText('"directive": "safe_to_retry"').waitFor();
  await rita.keyboard.press("Control+Enter");
  await rita.getByRole("heading", { name: "Send this verdict?" }).waitFor();
  await rita.getByRole("dialog").getByText("psp, re_first", { exact: false }).waitFor();
  await report("refund-over", "re_second");
  await rita.keyboard.press("Control+Enter");

  const second = form.getByRole("checkbox", { name: /psp, re_second/ });
  await second.waitFor();
  await rita.waitForFunction(() => document.querySelector("[role=dialog]") === null);
  expect(await world.verdictCount(case_id)).toBe(0);
  expect(await form.getByLabel("Note").inputValue()).toBe("re_first is of another order.");
  expect([await first.isChecked(), await second.isChecked()]).toEqual([true, false]);
  await rita.waitForFunction(() => document.activeElement?.matches("input[type=checkbox]:not(:checked)"));
  await expectAccessible(rita);

  await rita.keyboard.press("Space");
  await rita.keyboard.press("Control+Enter");
  await rita.getByRole("heading", { name: "Send this verdict?" }).waitFor();
  await rita.keyboard.press("Control+Enter");
  await rita.getByRole("heading", { name: "Settled", exact: true }).waitFor();
  expect(await world.verdictCount(case_id)).toBe(1);
  await rita.getByText("found not to speak of this effect", { exact: false }).first().waitFor();
});
