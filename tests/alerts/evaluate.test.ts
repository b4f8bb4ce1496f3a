// over 250 lines because one world with its clock and its receivers serves everything that becomes of alerts.

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { UNCONFINED } from "@/domain/permissions";
import { trimAlerts } from "@/lib/duties/evaluate-alerts";
import { changeAlert } from "@/lib/services/alerts/change-alert";
import { evaluateAlerts } from "@/lib/services/alerts/evaluate-alerts";
import { listAlerts } from "@/lib/services/alerts/list-alerts";
import { muteAlert } from "@/lib/services/alerts/mute-alert";
import { previewAlert } from "@/lib/services/alerts/preview-alert";
import { removeAlert } from "@/lib/services/alerts/remove-alert";
import { unmuteAlert } from "@/lib/services/alerts/unmute-alert";
import { pauseWebhook } from "@/lib/services/webhooks/pause-webhook";
import { answering, verify } from "../webhooks/world";
import { type AlertWorld, lateNow, openAlertWorld, SHARE, SILENT } from "./world";

let world: AlertWorld;
beforeAll(async () => {
  world = await openAlertWorld();
  vi.setSystemTime(world.clock.read());
});
afterAll(async () => {
  vi.useRealTimers();
  await world.close();
});
afterEach(async () => {
  await world.forget();
  // Nothing of one test is in the windows of the next.
  world.clock.move(3_600);
  vi.setSystemTime(world.clock.read());
});

const kinds = async (alert_id: string) => (await world.history(alert_id)).map(({ kind }) => kind).reverse();

/** Failures of a minute, and how many of them are unmapped. */
const MINUTES: readonly (readonly [number, number])[] = [
  ...[
    [2, 2],
    [3, 3],
    [4, 1],
    [1, 1],
    [0, 0],
    [9, 0],
    [2, 0],
    [0, 0],
    [4, 4],
    [30, 0],
    [3, 3],
    [1, 0],
  ],
  ...[
    [60, 60],
    [9, 9],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [9, 1],
    [3, 0],
    [3, 0],
    [3, 0],
    [0, 0],
  ],
] as [number, number][];

/** Whether each change that counts was to be told, and to how many webhooks it was sent. */
const sentTo = async (alert_id: string) =>
  Object.fromEntries(
    (await world.history(alert_id)).flatMap(({ kind, told, webhooks }) =>
      kind === "firing" || kind === "resolved" ? [[kind, [told, webhooks]]] : [],
    ),
  );

/** An alert that fires since a moment ago. */
async function firing(parts: Parameters<AlertWorld["make"]>[0] = {}) {
  const { alert_id } = await world.make(parts);
  await world.fail(4, 4);
  await world.evaluate();
  const alert = await world.read(alert_id);
  if (alert.firing === null) throw new Error("it does not fire");
  return { alert_id, firing_id: alert.firing.firing_id, alert };
}

