import {
  attemptsOf,
  commitsOf,
  leavesDoubt,
  type Model,
  mayBeAbsent,
  protectedUntil,
  safeFrom,
  whyNotRepeat,
} from "./model";
import type { CaseSeen, Rows, VerdictSeen } from "./rows";
import { settledByMachine } from "./settled-by-machine";

/** Everything that is wrong in the tables after a step; `before` is how they were. */
export function violations(model: Model, before: Rows, after: Rows): string[] {
  return [
    ...nothingLost(model, before, after),
    ...after.cases.flatMap((row) => ofCase(model, before, after, row)),
  ];
}

function nothingLost(model: Model, before: Rows, after: Rows): string[] {
  const wrong: string[] = [];
  const ids = <K extends string>(rows: readonly Record<K, unknown>[], name: K) =>
    new Set(rows.map((row) => row[name]));
  const gone = <K extends string>(
    was: readonly Record<K, unknown>[],
    is: readonly Record<K, unknown>[],
    name: K,
  ) => {
    const there = ids(is, name);
    for (const row of was) if (!there.has(row[name])) wrong.push(`${name} ${row[name]} is gone`);
  };
  gone(before.cases, after.cases, "case_id");
  gone(before.attempts, after.attempts, "attempt_id");
  gone(before.verdicts, after.verdicts, "verdict_id");
  gone(before.evidence, after.evidence, "evidence_id");
  for (const [event_id, { intent, opens }] of model.reported) {
    const found = after.attempts.filter((one) => one.event_id === event_id);
    if (found.length > 1 || (opens && found.length === 0))
      wrong.push(`${event_id} is in ${found.length} cases`);
    const row = after.cases.find(({ case_id }) => case_id === found[0]?.case_id);
    if (row !== undefined && partsOf(row) !== partsOf(intent))
      wrong.push(`${event_id} crossed into ${partsOf(row)}`);
  }
  for (const { case_id, verdict_id, source, named } of after.evidence) {
    const row = after.cases.find((one) => one.case_id === case_id);
    if (row === undefined || verdict_id !== null) continue;
    const crossed = Object.entries(named).some(([part, value]) => row[part as keyof typeof named] !== value);
    if (crossed)
      wrong.push(`evidence of ${source} about ${JSON.stringify(named)} crossed into ${partsOf(row)}`);
  }
  return wrong;
}

const partsOf = ({
  tenant,
  environment,
  tool,
  idempotency_key,
}: Pick<CaseSeen, "tenant" | "environment" | "tool" | "idempotency_key">) =>
  JSON.stringify([tenant, environment, tool, idempotency_key]);

function ofCase(model: Model, before: Rows, after: Rows, row: CaseSeen): string[] {
  const was = before.cases.find(({ case_id }) => case_id === row.case_id);
  const own = after.verdicts.filter(({ case_id }) => case_id === row.case_id);
  return [
    ...moved(was, row),
    ...answers(row, own),
    ...told(after, row, own),
    ...holds(after, row),
    ...(row.attempt_count === attemptsOf(after, row.case_id).length ? [] : ["the attempts are miscounted"]),
    ...own.flatMap((one) => safelyGiven(model, before, row, one)),
    ...own.flatMap((one) => settledByMachine(model, before, after, row, one)),
    ...stillStands(model, after, row, own),
  ].map((what) => `case ${partsOf(row)} ${row.state} ${row.opening}: ${what}`);
}

