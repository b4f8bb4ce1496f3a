import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, type Door, DoorAsker, isStream } from "./door-asker";
import { type As, openPlantedWorld, PLANTED, type Planted, type PlantedWorld } from "./planted";

/*
 * Every reading door of the API's own document and every page, asked by those who may not see everything: none of what
 * was planted is in any byte. A new door or page falls under it by itself; where a path names something that is not
 * planted yet, `planted.ts` says so.
 */

const ROOT = join(import.meta.dirname, "../..");

const ALL = Object.keys(PLANTED) as Planted[];

let world: PlantedWorld;
let asker: DoorAsker;
let doors: Door[];

beforeAll(async () => {
  world = await openPlantedWorld();
  asker = new DoorAsker(world);
  doors = await asker.doors();
  // A server with pages, four people and a queue that was worked: a minute where all else runs at once.
});
afterAll(() => world?.close());

/** Whom less is shown, and what of the planted must never reach them; a reconciler may see arguments. */
const lesser = (): { name: string; as: As; hidden: Planted[] }[] => [
  { name: "support", as: world.support, hidden: ["leak", "frame", "argument", "refused"] },
  { name: "a key that reads", as: world.reader, hidden: ["leak", "frame", "argument", "refused"] },
  { name: "a reconciler", as: world.reconciler, hidden: ["leak", "frame", "refused"] },
];

/** Where something planted is found, with what stands around it. */
function foundIn(answers: readonly { what: string; text: string }[], hidden: readonly Planted[]): string[] {
  return answers.flatMap(({ what, text }) =>
    hidden.flatMap((kind) => {
      const at = text.indexOf(PLANTED[kind]);
      return at < 0 ? [] : [`${what}: ${text.slice(Math.max(0, at - 120), at + 40)}`];
    }),
  );
}

