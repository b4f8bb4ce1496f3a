import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  GET as download,
  DELETE as remove,
} from "@/app/api/v1/cases/[case_id]/attachments/[attachment_id]/route";
import { POST as attach } from "@/app/api/v1/cases/[case_id]/attachments/route";
import { GET as readOne } from "@/app/api/v1/cases/[case_id]/route";
import { POST as open } from "@/app/api/v1/cases/route";
import { ATTACHMENT_MOST_BYTES } from "@/domain/attachment";
import { type Attachment, attachment } from "@/lib/contract/attachments";
import { caseDetail } from "@/lib/contract/cases";
import type { RouteHandler } from "@/lib/http/define-route";
import { call, HOST, makeKey, makePerson, ORIGIN, openWorld, type World } from "../access/world";

let world: World;
const people: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  for (const role of ["reconciler", "support", "admin"])
    people[role] = (await makePerson(world, { roles: [role] })).cookie;
  people.other = (await makePerson(world, { roles: ["reconciler"] })).cookie;
});
afterAll(() => world.close());

const openOne = async (cookie = people.reconciler) => {
  const body = { reason: "charged twice", tool: "refund", idempotency_key: randomUUID() };
  const opened = await call(open, { ...(cookie !== undefined && { cookie }), body });
  return { case_id: ((await opened.json()) as { case_id: string }).case_id };
};

type Sent = { name?: string; type?: string; cookie?: string | undefined; body: BodyInit | null };
/** Sends a file as a browser does: its bytes as the body, its name in the address. */
async function send(params: { case_id: string }, { name, type, cookie = people.reconciler, body }: Sent) {
  const headers = new Headers({ host: HOST, origin: ORIGIN, cookie: cookie ?? "" });
  if (type !== undefined) headers.set("content-type", type);
  const query = name === undefined ? "" : `?name=${encodeURIComponent(name)}`;
  const request = new Request(`http://localhost:3000/x${query}`, { method: "POST", headers, body });
  for (const [key, value] of request.headers) headers.set(key, value);
  Object.defineProperty(request, "headers", { value: headers });
  return (attach as RouteHandler)(request, { params: Promise.resolve(params) });
}
const added = async (response: Response): Promise<Attachment> => {
  expect(response.status).toBe(200);
  return attachment.strict().parse(await response.json());
};
const get = (case_id: string, attachment_id: string, cookie = people.reconciler) =>
  call(download, { cookie: cookie ?? "", params: { case_id, attachment_id } });

test("a file of several pieces comes back byte for byte, as a download that no browser shows or runs", async () => {
  const params = await openOne();
  const body = randomBytes(2_500_000);
  const file = await added(await send(params, { name: "Beleg „3“.svg", type: "image/svg+xml", body }));
  expect(file).toMatchObject({
    ...{ name: "Beleg „3“.svg", media_type: "application/octet-stream", byte_count: 2_500_000 },
    ...{ sha256: createHash("sha256").update(body).digest("hex"), by: "Somebody", removed_at: null },
  });
  const response = await get(params.case_id, file.attachment_id);
  expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-length": "2500000",
    "content-disposition": `attachment; filename="Beleg _3_.svg"; filename*=UTF-8''Beleg%20%E2%80%9E3%E2%80%9C.svg`,
    "content-security-policy": expect.stringMatching(/^sandbox; default-src 'none'/),
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
});

test("a form with one file is taken too; none or two are not", async () => {
  const params = await openOne();
  const form = (...names: string[]) => {
    const form = new FormData();
    form.set("comment", "seen at the bank");
    for (const name of names) form.append("file", new File([`of ${name}`], name, { type: "text/plain" }));
    return form;
  };
  const file = await added(await send(params, { body: form("statement.txt") }));
  expect(file).toMatchObject({ name: "statement.txt", media_type: "text/plain" });
  expect(await (await get(params.case_id, file.attachment_id)).text()).toBe("of statement.txt");
  for (const body of [form(), form("a.txt", "b.txt")]) {
    const refused = await send(params, { body });
    expect([refused.status, (await refused.json()).code]).toEqual([422, "one_file_expected"]);
  }
  const broken = await send(params, { type: "multipart/form-data; boundary=x", body: "--x\r\nno end" });
  expect([broken.status, (await broken.json()).code]).toEqual([422, "form_not_readable"]);
});

