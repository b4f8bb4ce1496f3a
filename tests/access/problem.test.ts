import { createHmac } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { GET as session } from "@/app/api/v1/session/route";
import { conflictError, DomainError } from "@/domain/errors";
import { checkReference } from "@/domain/reference";
import { defineRoute } from "@/lib/http/define-route";
import { parseEnv } from "@/lib/platform/env";
import type { Logger } from "@/lib/services/context";
import { startRuntime } from "@/lib/services/runtime";
import { call, openWorld, type World } from "./world";

let world: World;
const logged: { reference?: string; err?: unknown }[] = [];

beforeAll(async () => {
  world = await openWorld();
  const { log } = world.rt;
  log.level = "error";
  Object.assign(log, { error: (facts: object) => logged.push(facts) } satisfies Partial<Logger>);
});
afterAll(() => world.close());

const echo = defineRoute({
  capability: null,
  body: z.object({ effect: z.enum(["absent", "committed"]), amount: z.number().optional() }),
  handle: ({ body }) => body,
});
const failing = (thrown: unknown) =>
  defineRoute({
    capability: null,
    handle: () => {
      throw thrown;
    },
  });
const send = (body: unknown, headers: Record<string, string> = {}) =>
  call(echo, { method: "POST", key: world.bootstrapKey, body, headers });
const ask = (thrown: unknown) => call(failing(thrown), { key: world.bootstrapKey });

describe("an answer to a failure", () => {
  it("that nobody thought of says nothing of the inside, and its reference finds the cause in the log", async () => {
    const inner = new Error('relation "secrets" does not exist at /srv/errata/db/queries/keys.ts:12');
    const response = await ask(new Error("select token from sessions where id = 7", { cause: inner }));
    expect(response.status).toBe(500);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const text = await response.text();
    expect(text).not.toMatch(/secrets|sessions|select|srv|\.ts|\\n/);
    const body = JSON.parse(text);
    expect(body).toMatchObject({ code: "internal_error", class: "system", retryable: false, status: 500 });
    expect(checkReference(body.reference)).toBe("valid");
    expect(logged.find((entry) => entry.reference === body.reference)?.err).toMatchObject({
      message: "select token from sessions where id = 7",
    });
  });

  it.each([null, undefined, "text", { code: 42 }])("that was thrown as %j is one as well", async (thrown) => {
    expect(await (await ask(thrown)).json()).toMatchObject({ code: "internal_error", status: 500 });
  });

  it("follows the contract, further members included, the cause never", async () => {
    const response = await ask(
      conflictError("claimed_by_other", "Bo holds this case.", {
        details: { claimed_by: "Bo", code: "overwritten", reference: "overwritten" },
        cause: new Error("row version 7"),
      }),
    );
    expect(response.status).toBe(409);
    const body = await response.json();
    expect(body).toMatchObject({
      code: "claimed_by_other",
      class: "semantic",
      message: "Bo holds this case.",
      detail: "Bo holds this case.",
      claimed_by: "Bo",
      retryable: false,
      title: "Conflict",
    });
    expect(checkReference(body.reference)).toBe("valid");
    expect(JSON.stringify(body)).not.toContain("row version");
  });

  it("is told by its brand, for another copy of the module may have thrown it", async () => {
    const parts = { code: "effect_may_still_land", errorClass: "validation", message: "Wait." } as const;
    const foreign = Object.assign(new Error("Wait."), { ...new DomainError(parts), message: "Wait." });
    Object.defineProperty(foreign, Symbol.for("errata.domain_error"), { value: true });
    expect((await ask(foreign)).status).toBe(409);
  });

  it("that will pass says when to try again", async () => {
    const response = await ask(
      new DomainError({ code: "buffer_full", errorClass: "transient", message: "Full.", retry_after: 1.2 }),
    );
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("2");
    expect(response.headers.get("ratelimit")).toBe('"buffer_full";r=0;t=2');
    expect(await response.json()).toMatchObject({ retryable: true, retry_after: 1.2 });
  });

  it("is hardened and never stored", async () => {
    const redirecting = defineRoute({
      capability: null,
      handle: () => Response.redirect("http://errata.test/", 307),
    });
    for (const response of [
      await ask(new Error("no")),
      await call(session, { key: world.bootstrapKey }),
      await call(redirecting, { key: world.bootstrapKey }),
    ]) {
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-security-policy")).toMatch(/default-src 'none'/);
    }
  });
});

