import { expect, test } from "vitest";
import { Lane } from "./lane";

const patient = () => new AbortController().signal;

/** Enters and says so; answers what leaves again. */
async function goThrough(lane: Lane, name: string, bytes: number, said: string[]): Promise<() => void> {
  const leave = await lane.enter(bytes, patient);
  said.push(name);
  return leave;
}

test("so many bytes are let in at once, and who comes first first", async () => {
  const lane = new Lane(10);
  const said: string[] = [];
  const [first, second] = [goThrough(lane, "a", 6, said), goThrough(lane, "b", 4, said)];
  const [third, fourth] = [goThrough(lane, "c", 5, said), goThrough(lane, "d", 1, said)];
  (await second)();
  expect(said).toEqual(["a", "b"]);
  expect(lane.waiting).toBe(2);
  (await first)();
  await Promise.all([third, fourth]);
  expect(said).toEqual(["a", "b", "c", "d"]);
});

test("what is larger than the lane is let in alone", async () => {
  const lane = new Lane(10);
  const said: string[] = [];
  const small = await goThrough(lane, "small", 1, said);
  const large = goThrough(lane, "large", 50, said);
  const after = goThrough(lane, "after", 1, said);
  small();
  const leave = await large;
  expect([said, lane.waiting]).toEqual([["small", "large"], 1]);
  leave();
  await after;
  expect(said).toEqual(["small", "large", "after"]);
});

test("leaving twice makes room once", async () => {
  const lane = new Lane(10);
  const leave = await lane.enter(10, patient);
  leave();
  leave();
  await lane.enter(10, patient);
  const waits = new AbortController();
  const late = lane.enter(1, () => waits.signal);
  expect(lane.waiting).toBe(1);
  waits.abort(new Error("too late"));
  await expect(late).rejects.toThrow("too late");
});

test("who gives up is passed by, and nobody behind waits for the room that it wanted", async () => {
  const lane = new Lane(10);
  const leave = await lane.enter(6, patient);
  const impatient = new AbortController();
  const large = lane.enter(10, () => impatient.signal);
  const small = lane.enter(4, patient);
  impatient.abort(new Error("the client went away"));
  await expect(large).rejects.toThrow("the client went away");
  expect(typeof (await small)).toBe("function");
  expect(lane.waiting).toBe(0);
  leave();
});
