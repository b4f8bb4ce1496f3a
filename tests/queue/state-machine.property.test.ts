import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDatabaseUnavailable } from "@/lib/platform/database-failure";
import { listCases } from "@/lib/services/cases/list-cases";
import { putTool } from "@/lib/services/tools/put-tool";
import { keyContext } from "../support/runtime";
import { openBulkWorld, verdictOf } from "./bulk-world";
import { violations } from "./state-machine/invariants";
import { killWriters } from "./state-machine/kill-writers";
import { Model } from "./state-machine/model";
import { type Machine, outcomeOf, perform, prepare } from "./state-machine/perform";
import { judge, predict } from "./state-machine/predict";
import { readRows } from "./state-machine/rows";
import { attempt, type Step, step, TOOLS } from "./state-machine/steps";

/** `STATE_MACHINE_RUNS=2000` for a long one; with another `STATE_MACHINE_SEED`, and `STATE_MACHINE_PATH` to see one again. */
const RUNS = Number(process.env.STATE_MACHINE_RUNS ?? 15);
const again = {
  seed: Number(process.env.STATE_MACHINE_SEED ?? 4),
  ...(process.env.STATE_MACHINE_PATH && { path: process.env.STATE_MACHINE_PATH }),
};

let machine: Machine;
beforeAll(async () => {
  const world = await openBulkWorld();
  const carl = await world.makePerson("Carl", { tenants: ["a"] });
  const key = await keyContext(world.rt, { source: "worker", now: world.clock.read });
  machine = { ...world, people: { ann: world.ann, bob: world.bob, carl, key } };
  const eve = world.person("Eve", ["engineer"]);
  for (const [tool, { in_flight, key_life, second, automatic }] of Object.entries(TOOLS))
    await putTool(eve, {
      tool,
      ...{ in_flight_seconds: in_flight, key_life_seconds: key_life, needs_second_person: second },
      settles_automatically: automatic ? "committed_or_absent" : "never",
    });
});
afterAll(() => machine.close());

/** One step against the product, and then everything that must hold whatever was done. */
class Command implements fc.AsyncCommand<Model, Machine> {
  constructor(readonly step: Step) {}
  check = () => true;
  toString = () => JSON.stringify(this.step);

  async run(model: Model, real: Machine): Promise<void> {
    model.step += 1;
    const before = model.rows;
    const wrong = await this.#act(model, real);
    model.now = Date.parse(real.clock.iso) / 1000;
    const after = await readRows(real);
    model.take(after);
    expect([...(wrong === null ? [] : [wrong]), ...violations(model, before, after)]).toEqual([]);
  }

  async #act(model: Model, real: Machine): Promise<string | null> {
    const { step } = this;
    switch (step.do) {
      case "wait":
        real.clock.move(step.seconds);
        return null;
      case "both":
        await Promise.all([perform(real, model, step.one), perform(real, model, step.two)]);
        return null;
      case "crash":
        return crashed(model, real, step.in);
      case "bulk":
        return settledInBulk(real, step);
      default: {
        const expected = predict(real, model, step);
        return judge(expected, await perform(real, model, step));
      }
    }
  }
}

/** The connection dies in the middle; who asked does not know what became of it and sends the same again. */
async function crashed(
  model: Model,
  real: Machine,
  step: Extract<Step, { do: "crash" }>["in"],
): Promise<null> {
  const deed = prepare(real, model, step);
  if (deed === null) return null;
  const died = await killWriters(real, () =>
    outcomeOf(deed).then(
      () => false,
      () => true,
    ),
  );
  // A pooled connection may not have noticed yet that it is dead.
  for (let tries = 1; died; tries += 1) {
    const isAlive = await outcomeOf(deed).then(
      () => true,
      (error) => (tries < 10 && isDatabaseUnavailable(error) ? false : Promise.reject(error)),
    );
    if (isAlive) break;
  }
  return null;
}

async function settledInBulk(
  real: Machine,
  { who, verdict, ago }: Extract<Step, { do: "bulk" }>,
): Promise<string | null> {
  const { total } =
    (await listCases(real.people[who], { view: "open", limit: 1 })).counts.open === 0
      ? { total: 0 }
      : { total: 1 };
  if (total === 0) return null;
  const done = await real.run(real.people[who], verdictOf(real, verdict, real.clock.at(-ago)), {
    view: "open",
  });
  if (done.failed > 0) return `${done.failed} of a bulk action failed`;
  return done.done + done.skipped === done.total
    ? null
    : `${done.done} + ${done.skipped} is not ${done.total}`;
}

/** Every case is in sight: nothing that is not settled hides from the views people work by. */
async function assertReachable(model: Model, real: Machine): Promise<void> {
  const views = ["open", "second", "settled", "snoozed"] as const;
  const lists = await Promise.all(views.map((view) => listCases(real.ann, { view, limit: 200 })));
  const found = lists.flatMap(({ items }) => items.map(({ case_id }) => case_id)).sort();
  expect(found).toEqual(model.rows.cases.map(({ case_id }) => case_id).sort());
}

/** The next run begins with an empty queue; the audit is append-only for everybody but the owner of the table. */
async function emptyQueue({ database: { sql } }: Machine): Promise<void> {
  await sql`truncate cases, attempts, claims, evidence, verdicts, notes, notices, outbox, bulk_actions cascade`;
  await sql.begin(async (tx) => {
    await tx`alter table audit disable trigger all`;
    await tx`delete from audit where subject_kind = 'case'`;
    await tx`alter table audit enable trigger all`;
  });
}

const start = fc.array(attempt, { minLength: 2, maxLength: 4 });
const steps = fc.commands([step.map((one) => new Command(one))], { maxCommands: 100, size: "max" });

test(
  "whatever is done, by whoever, in whatever order and at once: the rules of the queue hold",
  async () => {
    const property = fc.asyncProperty(start, steps, async (items, commands) => {
      const model = new Model();
      model.now = Date.parse(machine.clock.iso) / 1000;
      await new Command({ do: "attempts", items }).run(model, machine);
      await fc.asyncModelRun(() => ({ model, real: machine }), commands);
      await assertReachable(model, machine);
    });
    await fc.assert(
      property.afterEach(() => emptyQueue(machine)),
      { numRuns: RUNS, ...again },
    );
  },
  RUNS * 30_000,
);
