import { randomUUID } from "node:crypto";
import { rescueClaims } from "@/db/queries/claims";
import type { AttemptInput } from "@/domain/attempt";
import { isDomainError } from "@/domain/errors";
import { assignCase } from "@/lib/services/cases/assign-case";
import { claimCase } from "@/lib/services/cases/claim-case";
import { deescalateCase } from "@/lib/services/cases/deescalate-case";
import { escalateCase } from "@/lib/services/cases/escalate-case";
import { giveBackCase } from "@/lib/services/cases/give-back-case";
import { openCase } from "@/lib/services/cases/open-case";
import { recordFindings } from "@/lib/services/cases/record-findings";
import { reopenCase } from "@/lib/services/cases/reopen-case";
import { snoozeCase } from "@/lib/services/cases/snooze-case";
import { takeNextCase } from "@/lib/services/cases/take-next-case";
import { wakeCase } from "@/lib/services/cases/wake-case";
import type { ServiceContext } from "@/lib/services/context";
import { attachEvidence } from "@/lib/services/evidence/attach-evidence";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";
import { approveVerdict } from "@/lib/services/verdicts/approve-verdict";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import type { BulkWorld } from "../bulk-world";
import { seen, unknown } from "../world";
import { type Model, overrulesOf } from "./model";
import type { CaseSeen } from "./rows";
import type { AttemptStep, Intent, PEOPLE, Write } from "./steps";

export type Machine = BulkWorld & { people: Record<(typeof PEOPLE)[number], ServiceContext> };

/** What came of a step: an answer, a refusal by its code, or nothing to do it to. */
export type Outcome = { answer: unknown } | { refused: string } | "nothing";

export const target = (model: Model, which: number): CaseSeen | undefined =>
  model.rows.cases.length === 0 ? undefined : model.rows.cases[which % model.rows.cases.length];

/** The verdict that a runtime would take: the one that stands, or an older one. */
export function toldOf(model: Model, row: CaseSeen, old: boolean) {
  const told = model.rows.verdicts.filter((one) => one.case_id === row.case_id && one.state === "settled");
  const standing = told.find(({ verdict_id }) => verdict_id === row.verdict_id);
  return old || standing === undefined ? told.find((one) => one !== standing) : standing;
}

export const named = ({ tenant, environment, tool }: Omit<Intent, "idempotency_key">) => ({
  ...{ tool, tenant: tenant ?? "", environment: environment ?? "", service: "billing" },
});

/** Does it. Refusals of ours are outcomes; whatever else is thrown is a fault and goes on. */
export async function perform(machine: Machine, model: Model, step: Write): Promise<Outcome> {
  const deed = prepare(machine, model, step);
  return deed === null ? "nothing" : outcomeOf(deed);
}

export async function outcomeOf(deed: Deed): Promise<Outcome> {
  try {
    return { answer: await deed() };
  } catch (error) {
    if (isDomainError(error)) return { refused: error.code };
    throw error;
  }
}

export type Deed = () => Promise<unknown>;

/** The step as something that can be done twice and stays the same: who retries sends the same again. */
export function prepare(machine: Machine, model: Model, step: Write): Deed | null {
  const { clock, people } = machine;
  switch (step.do) {
    case "attempts":
      return report(machine, model, step.items);
    case "take":
      return () => takeNextCase(people[step.who]);
    case "report": {
      const { tenant, environment, tool, idempotency_key } = step.intent;
      if (idempotency_key === null) return null;
      const parts = step.named ? named({ tenant, environment, tool }) : { tool };
      const observed_at = clock.at(-step.ago);
      return () => machine.report(step.effect, { ...parts, idempotency_key, observed_at, external_id: null });
    }
    case "by_hand": {
      const { tenant, environment, tool, idempotency_key } = step.intent;
      const report = {
        ...named({ tenant, environment, tool }),
        idempotency_key: idempotency_key ?? undefined,
      };
      return () => openCase(people[step.who], { reason: "charged twice", report });
    }
    case "rescue":
      return () => machine.rt.db.transaction((tx) => rescueClaims(tx, clock.iso));
    default: {
      const row = target(model, step.which);
      return row === undefined ? null : onCase(machine, model, step, row);
    }
  }
}

