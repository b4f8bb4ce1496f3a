"use client";

import { useSyncExternalStore } from "react";
import { NewTabLink } from "@/components/ui/new-tab-link";
import { SIGN_IN_LINK } from "@/lib/client/api-error";
import { isSignedOut, subscribeSignedOut } from "@/lib/client/signed-out";

/** Above the page as long as there is no session while something is written in it. */
export function SignedOutNotice() {
  const signedOut = useSyncExternalStore(subscribeSignedOut, isSignedOut, () => false);
  if (!signedOut) return null;
  return (
    <aside aria-label="Session" className="border-b bg-danger-soft px-3 py-1 text-sm md:px-6">
      <p role="alert" className="flex flex-wrap items-center gap-x-3">
        <strong className="font-medium">You were signed out.</strong>
        Sign in again in a new tab, then go on here: what you wrote is still in this page.
        <NewTabLink {...SIGN_IN_LINK} />
      </p>
    </aside>
  );
}