describe("an alert", () => {
  it("goes from no data over ok and pending to firing and resolved, each in its history", async () => {
    const { alert_id } = await world.make({ for_minutes: 1, resolve_after_minutes: 1 });
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({
      ...{ state: "no_data", firing: null, reading: { value: null, no_data: "nothing_reported" } },
    });
    await world.fail(4, 0);
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({ state: "ok", reading: { value: 0 } });
    await world.fail(12, 12);
    await world.evaluate();
    expect((await world.read(alert_id)).state).toBe("pending");
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({
      ...{ state: "firing", state_since: world.clock.iso, fired_lately: 1, unknown_since: null },
      firing: { fired_at: world.clock.iso, value: 0.75, peak: 0.75, told_at: expect.any(String) },
      reading: { at: world.clock.iso, value: 0.75, numerator: 12, denominator: 16 },
    });
    await world.fail(40, 0);
    await world.evaluate();
    expect((await world.read(alert_id)).state).toBe("firing");
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({
      ...{ state: "resolved", firing: { resolved_at: world.clock.iso, resolved_because: "cleared" } },
    });
    expect(await kinds(alert_id)).toEqual(["created", "ok", "pending", "firing", "resolved"]);
    expect(await world.told(alert_id)).toMatchObject([
      { type: "alert.fired", data: { alert_id, name: "Watch", value: 0.75, limit: 0.5 } },
      { type: "alert.resolved", data: { alert_id, peak: 0.75, because: "cleared" } },
    ]);
  });

  it("stays firing while nothing is known, and says since when", async () => {
    const { alert_id } = await firing();
    for (let minute = 0; minute < 8; minute += 1) await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({
      ...{ state: "firing", reading: { value: null }, firing: { resolved_at: null } },
      unknown_since: world.clock.at(-180),
    });
    await world.fail(2, 0);
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({
      ...{ state: "firing", reading: { no_data: "too_few_failures" } },
    });
    expect(await world.told(alert_id)).toHaveLength(1);
  });

  it("is evaluated once by two processes at once", async () => {
    const { alert_id } = await world.make();
    await world.fail(4, 4);
    world.clock.move(60);
    const ctx = { ...world.rt, now: lateNow(world.clock.read) };
    await Promise.all([1, 2, 3, 4].map(() => evaluateAlerts(ctx)));
    expect(await kinds(alert_id)).toEqual(["created", "firing"]);
    expect(await world.told(alert_id)).toHaveLength(1);
  });

  it("that was cut off in the middle is evaluated as if nothing had been", async () => {
    const { alert_id } = await world.make();
    await world.fail(4, 4);
    const { sql } = world.database;
    await sql`alter table outbox rename to away`;
    try {
      await expect(world.evaluate()).rejects.toThrow();
    } finally {
      await sql`alter table away rename to outbox`;
    }
    expect(await world.read(alert_id)).toMatchObject({ state: "no_data", reading: null, firing: null });
    await world.evaluate(0);
    expect((await world.read(alert_id)).state).toBe("firing");
    expect(await kinds(alert_id)).toEqual(["created", "firing"]);
  });

  it("is made up for minute by minute when its evaluation is late, as a preview has it", async () => {
    const late = { tool: "late_tool" };
    const { alert_id } = await world.make(late);
    await world.evaluate();
    await world.fail(4, 4, late);
    world.clock.move(60);
    await world.fail(8, 0, late);
    await world.evaluate(600);
    expect(await kinds(alert_id)).toEqual(["created", "firing", "resolved", "no_data"]);
    const preview = await previewAlert(world.engineer, { ...SHARE, ...late });
    expect(preview).toMatchObject({ state: "no_data", limit: 0.5, fired: 1 });
    const [fired, resolved] = await world.told(alert_id);
    expect(preview.firings.at(-1)).toMatchObject({
      ...{ fired_at: fired?.data.fired_at, resolved_at: resolved?.data.resolved_at, value: 1, peak: 1 },
    });
  });

  it("keeps the highest value also of minutes that are made up for", async () => {
    const made_up = { tool: "made_up_tool", resolve_after_minutes: 10 };
    const { alert_id } = await world.make(made_up);
    await world.fail(10, 6, { tool: "made_up_tool" });
    await world.evaluate();
    world.clock.move(300);
    await world.fail(10, 9, { tool: "made_up_tool" });
    await world.evaluate(600);
    expect(await world.read(alert_id)).toMatchObject({ state: "firing", firing: { value: 0.6, peak: 0.9 } });
  });

  it("did what a preview says that it would have done", async () => {
    const both = { tool: "both_tool", for_minutes: 1, resolve_after_minutes: 2 };
    const { alert_id } = await world.make(both);
    for (const [failures, unmapped] of MINUTES) {
      if (failures > 0) await world.fail(failures, unmapped, { tool: "both_tool" });
      await world.evaluate();
    }
    const history = (await world.history(alert_id)).reverse();
    const fired = history.filter(({ kind }) => kind === "firing");
    const resolved = history.filter(({ kind }) => kind === "resolved");
    expect(fired).toHaveLength(2);
    const preview = await previewAlert(world.engineer, { ...SHARE, ...both });
    expect(preview.firings.map(({ fired_at }) => fired_at)).toEqual(fired.map(({ at }) => at));
    expect(preview.firings.map(({ resolved_at }) => resolved_at)).toEqual(resolved.map(({ at }) => at));
    expect(preview.state).toBe((await world.read(alert_id)).state);
  });

  it("would have fired by the quarter hours that are left of older days, and says so", async () => {
    const old = { tool: "old_tool", tenant: "acme" };
    const at = world.clock.at(-10 * 86_400);
    for (const tenant of ["acme", "lumen"])
      await world.fail(9, 6, { tool: "old_tool", tenant, occurred_at: at });
    for (const [place, failures] of [[old, 9] as const, [{ tool: "old_tool" }, 18] as const]) {
      const preview = await previewAlert(world.engineer, { ...SHARE, ...place });
      expect(preview).toMatchObject({ fired: 1, firings: [{ value: 6 / 9, resolved_at: null }] });
      expect(preview.pieces.map(({ seconds }) => seconds)).toEqual([900, 60]);
      expect(preview.caveats[0]).toContain("with a window of 15 minutes");
      const many = { ...SHARE.condition, min_failures: failures } as typeof SHARE.condition;
      expect(await previewAlert(world.engineer, { ...SHARE, ...place, condition: many })).toMatchObject({
        fired: 1,
      });
      const more = { ...SHARE.condition, min_failures: failures + 1 } as typeof SHARE.condition;
      expect(await previewAlert(world.engineer, { ...SHARE, ...place, condition: more })).toMatchObject({
        ...{ fired: 0, known_share: 0 },
      });
    }
  });

  it("goes on with the present after a long absence, and when the clock goes back", async () => {
    const { alert_id } = await world.make({ for_minutes: 1 });
    await world.fail(4, 4);
    await world.evaluate();
    expect((await world.read(alert_id)).state).toBe("pending");
    await world.fail(4, 4, { occurred_at: world.clock.at(7_205) });
    await world.evaluate(7_260);
    expect((await world.read(alert_id)).state).toBe("pending");
    expect(await kinds(alert_id)).toEqual(["created", "pending"]);
    const ahead = world.clock.iso;
    world.clock.move(-7_200);
    await world.fail(8, 0);
    await world.evaluate();
    const back = await world.read(alert_id);
    expect(back.state_since < ahead).toBe(true);
    expect(back).toMatchObject({ state: "ok", reading: { at: world.clock.iso } });
  });

  it("misses what comes too late, and a preview finds it", async () => {
    const slow = { tool: "slow_tool" };
    const { alert_id } = await world.make(slow);
    await world.evaluate();
    await world.evaluate(600);
    await world.fail(4, 4, { ...slow, occurred_at: world.clock.at(-480) });
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({ state: "no_data", firing: null });
    expect(await previewAlert(world.engineer, { ...SHARE, ...slow })).toMatchObject({ fired: 1 });
  });
});

