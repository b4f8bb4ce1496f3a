import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VERIFY_SNIPPET } from "@/components/settings/webhook-words";
import { firedData } from "@/domain/alerts/messages";
import { resendDelivery } from "@/lib/services/webhooks/resend-delivery";
import { blocksOf, openProducer } from "../clients/snippets";
import { until } from "../support/until";
import { answering, openWebhookWorld, type WebhookWorld } from "./world";

/* The receivers of docs/webhooks.md and of the console, each a program of its own, and the messages the page shows. */

const blocks = blocksOf("../webhooks.md");
const textIn = (language: string) => blocks.find((block) => block.language === language)?.text ?? "";
const RECEIVERS = [
  { language: "js", command: process.execPath, file: "receiver.mjs" },
  { language: "python", command: "python3", file: "receiver.py" },
].filter(({ command }) => spawnSync(command, ["--version"]).status === 0);

let world: WebhookWorld;
let folder: ReturnType<typeof openProducer>;
const processes: ChildProcess[] = [];
beforeAll(async () => {
  world = await openWebhookWorld();
  // Receivers have no other clock than the machine's.
  world.clock.move((Date.now() - world.clock.read().getTime()) / 1000);
  folder = openProducer({});
});
afterAll(async () => {
  for (const child of processes) child.kill();
  folder?.close();
  await world?.close();
});

/** A port that was free just now, in place of the page's. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket.destroy() !== null));
    socket.on("error", () => resolve(false));
  });

/** The receiver of the page, once it listens; `said` is what it printed. */
async function start({ command, file, language }: (typeof RECEIVERS)[number], port: number, secret: string) {
  const program = textIn(language);
  expect(program).toContain("4000");
  writeFileSync(join(folder.folder, file), program.replace("4000", String(port)));
  const env = { ...process.env, ERRATA_WEBHOOK_SECRET: secret };
  const child = spawn(command, [join(folder.folder, file)], { cwd: folder.folder, env });
  processes.push(child);
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  await until(async () => expect(await answers(port)).toBe(true));
  return { said: () => said };
}

describe.each(RECEIVERS)("the receiver in $language", (receiver) => {
  test("takes what is signed, once, and nothing else", async () => {
    const port = await freePort();
    const made = await world.subscribe(`http://127.0.0.1:${port}/errata`);
    const { said } = await start(receiver, port, made.secret);
    const { case_id } = await world.settled();
    await world.deliver();
    const [delivery] = await world.deliveries(made.subscription_id);
    expect(delivery).toMatchObject({ state: "delivered", tries: 1 });
    await until(() => expect(said()).toContain(case_id));
    const about = { id: made.subscription_id, delivery_id: delivery?.delivery_id ?? "" };
    expect(await resendDelivery(world.admin, about)).toMatchObject({ status: 204 });
    const forged = { "webhook-id": "m", "webhook-timestamp": `${Math.floor(Date.now() / 1000)}` };
    for (const headers of [{}, forged, { ...forged, "webhook-signature": "v1,Zm9yZ2Vk v1,\u00e9" }]) {
      const answer = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: "{}", headers });
      expect(answer.status).toBe(401);
    }
    expect(said().split("case.settled")).toHaveLength(2);
    await world.clear();
  });
});

test("the console's lines verify a message, and no other", async () => {
  const receiver = await world.receiver(answering(204));
  const made = await world.subscribe(receiver.url);
  await world.settled();
  await world.deliver();
  const [{ body, headers } = { body: "", headers: {} }] = receiver.seen;
  const read = (rawBody: string) => {
    const given = `const { rawBody, headers } = ${JSON.stringify({ rawBody, headers })};\n`;
    const env = { ...process.env, ERRATA_WEBHOOK_SECRET: made.secret };
    const program = `${given}${VERIFY_SNIPPET}\nconsole.log(type, data.verdict);`;
    const args = ["--input-type=module", "-e", program];
    return spawnSync(process.execPath, args, { cwd: folder.folder, env, encoding: "utf8" });
  };
  expect(read(body).stdout).toBe("case.settled committed\n");
  expect(read(`${body} `)).toMatchObject({ status: 1, stdout: "" });
  await world.clear();
});

test("a verdict comes as the page shows it", async () => {
  const [head = "", shown = ""] = textIn("http").trim().split("\n\n");
  const receiver = await world.receiver(answering(204));
  await world.subscribe(`${receiver.url}/errata`);
  const case_id = await world.open({ tool: "issue_refund", idempotency_key: "refund/8812" });
  await world.settle(case_id, "absent");
  await world.deliver();
  const [seen] = receiver.seen;
  const names = head
    .split("\n")
    .slice(1)
    .map((line) => line.split(":")[0] ?? "");
  expect(head.split("\n")[0]).toBe(`${seen?.method} ${seen?.path} HTTP/1.1`);
  expect(Object.keys(seen?.headers ?? {})).toEqual(expect.arrayContaining(names));
  const [said, sent] = [JSON.parse(shown), JSON.parse(seen?.body ?? "")];
  expect(Object.keys(sent)).toEqual(Object.keys(said));
  const lasting = Object.entries(said.data).filter(([, value]) => value !== "…");
  expect(sent.data).toMatchObject(Object.fromEntries(lasting));
  expect(Object.keys(sent.data).sort()).toEqual(Object.keys(said.data).sort());
});

test("an alert that fires comes as the page shows it", () => {
  const { type, data } = JSON.parse(textIn("json"));
  expect({ type, data }).toEqual({ type: "alert.fired", data: firedData(data, data) });
});