/** Only these moves are legal, and every move is a new version. */
function moved(was: CaseSeen | undefined, is: CaseSeen): string[] {
  if (was === undefined) return [];
  const wrong: string[] = [];
  if (is.version < was.version || is.opening < was.opening) wrong.push("went back in time");
  const { claim_expires_at: _a, version: _b, ...old } = was;
  const { claim_expires_at: _c, version: _d, ...now } = is;
  if (is.version === was.version && JSON.stringify(old) !== JSON.stringify(now))
    wrong.push("changed without a version");
  if (
    is.opening === was.opening &&
    was.state === "settled" &&
    (is.state !== "settled" || is.verdict_id !== was.verdict_id)
  )
    wrong.push("left `settled` without another opening");
  if (was.state !== "settled" && is.opening > was.opening + 1) wrong.push("skipped an opening");
  if (is.snoozed_until !== null && (is.snoozed_until > is.deadline_at || is.state !== "open"))
    wrong.push("sleeps past its deadline");
  return wrong;
}

/** One answer an opening: each former one was superseded, the present one has the answer its state says. */
function answers(row: CaseSeen, own: readonly VerdictSeen[]): string[] {
  const wrong: string[] = [];
  const given = own.filter(({ state }) => state !== "voided").sort((a, b) => a.opening - b.opening);
  for (let opening = 1; opening < row.opening; opening += 1) {
    const [one, ...more] = given.filter((each) => each.opening === opening);
    if (one?.state !== "settled" || one.superseded === null || more.length > 0)
      wrong.push(`opening ${opening} has no single superseded answer`);
  }
  const now = given.filter(({ opening }) => opening >= row.opening);
  const expected = row.state === "open" ? [] : [row.state === "settled" ? row.verdict_id : row.proposal_id];
  if (JSON.stringify(now.map(({ verdict_id }) => verdict_id)) !== JSON.stringify(expected))
    wrong.push(`its state and its answers differ: ${JSON.stringify(now)}`);
  if (now.some((one) => one.superseded !== null || (one.state === "settled") !== (row.state === "settled")))
    wrong.push("its answer does not stand");
  const settled = given.filter(({ state }) => state === "settled");
  settled.forEach((one, index) => {
    if (one.supersedes !== (settled[index - 1]?.verdict_id ?? null))
      wrong.push(`${one.verdict_id} does not supersede the one before`);
  });
  if (own.some((one) => one.approved_by_id === one.by_id)) wrong.push("the second person is the first");
  return wrong;
}

/** Every change has its audit row, and what the world is told its message. */
function told({ audit, outbox, claims }: Rows, row: CaseSeen, own: readonly VerdictSeen[]): string[] {
  const count = (of: Rows["audit"], kind: string) =>
    of.find((one) => one.case_id === row.case_id && one.kind === kind)?.count ?? 0;
  const settled = own.filter(({ state }) => state === "settled");
  const held = claims.filter(({ case_id }) => case_id === row.case_id);
  const reopened = row.opening - 1;
  const expected: [string, number, number][] = [
    ["case.opened audited", count(audit, "case.opened"), 1],
    ["case.opened told", count(outbox, "case.opened"), 1],
    ["case.reopened audited", count(audit, "case.reopened"), reopened],
    ["case.reopened told", count(outbox, "case.reopened"), reopened],
    ["case.settled audited", count(audit, "case.settled"), settled.length],
    ["case.settled told", count(outbox, "case.settled"), settled.length],
    [
      "proposals audited",
      count(audit, "case.proposed"),
      own.filter((one) => one.state !== "settled" || one.approved_by_id !== null).length,
    ],
    [
      "voided proposals audited",
      count(audit, "case.proposal_voided") + count(audit, "case.proposal_refused"),
      own.filter(({ state }) => state === "voided").length,
    ],
    [
      "acknowledgements audited",
      count(audit, "case.acknowledged"),
      own.filter((one) => one.acknowledged_by !== null).length,
    ],
    ["claims audited", count(audit, "case.claimed"), held.length],
    [
      "claims that ran out audited",
      count(audit, "case.claim_expired"),
      held.filter(({ ended_as }) => ended_as === "expired").length,
    ],
  ];
  return expected.flatMap(([what, is, should]) =>
    is === should ? [] : [`${what}: ${is} instead of ${should}`],
  );
}

