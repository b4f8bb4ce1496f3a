import type { RouteHandler } from "./define-route";
import type { Params } from "./node-adapter";

/** One door that is answered before Next's router. `[name]` in the path is a parameter. */
export type Mount = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  handler: RouteHandler;
};

/** `path` is the pattern that matched. */
export type Match = { handler: RouteHandler; params: Params; path: string };

/** Finds the door for a method and a path without its query; null leaves the request to Next. */
export function createMountTable(mounts: readonly Mount[]): (method: string, path: string) => Match | null {
  const doors = mounts.map(({ path, ...door }) => ({ ...door, path, pattern: path.split("/") }));
  return (method, path) => {
    // HEAD is GET without the body; the adapter leaves it out.
    const wanted = method === "HEAD" ? "GET" : method;
    const segments = path.split("/");
    for (const door of doors) {
      if (door.method !== wanted) continue;
      const params = matchSegments(door.pattern, segments);
      if (params) return { handler: door.handler, params, path: door.path };
    }
    return null;
  };
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): Params | null {
  if (pattern.length !== segments.length) return null;
  const params: Params = {};
  for (const [i, part] of pattern.entries()) {
    const segment = segments[i] ?? "";
    const name = /^\[(\w+)\]$/.exec(part)?.[1];
    if (name === undefined) {
      if (part !== segment) return null;
    } else {
      const value = decode(segment);
      if (value === null || value === "") return null;
      params[name] = value;
    }
  }
  return params;
}

/** Decoded segment by segment, so that a reference may hold a slash. Null for a broken escape. */
function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