test("an empty file and one beyond 10 MiB are refused, also where its length was not declared", async () => {
  const params = await openOne();
  const empty = await send(params, { name: "empty.txt", body: "" });
  expect([empty.status, (await empty.json()).code]).toEqual([422, "attachment_empty"]);
  const whole = await send(params, { name: "big", body: Buffer.alloc(ATTACHMENT_MOST_BYTES + 1) });
  expect([whole.status, (await whole.json()).code]).toEqual([413, "body_too_large"]);
  expect((await send(params, { name: "just fits", body: Buffer.alloc(ATTACHMENT_MOST_BYTES) })).status).toBe(
    200,
  );
});

test("the same file sent at once counts once, and never more than fifty are kept", async () => {
  const params = await openOne();
  const twice = await Promise.all([1, 2].map(() => send(params, { name: "same.txt", body: "same" })));
  const ids = await Promise.all(twice.map(async (one) => (await added(one)).attachment_id));
  expect(new Set(ids).size).toBe(1);
  for (let at = 1; at < 49; at += 1) await added(await send(params, { name: `${at}.txt`, body: `${at}` }));
  const last = await Promise.all(
    ["x", "y"].map((name) => send(params, { name, body: name, cookie: people.other })),
  );
  expect(last.map((one) => one.status).sort()).toEqual([200, 409]);
  const detail = caseDetail
    .strict()
    .parse(await (await call(readOne, { cookie: people.admin ?? "", params })).json());
  expect(detail.attachments).toHaveLength(50);
});

test("it is taken away by who added it or an admin: the content is gone, that it was there stays", async () => {
  const params = await openOne();
  const file = await added(await send(params, { name: "wrong.txt", body: "wrong case" }));
  const at = { ...params, attachment_id: file.attachment_id };
  const take = (cookie: string | undefined) =>
    call(remove, { cookie: cookie ?? "", method: "DELETE", params: at });
  expect((await take(people.other)).status).toBe(403);
  expect((await take(people.admin)).status).toBe(204);
  expect((await take(people.reconciler)).status).toBe(204);
  const gone = await get(params.case_id, file.attachment_id);
  expect([gone.status, (await gone.json()).code]).toEqual([404, "attachment_removed"]);
  const detail = caseDetail.parse(await (await call(readOne, { cookie: people.other ?? "", params })).json());
  expect(detail.attachments).toMatchObject([{ name: "wrong.txt", removed_by: "Somebody" }]);
  const [row] = await world.database
    .sql`select content from attachments where attachment_id = ${file.attachment_id}`;
  expect(row?.content).toBeNull();
  const actions = await world.database.sql<{ action: string }[]>`
    select action from audit where subject_id = ${params.case_id} order by audit_id`;
  expect(actions.map(({ action }) => action).slice(-2)).toEqual(["case.attached", "case.attachment_removed"]);
});

test("files stay among the people who see the case: no key, no runtime, no support of another's", async () => {
  const params = await openOne();
  const file = await added(await send(params, { name: "secret.txt", body: "between us" }));
  expect((await get(params.case_id, file.attachment_id, people.support)).status).toBe(404);
  expect((await send(params, { name: "x", body: "x", cookie: people.support })).status).toBe(404);
  const key = await makeKey(world, ["cases", "frames", "admin"]);
  const at = { ...params, attachment_id: file.attachment_id };
  expect((await call(download, { key, params: at })).status).toBe(403);
  expect(await (await call(readOne, { key, params })).text()).not.toContain("secret.txt");
  const reported = await openOne(people.support);
  const own = await added(
    await send(reported, { name: "screenshot.png", body: "png", cookie: people.support }),
  );
  expect((await get(reported.case_id, own.attachment_id, people.support)).status).toBe(200);
  expect((await get(reported.case_id, file.attachment_id)).status).toBe(404);
});