describe("a firing", () => {
  it("is delivered once, signed, and so is its end", async () => {
    const receiver = await world.receiver(answering(204));
    const types = ["alert.fired", "alert.resolved"] as const;
    const { secret } = await world.subscribe(receiver.url, { types: [...types] });
    const elsewhere = await world.receiver(answering(204));
    await world.subscribe(elsewhere.url, { types: [...types], services: ["billing"] });
    const { alert_id, firing_id } = await firing();
    await world.deliver();
    await world.evaluate();
    await world.deliver();
    expect(receiver.seen.map((seen) => verify(seen, secret))).toMatchObject([
      { type: "alert.fired", data: { alert_id, firing_id, kind: "unmapped_share", value: 1, service: null } },
    ]);
    await world.fail(20, 0);
    await world.evaluate();
    await world.deliver();
    expect(receiver.seen.map((seen) => verify(seen, secret).type)).toEqual([...types]);
    // An alert that watches everything names no service, and passes no filter by one.
    expect(elsewhere.seen).toHaveLength(0);
    expect(await sentTo(alert_id)).toEqual({ firing: [true, 1], resolved: [true, 1] });
  });

  it("says for ever to how many webhooks it was sent, whoever listens later", async () => {
    const { alert_id } = await firing();
    expect(await world.read(alert_id)).toMatchObject({ webhook_listens: false });
    expect(await sentTo(alert_id)).toEqual({ firing: [true, null] });
    await world.deliver();
    const receiver = await world.receiver(answering(204));
    await world.subscribe(receiver.url, { types: ["alert.fired", "alert.resolved"] });
    expect(await world.read(alert_id)).toMatchObject({ webhook_listens: true });
    await world.fail(20, 0);
    await world.evaluate();
    await world.deliver();
    expect(await sentTo(alert_id)).toEqual({ firing: [true, 0], resolved: [true, 1] });
  });

  it("is heard by no webhook that is paused, wants other things or another part", async () => {
    const { alert_id } = await world.make({ service: "billing" });
    const heard = async () => (await world.read(alert_id)).webhook_listens;
    const subscribe = (parts: Record<string, unknown>) => world.subscribe("http://127.0.0.1:9/", parts);
    await subscribe({ types: ["alert.resolved"] });
    await subscribe({ types: ["alert.fired"], services: ["search"] });
    await subscribe({ types: ["alert.fired"], tenants: ["acme"] });
    expect(await heard()).toBe(false);
    const { subscription_id: id } = await subscribe({
      types: ["alert.fired"],
      services: ["search", "billing"],
    });
    expect(await heard()).toBe(true);
    await pauseWebhook(world.admin, { id });
    expect(await heard()).toBe(false);
  });

  it("is acknowledged once, and only while it lasts", async () => {
    const { alert_id, firing_id } = await firing();
    const seen = await world.acknowledge(alert_id, firing_id, "looking");
    expect(seen.firing).toMatchObject({ acknowledged_by: "Eve", acknowledged_note: "looking" });
    await expect(world.acknowledge(alert_id, firing_id)).rejects.toMatchObject({
      ...{ code: "already_acknowledged", details: { acknowledged_by: "Eve" } },
    });
    await world.fail(20, 0);
    await world.evaluate();
    await expect(world.acknowledge(alert_id, firing_id)).rejects.toMatchObject({ code: "not_firing" });
    await expect(world.acknowledge(alert_id, alert_id)).rejects.toMatchObject({ code: "not_firing" });
  });

  it("ends when the alert is changed, and who was told is told", async () => {
    const { alert_id, alert } = await firing();
    const body = { ...SHARE, alert_id, version: alert.version };
    const renamed = await changeAlert(world.engineer, { ...body, name: "Other" });
    expect(renamed).toMatchObject({ name: "Other", state: "firing", version: alert.version + 1 });
    await expect(changeAlert(world.engineer, { ...body, name: "Late" })).rejects.toMatchObject({
      ...{ code: "alert_changed", details: { version: alert.version + 1 } },
    });
    const changed = await changeAlert(world.engineer, {
      ...{ ...body, name: "Other", version: renamed.version },
      condition: { ...SHARE.condition, above: 0.4 } as typeof SHARE.condition,
    });
    expect(changed).toMatchObject({ state: "no_data", firing: { resolved_because: "alert_changed" } });
    expect((await world.told(alert_id)).at(-1)).toMatchObject({
      ...{ type: "alert.resolved", data: { because: "alert_changed" } },
    });
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({ state: "firing", fired_lately: 2 });
  });

  it("that begins anew lies after the one that the change ended", async () => {
    const { alert_id } = await firing();
    world.clock.move(20);
    const { version } = await world.read(alert_id);
    const condition = { ...SHARE.condition, above: 0.4 } as typeof SHARE.condition;
    await changeAlert(world.engineer, { ...SHARE, alert_id, version, name: "Watch", condition });
    const changed_at = world.clock.iso;
    await world.evaluate(20);
    const again = { state: "firing", state_since: changed_at, firing: { fired_at: changed_at } };
    expect(await world.read(alert_id)).toMatchObject(again);
    expect((await world.history(alert_id)).slice(0, 3)).toMatchObject([
      { kind: "firing", at: changed_at },
      { kind: "changed", at: changed_at },
      { kind: "resolved", at: changed_at },
    ]);
    world.clock.move(20);
  });

  it("ends when the alert is removed, and who was told is told", async () => {
    const { alert_id } = await firing();
    await removeAlert(world.engineer, { alert_id });
    expect((await world.list()).items).toEqual([]);
    expect((await world.told(alert_id)).at(-1)).toMatchObject({ data: { because: "alert_removed" } });
    expect((await world.history(alert_id)).map(({ kind, removed }) => [kind, removed])).toMatchObject([
      ["removed", true],
      ["resolved", true],
      ["firing", true],
      ["created", true],
    ]);
    await world.evaluate();
    expect(await world.told(alert_id)).toHaveLength(2);
    await expect(removeAlert(world.engineer, { alert_id })).rejects.toMatchObject({
      code: "alert_not_found",
    });
  });

  it("is told when a mute ends, and its end even while it is muted", async () => {
    const { alert_id } = await world.make();
    await muteAlert(world.engineer, { alert_id, until: world.clock.at(600), note: null });
    await world.fail(4, 4);
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({
      ...{ state: "firing", firing: { told_at: null }, muted_by: "Eve" },
    });
    expect(await world.told(alert_id)).toEqual([]);
    await unmuteAlert(world.engineer, { alert_id });
    await world.evaluate();
    expect(await world.told(alert_id)).toMatchObject([{ type: "alert.fired" }]);
    await world.deliver();
    expect(await sentTo(alert_id)).toEqual({ firing: [false, 0] });
    await muteAlert(world.engineer, { alert_id, until: world.clock.at(600), note: "known" });
    await world.fail(20, 0);
    await world.evaluate();
    expect(await world.told(alert_id)).toMatchObject([{ type: "alert.fired" }, { type: "alert.resolved" }]);
  });

  it("that nobody was told of ends silently, and a mute ends by itself", async () => {
    const { alert_id } = await world.make();
    await muteAlert(world.engineer, { alert_id, until: world.clock.at(120), note: null });
    await world.fail(4, 4);
    await world.evaluate();
    await world.fail(20, 0);
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({ state: "resolved", muted_until: null });
    expect(await world.told(alert_id)).toEqual([]);
    const mute = (until: string) => muteAlert(world.engineer, { alert_id, until, note: null });
    await expect(mute(world.clock.iso)).rejects.toMatchObject({ code: "mute_in_past" });
    await expect(mute(world.clock.at(400 * 86_400))).rejects.toMatchObject({ code: "mute_too_long" });
  });

  it("does not flap while its end has not lasted", async () => {
    const { alert_id } = await firing({ resolve_after_minutes: 3 });
    for (const unmapped of [0, 60, 0]) {
      await world.fail(60, unmapped);
      await world.evaluate();
    }
    expect(await kinds(alert_id)).toEqual(["created", "firing"]);
  });
});

