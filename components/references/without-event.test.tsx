import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type Capability, capabilitiesOfRoles, UNCONFINED } from "@/domain/permissions";
import { SessionProvider } from "@/lib/client/session";
import type { LookUpAnswer } from "@/lib/contract/references";
import type { ReportAnswer } from "@/lib/contract/report";
import { CasesWithout } from "./cases-without";
import { Never } from "./never";
import { Rejected } from "./rejected";
import { ReportFacts } from "./report-facts";
import { ReportHead } from "./report-head";

/* What a page shows of a reference without its event, drawn without a browser. */

const SUPPORT = [...capabilitiesOfRoles(["support"])];

function draw(page: ReactNode, capabilities: readonly Capability[] = SUPPORT): string {
  const ada = {
    id: "1",
    name: "Ada",
    email: "ada@errata.test",
    roles: [],
    zone: "UTC",
    confinement: UNCONFINED,
  };
  return renderToStaticMarkup(<SessionProvider session={{ ...ada, capabilities }}>{page}</SessionProvider>);
}

const at = "2026-11-30T08:12:00.000000Z";
const refused = { reference: "err_rej001", reason: "invalid_tool", detail: "tool is blank", received_at: at };
const say_to_user = {
  ...{ sentence: "It is not certain.", promise: "A person will check.", do_not: "Do not start it again." },
  standing: "open" as const,
};

test("a refused failure in doubt says what not to do, and leads to its case who may open it", () => {
  const html = draw(<Rejected rejections={[{ ...refused, say_to_user, case: null }]} />);
  for (const words of ["a person will check", "Do not start it again.", "It is not certain.", "Open a case"])
    expect(html).toContain(words);
  expect(html).not.toContain("/queue/");
  const found = { case_id: crypto.randomUUID(), state: "open" as const };
  const theirs = draw(<Rejected rejections={[{ ...refused, say_to_user, case: found }]} />);
  expect(theirs).toContain(`href="/queue/${found.case_id}"`);
  expect(theirs).not.toContain("Open a case");
});

test("a case can be opened by hand where no event is, by who may", () => {
  const report = { events: [], matches: [{ reference: "err_1", tool: "refund", occurred_at: at }] };
  const answer = {
    looked_for: [{ reference: "err_1a2b", check: "unchecked", wrong_at: null }],
    kept_days: 90,
  };
  for (const page of [
    <Never key="never" q="err_1a2b" answer={answer as unknown as LookUpAnswer} />,
    <Rejected key="rejected" rejections={[{ ...refused, say_to_user: null, case: null }]} />,
    <ReportFacts key="frames" report={report as unknown as ReportAnswer} />,
  ]) {
    expect(draw(page)).toContain("Open a case");
    expect(draw(page, ["references.read"])).not.toContain("Open a case");
  }
});

test("a case that was opened by hand is there for everybody, and a click away for who may look into it", () => {
  const one = { case_id: crypto.randomUUID(), tool: "refund", state: "open" as const, opened_at: at };
  const drawn = (may_open: boolean) =>
    draw(<CasesWithout cases={[{ ...one, reference: "err_1a2b", may_open }]} />);
  expect(drawn(true)).toContain(`href="/queue/${one.case_id}"`);
  expect(drawn(false)).not.toContain("href");
  for (const may_open of [true, false]) expect(drawn(may_open)).toContain("A case without a failure: refund");
});

test("a short link is offered of what is known only", () => {
  const head = (known: boolean) => draw(<ReportHead reference="err_1" check="unchecked" known={known} />);
  expect(head(true)).toContain("Copy short link");
  expect(head(false)).not.toContain("Copy short link");
});
