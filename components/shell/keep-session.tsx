"use client";

import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "@/lib/client/own-session";

/** Renews the session while the console is in sight, so that only who stays away is signed out. */
export function KeepSession() {
  useQuery(sessionQuery);
  return null;
}