describe("what an alert watches", () => {
  it("is the rate of a code, and nothing reported is no data", async () => {
    const { alert_id } = await world.make({
      condition: { kind: "rate", code: "timeout", class: null, above: 1, per: "minute", window_minutes: 2 },
    });
    await world.fail(3, 0, { code: "timeout" });
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({ state: "firing", reading: { value: 1.5 } });
    await world.evaluate(180);
    expect(await world.read(alert_id)).toMatchObject({ state: "firing", reading: { value: null } });
    await world.fail(1, 0, { code: "other" });
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({ state: "resolved", reading: { value: 0 } });
  });

  it("is only what happens in its place, by tenant as well", async () => {
    const acme = await world.make({ tenant: "acme" });
    const refunds = await world.make({ tool: "issue_refund" });
    await world.fail(4, 4, { tenant: "acme", tool: "look_up" });
    await world.evaluate();
    expect(await world.read(acme.alert_id)).toMatchObject({ state: "firing", reading: { denominator: 4 } });
    expect((await world.read(refunds.alert_id)).state).toBe("no_data");
  });

  it("is cases near their deadline, where none is none", async () => {
    const cases = { kind: "cases_due" as const, within_minutes: 60, above: 0 };
    const { alert_id } = await world.make({ condition: cases, tool: "due_tool" });
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({ state: "ok", reading: { value: 0 } });
    const case_id = await world.open({ tool: "due_tool" });
    await world.database.sql`update cases set deadline_at = ${world.clock.at(1_800)}::text::timestamptz
      where case_id = ${case_id}`;
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({ state: "firing", reading: { value: 1 } });
    await world.settle(case_id, "committed");
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({ state: "resolved", reading: { value: 0 } });
  });

  it("is codes that fell silent, known only while silences are judged", async () => {
    const { alert_id } = await world.make({ ...SILENT, tool: "quiet_tool" });
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({
      state: "no_data",
      reading: { no_data: "not_judged" },
    });
    const { sql } = world.database;
    const at = world.clock.iso;
    await world.fail(1, 0, { code: "declined", occurred_at: world.clock.at(-600) });
    await sql`insert into silence_runs (judged_at) values (${at}::text::timestamptz)
      on conflict (run) do update set judged_at = excluded.judged_at`;
    await sql`insert into silences (level, tool, code, state, since, noticed_at, judged_at, evidence)
      values ('full', 'quiet_tool', 'declined', 'hidden', ${at}::text::timestamptz, ${at}::text::timestamptz,
        ${at}::text::timestamptz, '{}')`;
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({ state: "firing", reading: { value: 1 } });
    await sql`update codes set retired_at = now(), retired_by = 'Eve' where code = 'declined'`;
    await world.evaluate();
    expect((await world.read(alert_id)).state).toBe("resolved");
  });

  it("is what leaked to a caller", async () => {
    const leak = { kind: "leak" as const, leak_kinds: null, window_minutes: 5 };
    const { alert_id } = await world.make({ condition: leak });
    const trace = 'Traceback (most recent call last):\n  File "/srv/pay.py", line 3, in pay\nValueError: no';
    await world.fail(1, 0, { message: trace });
    await world.evaluate();
    expect(await world.read(alert_id)).toMatchObject({
      state: "firing",
      reading: { value: expect.any(Number) },
    });
  });
});

