import type { Database } from "@/db/client";
import { reasonInGeneral, whyNotDone } from "@/domain/bulk-rules";
import { type CaseScope, caseScopeOf } from "@/domain/case-scope";
import type { Caller } from "@/domain/permissions";
import type { BulkRow } from "./bulk-actions";
import { readBulkActor } from "./bulk-actor";
import { type BulkCaseRow, readBulkCasesAfter } from "./bulk-cases";
import { countProposals, type ProposalGroup, readProposalGroups } from "./bulk-proposals";
import { readToolRules } from "./tools";

/** Rows judged between two turns of the event loop: some 40 ms of one processor. */
const PART = 2_000;
const SAMPLE = 20;

type Sampled = Pick<BulkCaseRow, "case_id" | "tool" | "tenant" | "idempotency_key" | "deadline_at"> & {
  code: string | null;
};

export type BulkPreview = {
  will_do: number;
  will_propose: number;
  will_skip: { code: string; message: string; count: number }[];
  /** What would be agreed to, the most frequent first. */
  proposals: ProposalGroup[];
  sample: Sampled[];
};

/** What would become of each case of a frozen set if it ran now; every one is judged, none is estimated. */
export async function previewBulk(
  db: Database,
  action: BulkRow,
  caller: Caller,
  now: string,
): Promise<BulkPreview> {
  const skipped = new Map<string, number>();
  const preview: BulkPreview = { will_do: 0, will_propose: 0, will_skip: [], proposals: [], sample: [] };
  const proposals = countProposals();
  const actor = await readBulkActor(db, action.parameters, caller, now);
  let seen = 0;
  for await (const part of partsOf(db, action, caseScopeOf(caller))) {
    const proposes = await readProposes(db, action, part);
    for (const row of part) {
      const code = whyNotDone(action.parameters, row, actor)?.code ?? null;
      if (code !== null) skipped.set(code, (skipped.get(code) ?? 0) + 1);
      else if (proposes(row.tool)) preview.will_propose += 1;
      if (code === null) preview.will_do += 1;
      if (code === null && action.kind === "agree") proposals.add(row);
      if (preview.sample.length < SAMPLE) preview.sample.push(sampled(row, code));
    }
    seen += part.length;
  }
  // What the caller may not see any more is in the set still, and would be skipped.
  if (seen < action.total) skipped.set("forbidden", action.total - seen);
  preview.will_skip = [...skipped]
    .map(([code, count]) => ({ code, message: reasonInGeneral(code), count }))
    .sort((a, b) => b.count - a.count);
  preview.proposals = await readProposalGroups(db, proposals.groups());
  return preview;
}

async function* partsOf(db: Database, action: BulkRow, scope: CaseScope) {
  for (let after = 0; ; ) {
    const part = await readBulkCasesAfter(db, scope, action, after, PART);
    if (part.length > 0) yield part;
    const last = part.at(-1);
    if (last === undefined || part.length < PART) return;
    after = last.position;
  }
}

/** Which tools ask for a second person, if a verdict is given. */
async function readProposes(
  db: Database,
  { parameters }: BulkRow,
  part: readonly BulkCaseRow[],
): Promise<(tool: string | null) => boolean> {
  if (parameters.kind !== "verdict") return () => false;
  const tools = part.flatMap(({ tool }) => (tool === null ? [] : [tool]));
  const rules = await readToolRules(db, tools);
  return (tool) => rules(tool).needs_second_person;
}

function sampled({ case_id, tool, tenant, idempotency_key, deadline_at }: BulkCaseRow, code: string | null) {
  return { case_id, tool, tenant, idempotency_key, deadline_at, code };
}
