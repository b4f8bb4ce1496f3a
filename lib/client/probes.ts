import { queryOptions } from "@tanstack/react-query";
import type { Probe, ProbeBody, ProbeTry, TriedProbe } from "@/lib/contract/probes";
import { ApiError } from "./api-error";
import { api } from "./fetcher";

const path = (tool: string) => `/api/v1/tools/${encodeURIComponent(tool)}/probe`;

/** How a tool's outside system is asked; null where nobody said. */
export function probeQuery(tool: string) {
  return queryOptions({
    queryKey: ["tools", "probe", tool],
    queryFn: async ({ signal }): Promise<Probe | null> => {
      try {
        return await api<Probe>(path(tool), { signal });
      } catch (error) {
        if (error instanceof ApiError && error.problem.code === "probe_not_found") return null;
        throw error;
      }
    },
  });
}

/** Declares the probe; a secret that is left out stays. @throws ApiError `secret_required`, `secrets_key_missing` … */
export function putProbe(tool: string, body: ProbeBody): Promise<Probe> {
  return api(path(tool), { method: "PUT", body });
}

/** Takes the probe away; what it saw stays. @throws ApiError */
export function removeProbe(tool: string): Promise<undefined> {
  return api(path(tool), { method: "DELETE" });
}

/** Asks with what is typed and attaches nothing. @throws ApiError */
export function tryProbe(tool: string, body: ProbeTry): Promise<TriedProbe> {
  return api(`${path(tool)}/try`, { method: "POST", body });
}
