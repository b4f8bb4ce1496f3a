import { expect, test } from "vitest";
import { type Line, readLines } from "./read-lines";

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function linesOf(text: string, chunkSize = 7, limit = 1000): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of readLines(inChunks(Buffer.from(text), chunkSize), limit)) lines.push(line);
  return lines;
}

test("lines keep their numbers although blank ones are passed over", async () => {
  const lines = await linesOf('{"a":1}\n\n  \r\n{"a":2}\r\n{"a":3}');
  expect(lines.map((line) => [line.number, line.text?.trim()])).toEqual([
    [1, '{"a":1}'],
    [4, '{"a":2}'],
    [5, '{"a":3}'],
  ]);
});

test("a character cut in two by a chunk is put together again", async () => {
  for (const chunkSize of [1, 2, 3]) expect((await linesOf("é€😀\n", chunkSize))[0]?.text).toBe("é€😀");
});

test("U+2028, which JSON strings may hold, ends no line", async () => {
  expect(await linesOf('{"a":"x\u2028y"}\n')).toHaveLength(1);
});

test("a byte-order mark at the start is dropped", async () => {
  expect((await linesOf("\uFEFF{}\n{}\n")).map((line) => line.text)).toEqual(["{}", "{}"]);
});

test("a line beyond the limit is told of, not kept, and the next one is read", async () => {
  const lines = await linesOf(`${"x".repeat(50)}\n{}\n`, 7, 20);
  expect(lines.map((line) => line.text)).toEqual([null, "{}"]);
});

test("the end of the last line is the size of the file", async () => {
  const text = '{"é":1}\n{}';
  expect((await linesOf(text)).at(-1)?.end).toBe(Buffer.byteLength(text));
});
