import { dehydrate, hydrate } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { parseJson, stringifyJson } from "@/domain/json";
import { queryClient } from "./query-client";

it("carries every number of an answer from the server to the page", async () => {
  const text = '{"received":12345678901234567890,"permitted":[1e400,"12345678901234567890",1.5,null]}';
  const server = queryClient();
  await server.prefetchQuery({ queryKey: ["report"], queryFn: () => parseJson(text) });
  const state = dehydrate(server);
  // What React writes into the page and reads there takes plain values only.
  const page = queryClient();
  hydrate(page, structuredClone(state));
  expect(stringifyJson(page.getQueryData(["report"]))).toBe(text);
});
