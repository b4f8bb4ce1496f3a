import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ScriptedServer, startScriptedServer } from "./scripted-server";
import { openProducer } from "./snippets";

/** What only Python does: tasks that are cancelled, processes that fork, exceptions that cannot be printed. */

const hasPython = spawnSync("python3", ["--version"]).status === 0;

let server: ScriptedServer;
let producer: ReturnType<typeof openProducer>;
beforeAll(async () => {
  server = await startScriptedServer();
  producer = openProducer({ ERRATA_URL: server.url });
});
afterAll(async () => {
  producer?.close();
  await server?.close();
});

const itemsAt = (key: string) => server.recorded(key, "events").flatMap(({ items }) => items);

test.skipIf(!hasPython)(
  "a write that is cancelled is of unknown effect, and the cancellation goes on",
  async () => {
    const printed = await producer.runPython(`
import asyncio, os
from errata import Errata
errata = Errata(os.environ["ERRATA_URL"], "cancelled")
async def hang(args):
    await asyncio.Event().wait()
async def main():
    for writes in (True, False):
        call = errata.tool("pay" if writes else "look", writes=writes).acall({}, hang, idempotency_key="k")
        task = asyncio.create_task(call)
        await asyncio.sleep(0)
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            print("cancelled")
asyncio.run(main())
`);
    expect(printed).toBe("cancelled\ncancelled\n");
    expect(itemsAt("cancelled")).toEqual([
      expect.objectContaining({
        tool: "pay",
        code: "internal_error",
        effect: "unknown",
        idempotency_key: "k",
      }),
    ]);
  },
);

test.skipIf(!hasPython)("a forked child sends its own events, and not its parent's again", async () => {
  await producer.runPython(`
import os
from errata import Errata
errata = Errata(os.environ["ERRATA_URL"], "forked", interval=60.0)
look = errata.tool("look", writes=False)
look.fail(KeyError("parent"), {}, call_id="parent")
child = os.fork()
if child == 0:
    look.fail(KeyError("child"), {}, call_id="child")
    os._exit(0 if errata.flush(60) else 1)
assert os.waitpid(child, 0)[1] == 0
`);
  expect(
    itemsAt("forked")
      .map(({ call_id }) => call_id)
      .sort(),
  ).toEqual(["child", "parent"]);
});

test.skipIf(!hasPython)("odd arguments and exceptions never reach the tool as an exception", async () => {
  const printed = await producer.runPython(`
import os
from errata import Errata, ToolError
errata = Errata(os.environ["ERRATA_URL"], "odd")
class Mute(Exception):
    def __str__(self):
        raise RuntimeError("cannot be printed")
loop = {}
loop["self"] = loop
def fail(args):
    raise Mute()
for args in (loop, object(), {1: b"x"}, {"n": float("nan")}, "\\ud800", 2**5000, None):
    outcome = errata.tool("odd", writes=False).call(args, fail)
    assert outcome.body["code"] == "internal_error", outcome
none = Errata(os.environ["ERRATA_URL"], "odd", map=None).tool("odd", writes=False, map=None, codes=None, control_flow=None)
assert none.call({}, fail).body["code"] == "internal_error"
odd = ToolError("odd", "validation", "It is odd.", permitted={1, 2}, received=float("inf"))
print(errata.tool("odd", writes=False).fail(odd, {}).body["received"])
`);
  expect(printed).toBe("inf\n");
  expect(itemsAt("odd")).toHaveLength(9);
});

test.skipIf(!hasPython)("what JSON cannot hold takes neither its own event along nor its batch", async () => {
  const printed = await producer.runPython(`
import os, uuid
from errata import Errata, ToolError
errata = Errata(os.environ["ERRATA_URL"], "no-json", interval=60.0, tenant=uuid.UUID(int=1))
pay = errata.tool("pay", writes=True)
pay.fail(RuntimeError("no answer"), {}, run_id=uuid.UUID(int=2), idempotency_key=uuid.UUID(int=3))
pay.fail(ToolError("odd", "system", "It is odd.", hint=float("inf"), retry_after=float("nan")), {}, run_id=object())
errata.end_run(uuid.UUID(int=2))
print(errata.flush(60))
`);
  expect(printed).toBe("True\n");
  const uuid = (last: number) => `00000000-0000-0000-0000-00000000000${last}`;
  expect(itemsAt("no-json")).toEqual([
    expect.objectContaining({
      tenant: uuid(1),
      run_id: uuid(2),
      idempotency_key: uuid(3),
      effect: "unknown",
    }),
    expect.objectContaining({ code: "odd", hint: "inf", run_id: expect.stringContaining("object") }),
  ]);
  expect(server.recorded("no-json", "frames").flatMap(({ items }) => items)).toHaveLength(2);
  expect(server.recorded("no-json", "recoveries").flatMap(({ items }) => items)).toEqual([
    expect.objectContaining({ run_id: uuid(2), tenant: uuid(1) }),
  ]);
});
