import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { maskBody } from "@/domain/leaks-in-body";
import type { EventItem } from "@/lib/contract/events-list";
import type { ReportAnswer } from "@/lib/contract/report";
import { ModelTab } from "./model-tab";

const BODY = {
  ...{ error: "refund_failed", message: "cannot read /srv/app/pay.yml", field: "order_id" },
  ...{ received: "ada@customer.example", permitted: ["open", 'relation "refunds" does not exist'] },
};

/** As the page draws it, without a browser; only what the tab reads of a report. */
function draw(model_body: Record<string, unknown>): string {
  const event = { class: "system", code: "refund_failed", marks: [] } as Partial<EventItem>;
  const report = { events: [event], model_body, better_body: null } as Partial<ReportAnswer>;
  return renderToStaticMarkup(<ModelTab report={report as ReportAnswer} />);
}

const marksIn = (html: string) =>
  [...html.matchAll(/<mark.*?<\/mark>/gs)].map(([mark]) => mark.replace(/<[^>]*>/g, ""));

describe("what the model got", () => {
  it("has each leak marked where it stands, with its kind in words", () => {
    expect(marksIn(draw(BODY))).toEqual([
      "Leak, File path: /srv/app/pay.yml (end of leak)",
      "Leak, SQL: relation &quot;refunds&quot; does not exist (end of leak)",
    ]);
    expect(draw(BODY)).toContain("What leaked");
  });

  it("has no mark where nothing leaked, or where it is masked", () => {
    for (const body of [{ error: "bad_date", message: "Send a date." }, maskBody(BODY)]) {
      expect(marksIn(draw(body))).toEqual([]);
      expect(draw(body)).not.toContain("What leaked");
    }
  });
});
