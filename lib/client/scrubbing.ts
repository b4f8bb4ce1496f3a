import type { ScrubTrial, ScrubTried } from "@/lib/contract/scrubbing";
import { api } from "./fetcher";

/** What would be stored of a text under these rules; nothing is stored. @throws ApiError `invalid_scrub_rule` */
export function tryScrubbing(body: ScrubTrial): Promise<ScrubTried> {
  return api("/api/v1/settings/scrubbing/trial", { method: "POST", body });
}