const pages = readdirSync(join(ROOT, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("page.tsx"))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, "").replace(/\(\w+\)\/?/g, "")}`)
  .sort();

/** What pages bring along besides, by what stands in their address. */
const MORE: Readonly<Record<string, string[]>> = {
  "/queue": ["?view=settled"],
  "/events": ["?effect=unknown"],
};

/** Events of unknown effect among what was planted, at least. */
const PLANTED_CASES = 7;

it("finds each door open to somebody, and what was planted where it may be read", async () => {
  expect(doors.length).toBeGreaterThan(40);
  const isOpenIn = (answers: readonly Answer[]) => (door: Door) =>
    answers.some(({ what, status }) => what.startsWith(`GET ${asker.filled(door.path)}?`) && status === 200);
  const answers = await asker.askAll(doors, world.everything, true);
  const shut = doors.filter(
    (door) => "200" in door.operation.responses && !isStream(door) && !isOpenIn(answers)(door),
  );
  const others = await asker.askAll(shut, world.script, true);
  expect(shut.filter((door) => !isOpenIn(others)(door)).map(({ path }) => path)).toEqual([]);
  for (const kind of ALL) expect([kind, foundIn(answers, [kind]).length > 0]).toEqual([kind, true]);
});

it("is in no answer to whoever may not see it", async () => {
  for (const { name, as, hidden } of lesser()) {
    const answers = await asker.askAll(doors, as);
    expect([name, foundIn(answers, hidden)]).toEqual([name, []]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(10);
  }
});

it("is in no answer to what they did or looked up", async () => {
  const q = world.fill["?q"];
  await world.send(world.reconciler, "POST", "cases/next");
  type Cases = { items: { case_id: string }[] };
  const { items } = await world.send<Cases>(world.reconciler, "GET", "cases?limit=100");
  expect(items.length).toBeGreaterThan(PLANTED_CASES);
  for (const { case_id } of items)
    for (const part of ["", "/export.json", "/export.md"])
      await world.send(world.reconciler, "GET", `cases/${case_id}${part}`);
  for (const { name, as, hidden } of lesser()) {
    await world.send(as, "POST", "references", { q });
    const theirs = world.answered.filter((one) => one.as === as);
    expect([name, foundIn(theirs, hidden)]).toEqual([name, []]);
  }
});

it("is in no page, nor in what a page brings along", async () => {
  expect(pages.length).toBeGreaterThan(15);
  const all: Answer[] = [];
  for (const page of pages) all.push(await asker.ask(asker.filled(page), world.everything));
  expect(all.filter(({ status }) => status >= 400).map(({ what }) => what)).toEqual([]);
  expect(foundIn(all, ["leak"]).length).toBeGreaterThan(0);
  for (const { name, as, hidden } of lesser()) {
    if (!("cookie" in as)) continue;
    const answers: Answer[] = [];
    for (const page of pages)
      for (const query of ["", ...(MORE[page] ?? [])])
        answers.push(await asker.ask(asker.filled(page) + query, as));
    expect([name, foundIn(answers, hidden)]).toEqual([name, []]);
  }
});

it("is in no message to a webhook's receiver, and in no notice", async () => {
  const told = ["webhooks/{id}/deliveries", "webhooks/{id}/deliveries/{delivery_id}"];
  const sent = await Promise.all(
    told.map((path) => asker.ask(asker.filled(`/api/v1/${path}`), world.script)),
  );
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  expect(foundIn(sent, ALL)).toEqual([]);
  const { items } = await world.send<{ items: unknown[] }>(world.support, "GET", "notices");
  expect(items.length).toBeGreaterThan(0);
});

type McpAnswer = { result: { tools?: McpTool[]; isError?: boolean } };
type McpTool = { name: string; inputSchema: { required?: string[] } };

/** One message of the protocol and its answer, which may come as the one event of a stream. */
async function askMcp(as: As, method: string, params: object): Promise<{ answer: McpAnswer; text: string }> {
  const headers = { ...as, accept: "application/json, text/event-stream" };
  await world.send(headers, "POST", "mcp", { jsonrpc: "2.0", id: 1, method, params });
  const text = world.answered.at(-1)?.text ?? "";
  return { answer: JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text), text };
}

it("is in nothing that an assistant is told", async () => {
  for (const { name, as } of lesser()) {
    const { tools = [] } = (await askMcp(as, "tools/list", {})).answer.result;
    expect(tools.length).toBeGreaterThan(1);
    for (const { name: tool, inputSchema } of tools) {
      const required = inputSchema.required ?? [];
      const given = required.map((one) => [one, asker.planted(`mcp ${one}`, `the tool ${tool}`)]);
      const params = { name: tool, arguments: Object.fromEntries(given) };
      const { answer, text } = await askMcp(as, "tools/call", params);
      expect([name, tool, answer.result.isError ?? false]).toEqual([name, tool, false]);
      expect([name, foundIn([{ what: tool, text }], ALL)]).toEqual([name, []]);
    }
  }
});

/** All that a stream says from its beginning until it names this, after something happened. */
async function streamed(
  path: string,
  as: As,
  named: string,
  happen: () => Promise<unknown>,
): Promise<Answer> {
  const stop = new AbortController();
  const answer = await fetch(world.server.url + path, { headers: as, signal: stop.signal });
  const what = `GET ${path}`;
  if (!answer.ok) return { what, status: answer.status, text: await answer.text() };
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    if (text === "") void happen();
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(`event: ${named}\n`)) break;
  }
  return { what, status: answer.status, text };
}

it("is in no stream of what happens", async () => {
  const case_id = asker.planted("cases/{case_id}", "the stream");
  const happen = () => world.send(world.reconciler, "POST", `cases/${case_id}/notes`, { text: "Seen." });
  expect(doors.filter(isStream).map(({ path }) => path)).toEqual(["/api/v1/live"]);
  for (const { name, as, hidden } of lesser()) {
    const said = await streamed(`/api/v1/live?case_id=${case_id}`, as, "case", happen);
    expect([name, said.status]).toEqual([name, as === world.reader ? 403 : 200]);
    expect([name, foundIn([said], hidden)]).toEqual([name, []]);
  }
});
