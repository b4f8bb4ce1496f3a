import { jsonAnswer } from "./door-answer";

type Counted = {
  accepted: number;
  duplicate: number;
  conflict: number;
  rejected: number;
  /** What was none of what is recorded; of MCP results only. */
  skipped?: number;
  results: { status: string }[];
};

/** 200 when nothing was rejected (conflicts included), 207 when some was, 422 when all was (CONTRACT "Events"). */
export function ingestAnswer(request: Request, answer: Counted, show: "all" | "rejected"): Response {
  const { accepted, duplicate, conflict, rejected, skipped, results } = answer;
  const others = accepted + duplicate + conflict + (skipped ?? 0);
  const status = rejected === 0 ? 200 : others > 0 ? 207 : 422;
  const shown =
    show === "all" ? results : results.filter(({ status: of }) => of !== "accepted" && of !== "skipped");
  return jsonAnswer(request, { accepted, duplicate, conflict, rejected, skipped, results: shown }, status);
}
