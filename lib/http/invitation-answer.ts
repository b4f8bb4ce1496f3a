import { runtime } from "@/lib/services/runtime";
import type { Invited } from "@/lib/services/welcome";
import { externalUrl } from "./request-origin";

/** The person and the one-time link as the admin hands it over: whole, for there is no mail server. */
export function invitationAnswer({ person, welcome_path }: Invited, request: Request) {
  return { person, welcome_url: externalUrl(runtime(), request.headers) + welcome_path };
}
