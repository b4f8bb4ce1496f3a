import { openApiDocument } from "@/lib/http/openapi/openapi-document";
import { descriptionOf, type RouteSaying } from "@/lib/http/route-description";
import { runtime } from "@/lib/services/runtime";
import { ROUTES } from "./route-table";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** What the door of the document says of itself. */
export const OWN = {
  operation: "readApi",
  summary: "This document.",
  answers: "application/json",
} satisfies RouteSaying;

/** The document as text, made at the first question. */
export function apiDocument(): string {
  const rt = runtime();
  return rt.once("openapi", () => JSON.stringify(openApiDocument(describedDoors(), rt.env.ERRATA_BASE_PATH)));
}

function describedDoors() {
  const own = { ...OWN, capability: "public" as const };
  const others = Object.entries(ROUTES).flatMap(([folder, route]) =>
    METHODS.flatMap((method) => {
      const description = descriptionOf(route[method]);
      return description === null ? [] : [{ path: `/api/v1/${folder}`, method, description }];
    }),
  );
  return [...others, { path: "/api/v1/openapi.json", method: "GET", description: own }];
}