type OnCase = Extract<Write, { which: number }>;

function onCase(machine: Machine, model: Model, step: OnCase, row: CaseSeen): Deed | null {
  const { clock, people, runtime } = machine;
  const { case_id } = row;
  switch (step.do) {
    case "claim":
      return () => claimCase(people[step.who], { case_id });
    case "release":
      return () => giveBackCase(people[step.who], { case_id });
    case "settle": {
      const evidence = [seen(clock.at(-step.ago), step.external_id)];
      const overrules = overrulesOf(model.rows, row, step);
      return () => issueVerdict(people[step.who], { case_id, verdict: step.verdict, evidence, overrules });
    }
    case "work": {
      const evidence = [seen(clock.at(-step.ago))];
      const overrules = overrulesOf(model.rows, row, step);
      return async () => {
        await claimCase(people[step.who], { case_id });
        return issueVerdict(people[step.who], { case_id, verdict: step.verdict, evidence, overrules });
      };
    }
    case "approve": {
      const verdict_id = row.proposal_id ?? row.verdict_id ?? randomUUID();
      return () => approveVerdict(people[step.who], { case_id, verdict_id, agree: step.agree, note: null });
    }
    case "see": {
      const note = `seen in step ${model.step}`;
      const given = {
        kind: "provider",
        external_id: null,
        url: null,
        note,
        observed_at: clock.at(-step.ago),
      };
      return () => attachEvidence(people[step.who], { case_id, effect: step.effect, ...given });
    }
    case "poll":
      return () => awaitVerdict(runtime, { target: { case_id }, wait_seconds: 0 });
    case "acknowledge": {
      const told = toldOf(model, row, step.old);
      return told === undefined
        ? null
        : () => acknowledgeVerdict(runtime, { verdict_id: told.verdict_id, by: step.run });
    }
    case "reopen":
      return () => reopenCase(people[step.who], { case_id, reason: "look again" });
    case "find": {
      const attempt_ids = model.rows.attempts
        .filter((one) => one.case_id === case_id)
        .map(({ attempt_id }) => attempt_id);
      const finding = { attempt_ids, found: step.found, external_id: null, note: null };
      return () => recordFindings(people[step.who], { case_id, ...finding });
    }
    default:
      return putAside(machine, step, case_id);
  }
}

function putAside(
  { clock, people }: Machine,
  step: Extract<OnCase, { do: "snooze" | "wake" | "escalate" | "deescalate" | "assign" }>,
  case_id: string,
): Deed {
  const by = people[step.who];
  switch (step.do) {
    case "snooze": {
      const until = clock.at(step.seconds);
      return () => snoozeCase(by, { case_id, until });
    }
    case "wake":
      return () => wakeCase(by, { case_id });
    case "escalate":
      return () => escalateCase(by, { case_id, reason: "another pair of eyes" });
    case "deescalate":
      return () => deescalateCase(by, { case_id });
    case "assign":
      return () => assignCase(by, { case_id, person_id: people[step.to].caller.id });
  }
}

/** The batch comes twice at once, the second time backwards: duplicates and another order are the rule. */
function report(machine: Machine, model: Model, items: readonly AttemptStep[]): Deed {
  const attempts = items.map((item) => toInput(machine, item));
  for (const [index, { event_id }] of attempts.entries()) {
    const item = items[index];
    if (item === undefined || event_id === null) continue;
    model.reported.set(event_id, {
      intent: item.intent,
      opens: item.effect === "unknown" || item.effect === "inferred",
    });
  }
  return async () => {
    const batches = [attempts, [...attempts].reverse()].map((batch) => machine.join(...batch));
    for (const one of await Promise.allSettled(batches)) if (one.status === "rejected") throw one.reason;
  };
}

function toInput({ clock }: Machine, { intent, effect, arguments_hash, ago }: AttemptStep): AttemptInput {
  const inferred = effect === "inferred";
  return unknown(clock, {
    ...intent,
    ...{ arguments_hash, occurred_at: clock.at(-ago), inferred, snapshot: { inferred } },
    effect: inferred ? null : (effect as AttemptInput["effect"]),
  });
}
