import { afterEach, describe, expect, it } from "vitest";
import { sendOutgoing } from "@/lib/platform/outgoing";
import { type Answerer, get, LOOPBACK, localServers, policyOf } from "./local-server";

const { serve, closeAll } = localServers();
afterEach(closeAll);

const ok: Answerer = (_seen, response) => response.end("fine");

describe("a redirect", () => {
  const to = (location: string, status = 302): Answerer => {
    return (seen, response) =>
      seen.path === "/end" ? response.end("there") : response.writeHead(status, { location }).end();
  };

  it("is followed within an origin with everything, its address checked anew", async () => {
    const server = await serve(to("/end"));
    const answer = await sendOutgoing(get(server.url, { headers: { authorization: "Bearer x" } }), LOOPBACK);
    expect(answer).toMatchObject({ status: 200, body: "there", url: `${server.url}/end` });
    expect(server.seen[1]?.headers.authorization).toBe("Bearer x");
  });

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost/",
    "//[::1]/",
    "http://2852039166/",
  ])("to %s is refused", async (location) => {
    const server = await serve(to(location));
    const policy = policyOf(["127.0.0.1"], { localhost: [["127.0.0.53"]] });
    await expect(sendOutgoing(get(server.url), policy)).rejects.toMatchObject({ code: "address_refused" });
  });

  it("to the same name that by now leads to another address is refused", async () => {
    const server = await serve((_seen, response) => response.writeHead(307, { location: "/next" }).end());
    const policy = policyOf(["127.0.0.1"], { "rebind.example": [["127.0.0.1"], ["169.254.169.254"]] });
    const sent = sendOutgoing(
      get(`http://rebind.example:${server.port}/`, { method: "POST", body: "x" }),
      policy,
    );
    await expect(sent).rejects.toMatchObject({ code: "address_refused" });
    expect(server.seen).toHaveLength(1);
  });

  it("to a scheme that is not spoken, or with credentials in it, is refused", async () => {
    for (const location of ["file:///etc/passwd", "http://u:p@127.0.0.1/"]) {
      const server = await serve(to(location));
      await expect(sendOutgoing(get(server.url), LOOPBACK)).rejects.toMatchObject({ code: "url_refused" });
    }
  });

  it("to another origin carries no credentials", async () => {
    const target = await serve(ok);
    const server = await serve(to(`${target.url}/end`, 307));
    const headers = {
      ...{ authorization: "Bearer x", Cookie: "a=b", "X-Api-Key": "k", "webhook-id": "m" },
      ...{ "user-agent": "s3cret", "Accept-Language": "s3cret" },
    };
    await sendOutgoing(get(server.url, { method: "POST", body: "kept", headers }), LOOPBACK);
    expect(target.seen).toMatchObject([{ method: "POST", body: "kept", headers: { "webhook-id": "m" } }]);
    expect(target.seen[0]?.headers["user-agent"]).toBe("Errata");
    for (const name of ["authorization", "cookie", "x-api-key", "accept-language"]) {
      expect(target.seen[0]?.headers).not.toHaveProperty(name);
    }
  });

  it("to another origin and back brings no credentials back", async () => {
    const away = await serve((_seen, response) =>
      response.writeHead(302, { location: `${home.url}/end` }).end(),
    );
    const home: Awaited<ReturnType<typeof serve>> = await serve(to(away.url));
    await sendOutgoing(get(home.url, { headers: { authorization: "Bearer x" } }), LOOPBACK);
    expect(home.seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ["/", "Bearer x"],
      ["/end", undefined],
    ]);
  });

  it("of a POST by 301, 302 or 303 is an answer, for following would turn it into a GET", async () => {
    for (const status of [301, 302, 303]) {
      const server = await serve(to("/end", status));
      expect(await sendOutgoing(get(server.url, { method: "POST", body: "x" }), LOOPBACK)).toMatchObject({
        status,
      });
      expect(server.seen).toHaveLength(1);
    }
  });

  it("without end is given up; with none permitted, it is an answer", async () => {
    const server = await serve((_seen, response) => response.writeHead(308, { location: "/again" }).end());
    await expect(sendOutgoing(get(server.url), LOOPBACK)).rejects.toMatchObject({
      code: "too_many_redirects",
    });
    expect(server.seen).toHaveLength(4);
    expect(await sendOutgoing(get(server.url, { max_redirects: 0 }), LOOPBACK)).toMatchObject({
      status: 308,
    });
  });
});
