import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GroupToMap, pythonStub, typescriptStub } from "@/domain/mapping-stub";
import { openProducer } from "./snippets";

/** The stubs of the console, pasted as they are beside the helpers. */

const hasPython = spawnSync("python3", ["--version"]).status === 0;
let producer: ReturnType<typeof openProducer>;
beforeAll(() => {
  producer = openProducer({});
});
afterAll(() => producer?.close());

const group = (exception_type: string, writes: boolean): GroupToMap => ({
  ...{ tool: "look_up", exception_type, writes, top_frame: "look_up (tools.py)" },
});
const TELLING = group("provider.ReadTimeout", true);
const SILENT = group("CardDeclinedError", true);

const programs: Record<string, (...stubs: string[]) => Promise<string>> = {
  typescript: (telling = "", silent = "") =>
    producer.runTypescript(`${telling}
${silent.replace(/^import.*$/m, "")}
import { Errata } from "./errata";
class ReadTimeout extends Error {}
class CardDeclinedError extends Error {}
const map = [nameReadTimeout, nameCardDeclined];
const tool = new Errata({ url: "http://127.0.0.1:9", key: "k", exit_timeout_ms: 1 }).tool("look_up", { writes: true, map });
for (const error of [new ReadTimeout("a"), new CardDeclinedError("b")])
  console.log(JSON.stringify({ ...tool.fail(error, {}).body, reference: undefined }));
`),
  python: (telling = "", silent = "") =>
    producer.runPython(`${telling}
${silent}
import json
from errata import Errata
class ReadTimeout(Exception): pass
class CardDeclinedError(Exception): pass
maps = [name_read_timeout, name_card_declined]
tool = Errata("http://127.0.0.1:9", "k", exit_timeout=0).tool("look_up", writes=True, map=maps)
for error in (ReadTimeout("a"), CardDeclinedError("b")):
    print(json.dumps({**tool.fail(error, {}).body, "reference": None}))
`),
};
const STUBS = { typescript: typescriptStub, python: pythonStub };
const languages = hasPython ? (["typescript", "python"] as const) : (["typescript"] as const);

describe.each(languages)("in %s", (language) => {
  const run = async (...stubs: string[]): Promise<Record<string, unknown>[]> =>
    (await programs[language]?.(...stubs))
      ?.trim()
      .split("\n")
      .map((line) => JSON.parse(line)) ?? [];
  const stub = STUBS[language];

  test("pasted as it is, a stub names what the exception's own name tells, and else nothing yet", async () => {
    const [told, untold] = await run(stub(TELLING), stub(SILENT));
    expect(told).toMatchObject({
      ...{ code: "read_timeout", class: "transient", message: "Read timeout.", retry_after: 5 },
      ...{ effect: "unknown", retryable: false },
    });
    expect(untold).toMatchObject({ code: "internal_error", class: "system", effect: "unknown" });
  });

  test("filled in, it names what it was made for", async () => {
    const filled = stub(SILENT)
      .replace(/(class(?:: |=))""/, '$1"semantic"')
      .replace('"unknown"', '"absent"');
    const [, named] = await run(stub(TELLING), filled);
    expect(named).toMatchObject({
      ...{ code: "card_declined", class: "semantic", message: "Card declined." },
      ...{ effect: "absent", retryable: false },
    });
  });
});
