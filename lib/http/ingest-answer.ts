import { jsonAnswer } from "./door-answer";

type Counted = {
  accepted: number;
  duplicate: number;
  conflict: number;
  rejected: number;
  results: { status: string }[];
};

/** 200 when nothing was rejected (conflicts included), 207 when some was, 422 when all was (CONTRACT "Events"). */
export function ingestAnswer(request: Request, answer: Counted, show: "all" | "rejected"): Response {
  const { accepted, duplicate, conflict, rejected, results } = answer;
  const others = accepted + duplicate + conflict;
  const status = rejected === 0 ? 200 : others > 0 ? 207 : 422;
  const shown = show === "all" ? results : results.filter((result) => result.status !== "accepted");
  return jsonAnswer(request, { accepted, duplicate, conflict, rejected, results: shown }, status);
}