describe("a body", () => {
  it.each([
    ["", {}, 400, "body_empty"],
    ["   ", {}, 400, "body_empty"],
    ["{", {}, 400, "body_not_json"],
    ["nul", {}, 400, "body_not_json"],
    ['{"effect": "absent"}', { "content-type": "text/plain" }, 415, "content_type_not_supported"],
    ["[]", {}, 422, "invalid_body"],
    ['{"effect": "maybe"}', {}, 422, "invalid_effect"],
    ['{"effect": "absent", "amount": "7"}', {}, 422, "invalid_amount"],
  ])("%j with %j is answered by %d %s", async (body, headers, status, code) => {
    const response = await send(body, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, class: "validation", retryable: false });
  });

  it("that is too large is refused before it is read to its end", async () => {
    let sent = 0;
    const chunk = new TextEncoder().encode("x".repeat(65_536));
    const body = new ReadableStream({
      pull: (controller) => {
        sent += chunk.byteLength;
        if (sent > 50_000_000) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const headers = { authorization: `Bearer ${world.bootstrapKey}` };
    const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
    const response = await echo(new Request("http://localhost/x", init));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: "body_too_large", max_bytes: 1024 * 1024 });
    expect(sent).toBeLessThan(2_000_000);
  });

  it.each([
    ['{"effect":"absent"}', {}],
    ['\ufeff{"effect":"absent"}', {}],
    ['{"effect":"absent","later_field":1}', { "content-type": "application/json; charset=utf-8" }],
    ['{"effect":"absent"}', { "content-type": "application/problem+json" }],
    ['{"effect":"absent"}', { "content-type": "" }],
  ])("%j with %j is read", async (body, headers) => {
    const response = await send(body, headers);
    expect(await response.json()).toEqual({ effect: "absent" });
  });

  it("that breaks off in the middle is the sender's affair", async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"effect":')),
      pull: (controller) => controller.error(new Error("socket hang up")),
    });
    const headers = { authorization: `Bearer ${world.bootstrapKey}` };
    const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
    const response = await echo(new Request("http://localhost/x", init));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "body_cut_short" });
  });

  it("that names no permitted value is told all of them", async () => {
    expect(await (await send({ effect: "maybe" })).json()).toMatchObject({
      field: "effect",
      received: "maybe",
      permitted: ["absent", "committed"],
    });
  });

  it("that is not UTF-8 is not JSON", async () => {
    const request = new Request("http://localhost/x", {
      method: "POST",
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
      headers: { authorization: `Bearer ${world.bootstrapKey}` },
    });
    expect((await echo(request)).status).toBe(400);
  });

  it("is not read for whoever may not come in", async () => {
    const pulled: string[] = [];
    const body = new ReadableStream({ pull: () => void pulled.push("read") }, { highWaterMark: 0 });
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    expect((await echo(new Request("http://localhost/x", init))).status).toBe(401);
    expect(pulled).toEqual([]);
  });
});

describe("without a database", () => {
  it("a call is asked to come again, by key and by session", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const secret = "a secret of the operator's own choosing";
    const env = parseEnv({ ERRATA_LOG_LEVEL: "silent", ERRATA_SECRET: secret });
    const signature = createHmac("sha256", secret).update("token").digest("base64");
    const down = startRuntime({ env, databaseUrl: `postgres://x:y@127.0.0.1:${port}/none` });
    try {
      for (const caller of [
        { key: "erk_whatever" },
        { cookie: `errata.session_token=${encodeURIComponent(`token.${signature}`)}` },
      ]) {
        const response = await call(session, caller);
        expect(response.status).toBe(503);
        expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(await response.json()).toMatchObject({
          code: "database_unavailable",
          class: "transient",
          retryable: true,
        });
      }
    } finally {
      await down.close();
      Reflect.set(globalThis, Symbol.for("errata"), world.rt);
    }
  });
});
