import { afterAll, beforeAll, expect, test } from "vitest";
import { type CaseWorld, claim, openCaseWorld } from "./case-world";
import { expectAccessible, untilHydrated } from "./world";

/*
 * A verdict at the page of its case: nothing that is written is lost, what may not be sent is not, and however often it
 * is sent it is one.
 */

let world: CaseWorld;
beforeAll(async () => {
  world = await openCaseWorld();
});
afterAll(() => world?.close());

test("what was written outlives the claim, a reload and a refusal; one key takes the case again", async () => {
  const { rita } = world;
  const case_id = await world.openCase("refund-expired");
  await world.visit(rita, case_id);
  await claim(rita);
  await rita.keyboard.press("r");
  await rita.keyboard.press("Space");
  await rita.getByLabel("Id there").fill("re_kept");
  await world.expireClaim(case_id);

  await rita.keyboard.press("Control+Enter");
  await rita.getByRole("heading", { name: "Send this verdict?" }).waitFor();
  await rita.keyboard.press("Control+Enter");
  await rita.getByText("Your claim has ended").first().waitFor();
  await rita.waitForFunction(() => document.querySelector("[role=dialog]") === null);
  expect(await world.verdictCount(case_id)).toBe(0);
  expect(await rita.getByLabel("Id there").inputValue()).toBe("re_kept");

  await rita.reload();
  await untilHydrated(rita);
  await rita.getByText("Nobody holds this case").waitFor();
  await rita.waitForFunction(
    () => document.querySelector<HTMLInputElement>("input.font-mono")?.value === "re_kept",
  );
  await claim(rita);
  await rita.keyboard.press("r");
  await rita.keyboard.press("Control+Enter");
  await rita.getByRole("heading", { name: "Send this verdict?" }).waitFor();
  await rita.keyboard.press("Control+Enter");
  await rita.getByRole("heading", { name: "Settled", exact: true }).waitFor();
  expect(await world.verdictCount(case_id)).toBe(1);
});

test("sent twice it is one verdict, and one key brings the next case", async () => {
  const { rita } = world;
  const case_id = await world.openCase("refund-twice");
  const next = await world.openCase("refund-next", 70_000);
  await world.visit(rita, case_id);
  await claim(rita);
  await rita.keyboard.press("r");
  await rita.keyboard.press("Space");
  await rita.locator("#verdict-form").getByLabel("Note").fill("Found in the ledger.");
  await rita.getByText('"directive": "treat_as_done"').waitFor();
  await rita.getByRole("button", { name: "Review and send" }).click();
  await rita.getByRole("button", { name: "Send it" }).dblclick();
  await rita.getByRole("heading", { name: "Settled", exact: true }).waitFor();
  expect(await world.verdictCount(case_id)).toBe(1);
  await expectAccessible(rita);

  await rita.keyboard.press("n");
  await rita.waitForURL(`**/queue/${next}`);
  await rita.getByText("You hold this case").waitFor();
});

test("an absence that comes too early is not sent, and the page says from when it may be", async () => {
  const { ana } = world;
  const case_id = await world.openCase(null, 60);
  await world.visit(ana, case_id);
  await claim(ana);
  await ana.keyboard.press("r");
  await ana.keyboard.press("ArrowDown");
  await ana.getByText(/not before .+ UTC, in \d+:\d\d/).waitFor();
  await ana.getByText("Too early to say that it did not happen").waitFor();
  await ana.locator("#verdict-form").getByLabel("Note").fill("Nothing there yet.");
  expect(await ana.getByRole("button", { name: "Review and send" }).isDisabled()).toBe(true);
  await ana.keyboard.press("Control+Enter");
  expect(await ana.getByRole("dialog").count()).toBe(0);
  expect(await world.verdictCount(case_id)).toBe(0);
  await expectAccessible(ana);
});

test("where it may have happened twice, each attempt is settled before the case is", async () => {
  const { rita } = world;
  const case_id = await world.openCase("refund-double");
  await world.callApi("POST", `/api/v1/cases/${case_id}/claim`);
  await world.callApi("POST", `/api/v1/cases/${case_id}/verdict`, {
    verdict: "absent",
    evidence: [{ kind: "ledger", note: "Nothing there.", observed_at: new Date().toISOString() }],
  });
  const told = await world.callApi<{ verdict_id: string }>("GET", `/api/v1/verdicts?case_id=${case_id}`);
  await world.callApi("POST", `/api/v1/verdicts/${told.verdict_id}/acknowledgements`, { by: "run_7" });
  await world.callApi("POST", "/api/v1/evidence", {
    ...{ tool: "issue_refund", idempotency_key: "refund-double", effect: "committed", source: "psp" },
    ...{ kind: "callback", external_id: "re_2", observed_at: new Date().toISOString() },
  });
  await world.visit(rita, case_id);
  await rita.getByText("It may have happened twice").waitFor();
  await rita.getByText("Acknowledged by run_7", { exact: false }).waitFor();
  await claim(rita);
  await rita.getByText("One attempt is not settled yet: err_refund-double", { exact: false }).waitFor();
  expect(await rita.getByRole("button", { name: "Review and send" }).isDisabled()).toBe(true);
  await expectAccessible(rita);

  await rita.getByRole("checkbox", { name: "Attempt 1, err_refund-double" }).check();
  await rita.getByLabel("What became of them?").selectOption("committed");
  await rita.getByRole("button", { name: "Record it" }).click();
  await rita.getByText("found by Rita", { exact: false }).waitFor();
  await rita.getByRole("button", { name: "Use it" }).click();
  await rita.getByText("in your answer").waitFor();
  expect(await rita.getByLabel("Id there").last().inputValue()).toBe("re_2");
  expect(await rita.getByRole("button", { name: "Review and send" }).isEnabled()).toBe(true);
});
