import { afterAll, beforeAll, expect, test } from "vitest";
import { type CaseWorld, claim, openCaseWorld } from "./case-world";
import { expectAccessible } from "./world";

/* Two people at one case: each sees at once what the other does, and hands it on without the mouse. */

let world: CaseWorld;
beforeAll(async () => {
  world = await openCaseWorld();
});
afterAll(() => world?.close());

test("another's claim and note appear by themselves, and say who", async () => {
  const { rita, ana } = world;
  const case_id = await world.openCase("refund-live");
  await world.visit(ana, case_id);
  await world.visit(rita, case_id);
  await expectAccessible(ana);
  await claim(rita);
  await ana.getByText("Rita holds this case").waitFor();
  await ana.getByText("Rita claimed the case.").waitFor();
  expect(await ana.getByRole("button", { name: "Review and send" }).isDisabled()).toBe(true);

  await rita.keyboard.press("m");
  await rita.keyboard.insertText("The provider's page is slow today.");
  await rita.keyboard.press("Control+Enter");
  await ana.getByText("There is a new note.").waitFor();
  await ana.getByText("The provider's page is slow today.").first().waitFor();
  await expectAccessible(ana);
});

test("a case is assigned, put aside and handed on without the mouse", async () => {
  const { rita, ana } = world;
  const case_id = await world.openCase("refund-hand-on");
  await world.visit(rita, case_id);
  await rita.keyboard.press("a");
  await rita.getByRole("option", { name: "Ana" }).waitFor();
  await rita.keyboard.type("Ana");
  await rita.waitForFunction(() => document.querySelectorAll("[role=option]").length === 1);
  await rita.keyboard.press("Enter");
  await rita.getByText("Assigned to Ana", { exact: false }).first().waitFor();

  await rita.keyboard.press("z");
  await rita.getByRole("dialog").getByText("never past its deadline", { exact: false }).waitFor();
  await rita.keyboard.press("Enter");
  await rita.getByText("It comes back by itself.").waitFor();
  await rita.keyboard.press("z");
  await rita.getByText("It is back in the open view").waitFor();

  await rita.keyboard.press("e");
  await rita.getByRole("dialog").getByRole("textbox").first().fill("I have no access to this provider.");
  await rita.getByRole("button", { name: "Escalate it" }).press("Enter");
  await rita.getByText("Rita escalated it", { exact: false }).first().waitFor();
  await world.visit(ana, case_id);
  await ana.getByText("I have no access to this provider.").first().waitFor();
  await expectAccessible(rita);
});
