"use client";

import { ErrorState } from "@/components/ui/error-state";

/** A page that could not be drawn. The digest is what the server's log has for it. */
export default function ConsoleError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <ErrorState
      title="This page could not be drawn"
      message="Something failed that was not thought of. Nothing you did is lost on the server."
      reference={error.digest ?? null}
      onRetry={reset}
    />
  );
}