function holds({ claims }: Rows, row: CaseSeen): string[] {
  const live = claims.filter((one) => one.case_id === row.case_id && one.live).map(({ by_id }) => by_id);
  const expected = row.claimed_by_id === null ? [] : [row.claimed_by_id];
  return JSON.stringify(live) === JSON.stringify(expected)
    ? []
    : [`held by ${expected}, by its history by ${live}`];
}

/** An `absent` that became the answer in this step was safe by what was known just before. */
function safelyGiven(model: Model, before: Rows, row: CaseSeen, one: VerdictSeen): string[] {
  if (one.state !== "settled" || one.verdict !== "absent" || model.stepOf(one.verdict_id) !== model.step)
    return [];
  const known = attemptsOf(before, row.case_id);
  if (known.length === 0) return [];
  const wrong: string[] = [];
  if (!mayBeAbsent(row, known, one.observed_at, model.now)) wrong.push("`absent` while it may still land");
  const until = protectedUntil(row, known);
  if (
    one.retry_with === "same_key" &&
    (until === null || one.valid_until === null || one.valid_until > until)
  )
    wrong.push("a repeat is promised protection that the key does not give");
  const left = commitsOf(before, row).filter(({ evidence_id }) => !one.overrules.includes(evidence_id));
  if (left.length > 0) wrong.push(`\`absent\` over ${JSON.stringify(left)}`);
  if (one.by_kind !== "person" && one.overrules.length > 0) wrong.push("overruled by nobody");
  return wrong;
}

/** What arrived after the answer does not speak against it: else it would have been reopened. */
function stillStands(model: Model, after: Rows, row: CaseSeen, own: readonly VerdictSeen[]): string[] {
  const wrong: string[] = [];
  const attempts = attemptsOf(after, row.case_id);
  const seen = after.evidence.filter((one) => one.case_id === row.case_id && one.effect !== null);
  const since = (id: string, step: number) => model.stepOf(id) > step;
  const standing = own.find(({ verdict_id }) => verdict_id === row.verdict_id);
  if (standing !== undefined) {
    const step = model.stepOf(standing.verdict_id);
    const late = seen.filter((one) => since(`${one.evidence_id} ${one.case_id}`, step));
    const final = late.filter((one) => one.observed_at >= safeFrom(row, attempts));
    const committed = late.filter(({ effect }) => effect === "committed");
    const absent = final.filter(({ effect }) => effect === "absent");
    const again = committed.filter((one) => one.observed_at > standing.observed_at);
    const against =
      { absent: committed, committed: absent, compensated: again, undeterminable: [...committed, ...absent] }[
        standing.verdict
      ] ?? [];
    if (against.length > 0) wrong.push(`${standing.verdict} stands against ${JSON.stringify(against)}`);
    if (
      attempts.some(
        (one) =>
          leavesDoubt(one) && since(String(one.attempt_id), step) && one.occurred_at > standing.observed_at,
      )
    )
      wrong.push("stands although something was tried since it was looked at");
    const notAnymore =
      standing.verdict === "absent" && standing.retry_with === "new_key"
        ? whyNotRepeat(row, attempts, standing, model.now)
        : null;
    if (notAnymore !== null) wrong.push(`tells to repeat, but ${notAnymore}`);
    if (standing.retry_with === "same_key" && protectedUntil(row, attempts) === null)
      wrong.push("tells to repeat with a reused key");
  }
  const taken = own.filter((one) => one.verdict === "absent" && one.acknowledged_by !== null);
  const twice = taken.some((one) =>
    seen.some(
      (other) =>
        other.effect === "committed" &&
        since(
          `${other.evidence_id} ${other.case_id}`,
          model.acknowledgedIn.get(one.verdict_id) ?? model.step,
        ),
    ),
  );
  if (twice && !row.flags.includes("possible_duplicate"))
    wrong.push("may have happened twice, and is not flagged");
  return wrong;
}
