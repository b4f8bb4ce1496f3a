import { problem } from "@/lib/contract/problem";
import type { RouteDescription } from "../route-description";
import type { JsonSchema } from "./json-schema";
import { NOUNS, nounOf } from "./nouns";
import { operationOf } from "./operation";
import { SECURITY_SCHEMES } from "./security";
import { Shapes } from "./shapes";

/** One door: the folder of its route, as `/api/v1/cases/[case_id]`, and what it says of itself. */
export type DescribedDoor = { path: string; method: string; description: RouteDescription };

/** The OpenAPI 3.1 document of these doors. `basePath` is the prefix people see before `/api`. */
export function openApiDocument(doors: readonly DescribedDoor[], basePath: string): JsonSchema {
  const shapes = new Shapes();
  const paths: Record<string, JsonSchema> = {};
  for (const { path, method, description } of inOrder(doors)) {
    const written = path.replace(/\[(\w+)\]/g, "{$1}");
    const operations = paths[written] ?? {};
    operations[method.toLowerCase()] = operationOf(written, description, shapes);
    paths[written] = operations;
  }
  const failures = failureResponses(shapes);
  return {
    openapi: "3.1.0",
    info: INFO,
    servers: [{ url: basePath || "/" }],
    tags: Object.entries(NOUNS).map(([name, description]) => ({ name, description })),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, responses: failures, schemas: shapes.used() },
  };
}

const INFO = {
  title: "Errata",
  version: "1",
  description:
    "The one API, for machines by key and for the console by session. Times are RFC 3339; those answered are UTC with microseconds. A repeated name in a query means any of its values. Unknown members of a body are ignored. Every failure is `application/problem+json` with a code to branch on, what was received and permitted, whether a repeat helps, and a reference to quote. Answers to a key with a limit carry `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10).",
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};

function inOrder(doors: readonly DescribedDoor[]): DescribedDoor[] {
  const order = Object.keys(NOUNS);
  const placeOf = ({ path }: DescribedDoor) => order.indexOf(nounOf(path));
  return [...doors].sort(
    (a, b) => placeOf(a) - placeOf(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
}

const RETRY_AFTER = { "Retry-After": { description: "Seconds.", schema: { type: "integer" } } };

const RATE_LIMIT = {
  "RateLimit-Policy": {
    description: 'The rule that was reached, as `"items";q=600;w=60`: 600 in 60 s.',
    schema: { type: "string" },
  },
  RateLimit: {
    description: 'What is left of it, as `"items";r=0;t=7`: nothing, for 7 s.',
    schema: { type: "string" },
  },
};

function failureResponses(shapes: Shapes): JsonSchema {
  const content = { "application/problem+json": { schema: shapes.refer(problem) } };
  return {
    Unauthenticated: { description: "No valid key or session came along.", content },
    Forbidden: { description: "Not with this access. Says nothing about what exists.", content },
    NotFound: { description: "There is no such thing, or the caller may not know of it.", content },
    Invalid: { description: "Readable, but not valid: names the field and what is permitted.", content },
    Unavailable: { description: "Not now: send the same again.", headers: RETRY_AFTER, content },
    Problem: {
      description:
        "Any other failure: 400 not readable, 409 the state moved on or is ambiguous, 413 too large, 415 another media type, 429 too much at once (with RateLimit-Policy and RateLimit).",
      headers: { ...RETRY_AFTER, ...RATE_LIMIT },
      content,
    },
  };
}