it("what led to no firing is forgotten after a month, the rest after 400 days, and removed alerts with it", async () => {
  const { alert_id } = await firing();
  await world.fail(20, 0);
  await world.evaluate();
  await world.evaluate(600);
  const trim = (days: number) =>
    trimAlerts.run({ ...world.rt, now: () => new Date(world.clock.read().getTime() + days * 86_400_000) });
  expect(await kinds(alert_id)).toEqual(["created", "firing", "resolved", "no_data"]);
  await trim(31);
  expect(await kinds(alert_id)).toEqual(["created", "firing", "resolved"]);
  await trim(401);
  expect(await kinds(alert_id)).toEqual([]);
  expect((await world.read(alert_id)).firing).toMatchObject({ resolved_because: "cleared" });
  await removeAlert(world.engineer, { alert_id });
  const stored = () => world.database.sql`select 1 from alerts where alert_id = ${alert_id}`;
  await trim(399);
  expect(await stored()).toHaveLength(1);
  await trim(401);
  expect(await stored()).toEqual([]);
});

describe("who is confined to a part", () => {
  it("sees and makes alerts of that part only", async () => {
    const eve = world.confined(["engineer"], { ...UNCONFINED, tenants: ["acme"] });
    const all = await world.make();
    const acme = await world.make({ tenant: "acme" });
    const seen = await listAlerts(eve);
    expect(seen.items.map(({ alert_id }) => alert_id)).toEqual([acme.alert_id]);
    expect(seen).toMatchObject({ suggested: [], may_change_installation: false });
    const outside = { code: "alert_outside_your_part", field: "tenant", permitted: ["acme"] };
    await expect(previewAlert(eve, SHARE)).rejects.toMatchObject(outside);
    const body = { ...SHARE, name: "Mine", tenant: "acme", version: 1 };
    await expect(changeAlert(eve, { ...body, alert_id: all.alert_id })).rejects.toMatchObject({
      code: "alert_not_found",
    });
    await expect(changeAlert(eve, { ...body, tenant: null, alert_id: acme.alert_id })).rejects.toMatchObject(
      outside,
    );
  });

  it("and who may not read the queue sees no alert of it", async () => {
    const cases = { kind: "cases_due" as const, within_minutes: 60, above: 0 };
    await world.make({ condition: cases });
    const support = world.person("Sue", ["support"]);
    expect(await listAlerts(support)).toMatchObject({ items: [], may_change: false });
    await expect(previewAlert(support, { ...SHARE, condition: cases })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
