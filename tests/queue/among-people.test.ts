import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAttachment } from "@/lib/services/attachments/add-attachment";
import { listAudit } from "@/lib/services/audit/list-audit";
import { freezeBulk } from "@/lib/services/bulk/freeze-bulk";
import { listBulk } from "@/lib/services/bulk/list-bulk";
import { readBulk } from "@/lib/services/bulk/read-bulk";
import { addNote } from "@/lib/services/cases/add-note";
import { claimCase } from "@/lib/services/cases/claim-case";
import { exportCase } from "@/lib/services/cases/export-case";
import { listCases } from "@/lib/services/cases/list-cases";
import { readCase } from "@/lib/services/cases/read-case";
import { recordFindings } from "@/lib/services/cases/record-findings";
import type { ServiceContext } from "@/lib/services/context";
import { member } from "./members";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;
let eva: ServiceContext;
beforeAll(async () => {
  world = await openQueueWorld();
  eva = await member(world, "Eva", ["reconciler", "admin"]);
});
afterAll(() => world.close());

const SAID = ["statement.pdf", "looked twice", "ask Bob first", "case.noted", "case.attached"];

/** A case with a note, a file, and a finding with its reason. */
async function talkedAbout(tool: string): Promise<string> {
  const case_id = await world.open({ tool });
  const content = new TextEncoder().encode("a statement");
  const file = { name: "statement.pdf", media_type: "application/pdf", content };
  await addAttachment(eva, { case_id, read: async () => file });
  await addNote(eva, { case_id, text: "ask Bob first" });
  await claimCase(eva, { case_id });
  const attempt_ids = (await readCase(eva, { case_id })).attempts.map(({ attempt_id }) => attempt_id);
  const finding = { found: "committed" as const, external_id: "re_9", note: "looked twice" };
  await recordFindings(eva, { case_id, attempt_ids, ...finding });
  return case_id;
}

test("what people say of a case no key reads, by any door", async () => {
  const tool = `refund-${randomUUID()}`;
  const case_id = await talkedAbout(tool);
  const exported = async (by: ServiceContext, format: "json" | "md") => {
    let text = "";
    for await (const piece of await exportCase(by, { case_id, format })) text += piece;
    return text;
  };
  const doors: ((by: ServiceContext) => Promise<unknown>)[] = [
    (by) => readCase(by, { case_id }),
    (by) => listCases(by, { tool: [tool], limit: 10 }),
    (by) => exported(by, "json"),
    (by) => exported(by, "md"),
    (by) => listAudit(by, { subject_id: case_id, limit: 100 }),
  ];
  const everything = async (by: ServiceContext) =>
    JSON.stringify(await Promise.all(doors.map((door) => door(by))));
  const [forPeople, forKeys] = [await everything(eva), await everything(world.runtime)];
  for (const text of SAID) expect(forPeople).toContain(text);
  for (const text of SAID) expect(forKeys).not.toContain(text);
  expect(forKeys).toContain("re_9");
});

test("the text of a bulk note neither", async () => {
  const case_id = await world.open();
  const { bulk_id } = await freezeBulk(eva, {
    parameters: { kind: "note", text: "do not tell machines" },
    choose: { case_ids: [case_id] },
  });
  for (const door of [
    (by: ServiceContext) => readBulk(by, { bulk_id }),
    (by: ServiceContext) => listBulk(by, { limit: 10 }),
  ]) {
    const forKey = JSON.stringify(await door(world.runtime));
    expect(forKey).toContain(bulk_id);
    expect(forKey).not.toContain("do not tell machines");
    expect(JSON.stringify(await door(eva))).toContain("do not tell machines");
  }
});
