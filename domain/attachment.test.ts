import { expect, test } from "vitest";
import { attachmentName, attachmentType, UNKNOWN_TYPE, whyNotAttach } from "./attachment";

test.each([
  ["statement.pdf", "statement.pdf"],
  ["C:\\Users\\ann\\statement.pdf", "statement.pdf"],
  ["../../etc/passwd", "passwd"],
  ["a\u202Egpj.exe", "agpj.exe"],
  ["line\r\nbreak\0.txt", "linebreak\uFFFD.txt"],
  ['quo"te<b>.txt', "quo_te_b_.txt"],
  ["  ..  ", "file"],
  ["", "file"],
  [null, "file"],
  ["Überweisung 3.png", "Überweisung 3.png"],
])("the name %j is kept as %j", (sent, kept) => {
  expect(attachmentName(sent)).toBe(kept);
});

test("a long name keeps its ending, and no credential stays in one", () => {
  const long = attachmentName(`${"a".repeat(500)}.pdf`);
  expect([...long]).toHaveLength(200);
  expect(long.endsWith(".pdf")).toBe(true);
  const secret = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.s5Zk3jLw";
  expect(attachmentName(`export-${secret}.json`)).not.toContain(secret);
});

test.each(["text/html", "image/svg+xml", "application/xhtml+xml", "text/javascript", "nonsense", "", null])(
  "%j is nothing a browser may take it for",
  (declared) => {
    expect(attachmentType(declared)).toBe(UNKNOWN_TYPE);
  },
);

test("a harmless type is kept without its parameters", () => {
  expect(attachmentType("Image/PNG")).toBe("image/png");
  expect(attachmentType("text/plain; charset=utf-8")).toBe("text/plain");
  const sheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  expect(attachmentType(sheet)).toBe(sheet);
});

test("a case has its limits", () => {
  const none = { count: 0, byte_count: 0 };
  expect(whyNotAttach(none, 1)).toBeNull();
  expect(whyNotAttach(none, 0)).toMatchObject({ code: "attachment_empty" });
  expect(whyNotAttach({ count: 50, byte_count: 50 }, 1)).toMatchObject({ code: "too_many_attachments" });
  expect(whyNotAttach({ count: 10, byte_count: 100 * 1024 * 1024 }, 1)).toMatchObject({
    code: "attachments_too_large",
  });
});
