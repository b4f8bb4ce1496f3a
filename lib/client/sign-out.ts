import { BASE_PATH } from "./base-path";
import { api } from "./fetcher";

/** Ends the session and loads the sign-in page anew, so that nothing that was read stays in memory. */
export async function signOut(): Promise<void> {
  await api("/api/auth/sign-out", { method: "POST", body: {} });
  window.location.assign(`${BASE_PATH}/sign-in`);
}
